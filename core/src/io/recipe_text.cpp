// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "io/recipe_text.h"

#include <cmath>

#include "io/bounded_json.h"
#include "io/json_place.h"

namespace sinew::io {

namespace {

constexpr double kGreatestLength = 1e6;  // [m]

Names fieldNames() { return {}; }

template <class Settings, class... Others>
Names fieldNames(Settings settings, Others... others) {
  Names names = fieldNames(others...);
  visitFields(settings, [&](const char* name, auto&&...) { names.push_back(name); });
  return names;
}

/// Takes every field of a struct that `place` has.
struct FieldReader {
  const JsonPlace& place;

  template <class Number>
  void operator()(const char* name, Number& value, Number least, Number greatest, const char*) {
    if (!place.has(name)) return;
    const JsonPlace field = place.at(name);
    const double given = field.number(static_cast<double>(least), static_cast<double>(greatest));
    value = static_cast<Number>(given);
    if (static_cast<double>(value) != given) field.fail("must be a whole number.");
  }

  template <class Choice, std::size_t N>
  void operator()(const char* name, Choice& value, const char* const (&names)[N], const char*) {
    if (!place.has(name)) return;
    value = static_cast<Choice>(place.at(name).choice(Names(names, names + N)));
  }
};

NamedFile fileAt(const JsonPlace& place, const char* key) {
  if (!place.has(key)) return {};
  const JsonPlace file = place.at(key);
  return {file.key(), file.text()};
}

double lengthAt(const JsonPlace& place, const char* key) {
  const JsonPlace length = place.at(key);
  const double v = length.number(0, kGreatestLength);
  if (!(v > 0)) length.fail("must be more than 0.");
  return v;
}

CapsuleShape readCapsule(const JsonPlace& place) {
  place.requireKeys({"head", "tail", "radius"});
  return {place.at("head").vector(), place.at("tail").vector(), lengthAt(place, "radius")};
}

EllipsoidShape readEllipsoid(const JsonPlace& place) {
  place.requireKeys({"center", "axes"});
  EllipsoidShape shape;
  shape.center = place.at("center").vector();
  const std::vector<JsonPlace> axes = place.at("axes").list();
  if (axes.size() != 3) place.at("axes").fail("must have 3 half axes, each [x, y, z].");
  for (std::size_t i = 0; i < 3; ++i) shape.axes[i] = axes[i].vector();
  return shape;
}

BallShape readBall(const JsonPlace& place) {
  place.requireKeys({"center", "radius"});
  return {place.at("center").vector(), lengthAt(place, "radius")};
}

PlaneShape readPlane(const JsonPlace& place) {
  place.requireKeys({"point", "normal"});
  return {place.at("point").vector(), place.at("normal").vector()};
}

std::vector<BallShape> readBalls(const JsonPlace& place) {
  std::vector<BallShape> balls;
  for (const JsonPlace& ball : place.list()) balls.push_back(readBall(ball));
  return balls;
}

void readShape(const JsonPlace& place, RecipeBoneText& bone) {
  const int shapes =
      place.has("mesh") + place.has("capsule") + place.has("capsules") + place.has("ellipsoid");
  if (shapes != 1) place.fail("must have one shape: 'mesh', 'capsule', 'capsules' or 'ellipsoid'.");
  bone.mesh = fileAt(place, "mesh");
  if (place.has("capsule")) bone.bone.shape = readCapsule(place.at("capsule"));
  if (place.has("ellipsoid")) bone.bone.shape = readEllipsoid(place.at("ellipsoid"));
  if (place.has("capsules")) {
    CapsuleSetShape set;
    for (const JsonPlace& capsule : place.at("capsules").list())
      set.capsules.push_back(readCapsule(capsule));
    if (set.capsules.empty()) place.at("capsules").fail("must have at least one capsule.");
    bone.bone.shape = std::move(set);
  }
}

RecipeBoneText readBone(const JsonPlace& place) {
  place.requireKeys({"joint", "name", "mesh", "capsule", "capsules", "ellipsoid", "mode",
                     "springStiffness", "freeZones", "friction"});
  RecipeBoneText bone;
  bone.key = place.key();
  bone.joint = place.at("joint").text();
  bone.bone.name = place.has("name") ? place.at("name").text() : bone.joint;
  bone.bone.attachment = Attachment::Auto;
  if (place.has("mode")) {
    const Names modes(std::begin(kAttachmentNames), std::end(kAttachmentNames));
    bone.bone.attachment = static_cast<Attachment>(place.at("mode").choice(modes));
  }
  if (place.has("springStiffness"))
    bone.bone.springStiffness = place.at("springStiffness").number(0.1, 100);
  if (place.has("friction")) bone.bone.friction = place.at("friction").number(0, 10);
  if (place.has("freeZones")) bone.bone.freeZones = readBalls(place.at("freeZones"));
  readShape(place, bone);
  return bone;
}

/// Twelve numbers: three rows of a matrix and what it adds.
Affine3d readPlace(const JsonPlace& place) {
  const std::vector<JsonPlace> numbers = place.list();
  if (numbers.size() != 12)
    place.fail("must have 12 numbers: three rows of a matrix with the translation last.");
  Affine3d at;
  for (std::size_t i = 0; i < 12; ++i)
    at.rows[i / 4][i % 4] = numbers[i].number(-kGreatestLength, kGreatestLength);
  return at;
}

RecipeColliderText readCollider(const JsonPlace& place) {
  place.requireKeys({"name", "ball", "capsule", "ellipsoid", "plane", "mesh", "friction", "joint",
                     "places", "placesPerSecond"});
  RecipeColliderText text;
  ClipCollider& collider = text.collider;
  text.key = place.key();
  collider.collider.name = place.has("name") ? place.at("name").text() : text.key;
  const int shapes = place.has("ball") + place.has("capsule") + place.has("ellipsoid") +
                     place.has("plane") + place.has("mesh");
  if (shapes != 1)
    place.fail("must have one shape: 'ball', 'capsule', 'ellipsoid', 'plane' or 'mesh'.");
  text.mesh = fileAt(place, "mesh");
  if (place.has("ball")) collider.collider.shape = readBall(place.at("ball"));
  if (place.has("capsule")) collider.collider.shape = readCapsule(place.at("capsule"));
  if (place.has("ellipsoid")) collider.collider.shape = readEllipsoid(place.at("ellipsoid"));
  if (place.has("plane")) collider.collider.shape = readPlane(place.at("plane"));
  if (place.has("friction")) collider.collider.friction = place.at("friction").number(0, 10);
  if (place.has("joint")) text.joint = place.at("joint").text();
  if (place.has("places"))
    for (const JsonPlace& at : place.at("places").list()) collider.places.push_back(readPlace(at));
  if (place.has("placesPerSecond"))
    collider.placesPerSecond = place.at("placesPerSecond").number(0.001, 100000);
  if (!text.joint.empty() && !collider.places.empty())
    place.fail("has both 'joint' and 'places'; choose one.");
  return text;
}

void readMaps(const JsonPlace& place, RecipeText& recipe) {
  place.requireKeys({"stiffness", "volumeStiffness", "density", "attachment"});
  recipe.stiffness = fileAt(place, "stiffness");
  recipe.volumeStiffness = fileAt(place, "volumeStiffness");
  recipe.density = fileAt(place, "density");
  recipe.attachment = fileAt(place, "attachment");
}

void readMaterial(const JsonPlace& place, Material& material) {
  place.requireKeys(fieldNames(MaterialChoice{}, Material{}));
  MaterialChoice choice;
  visitFields(choice, FieldReader{place});
  material = presetMaterial(choice.preset);
  visitFields(material, FieldReader{place});
}

void readSettings(const JsonPlace& place, RecipeText& recipe) {
  Names known = fieldNames(RigSettings{}, BindSettings{}, SolveSettings{});
  known.push_back("useBoneMeshes");
  place.requireKeys(known);
  visitFields(recipe.rig, FieldReader{place});
  visitFields(recipe.bind, FieldReader{place});
  visitFields(recipe.solve, FieldReader{place});
  if (place.has("useBoneMeshes")) recipe.rig.useBoneMeshes = place.at("useBoneMeshes").flag();
}

}  // namespace

RecipeText parseRecipe(std::string_view text) {
  const nlohmann::json document = parseBoundedJson(text, JsonStyle::HandWritten);
  const JsonPlace root(document, "");
  root.requireKeys({"mesh", "skeleton", "metresPerUnit", "bones", "colliders", "fitBones",
                    "material", "maps", "settings"});
  RecipeText recipe;
  root.at("mesh");  // must be there
  recipe.mesh = fileAt(root, "mesh");
  recipe.skeleton = fileAt(root, "skeleton");
  if (root.has("metresPerUnit")) recipe.metresPerUnit = lengthAt(root, "metresPerUnit");
  if (root.has("fitBones")) recipe.fitBones = root.at("fitBones").flag();
  if (root.has("bones"))
    for (const JsonPlace& bone : root.at("bones").list()) recipe.bones.push_back(readBone(bone));
  if (root.has("colliders"))
    for (const JsonPlace& collider : root.at("colliders").list())
      recipe.colliders.push_back(readCollider(collider));
  if (root.has("material")) readMaterial(root.at("material"), recipe.rig.material);
  if (root.has("maps")) readMaps(root.at("maps"), recipe);
  if (root.has("settings")) readSettings(root.at("settings"), recipe);
  return recipe;
}

}  // namespace sinew::io
