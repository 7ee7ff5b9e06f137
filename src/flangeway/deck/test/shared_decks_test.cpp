// Decks of the program's distribution, with the control digits that it printed: shared/data/contact, if it is
// there.
#include <gtest/gtest.h>

#include <numbers>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/deck/read.hpp"

namespace flangeway::deck {
namespace {

const std::filesystem::path shared = std::filesystem::path(FLANGEWAY_SHARED_DIR) / "data/contact",
                            folder = shared / "cases";

std::filesystem::path shared_file(const std::string& name) {
  return (std::filesystem::exists(folder / name) ? folder : shared / "more") / name;
}

std::optional<Deck> read_shared(const std::string& name, Findings& findings) {
  std::ifstream stream(shared_file(name + ".inp"), std::ios::binary);
  return read_deck(std::string(std::istreambuf_iterator<char>(stream), {}), name + ".inp", findings);
}

class SharedDeck : public testing::TestWithParam<const char*> {};

TEST_P(SharedDeck, IsReadToItsEndWithThePrintedControlDigits) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no decks here";
  Findings findings;
  const auto deck = read_shared(GetParam(), findings);
  ASSERT_TRUE(deck) << findings.text();
  const auto expected =
      nlohmann::json::parse(std::ifstream(shared_file(std::string(GetParam()) + ".expected.json")))
          .at("cases");
  for (const auto& one : expected) {
    const auto number = one.at("case").get<std::size_t>();
    ASSERT_LE(number, deck->cases.size());
    const Case& found = deck->cases[number - 1];
    EXPECT_EQ(found.module, one.at("module").get<int>()) << "case " << number;
    for (std::size_t word = 0; word < 3; ++word)
      EXPECT_EQ(std::stol(found.words[word]), std::stol(one.at("control").at(word).get<std::string>()))
          << "case " << number;
  }
}

INSTANTIATE_TEST_SUITE_P(All, SharedDeck,
                         testing::Values("cattaneo", "carter2d", "bentall", "spence35", "fastsim",
                                         "tractcurv", "veldep_fric", "conformal", "conformal_124",
                                         "mbench_a22_left", "groove_li", "catt2d_plast", "cross_locus",
                                         "ertz_temperature", "m1_catt_shift", "m1_totforce", "m3_tempdep",
                                         "mbench_brute", "mbench_conf", "plastic_3bl", "rounded_flat_d09",
                                         "t1_force_cp", "t1_merge_cp", "t1_npotmax", "t1_split_cp", "t1_zws",
                                         "test-rollers2", "wing_locus", "worn_site_b"));

TEST(SharedDecks, LastCasesHoldTheirValues) {
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no decks here";
  Findings findings;
  const auto spence = read_shared("spence35", findings), groove = read_shared("groove_li", findings),
             bench = read_shared("mbench_a22_left", findings), veldep = read_shared("veldep_fric", findings);
  ASSERT_TRUE(spence && groove && bench && veldep) << findings.text();
  ASSERT_EQ(spence->cases.size(), 35u);
  EXPECT_EQ(spence->cases.back().values.loads.normal, 0.470508);
  EXPECT_TRUE(spence->cases.back().continues);
  EXPECT_EQ(spence->cases.back().values.subsurface.size(), 1u);
  ASSERT_EQ(groove->cases.size(), 8u);
  EXPECT_EQ(groove->cases.back().values.discretisation.separation_angle, 90.0);
  EXPECT_EQ(groove->cases.back().values.material.influence, 4);
  EXPECT_EQ(groove->cases.back().values.material.variant, 3);
  ASSERT_EQ(bench->cases.size(), 21u);
  EXPECT_EQ(bench->cases.back().values.state.position[1], 10.0);
  EXPECT_EQ(bench->cases.back().values.track.gauge, 1435.0);
  EXPECT_DOUBLE_EQ(bench->cases.back().values.discretisation.separation_angle, std::numbers::pi / 2);
  ASSERT_EQ(veldep->cases.size(), 53u);
  EXPECT_EQ(veldep->cases[3].values.iteration.initial_slip, -1);
  EXPECT_EQ(veldep->cases.back().values.friction.law, 4);
}

}  // namespace
}  // namespace flangeway::deck
