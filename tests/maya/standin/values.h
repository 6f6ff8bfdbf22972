// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Stand-in of the Maya API: plain values. Only names that the plug-in or its tests use are here,
// with the signatures of Maya 2024; what is inline there is inline here (see docs/maya.md).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#ifndef MAYA_API_VERSION
#define MAYA_API_VERSION 20240200
#endif
#define PLUGIN_EXPORT __attribute__((visibility("default")))

// As in Maya, so that mangled names are the same.
#define STANDIN_OPEN   \
  namespace Autodesk { \
  namespace Maya {     \
  inline namespace OpenMaya20240000 {
#define STANDIN_CLOSE \
  }                   \
  }                   \
  }

STANDIN_OPEN

class MString;

class MStatus {
 public:
  enum MStatusCode {
    kSuccess = 0,
    kFailure,
    kInsufficientMemory,
    kInvalidParameter,
    kLicenseFailure,
    kUnknownParameter,
    kNotImplemented,
    kNotFound,
    kEndOfFile
  };
  MStatus() = default;
  MStatus(MStatusCode code);
  MStatusCode statusCode() const { return code_; }
  void perror(const MString& text) const;
  operator bool() const { return code_ == kSuccess; }

 private:
  MStatusCode code_ = kSuccess;
};

class MString {
 public:
  MString();
  MString(const char* text);
  MString(const MString& other);
  ~MString();
  MString& operator=(const MString& other);
  bool operator==(const MString& other) const;
  bool operator!=(const MString& other) const;
  MString operator+(const char* other) const;
  const char* asChar() const;
  const char* asUTF8() const;
  MStatus setUTF8(const char* text);

 private:
  std::string text_;
};

class MTypeId {
 public:
  MTypeId();
  MTypeId(unsigned int id);
  MTypeId(const MTypeId& other);
  ~MTypeId();
  bool operator==(const MTypeId& other) const;
  unsigned int id(MStatus* ReturnStatus = nullptr) const;

 private:
  unsigned int id_ = 0;
};

class MMatrix {
 public:
  MMatrix();
  MMatrix(const MMatrix& other);
  MMatrix& operator=(const MMatrix& other);
  ~MMatrix();
  double operator()(unsigned int row, unsigned int column) const { return matrix[row][column]; }
  double& operator()(unsigned int row, unsigned int column) { return matrix[row][column]; }
  MMatrix operator*(const MMatrix& right) const;
  MMatrix inverse() const;
  double det3x3() const;
  bool isSingular() const;

  double matrix[4][4];
};

class MVector {
 public:
  MVector() = default;
  MVector(double xx, double yy, double zz = 0.0) : x(xx), y(yy), z(zz) {}
  MVector operator*(double s) const { return MVector(x * s, y * s, z * s); }
  double length() const { return std::sqrt(x * x + y * y + z * z); }
  double x = 0, y = 0, z = 0;
};

class MPoint {
 public:
  MPoint() = default;
  MPoint(double xx, double yy, double zz = 0.0, double ww = 1.0) : x(xx), y(yy), z(zz), w(ww) {}
  MPoint operator*(const MMatrix& m) const;  ///< a row vector
  MVector operator-(const MPoint& p) const { return MVector(x - p.x, y - p.y, z - p.z); }
  MPoint operator+(const MVector& v) const { return MPoint(x + v.x, y + v.y, z + v.z); }
  double x = 0, y = 0, z = 0, w = 1;
};

class MColor {
 public:
  MColor(float, float, float, float = 1.0f) {}
  ~MColor();
};

class MPointArray {
 public:
  MPointArray();
  ~MPointArray();
  const MPoint& operator[](unsigned int i) const;
  MPoint& operator[](unsigned int i);
  unsigned int length() const;
  MStatus append(const MPoint& p);
  MStatus clear();
  std::vector<MPoint> standin;
};

class MIntArray {
 public:
  MIntArray();
  ~MIntArray();
  int& operator[](unsigned int i);
  int operator[](unsigned int i) const;
  unsigned int length() const;
  MStatus append(int value);
  std::vector<int> standin;
};

class MStringArray {
 public:
  MStringArray();
  MStringArray(const MStringArray& other);
  ~MStringArray();
  MStringArray& operator=(const MStringArray& other);
  MString operator[](unsigned int i) const;
  unsigned int length() const;
  MStatus append(const MString& value);
  std::vector<MString> standin;
};

class MTime {
 public:
  enum Unit { kInvalid, kHours, kMinutes, kSeconds, kMilliseconds, kGames, kFilm, kPALFrame };
  typedef std::int64_t MTick;
  MTime();
  MTime(const MTime& other);
  MTime(double value, Unit unit = kFilm);
  ~MTime();
  MTime& operator=(const MTime& other);
  double as(Unit unit) const;
  static Unit uiUnit();
  static MTick ticksPerSecond();

 private:
  MTick ticks_ = 0;
};

class MDistance {
 public:
  enum Unit { kInvalid, kInches, kFeet, kYards, kMiles, kMillimeters, kCentimeters };
  MDistance();
  MDistance(double value, Unit unit = kCentimeters);
  ~MDistance();
  double asMeters() const;
  double asCentimeters() const;

 private:
  double centimetres_ = 0;
};

class MTimeRange {
 public:
  MTimeRange();
  MTimeRange(MTime from, MTime to) noexcept;
  MTimeRange(const MTimeRange& other);
  ~MTimeRange();
  bool contains(MTime time) const noexcept;
  bool intersects(MTime from, MTime to) const noexcept;
  bool empty() const noexcept;
  MTimeRange operator|(const MTimeRange& other) const;

 private:
  double from_ = 1, to_ = 0;  // [s]
};

struct MSpace {
  enum Space {
    kInvalid,
    kTransform,
    kPreTransform,
    kObject = kPreTransform,
    kPostTransform,
    kWorld
  };
};

STANDIN_CLOSE

using namespace Autodesk::Maya;
typedef MStatus MS;
