// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT

// Every operation of Vec3, Mat3 and Sym3 against Eigen, in double and in Wide on every target.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "unit/math/mat3_test.cpp"
#include "math/mat3.h"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/wide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace sinew {
namespace HWY_NAMESPACE {

// Each writes the results of its operations one after the other; expectedResults below does the
// same. Three functions that are not inlined, because one took GCC minutes under sanitizers.
template <class T>
HWY_NOINLINE void vectorOperations(const Vec3<T>& a, const Vec3<T>& b, T s, auto& put) {
  const auto putVec = [&](const Vec3<T>& v) { put(v.x), put(v.y), put(v.z); };
  putVec(a + b);
  putVec(a - b);
  putVec(-a);
  putVec(s * a);
  putVec(a * s);
  putVec(cross(a, b));
  putVec(addScaled(a, s, b));
  putVec(select(s < s, a, b));
  put(dot(a, b));
  Vec3<T> c = a;
  c += b;
  c *= s;
  c -= a;
  putVec(c);
}

template <class T>
SINEW_INLINE void putMatrix(const Mat3<T>& M, auto& put) {
  put(M.xx), put(M.xy), put(M.xz);
  put(M.yx), put(M.yy), put(M.yz);
  put(M.zx), put(M.zy), put(M.zz);
}

template <class T>
HWY_NOINLINE void matrixOperations(const Mat3<T>& A, const Mat3<T>& B, const Vec3<T>& a,
                                   const Vec3<T>& b, T s, auto& put) {
  const auto putVec = [&](const Vec3<T>& v) { put(v.x), put(v.y), put(v.z); };
  const auto putMat = [&](const Mat3<T>& M) { putMatrix(M, put); };
  putMat(A + B);
  putMat(A - B);
  putMat(-A);
  putMat(s * A);
  putMat(A * s);
  putMat(A * B);
  putVec(A * b);
  putMat(transpose(A));
  putMat(mulTransposeLeft(A, B));
  putVec(mulTransposeLeft(A, b));
  putMat(mulTransposeRight(A, B));
  putMat(outer(a, b));
  putMat(scaleColumns(A, b));
  putMat(fromColumns(columnZ(A), columnX(A), columnY(A)));
  put(dot(A, B));
  put(trace(A));
  put(determinant(A));
  Mat3<T> C = A;
  C += B;
  C *= s;
  C -= A;
  putMat(C);
}

template <class T>
HWY_NOINLINE void symmetricOperations(const Mat3<T>& A, const Vec3<T>& a, const Vec3<T>& b, T s,
                                      auto& put) {
  const auto putSym = [&](const Sym3<T>& S) { putMatrix(toMat3(S), put); };
  const Sym3<T> P = gram(A);
  const Sym3<T> Q = outer(b);
  putSym(P);
  putSym(Q);
  putSym(P + Q);
  putSym(P - Q);
  putSym(s * P);
  putSym(P * s);
  putSym(adjugate(P));
  const Vec3<T> Pa = P * a;
  put(Pa.x), put(Pa.y), put(Pa.z);
  put(dot(P, Q));
  put(trace(P));
  Sym3<T> S = P;
  S += Q;
  S *= s;
  S -= P;
  putSym(S);
}

template <class T>
void everyOperation(const Mat3<T>& A, const Mat3<T>& B, const Vec3<T>& a, const Vec3<T>& b, T s,
                    auto& put) {
  vectorOperations(a, b, s, put);
  matrixOperations(A, B, a, b, s, put);
  symmetricOperations(A, a, b, s, put);
}

// input: A, B, a, b, s as 25 rows of 16 numbers, a problem per column; output: rows likewise.
// Returns the number of rows.
size_t everyOperationInWide(const float* input, float* output) {
  size_t rows = 0;
  for (size_t i = 0; i < 16; i += lanes()) {
    float* to = output + i;
    const auto put = [&to](Wide value) {
      store(value, to);
      to += 16;
    };
    everyOperation(loadMat3(input + i, 16), loadMat3(input + 9 * 16 + i, 16),
                   loadVec3(input + 18 * 16 + i, 16), loadVec3(input + 21 * 16 + i, 16),
                   load(input + 24 * 16 + i), put);
    rows = static_cast<size_t>(to - output) / 16;
  }
  return rows;
}

// The functions that scalar.h and wide-inl.h both have; each result is exact or rounded once.
template <class T>
SINEW_INLINE void everyFunction(T a, T b, auto&& put) {
  put(a + b), put(a - b), put(a * b), put(a / b), put(-a);
  put(min(a, b)), put(max(a, b)), put(abs(a)), put(sqrt(abs(a))), put(copySign(a, b));
  put(powerOfTwo(abs(a))), put(inversePowerOfTwo(abs(a)));
  put(select(a < b, a, b)), put(select(a <= b, a, b)), put(select(a > b, a, b));
  put(select(a >= b, a, b)), put(select(a == b, T(1), T(2))), put(select(a != b, T(1), T(2)));
  put(select((a < T(0)) & (b < T(0)), a, b)), put(select((a < T(0)) | (b < T(0)), a, b));
  put(select(!(a < b), a, b));
}

void everyFunctionInWide(const float* a, const float* b, float* output) {
  for (size_t i = 0; i < 16; i += lanes()) {
    float* to = output + i;
    everyFunction(loadU(a + i), loadU(b + i), [&to](Wide value) {
      storeU(value, to);
      to += 16;
    });
  }
}

// What is left of a * b - c when c is the rounded product: nothing if the product was rounded.
void residueOfProduct(const float* a, const float* b, const float* c, float* plain, float* fused) {
  for (size_t i = 0; i < 16; i += lanes()) {
    storeU(loadU(a + i) * loadU(b + i) - loadU(c + i), plain + i);
    storeU(mulAdd(loadU(a + i), loadU(b + i), -loadU(c + i)), fused + i);
    const Wide negated = negMulAdd(loadU(a + i), loadU(b + i), loadU(c + i));
    storeU(select(negated == -mulSub(loadU(a + i), loadU(b + i), loadU(c + i)), loadU(fused + i),
                  Wide(99)),
           fused + i);
  }
}

bool hasFma() { return HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3; }

}  // namespace HWY_NAMESPACE
}  // namespace sinew
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace sinew {
namespace {

HWY_EXPORT(everyOperationInWide);
HWY_EXPORT(everyFunctionInWide);
HWY_EXPORT(residueOfProduct);
HWY_EXPORT(hasFma);

using Eigen::Matrix3d;
using Eigen::Vector3d;

void forEveryTarget(const std::function<void()>& run) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    run();
    hwy::SetSupportedTargetsForTest(0);
  }
}

// Arguments of everyOperation, 25 numbers between -1 and 1 that float holds exactly.
std::vector<double> someNumbers(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> numbers(25);
  for (double& x : numbers) x = static_cast<double>(random() % 2048) / 1024 - 1;
  return numbers;
}

std::vector<double> expectedResults(const std::vector<double>& n) {
  using RowMajor = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
  const Matrix3d A = RowMajor::Map(&n[0]), B = RowMajor::Map(&n[9]);
  const Vector3d a = Vector3d::Map(&n[18]), b = Vector3d::Map(&n[21]);
  const double s = n[24];

  std::vector<double> results;
  const auto put = [&results](double x) { results.push_back(x); };
  const auto putVec = [&](const Vector3d& v) { put(v.x()), put(v.y()), put(v.z()); };
  const auto putMat = [&](const Matrix3d& M) {
    for (int k = 0; k < 9; ++k) put(M(k / 3, k % 3));
  };

  for (const Vector3d& v : {Vector3d(a + b), Vector3d(a - b), Vector3d(-a), Vector3d(s * a),
                            Vector3d(s * a), a.cross(b), Vector3d(a + s * b), b}) {
    putVec(v);
  }
  put(a.dot(b));
  putVec(s * (a + b) - a);

  for (const Matrix3d& M : {Matrix3d(A + B), Matrix3d(A - B), Matrix3d(-A), Matrix3d(s * A),
                            Matrix3d(s * A), Matrix3d(A * B)}) {
    putMat(M);
  }
  putVec(A * b);
  putMat(A.transpose());
  putMat(A.transpose() * B);
  putVec(A.transpose() * b);
  putMat(A * B.transpose());
  putMat(a * b.transpose());
  putMat(A * b.asDiagonal());
  Matrix3d permuted;
  permuted << A.col(2), A.col(0), A.col(1);
  putMat(permuted);
  put(A.cwiseProduct(B).sum());
  put(A.trace());
  put(A.determinant());
  putMat(s * (A + B) - A);

  const Matrix3d P = A.transpose() * A, Q = b * b.transpose();
  for (const Matrix3d& M : {P, Q, Matrix3d(P + Q), Matrix3d(P - Q), Matrix3d(s * P),
                            Matrix3d(s * P), Matrix3d(P.determinant() * P.inverse())}) {
    putMat(M);
  }
  putVec(P * a);
  put(P.cwiseProduct(Q).sum());
  put(P.trace());
  putMat(s * (P + Q) - P);
  return results;
}

TEST(Mat3, OperationsInDoubleMatchEigen) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const std::vector<double> n = someNumbers(seed);
    const auto mat = [&n](size_t k) {
      return Mat3<double>{n[k],     n[k + 1], n[k + 2], n[k + 3], n[k + 4],
                          n[k + 5], n[k + 6], n[k + 7], n[k + 8]};
    };
    std::vector<double> results;
    const auto put = [&results](double x) { results.push_back(x); };
    HWY_NAMESPACE::everyOperation(mat(0), mat(9), Vec3<double>{n[18], n[19], n[20]},
                                  Vec3<double>{n[21], n[22], n[23]}, n[24], put);
    const std::vector<double> expected = expectedResults(n);
    ASSERT_EQ(results.size(), expected.size());
    for (size_t k = 0; k < results.size(); ++k) {
      // Results are sums of at most 48 products below 3: round-off, and Eigen's inverse for adj.
      EXPECT_NEAR(results[k], expected[k], 1e-11) << "result " << k << ", seed " << seed;
    }
  }
}

TEST(Mat3, OperationsInEveryLaneOfEveryTargetMatchEigen) {
  alignas(64) float input[25 * 16];
  alignas(64) float output[512 * 16];
  std::vector<std::vector<double>> expected;
  for (unsigned lane = 0; lane < 16; ++lane) {
    const std::vector<double> n = someNumbers(1000 + lane);
    for (size_t k = 0; k < 25; ++k) input[k * 16 + lane] = static_cast<float>(n[k]);
    expected.push_back(expectedResults(n));
  }
  forEveryTarget([&] {
    std::fill(std::begin(output), std::end(output), 1e9f);
    const size_t rows = HWY_DYNAMIC_DISPATCH(everyOperationInWide)(input, output);
    ASSERT_EQ(rows, expected[0].size());
    for (size_t k = 0; k < rows; ++k) {
      for (size_t lane = 0; lane < 16; ++lane) {
        // 48 products below 3, each rounded to 6e-8.
        EXPECT_NEAR(output[k * 16 + lane], expected[lane][k], 1e-5) << "result " << k;
      }
    }
  });
}

TEST(Wide, FunctionsGiveTheBitsOfTheScalarFunctions) {
  constexpr float kHuge = 8e37f, kTiny = 1.5e-38f;
  const float a[16] = {0, 1, -1, 3,     -0.75f, kHuge, kTiny, 5,
                       5, 6, 7,  -2.5f, 1e-3f,  -1e9f, -3,    0.1f};
  const float b[16] = {1, -1, -2, 3, 0.75f, kTiny, kHuge, -5, 7, 6, 5, 1e9f, -7, -1e-6f, -3, 0.3f};
  std::vector<std::vector<float>> expected(16);
  for (size_t i = 0; i < 16; ++i) {
    HWY_NAMESPACE::everyFunction(a[i], b[i], [&](float x) { expected[i].push_back(x); });
  }
  forEveryTarget([&] {
    float output[64 * 16];
    HWY_DYNAMIC_DISPATCH(everyFunctionInWide)(a, b, output);
    for (size_t i = 0; i < 16; ++i) {
      for (size_t k = 0; k < expected[i].size(); ++k) {
        EXPECT_EQ(output[k * 16 + i], expected[i][k]) << a[i] << ", " << b[i] << ": " << k;
      }
    }
  });
}

TEST(Wide, PowersOfTwoMatchTheLibrary) {
  for (const float a : {1.0f, 1.999f, 2.0f, 3.7e-12f, 0x1p-126f, 8e37f}) {
    EXPECT_EQ(powerOfTwo(a), std::exp2(std::floor(std::log2(static_cast<double>(a))))) << a;
    EXPECT_EQ(inversePowerOfTwo(a) * powerOfTwo(a), 1.0f) << a;
    const double d = a;
    EXPECT_EQ(powerOfTwo(d), static_cast<double>(powerOfTwo(a)));
    EXPECT_EQ(inversePowerOfTwo(d), static_cast<double>(inversePowerOfTwo(a)));
  }
  EXPECT_EQ(powerOfTwo(0.0f), 0.0f);
  EXPECT_TRUE(std::isfinite(inversePowerOfTwo(0.0f)));
}

// Fails when the compiler fuses on its own, that is, without -ffp-contract=off.
TEST(Wide, ProductsAndSumsAreFusedByMulAddAndByNothingElse) {
  float a[16], b[16], product[16], plain[16], fused[16];
  std::mt19937 random(1);
  for (size_t i = 0; i < 16; ++i) {
    a[i] = 1 + static_cast<float>(random() % 8388608) * 0x1p-23f;
    b[i] = 1 + static_cast<float>(random() % 8388608) * 0x1p-23f;
    product[i] = a[i] * b[i];
  }
  forEveryTarget([&] {
    const bool fuses = HWY_DYNAMIC_DISPATCH(hasFma)();
    HWY_DYNAMIC_DISPATCH(residueOfProduct)(a, b, product, plain, fused);
    for (size_t i = 0; i < 16; ++i) {
      const double exact = static_cast<double>(a[i]) * b[i] - product[i];
      EXPECT_EQ(plain[i], 0.0f);
      EXPECT_EQ(fused[i], fuses ? static_cast<float>(exact) : 0.0f);
    }
  });
}

}  // namespace
}  // namespace sinew

#endif  // HWY_ONCE
