// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#pragma once

#include "sinew/character_file.h"
#include "support/glb_writer.h"

namespace sinew::testing {

/// The bar of glb_writer.h, bound with a bone for each of its two joints and cells of this edge
/// [m].
inline CharacterFile boundBarModel(double cellSize,
                                   EmbeddingKind embedding = EmbeddingKind::Trilinear) {
  CharacterFile file;
  file.source.emplace();
  file.source->model = readModel(barFile().glb(), "bar.glb").value();
  file.source->jointOfBone = {0, 1};
  CharacterDesc desc;
  desc.points = file.source->model.skin.points;
  desc.triangles = file.source->model.skin.triangles;
  desc.bones.push_back({"root", CapsuleShape{{0, 0.2, 0}, {0, 0.8, 0}, 0.05}});
  desc.bones.push_back({"tip", CapsuleShape{{0, 1.2, 0}, {0, 1.8, 0}, 0.05}});
  BindSettings settings;
  settings.cellSize = cellSize;
  settings.embedding = embedding;
  file.character = bind(desc, settings).value();
  file.inputHash = inputHash(desc, settings);
  return file;
}

}  // namespace sinew::testing
