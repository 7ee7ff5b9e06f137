#include "flangeway/document/quantity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <tuple>

#include "flangeway/document/read.hpp"

namespace flangeway::document {
namespace {

struct QuantityCase {
  std::string text, key_unit;
  double value;
};
class Quantities : public testing::TestWithParam<QuantityCase> {};

TEST_P(Quantities, AreConvertedToTheUnitOfTheKey) {
  const auto& [text, key_unit, value] = GetParam();
  std::string problem;
  ASSERT_TRUE(has_unit(text));
  const std::optional<double> found = read_quantity(text, key_unit, problem);
  ASSERT_TRUE(found) << text << ": " << problem;
  EXPECT_DOUBLE_EQ(*found, value) << text;
}

INSTANTIATE_TEST_SUITE_P(
    Units, Quantities,
    testing::Values(QuantityCase{"80 km/h", "m/s", 80 / 3.6}, QuantityCase{"80km/h", "m/s", 80 / 3.6},
                    QuantityCase{"1.2 kN/mm", "N/m", 1.2e6}, QuantityCase{"110 mm", "m", 0.11},
                    QuantityCase{"12 t", "kg", 12000},
                    QuantityCase{"3 deg", "rad", 3 * std::numbers::pi / 180},
                    QuantityCase{"-3 °", "rad", -std::numbers::pi / 60}, QuantityCase{"50 mrad", "rad", 0.05},
                    QuantityCase{"60 mph", "m/s", 26.8224}, QuantityCase{"2.5e-1 kN s/m", "N s/m", 250},
                    QuantityCase{"40 kNm/rad", "N m/rad", 40000}, QuantityCase{"7850 kg/m^3", "kg/m³", 7850},
                    QuantityCase{"7.85 g/cm3", "kg/m³", 7850}, QuantityCase{"210 GPa", "N/m^2", 210e9},
                    QuantityCase{"210 kN/mm²", "Pa", 210e9}, QuantityCase{"6 bar", "Pa", 6e5},
                    QuantityCase{"50 W/(m K)", "W/(m K)", 50}, QuantityCase{"20 °C", "°C", 20},
                    QuantityCase{"293.15 K", "°C", 20}, QuantityCase{"35 %", "1", 0.35},
                    QuantityCase{"35 %", "%", 35}, QuantityCase{"7 ‰", "mm/m", 7},
                    QuantityCase{"1 kN", "s, N or N m", 1000}, QuantityCase{"1 kN m", "N, N m", 1000},
                    QuantityCase{"5 N/m^1.5", "N/m^1.5", 5}, QuantityCase{"62 ft", "m", 18.8976},
                    QuantityCase{"600 rpm", "rad/s", 20 * std::numbers::pi}, QuantityCase{"1 µm", "µm", 1},
                    QuantityCase{"90 min", "s", 5400}, QuantityCase{"2 kg·m²", "kg m²", 2},
                    QuantityCase{"2 1/km", "1/m", 0.002}));

class WrongQuantities : public testing::TestWithParam<std::tuple<std::string, std::string, std::string>> {};

TEST_P(WrongQuantities, AreReported) {
  const auto& [text, key_unit, expected] = GetParam();
  std::string problem;
  EXPECT_FALSE(read_quantity(text, key_unit, problem));
  EXPECT_EQ(problem, expected);
}

INSTANTIATE_TEST_SUITE_P(
    Units, WrongQuantities,
    testing::Values(std::tuple{"80 kg", "m/s", "has the unit of another quantity"},
                    std::tuple{"80 Hz", "rad/s", "has the unit of another quantity"},
                    std::tuple{"80 kmh", "m/s", "has the unknown unit 'kmh'"},
                    std::tuple{"1,2 kN", "N", "has a decimal comma; write a point"},
                    std::tuple{"1 N/", "N", "lacks a unit after a sign"},
                    std::tuple{"1 N/m s", "N s/m",
                               "has a factor after a quotient in its unit; use parentheses"},
                    std::tuple{"1 W/(m K", "W/(m K)", "lacks a ')' in its unit"},
                    std::tuple{"1 m)", "m", "has an unexpected ')' in its unit"},
                    std::tuple{"1 m^", "m", "lacks an exponent after '^' in its unit"},
                    std::tuple{"1 m^99", "m", "has an exponent beyond 6 in its unit"},
                    std::tuple{"1 ((((((((((m))))))))))", "m", "has too many parentheses in its unit"},
                    std::tuple{"3 m", "", "has a unit, but this number has none"}));

TEST(HasUnit, TellsQuantitiesFromExpressionsAndWords) {
  for (const char* text :
       {"2 * load", "2*load", "2", " 2 ", "load", "inf m", "nan", "", "-", "2^3", "2 + 3", "2)"})
    EXPECT_FALSE(has_unit(text)) << text;
  for (const char* text : {"2 m", "+2 m", "-2.5e3N", ".5 m"}) EXPECT_TRUE(has_unit(text)) << text;
}

// Every unit of the keys of the program can be read, so that a value can be written in it.
TEST(ParseUnit, KnowsTheUnitsOfKeys) {
  for (const char* unit :
       {"m",       "1",         "s",       "N",      "m/s",     "rad",     "MPa",   "Hz",
        "Pa",      "rad/s",     "N/m",     "1/m",    "mm",      "deg",     "N s/m", "N m/rad",
        "N m",     "N m s/rad", "1/s",     "°C",     "m/s²",    "kg/m³",   "kg",    "kg m²",
        "N s/m^2", "%",         "µm",      "t",      "s/m",     "m²/s",    "m²/m",  "m²",
        "mm/m",    "m/Pa",      "km/h",    "kg m^2", "W/(m K)", "Pa/m",    "N/m^2", "N/m^1.5",
        "N m^2",   "N m/m",     "N m s/m", "K",      "J/m",     "J/(kg K)"}) {
    std::string problem;
    EXPECT_TRUE(parse_unit(unit, problem)) << unit << ": " << problem;
  }
}

struct QuantitySpec {
  double speed = 0;
  std::vector<std::array<double, 2>> profile;
  std::array<double, 3> point{};
  long count = 0;
};
void describe(Visitor& v, QuantitySpec& spec) {
  v.number("speed", spec.speed, {.unit = "m/s", .minimum = 0, .maximum = 200}, "speed");
  v.curve("profile", spec.profile, {.unit = "s, m/s"}, "speed over time");
  v.triple("point", spec.point, {.unit = "m"}, "point");
  v.integer("count", spec.count, {}, "count");
}

std::string findings_of(std::string_view text, QuantitySpec& spec) {
  Findings findings;
  Document::from_text(text, "a.toml", findings).fill(spec, findings);
  return findings.all().empty() ? "" : findings.text();
}

TEST(Quantity, IsAcceptedWhereANumberIs) {
  QuantitySpec spec;
  EXPECT_EQ(
      findings_of("speed = '72 km/h'\nprofile = [[0, '36 km/h'], ['1 min', 20]]\npoint = ['1 mm', 2, '3 cm']",
                  spec),
      "");
  EXPECT_DOUBLE_EQ(spec.speed, 20);
  EXPECT_THAT(spec.profile, testing::ElementsAre(std::array{0.0, 10.0}, std::array{60.0, 20.0}));
  EXPECT_THAT(spec.point, testing::ElementsAre(0.001, 2, 0.03));
}

TEST(Quantity, ComesFromTheCommandLineWithoutQuotes) {
  Findings findings;
  Document document = Document::from_text("", "a.toml", findings);
  document.set("speed=72 km/h", findings);
  QuantitySpec spec;
  document.fill(spec, findings);
  EXPECT_TRUE(findings.all().empty());
  EXPECT_DOUBLE_EQ(spec.speed, 20);
}

TEST(Quantity, IsCheckedAgainstUnitAndRangeOfTheKey) {
  QuantitySpec spec;
  EXPECT_THAT(findings_of("speed = '72 kg'", spec),
              testing::HasSubstr(
                  "a.toml:1:9: speed: has the unit of another quantity (got \"72 kg\"; allowed a number "
                  "from 0 to 200 in m/s)."));
  EXPECT_THAT(
      findings_of("speed = '1000 km/h'", spec),
      testing::HasSubstr("a.toml:1:9: speed: is out of range (got \"1000 km/h\"; allowed a number from 0 to "
                         "200 in m/s)."));
  EXPECT_THAT(findings_of("count = '2 m'", spec), testing::HasSubstr("count: is not a whole number"));
}

}  // namespace
}  // namespace flangeway::document
