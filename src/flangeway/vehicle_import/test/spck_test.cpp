// Models of SIMPACK: expressions, substructures, positions, signs, lists and findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "flangeway/vehicle_import/import.hpp"
#include "flangeway/vehicle_import/spck_file.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::vehicle_import {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

double spck_value(const char* text) {
  std::string problem;
  const auto value = evaluate_spck(
      text,
      [](const std::string& name, std::string& why) -> std::optional<double> {
        if (name == "$_Load") return 2.5;
        why = "has no " + name;
        return std::nullopt;
      },
      problem);
  EXPECT_TRUE(value) << text << ": " << problem;
  return value.value_or(NAN);
}

TEST(SpckExpression, HasUnitsFunctionsAndVariables) {
  EXPECT_DOUBLE_EQ(spck_value("1.2 kN/mm"), 1.2e6);
  EXPECT_DOUBLE_EQ(spck_value("36km/h"), 10);
  EXPECT_DOUBLE_EQ(spck_value("180deg"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(spck_value("(90+90) deg"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(spck_value("7850 kg/m^3"), 7850);
  EXPECT_DOUBLE_EQ(spck_value("2 m/4"), 0.5);
  EXPECT_DOUBLE_EQ(spck_value("3 mm*$_Load"), 7.5e-3);
  EXPECT_DOUBLE_EQ(spck_value("-sqrt(0.8225^2+0.08^2)/2"), -std::hypot(0.8225, 0.08) / 2);
  EXPECT_DOUBLE_EQ(spck_value("-2**2 + atan2(1, 1)*4/pi"), -3);
  EXPECT_DOUBLE_EQ(spck_value("1.5E-02*$_Load"), 0.0375);
  EXPECT_DOUBLE_EQ(spck_value("1.5D-02*$_Load"), 0.0375);
  EXPECT_DOUBLE_EQ(spck_value("2d3 + SQRT(4) + 100 grad/PI"), 2002.5);
}

// An exponent belongs to the unit in front of it, however it is written.
TEST(SpckExpression, UnitsHaveExponents) {
  for (const char* inertia : {"1.5 t*m^2", "1.5 t*m**2", "1.5 t*m²", "1500 kgm^2", "1.5 Mg m^2"})
    EXPECT_DOUBLE_EQ(spck_value(inertia), 1500) << inertia;
  for (const char* stiffness : {"0.8 kN/mm", "0.8e6 N*m^-1", "0.8e6 N m^-1", "800 N/mm", "0.8e6 N*m**-1"})
    EXPECT_DOUBLE_EQ(spck_value(stiffness), 0.8e6) << stiffness;
  EXPECT_DOUBLE_EQ(spck_value("20 kN s/m"), 20e3);
  EXPECT_DOUBLE_EQ(spck_value("2 m*min(3, 4)"), 6);
  EXPECT_DOUBLE_EQ(spck_value("(3 mm)^2"), 9e-6);
}

TEST(SpckExpression, SaysWhyItIsNone) {
  const auto problem_of = [](const char* text) {
    std::string problem;
    EXPECT_FALSE(evaluate_spck(
        text,
        [](const std::string&, std::string& why) -> std::optional<double> {
          why = "has the variable $_X, which is not defined";
          return std::nullopt;
        },
        problem))
        << text;
    return problem;
  };
  EXPECT_THAT(problem_of("3 furlong"), HasSubstr("\"furlong\", which is no unit"));
  EXPECT_THAT(problem_of("$_X"), HasSubstr("not defined"));
  EXPECT_THAT(problem_of("STEP(1)"), HasSubstr("\"STEP\", which is no function"));
  EXPECT_THAT(problem_of("1/0"), HasSubstr("not finite"));
  EXPECT_THAT(problem_of("(1"), HasSubstr("not closed"));
  EXPECT_THAT(problem_of(""), HasSubstr("ends too early"));
  EXPECT_THAT(problem_of(std::string(5000, '(').c_str()), HasSubstr("too deeply"));
}

const std::string spck_data = FLANGEWAY_SOURCE_DIR "/tests/data/spck/";

std::string text_of(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

struct SpckOutcome {
  std::optional<ImportedVehicle> vehicle;
  std::string findings;
};
SpckOutcome import_text(const std::string& text,
                        const ImportSettings& settings = {.wheel_profile = "s1002"}) {
  Findings findings;
  auto vehicle = import_spck(text, spck_data + "trolley.spck", settings, findings);
  return {std::move(vehicle), findings.empty() ? "" : findings.text()};
}
std::string trolley_with(const std::string& statements) {
  return text_of(spck_data + "trolley.spck") + statements;
}

TEST(Spck, PositionsFollowFromJointsAndMarkers) {
  const SpckOutcome outcome = import_text(trolley_with(""));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text,
              HasSubstr("name = \"Body\"\nmass = 8000\ninertia = [12000, 60000, 60000]\n"
                        "position = [0, 0, 1.5]\n"));
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("name = \"Box\"\nmass = 50\ninertia = [3"));
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("position = [1.3, -0.4, 1.15]\n"));
  EXPECT_THAT(
      outcome.vehicle->text,
      HasSubstr("name = \"Front_Wheelset\"\nmass = 1100\ninertia = [600, 90, 600]\nprofile_position = "
                "0.75\ntorque_reaction = \"Frame\"\nx = 1.3\nwheel_radius = 0.45\n"));
  EXPECT_THAT(outcome.vehicle->text,
              HasSubstr("name = \"Front_Bridge\"\nbody_i = \"Front_Wheelset\"\nbody_j = \"Front_Bridge\""));
  EXPECT_THAT(outcome.vehicle->text,
              HasSubstr("position = [0, -0.9, 0.8]\nmarker_offset = [0, 0, 0.3]\nforce_at = \"body_j\"\n"
                        "stiffness = [150000, 150000, 400000]\ndamping = [0, 0, 20000]\n"));
}

TEST(Spck, SaysWhatWasDecidedAndLeftOut) {
  const SpckOutcome outcome = import_text(trolley_with(""));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->translated,
              testing::IsSupersetOf({"wheelsets: 2", "bodies: 5", "bushings: 8", "axis_dampers: 4",
                                     "matrix_bushings: 1", "actuators: 1", "fixed_joints: 1"}));
  EXPECT_THAT(outcome.vehicle->not_translated,
              testing::IsSupersetOf({"$F_Stop: force.par(17) = 0.03 ([m] Clearance in y)",
                                     "$F_Cable: force element of type 4, which is not imported",
                                     "control: 1 elements of a kind that is not imported",
                                     "vehicle.startvel: 20 m/s, the speed of a case"}));
  EXPECT_THAT(
      outcome.vehicle->readings,
      Contains("$F_Motor: the torque on Front_Wheelset, which reacts on Frame; a controller of the case "
               "commands Front_Wheelset.torque = 3 u"));
}

TEST(Spck, FixedJointsMayHaveAnOffset) {
  const SpckOutcome outcome = import_text(
      trolley_with("joint.par ( 4 , $J_Box ) = { 100 mm }\njoint.par ( 3 , $J_Box ) = { -pi/2 }\n"));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  // The from marker is turned by 90° about z, so that its x axis points to the right; the joint turns back.
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("name = \"Box\"\nmass = 50\ninertia = [2, 3, 4]\nposition = "
                                               "[1.5, -0.7, 1.15]\n"));
}

TEST(Spck, CommentsMayHaveAnyEncoding) {
  const SpckOutcome outcome =
      import_text(trolley_with("force.par ( 16 , $F_Rod ) = 1 ! [m] gr\xF6\xDF"
                               "er\n"));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->not_translated, Contains("$F_Rod: force.par(16) = 1 ([m] größer)"));
}

std::string replaced(std::string text, std::string_view from, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += by.size())
    text.replace(at, from.size(), by);
  return text;
}

// Other hands and programs write a model in their own ways: the vehicle stays the same.
TEST(Spck, DialectsGiveTheSameVehicle) {
  const std::string plain = trolley_with("");
  const SpckOutcome same = import_text(plain);
  ASSERT_TRUE(same.vehicle) << same.findings;
  const std::pair<const char*, const char*> dialects[] = {
      {"\n", "\r\n"},                     // lines of Windows
      {"\n", "\r"},                       // of old Macintosh computers
      {" = ", "\u00a0=\t"},               // spaces of a word processor
      {"'", "\""},                        // quotes
      {"'800 kN/m'", "'{ 0.8 kN/mm }'"},  // braces inside quotes
      {"= 2000 ", "= 2.0D+03 "},          // Fortran
      {"= 1500 ", "= { 1.5 t*m**2 } "},   // exponents of units
      {"'800 kN/m'", "'0.8e6 N*m^-1'"},
      {"= 20000 !", "= { 20 kN s/m } !"},  // a space in a unit
      {"{ pi/2 }", "{ 2*ATAN(1) }"},       // functions in capitals
      {"(    2 ,", "(   02 ,"},            // indices with zeros
      {"(    1 ,", "(    001 ,"},
      {"'.\\axle.spck'", "'.\\Axle.SPCK'"},            // names where case does not count
      {"'.\\axle.spck'", "'C:\\models\\axle.spck'"}};  // the folder of another computer
  for (const auto& [from, by] : dialects) {
    const std::string text = replaced(plain, from, by);
    ASSERT_TRUE(text != plain) << by;
    const SpckOutcome outcome = import_text(text);
    ASSERT_TRUE(outcome.vehicle) << by << ": " << outcome.findings;
    EXPECT_EQ(outcome.vehicle->text, same.vehicle->text) << by;
  }
  const SpckOutcome moved = import_text(replaced(plain, "'.\\axle.spck'", "'C:\\models\\axle.spck'"));
  ASSERT_TRUE(moved.vehicle) << moved.findings;
  EXPECT_THAT(moved.vehicle->readings, Contains(HasSubstr("file C:/models/axle.spck: taken from ")));
}

TEST(Spck, VariablesMayBeInAFileOfTheirOwn) {
  const test::TemporaryFolder folder;
  const std::string file = folder.write("own.subvar", "subvar.str ( $_Load ) = '9 t'\n").string();
  const SpckOutcome outcome =
      import_text(trolley_with("subvarset.file ( $SV_Own ) = '" + file + "'\nbody.m ( $B_Body ) = $_Load\n"));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("name = \"Body\"\nmass = 9000\n"));
}

TEST(Spck, NominalForcesBecomePreloads) {
  // 40 kN carry the body: the spring is shortened by 0.3 m and pushes the frame, below it, down.
  const SpckOutcome outcome =
      import_text(trolley_with("force.par ( 3 , $F_Secondary_Right ) = 160e3 ! [N] Nominal force in z\n"));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("preload = [0, 0, 40000]\nauto_preload = false\n"));
  EXPECT_THAT(outcome.vehicle->readings, Contains("preloads: the nominal forces of the file"));
}

TEST(Spck, RefusesModelsThatItWouldChange) {
  const auto refused = [](const std::string& statements) {
    const SpckOutcome outcome = import_text(trolley_with(statements));
    EXPECT_FALSE(outcome.vehicle);
    return outcome.findings;
  };
  EXPECT_THAT(refused("joint.type ( $J_Box ) = 4\n"),
              AllOf(HasSubstr("trolley.spck:"), HasSubstr("joint.type ($J_Box): is not imported (got 4;")));
  EXPECT_THAT(refused("body.m ( $B_Loose ) = 4\n"), HasSubstr("$B_Loose: has no joint"));
  EXPECT_THAT(refused("body.m ( $B_Body ) = $_Nothing\n"),
              HasSubstr("variable $_Nothing, which is not defined"));
  EXPECT_THAT(refused("subvar.str ( $_Primary ) = '$_Primary'\n"), HasSubstr("which is defined by itself"));
  EXPECT_THAT(refused("gravity ( 2 ) = 3\n"), HasSubstr("gravity: is not along z"));
  EXPECT_THAT(refused("rwpair.wheel.rnom ( $S_Front.$RWP_Left ) = 0.5\n"),
              HasSubstr("differs between the two wheels"));
  EXPECT_THAT(refused("joint.st.pos ( 4 , $J_Frame ) = { 3 deg }\n"), HasSubstr("turns the body"));
  EXPECT_THAT(
      refused("substr.file ( $S_Lost ) = 'lost.spck'\n"),
      HasSubstr("names a file that was not found (got lost.spck). Put it into the folder of the model."));
  EXPECT_THAT(
      refused("gravity ( 3 ) = 9,81\n"),
      AllOf(HasSubstr("gravity(3): has \",81\" where it should end"), Not(HasSubstr("height of the axle"))));
  const test::TemporaryFolder folder;
  const std::string ring = folder.write("ring.spck", "substr.file ( $S_R ) = 'ring.spck'\n").string();
  EXPECT_THAT(refused("substr.file ( $S_Ring ) = '" + ring + "'\n"), HasSubstr("in too many others"));
  EXPECT_THAT(refused("is this one\n"), HasSubstr("is no statement of a SIMPACK model"));
  EXPECT_THAT(refused("body.I.kind ( $B_Body ) = 1\n"), HasSubstr("body.I.kind ($B_Body): does not say"));
  const SpckOutcome option = import_text(trolley_with(""), {.wheel_profile = "s1002", .back_to_back = 1.36});
  EXPECT_THAT(option.findings, HasSubstr("--back-to-back: is part of a SIMPACK model"));
}

// Without the value that is kept for each, 2^90 evaluations; without the limit of files, 12^8 of them.
TEST(Spck, ModelsThatGrowWithoutEndAreBounded) {
  std::string variables = "subvar.str ( $_V90 ) = '1e-24'\nbody.m ( $B_Body ) = $_V0\n";
  for (int i = 0; i < 90; ++i)
    variables += fmt::format("subvar.str ( $_V{} ) = '$_V{}+$_V{}'\n", i, i + 1, i + 1);
  const SpckOutcome doubled = import_text(trolley_with(variables));
  ASSERT_TRUE(doubled.vehicle) << doubled.findings;
  EXPECT_THAT(doubled.vehicle->text, HasSubstr("name = \"Body\"\nmass = 1237.9400392853"));

  const test::TemporaryFolder folder;
  std::string substructures;
  for (int i = 0; i < 12; ++i) substructures += fmt::format("substr.file ( $S_R{} ) = 'ring.spck'\n", i);
  const std::string ring = folder.write("ring.spck", substructures).string();
  EXPECT_THAT(
      import_text(trolley_with("substr.file ( $S_Ring ) = '" + ring + "'\n")).findings,
      HasSubstr(
          "ring.spck:1:1: is a substructure in too many others (got ring.spck; allowed 8 levels or less)"));

  std::string many;
  (void)folder.write("empty.spck", "");
  for (int i = 0; i < 1001; ++i)
    many += fmt::format("substr.file ( $S_{} ) = '{}'\n", i, (folder.path() / "empty.spck").string());
  EXPECT_THAT(import_text(trolley_with(many)).findings,
              HasSubstr("is one substructure too many (got " + (folder.path() / "empty.spck").string() +
                        "; allowed 1000 files in all)"));
}

TEST(Spck, AnElementWithAnotherMeaningIsLeftOut) {
  const SpckOutcome outcome = import_text(
      trolley_with("force.par ( 4 , $F_Rod ) = 3e6 ! [Ns/m] Damping in x\n"
                   "force.par ( 10 , $F_Secondary_Left ) = $I_Curve ! [-] Input Function Fc(x)\n"));
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text, Not(HasSubstr("\"Rod\"")));
  EXPECT_THAT(
      outcome.vehicle->not_translated,
      Contains(
          "$F_Rod: force.par(4) is \"[Ns/m] Damping in x\" in the file, and a value in N/m for this type"));
  EXPECT_THAT(outcome.vehicle->not_translated,
              Contains("$F_Secondary_Left: force.par(10) = $I_Curve ([-] Input Function Fc(x))"));
}

}  // namespace
}  // namespace flangeway::vehicle_import
