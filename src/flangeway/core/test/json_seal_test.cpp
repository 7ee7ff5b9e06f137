#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"

#include <gtest/gtest.h>

namespace flangeway {
namespace {

using Seal = SealedJson::Seal;
const SealFacts facts{{"of", "run 6"}, {"study", "3f2a"}};

TEST(JsonSeal, IsTheLastMemberAndComesOffAgain) {
  const std::string sealed = seal_json("{\n  \"time\": 1.5\n}", facts);
  EXPECT_EQ(sealed.substr(0, sealed.find("\"sha256\"")),
            "{\n  \"time\": 1.5,\n  \"seal\": {\"of\": \"run 6\", \"study\": \"3f2a\", ");
  EXPECT_EQ(sealed.substr(sealed.size() - 5), "\"}\n}\n");
  const SealedJson back = unseal_json(sealed);
  EXPECT_EQ(back.seal, Seal::right);
  EXPECT_EQ(back.text, "{\n  \"time\": 1.5\n}\n");
  EXPECT_EQ(back.facts, facts);
  EXPECT_EQ(back.fact("of"), "run 6");
  EXPECT_EQ(back.fact("nothing"), "");
}

TEST(JsonSeal, FindsEveryChangedAndEveryMissingByte) {
  const std::string sealed = seal_json(R"({"time": 1.5})", facts);
  for (std::size_t i = 0; i < sealed.size(); ++i) {
    std::string changed = sealed;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_NE(unseal_json(changed).seal, Seal::right) << i;
    EXPECT_NE(unseal_json(sealed.substr(0, i)).seal, Seal::right) << i;
  }
  EXPECT_EQ(unseal_json(sealed + ' ').seal, Seal::wrong);
}

TEST(JsonSeal, WhatHasNoneIsReturnedWhole) {
  for (const std::string text : {"", "{}", "{\"time\": 1}\n", "no object", "[1]"}) {
    EXPECT_EQ(unseal_json(text).seal, Seal::none) << text;
    EXPECT_EQ(unseal_json(text).text, text);
  }
  EXPECT_EQ(seal_json("[1]", facts), "[1]");
  EXPECT_EQ(unseal_json(seal_json("{}", {})).seal, Seal::right);
  EXPECT_EQ(unseal_json(seal_json("{}", {{"of", "a \"quote\"\n"}})).fact("of"), "a _quote__");
}

TEST(JsonText, IsNestedTooDeeplyBeyond64Brackets) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_FALSE(is_nested_too_deeply(nested(64)));
  EXPECT_TRUE(is_nested_too_deeply(nested(65)));
  EXPECT_TRUE(is_nested_too_deeply(std::string(1000000, '{')));
  EXPECT_FALSE(is_nested_too_deeply("[]" + nested(64) + "{}"));
  const std::string text = std::string(65, '[');
  EXPECT_FALSE(is_nested_too_deeply("\"" + text + "\""));
  EXPECT_FALSE(is_nested_too_deeply("\"\\\"" + text + "\""));
  EXPECT_TRUE(is_nested_too_deeply("\"\\\\\"" + text));
}

}  // namespace
}  // namespace flangeway
