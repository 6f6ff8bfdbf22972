// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// `sinew bench`: every benchmark runs on a tiny scene, finds its own answers right (it fails if
// not) and prints the fields that scripts read. No time is looked at.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/tool.h"

namespace sinew::testing {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

class BenchTest : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '_');
    folder_ = fs::temp_directory_path() / ("sinew_bench_" + name);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  Outcome bench(Arguments arguments) const {
    arguments.insert(arguments.begin(), "bench");
    return runTool(folder_, arguments);
  }

  fs::path folder_;
};

// A number above zero; null or zero where the row may have none.
void expectAmount(const Json& row, const char* field, bool mayLack) {
  ASSERT_TRUE(row.contains(field)) << row;
  if (row[field].is_null()) {
    EXPECT_TRUE(mayLack) << field << " of " << row;
  } else {
    ASSERT_TRUE(row[field].is_number()) << field << " of " << row;
    if (!mayLack) {
      EXPECT_GT(row[field].get<double>(), 0) << field << " of " << row;
    }
  }
}

TEST_P(BenchTest, VerifiesItsAnswersAndPrintsTheSchema) {
  const std::string name = GetParam();
  const bool isPeers = name == "peers", isWhole = name == "bind" || name == "contact" || isPeers;
  // An arm of 300 cells folds in more than one way, and a tight solve finds another one.
  const char* cells = name == "frame" || name == "contact" ? "1000" : "300";
  Arguments arguments{name, "--json", "--quick", "--cells", cells, "--threads", "1"};
  if (name == "frame" || name == "bind" || name == "contact")
    arguments.insert(arguments.end(), {"--scene", "arm"});
  if (isPeers)  // the one that is always there
    arguments.insert(arguments.end(),
                     {"--peer", "eigen_cg_double", "--nu", "0.3", "--scratch", folder_.string()});
  const Outcome outcome = bench(arguments);
  ASSERT_EQ(outcome.exitCode, 0) << outcome.error;
  const Json rows = Json::parse(outcome.output);
  ASSERT_TRUE(rows.is_array());
  ASSERT_GT(rows.size(), 0u);
  for (const Json& row : rows) {
    EXPECT_EQ(row["name"], name);
    EXPECT_TRUE(row["scene"].is_string() && !row["scene"].get<std::string>().empty());
    EXPECT_TRUE(row["target"].is_string());
    EXPECT_EQ(row["threads"], 1);
    for (const char* field : {"cells", "seconds", "ns_per_cell"}) expectAmount(row, field, false);
    for (const char* field : {"gb_per_s", "gflop_per_s", "fraction_of_bound"})
      expectAmount(row, field, isWhole || name == "limits");
    if (!isPeers) continue;
    EXPECT_TRUE(row["peer"].is_string());
    for (const char* field : {"setup_seconds", "solve_seconds", "iterations", "speedup"})
      expectAmount(row, field, false);
  }
}

INSTANTIATE_TEST_SUITE_P(All, BenchTest,
                         ::testing::Values("limits", "svd", "operator", "vcycle", "linear", "frame",
                                           "bind", "contact", "peers"),
                         [](const auto& benchmark) { return std::string(benchmark.param); });

TEST_F(BenchTest, UnknownNamesAreRefusedWithThoseThatExist) {
  const Outcome name = bench({"speed"});
  EXPECT_EQ(name.exitCode, 2);
  EXPECT_NE(name.error.find("operator"), std::string::npos) << name.error;
  const Outcome target = bench({"svd", "--target", "Z80"});
  EXPECT_EQ(target.exitCode, 2);
  EXPECT_NE(target.error.find("'Z80'"), std::string::npos) << target.error;
}

}  // namespace
}  // namespace sinew::testing
