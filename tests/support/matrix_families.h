// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// Kinds of 3x3 matrices that a singular value decomposition may meet, and how well it did on them.
// Shared by unit/math/svd3_test.cpp and benchmarks/svd3_bench.cpp.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "base/aligned_vector.h"
#include "math/mat3.h"

namespace sinew::testing {

class RandomMatrices {
 public:
  explicit RandomMatrices(std::uint64_t seed) : bits_(seed) {}

  double normal() { return normal_(bits_); }
  double uniform(double from, double to) { return from + (to - from) * uniform_(bits_); }
  /// A number whose order of magnitude is uniform.
  double decades(double from, double to) { return std::pow(10.0, uniform(from, to)); }

  Eigen::Matrix3d gaussian() {
    return Eigen::Matrix3d::NullaryExpr([this] { return normal(); });
  }
  Eigen::Matrix3d rotation() {
    return Eigen::Quaterniond(normal(), normal(), normal(), normal()).normalized().matrix();
  }
  Eigen::Matrix3d withSigma(double x, double y, double z) {
    return rotation() * Eigen::Vector3d(x, y, z).asDiagonal() * rotation();
  }

 private:
  std::mt19937_64 bits_;
  std::normal_distribution<double> normal_;
  std::uniform_real_distribution<double> uniform_;
};

struct MatrixFamily {
  const char* name;
  Eigen::Matrix3d (*make)(RandomMatrices&);
};

inline const std::vector<MatrixFamily>& matrixFamilies() {
  using Matrix = Eigen::Matrix3d;
  static const std::vector<MatrixFamily> families = {
      {"random", [](RandomMatrices& r) { return r.gaussian(); }},
      {"identity", [](RandomMatrices&) -> Matrix { return Matrix::Identity(); }},
      {"zero", [](RandomMatrices&) -> Matrix { return Matrix::Zero(); }},
      {"rotation", [](RandomMatrices& r) { return r.rotation(); }},
      {"near_rest",
       [](RandomMatrices& r) -> Matrix {
         return Matrix::Identity() + r.decades(-9, -1) * r.gaussian();
       }},
      {"near_rotation",
       [](RandomMatrices& r) -> Matrix { return r.rotation() + r.decades(-9, -1) * r.gaussian(); }},
      {"inverted",
       [](RandomMatrices& r) { return r.withSigma(1, r.uniform(0, 1), r.uniform(-1, 0)); }},
      {"rank_one", [](RandomMatrices& r) { return r.withSigma(1, 0, 0); }},
      {"rank_two", [](RandomMatrices& r) { return r.withSigma(1, r.uniform(0, 1), 0); }},
      // Exact in float, and with many exact ties.
      {"small_integers",
       [](RandomMatrices& r) -> Matrix {
         return Matrix::NullaryExpr([&r] { return std::floor(r.uniform(-1, 2)); });
       }},
      {"outer_product_of_integers",
       [](RandomMatrices& r) -> Matrix {
         const auto entry = [&r] { return std::floor(r.uniform(-3, 4)); };
         const Eigen::Vector3d a(entry(), entry(), entry()), b(entry(), entry(), entry());
         return a * b.transpose();
       }},
      {"two_equal_large",
       [](RandomMatrices& r) { return r.withSigma(1 + r.decades(-9, -1), 1, r.uniform(-1, 1)); }},
      {"two_equal_small",
       [](RandomMatrices& r) {
         const double small = r.decades(-8, 0);
         return r.withSigma(1, small, small * (1 - r.decades(-9, -1)));
       }},
      // sigma_y + sigma_z almost zero: the closest rotation is almost undefined.
      {"opposite_small",
       [](RandomMatrices& r) {
         const double small = r.decades(-8, 0);
         return r.withSigma(1, small, -small * (1 - r.decades(-9, -1)));
       }},
      {"graded",
       [](RandomMatrices& r) {
         const double y = r.decades(-8, 0);
         return r.withSigma(1, y, y * r.decades(-8, 0) * r.uniform(-1, 1));
       }},
      {"diagonal",
       [](RandomMatrices& r) -> Matrix {
         return Eigen::Vector3d(r.normal(), r.normal(), r.normal()).asDiagonal();
       }},
      {"diagonal_graded",
       [](RandomMatrices& r) -> Matrix {
         return Eigen::Vector3d(r.decades(-20, 5), -r.decades(-20, 5), r.decades(-20, 5))
             .asDiagonal();
       }},
      {"sparse",
       [](RandomMatrices& r) -> Matrix {
         return Matrix::NullaryExpr([&r] { return r.uniform(0, 1) < 0.5 ? 0 : r.normal(); });
       }},
      {"entries_graded",
       [](RandomMatrices& r) -> Matrix {
         return Matrix::NullaryExpr([&r] { return r.decades(-12, 2) * r.normal(); });
       }},
      {"tiny_to_huge",
       [](RandomMatrices& r) -> Matrix { return r.decades(-12, 12) * r.gaussian(); }},
      {"whole_float_range",
       [](RandomMatrices& r) -> Matrix { return r.decades(-36, 37) * r.gaussian(); }},
  };
  return families;
}

/// Arrays as svd3Array wants them: entry k of matrix i at [k * stride + i].
struct Svd3Arrays {
  explicit Svd3Arrays(std::size_t matrixCount)
      : count(matrixCount),
        // Not a multiple of 4 KiB: the 30 streams would share one set of the first-level cache.
        stride((matrixCount + 15) / 16 * 16 + ((matrixCount + 15) / 16 % 64 == 0 ? 16 : 0)),
        F(9 * stride),
        U(9 * stride),
        sigma(3 * stride),
        V(9 * stride) {}

  void set(std::size_t i, const Eigen::Matrix3d& A) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) {
        F[static_cast<std::size_t>(3 * row + column) * stride + i] =
            static_cast<float>(A(row, column));
      }
    }
  }

  void fill(const MatrixFamily& family, std::uint64_t seed) {
    RandomMatrices random(seed);
    for (std::size_t i = 0; i < count; ++i) set(i, family.make(random));
  }

  Mat3<double> matrix(const AlignedVector<float>& from, std::size_t i) const {
    const auto at = [&](std::size_t k) { return static_cast<double>(from[k * stride + i]); };
    return {at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)};
  }

  Vec3<double> sigmaOf(std::size_t i) const {
    return {sigma[i], sigma[stride + i], sigma[2 * stride + i]};
  }

  std::size_t count, stride;
  AlignedVector<float> F, U, sigma, V;
};

/// Largest errors of a set of decompositions. A NaN anywhere makes an error infinite.
struct Svd3Errors {
  double equation = 0;       ///< |U diag(sigma) V^T - F| / |F|
  double orthogonality = 0;  ///< the larger of |U^T U - I| and |V^T V - I|
  double handedness = 0;     ///< the larger of |det U - 1| and |det V - 1|
  bool ordered = true;       ///< sigma_x >= sigma_y >= |sigma_z|

  void include(const Mat3<double>& F, const Mat3<double>& U, const Vec3<double>& s,
               const Mat3<double>& V) {
    const Mat3<double> one = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const auto norm = [](const Mat3<double>& A) { return std::sqrt(dot(A, A)); };
    const double size = std::max(norm(F), std::numeric_limits<double>::min());
    raise(equation, norm(mulTransposeRight(scaleColumns(U, s), V) - F) / size);
    raise(orthogonality, norm(mulTransposeLeft(U, U) - one));
    raise(orthogonality, norm(mulTransposeLeft(V, V) - one));
    raise(handedness, std::abs(determinant(U) - 1));
    raise(handedness, std::abs(determinant(V) - 1));
    ordered = ordered && s.x >= s.y && s.y >= std::abs(s.z);
  }

 private:
  static void raise(double& largest, double error) {
    largest =
        std::max(largest, std::isnan(error) ? std::numeric_limits<double>::infinity() : error);
  }
};

inline Svd3Errors measureErrors(const Svd3Arrays& arrays) {
  Svd3Errors errors;
  for (std::size_t i = 0; i < arrays.count; ++i) {
    errors.include(arrays.matrix(arrays.F, i), arrays.matrix(arrays.U, i), arrays.sigmaOf(i),
                   arrays.matrix(arrays.V, i));
  }
  return errors;
}

}  // namespace sinew::testing
