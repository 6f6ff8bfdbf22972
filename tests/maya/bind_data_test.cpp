// SPDX-FileCopyrightText: 2026 The Sinew authors
// SPDX-License-Identifier: MIT
#include "bind_data.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "base64.h"

namespace sinew::maya {
namespace {

TEST(Base64, AsInTheStandard) {  // RFC 4648, section 10
  const auto encode = [](const std::string& text) {
    return toBase64({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
  };
  EXPECT_EQ(encode(""), "");
  EXPECT_EQ(encode("f"), "Zg==");
  EXPECT_EQ(encode("fo"), "Zm8=");
  EXPECT_EQ(encode("foo"), "Zm9v");
  EXPECT_EQ(encode("foobar"), "Zm9vYmFy");
}

TEST(Base64, ComesBackAndRefusesWhatItDidNotWrite) {
  std::mt19937 random(5);
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<unsigned char> bytes(size), back;
    for (unsigned char& b : bytes) b = static_cast<unsigned char>(random());
    ASSERT_TRUE(appendBase64(toBase64(bytes).c_str(), back));
    EXPECT_EQ(back, bytes);
  }
  std::vector<unsigned char> sink;
  for (const char* bad : {"Z", "Zg=", "Zg==Zg==", "Z===", "Zm9*", "=m9v", "Zm 9"})
    EXPECT_FALSE(appendBase64(bad, sink)) << bad;
}

TEST(BindDataTest, EmptyDataIsWrittenAndReadBack) {
  BindData empty, back;
  std::ostringstream out;
  ASSERT_TRUE(empty.writeBinary(out));
  std::istringstream in(out.str());
  ASSERT_TRUE(back.readBinary(in, static_cast<unsigned int>(out.str().size())));
  EXPECT_EQ(back.bound(), nullptr);
  back.copy(empty);
  EXPECT_EQ(back.bound(), nullptr);
}

TEST(BindDataTest, CopiesShareOneCharacter) {
  BindData a, b;
  a.setBound(std::make_shared<BoundCharacter>());
  for (int i = 0; i < 100; ++i) b.copy(a);
  EXPECT_EQ(a.bound(), b.bound());
  EXPECT_EQ(a.bound().use_count(), 2);
}

}  // namespace
}  // namespace sinew::maya
