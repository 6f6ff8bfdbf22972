// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// y = K x on the lattice, springs and the dot product x . y included.
#include "reference_rows.h"

namespace sinew::bench {
namespace {

// What conjugate gradients multiply by, and what the preconditioner does, which may be less exact.
struct Variant {
  Tangent tangent;
  const char* name;
  double mostError;
};
constexpr Variant kVariants[] = {{Tangent::Exact, ", exact", 3e-6},
                                 {Tangent::Projected, ", projected", 2e-3}};

}  // namespace

void benchOperator(Report& report) {
  const Options& options = report.options();
  const double nu = options.nu > 0 ? options.nu : 0.45;
  for (const std::string& name : scenesOf(options, {"arm", "hand", "cube"})) {
    // The cube is 64^3, where products of assembled matrices are compared.
    const std::int64_t cells = cellsOf(options, name == "cube" ? 64 * 64 * 64 : 100000);
    FleshScene scene = makeFleshScene(name, cells, nu, options.threads);
    const NodeVector x = randomVector(*scene.model, 1);
    NodeVector y = x;
    const Multigrid& multigrid = scene.w->multigrid;
    TileVector in(multigrid.lattice().tiles()), out = in;  // as conjugate gradients keep them
    multigrid.toTiles(x, in);
    for (const Variant& variant : kVariants) {
      double seconds = 0;
      scene.arena->run([&] {
        seconds =
            secondsPerCall(options, [&] { scene.w->multigrid.apply(variant.tangent, in, out); });
      });
      multigrid.toNodes(out, y);
      require(productError(scene, variant.tangent, x, y, 1000), variant.mostError,
              "K x against the cells' own matrices in double");
      Subject subject = scene.subject("operator", operatorWork(*scene.model, variant.tangent));
      subject.scene += variant.name;
      report.add(subject, seconds);
    }
  }
}

}  // namespace sinew::bench
