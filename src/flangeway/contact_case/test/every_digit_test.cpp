// Values of the control digits of module 3 in decks of their own: each runs, or says why not. Of the digits
// for output (O, W, A) it is only some.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/deck/read.hpp"

namespace flangeway::contact_case::every_digit {
namespace {

constexpr int mx = 7, my = 5;

// The digits of a case by their letters; those that are not named have the value of an ordinary case.
using Digits = std::map<char, int>;

int value(const Digits& digits, char letter) {
  static const Digits ordinary{{'P', 2}, {'T', 3}, {'N', 1}, {'D', 2},
                               {'C', 2}, {'Z', 2}, {'O', 1}, {'R', 1}};
  if (const auto found = digits.find(letter); found != digits.end()) return found->second;
  const auto found = ordinary.find(letter);
  return found == ordinary.end() ? 0 : found->second;
}

std::string word(const Digits& digits, const std::string& letters) {
  std::string text;
  for (const char letter : letters) text += static_cast<char>('0' + value(digits, letter));
  return text + "\n";
}

std::string numbers(int count, const std::string& one) {
  std::string text;
  for (int i = 0; i < count; ++i) text += " " + one;
  return text + "\n";
}

std::string friction(int law) {
  if (law == 0) return ".3 .3\n";
  return law == 6 ? ".36 0. -.18 800.\n" : ".2 .1 3. 0. 0.\n";
}

// ∫∫ of 1/R, x²/R³, y²/R³ and xy/R³ up to a corner.
struct Kernels {
  double inverse, x2, y2, xy;
};
Kernels corner(double x, double y) {
  const double r = std::hypot(x, y), along = y * std::log(x + r), across = x * std::log(y + r);
  return {along + across, along, across, -r};
}
// Over an element of 0.4 mm whose middle is at (x, y).
Kernels element(double x, double y) {
  constexpr double half = 0.2;
  Kernels sum{};
  for (const double i : {-1.0, 1.0})
    for (const double j : {-1.0, 1.0}) {
      const Kernels k = corner(x + i * half, y + j * half);
      sum.inverse += i * j * k.inverse, sum.x2 += i * j * k.x2, sum.y2 += i * j * k.y2,
          sum.xy += i * j * k.xy;
    }
  return sum;
}

// A file for C = 9 with the coefficients of two equal half-spaces (ν = 0.28) in closed form.
const std::filesystem::path& coefficients() {
  static const std::filesystem::path path = [] {
    const std::filesystem::path made =
        std::filesystem::path(testing::TempDir()) / "half_space_coefficients.txt";
    std::ofstream file(made);
    file << " 1 1\n 0 312\n 1 0\n " << mx << " " << my << " .4 .4\n";
    constexpr double nu = 0.28, scale = 1 / std::numbers::pi;
    for (int oy = 1 - my; oy < my; ++oy) {
      file << "\n Influence coefficients for offset iy= " << oy << "\n";
      for (int ox = 0; ox < mx; ++ox) {
        const Kernels k = element(.4 * ox, .4 * oy);
        file << fmt::format("{} {:.3f} {:.12g} 0 0 0 {:.12g} {:.12g} 0 {:.12g} {:.12g}\n", ox, .4 * ox,
                            scale * (1 - nu) * k.inverse, scale * ((1 - nu) * k.inverse + nu * k.x2),
                            scale * nu * k.xy, scale * nu * k.xy, scale * ((1 - nu) * k.inverse + nu * k.y2));
      }
    }
    return made;
  }();
  return path;
}

std::string material(const Digits& digits) {
  const int c = value(digits, 'C'), m = value(digits, 'M');
  std::string text;
  if (c == 4) text += "1 3 2\n -1. 0. 1. .2\n";
  if (c == 9) text += "'" + coefficients().string() + "'\n";
  text += ".28 .28 82000. 82000.\n";
  if (value(digits, 'B') == 1) text += "1e-6\n";
  if (m == 1) text += "1. 1. .0001 .0001\n";
  if (m == 2) text += "2e-5 1. 1. 1.\n";
  if (m == 3 || m >= 5) text += "1. 1. 1.\n";
  if (m == 4) text += "8200. .01 100. 0.\n";
  return text;
}

std::string potential(const Digits& digits) {
  const int b = value(digits, 'B');
  const std::string size = fmt::format("{} {} ", mx, my);
  if (b == 2 || b == 3) return "-3\n" + size + "1. .8 1.1\n";
  if (b == 4) return "-6\n" + size + "1. .7 .9 1.1\n";
  return "1\n" + size + "-1.4 -1. .4 .4\n1 1\n.002 0. .003 0. 0. 0.\n";
}

// The lines of one case, in the order of the format.
std::string lines(const Digits& digits) {
  const auto digit = [&](char letter) { return value(digits, letter); };
  std::string text =
      "3 MODULE\n" + word(digits, "PBTNFS") + word(digits, "VLDCMZE") + word(digits, "XHGIAOWR");
  if (digit('X') == 1) text += "0\n";
  if (digit('G') != 1) {
    text += "100 100 30 10 1e-5\n";
    if (digit('G') == 2 || digit('G') == 3) text += ".9 1. 0 .9\n";
    if (digit('G') == 4) text += "0 .9\n";
    if (digit('G') == 5) text += ".9 .9 1 1. 1. 1. 1. 1.\n";
  }
  text += digit('N') == 1 ? "500. " : ".002 ";
  text += digit('F') >= 1 ? ".3 " : ".0005 ";
  text += digit('F') >= 2 ? ".2 " : ".0002 ";
  text += ".0001\n";
  const int law = digit('L'), rows = digit('V') == 0 ? 1 : my;
  const std::string sets = law == 1 ? "" : numbers(rows, friction(law)) + (law >= 2 ? "0. 0.\n" : "");
  if (digit('V') == 0) text += sets;
  if (digit('C') >= 2) text += (digit('T') >= 2 ? "0. .4 3000.\n" : "") + material(digits);
  if (digit('H') == 3)
    text += "20. 450. .05 8e-6\n30. 450. .05 8e-6\n" + std::string(digit('M') == 4 ? ".5\n" : "");
  if (digit('D') == 2) text += potential(digits);
  if (digit('V') != 0) text += sets;
  if (digit('E') == 9) text += numbers(2 * mx * my, ".0001");
  if (digit('S') >= 2) text += "0 0\n";
  if (digit('S') == 3) text += "1\n1 0. .5\n0\n";
  return text;
}

// The last case of a deck.
CaseResult last_of(const std::string& text) {
  Findings findings;
  CaseResult last;
  auto deck = deck::read_deck(text + "0\n", "a.inp", findings);
  last.message = findings.text();
  if (!deck) return last;
  RunOptions options;
  options.threads = 1;
  options.deliver = [&](const CaseResult& result) {
    last = result;
    return true;
  };
  run(batch_of(std::make_shared<const deck::Deck>(std::move(*deck))), options);
  return last;
}

// Its message; "solved" if it has none.
std::string outcome(const std::string& text) {
  const CaseResult last = last_of(text);
  return last.message.empty() ? "solved" : last.message;
}

struct Try {
  Digits digits;
  std::string expected = "solved";
};

TEST(EveryDigit, OfBasicContactRunsOrSaysWhyNot) {
  const Try tries[] = {{{{'P', 2}, {'T', 1}}},
                       {{{'T', 0}}},
                       {{{'T', 2}}},
                       {{}},
                       {{{'B', 1}}},
                       {{{'B', 2}}},
                       {{{'B', 3}}},
                       {{{'B', 4}}},
                       {{{'B', 5}, {'N', 0}}},
                       {{{'B', 6}, {'N', 0}}},
                       {{{'N', 0}}},
                       {{{'F', 1}}},
                       {{{'F', 2}}},
                       {{{'S', 3}}},
                       {{{'V', 3}}},
                       {{{'L', 2}}},
                       {{{'L', 3}}},
                       {{{'L', 4}}},
                       {{{'L', 6}, {'H', 3}}},
                       {{{'C', 3}}},
                       {{{'C', 4}}},
                       {{{'C', 9}}},
                       {{{'C', 9}, {'T', 2}}},
                       {{{'C', 9}, {'M', 3}}},
                       {{{'C', 9}, {'M', 4}}},
                       {{{'C', 9}, {'B', 1}}},
                       {{{'C', 9}, {'B', 5}, {'N', 0}}},
                       {{{'C', 4}, {'M', 4}}},
                       {{{'M', 1}}},
                       {{{'M', 1}, {'T', 1}}, "a.inp:3:5: case 1: needs steady rolling (T = 3) (got M = 1)."},
                       {{{'M', 2}}},
                       {{{'M', 3}}},
                       {{{'M', 4}}},
                       {{{'M', 4}, {'T', 1}}},
                       {{{'M', 4}, {'T', 2}}},
                       {{{'M', 5}}},
                       {{{'M', 2}, {'T', 1}}},
                       {{{'M', 3}, {'T', 2}}},
                       {{{'M', 5}, {'T', 1}}},
                       {{{'M', 5}, {'T', 2}}},
                       {{{'M', 1}, {'B', 5}, {'N', 0}}},
                       {{{'M', 1}, {'B', 6}, {'N', 0}}},
                       {{{'M', 6}}},
                       {{{'M', 7}}},
                       {{{'E', 1}}},
                       {{{'E', 2}}},
                       {{{'E', 3}}},
                       {{{'E', 9}}},
                       {{{'X', 1}}},
                       {{{'H', 3}}},
                       {{{'H', 3}, {'M', 4}}},
                       {{{'H', 3}, {'T', 1}}, "a.inp:4:2: case 1: needs steady rolling (T = 3) (got H = 3)."},
                       {{{'G', 2}}},
                       {{{'G', 3}}},
                       {{{'G', 4}}},
                       {{{'G', 5}}},
                       {{{'A', 1}}},
                       {{{'A', 2}}},
                       {{{'O', 0}}},
                       {{{'O', 5}}},
                       {{{'W', 9}}}};
  for (const Try& one : tries) {
    const std::string text = lines(one.digits);
    EXPECT_EQ(outcome(text), one.expected) << text;
  }
}

// In steady rolling, in a step of rolling and in a shift.
TEST(EveryDigit, CoefficientsOfHalfSpacesFromAFileAreThoseOfHalfSpaces) {
  for (const int t : {1, 2, 3}) {
    const CaseResult known = last_of(lines({{'T', t}, {'N', 0}})),
                     found = last_of(lines({{'T', t}, {'N', 0}, {'C', 9}}));
    ASSERT_EQ(found.message, "");
    const auto &a = known.json.at("patches").at(0), &b = found.json.at("patches").at(0);
    const double force = a.at("FN").get<double>();
    for (const char* key : {"FN", "FX", "FS"})
      EXPECT_NEAR(b.at(key).get<double>(), a.at(key).get<double>(), 1e-4 * force) << key << " T = " << t;
    EXPECT_NEAR(b.at("MN").get<double>(), a.at("MN").get<double>(), 1e-4 * force) << t;  // N mm
    EXPECT_GT(std::abs(a.at("FX").get<double>()), 0.01 * force);
  }
  const std::string text = lines({{'C', 9}});
  const std::size_t cut = text.find("half_space"), size = text.find(" .4 .4\n", cut);
  EXPECT_THAT(outcome(text.substr(0, cut) + "no" + text.substr(cut)), testing::HasSubstr("nohalf_space"));
  EXPECT_THAT(
      outcome(text.substr(0, size) + " .4 .3" + text.substr(size + 6)),
      testing::StartsWith("a.inp:3:1: case 1: the influence coefficients are those of elements of another "
                          "size (got 0.4 × 0.4 mm in "));
}

// E = 2: the spin has no lateral rigid slip, E = 3 no longitudinal one. While little slides the forces of
// both parts add up to those of the whole; without the longitudinal part nothing acts along x, by symmetry.
TEST(EveryDigit, PartsOfTheSpinAreLeftOut) {
  const auto forces = [](int extra, int material) {
    std::string text = lines({{'E', extra}, {'M', material}, {'N', 0}});
    const std::string loads = ".002 .0005 .0002 .0001\n";
    text.replace(text.find(loads), loads.size(), ".002 0. 0. .0001 0. .5\n");  // about y = 0.5 mm
    const auto patch = last_of(text).json.at("patches").at(0);
    return std::pair(patch.at("FX").get<double>(), patch.at("FS").get<double>());
  };
  for (const int material : {0, 3, 5}) {
    const auto [x, y] = forces(0, material);
    const auto [only_x, none_y] = forces(2, material);
    const auto [none_x, only_y] = forces(3, material);
    EXPECT_GT(std::abs(x), 1) << material;
    EXPECT_GT(std::abs(y), 1) << material;
    EXPECT_NEAR(none_x, 0, 1e-3 * std::abs(x)) << material;
    EXPECT_LT(std::abs(none_y), 0.5 * std::abs(y)) << material;
    EXPECT_NEAR(only_x + none_x, x, 0.1 * std::abs(x)) << material;
    EXPECT_NEAR(only_y + none_y, y, 0.1 * std::abs(y)) << material;
  }
}

// Digits that keep something of the case before.
TEST(EveryDigit, OfACaseThatKeepsRuns) {
  const std::string shift = lines({{'T', 1}}), roll = lines({{'T', 2}}), fast = lines({{'T', 2}, {'M', 3}}),
                    steady = lines({{'S', 3}, {'H', 3}});
  const Digits same{{'L', 1}, {'D', 0}, {'C', 0}, {'Z', 0}, {'G', 1}};
  const auto with = [&](Digits more) {
    for (const auto& [letter, number] : same) more.emplace(letter, number);
    return lines(more);
  };
  for (const int p : {0, 1, 2, 3}) {
    EXPECT_EQ(outcome(shift + with({{'T', 1}, {'P', p}})), "solved") << "T = 1, P = " << p;
    EXPECT_EQ(outcome(roll + with({{'T', 2}, {'P', p}})), "solved") << "T = 2, P = " << p;
    EXPECT_EQ(outcome(fast + with({{'T', 2}, {'M', 3}, {'P', p}})), "solved") << "M = 3, P = " << p;
  }
  for (const int i : {1, 2, 3}) EXPECT_EQ(outcome(steady + with({{'I', i}})), "solved") << "I = " << i;
  for (const int s : {1, 2, 3}) EXPECT_EQ(outcome(steady + with({{'S', s}})), "solved") << "S = " << s;
  EXPECT_EQ(outcome(steady + with({{'H', 1}})), "solved");
  EXPECT_EQ(outcome(steady + with({{'C', 1}})), "solved");
  EXPECT_EQ(outcome(steady + with({{'D', 1}, {'Z', 1}})), "solved");
  EXPECT_EQ(outcome(steady + with({{'E', 1}})), "solved");
  EXPECT_EQ(outcome(lines({{'M', 1}}) + with({{'M', 1}})), "solved");
}

}  // namespace
}  // namespace flangeway::contact_case::every_digit
