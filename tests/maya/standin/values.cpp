// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "values.h"

#include <cmath>
#include <cstdio>
#include <cstring>

#include "model.h"

STANDIN_OPEN

MStatus::MStatus(MStatusCode code) : code_(code) {}
void MStatus::perror(const MString& text) const { standin::host().log("error", text.asChar()); }

MString::MString() = default;
MString::MString(const char* text) : text_(text) {}
MString::MString(const MString&) = default;
MString::~MString() = default;
MString& MString::operator=(const MString&) = default;
bool MString::operator==(const MString& other) const { return text_ == other.text_; }
bool MString::operator!=(const MString& other) const { return text_ != other.text_; }
MString MString::operator+(const char* other) const { return MString((text_ + other).c_str()); }
const char* MString::asChar() const { return text_.c_str(); }
const char* MString::asUTF8() const { return text_.c_str(); }
MStatus MString::setUTF8(const char* text) {
  text_ = text;
  return MStatus::kSuccess;
}

MTypeId::MTypeId() = default;
MTypeId::MTypeId(unsigned int id) : id_(id) {}
MTypeId::MTypeId(const MTypeId&) = default;
MTypeId::~MTypeId() = default;
bool MTypeId::operator==(const MTypeId& other) const { return id_ == other.id_; }
unsigned int MTypeId::id(MStatus*) const { return id_; }

MMatrix::MMatrix() {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) matrix[i][j] = i == j;
}
MMatrix::MMatrix(const MMatrix&) = default;
MMatrix& MMatrix::operator=(const MMatrix&) = default;
MMatrix::~MMatrix() = default;
MMatrix MMatrix::operator*(const MMatrix& right) const {
  MMatrix product;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      product.matrix[i][j] = 0;
      for (int k = 0; k < 4; ++k) product.matrix[i][j] += matrix[i][k] * right.matrix[k][j];
    }
  return product;
}
double MMatrix::det3x3() const {
  const auto& m = matrix;
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}
bool MMatrix::isSingular() const { return std::abs(det3x3()) < 1e-10; }

// Of an affine matrix: the last column is 0 0 0 1.
MMatrix MMatrix::inverse() const {
  const double d = det3x3();
  MMatrix r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, e = (i + 2) % 3;
      r.matrix[i][j] = (matrix[a][c] * matrix[b][e] - matrix[a][e] * matrix[b][c]) / d;
    }
  for (int j = 0; j < 3; ++j) {
    r.matrix[3][j] = 0;
    for (int k = 0; k < 3; ++k) r.matrix[3][j] -= matrix[3][k] * r.matrix[k][j];
  }
  return r;
}

MPoint MPoint::operator*(const MMatrix& m) const {
  const double in[4] = {x, y, z, w};
  double out[4] = {0, 0, 0, 0};
  for (unsigned int j = 0; j < 4; ++j)
    for (unsigned int k = 0; k < 4; ++k) out[j] += in[k] * m(k, j);
  return MPoint(out[0], out[1], out[2], out[3]);
}

MColor::~MColor() = default;

MPointArray::MPointArray() = default;
MPointArray::~MPointArray() = default;
const MPoint& MPointArray::operator[](unsigned int i) const { return standin.at(i); }
MPoint& MPointArray::operator[](unsigned int i) { return standin.at(i); }
unsigned int MPointArray::length() const { return static_cast<unsigned int>(standin.size()); }
MStatus MPointArray::clear() {
  standin.clear();
  return MStatus::kSuccess;
}
MStatus MPointArray::append(const MPoint& p) {
  standin.push_back(p);
  return MStatus::kSuccess;
}

MIntArray::MIntArray() = default;
MIntArray::~MIntArray() = default;
int& MIntArray::operator[](unsigned int i) { return standin.at(i); }
int MIntArray::operator[](unsigned int i) const { return standin.at(i); }
unsigned int MIntArray::length() const { return static_cast<unsigned int>(standin.size()); }
MStatus MIntArray::append(int value) {
  standin.push_back(value);
  return MStatus::kSuccess;
}

MStringArray::MStringArray() = default;
MStringArray::MStringArray(const MStringArray&) = default;
MStringArray::~MStringArray() = default;
MStringArray& MStringArray::operator=(const MStringArray&) = default;
MString MStringArray::operator[](unsigned int i) const { return standin.at(i); }
unsigned int MStringArray::length() const { return static_cast<unsigned int>(standin.size()); }
MStatus MStringArray::append(const MString& value) {
  standin.push_back(value);
  return MStatus::kSuccess;
}

namespace {
constexpr MTime::MTick kTicks = 141120000;
double unitsPerSecond(MTime::Unit unit) {
  switch (unit) {
    case MTime::kSeconds:
      return 1;
    case MTime::kFilm:
      return 24;
    case MTime::kPALFrame:
      return 25;
    default:
      standin::notModelled("this unit of time");
  }
}
}  // namespace

MTime::MTime() = default;
MTime::MTime(const MTime&) = default;
MTime::MTime(double value, Unit unit)
    : ticks_(std::llround(value / unitsPerSecond(unit) * static_cast<double>(kTicks))) {}
MTime::~MTime() = default;
MTime& MTime::operator=(const MTime&) = default;
double MTime::as(Unit unit) const {
  return static_cast<double>(ticks_) / static_cast<double>(kTicks) * unitsPerSecond(unit);
}
MTime::Unit MTime::uiUnit() { return kFilm; }
MTime::MTick MTime::ticksPerSecond() { return kTicks; }

MDistance::MDistance() = default;
MDistance::MDistance(double value, Unit unit) : centimetres_(value) {
  if (unit != kCentimeters) standin::notModelled("this unit of length");
}
MDistance::~MDistance() = default;
double MDistance::asMeters() const { return centimetres_ * 0.01; }
double MDistance::asCentimeters() const { return centimetres_; }

MTimeRange::MTimeRange() = default;
MTimeRange::MTimeRange(MTime from, MTime to) noexcept
    : from_(from.as(MTime::kSeconds)), to_(to.as(MTime::kSeconds)) {}
MTimeRange::MTimeRange(const MTimeRange&) = default;
MTimeRange::~MTimeRange() = default;
bool MTimeRange::contains(MTime time) const noexcept { return intersects(time, time); }
bool MTimeRange::intersects(MTime from, MTime to) const noexcept {
  return !empty() && from.as(MTime::kSeconds) <= to_ && to.as(MTime::kSeconds) >= from_;
}
bool MTimeRange::empty() const noexcept { return from_ > to_; }
MTimeRange MTimeRange::operator|(const MTimeRange& other) const {
  if (empty()) return other;
  if (other.empty()) return *this;
  MTimeRange both = *this;
  both.from_ = std::fmin(from_, other.from_);
  both.to_ = std::fmax(to_, other.to_);
  return both;
}

STANDIN_CLOSE
