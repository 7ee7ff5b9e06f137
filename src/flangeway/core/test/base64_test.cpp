#include "flangeway/core/base64.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace flangeway {
namespace {

std::string base64_of_text(const std::string& text) {
  return base64(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

TEST(Base64, IsThatOfTheStandard) {  // the test vectors of RFC 4648, section 10
  const std::array<std::pair<const char*, const char*>, 7> vectors{{{"", ""},
                                                                    {"f", "Zg=="},
                                                                    {"fo", "Zm8="},
                                                                    {"foo", "Zm9v"},
                                                                    {"foob", "Zm9vYg=="},
                                                                    {"fooba", "Zm9vYmE="},
                                                                    {"foobar", "Zm9vYmFy"}}};
  for (const auto& [text, encoded] : vectors) {
    EXPECT_EQ(base64_of_text(text), encoded);
    EXPECT_EQ(bytes_of_base64(encoded), text);
  }
}

TEST(Base64, GivesBackAllBytes) {
  std::string bytes;
  for (int k = 0; k < 256; ++k) bytes.push_back(static_cast<char>(k));
  for (std::size_t length : {254u, 255u, 256u})
    EXPECT_EQ(bytes_of_base64(base64_of_text(bytes.substr(0, length))), bytes.substr(0, length));
}

TEST(Base64, RefusesOtherTexts) {
  EXPECT_EQ(bytes_of_base64("Zm9v!"), std::nullopt);
  EXPECT_EQ(bytes_of_base64("Z"), std::nullopt);
  EXPECT_EQ(bytes_of_base64("Zm=v"), std::nullopt);
  EXPECT_EQ(bytes_of_base64("===="), std::nullopt);
}

}  // namespace
}  // namespace flangeway
