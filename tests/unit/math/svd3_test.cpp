// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "math/svd3-inl.h"  // for T = double, at the baseline target
#include "math/svd3_kernels.h"
#include "support/matrix_families.h"

namespace sinew::testing {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Half the distance between neighbouring floats at 1; likewise for doubles.
constexpr double kFloatRoundOff = 0x1p-24;
constexpr double kDoubleRoundOff = 0x1p-53;

// Largest seen: 9 for the equation, 12 for the orthogonality (docs/theory/svd.md, table 1).
constexpr double kTolerance = 16 * kFloatRoundOff;  // 1e-6

void decompose(Svd3Arrays& arrays) {
  svd3Array(arrays.F.data(), arrays.U.data(), arrays.sigma.data(), arrays.V.data(), arrays.count,
            arrays.stride);
}

// Runs on every instruction set that is compiled in and that this machine has.
void forEveryTarget(const std::function<void()>& run) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    run();
    hwy::SetSupportedTargetsForTest(0);
  }
}

void expectRoundOffOnly(const Svd3Errors& errors) {
  EXPECT_LT(errors.equation, kTolerance);
  EXPECT_LT(errors.orthogonality, kTolerance);
  EXPECT_LT(errors.handedness, kTolerance);
  EXPECT_TRUE(errors.ordered);
}

Matrix3d toEigen(const Mat3<double>& A) {
  Matrix3d result;
  result << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return result;
}

Mat3<double> fromEigen(const Matrix3d& A) {
  return {A(0, 0), A(0, 1), A(0, 2), A(1, 0), A(1, 1), A(1, 2), A(2, 0), A(2, 1), A(2, 2)};
}

// The decomposition of the same form, by Eigen's iteration in double.
struct Reference {
  explicit Reference(const Matrix3d& F) {
    // MatrixXd: with Matrix3d GCC 12 warns of uninitialised members inside Eigen.
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    sigma = svd.singularValues();
    Matrix3d U = svd.matrixU(), V = svd.matrixV();
    if (U.determinant() * V.determinant() < 0) {
      sigma.z() = -sigma.z();
      U.col(2) = -U.col(2);
    }
    R = U * V.transpose();
  }
  Vector3d sigma;
  Matrix3d R;
};

TEST(Svd3, DecomposesAMillionRandomMatricesToRoundOff) {
  Svd3Arrays arrays(1000000);
  arrays.fill(matrixFamilies().front(), 1);
  decompose(arrays);
  expectRoundOffOnly(measureErrors(arrays));
}

TEST(Svd3, DecomposesEveryFamilyOfMatricesToRoundOff) {
  for (const MatrixFamily& family : matrixFamilies()) {
    SCOPED_TRACE(family.name);
    Svd3Arrays arrays(20000);
    arrays.fill(family, 2);
    forEveryTarget([&] {
      decompose(arrays);
      expectRoundOffOnly(measureErrors(arrays));
    });
  }
}

TEST(Svd3, FindsTheSingularValuesAndTheRotationEigenFinds) {
  for (const MatrixFamily& family : matrixFamilies()) {
    SCOPED_TRACE(family.name);
    Svd3Arrays arrays(2000);
    arrays.fill(family, 3);
    decompose(arrays);
    double sigmaError = 0, rotationError = 0;
    for (std::size_t i = 0; i < arrays.count; ++i) {
      const Matrix3d F = toEigen(arrays.matrix(arrays.F, i));
      const double size = F.norm();
      if (size == 0) continue;
      const Reference reference(F / size);  // Eigen takes a singular value of 1e-37 for zero
      const Vec3<double> s = arrays.sigmaOf(i);
      // The sign of a sigma_z that is round-off is round-off too.
      const double signTolerance = 4 * kFloatRoundOff;
      const bool signKnown = std::abs(reference.sigma.z()) > signTolerance;
      const double z = signKnown ? reference.sigma.z() : std::copysign(reference.sigma.z(), s.z);
      const Vector3d difference =
          Vector3d(s.x, s.y, s.z) / size - Vector3d(reference.sigma.x(), reference.sigma.y(), z);
      sigmaError = std::max(sigmaError, difference.norm());

      // A change dF of F turns R by |dF| / (sigma_y + sigma_z).
      const double gap = reference.sigma.y() + reference.sigma.z();
      if (gap < 100 * kFloatRoundOff) continue;
      const Matrix3d R =
          toEigen(arrays.matrix(arrays.U, i)) * toEigen(arrays.matrix(arrays.V, i)).transpose();
      rotationError = std::max(rotationError, (R - reference.R).norm() * gap);
    }
    EXPECT_LT(sigmaError, kTolerance);
    EXPECT_LT(rotationError, kTolerance);
  }
}

// One line of svd3x3.csv: computed with sixty digits.
struct ReferenceLine {
  std::string category;
  Matrix3d A, R;
  Vector3d sigma;
  double gap;  // sigma_y + sigma_z, of A / |A|
  bool rotationIsUnique;
};

std::vector<ReferenceLine> readReferenceFile() {
  const char* variable = std::getenv("SINEW_SHARED");
#ifdef SINEW_SHARED_DIR
  const std::string folder = variable ? variable : SINEW_SHARED_DIR;
#else
  const std::string folder = variable ? variable : "";
#endif
  std::ifstream file(folder + "/data/reference/svd3x3.csv");
  std::vector<ReferenceLine> lines;
  for (std::string text; std::getline(file, text);) {
    if (text.empty() || text.front() == '#' || text.starts_with("id")) continue;
    std::istringstream fields(text);
    const auto next = [&fields] {
      std::string field;
      std::getline(fields, field, ',');
      return field;
    };
    const auto number = [&next] { return std::strtod(next().c_str(), nullptr); };
    ReferenceLine line;
    next();  // id
    line.category = next();
    for (int k = 0; k < 9; ++k) line.A(k / 3, k % 3) = number();
    for (int k = 0; k < 3; ++k) line.sigma(k) = number();
    if (number() < 0) line.sigma.z() = -line.sigma.z();  // det
    for (int k = 0; k < 9; ++k) line.R(k / 3, k % 3) = number();
    line.rotationIsUnique = number() == 1;
    line.gap = (line.sigma.y() + line.sigma.z()) / std::max(line.A.norm(), 1e-300);
    lines.push_back(line);
  }
  return lines;
}

constexpr const char* kNoReferenceFile =
    "data/reference/svd3x3.csv not found; set SINEW_SHARED to the folder that holds data/";

TEST(Svd3, AgreesWithTheSixtyDigitReference) {
  const std::vector<ReferenceLine> lines = readReferenceFile();
  if (lines.empty()) GTEST_SKIP() << kNoReferenceFile;
  Svd3Arrays arrays(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) arrays.set(i, lines[i].A);
  forEveryTarget([&] {
    decompose(arrays);
    expectRoundOffOnly(measureErrors(arrays));
    for (std::size_t i = 0; i < lines.size(); ++i) {
      SCOPED_TRACE(lines[i].category);
      const double size = lines[i].A.norm();
      const Vec3<double> s = arrays.sigmaOf(i);
      const Vector3d magnitudes(s.x, s.y, std::abs(s.z));
      EXPECT_LE((magnitudes - lines[i].sigma.cwiseAbs()).norm(), kTolerance * size);
      if (!lines[i].rotationIsUnique) continue;
      const Matrix3d R =
          toEigen(arrays.matrix(arrays.U, i)) * toEigen(arrays.matrix(arrays.V, i)).transpose();
      EXPECT_LT((R - lines[i].R).norm() * lines[i].gap, kTolerance);
    }
  });
}

TEST(Svd3, InDoubleAgreesWithTheSixtyDigitReferenceToDoubleRoundOff) {
  const std::vector<ReferenceLine> lines = readReferenceFile();
  if (lines.empty()) GTEST_SKIP() << kNoReferenceFile;
  const double tolerance = 16 * kDoubleRoundOff;
  for (const ReferenceLine& line : lines) {
    SCOPED_TRACE(line.category);
    Mat3<double> U, V;
    Vec3<double> s;
    HWY_NAMESPACE::svd3(fromEigen(line.A), U, s, V);
    Svd3Errors errors;
    errors.include(fromEigen(line.A), U, s, V);
    EXPECT_LT(errors.equation, tolerance);
    EXPECT_LT(errors.orthogonality, tolerance);
    EXPECT_TRUE(errors.ordered);
    const Vector3d magnitudes(s.x, s.y, std::abs(s.z));
    EXPECT_LE((magnitudes - line.sigma.cwiseAbs()).norm(), tolerance * line.A.norm());
    if (!line.rotationIsUnique) continue;
    EXPECT_LT((toEigen(U) * toEigen(V).transpose() - line.R).norm() * line.gap, tolerance);
  }
}

TEST(Svd3, InDoubleDecomposesEveryFamilyOfMatricesToDoubleRoundOff) {
  for (const MatrixFamily& family : matrixFamilies()) {
    SCOPED_TRACE(family.name);
    RandomMatrices random(4);
    Svd3Errors errors;
    for (int i = 0; i < 20000; ++i) {
      const Mat3<double> F = fromEigen(family.make(random));
      Mat3<double> U, V;
      Vec3<double> s;
      HWY_NAMESPACE::svd3(F, U, s, V);
      errors.include(F, U, s, V);
    }
    EXPECT_LT(errors.equation, 16 * kDoubleRoundOff);
    EXPECT_LT(errors.orthogonality, 16 * kDoubleRoundOff);
    EXPECT_TRUE(errors.ordered);
  }
}

TEST(Svd3, GivesZeroAndIdentityTheIdentityAsRotationExactly) {
  Svd3Arrays arrays(32);
  for (std::size_t i = 16; i < 32; ++i) arrays.set(i, Matrix3d::Identity());
  forEveryTarget([&] {
    decompose(arrays);
    for (std::size_t i = 0; i < 32; ++i) {
      const double expected = i < 16 ? 0 : 1;
      const Vec3<double> s = arrays.sigmaOf(i);
      EXPECT_EQ(Vector3d(s.x, s.y, s.z), Vector3d::Constant(expected));
      EXPECT_EQ(toEigen(mulTransposeRight(arrays.matrix(arrays.U, i), arrays.matrix(arrays.V, i))),
                Matrix3d::Identity());
    }
  });
}

TEST(Svd3, ScalesSigmaAndKeepsTheRotationsUnderPowersOfTwo) {
  for (const float factor : {0x1p-80f, 0x1p-3f, 0x1p90f}) {
    SCOPED_TRACE(factor);
    Svd3Arrays arrays(4096), scaled(4096);
    arrays.fill(matrixFamilies().front(), 5);
    for (std::size_t k = 0; k < arrays.F.size(); ++k) scaled.F[k] = factor * arrays.F[k];
    decompose(arrays);
    decompose(scaled);
    for (float& sigma : arrays.sigma) sigma *= factor;
    EXPECT_EQ(scaled.U, arrays.U);  // every bit: no step of the algorithm knows the scale
    EXPECT_EQ(scaled.V, arrays.V);
    EXPECT_EQ(scaled.sigma, arrays.sigma);
  }
}

// Expects equal bits from those of the given targets that can run here.
void expectEqualBits(std::int64_t targets) {
  std::vector<Svd3Arrays> results;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if ((target & targets) == 0) continue;
    hwy::SetSupportedTargetsForTest(target);
    Svd3Arrays& arrays = results.emplace_back(50000);
    RandomMatrices random(6);
    const std::vector<MatrixFamily>& families = matrixFamilies();
    for (std::size_t i = 0; i < arrays.count; ++i) {
      arrays.set(i, families[i % families.size()].make(random));
    }
    decompose(arrays);
    hwy::SetSupportedTargetsForTest(0);
  }
  if (results.size() < 2) GTEST_SKIP() << "needs two such instruction sets, found fewer";
  for (const Svd3Arrays& other : results) {
    const auto sameBits = [](const AlignedVector<float>& a, const AlignedVector<float>& b) {
      return std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
    };
    EXPECT_TRUE(sameBits(other.U, results[0].U));
    EXPECT_TRUE(sameBits(other.sigma, results[0].sigma));
    EXPECT_TRUE(sameBits(other.V, results[0].V));
  }
}

TEST(Svd3, GivesTheSameBitsOnEveryTargetWithFma) { expectEqualBits(HWY_AVX2 | HWY_AVX3); }

TEST(Svd3, GivesTheSameBitsOnEveryTargetWithoutFma) {
  expectEqualBits(HWY_SSE4 | HWY_EMU128 | HWY_SCALAR);
}

TEST(Svd3, GivesAMatrixTheSameResultAtAnyPlaceAndCount) {
  forEveryTarget([] {
    Svd3Arrays many(64);
    many.fill(matrixFamilies().front(), 7);
    decompose(many);
    for (std::size_t count = 1; count <= 33; ++count) {
      Svd3Arrays few(count);  // matrix i is matrix i + 20 of the others
      for (std::size_t i = 0; i < count; ++i) few.set(i, toEigen(many.matrix(many.F, i + 20)));
      decompose(few);
      for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(toEigen(few.matrix(few.U, i)), toEigen(many.matrix(many.U, i + 20)));
        EXPECT_EQ(toEigen(few.matrix(few.V, i)), toEigen(many.matrix(many.V, i + 20)));
      }
    }
  });
}

TEST(Svd3, WritesNothingBeyondThePadding) {
  forEveryTarget([] {
    Svd3Arrays arrays(64);
    arrays.fill(matrixFamilies().front(), 8);
    const float untouched = -77;
    for (auto* output : {&arrays.U, &arrays.sigma, &arrays.V}) {
      std::fill(output->begin(), output->end(), untouched);
    }
    arrays.count = 17;  // padded to 32
    decompose(arrays);
    for (const auto* output : {&arrays.U, &arrays.sigma, &arrays.V}) {
      for (std::size_t k = 0; k < output->size(); ++k) {
        const std::size_t i = k % arrays.stride;
        if (i >= 32) {
          EXPECT_EQ((*output)[k], untouched) << "entry " << k;
        } else if (i < 17) {
          EXPECT_NE((*output)[k], untouched) << "entry " << k;
        }
      }
    }
  });
}

}  // namespace
}  // namespace sinew::testing
