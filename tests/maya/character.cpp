// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "character.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace sinew::test {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kRootX = 2, kElbowX = 20, kTipX = 38;

}  // namespace

MMatrix translation(double x, double y, double z) {
  MMatrix m;
  m(3, 0) = x, m(3, 1) = y, m(3, 2) = z;
  return m;
}

MMatrix rotationZ(double degrees) {
  const double c = std::cos(degrees * kPi / 180), s = std::sin(degrees * kPi / 180);
  MMatrix m;
  m(0, 0) = c, m(0, 1) = s, m(1, 0) = -s, m(1, 1) = c;
  return m;
}

MMatrix scaling(double x, double y, double z) {
  MMatrix m;
  m(0, 0) = x, m(1, 1) = y, m(2, 2) = z;
  return m;
}

Tube makeTube(int rings, int around) {
  Tube tube;
  const auto at = [&](int ring, int k) { return ring * around + k % around; };
  for (int ring = 0; ring < rings; ++ring)
    for (int k = 0; k < around; ++k) {
      const double angle = 2 * kPi * k / around;
      tube.points.push_back({40.0f * static_cast<float>(ring) / static_cast<float>(rings - 1),
                             static_cast<float>(5 * std::cos(angle)),
                             static_cast<float>(5 * std::sin(angle))});
    }
  const auto face = [&](std::vector<int> corners) {
    tube.counts.push_back(static_cast<int>(corners.size()));
    tube.corners.insert(tube.corners.end(), corners.begin(), corners.end());
  };
  for (int ring = 0; ring + 1 < rings; ++ring)
    for (int k = 0; k < around; ++k)
      face({at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)});
  std::vector<int> front, back;
  for (int k = 0; k < around; ++k) {
    back.push_back(at(rings - 1, k));
    front.insert(front.begin(), at(0, k));
  }
  face(front);
  face(back);
  return tube;
}

Tube makeBox(const std::array<float, 3>& least, const std::array<float, 3>& greatest) {
  Tube box;
  for (std::size_t i = 0; i < 8; ++i)
    box.points.push_back({(i & 1 ? greatest : least)[0], (i & 2 ? greatest : least)[1],
                          (i & 4 ? greatest : least)[2]});
  box.counts.assign(6, 4);
  box.corners = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
  return box;
}

double bendAt(double seconds) { return 3 * seconds * 24; }

void addLimb(Session& session, const std::string& prefix, const MMatrix& place) {
  session.addTransform(
      prefix + "root", "", [](double) { return translation(kRootX, 0, 0); }, true);
  session.addTransform(
      prefix + "elbow", prefix + "root",
      [](double t) { return rotationZ(bendAt(t)) * translation(kElbowX - kRootX, 0, 0); }, true);
  session.addTransform(
      prefix + "tip", prefix + "elbow", [](double) { return translation(kTipX - kElbowX, 0, 0); },
      true);
  Tube tube = makeTube();
  const MMatrix back = place.inverse();
  for (auto& p : tube.points) {
    const MPoint q =
        MPoint(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])) *
        back;
    p = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)};
  }
  session.addMesh(prefix + "skin", "", place, tube.points, tube.counts, tube.corners);
}

std::string bindCommand(const std::string& prefix, const std::string& more) {
  return "sinew -setting targetCells 120 " + more + " " + prefix + "skin " + prefix + "root " +
         prefix + "elbow " + prefix + "tip";
}

std::string makeDeformer(Session& session, const std::string& prefix) {
  if (standin::host().commands.empty() && !session.loadPlugin()) std::abort();
  addLimb(session, prefix);
  const auto made = session.run(bindCommand(prefix));
  if (!made) {
    for (const std::string& m : session.messages()) std::fprintf(stderr, "%s\n", m.c_str());
    std::abort();
  }
  return made->at(0);
}

std::string temporary(const std::string& name) {
  return (std::filesystem::temp_directory_path() / ("sinew_maya_" + name)).string();
}

std::string status(Session& session, const std::string& deformer) {
  return session.text(deformer + ".report[0].status");
}

Points plainPoints(double frame) {
  Session session;
  const std::string deformer = makeDeformer(session);
  session.setFrame(frame);
  return session.points(deformer);
}

// Root does not move; elbow and tip turn about the elbow.
Pose poseAt(const std::vector<std::int32_t>& jointOfBone, double seconds) {
  const double angle = bendAt(seconds) * kPi / 180, c = std::cos(angle), s = std::sin(angle);
  const double x = kElbowX * 0.01;
  Affine3d turn;
  turn.rows[0][0] = c, turn.rows[0][1] = -s, turn.rows[0][3] = x - c * x;
  turn.rows[1][0] = s, turn.rows[1][1] = c, turn.rows[1][3] = -s * x;
  Pose pose;
  for (const std::int32_t joint : jointOfBone) pose.bones.push_back(joint == 0 ? Affine3d{} : turn);
  return pose;
}

Points inCentimetres(const std::vector<Vec3f>& surface) {
  Points points;
  for (const Vec3f& p : surface) points.push_back({p.x * 100, p.y * 100, p.z * 100});
  return points;
}

double greatestGap(const Points& a, const Points& b) {
  if (a.size() != b.size() || a.empty()) return 1e30;
  double gap = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      gap = std::max(gap, static_cast<double>(std::abs(a[i][k] - b[i][k])));
  return gap;
}

}  // namespace sinew::test
