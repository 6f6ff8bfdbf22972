// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "scenes/camera.h"

#include <array>

namespace sinew::scenes {
namespace {

struct Axes {
  Vec3d right, up, forward;
};

Axes axesOf(const View& view) {
  const Vec3d forward = normalized(view.direction);
  const Vec3d right = normalized(cross(forward, view.up));
  return {right, cross(right, forward), forward};
}

/// From the middle of `bounds` to its corners.
std::array<Vec3d, 8> cornersOf(const Bounds& bounds) {
  const Vec3d half = 0.5 * bounds.size();
  std::array<Vec3d, 8> corners;
  for (int c = 0; c < 8; ++c) {
    corners[c] = {c & 1 ? half.x : -half.x, c & 2 ? half.y : -half.y, c & 4 ? half.z : -half.z};
  }
  return corners;
}

}  // namespace

double aspectOf(const Bounds& bounds, const View& view) {
  const Axes axes = axesOf(view);
  double width = 0, height = 0;
  for (const Vec3d& corner : cornersOf(bounds)) {
    width = std::max(width, std::abs(dot(corner, axes.right)));
    height = std::max(height, std::abs(dot(corner, axes.up)));
  }
  return width / height;
}

Camera::Camera(const View& view, const Bounds& bounds, double aspect, double margin)
    : perspective_(view.fieldOfView > 0) {
  const Axes axes = axesOf(view);
  right_ = axes.right;
  up_ = axes.up;
  forward_ = axes.forward;
  if (perspective_) zoom_ = 1 / std::tan(view.fieldOfView / 2);

  // The half height that the farthest corner needs, and the distance from which all are in view.
  double extent = 0, distance = 0;
  for (const Vec3d& corner : cornersOf(bounds)) {
    const double needed =
        std::max(std::abs(dot(corner, right_)) / aspect, std::abs(dot(corner, up_))) / (1 - margin);
    extent = std::max(extent, needed);
    distance = std::max(distance, needed * zoom_ - dot(corner, forward_));
  }
  if (!perspective_) {
    zoom_ = 1 / extent;
    distance = length(bounds.size());
  }
  eye_ = bounds.center() - distance * forward_;
}

ScreenPoint Camera::project(const Vec3d& point) const {
  const Vec3d r = point - eye_;
  const double depth = dot(r, forward_);
  const double scale = perspective_ ? zoom_ / depth : zoom_;
  return {scale * dot(r, right_), scale * dot(r, up_), perspective_ ? 1 / depth : -depth,
          perspective_ ? 1 / depth : 1};
}

Vec3d Camera::eyeAt(double x, double y) const {
  return perspective_ ? eye_ : eye_ + (x / zoom_) * right_ + (y / zoom_) * up_;
}

Vec3d Camera::directionAt(double x, double y) const {
  if (!perspective_) return forward_;
  return normalized(forward_ + (x / zoom_) * right_ + (y / zoom_) * up_);
}

double Camera::unitAt(const Vec3d& point) const {
  return (perspective_ ? dot(point - eye_, forward_) : 1) / zoom_;
}

}  // namespace sinew::scenes
