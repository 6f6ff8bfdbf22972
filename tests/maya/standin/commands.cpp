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

// --- Changes that can be undone.

struct MDGModifier::Operation {
  std::function<bool()> doIt;
  std::function<void()> undoIt;
};

MDGModifier::MDGModifier() = default;
MDGModifier::~MDGModifier() = default;

MStatus MDGModifier::connect(const MPlug& source, const MPlug& destination) {
  if (source.isNull() || destination.isNull()) return MStatus::kInvalidParameter;
  if (!destination.steps.back().attribute->isWritable) return MStatus::kInvalidParameter;
  operations_.push_back(std::make_shared<Operation>(
      Operation{[=] { return standin::connect(source, destination), true; },
                [=] { standin::disconnect(destination); }}));
  return MStatus::kSuccess;
}
MStatus MDGModifier::disconnect(const MPlug& source, const MPlug& destination) {
  operations_.push_back(
      std::make_shared<Operation>(Operation{[=] { return standin::disconnect(destination), true; },
                                            [=] { standin::connect(source, destination); }}));
  return MStatus::kSuccess;
}

namespace {
// Sets a slot by `change`; undone by putting its old content back.
template <class Make, class Change>
std::shared_ptr<Make> setOperation(const MPlug& plug, Change change) {
  auto before = std::make_shared<std::unique_ptr<Slot>>();
  return std::make_shared<Make>(
      Make{[=] {
             Slot& slot = *standin::find(plug.standin->normal, plug.steps, true);
             *before = std::make_unique<Slot>(slot.attribute, slot.isElement);
             (*before)->copyFrom(slot);
             change(slot);
             slot.isSet = true;
             setDirty(*plug.standin, plug.steps.back().attribute, true);
             return true;
           },
           [=] {
             standin::find(plug.standin->normal, plug.steps, true)->copyFrom(**before);
             setDirty(*plug.standin, plug.steps.back().attribute, true);
           }});
}
}  // namespace

MStatus MDGModifier::newPlugValue(const MPlug& plug, MObject& value) {
  if (!plug.steps.back().attribute->isWritable) return MStatus::kFailure;
  const MObject held = value;
  operations_.push_back(setOperation<Operation>(plug, [held](Slot& slot) {
    if (const auto* m = dynamic_cast<const MatrixData*>(held.standin.get()))
      slot.matrix = m->matrix;
    else
      slot.object = held.standin;
  }));
  return MStatus::kSuccess;
}
MStatus MDGModifier::setNumber(const MPlug& plug, double value) {
  if (!plug.steps.back().attribute->isWritable) return MStatus::kFailure;
  operations_.push_back(
      setOperation<Operation>(plug, [value](Slot& slot) { slot.setNumber(value); }));
  return MStatus::kSuccess;
}
MStatus MDGModifier::newPlugValueDouble(const MPlug& plug, double v) { return setNumber(plug, v); }
MStatus MDGModifier::newPlugValueInt(const MPlug& plug, int v) { return setNumber(plug, v); }
MStatus MDGModifier::newPlugValueShort(const MPlug& plug, short v) { return setNumber(plug, v); }
MStatus MDGModifier::newPlugValueMDistance(const MPlug& plug, const MDistance& v) {
  return setNumber(plug, v.asCentimeters());
}
MStatus MDGModifier::newPlugValueString(const MPlug& plug, const MString& value) {
  operations_.push_back(setOperation<Operation>(plug, [value](Slot& slot) { slot.text = value; }));
  return MStatus::kSuccess;
}

namespace {

// Maya's own command: the shape's input goes through the new node.
struct DeformerCommand {
  std::vector<std::string> words;
  std::shared_ptr<Node> node;
  std::vector<std::shared_ptr<Node>> shapes, originals;
  std::vector<MPlug> before;

  bool doIt() {
    const auto value = [&](const char* flag) {
      const auto at = std::find(words.begin(), words.end(), flag);
      return at != words.end() && at + 1 != words.end() ? *(at + 1) : std::string();
    };
    const std::string type = value("-type"), name = value("-name");
    if (host().types.count(type) == 0) return false;
    if (shapes.empty())
      for (const std::string& word : words)
        if (const auto shape = word[0] == '|' ? host().findNode(word) : nullptr)
          shapes.push_back(shape);
    if (shapes.empty()) return false;
    if (node)
      host().putIn(node);
    else
      node = host().addNode(type, name.empty() ? type + "1" : name);
    for (std::size_t i = 0; i < shapes.size(); ++i) insert(i);
    return true;
  }

  void insert(std::size_t i) {
    const std::string index = "[" + std::to_string(i) + "]";
    const MPlug in = host().plug(node->name + ".input" + index + ".inputGeom");
    const MPlug shapeIn = host().plug(shapes[i]->name + ".inMesh");
    before.resize(shapes.size());
    originals.resize(shapes.size());
    before[i] = shapeIn.source();
    MPlug source = before[i];
    if (source.isNull()) {
      if (originals[i]) {
        host().putIn(originals[i]);
      } else {
        originals[i] = host().addNode("mesh", shapes[i]->name + "Orig");
        originals[i]->isMesh = true;
        originals[i]->parent = shapes[i]->parent;
        const MPlug at = host().plug(originals[i]->name + ".inMesh");
        standin::find(originals[i]->normal, at.steps, true)
            ->copyFrom(*standin::find(shapes[i]->normal, shapeIn.steps, true));
      }
      source = host().plug(originals[i]->name + ".outMesh");
    }
    standin::connect(source, in);
    standin::connect(host().plug(node->name + ".outputGeom" + index), shapeIn);
  }

  void undoIt() {
    for (std::size_t i = shapes.size(); i-- > 0;) {
      const MPlug shapeIn = host().plug(shapes[i]->name + ".inMesh");
      standin::disconnect(shapeIn);
      if (before[i].isNull()) {
        standin::find(shapes[i]->normal, shapeIn.steps, true)
            ->copyFrom(*standin::find(originals[i]->normal,
                                      host().plug(originals[i]->name + ".inMesh").steps, true));
        host().takeOut(originals[i]);
      } else {
        standin::connect(before[i], shapeIn);
      }
    }
    host().takeOut(node);
  }
};

}  // namespace

MStatus MDGModifier::commandToExecute(const MString& command) {
  auto words = splitWords(command.asChar());
  if (words.empty() || words[0] != "deformer") notModelled("the command " + words[0]);
  auto held = std::make_shared<DeformerCommand>();
  held->words = words;
  operations_.push_back(std::make_shared<Operation>(
      Operation{[held] { return held->doIt(); }, [held] { held->undoIt(); }}));
  return MStatus::kSuccess;
}

MStatus MDGModifier::doIt() {
  for (; done_ < operations_.size(); ++done_)
    if (!operations_[done_]->doIt()) {
      operations_.resize(done_);
      return MStatus::kFailure;
    }
  return MStatus::kSuccess;
}
MStatus MDGModifier::undoIt() {
  while (done_ > 0) operations_[--done_]->undoIt();
  return MStatus::kSuccess;
}

STANDIN_CLOSE
