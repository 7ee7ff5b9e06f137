// Controllers as a user of `flangeway run` meets them. What they calculate: simulate/test/control_test.cpp.
#include <gmock/gmock.h>
#include <csignal>

#include "flangeway/results/reader.hpp"
#include "support/has_rows.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

std::string coach_models() {
  return FLANGEWAY_SOURCE_DIR "/models/";
}

// The coach with actuators and a controller in Python, whose file has this function.
class ControllerVerb : public testing::Test {
 protected:
  ControllerVerb() {
    folder_.write("case.toml",
                  "vehicle = \"" + coach_models() + "vehicles/metro_coach_active.toml\"\ntrack = \"" +
                      coach_models() +
                      "tracks/curve_r500.toml\"\nspeed = 20.0\nintegration = { method = \"abm4\", "
                      "step = 1e-3, duration = 0.3 }\ncontact = { method = \"kec\" }\n"
                      "[[control.python]]\nname = \"skyhook\"\nfile = \"control.py\"\n"
                      "sample_time = 0.01\ninputs = [\"coach_carbody.vy\"]\n"
                      "outputs = [\"lateral_front\", \"lateral_rear\"]\n");
    write("def control(time, inputs):\n  return [1000, -1000]\n");
  }
  void write(const std::string& text) const { folder_.write("control.py", text); }
  ProgramResult flangeway(std::vector<std::string> arguments, RunOptions how = {}) const {
    how.folder = folder_.path();
    return run_flangeway(std::move(arguments), how);
  }
  TemporaryFolder folder_;
};

TEST_F(ControllerVerb, TheCommandIsAChannel) {
  const ProgramResult result = flangeway({"run", "case.toml", "-o", "run.h5", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  Findings findings;
  const auto reader = results::Reader::open((folder_.path() / "run.h5").string(), findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_EQ(reader->read("skyhook.lateral_front").back(), 1000);
  EXPECT_EQ(reader->read("skyhook.lateral_rear").back(), -1000);
  EXPECT_NEAR(reader->read("lateral_front.force").back(), -1000, 5);  // after the lag
}

TEST_F(ControllerVerb, NoOutputReplacesItsFile) {
  const ProgramResult result = flangeway({"run", "case.toml", "-o", "control.py", "--force"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "control.py: is one of the files that this command reads. Name another file for the output.\n");
  EXPECT_EQ(read_file(folder_.path() / "control.py"), "def control(time, inputs):\n  return [1000, -1000]\n");
}

TEST_F(ControllerVerb, AFailureNamesTheControllerAndKeepsTheRows) {
  write("def control(time, inputs):\n  return [float('nan') if time > 0.095 else 0, 0]\n");
  const ProgramResult result = flangeway({"run", "case.toml", "-o", "run.h5", "--quiet"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.error,
              HasSubstr("the sample failed at t = 0.1000 s, distance 2.00 m: the controller \"skyhook\" "
                        "failed: its output lateral_front is NaN"));
  Findings findings;
  const auto reader = results::Reader::open((folder_.path() / "run.h5").string(), findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_NEAR(reader->read("t").back(), 0.1, 1e-9);
}

TEST_F(ControllerVerb, AHangingControllerEndsTheRun) {
  write("import time\ndef control(t, inputs):\n  if t > 0.05:\n    time.sleep(100)\n  return [0, 0]\n");
  const ProgramResult result =
      flangeway({"run", "case.toml", "-o", "run.h5", "--quiet", "--set", "control.python[0].time_limit=5"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.error, HasSubstr("the controller \"skyhook\" failed: it did not answer in time"));
}

TEST_F(ControllerVerb, RunsWithAStateElsewhereAreNotContinued) {
  const ProgramResult refused = flangeway({"run", "case.toml", "-o", "run.h5", "--checkpoint", "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(
      refused.error,
      HasSubstr("--checkpoint: has no use: the controller \"skyhook\" carries a state of its own in another "
                "process, so that the run cannot be continued. Leave it out."));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "run.h5"));
  const ProgramResult stopped = flangeway(
      {"run", "case.toml", "-o", "run.h5", "--force", "--set", "integration.step=1e-5", "--set",
       "integration.duration=1000", "--set", "output.flush_interval=0.02"},
      {.signal = SIGINT, .signal_when = [this](int) { return has_rows(folder_.path() / "run.h5"); }});
  const ProgramResult again = flangeway({"run", "--continue", "run.h5"});
  ASSERT_EQ(stopped.exit_code, 130) << stopped.error;
  EXPECT_THAT(stopped.out, Not(HasSubstr("continue with")));
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.error,
              HasSubstr("cannot be continued: the controller \"skyhook\" carries a state of its own in "
                        "another process. Run the case again."));
}

TEST_F(ControllerVerb, FindingsNameTheChannel) {
  const ProgramResult result =
      flangeway({"run", "case.toml", "--set", "control.python[0].inputs=[\"coach_carbdy.vy\"]"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, AllOf(HasSubstr("control.python[0].inputs: is no channel of the case"),
                                  HasSubstr("Use \"coach_carbody.vy\".")));
  const ProgramResult missing = flangeway({"run", "case.toml", "--set", "control.python[0].file=\"\""});
  EXPECT_EQ(missing.exit_code, 2);
}

TEST_F(ControllerVerb, VerbsWithoutControllersReportIt) {
  EXPECT_THAT(
      flangeway({"codegen", "case.toml", "-o", "code"}).error,
      ContainsRegex("case.toml:[0-9]+:[0-9]+: control: is not supported by code generation. Leave the "
                    "controllers out: the code has inputs for actuators and motors, which the caller sets."));
  EXPECT_THAT(flangeway({"stability", "case.toml"}).error,
              HasSubstr("control: has controllers, whose samples no steady running has. Leave them out."));
}

}  // namespace
}  // namespace flangeway::test
