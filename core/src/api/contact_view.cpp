// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "api/contact_view.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

double lengthOf(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

struct Touch {
  double depth = 0, pressure = 0;
};

struct NodeTouch {
  double weight = 0, touching = 0;  // of all proxies around it, and of those that touch
  Touch sum;                        // of the latter

  /// How much of their mean the node has: all if half of what is around it touches.
  double share() const { return touching > 0 ? std::min(1 / touching, 2 / weight) : 0; }
};

/// A proxy under pressure.
struct Press {
  std::size_t proxy;
  double depth;           // [cells]
  Vec3<double> traction;  // force over area [shear modulus]
};

/// Those of flesh against itself, then those of skin against objects. A force that is nothing or no
/// number presses nowhere.
std::vector<Press> findPresses(const FleshModel& model, const Workspace& w) {
  std::vector<Press> found;
  const auto add = [&](std::int32_t proxy, double depth, const float* force) {
    const auto p = static_cast<std::size_t>(proxy);
    const Vec3<double> traction = (1 / static_cast<double>(model.contactSurface.proxies[p].area)) *
                                  Vec3<double>{force[0], force[1], force[2]};
    if (lengthOf(traction) > 0) found.push_back({p, depth, traction});
  };
  if (w.hasContacts())
    for (std::size_t c = 0; c < w.contacts->list.size(); ++c)
      if (isPressed(*w.contacts, c))
        add(w.contacts->list[c].proxy, w.contacts->depth[c], w.contacts->forces.data() + 8 * c);
  if (w.hasObjects())
    for (std::size_t c = 0; c < w.objects->list.size(); ++c)
      if (const ObjectContact& contact = w.objects->list[c];
          contact.depth > 0 && static_cast<std::size_t>(contact.point) < w.objects->skinCount)
        add(contact.point, contact.depth, w.objects->forces.data() + 8 * c);
  return found;
}

/// Depth [cells] and pressure [Pa] of every proxy: of what it is deepest in.
std::vector<Touch> proxyTouches(const FleshModel& model, const std::vector<Press>& presses) {
  std::vector<Touch> touches(model.contactSurface.proxies.size());
  for (const Press& press : presses)
    if (Touch& touch = touches[press.proxy]; press.depth > touch.depth)
      touch = {press.depth, model.shearModulus * lengthOf(press.traction)};
  return touches;
}

std::vector<NodeTouch> nodeTouches(const FleshModel& model, const std::vector<Touch>& ofProxies) {
  std::vector<NodeTouch> nodes(static_cast<std::size_t>(model.lattice.nodeCount) + 1);
  for (std::size_t p = 0; p < ofProxies.size(); ++p) {
    const ContactProxy& proxy = model.contactSurface.proxies[p];
    const std::array<float, 8> weights = trilinearWeights(proxy.local);
    for (int a = 0; a < 8; ++a) {
      // A proxy may hang a little outside its cell, where weights are negative.
      const double w = std::max(0.0, static_cast<double>(weights[static_cast<std::size_t>(a)]));
      NodeTouch& node = nodes[static_cast<std::size_t>(model.lattice.cellNode(proxy.cell, a))];
      node.weight += w;
      if (ofProxies[p].depth > 0) node.touching += w;
      node.sum.depth += w * ofProxies[p].depth;
      node.sum.pressure += w * ofProxies[p].pressure;
    }
  }
  return nodes;
}

Touch touchAt(const EmbeddedPoint& point, const std::vector<NodeTouch>& nodes) {
  double weight = 0;
  Touch sum;
  for (std::size_t a = 0; a < 8; ++a) {
    const NodeTouch& node = nodes[static_cast<std::size_t>(point.nodes[a])];
    if (!(node.weight > 0)) continue;
    const double w = std::max(0.0, static_cast<double>(point.weights[a]));
    weight += w;
    sum.depth += w * node.share() * node.sum.depth;
    sum.pressure += w * node.share() * node.sum.pressure;
  }
  return weight > 0 ? Touch{sum.depth / weight, sum.pressure / weight} : Touch{};
}

/// |dx| at a point; a step that was no number is endless.
float stepAt(const EmbeddedPoint& point, ConstNodeSpan dx) {
  Vec3<double> step{0, 0, 0};
  for (std::size_t a = 0; a < 8; ++a) {
    const float* d = dx.data() + 4 * static_cast<std::size_t>(point.nodes[a]);
    step = addScaled(step, static_cast<double>(point.weights[a]), Vec3<double>{d[0], d[1], d[2]});
  }
  const double length = lengthOf(step);
  return std::isfinite(length) ? static_cast<float>(length) : std::numeric_limits<float>::max();
}

}  // namespace

std::vector<ContactPoint> contactPoints(const CharacterParts& parts, const Workspace& w) {
  std::vector<ContactPoint> points;
  const FleshModel& model = parts.model;
  for (const Press& press : findPresses(model, w)) {
    const ContactProxy& own = model.contactSurface.proxies[press.proxy];
    std::array<std::int32_t, 8> nodes;
    for (int a = 0; a < 8; ++a)
      nodes[static_cast<std::size_t>(a)] = model.lattice.cellNode(own.cell, a);
    const double length = lengthOf(press.traction);
    const Vec3<double> n = (1 / length) * press.traction;
    points.push_back({parts.worldPoint(interpolate(nodes, trilinearWeights(own.local), w.x.data())),
                      {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)},
                      static_cast<float>(press.depth),
                      static_cast<float>(model.shearModulus * length)});
  }
  return points;
}

void surfaceQuality(const CharacterParts& parts, const Workspace& w, Span<VertexQuality> quality) {
  const std::vector<EmbeddedPoint>& points = parts.embedding.points;
  const ConstNodeSpan dx = w.mixed ? ConstNodeSpan(w.mixed->linear.step.u) : w.dx;
  for (std::size_t v = 0; v < quality.size(); ++v) quality[v] = {stepAt(points[v], dx), 0, 0};
  const std::vector<Press> presses = findPresses(parts.model, w);
  if (presses.empty()) return;
  const std::vector<NodeTouch> nodes = nodeTouches(parts.model, proxyTouches(parts.model, presses));
  for (std::size_t v = 0; v < quality.size(); ++v) {
    const Touch touch = touchAt(points[v], nodes);
    quality[v].penetration = static_cast<float>(touch.depth);
    quality[v].pressure = static_cast<float>(touch.pressure);
  }
}

}  // namespace sinew
