// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <suitesparse/cholmod.h>

#include <algorithm>

#include "peer.h"

namespace sinew::bench {

// Supernodal, nested dissection by METIS. Analysis is counted as set-up, though it could be kept
// from matrix to matrix: factoring alone is most of it.
PeerResult cholmodSupernodal(const LinearSystem& system, double, int) {
  cholmod_common common;
  cholmod_start(&common);
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_METIS;
  common.postorder = 1;
  common.print = 0;

  // Rows of a symmetric matrix are its columns. The upper triangle is used, the rest is ignored.
  const auto rows = static_cast<std::size_t>(system.rows());
  cholmod_sparse* K =
      cholmod_allocate_sparse(rows, rows, system.value.size(), 1, 1, 1, CHOLMOD_REAL, &common);
  std::copy(system.begin.begin(), system.begin.end(), static_cast<int*>(K->p));
  std::copy(system.column.begin(), system.column.end(), static_cast<int*>(K->i));
  std::copy(system.value.begin(), system.value.end(), static_cast<double*>(K->x));
  cholmod_dense* f = cholmod_allocate_dense(rows, 1, rows, CHOLMOD_REAL, &common);
  std::copy(system.f.begin(), system.f.end(), static_cast<double*>(f->x));

  PeerResult result = best([&] {
    PeerResult once;
    const Stopwatch setup;
    cholmod_factor* L = cholmod_analyze(K, &common);
    cholmod_factorize(K, L, &common);
    once.setupSeconds = setup.seconds();
    if (common.status < CHOLMOD_OK) throw std::runtime_error("CHOLMOD could not factor.");
    const Stopwatch solve;
    cholmod_dense* x = cholmod_solve(CHOLMOD_A, L, f, &common);
    once.solveSeconds = solve.seconds();
    once.iterations = 1;
    const auto* values = static_cast<const double*>(x->x);
    once.x.assign(values, values + rows);
    cholmod_free_dense(&x, &common);
    cholmod_free_factor(&L, &common);
    return once;
  });
  cholmod_free_dense(&f, &common);
  cholmod_free_sparse(&K, &common);
  cholmod_finish(&common);
  return result;
}

}  // namespace sinew::bench
