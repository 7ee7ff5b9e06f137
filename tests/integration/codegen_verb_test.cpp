// `flangeway codegen` as a user meets it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

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

TEST(CodegenVerb, SaysThatItTakesNoVehicleFiles) {
  const TemporaryFolder folder;
  for (const char* file : {"/models/vehicles/wheelset.toml", "/models/cases/manchester_r500.toml"}) {
    const ProgramResult result = run_flangeway(
        {"codegen", FLANGEWAY_SOURCE_DIR + std::string(file), "-o", (folder.path() / "out").string()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.error,
                HasSubstr("is of a vehicle or case file; code is generated from symbolic models only"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
  }
}

}  // namespace
}  // namespace flangeway::test
