// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "setting_attributes.h"

#include <maya/MDistance.h>
#include <maya/MFnEnumAttribute.h>
#include <maya/MFnNumericAttribute.h>
#include <maya/MFnUnitAttribute.h>
#include <maya/MPlug.h>
#include <maya/MPxNode.h>

#include <cstring>
#include <limits>
#include <type_traits>

#include "convert.h"

namespace sinew::maya {
namespace {

// Collects the fields of a settings struct.
struct Lister {
  const char* group;
  std::vector<SettingAttribute>& list;

  template <class T>
  void operator()(const char* name, T& value, T least, T greatest, const char* help) {
    const bool isInteger =
        std::is_integral_v<T> && static_cast<double>(greatest) <= std::numeric_limits<int>::max();
    SettingKind kind = isInteger ? SettingKind::Integer : SettingKind::Real;
    if (std::strstr(help, "[m]")) kind = SettingKind::Length;
    list.push_back({group,
                    name,
                    help,
                    kind,
                    static_cast<double>(value),
                    static_cast<double>(least),
                    static_cast<double>(greatest),
                    {},
                    {}});
  }
  template <class E, std::size_t N>
  void operator()(const char* name, E& value, const char* const (&names)[N], const char* help) {
    list.push_back({group,
                    name,
                    help,
                    SettingKind::Choice,
                    static_cast<double>(value),
                    0,
                    N - 1.0,
                    {names, names + N},
                    {}});
  }
};

template <class Visitor>
void visitGroups(NodeSettings& s, Visitor&& visitGroup) {
  visitGroup("material", s.material);
  visitGroup("bones", s.rig);
  visitGroup("bind", s.bind);
  visitGroup("solve", s.solve);
}

std::vector<SettingAttribute>& list() {
  static std::vector<SettingAttribute> all = [] {
    std::vector<SettingAttribute> made;
    NodeSettings defaults;
    visitGroups(defaults, [&](const char* group, auto& s) { visitFields(s, Lister{group, made}); });
    return made;
  }();
  return all;
}

const SettingAttribute* find(const char* name) {
  for (const SettingAttribute& a : list())
    if (std::strcmp(a.name, name) == 0) return &a;
  return nullptr;
}

// Puts read(attribute) into every field.
template <class Read>
struct Filler {
  Read read;
  template <class T, class... Rest>
  void operator()(const char* name, T& value, Rest&&...) {
    const double number = read(*find(name));
    if constexpr (std::is_enum_v<T>)
      value = static_cast<T>(static_cast<int>(number));
    else
      value = static_cast<T>(number);
  }
};

template <class Settings, class Read>
void fill(Settings& settings, Read read) {
  visitFields(settings, Filler<Read>{read});
}

double valueInBlock(MDataBlock& block, const SettingAttribute& a) {
  const MDataHandle handle = block.inputValue(a.attribute);
  switch (a.kind) {
    case SettingKind::Real:
      return handle.asDouble();
    case SettingKind::Integer:
      return handle.asInt();
    case SettingKind::Choice:
      return handle.asShort();
    case SettingKind::Length:
      break;
  }
  return handle.asDistance().asMeters();
}

double valueOfPlug(const MPlug& plug, SettingKind kind) {
  switch (kind) {
    case SettingKind::Real:
      return plug.asDouble();
    case SettingKind::Integer:
      return plug.asInt();
    case SettingKind::Choice:
      return plug.asShort();
    case SettingKind::Length:
      break;
  }
  return plug.asMDistance().asMeters();
}

// Sliders show ten times the default where the range allows far more.
double softGreatest(const SettingAttribute& a) {
  const double ten = 10 * a.initial;
  return a.initial > 0 && ten < a.greatest ? ten : a.greatest;
}

MObject createNumber(const SettingAttribute& a) {
  MFnNumericAttribute fn;
  const bool isInteger = a.kind == SettingKind::Integer;
  MObject made = fn.create(a.name, a.name,
                           isInteger ? MFnNumericData::kInt : MFnNumericData::kDouble, a.initial);
  fn.setMin(a.least);
  fn.setMax(a.greatest);
  fn.setSoftMax(softGreatest(a));
  return made;
}

MObject createLength(const SettingAttribute& a) {
  MFnUnitAttribute fn;
  MObject made =
      fn.create(a.name, a.name, MFnUnitAttribute::kDistance, a.initial / kMetresPerCentimetre);
  fn.setMin(a.least / kMetresPerCentimetre);
  fn.setMax(a.greatest / kMetresPerCentimetre);
  return made;
}

MObject createChoice(const SettingAttribute& a) {
  MFnEnumAttribute fn;
  MObject made = fn.create(a.name, a.name, static_cast<short>(a.initial));
  for (std::size_t i = 0; i < a.choices.size(); ++i)
    fn.addField(a.choices[i], static_cast<short>(i));
  return made;
}

}  // namespace

const std::vector<SettingAttribute>& settingAttributes() { return list(); }

const MObject& settingAttribute(const char* name) { return find(name)->attribute; }

MStatus createSettingAttributes(const MObject& output) {
  for (SettingAttribute& a : list()) {
    a.attribute = a.kind == SettingKind::Choice   ? createChoice(a)
                  : a.kind == SettingKind::Length ? createLength(a)
                                                  : createNumber(a);
    if (MStatus s = MPxNode::addAttribute(a.attribute); !s) return s;
    if (std::strcmp(a.group, "solve") != 0) continue;
    if (MStatus s = MPxNode::attributeAffects(a.attribute, output); !s) return s;
  }
  return MS::kSuccess;
}

SolveSettings readSolveSettings(MDataBlock& block) {
  SolveSettings settings;
  fill(settings, [&](const SettingAttribute& a) { return valueInBlock(block, a); });
  return settings;
}

bool differsFromBound(MDataBlock& block, const Material& material, const BindSettings& bind) {
  bool differs = false;
  const auto compare = [&](const char* name, auto& bound, auto&&...) {
    const SettingAttribute& a = *find(name);
    const double now = valueInBlock(block, a), then = static_cast<double>(bound);
    const double tolerance = a.kind == SettingKind::Length ? 1e-9 * (1 + then) : 0;
    differs |= !(now >= then - tolerance && now <= then + tolerance);
  };
  Material m = material;
  BindSettings b = bind;
  visitFields(m, compare);
  visitFields(b, compare);
  return differs;
}

NodeSettings readSettings(const MObject& node) {
  NodeSettings settings;
  const auto read = [&](const SettingAttribute& a) {
    return valueOfPlug(MPlug(node, a.attribute), a.kind);
  };
  visitGroups(settings, [&](const char*, auto& s) { fill(s, read); });
  settings.rig.material = settings.material;
  return settings;
}

std::string changeSetting(NodeSettings& settings, const std::string& name, double value) {
  if (!find(name.c_str())) return "There is no setting '" + name + "'.";
  visitGroups(settings, [&](const char*, auto& s) {
    visitFields(s, [&](const char* field, auto& current, auto&&...) {
      using T = std::decay_t<decltype(current)>;
      if (name != field) return;
      if constexpr (std::is_enum_v<T>)
        current = static_cast<T>(static_cast<int>(value));
      else
        current = static_cast<T>(value);
    });
  });
  settings.rig.material = settings.material;
  return "";
}

void forEachValue(const NodeSettings& settings,
                  const std::function<void(const SettingAttribute&, double)>& visit) {
  NodeSettings copy = settings;
  visitGroups(copy, [&](const char*, auto& s) {
    visitFields(s, [&](const char* field, auto& value, auto&&...) {
      visit(*find(field), static_cast<double>(value));
    });
  });
}

}  // namespace sinew::maya
