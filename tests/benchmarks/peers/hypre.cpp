// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// sinew-bench-hypre SYSTEM TOLERANCE SOLUTION, under mpirun with a process per thread, because
// hypre as Debian has it does not use threads: conjugate gradients with BoomerAMG in the unknown
// approach (three functions), HMIS coarsening, one aggressive level, extended interpolation.
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "peer.h"

namespace {

using namespace sinew::bench;

struct Rows {
  HYPRE_BigInt first, last;  // both included
};

Rows rowsOf(int rank, int ranks, int rows) {
  const int nodes = rows / 3;
  const auto begin = [&](int r) {
    return static_cast<HYPRE_BigInt>(3) *
           static_cast<HYPRE_BigInt>(std::int64_t{nodes} * r / ranks);
  };
  return {begin(rank), begin(rank + 1) - 1};
}

HYPRE_IJMatrix matrixOf(const LinearSystem& system, Rows own) {
  HYPRE_IJMatrix K;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, own.first, own.last, own.first, own.last, &K);
  HYPRE_IJMatrixSetObjectType(K, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(K);
  for (HYPRE_BigInt row = own.first; row <= own.last; ++row) {
    const auto at = static_cast<std::size_t>(system.begin[static_cast<std::size_t>(row)]);
    HYPRE_Int count = system.begin[static_cast<std::size_t>(row) + 1] - static_cast<int>(at);
    HYPRE_IJMatrixSetValues(K, 1, &count, &row, system.column.data() + at,
                            system.value.data() + at);
  }
  HYPRE_IJMatrixAssemble(K);
  return K;
}

HYPRE_IJVector vectorOf(const double* values, Rows own) {
  HYPRE_IJVector v;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, own.first, own.last, &v);
  HYPRE_IJVectorSetObjectType(v, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(v);
  std::vector<HYPRE_BigInt> rows(static_cast<std::size_t>(own.last - own.first + 1));
  std::iota(rows.begin(), rows.end(), own.first);
  HYPRE_IJVectorSetValues(v, static_cast<HYPRE_Int>(rows.size()), rows.data(), values);
  HYPRE_IJVectorAssemble(v);
  return v;
}

template <class To, class From>
To objectOf(From from, HYPRE_Int (*get)(From, void**)) {
  void* object = nullptr;
  get(from, &object);
  return static_cast<To>(object);
}

PeerResult solveOnce(HYPRE_ParCSRMatrix K, HYPRE_ParVector f, HYPRE_ParVector x, double tolerance) {
  HYPRE_Solver amg, cg;
  HYPRE_BoomerAMGCreate(&amg);
  HYPRE_BoomerAMGSetNumFunctions(amg, 3);
  HYPRE_BoomerAMGSetCoarsenType(amg, 10);  // HMIS
  HYPRE_BoomerAMGSetAggNumLevels(amg, 1);
  HYPRE_BoomerAMGSetInterpType(amg, 6);  // extended+i
  HYPRE_BoomerAMGSetPMaxElmts(amg, 4);
  HYPRE_BoomerAMGSetStrongThreshold(amg, 0.5);
  HYPRE_BoomerAMGSetRelaxType(amg, 6);  // symmetric Gauss-Seidel between processes
  HYPRE_BoomerAMGSetMaxIter(amg, 1);
  HYPRE_BoomerAMGSetTol(amg, 0);
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &cg);
  HYPRE_PCGSetTol(cg, tolerance);
  HYPRE_PCGSetMaxIter(cg, 500);
  HYPRE_PCGSetTwoNorm(cg, 1);
  HYPRE_PCGSetPrecond(cg, reinterpret_cast<HYPRE_PtrToSolverFcn>(HYPRE_BoomerAMGSolve),
                      reinterpret_cast<HYPRE_PtrToSolverFcn>(HYPRE_BoomerAMGSetup), amg);
  PeerResult result;
  MPI_Barrier(MPI_COMM_WORLD);
  const Stopwatch setup;
  HYPRE_ParCSRPCGSetup(cg, K, f, x);
  result.setupSeconds = setup.seconds();
  const Stopwatch solve;
  HYPRE_ParCSRPCGSolve(cg, K, f, x);
  result.solveSeconds = solve.seconds();
  HYPRE_PCGGetNumIterations(cg, &result.iterations);
  HYPRE_ParCSRPCGDestroy(cg);
  HYPRE_BoomerAMGDestroy(amg);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  HYPRE_Init();
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc != 4) {
    std::fprintf(stderr, "usage: sinew-bench-hypre SYSTEM TOLERANCE SOLUTION\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  {
    const LinearSystem system = readSystem(argv[1]);
    const Rows own = rowsOf(rank, ranks, system.rows());
    HYPRE_IJMatrix K = matrixOf(system, own);
    HYPRE_IJVector f = vectorOf(system.f.data() + own.first, own);
    PeerResult result;
    std::vector<double> part(static_cast<std::size_t>(own.last - own.first + 1));
    double spent = 0;
    for (int k = 0; k < 3 && spent < 2; ++k) {
      const std::vector<double> zero(part.size(), 0.0);
      HYPRE_IJVector x = vectorOf(zero.data(), own);
      const PeerResult once =
          solveOnce(objectOf<HYPRE_ParCSRMatrix>(K, HYPRE_IJMatrixGetObject),
                    objectOf<HYPRE_ParVector>(f, HYPRE_IJVectorGetObject),
                    objectOf<HYPRE_ParVector>(x, HYPRE_IJVectorGetObject), std::atof(argv[2]));
      const double seconds = once.setupSeconds + once.solveSeconds;
      if (k == 0 || seconds < result.setupSeconds + result.solveSeconds) result = once;
      spent += seconds;
      MPI_Bcast(&spent, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);  // all stop together
      std::vector<HYPRE_BigInt> rows(part.size());
      std::iota(rows.begin(), rows.end(), own.first);
      HYPRE_IJVectorGetValues(x, static_cast<HYPRE_Int>(rows.size()), rows.data(), part.data());
      HYPRE_IJVectorDestroy(x);
    }
    std::vector<int> counts, begins;
    for (int r = 0; r < ranks; ++r) {
      const Rows theirs = rowsOf(r, ranks, system.rows());
      counts.push_back(static_cast<int>(theirs.last - theirs.first + 1));
      begins.push_back(static_cast<int>(theirs.first));
    }
    std::vector<double> x(rank == 0 ? system.f.size() : 0);
    MPI_Gatherv(part.data(), static_cast<int>(part.size()), MPI_DOUBLE, x.data(), counts.data(),
                begins.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (rank == 0) {
      writeVector(argv[3], x);
      std::printf("{\"setup_seconds\": %.9g, \"solve_seconds\": %.9g, \"iterations\": %d}\n",
                  result.setupSeconds, result.solveSeconds, result.iterations);
    }
    HYPRE_IJVectorDestroy(f);
    HYPRE_IJMatrixDestroy(K);
  }
  HYPRE_Finalize();
  MPI_Finalize();
  return 0;
}
