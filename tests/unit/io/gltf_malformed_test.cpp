// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
//
// Each test breaks one thing in a good file and expects one sentence that names file and thing.
#include <gtest/gtest.h>

#include <functional>

#include "unit/io/model_checks.h"

namespace sinew::testing {
namespace {

using nlohmann::json;

struct Fault {
  const char* name;
  std::function<void(GlbWriter&)> plant;
  const char* expected;  // part of the sentence
  ErrorCode code = ErrorCode::BadFile;
};

json& primitive(GlbWriter& f) { return f.json["meshes"][0]["primitives"][0]; }
json& sampler(GlbWriter& f) { return f.json["animations"][0]["samplers"][0]; }

void putFloat(GlbWriter& f, int accessor, std::size_t element, float value) {
  const json& view = f.json["bufferViews"][f.json["accessors"][accessor]["bufferView"].get<int>()];
  std::memcpy(f.binary.data() + view["byteOffset"].get<std::size_t>() + 4 * element, &value, 4);
}

const std::vector<Fault>& faults() {
  static const std::vector<Fault> list = {
      {"Version", [](auto& f) { f.json["asset"]["version"] = "1.0"; }, "glTF 2"},
      {"NoAsset", [](auto& f) { f.json.erase("asset"); }, "glTF 2"},
      {"AssetIsList",
       [](auto& f) {
         f.json["asset"] = {1, 2};
       },
       "could not be read"},
      {"Draco", [](auto& f) { f.json["extensionsRequired"] = {"KHR_draco_mesh_compression"}; },
       "requires the extension 'KHR_draco_mesh_compression'"},
      {"NodesNotObjects",
       [](auto& f) {
         f.json["nodes"] = {1, 2};
       },
       "not valid glTF"},
      {"NoMesh", [](auto& f) { f.json["nodes"][2].erase("mesh"); }, "no mesh made of triangles"},

      {"BufferMissing", [](auto& f) { f.json["bufferViews"][0]["buffer"] = 1; }, "uses buffer 1"},
      {"BufferNegative", [](auto& f) { f.json["bufferViews"][0]["buffer"] = -1; },
       "uses buffer -1"},
      {"BufferTooLong",
       [](auto& f) {
         f.json["buffers"] = {{{"byteLength", f.binary.size() + 4}}};
       },
       "buffer 0 is cut short"},
      {"BufferLengthNegative",
       [](auto& f) {
         f.json["buffers"] = {{{"byteLength", -1}}};
       },
       "no proper byteLength"},
      {"BuffersNotObjects", [](auto& f) { f.json["buffers"] = {7}; }, "no proper byteLength"},
      {"BufferBadBase64",
       [](auto& f) {
         f.json["buffers"] = {
             {{"byteLength", 4}, {"uri", "data:application/octet-stream;base64,!!!!"}}};
       },
       "not proper base64"},
      {"BufferPlainUri",
       [](auto& f) {
         f.json["buffers"] = {{{"byteLength", 4}, {"uri", "data:text/plain,abcd"}}};
       },
       "not base64"},
      {"BufferUriNumber",
       [](auto& f) {
         f.json["buffers"] = {{{"byteLength", 4}, {"uri", 4}}};
       },
       "not text"},
      {"SecondBufferWithoutUri",
       [](auto& f) {
         f.json["buffers"] = {{{"byteLength", f.binary.size()}}, {{"byteLength", 4}}};
         f.json["bufferViews"][0]["buffer"] = 1;
       },
       "buffer 1 has no uri"},

      {"ViewMissing", [](auto& f) { f.json["accessors"][0]["bufferView"] = 99; },
       "uses buffer view 99"},
      {"ViewPastEnd", [](auto& f) { f.json["bufferViews"][0]["byteLength"] = f.binary.size() + 1; },
       "past the end of its buffer"},
      {"ViewOffsetOverflows",
       [](auto& f) { f.json["bufferViews"][0]["byteOffset"] = 18446744073709551615u; },
       "past the end of its buffer"},
      {"ViewLengthOverflows",
       [](auto& f) {
         f.json["bufferViews"][0]["byteOffset"] = 4;
         f.json["bufferViews"][0]["byteLength"] = 18446744073709551615u;
       },
       "past the end of its buffer"},
      {"StrideTooSmall", [](auto& f) { f.json["bufferViews"][0]["byteStride"] = 8; },
       "stride of 8"},
      {"StrideTooLarge", [](auto& f) { f.json["bufferViews"][0]["byteStride"] = 252; },
       "past the end of buffer view"},
      {"StrideOdd", [](auto& f) { f.json["bufferViews"][0]["byteStride"] = 13; }, "byteStride"},

      {"AccessorMissing", [](auto& f) { primitive(f)["attributes"]["POSITION"] = 99; },
       "mesh 0, primitive 0, POSITION uses accessor 99"},
      {"AccessorPastEnd", [](auto& f) { f.json["accessors"][0]["count"] = 13; },
       "POSITION has 13 elements"},
      {"AccessorOffsetPastEnd", [](auto& f) { f.json["accessors"][0]["byteOffset"] = 4; },
       "past the end of buffer view"},
      {"AccessorOffsetOverflows",
       [](auto& f) { f.json["accessors"][0]["byteOffset"] = 18446744073709551612u; },
       "past the end of buffer view"},
      {"AccessorCountHuge",
       [](auto& f) { f.json["accessors"][0]["count"] = 18446744073709551615u; },
       "POSITION has 18446744073709551615 elements", ErrorCode::TooLarge},
      {"AccessorCountLarge", [](auto& f) { f.json["accessors"][0]["count"] = 2000000000u; },
       "more memory than its size", ErrorCode::TooLarge},
      {"AccessorCountLargeWithoutView",
       [](auto& f) {
         f.json["accessors"][0]["count"] = 2000000000u;
         f.json["accessors"][0].erase("bufferView");
       },
       "more memory than its size", ErrorCode::TooLarge},
      {"AccessorCountNegative", [](auto& f) { f.json["accessors"][0]["count"] = -1; },
       "not valid glTF"},
      {"AccessorWrongShape", [](auto& f) { f.json["accessors"][0]["type"] = "VEC2"; },
       "has 2 numbers per element; there should be 3"},
      {"AccessorUnknownShape", [](auto& f) { f.json["accessors"][0]["type"] = "VEC9"; },
       "not valid glTF"},
      {"AccessorUnknownType", [](auto& f) { f.json["accessors"][0]["componentType"] = 5130; },
       "unknown type 5130"},
      {"NotANumber", [](auto& f) { putFloat(f, 0, 7, std::nanf("")); },
       "POSITION has a number that is not finite in element 2"},
      {"Infinite", [](auto& f) { putFloat(f, 2, 0, HUGE_VALF); },
       "WEIGHTS_0 has a number that is not"},

      {"SparseIndexTooLarge",
       [](auto& f) {
         const int view = f.addView(std::vector<std::uint16_t>{12});
         f.json["accessors"][0]["sparse"] = {
             {"count", 1},
             {"indices", {{"bufferView", view}, {"componentType", 5123}}},
             {"values", {{"bufferView", 0}}}};
       },
       "sparse value for element 12 of 12"},
      {"SparseCountTooLarge",
       [](auto& f) {
         f.json["accessors"][0]["sparse"] = {
             {"count", 13},
             {"indices", {{"bufferView", 0}, {"componentType", 5123}}},
             {"values", {{"bufferView", 0}}}};
       },
       "damaged sparse"},
      {"SparsePastEnd",
       [](auto& f) {
         f.json["accessors"][0]["sparse"] = {
             {"count", 2},
             {"indices", {{"bufferView", 0}, {"componentType", 5125}, {"byteOffset", 143}}},
             {"values", {{"bufferView", 0}}}};
       },
       "past the end of buffer view"},
      {"SparseOffsetNegative",
       [](auto& f) {
         f.json["accessors"][0]["sparse"] = {
             {"count", 2},
             {"indices", {{"bufferView", 0}, {"componentType", 5125}, {"byteOffset", -8}}},
             {"values", {{"bufferView", 0}}}};
       },
       "damaged sparse"},

      {"IndexTooLarge", [](auto& f) { f.json["accessors"][0]["count"] = 11; }, "uses vertex 11"},
      {"IndexTypeFloat", [](auto& f) { f.json["accessors"][3]["componentType"] = 5126; },
       "unsigned integers"},
      {"CornersNotTriples", [](auto& f) { f.json["accessors"][3]["count"] = 59; },
       "59 triangle corners"},
      {"PrimitiveWithoutAttributes", [](auto& f) { primitive(f).erase("attributes"); },
       "meshes 0 has damaged primitives"},
      {"MeshMissing", [](auto& f) { f.json["nodes"][2]["mesh"] = 4; }, "uses mesh 4"},
      {"WeightsTooFew", [](auto& f) { f.json["accessors"][2]["count"] = 11; },
       "WEIGHTS_0 does not have as many elements"},
      {"JointsTooFew", [](auto& f) { f.json["accessors"][1]["count"] = 11; },
       "JOINTS_0 does not have as many elements"},
      {"JointTooLarge", [](auto& f) { f.json["skins"][0]["joints"] = {0}; },
       "vertex 4 follows joint 1, but its skin has only 1"},
      {"MapTooShort",
       [](auto& f) {
         primitive(f)["attributes"]["_STIFFNESS"] =
             f.addAccessor(std::vector<float>{1, 2, 3}, "SCALAR");
       },
       "_STIFFNESS does not have as many"},

      {"SkinMissing", [](auto& f) { f.json["nodes"][2]["skin"] = 1; }, "uses skin 1"},
      {"SkinWithoutJoints", [](auto& f) { f.json["skins"][0]["joints"] = json::array(); },
       "skin 0 has no joints"},
      {"SkinJointMissing",
       [](auto& f) {
         f.json["skins"][0]["joints"] = {0, 55};
       },
       "skin 0 uses node 55"},
      {"SkinJointTwice",
       [](auto& f) {
         f.json["skins"][0]["joints"] = {0, 0};
       },
       "lists a joint twice"},
      {"BindsTooFew", [](auto& f) { f.json["accessors"][4]["count"] = 1; }, "fewer than joints"},
      {"BindSingular", [](auto& f) { putFloat(f, 4, 0, 0); },
       "inverse bind matrix of joint 'root' has no inverse"},
      {"BindNotAffine", [](auto& f) { putFloat(f, 4, 3, 1); }, "not affine"},

      {"NodeIsItsOwnParent", [](auto& f) { f.json["nodes"][1]["children"] = {1}; }, "two parents"},
      {"NodesInACircle", [](auto& f) { f.json["nodes"][1]["children"] = {0}; },
       "2 of its nodes are their own ancestors"},
      {"NodeWithTwoParents", [](auto& f) { f.json["nodes"][2]["children"] = {1}; },
       "node 1 has two parents"},
      {"ChildMissing", [](auto& f) { f.json["nodes"][2]["children"] = {9}; }, "node 2 uses node 9"},
      {"ChildNotANumber", [](auto& f) { f.json["nodes"][2]["children"] = {"x"}; },
       "damaged children"},
      {"TranslationTooShort",
       [](auto& f) {
         f.json["nodes"][1]["translation"] = {1, 2};
       },
       "node 1 ('tip'), translation does not have 3"},
      {"RotationZero",
       [](auto& f) {
         f.json["nodes"][1]["rotation"] = {0, 0, 0, 0};
       },
       "not a unit quaternion"},
      {"MatrixTooShort",
       [](auto& f) {
         f.json["nodes"][1]["matrix"] = {1, 2, 3};
       },
       "does not have 16"},
      {"ScaleOverflows",
       [](auto& f) {
         f.json["nodes"][0]["scale"] = {1e200, 1e200, 1e200};
         f.json["nodes"][1]["scale"] = {1e200, 1e200, 1e200};
       },
       "infinitely far"},
      {"SceneMissing", [](auto& f) { f.json["scene"] = 3; }, "uses scene 3"},
      {"SceneRootMissing",
       [](auto& f) {
         f.json["scenes"][0]["nodes"] = {0, 9};
       },
       "scene 0 uses node 9"},

      {"SamplerMissing", [](auto& f) { f.json["animations"][0]["channels"][0]["sampler"] = 4; },
       "clip 'bend', channel 0 uses sampler 4"},
      {"TargetMissing",
       [](auto& f) { f.json["animations"][0]["channels"][0]["target"]["node"] = 44; },
       "channel 0 uses node 44"},
      {"KeysBackInTime", [](auto& f) { putFloat(f, 5, 0, 2); }, "go back in time"},
      {"KeysTooMany",
       [](auto& f) {
         sampler(f)["input"] = f.addAccessor(std::vector<float>{0, 1, 2}, "SCALAR");
       },
       "has 3 keys, but 2 values"},
      {"KeysNone",
       [](auto& f) {
         f.json["accessors"][5]["count"] = 0;
         f.json["accessors"][6]["count"] = 0;
       },
       "has no keys"},
      {"KeysCubicTooFew", [](auto& f) { sampler(f)["interpolation"] = "CUBICSPLINE"; },
       "there should be 6"},
      {"UnknownInterpolation", [](auto& f) { sampler(f)["interpolation"] = "HERMITE"; },
       "unknown interpolation 'HERMITE'"},
      {"KeyRotationZero", [](auto& f) { putFloat(f, 6, 3, 0); }, "the rotation of key 0 is 0"},
      {"KeyNotANumber", [](auto& f) { putFloat(f, 5, 1, std::nanf("")); }, "times has a number"},
  };
  return list;
}

class Malformed : public ::testing::TestWithParam<Fault> {};

TEST_P(Malformed, GivesOneSentence) {
  GlbWriter file = barFile();
  GetParam().plant(file);
  const FileBytes bytes = file.glb();
  const Result<RiggedModel> model = readModel(bytes, "broken.glb");
  ASSERT_FALSE(model.ok());
  const std::string& message = model.error().message;
  EXPECT_EQ(model.error().code, GetParam().code);
  EXPECT_EQ(message.rfind("broken.glb: ", 0), 0u) << message;
  EXPECT_NE(message.find(GetParam().expected), std::string::npos) << message;
  EXPECT_EQ(message.back(), '.') << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(Gltf, Malformed, ::testing::ValuesIn(faults()),
                         [](const auto& fault) { return std::string(fault.param.name); });

std::string messageOf(const FileBytes& bytes) {
  const Result<RiggedModel> model = readModel(bytes, "broken.glb");
  return model ? "" : model.error().message;
}

FileBytes fromText(const std::string& text) { return FileBytes(text.begin(), text.end()); }

TEST(MalformedContainer, IsNoGltfAtAll) {
  EXPECT_NE(messageOf({}).find("neither GLB nor glTF"), std::string::npos);
  EXPECT_NE(messageOf(fromText("   ")).find("neither GLB nor glTF"), std::string::npos);
  EXPECT_NE(messageOf(fromText("solid cube")).find("neither GLB nor glTF"), std::string::npos);
  EXPECT_NE(messageOf(fromText("{\"asset\":")).find("JSON is damaged"), std::string::npos);
  EXPECT_NE(messageOf(fromText("{} trailing")).find("JSON is damaged"), std::string::npos);
  EXPECT_NE(messageOf(fromText("{\"a\": 1e999}")).find("JSON is damaged"), std::string::npos);
}

TEST(MalformedContainer, IsCutAnywhere) {
  const FileBytes whole = barFile().glb();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const FileBytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_FALSE(readModel(cut, "cut.glb").ok()) << length;
  }
}

TEST(MalformedContainer, HasWrongLengths) {
  const FileBytes good = barFile().glb();
  const auto with = [&](std::size_t at, unsigned char value) {
    FileBytes bytes = good;
    bytes[at] = value;
    return messageOf(bytes);
  };
  EXPECT_NE(with(4, 1).find("glTF version 1"), std::string::npos);
  EXPECT_NE(with(11, 255).find("cut short"), std::string::npos);
  EXPECT_NE(with(9, 0).find("in the middle of a chunk"), std::string::npos);
  EXPECT_NE(with(15, 255).find("in the middle of a chunk"), std::string::npos);
  EXPECT_NE(with(16, 0).find("must be JSON"), std::string::npos);
  FileBytes longer = good;
  longer.resize(longer.size() + 100);
  const Result<RiggedModel> model = readModel(longer, "longer.glb");
  ASSERT_TRUE(model.ok());
  EXPECT_TRUE(warns(model.value().warnings, "100 bytes after the end"));
}

TEST(MalformedContainer, IsNestedDeeply) {
  for (const std::string& key : {std::string("extras"), std::string("nodes"), std::string("zzz")}) {
    const std::string deep = "{\"asset\":{\"version\":\"2.0\"},\"" + key +
                             "\":" + std::string(200000, '[') + std::string(200000, ']') + "}";
    EXPECT_NE(messageOf(fromText(deep)).find("nested too deeply"), std::string::npos) << key;
  }
}

TEST(MalformedContainer, HasAMillionObjects) {
  std::string many = "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{}";
  for (int i = 0; i < 600000; ++i) many += ",{}";
  EXPECT_NE(messageOf(fromText(many + "]}")).find("more than 500000 objects"), std::string::npos);
}

TEST(MalformedContainer, UsesOneMeshAMillionTimes) {
  GlbWriter file = barFile();
  std::vector<float> points(30000, 0.5f);
  primitive(file)["attributes"] = {{"POSITION", file.addAccessor(points, "VEC3")}};
  for (int i = 0; i < 50000; ++i) {
    file.add("nodes", {{"mesh", 0}});
    file.json["scenes"][0]["nodes"].push_back(i + 3);
  }
  file.json["nodes"][2].erase("skin");
  EXPECT_NE(messageOf(file.glb()).find("more memory than its size"), std::string::npos);
}

TEST(MalformedContainer, UsesOneTrackForEverything) {
  GlbWriter file = barFile();
  const int times = file.addAccessor(std::vector<float>(100000, 0.0f), "SCALAR");
  file.json["accessors"].push_back({{"componentType", 5126}, {"count", 100000}, {"type", "VEC3"}});
  const int values =
      static_cast<int>(file.json["accessors"].size()) - 1;  // zeros that take no room
  file.json["animations"][0]["samplers"][0] = {{"input", times}, {"output", values}};
  for (int i = 0; i < 1000; ++i) {
    file.json["animations"][0]["channels"].push_back(
        {{"sampler", 0}, {"target", {{"node", 1}, {"path", "translation"}}}});
  }
  file.json["animations"][0]["channels"].erase(0);
  EXPECT_NE(messageOf(file.glb()).find("more memory than its size"), std::string::npos);
}

TEST(MalformedContainer, HasLongChainsOfNodes) {
  GlbWriter file = barFile();
  for (int i = 3; i < 100000; ++i) {
    nlohmann::json node = {{"children", {i + 1}}};
    if (i == 99999) node.erase("children");
    file.json["nodes"].push_back(std::move(node));
  }
  file.json["nodes"][2]["children"] = {3};
  const FileBytes bytes = file.glb();
  EXPECT_TRUE(readModel(bytes, "chain.glb").ok());
}

}  // namespace
}  // namespace sinew::testing
