// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "model.h"
#include "tokens.h"

using namespace standin;

STANDIN_OPEN

MArgList::MArgList() = default;
MArgList::~MArgList() = default;

namespace {
const std::string& argument(const std::vector<std::string>& all, unsigned int i, MStatus* status) {
  static const std::string none;
  if (status) *status = i < all.size() ? MStatus::kSuccess : MStatus::kFailure;
  return i < all.size() ? all[i] : none;
}
}  // namespace

int MArgList::asInt(unsigned int i, MStatus* status) const {
  return std::atoi(argument(standin, i, status).c_str());
}
double MArgList::asDouble(unsigned int i, MStatus* status) const {
  return std::atof(argument(standin, i, status).c_str());
}
MString MArgList::asString(unsigned int i, MStatus* status) const {
  return argument(standin, i, status).c_str();
}

MSyntax::MSyntax() = default;
MSyntax::MSyntax(const MSyntax&) = default;
MSyntax::~MSyntax() = default;
MSyntax& MSyntax::operator=(const MSyntax&) = default;
MStatus MSyntax::addFlag(const char* shortName, const char* longName, MArgType a1, MArgType a2,
                         MArgType a3, MArgType, MArgType, MArgType) {
  if (std::string(shortName).size() > 4) notModelled("a short flag of more than three letters");
  for (const Flag& f : flags)
    if (f.shortName == shortName || f.longName == longName)
      notModelled(std::string("two flags ") + longName);
  Flag flag{shortName, longName, {}, false};
  for (const MArgType a : {a1, a2, a3})
    if (a != kNoArg) flag.arguments.push_back(a);
  flags.push_back(flag);
  return MStatus::kSuccess;
}
MStatus MSyntax::makeFlagMultiUse(const char* name) {
  for (Flag& f : flags)
    if (f.shortName == name || f.longName == name) return f.isMultiUse = true, MStatus::kSuccess;
  return MStatus::kFailure;
}
void MSyntax::useSelectionAsDefault(bool use) { usesSelection = use; }
MStatus MSyntax::setObjectType(MObjectFormat, unsigned int) { return MStatus::kSuccess; }
void MSyntax::enableQuery(bool supports) { canQuery = supports; }
void MSyntax::enableEdit(bool supports) { canEdit = supports; }

MArgParser::~MArgParser() = default;
const MArgParser::Use* MArgParser::find(const char* flag, unsigned int use) const {
  for (const MSyntax::Flag& f : syntax_.flags) {
    if (f.shortName != flag && f.longName != flag) continue;
    for (const Use& u : uses_)
      if (u.longName == f.longName && use-- == 0) return &u;
    return nullptr;
  }
  notModelled(std::string("the unknown flag ") + flag);
}
bool MArgParser::isFlagSet(const char* flag, MStatus*) const { return find(flag, 0) != nullptr; }
bool MArgParser::isEdit(MStatus*) const { return isEdit_; }
bool MArgParser::isQuery(MStatus*) const { return isQuery_; }
unsigned int MArgParser::numberOfFlagUses(const char* flag) const {
  unsigned int count = 0;
  while (find(flag, count)) ++count;
  return count;
}
MStatus MArgParser::getFlagArgumentList(const char* flag, unsigned int use,
                                        MArgList& arguments) const {
  const Use* found = find(flag, use);
  if (!found) return MStatus::kFailure;
  arguments.standin = found->arguments;
  return MStatus::kSuccess;
}

MArgDatabase::MArgDatabase(const MSyntax& syntax, const MArgList& arguments, MStatus* status) {
  syntax_ = syntax;
  const auto fail = [&](const std::string& why) {
    host().log("error", why);
    if (status) *status = MStatus::kFailure;
  };
  if (status) *status = MStatus::kSuccess;
  for (std::size_t i = 0; i < arguments.standin.size(); ++i) {
    const std::string& word = arguments.standin[i];
    if (word == "-e" || word == "-edit" || word == "-q" || word == "-query") {
      (word[1] == 'e' ? isEdit_ : isQuery_) = true;
    } else if (word.size() > 1 && word[0] == '-' && !std::isdigit(word[1])) {
      const auto flag = std::find_if(
          syntax.flags.begin(), syntax.flags.end(),
          [&](const MSyntax::Flag& f) { return f.shortName == word || f.longName == word; });
      if (flag == syntax.flags.end()) {
        fail("Invalid flag '" + word + "'");
        return;
      }
      Use use{flag->longName, {}};
      for (std::size_t k = 0; k < flag->arguments.size(); ++k) {
        if (isQuery_) break;  // as in Maya: flags have no arguments in queries
        if (++i >= arguments.standin.size()) {
          fail("Flag '" + word + "' needs an argument");
          return;
        }
        use.arguments.push_back(arguments.standin[i]);
      }
      uses_.push_back(use);
    } else {
      objects_.push_back(word);
    }
  }
  if (objects_.empty() && syntax.usesSelection) objects_ = host().selection;
  for (const std::string& name : objects_)
    if (!host().findNode(name)) fail("No object matches name: " + name);
}
MArgDatabase::~MArgDatabase() = default;
MStatus MArgDatabase::getFlagArgument(const char* flag, unsigned int index, MString& result) const {
  const Use* use = find(flag, 0);
  if (!use || index >= use->arguments.size()) return MStatus::kFailure;
  result = use->arguments[index].c_str();
  return MStatus::kSuccess;
}
MStatus MArgDatabase::getFlagArgument(const char* flag, unsigned int index, double& result) const {
  MString text;
  const MStatus status = getFlagArgument(flag, index, text);
  if (status) result = std::atof(text.asChar());
  return status;
}
MStatus MArgDatabase::getObjects(MSelectionList& result) const {
  for (const std::string& name : objects_) result.add(name.c_str());
  return MStatus::kSuccess;
}

MPxCommand::MPxCommand() = default;
MPxCommand::~MPxCommand() = default;
MStatus MPxCommand::doIt(const MArgList&) { return MStatus::kFailure; }
MStatus MPxCommand::undoIt() { return MStatus::kSuccess; }
MStatus MPxCommand::redoIt() { return MStatus::kSuccess; }
bool MPxCommand::isUndoable() const { return false; }
bool MPxCommand::hasSyntax() const { return false; }
MSyntax MPxCommand::syntax() const { return host().commands.at(host().runningCommand).syntax(); }
void MPxCommand::displayError(const MString& text, bool) { host().log("error", text.asChar()); }
void MPxCommand::setResult(const MStringArray& result) {
  host().result.clear();
  for (unsigned int i = 0; i < result.length(); ++i) host().result.push_back(result[i].asChar());
}

STANDIN_CLOSE
