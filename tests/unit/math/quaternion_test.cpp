// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>

#include "math/quaternion-inl.h"
#include "support/models.h"

namespace sinew::testing {
namespace {

namespace core = HWY_NAMESPACE;
using Eigen::Matrix3d;

template <class T>
double errorOf(const Matrix3d& R) {
  Mat3<T> given;
  T* const entries[9] = {&given.xx, &given.xy, &given.xz, &given.yx, &given.yy,
                         &given.yz, &given.zx, &given.zy, &given.zz};
  for (int k = 0; k < 9; ++k) *entries[k] = static_cast<T>(R(k / 3, k % 3));
  const Mat3<T> A = core::toMat3(core::quaternionOf(given));
  Matrix3d back;
  back << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return (back - R).norm();
}

// The same of the parameters that are kept in few bits.
double errorOfParameters(const Matrix3d& R) {
  Mat3<double> given{R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1),
                     R(1, 2), R(2, 0), R(2, 1), R(2, 2)};
  const Vec3<double> p = core::quarterTangent(core::quaternionOf(given));
  EXPECT_LE(dot(p, p), 1 + 1e-14);
  const Mat3<double> A = core::rotationOf(p);
  Matrix3d back;
  back << A.xx, A.xy, A.xz, A.yx, A.yy, A.yz, A.zx, A.zy, A.zz;
  return (back - R).norm();
}

void expectGivenBack(const Matrix3d& R) {
  EXPECT_LT(errorOf<double>(R), 1e-14);
  EXPECT_LT(errorOf<float>(R), 1e-6);
  EXPECT_LT(errorOfParameters(R), 1e-14);
}

TEST(Quaternion, GivesItsRotationBack) {
  Random random(5);
  for (int trial = 0; trial < 1000; ++trial) {
    const Eigen::Quaterniond q(random.next(), random.next(), random.next(), random.next());
    expectGivenBack(q.normalized().toRotationMatrix());
  }
}

TEST(Quaternion, GivesHalfTurnsBackWhereMostPartsVanish) {
  expectGivenBack(Matrix3d::Identity());
  for (const double angle : {3.1415926535897931, 3.1415, 1e-4})
    for (const Eigen::Vector3d& axis :
         {Eigen::Vector3d::UnitX().eval(), Eigen::Vector3d::UnitY().eval(),
          Eigen::Vector3d::UnitZ().eval(), Eigen::Vector3d(1, 1, 0).normalized().eval(),
          Eigen::Vector3d(1, -1, 1).normalized().eval()})
      expectGivenBack(Eigen::AngleAxisd(angle, axis).toRotationMatrix());
}

}  // namespace
}  // namespace sinew::testing
