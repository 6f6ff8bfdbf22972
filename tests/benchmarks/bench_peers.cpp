// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// The same linear system to the same tolerance by us and by solvers one would take otherwise,
// set-up included. They get the assembled matrix for free, we the tangents.
#include <cstdio>
#include <filesystem>
#include <limits>
#include <sstream>

#include "linear_solve.h"
#include "peers/system_file.h"
#include "reference_rows.h"

namespace sinew::bench {
namespace {

namespace fs = std::filesystem;

struct Peer {
  std::string name;
  bool isFound;
  std::string command;  // up to the file of the system
};

struct Scale {
  const char* scene;
  std::int64_t cells;
};
constexpr Scale kScales[] = {
    {"cube", 32 * 32 * 32}, {"cube", 64 * 64 * 64}, {"arm", 100000}, {"hand", 100000}};

// A direct factor takes time with the square of the unknowns: of a cube of 64, minutes.
constexpr std::int64_t kMostCellsToFactor = 120000;

std::string outputOf(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return "";
  std::string text;
  char part[256];
  while (std::fgets(part, sizeof part, pipe)) text += part;
  return pclose(pipe) == 0 ? text : "";
}

fs::path besideThis(const char* program) {
  return fs::read_symlink("/proc/self/exe").parent_path() / program;
}

std::vector<Peer> findPeers(int threads) {
  std::vector<Peer> peers;
  const std::string program = "'" + besideThis("sinew-bench-peers").string() + "' ";
  std::istringstream list(outputOf(program + "list"));
  for (std::string name, found; list >> name >> found;)
    peers.push_back({name, found == "found", program + name});
  const fs::path hypre = besideThis("sinew-bench-hypre");
  peers.push_back(
      {"hypre_boomeramg", fs::exists(hypre),
       "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe"
       " --bind-to none -n " +
           std::to_string(threads) + " '" + hypre.string() + "'"});
  return peers;
}

// Files that are gone when this is.
struct Exchange {
  fs::path system, solution;

  Exchange(const std::string& folder, const AssembledSystem& a)
      : system(fs::path(folder) / ("sinew_peers_" + std::to_string(getpid()) + ".system")),
        solution(fs::path(system).replace_extension(".solution")) {
    std::ofstream file(system, std::ios::binary);
    const auto rows = static_cast<std::size_t>(a.K.rows());
    const auto entries = static_cast<std::size_t>(a.K.nonZeros());
    detail::write(file, a.K.outerIndexPtr(), rows + 1);
    detail::write(file, a.K.innerIndexPtr(), entries);
    detail::write(file, a.K.valuePtr(), entries);
    detail::write(file, a.f.data(), rows);
    require(static_cast<bool>(file.flush()), "the system could not be written to " + folder);
  }
  ~Exchange() {
    std::error_code ignored;
    fs::remove(system, ignored);
    fs::remove(solution, ignored);
  }
};

Json& addRow(Report& report, const FleshScene& scene, const std::string& peer, double tolerance,
             double setup, double solve) {
  Json& row = report.add({"peers", scene.name, scene.cells(), {}}, setup + solve);
  row["peer"] = peer;
  row["tangent"] = report.options().isDefinite ? "projected" : "exact";
  row["tolerance"] = tolerance;
  row["setup_seconds"] = setup;
  row["solve_seconds"] = solve;
  return row;
}

void setSolved(Json& row, int iterations, double residual, double tolerance) {
  require(residual, 0.5, "residual of " + row["peer"].get<std::string>());
  row["iterations"] = iterations;
  row["residual"] = residual;
  row["status"] = residual <= 1.05 * tolerance ? "solved" : "stalled";
}

void addUnsolved(Report& report, const FleshScene& scene, const Peer& peer, double tolerance,
                 const char* status) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  Json& row = addRow(report, scene, peer.name, tolerance, kNone, kNone);
  row["status"] = status;
  row["iterations"] = 0;
  row["speedup"] = nullptr;
}

Json runPeer(const Peer& peer, const Exchange& exchange, double tolerance, int threads) {
  std::ostringstream command;
  command << "OPENBLAS_NUM_THREADS=" << threads << " OMP_NUM_THREADS=" << threads << ' '
          << peer.command << " '" << exchange.system.string() << "' " << tolerance << ' ';
  if (peer.name != "hypre_boomeramg") command << threads << ' ';
  command << "'" << exchange.solution.string() << "'";
  const std::string text = outputOf(command.str());
  require(!text.empty(), peer.name + " failed: " + command.str());
  return Json::parse(text);
}

Eigen::VectorXd solutionIn(const Exchange& exchange) {
  const std::vector<double> x = readVector(exchange.solution.string());
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

// y = K f by Eigen in double, beside our operator on the same vector.
void compareProduct(Report& report, const Peer& peer, FleshScene& scene,
                    const AssembledSystem& system, const Exchange& exchange) {
  const Options& options = report.options();
  NodeVector y = scene.f;
  double ours = 0;
  scene.arena->run([&] {
    ours = secondsPerCall(options, [&] { scene.w->multigrid.apply(Tangent::Exact, scene.f, y); });
  });
  const Json theirs = runPeer(peer, exchange, 1, options.threads);
  const Eigen::VectorXd product = system.K * system.f;
  require((product - solutionIn(exchange)).norm() / product.norm(), 1e-12, "Eigen's product");
  require((product - system.gather(y)).norm() / product.norm(), 1e-5, "our product");
  for (const bool isOurs : {true, false}) {
    const double seconds = isOurs ? ours : theirs["solve_seconds"].get<double>();
    Json& row = addRow(report, scene, isOurs ? "sinew operator" : peer.name, 0, 0, seconds);
    row["iterations"] = 1;
    row["status"] = "solved";
    row["speedup"] = seconds / ours;
  }
}

void comparePeers(Report& report, FleshScene& scene, const std::vector<Peer>& peers,
                  const std::vector<double>& tolerances) {
  const Options& options = report.options();
  const AssembledSystem system(scene);
  const Exchange exchange(options.scratch, system);
  for (const Peer& peer : peers)
    if (peer.name == "eigen_product" && peer.isFound)
      compareProduct(report, peer, scene, system, exchange);
  for (const double tolerance : tolerances) {
    const SolvedSystem ours = solveSystem(scene, tolerance, options.repetitions);
    Json& own = addRow(report, scene, "sinew", tolerance, ours.setupSeconds, ours.solveSeconds);
    setSolved(own, ours.iterations, system.residual(system.gather(scene.w->dx)), tolerance);
    own["speedup"] = 1;
    for (const Peer& peer : peers) {
      if (peer.name == "eigen_product") continue;
      if (!peer.isFound) {
        addUnsolved(report, scene, peer, tolerance, "not found");
        continue;
      }
      if (peer.name == "cholmod_supernodal" && scene.cells() > kMostCellsToFactor) {
        addUnsolved(report, scene, peer, tolerance, "too large");
        continue;
      }
      const Json theirs = runPeer(peer, exchange, tolerance, options.threads);
      Json& row = addRow(report, scene, peer.name, tolerance, theirs["setup_seconds"],
                         theirs["solve_seconds"]);
      setSolved(row, theirs["iterations"], system.residual(solutionIn(exchange)), tolerance);
      row["speedup"] = row["seconds"].get<double>() / ours.seconds();
    }
  }
}

}  // namespace

void benchPeers(Report& report) {
  const Options& options = report.options();
  std::vector<Peer> peers = findPeers(options.threads);
  if (!options.peer.empty())
    std::erase_if(peers, [&](const Peer& peer) { return peer.name != options.peer; });
  require(!peers.empty(),
          "there is no peer '" + options.peer + "', or sinew-bench-peers is missing");
  std::vector<double> ratios{0.3, 0.45}, tolerances{1e-3, 1e-6};
  if (options.nu > 0) ratios = {options.nu};
  if (options.tolerance > 0) tolerances = {options.tolerance};
  std::vector<Scale> scales(std::begin(kScales), std::end(kScales));
  if (!options.scene.empty())
    std::erase_if(scales, [&](const Scale& scale) { return scale.scene != options.scene; });
  if (options.cells > 0) {
    scales.resize(1);
    scales[0].cells = options.cells;
  }
  for (const Scale& scale : scales)
    for (const double nu : ratios) {
      FleshScene scene =
          makeFleshScene(scale.scene, scale.cells, nu, options.threads, equationsOf(options));
      comparePeers(report, scene, peers, tolerances);
    }
}

}  // namespace sinew::bench
