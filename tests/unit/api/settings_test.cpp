// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "sinew/settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "support/characters.h"

namespace sinew::testing {
namespace {

template <class Settings>
class EverySettings : public ::testing::Test {};
using AllSettings = ::testing::Types<Material, BindSettings, SolveSettings>;
TYPED_TEST_SUITE(EverySettings, AllSettings);

/// Values outside [least, greatest] that the type can hold.
template <class T>
std::vector<T> outside(T least, T greatest) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr T inf = std::numeric_limits<T>::infinity();
    return {std::nextafter(least, -inf), std::nextafter(greatest, inf),
            std::numeric_limits<T>::quiet_NaN(), inf, -inf};
  } else {
    return {least - 1, greatest + 1, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
  }
}

TYPED_TEST(EverySettings, DefaultsAreInRange) { EXPECT_FALSE(findProblem(TypeParam{})); }

/// One function for the numbers, one for the choices of visitFields.
template <class Numbers, class Choices>
struct Visitor : Numbers, Choices {
  using Numbers::operator(), Choices::operator();
};
template <class Numbers, class Choices>
Visitor(Numbers, Choices) -> Visitor<Numbers, Choices>;

TYPED_TEST(EverySettings, BothEndsOfEveryRangeAreInRange) {
  TypeParam low, high;
  visitFields(
      low, Visitor{[](const char*, auto& value, auto least, auto, const char*) { value = least; },
                   [](const char*, auto& value, auto&, const char*) {
                     value = std::decay_t<decltype(value)>(0);
                   }});
  visitFields(high,
              Visitor{[](const char*, auto& value, auto, auto most, const char*) { value = most; },
                      [](const char*, auto& value, auto& names, const char*) {
                        value = std::decay_t<decltype(value)>(std::size(names) - 1);
                      }});
  EXPECT_FALSE(findProblem(low));
  EXPECT_FALSE(findProblem(high));
}

TYPED_TEST(EverySettings, EveryFieldOutOfRangeIsCaughtAndNamed) {
  TypeParam settings;
  int fields = 0;
  const auto expectNamed = [&](const char* name) {
    const std::optional<std::string> problem = findProblem(settings);
    ASSERT_TRUE(problem) << name;
    EXPECT_TRUE(isSentence(*problem)) << *problem;
    EXPECT_NE(problem->find(name), std::string::npos) << *problem;
  };
  const auto checkNumber = [&](const char* name, auto& value, auto least, auto greatest,
                               const char*) {
    ++fields;
    const auto kept = value;
    for (const auto bad : outside(least, greatest)) {
      value = bad;
      expectNamed(name);
    }
    value = kept;
    EXPECT_FALSE(findProblem(settings));
  };
  const auto checkChoice = [&](const char* name, auto& value, auto& names, const char*) {
    ++fields;
    const auto kept = value;
    for (const int bad : {-1, static_cast<int>(std::size(names))}) {
      value = std::decay_t<decltype(value)>(bad);
      expectNamed(name);
    }
    value = kept;
    EXPECT_FALSE(findProblem(settings));
  };
  visitFields(settings, Visitor{checkNumber, checkChoice});
  EXPECT_GT(fields, 0);
}

TEST(BindSettings, AStabilisationThatDoesNotExistIsCaughtAndNamed) {
  BindSettings settings;
  settings.stabilisation = static_cast<Stabilisation>(7);
  ASSERT_TRUE(findProblem(settings));
  EXPECT_NE(findProblem(settings)->find("stabilisation"), std::string::npos);
}

TEST(PreviewSettings, AreInRangeAndCheaperThanTheDefaults) {
  const SolveSettings preview = previewSettings(), final;
  EXPECT_FALSE(findProblem(preview));
  EXPECT_GT(preview.stepTolerance, final.stepTolerance);
  EXPECT_LT(preview.newtonIterations, final.newtonIterations);
}

}  // namespace
}  // namespace sinew::testing
