// Cases of recorded runs: settings that the case does not give are those of the run.
#include "flangeway/recording/recorded_case.hpp"

#include <gtest/gtest.h>

#include <string>

#include "flangeway/recording/provenance.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::recording {
namespace {

constexpr const char* models = FLANGEWAY_SOURCE_DIR "/models/";

std::string wheelset_case(const std::string& contact) {
  return std::string("vehicle = '") + models + "vehicles/wheelset.toml'\ntrack = '" + models +
         "tracks/wheelset_r500.toml'\nspeed = 10\ncontact = { " + contact + " }\nintegration.duration = 1\n";
}

// Before tables were averaged, the name of the method was all that a result had.
wheelrail::Settings settings_of_recorded(const std::string& contact, const std::string& method) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("case.toml", wheelset_case(contact));
  results::Provenance recorded = provenance(test::load_case(file), {}, "");
  recorded.method = method;
  Findings findings;
  const auto model = load_recorded_case("run.h5", {folder.path().string(), {}}, recorded, findings);
  findings.throw_if_any();
  return model->contact.settings;
}

TEST(RecordedCase, HasThePointsOfRunsOfEarlierVersions) {
  EXPECT_EQ(settings_of_recorded("method = 'kec'", "kec").kec.averaging_load, 0);
  EXPECT_EQ(settings_of_recorded("method = 'lut'", "lut").lookup.averaging_load, 0);
}

TEST(RecordedCase, HasThePatchOfItsRun) {
  EXPECT_GT(settings_of_recorded("method = 'kec'", "kec (patch)").kec.averaging_load, 0);
  EXPECT_GT(settings_of_recorded("method = 'lut'", "lut (patch)").lookup.averaging_load, 0);
}

TEST(RecordedCase, HasTheMethodOfItsRun) {
  const wheelrail::Settings former = settings_of_recorded("friction.coefficient = 0.3", "kec");
  EXPECT_EQ(former.method, wheelrail::Method::kec);
  EXPECT_EQ(former.kec.averaging_load, 0);
  EXPECT_EQ(settings_of_recorded("friction.coefficient = 0.3", "elastic (hertz)").method,
            wheelrail::Method::elastic);
}

TEST(RecordedCase, OfConesHasNoPatch) {
  EXPECT_EQ(settings_of_recorded("method = 'kec', kec.conicity = 0.05", "kec").kec.conicity, 0.05);
}

}  // namespace
}  // namespace flangeway::recording
