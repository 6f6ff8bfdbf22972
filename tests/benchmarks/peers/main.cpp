// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// sinew-bench-peers: solves one system with one peer, in a process of its own, so that neither its
// threads nor its memory nor its compiler flags touch what is compared with it.
//
//   sinew-bench-peers list
//   sinew-bench-peers PEER SYSTEM TOLERANCE THREADS SOLUTION
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include "peer.h"

namespace {

using namespace sinew::bench;

constexpr Peer kPeers[] = {
    {"eigen_product", eigenProduct},           {"eigen_cg_double", eigenCgDouble},
    {"eigen_cg_float", eigenCgFloat},          {"eigen_cg_incomplete_cholesky", eigenCgCholesky},
#ifdef SINEW_HAS_CHOLMOD
    {"cholmod_supernodal", cholmodSupernodal},
#else
    {"cholmod_supernodal", nullptr},
#endif
#ifdef SINEW_HAS_AMGCL
    {"amgcl_block_ilu0_single", amgclSingle},  {"amgcl_block_ilu0_mixed", amgclMixed},
#else
    {"amgcl_block_ilu0_single", nullptr}, {"amgcl_block_ilu0_mixed", nullptr},
#endif
};

int run(const Peer& peer, char** words) {
  const LinearSystem system = readSystem(words[0]);
  const PeerResult result = peer.solve(system, std::atof(words[1]), std::atoi(words[2]));
  writeVector(words[3], result.x);
  std::printf("{\"setup_seconds\": %.9g, \"solve_seconds\": %.9g, \"iterations\": %d}\n",
              result.setupSeconds, result.solveSeconds, result.iterations);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "list") == 0) {
    for (const Peer& peer : kPeers)
      std::printf("%s %s\n", peer.name, peer.solve ? "found" : "not_found");
    return 0;
  }
  if (argc == 6)
    for (const Peer& peer : kPeers)
      if (peer.solve && std::strcmp(argv[1], peer.name) == 0) try {
          return run(peer, argv + 2);
        } catch (const std::exception& error) {
          std::fprintf(stderr, "%s: %s\n", peer.name, error.what());
          return 1;
        }
  std::fprintf(stderr, "usage: sinew-bench-peers list | PEER SYSTEM TOLERANCE THREADS SOLUTION\n");
  return 2;
}
