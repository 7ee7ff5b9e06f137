#include "flangeway/vehicle_case/spec.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flangeway/document/read.hpp"
#include "support/spec_checks.hpp"

namespace flangeway::vehicle_case {
namespace {

std::string findings_of(const std::string& text) {
  Findings findings;
  const document::Document file = document::Document::from_text(
      "vehicle = 'vehicle.toml'\ntrack = 'track.toml'\nspeed = 10\n" + text, "case.toml", findings);
  CaseSpec spec;
  file.fill(spec, findings);
  return findings.text();
}

TEST(CaseSpec, AnswersKeysOfEarlierVersions) {
  EXPECT_GE(test::expect_renamed_keys_are_answered<CaseSpec>(), 3u);
}

TEST(CaseSpec, HasSoundChoices) {
  test::expect_words_of_choices_are_sound<CaseSpec>();
}

TEST(CaseSpec, AnswersWordsOfEarlierVersions) {
  EXPECT_EQ(findings_of("cosim.forces = 'answered'"),
            "case.toml:4:16: cosim.forces: is not one of the choices (got \"answered\"; allowed jacobian or "
            "extrapolated). It is called \"jacobian\" now.");
  EXPECT_THAT(findings_of("cosim.forces = 'linear'"),
              testing::HasSubstr("It is called \"extrapolated\" now."));
  EXPECT_THAT(findings_of("coupling.mesh = 'windows'"), testing::HasSubstr("It is called \"moving\" now."));
  EXPECT_THAT(findings_of("coupling.mesh = 'whole'"), testing::HasSubstr("It is called \"full\" now."));
}

TEST(CaseSpec, FindsKeysThatTheChosenWordDoesNotUse) {
  EXPECT_EQ(
      findings_of("contact.creep = { law = 'kalker_linear', k_a = 0.5 }"),
      "case.toml:4:48: contact.creep.k_a: has no effect with contact.creep.law = \"kalker_linear\". Leave it "
      "out, or set contact.creep.law to polach.");
  EXPECT_EQ(
      findings_of("integration = { method = 'dormand_prince', max_order = 3 }"),
      "case.toml:4:56: integration.max_order: has no effect with integration.method = \"dormand_prince\". "
      "Leave it out, or set integration.method to auto or bdf.");
  EXPECT_EQ(
      findings_of("contact = { method = 'lut', lift_off = true }"),
      "case.toml:4:40: contact.lift_off: has no effect with contact.method = \"lut\". Leave it out, or set "
      "contact.method to kec.");
  EXPECT_EQ(
      findings_of("drive = 'free'\nspeed_profile = [[0, 10], [1, 12]]"),
      "case.toml:5:17: speed_profile: has no effect with drive = \"free\". Leave it out, or set drive to "
      "prescribed.");
  EXPECT_EQ(findings_of("traction.torque = [[0, 10]]"),
            "case.toml:4:1: traction: has no effect with drive = \"prescribed\". Leave it out, or set drive "
            "to free or rollers.");
  EXPECT_EQ(findings_of("integration = { method = 'bdf', max_order = 3 }"), "");
}

// The default says nothing that another choice would have to obey.
TEST(CaseSpec, AcceptsDefaultsOfKeysThatAreNotUsed) {
  EXPECT_EQ(findings_of("contact.creep = { law = 'kalker_linear', k_a = 1 }"), "");
}

}  // namespace
}  // namespace flangeway::vehicle_case
