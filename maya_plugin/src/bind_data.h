// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// A bound character as data that Maya carries and saves with the scene.
#pragma once

#include <maya/MPxData.h>
#include <maya/MString.h>
#include <maya/MTypeId.h>

#include <memory>
#include <string>
#include <vector>

#include "ids.h"
#include "sinew/character_file.h"

namespace sinew::maya {

/// The content of a bind, shared by all copies of the data; never changed once made.
struct BoundCharacter {
  CharacterFile file;
  std::string problem;                ///< why there is no character, if there is none
  std::vector<unsigned char> unread;  ///< bytes that could not be read, kept for the next save
};

class BindData : public MPxData {
 public:
  static void* create() { return new BindData; }

  const std::shared_ptr<const BoundCharacter>& bound() const { return bound_; }
  void setBound(std::shared_ptr<const BoundCharacter> bound) { bound_ = std::move(bound); }

  void copy(const MPxData& source) override;
  MTypeId typeId() const override { return MTypeId(kBindDataId); }
  MString name() const override { return kBindDataName; }

  MStatus writeBinary(std::ostream& out) override;
  MStatus readBinary(std::istream& in, unsigned int length) override;
  MStatus writeASCII(std::ostream& out) override;
  MStatus readASCII(const MArgList& arguments, unsigned int& next) override;

 private:
  MStatus read(std::vector<unsigned char> bytes);

  std::shared_ptr<const BoundCharacter> bound_;
};

/// What a sequential frame starts from (docs/maya.md, "Sequential mode"). Not saved.
struct SequenceState {
  double seconds = 0;                        ///< time of the frame that was solved
  double passed = 0;                         ///< since the frame before; 0: it started afresh
  std::vector<unsigned char> before, after;  ///< Simulation::state() around it
};

class StateData : public MPxData {
 public:
  static void* create() { return new StateData; }

  void copy(const MPxData& source) override;
  MTypeId typeId() const override { return MTypeId(kStateDataId); }
  MString name() const override { return kStateDataName; }

  std::shared_ptr<const SequenceState> state;
};

}  // namespace sinew::maya
