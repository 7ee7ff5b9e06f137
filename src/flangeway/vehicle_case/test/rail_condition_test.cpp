// Named conditions of the rails: their parameters, their creep curves, and incompatible keys.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/rail_condition.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::vehicle_case {
namespace {

using ::testing::HasSubstr;

const char* const file = FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml";

wheelrail::Settings settings_of(const std::string& condition) {
  Findings findings;
  const auto model = load_case_without_run(
      file, {"contact.creep.law=polach", "contact.friction.condition=" + condition}, findings);
  findings.throw_if_any();
  return model->contact.settings;
}

std::string findings_of(const document::Assignments& sets) {
  Findings findings;
  EXPECT_FALSE(load_case_without_run(file, sets, findings));
  return findings.text();
}

// Creep force over the load, of a circular patch of 5 mm under 80 kN at 20 m/s.
double traction(const wheelrail::Settings& settings, double creepage) {
  contact::CreepModel model = settings.creep;
  model.friction = settings.friction[0].law;
  const double load = 8e4, side = 5e-3 / std::cbrt(load);
  const contact::UnitPatch patch{side, side, 0, 4.12, 3.67, 1.47, 1.19};
  return -contact::creep_forces(model, patch, load, contact::Creepages{creepage, 0, 0}, 20 * creepage)
              .longitudinal /
         load;
}

TEST(RailCondition, CreepCurvesRiseSlowerAndFallAsTheSetsSay) {
  const wheelrail::Settings dry = settings_of("dry"), wet = settings_of("wet"), low = settings_of("low"),
                            very_low = settings_of("very_low");
  // The slope at the origin is Kalker's times (k_A + k_S)/2.
  const double kalker = dry.creep.shear_modulus * 5e-3 * 5e-3 * 4.12 / 8e4;
  EXPECT_NEAR(traction(dry, 1e-9) / (kalker * 1e-9), 0.7, 1e-4);
  EXPECT_NEAR(traction(wet, 1e-9) / (kalker * 1e-9), 0.2, 1e-4);
  double last_peak = 1, last_place = 0;
  for (const wheelrail::Settings* settings : {&dry, &wet}) {
    double peak = 0, place = 0;
    for (double creepage = 1e-4; creepage < 0.5; creepage *= 1.02)
      if (traction(*settings, creepage) > peak) peak = traction(*settings, creepage), place = creepage;
    EXPECT_LT(peak, last_peak);
    EXPECT_GT(place, last_place);  // on wet rails farther out
    EXPECT_LT(traction(*settings, 0.5), 0.9 * peak);
    last_peak = peak, last_place = place;
  }
  for (const double creepage : {1e-4, 1e-3, 1e-2, 0.1})
    EXPECT_LT(traction(very_low, creepage), traction(low, creepage)) << creepage;
  // All slides: the friction at that speed, but for the law's lack of saturation.
  EXPECT_NEAR(traction(dry, 5), 0.55 * 0.4, 0.01);
  EXPECT_NEAR(traction(wet, 5), 0.30 * 0.4, 0.01);
}

// [OpenRails] draws straight lines over μ₀ through the dry and the wet set of [Polach2005].
TEST(RailCondition, DryAndWetAreThePublishedSets) {
  for (const auto& [condition, mu] :
       {std::pair{contact::RailCondition::dry, 0.55}, std::pair{contact::RailCondition::wet, 0.30}}) {
    const contact::Adhesion of = contact::adhesion_of(condition);
    EXPECT_NEAR(of.friction.coefficient, mu, 1e-12);
    EXPECT_NEAR(of.friction.limit_ratio, 0.4, 1e-12);
    EXPECT_NEAR(of.friction.decay, 1.6 * mu - 0.28, 1e-12);
    EXPECT_NEAR(of.reduction.k_a, 2.8 * mu - 0.54, 1e-12);
    EXPECT_NEAR(of.reduction.k_s, 1.2 * mu - 0.26, 1e-12);
  }
}

TEST(RailCondition, SaysWhichValuesAreUnverified) {
  const auto notes_of = [](const std::string& condition) {
    Findings findings;
    const auto model = load_case_without_run(
        file, {"contact.creep.law=polach", "contact.friction.condition=" + condition}, findings);
    return model ? model->notes : std::vector<std::string>{findings.text()};
  };
  for (const char* condition : {"given", "dry", "wet"})
    EXPECT_THAT(notes_of(condition), ::testing::IsEmpty());
  for (const char* condition : {"low", "very_low"})
    EXPECT_THAT(notes_of(condition), ::testing::ElementsAre(HasSubstr("its values are unverified")));
}

TEST(RailCondition, HoldsForBothRails) {
  const wheelrail::Settings wet = settings_of("wet");
  for (const wheelrail::RailFriction& rail : wet.friction) {
    EXPECT_EQ(rail.law.coefficient, 0.30);
    EXPECT_EQ(rail.law.limit_ratio, 0.40);
    EXPECT_EQ(rail.law.decay, 0.20);
    EXPECT_TRUE(rail.over_angle.empty());
  }
  EXPECT_EQ(wet.creep.reduction.k_a, 0.30);
  EXPECT_EQ(wet.creep.reduction.k_s, 0.10);
}

TEST(RailCondition, ReportsIncompatibleKeys) {
  EXPECT_THAT(
      findings_of({"contact.creep.law=kalker_table", "contact.friction.condition=wet"}),
      HasSubstr("contact.friction.condition: is a set of parameters of Polach's law (got wet; allowed "
                "given). Set contact.creep.law to polach"));
  EXPECT_THAT(
      findings_of({"contact.friction.condition=wet", "contact.creep={ law = \"polach\", k_a = 0.5 }"}),
      HasSubstr("contact.friction.condition: has its own k_a and k_s"));
  for (const char* own : {"left=0.2", "right=0.0", "limit_ratio=0.5", "decay=0.1", "over_angle_deg=[[0,0.3]]",
                          "stations=[{s=0,coefficient=0.3}]"})
    EXPECT_THAT(
        findings_of({"contact.creep.law=polach", "contact.friction.condition=wet",
                     std::string("contact.friction.") + own}),
        HasSubstr("contact.friction.condition: has its own friction (got wet; allowed given). Leave left, "
                  "right, limit_ratio, decay, over_angle_deg and stations of contact.friction out"))
        << own;
  EXPECT_THAT(findings_of({"contact.friction.condition=oily"}), HasSubstr("is not one of the choices"));
}

TEST(FrictionAlongTheTrack, ReportsErrors) {
  const std::string key = "contact.friction.stations";
  EXPECT_THAT(findings_of({key + "=[{s=0}]"}),
              HasSubstr("contact.friction.stations[0]: has no friction. Give coefficient, left and right, or "
                        "over_angle_deg"));
  EXPECT_THAT(
      findings_of({key + "=[{s=0,left=0.3}]"}),
      HasSubstr("contact.friction.stations[0]: has the friction of one rail only. Give coefficient, left "
                "and right, or over_angle_deg"));
  EXPECT_THAT(
      findings_of({key + "=[{s=0,left=0.3,over_angle_deg=[[0,0.3]]}]"}),
      HasSubstr("contact.friction.stations[0]: has over_angle_deg beside coefficient, left or right. Leave "
                "either out"));
  EXPECT_THAT(findings_of({key + "=[{s=5,coefficient=0.3},{s=5,coefficient=0.2}]"}),
              HasSubstr("contact.friction.stations[1].s: does not lie behind the station before (got 5; "
                        "allowed rising values)"));
  EXPECT_THAT(findings_of({key + "=[{s=5,coefficient=0.3}]", "contact.friction.left=0.2"}),
              HasSubstr("contact.friction.stations: stand beside left, right or over_angle_deg of "
                        "contact.friction. Give these at each station"));
  EXPECT_THAT(findings_of({"contact.friction.recovery.coefficient=0.3"}), HasSubstr("recovery.work"));
  for (const char* own : {"stations=[{s=0,coefficient=0.3}]", "recovery={coefficient=0.4,work=100}"})
    EXPECT_THAT(
        findings_of(
            {std::string("contact.friction.") + own, "contact.method=elastic", "contact.patch=strip"}),
        HasSubstr("is not known to patches that are solved during the run (got strip; allowed hertz). Set "
                  "contact.patch to hertz"))
        << own;
}

TEST(FrictionAlongTheTrack, ReachesBothRails) {
  Findings findings;
  const auto model = load_case_without_run(
      file, {"contact.friction.stations=[{s=1,left=0.1,right=0.2},{s=2,coefficient=0.3,right=0.4}]"},
      findings);
  findings.throw_if_any();
  const auto& [left, right] = model->contact.settings.friction;
  EXPECT_NEAR(wheelrail::friction_coefficient(left, 0, 1.5), 0.2, 1e-15);
  EXPECT_NEAR(wheelrail::friction_coefficient(right, 0, 1.5), 0.3, 1e-15);
}

TEST(FrictionAlongTheTrack, MayBeGivenByChainage) {
  const std::string line = "track.chainage=[{s=0,chainage=12000}]", key = "contact.friction.stations";
  Findings findings;
  const auto model = load_case_without_run(
      file, {line, key + "=[{chainage=12001,coefficient=0.1},{s=2,coefficient=0.3}]"}, findings);
  findings.throw_if_any();
  EXPECT_NEAR(wheelrail::friction_coefficient(model->contact.settings.friction[0], 0, 1.5), 0.2, 1e-6);
  const auto falling =
      load_case_without_run(file,
                            {"track.chainage=[{s=0,chainage=12000,decreasing=true}]",
                             key + "=[{chainage=11998,coefficient=0.3},{chainage=11999,coefficient=0.1}]"},
                            findings);
  findings.throw_if_any();
  EXPECT_NEAR(wheelrail::friction_coefficient(falling->contact.settings.friction[0], 0, 1.25), 0.15, 1e-6);
  EXPECT_THAT(
      findings_of({key + "=[{chainage=1,coefficient=0.3}]"}),
      HasSubstr("contact.friction.stations[0].chainage: cannot be found: the track has no chainage (got 1). "
                "Give contact.friction.stations[0].s, or"));
  EXPECT_THAT(findings_of({line, key + "=[{s=1,chainage=12001,coefficient=0.3}]"}),
              HasSubstr("contact.friction.stations[0].chainage: is given together with s"));
  EXPECT_THAT(findings_of({line, key + "=[{coefficient=0.3}]"}),
              HasSubstr("contact.friction.stations[0].s: is missing. Give s, or chainage"));
  EXPECT_THAT(findings_of({line, "output.track_chainages=[5]"}),
              HasSubstr("output.track_chainages: has no effect without a mesh of the track"));
}

}  // namespace
}  // namespace flangeway::vehicle_case
