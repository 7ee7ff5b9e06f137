#include "flangeway/vehicle_case/spec.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flangeway/core/notes.hpp"
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

TEST(CaseSpec, TakesKeysOfEarlierVersions) {
  EXPECT_GE(test::expect_renamed_keys_are_taken<CaseSpec>(), 3u);
}

TEST(CaseSpec, HasSoundChoices) {
  test::expect_words_of_choices_are_sound<CaseSpec>();
}

TEST(CaseSpec, TakesWordsOfEarlierVersions) {
  const NoteCollector notes;
  for (const char* text :
       {"cosim.forces = 'answered'", "cosim.forces = 'linear'", "coupling.mesh = 'windows'",
        "coupling.mesh = 'whole'", "contact.method = 'online'"})
    EXPECT_THAT(findings_of(text), testing::Not(testing::HasSubstr("is not one of the choices")));
  const auto note = [](const char* key, const char* former, const char* now) {
    return fmt::format(
        "case.toml:4:{}: {}: has a word of earlier versions (got \"{}\"). Write \"{}\", or let "
        "`flangeway migrate` do so.",
        std::string_view(key).size() + 4, key, former, now);
  };
  EXPECT_THAT(notes.texts(), testing::ElementsAre(note("cosim.forces", "answered", "jacobian"),
                                                  note("cosim.forces", "linear", "extrapolated"),
                                                  note("coupling.mesh", "windows", "moving"),
                                                  note("coupling.mesh", "whole", "full"),
                                                  note("contact.method", "online", "elastic")));
}

// "strip" was a method, and is a patch model of elastic contact now.
TEST(CaseSpec, TakesAWordThatChoseTwoThings) {
  Findings findings;
  const NoteCollector notes;
  const document::Document file = document::Document::from_text(
      "vehicle = 'vehicle.toml'\ntrack = 'track.toml'\nspeed = 10\n"
      "contact = { method = 'strip', element_size = 1e-3 }\n",
      "case.toml", findings);
  CaseSpec spec;
  file.fill(spec, findings);
  EXPECT_EQ(findings.text(), "");
  EXPECT_EQ(spec.contact.method, wheelrail::Method::elastic);
  EXPECT_EQ(spec.contact.patch, wheelrail::PatchModel::strip);
  EXPECT_THAT(notes.texts(),
              testing::ElementsAre("case.toml:4:22: contact.method: has a word of earlier versions (got "
                                   "\"strip\"). Write \"elastic\", and contact.patch = \"strip\", or let "
                                   "`flangeway migrate` do so."));
  EXPECT_EQ(findings_of("contact = { method = 'strip', patch = 'halfspace' }"),
            "case.toml:4:22: contact.method: is not one of the choices (got \"strip\"; allowed kec, lut or "
            "elastic). Write \"elastic\", and contact.patch = \"strip\".");
}

TEST(CaseSpec, FindsKeysThatTheChosenWordDoesNotUse) {
  EXPECT_EQ(
      findings_of("contact.creep = { law = 'kalker_linear', k_a = 0.5 }"),
      "case.toml:4:48: contact.creep.k_a: has no effect with contact.creep.law = \"kalker_linear\". Leave it "
      "out, or set contact.creep.law to polach.");
  EXPECT_EQ(
      findings_of("integration = { method = 'dormand_prince', max_order = 3 }"),
      "case.toml:4:56: integration.max_order: has no effect with integration.method = \"dormand_prince\". "
      "Leave it out, or set integration.method to auto, bdf or ndf.");
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
  EXPECT_EQ(findings_of("contact = { method = 'elastic', patch_tolerance = 0.01 }"),
            "case.toml:4:51: contact.patch_tolerance: has no effect with contact.patch = \"hertz\". Leave it "
            "out, or "
            "set contact.patch to strip or halfspace.");
  EXPECT_EQ(findings_of("contact = { method = 'elastic', patch = 'strip', patch_threads = 2 }"), "");
  EXPECT_EQ(findings_of("integration = { method = 'bdf', max_order = 3 }"), "");
}

// The default says nothing that another choice would have to obey.
TEST(CaseSpec, AcceptsDefaultsOfKeysThatAreNotUsed) {
  EXPECT_EQ(findings_of("contact.creep = { law = 'kalker_linear', k_a = 1 }"), "");
}

}  // namespace
}  // namespace flangeway::vehicle_case
