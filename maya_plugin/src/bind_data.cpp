// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "bind_data.h"

#include <maya/MArgList.h>
#include <maya/MStatus.h>

#include <cstdint>
#include <istream>
#include <ostream>

#include "base64.h"
#include "convert.h"

namespace sinew::maya {
namespace {

// Before the bytes of a .sinew file, which has a version and checksums of its own.
constexpr char kTag[] = "sinewBind1";

// Bytes per string of a .ma file: Maya reads line by line, and long strings have crashed it.
constexpr std::size_t kChunk = 3 * 1024;

std::vector<unsigned char> bytesOf(const std::shared_ptr<const BoundCharacter>& bound) {
  if (!bound) return {};
  if (!bound->file.character) return bound->unread;
  auto packed = packCharacter(bound->file);
  return packed ? std::move(packed.value()) : std::vector<unsigned char>{};
}

}  // namespace

void BindData::copy(const MPxData& source) {
  if (const auto* other = dynamic_cast<const BindData*>(&source)) bound_ = other->bound_;
}

MStatus BindData::read(std::vector<unsigned char> bytes) {
  bound_.reset();
  if (bytes.empty()) return MS::kSuccess;
  auto made = std::make_shared<BoundCharacter>();
  auto loaded = loadCharacter(bytes, "the scene's bind data");
  if (loaded) {
    made->file = std::move(loaded.value());
  } else {
    made->problem = loaded.error().message;
    made->unread = std::move(bytes);
  }
  bound_ = std::move(made);
  return MS::kSuccess;  // the node says what is wrong; the scene still opens
}

MStatus BindData::writeBinary(std::ostream& out) {
  const std::vector<unsigned char> bytes = bytesOf(bound_);
  out.write(kTag, sizeof kTag);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  return out.good() ? MS::kSuccess : MS::kFailure;
}

MStatus BindData::readBinary(std::istream& in, unsigned int length) {
  std::vector<unsigned char> bytes(length);
  in.read(reinterpret_cast<char*>(bytes.data()), length);
  if (in.gcount() != static_cast<std::streamsize>(length) || length < sizeof kTag ||
      std::string(bytes.begin(), bytes.begin() + sizeof kTag - 1) != kTag)
    return MS::kFailure;
  bytes.erase(bytes.begin(), bytes.begin() + sizeof kTag);
  return read(std::move(bytes));
}

MStatus BindData::writeASCII(std::ostream& out) {
  const std::vector<unsigned char> bytes = bytesOf(bound_);
  const std::size_t chunks = (bytes.size() + kChunk - 1) / kChunk;
  out << '"' << kTag << "\" " << chunks;
  for (std::size_t i = 0; i < chunks; ++i) {
    const std::size_t begin = i * kChunk, size = std::min(kChunk, bytes.size() - begin);
    out << "\n\"" << toBase64({bytes.data() + begin, size}) << '"';
  }
  out << '\n';
  return out.good() ? MS::kSuccess : MS::kFailure;
}

MStatus BindData::readASCII(const MArgList& arguments, unsigned int& next) {
  MStatus status;
  if (arguments.asString(next, &status) != MString(kTag) || !status) return MS::kFailure;
  const int chunks = arguments.asInt(++next, &status);
  if (!status || chunks < 0) return MS::kFailure;
  ++next;
  std::vector<unsigned char> bytes;
  for (int i = 0; i < chunks; ++i, ++next) {
    const MString text = arguments.asString(next, &status);
    if (!status || !appendBase64(text.asChar(), bytes)) return MS::kFailure;
  }
  return read(std::move(bytes));
}

void StateData::copy(const MPxData& source) {
  if (const auto* other = dynamic_cast<const StateData*>(&source)) state = other->state;
}

}  // namespace sinew::maya
