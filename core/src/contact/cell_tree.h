// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A tree of boxes over the deformed cells: which cells may hold these points. Its shape follows
// from the order of the blocks (a space-filling curve) and never changes; only boxes are made anew
// when the flesh moves. Eight octets (2x2x2 cells of a block) hang on one node, and eight nodes of
// every level on one above, so that a query asks eight boxes at once. In an octet it asks three
// pairs of planes around each of its eight cells, which leave out nearly all that do not hold the
// point (docs/theory/contact.md, section 9).
#pragma once

#include <vector>

#include "base/aligned_vector.h"
#include "contact/cell_tree_kernels.h"

namespace sinew {

class CellTree {
 public:
  explicit CellTree(const Lattice& lattice);

  /// Boxes and planes of the cells at `positions` (double[4] per node).
  void refit(const double* positions);

  /// Calls visit(point, slot) for the points of the group and the active cells that may hold them.
  template <class Visit>
  void forCellsAt(const PointGroup& group, Visit&& visit) const {
    TreeWalk walk;
    for (bool isMore = true; isMore;) {
      isMore = findCandidates(view(), group, walk);
      for (std::size_t i = 0; i < walk.foundCount; ++i)
        visit(walk.found[i].point, walk.found[i].cell);
    }
  }

  std::size_t memoryBytes() const {
    return byteCount(octets_) + byteCount(planes_) + byteCount(nodes_);
  }

 private:
  CellTreeView view() const {
    return {octets_.data(), planes_.data(), nodes_.data(), levelBegin_.data(), levelBegin_.size()};
  }

  std::vector<Octet> octets_;
  AlignedVector<OctetPlanes> planes_;    // of octets
  std::vector<std::size_t> levelBegin_;  // first node of each level, the lowest first
  AlignedVector<TreeNode> nodes_;
};

}  // namespace sinew
