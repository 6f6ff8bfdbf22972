// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// docs/maya.md names every attribute, and its table of settings is made from the settings. With
// SINEW_UPDATE_DOCS=1 in the environment the table is written anew.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "character.h"
#include "setting_attributes.h"

namespace sinew::test {
namespace {

const char kBegin[] = "<!-- settings begin: made by tests/maya/docs_test.cpp -->\n";
const char kEnd[] = "<!-- settings end -->\n";

std::string readDocs() {
  std::ifstream file(SINEW_MAYA_DOCS);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

std::string settingsTable() {
  std::string table = "| Attribute | Group | Default | Range | Meaning |\n|---|---|---|---|---|\n";
  for (const maya::SettingAttribute& a : maya::settingAttributes()) {
    std::string range = number(a.least) + " to " + number(a.greatest), initial = number(a.initial);
    if (a.kind == maya::SettingKind::Choice) {
      range.clear();
      for (const char* choice : a.choices)
        range += (range.empty() ? "" : ", ") + std::string(choice);
      initial = a.choices[static_cast<std::size_t>(a.initial)];
    }
    const std::string unit = a.kind == maya::SettingKind::Length ? " (a distance)" : "";
    table += "| `" + std::string(a.name) + "` | " + a.group + " | " + initial + unit + " | " +
             range + " | " + a.help + " |\n";
  }
  return table;
}

TEST(Docs, TableOfSettingsIsUpToDate) {
  std::string docs = readDocs();
  const std::size_t begin = docs.find(kBegin), end = docs.find(kEnd);
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::size_t from = begin + sizeof kBegin - 1;
  if (std::getenv("SINEW_UPDATE_DOCS")) {
    docs.replace(from, end - from, settingsTable());
    std::ofstream(SINEW_MAYA_DOCS) << docs;
    return;
  }
  EXPECT_EQ(docs.substr(from, end - from), settingsTable())
      << "run this test with SINEW_UPDATE_DOCS=1";
}

TEST(Docs, NameEveryAttributeAndFlag) {
  Session session;
  ASSERT_TRUE(session.loadPlugin());
  const std::string docs = readDocs();
  const auto& host = standin::host();
  std::set<const standin::Attribute*> inherited;
  for (const auto& a : host.types.at("deformer")->attributes) inherited.insert(a.get());
  for (const char* type : {"sinewDeformer", "sinewDisplay"})
    for (const auto& a : host.types.at(type)->attributes) {
      if (inherited.count(a.get())) continue;
      EXPECT_TRUE(docs.find("| `" + a->name + "` |") != std::string::npos ||
                  docs.find("| `" + a->name + "[]` |") != std::string::npos)
          << a->name;
      for (const auto& child : a->children)
        EXPECT_NE(docs.find("`" + child->name), std::string::npos) << child->name;
    }
  for (const MSyntax::Flag& flag : host.commands.at("sinew").syntax().flags)
    EXPECT_NE(docs.find(flag.longName), std::string::npos) << flag.longName;
}

}  // namespace
}  // namespace sinew::test
