// `flangeway codegen` as a user meets it.
#include <gmock/gmock.h>

#include <array>
#include <nlohmann/json.hpp>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

const std::string locomotive = FLANGEWAY_SOURCE_DIR "/models/symbolic/feve3000.toml";

TEST(CodegenVerb, CountsOperationsBelowThePublishedOnes) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_flangeway({"codegen", locomotive, "-o", (folder.path() / "out").string(), "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto json = nlohmann::json::parse(result.out);
  const auto operations = [&](const char* what) { return json["equations"][what]["operations"].get<int>(); };
  EXPECT_LT(operations("mass matrix M"), 10910);  // [Ros2017, Table 2]
  EXPECT_LT(operations("forces delta") + operations("directions of creep"), 19015);
  EXPECT_LT(operations("constraints"), 2150);
  EXPECT_LT(operations("Jacobian of the constraints"), 1709);
  EXPECT_LT(json["seconds"].get<double>(), 30);
  EXPECT_THAT(read_file(folder.path() / "out/model_size.h"), HasSubstr("FW_COORDINATES = 30,\n"));
}

TEST(CodegenVerb, LeavesFilesAloneThatAreThere) {
  const TemporaryFolder folder;
  folder.write("model.c", "mine\n");
  const std::string model = FLANGEWAY_SOURCE_DIR "/models/symbolic/four_bar.toml";
  const ProgramResult result = run_flangeway({"codegen", model, "-o", folder.path().string()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("model.c"));
  EXPECT_EQ(read_file(folder.path() / "model.c"), "mine\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "runtime.h"));
}

TEST(CodegenVerb, ReportsThatAVehicleAloneIsNotEnough) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_flangeway({"codegen", FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml", "-o",
                     (folder.path() / "out").string()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              HasSubstr("wheelsets: is of a vehicle file; code needs to know the track and the contact, too. "
                        "Give a case file, which names the vehicle (see models/cases/)."));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST(CodegenVerb, NamesWhatOfACaseItDoesNotSupport) {
  const TemporaryFolder folder;
  const std::string text =
      "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
      "tracks/wheelset_r500.toml\"\nspeed = 10\n[contact]\nmethod = \"kec\"\n  normal_force = "
      "\"previous_step\"\n[integration]\nstep_failure = \"halve\"\n";
  const std::string name = folder.write("case.toml", text).string();
  const ProgramResult result = run_flangeway({"codegen", name, "-o", (folder.path() / "out").string()});
  EXPECT_EQ(result.exit_code, 2);
  const std::string no_code = "is not supported by code generation ";
  EXPECT_EQ(result.error, name + ":6:18: contact.normal_force: " + no_code +
                              "(got previous_step; allowed solved). Leave it out.\n" + name +
                              ":8:16: integration.step_failure: " + no_code +
                              "(got halve; allowed stop). Real time needs fixed steps.\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

TEST(CodegenVerb, TakesConstraintsWhereTheCaseNamesNoMethod) {
  const TemporaryFolder folder;
  const std::string text = "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                           "tracks/wheelset_r500.toml\"\nspeed = 10\nintegration = { method = \"abm4\", "
                           "duration = 1 }\n";
  const std::string name = folder.write("case.toml", text).string();
  const ProgramResult result = run_flangeway({"codegen", name, "-o", (folder.path() / "out").string()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.error, HasSubstr("note: " + name +
                                      ": contact.method: is not given, and generated code has no elastic "
                                      "contact: kec is taken in place of elastic. Give it.\n"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "out" / "CMakeLists.txt"));
}

TEST(CodegenVerb, NamesContactTrackAndMethodThatItDoesNotSupport) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, const std::vector<std::string>& options = {}) {
    std::vector<std::string> command{"codegen", FLANGEWAY_SOURCE_DIR "/models/cases/" + name, "-o",
                                     (folder.path() / "out").string()};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  EXPECT_THAT(
      refused("manchester_r500_irregular_elastic.toml"),
      HasSubstr("contact.method: is not supported by code generation (got elastic; allowed kec, lut). Choose "
                "method = \"kec\" or \"lut\", which the generated code follows."));
  EXPECT_THAT(refused("flexible_r500_tight_flexible.toml"),
              HasSubstr("coupling.method: is not supported by code generation (got tight; allowed none). "
                        "Generated code has a rigid track."));
  EXPECT_THAT(refused("flexible_r500_cosim_rigid.toml"), HasSubstr("(got cosim; allowed none)"));
  EXPECT_EQ(refused("articulated_r500.toml", {"--set", "integration.joint_stabilisation=partitioning"}),
            "--set: integration.joint_stabilisation: is not supported by code generation (got partitioning; "
            "allowed projection, baumgarte). Leave it out: projection is the most accurate.\n");
  EXPECT_EQ(
      refused("wheelset_r500.toml", {"--set", "integration.method=bdf"}),
      "--set: integration.method: is not supported by code generation (got bdf; allowed abm4, rk4). Real "
      "time needs fixed steps.\n");
  EXPECT_EQ(refused("wheelset_r500.toml", {"--set", "integration.wheel_projection=false"}),
            "--set: integration.wheel_projection: is not supported by code generation (got false; allowed "
            "true). Leave it out.\n");
  for (const auto& [method, key, value, allowed] :
       {std::array<std::string, 4>{"kec", "contact.kec.linear_roll", "true", "false"},
        {"kec", "contact.kec.irregularity_accelerations", "false", "true"},
        {"lut", "contact.lookup.linear_gauge", "true", "false"},
        {"lut", "contact.lookup.rotated_axes", "false", "true"},
        {"lut", "contact.lookup.longitudinal_terms", "false", "true"}}) {
    EXPECT_EQ(
        refused("wheelset_r500.toml", {"--set", "contact.method=" + method, "--set", key + "=" + value}),
        "--set: " + key + ": is not supported by code generation (got " + value + "; allowed " + allowed +
            "). Leave it out.\n");
  }
}

// Values of the vehicle come from the command line as in a run.
TEST(CodegenVerb, TakesAssignmentsToVehicleAndCase) {
  const TemporaryFolder folder;
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml";
  const ProgramResult result = run_flangeway({"codegen", file, "-o", (folder.path() / "out").string(),
                                              "--set", "vehicle.wheelsets[0].mass=1500", "--set", "speed=11",
                                              "--set", "contact.kec.points=801"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const std::string code = read_file(folder.path() / "out/model.c");
  EXPECT_THAT(code, HasSubstr("const double fw_body_mass[] = {1500};"));
  EXPECT_THAT(code, HasSubstr("const double fw_velocity = 11, "));
}

TEST(CodegenVerb, HasInputsOfTheGroupsThatAreNamed) {
  const TemporaryFolder folder;
  const std::string file = FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml";
  const auto description = [&](const char* target, const std::vector<std::string>& options) {
    std::vector<std::string> command{"codegen",  file,   "-o",    (folder.path() / "out").string(), "--force",
                                     "--target", target, "--set", "contact.kec.points=801"};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return read_file(folder.path() / "out" /
                     (target == std::string("fmu") ? "modelDescription3.xml" : "model.c"));
  };
  const std::string all = description("fmu", {});
  EXPECT_THAT(all, HasSubstr("name=\"input.wheelset.right.friction\""));
  EXPECT_THAT(
      all,
      HasSubstr("causality=\"input\" variability=\"continuous\" description=\"displacement of the rail below "
                "this wheel upwards; the rail moves\" unit=\"m\" start=\"0\"/>"));
  const std::string two = description("fmu", {"--inputs", "friction,cant"});
  EXPECT_THAT(two, HasSubstr("name=\"input.wheelset.left.friction\""));
  EXPECT_THAT(two, HasSubstr("name=\"input.cant.wheelset.gradient\""));
  EXPECT_THAT(two, testing::Not(HasSubstr("input.force")));
  EXPECT_THAT(description("fmu", {"--inputs", "none"}), testing::Not(HasSubstr("input.")));
  EXPECT_THAT(description("project", {}), HasSubstr("fw_input_name[] = {\"\"}"));
}

TEST(CodegenVerb, RefusesInputsThatCannotBe) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& file, const std::string& inputs) {
    const ProgramResult result = run_flangeway({"codegen", FLANGEWAY_SOURCE_DIR "/models/" + file, "-o",
                                                (folder.path() / "out").string(), "--inputs", inputs});
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  EXPECT_EQ(refused("symbolic/four_bar.toml", "friction"),
            "--inputs: is for cases: a symbolic model lists its inputs itself (got friction). Leave it out, "
            "and see "
            "inputs in the model file.\n");
  EXPECT_EQ(refused("cases/wheelset_r500.toml", "none,rails"),
            "--inputs: combines none with groups of inputs (got none,rails; allowed none alone, or groups). "
            "Leave out none, or the groups.\n");
  EXPECT_THAT(refused("cases/wheelset_r500.toml", "wind"), HasSubstr("--inputs"));
}

}  // namespace
}  // namespace flangeway::test
