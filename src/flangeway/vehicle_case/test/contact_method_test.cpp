#include "../contact_method.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "flangeway/core/notes.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/spec.hpp"
#include "flangeway/wheelrail/method.hpp"
#include "support/load_case.hpp"

namespace flangeway::vehicle_case {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using wheelrail::Method;

struct Settled {
  Method method = Method::kec;
  std::string findings;
  std::vector<std::string> notes;
};

document::Document case_with(const std::string& text) {
  Findings findings;
  return document::Document::from_text("vehicle = 'vehicle.toml'\ntrack = 'track.toml'\nspeed = 10\n" + text,
                                       "case.toml", findings);
}

Settled settled(const std::string& text) {
  Findings findings;
  const NoteCollector notes;
  document::Document file = case_with(text);
  settle_contact_method(file, findings);
  CaseSpec spec;
  file.fill(spec, findings);
  return {spec.contact.method, findings.text(), notes.texts()};
}

TEST(ContactMethod, IsElasticWhereNothingIsGiven) {
  const Settled none = settled("");
  EXPECT_EQ(none.method, Method::elastic);
  EXPECT_EQ(none.findings, "");
  EXPECT_THAT(none.notes, IsEmpty());
}

TEST(ContactMethod, IsTheOneThatHasTheGivenSetting) {
  const Settled lift = settled("contact.lift_off = true");
  EXPECT_EQ(lift.method, Method::kec);
  EXPECT_EQ(lift.findings, "");
  EXPECT_THAT(lift.notes,
              ElementsAre("case.toml:4:20: contact.method: is not given, and contact.lift_off has "
                          "an effect with kec only: kec is taken in place of elastic. Give it."));
  const Settled kec = settled("contact.kec.points = 1001");
  EXPECT_EQ(kec.method, Method::kec);
  EXPECT_EQ(kec.notes.size(), 1u);
  const Settled lookup = settled("contact.lookup.flange_stiffness = 1e12");
  EXPECT_EQ(lookup.method, Method::lut);
  EXPECT_EQ(lookup.notes.size(), 1u);
  const Settled coupled = settled("contact.normal_force = 'previous_step'");
  EXPECT_EQ(coupled.method, Method::kec);
  EXPECT_THAT(coupled.notes,
              ElementsAre(testing::HasSubstr("has an effect with kec or lut only: kec is taken")));
  EXPECT_EQ(settled("integration.wheel_projection = false").method, Method::kec);
}

TEST(ContactMethod, IsTheOneThatHasAllSettings) {
  const Settled both = settled("contact = { normal_force = 'previous_step', lookup.overlap = 0.004 }");
  EXPECT_EQ(both.method, Method::lut);
  EXPECT_THAT(both.notes, ElementsAre(testing::HasSubstr("contact.lookup has an effect with lut only")));
}

TEST(ContactMethod, OfTheFileOrTheDefaultNeedsNoNote) {
  EXPECT_THAT(settled("contact = { method = 'lut', kec.points = 1001 }").notes, IsEmpty());
  EXPECT_EQ(settled("contact = { method = 'lut', kec.points = 1001 }").method, Method::lut);
  EXPECT_THAT(settled("contact.lift_off = false").notes, IsEmpty());
  EXPECT_EQ(settled("contact = { lift_off = false, kec.points = 6601 }").method, Method::elastic);
  EXPECT_EQ(settled("contact = { patch = 'strip', elastic.restitution = 0.6 }").method, Method::elastic);
  EXPECT_THAT(settled("contact.elastic.restitution = 0.6").notes, IsEmpty());
}

TEST(ContactMethod, HasToBeGivenWithSettingsOfSeveral) {
  EXPECT_EQ(settled("contact = { kec.points = 1001, elastic.restitution = 0.6 }").findings,
            "case.toml:4:32: contact.method: is not given, and no method has both contact.kec and "
            "contact.elastic (allowed kec, lut or elastic). Give it.");
}

TEST(ContactMethod, IsKecWhereElasticContactDoesNotServe) {
  const NoteCollector notes;
  const document::Assignments sets =
      with_constraints(case_with(""), {"speed=20"}, "no code knows elastic contact");
  ASSERT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets.back().text, "contact.method=kec");
  EXPECT_THAT(
      notes.texts(),
      ElementsAre("case.toml: contact.method: is not given, and no code knows elastic contact: kec is "
                  "taken in place of elastic. Give it."));
}

TEST(ContactMethod, ThatIsGivenOrDecidedIsNotReplaced) {
  EXPECT_EQ(with_constraints(case_with("contact.lookup.overlap = 0.004"), {}, "…").size(), 0u);
  const NoteCollector notes;
  EXPECT_EQ(with_constraints(case_with("contact.method = 'elastic'"), {}, "…").size(), 0u);
  EXPECT_EQ(with_constraints(case_with(""), {"contact.method=elastic"}, "…").size(), 1u);
  EXPECT_EQ(with_constraints(case_with(""), {"contact={method=\"lut\"}"}, "…").size(), 1u);
  EXPECT_THAT(notes.texts(), IsEmpty());
}

TEST(TableGeometry, IsAveragedUnderTheStaticLoadOfAWheel) {
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml";
  const CaseModel kec = test::load_case(file, {"contact.kec.geometry=patch"});
  EXPECT_NEAR(kec.contact.settings.kec.averaging_load, 54546, 1);  // ManchesterTest has the weight
  EXPECT_EQ(kec.contact.settings.lookup.averaging_load, 0);
  EXPECT_EQ(test::load_case(file).contact.settings.kec.averaging_load, 0);
  EXPECT_EQ(wheelrail::method_text(kec.contact.settings), "kec (patch)");
  EXPECT_EQ(wheelrail::method_text(test::load_case(file).contact.settings), "kec");
}

TEST(TableGeometry, ThatIsNotGivenIsThePatch) {
  const std::string coach =
      FLANGEWAY_SOURCE_DIR "/models/cases/metro_coach_r300.toml";  // names elastic contact
  const auto method = [&](const std::vector<std::string>& sets) {
    return wheelrail::method_text(test::load_case(coach, sets).contact.settings);
  };
  EXPECT_EQ(method({"contact.method=kec"}), "kec (patch)");
  EXPECT_EQ(method({"contact.method=lut"}), "lut (patch)");
  EXPECT_EQ(method({"contact.method=kec", "contact.kec.geometry=points"}), "kec");
  EXPECT_EQ(method({"contact.method=lut", "contact.lookup.geometry=points"}), "lut");
  EXPECT_EQ(method({"contact.method=kec", "contact.kec.conicity=0.05"}), "kec");
}

TEST(TableGeometry, OfAVehicleWithoutWeightIsThatOfPoints) {
  const CaseModel model = test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml",
                                          {"contact.kec.geometry=patch", "vehicle.gravity=0"});
  EXPECT_EQ(wheelrail::method_text(model.contact.settings), "kec");
  EXPECT_THAT(model.notes, testing::Contains(testing::HasSubstr(
                               "contact.method = \"kec\": the vehicle has no weight, so that there is no "
                               "loaded patch: its tables have the geometry of points")));
}

TEST(TableGeometry, OfConesHasNoPatch) {
  EXPECT_THAT(
      test::case_findings(FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml",
                          {"contact.kec.geometry=patch", "contact.kec.conicity=0.05"}),
      testing::HasSubstr("contact.kec.geometry: has no effect with contact.kec.conicity, which replaces "
                         "the profiles (got patch; allowed points). Leave either out"));
}

}  // namespace
}  // namespace flangeway::vehicle_case
