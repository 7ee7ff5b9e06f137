// `flangeway migrate` as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

const std::string former_case =
    "# A case of an earlier version.\nvehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10 # m/s\n"
    "[contact]\n  method = \"strip\"  # patches\n[contact.online]\nlongest_step = 1e-4\n";

TEST(MigrateVerb, RewritesAFileInPlaceAndTellsWhat) {
  const TemporaryFolder folder;
  const std::string file = folder.write("case.toml", former_case).string();
  const ProgramResult result = run_flangeway({"migrate", file});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_EQ(result.out, file +
                            ":6: contact.method = \"strip\" is contact.method = \"elastic\", contact.patch = "
                            "\"strip\" now\n" +
                            file + ":7: contact.online is contact.elastic now\n" + file +
                            ":8: contact.elastic.longest_step is contact.elastic.max_step now\n");
  EXPECT_EQ(
      read_file(file),
      "# A case of an earlier version.\nvehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10 # "
      "m/s\n[contact]\n  method = \"elastic\"  # patches\n  patch = \"strip\"\n[contact.elastic]\n"
      "max_step = 1e-4\n");
  EXPECT_EQ(run_flangeway({"migrate", file}).out, file + ": is up to date\n");
}

TEST(MigrateVerb, KnowsVehiclesTracksStudiesAndLines) {
  const TemporaryFolder folder;
  const auto migrated = [&](const std::string& text) {
    const std::string file = folder.write("file.toml", text).string();
    const ProgramResult result = run_flangeway({"migrate", file, "--quiet"});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_EQ(result.out, "");
    return read_file(file);
  };
  EXPECT_EQ(migrated("name = \"a\"\nbodies = []\n[[constants]]\nname = \"push\"\n"),
            "name = \"a\"\nbodies = []\n[[applied_forces]]\nname = \"push\"\n");
  EXPECT_EQ(migrated("segments = []\n[irregularities.spectrum]\nshortest_wavelength = 3\n"),
            "segments = []\n[irregularities.spectrum]\nmin_wavelength = 3\n");
  EXPECT_EQ(
      migrated("case = \"c.toml\"\nset = { contact.online.longest_step = 1e-4 }\n[[axes]]\nname = \"a\"\n"
               "key = \"track.irregularities.spectrum.shortest_wavelength\"\nvalues = [3, 4]\n"),
      "case = \"c.toml\"\nset = { contact.elastic.max_step = 1e-4 }\n[[axes]]\nname = \"a\"\n"
      "key = \"track.irregularities.spectrum.min_wavelength\"\nvalues = [3, 4]\n");
  EXPECT_EQ(migrated("case = \"c.toml\"\nlaw = \"l.toml\"\n[[sections]]\nshare = 1\n"
                     "set = { \"contact.online.longest_step\" = 1e-4 }\n"),
            "case = \"c.toml\"\nlaw = \"l.toml\"\n[[sections]]\nshare = 1\n"
            "set = { \"contact.elastic.max_step\" = 1e-4 }\n");
}

// All or nothing: a file that cannot be read leaves the others as they are.
TEST(MigrateVerb, ChangesNothingWhereAFileIsWrong) {
  const TemporaryFolder folder;
  const std::string good = folder.write("case.toml", former_case).string();
  const std::string none = folder.write("other.toml", "colour = \"red\"\n").string();
  const std::string both =
      folder.write("both.toml", "vehicle = \"v\"\ncontact.online.damper = 1\ncontact.elastic.damper = 2\n")
          .string();
  const ProgramResult result =
      run_flangeway({"migrate", good, none, both, (folder.path() / "no.toml").string()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              testing::HasSubstr(none + ": has no key of any kind of file. Give a file of Flangeway.\n"));
  EXPECT_THAT(result.error, testing::HasSubstr(both + ":3:"));
  EXPECT_THAT(result.error, testing::HasSubstr("no.toml: does not exist."));
  EXPECT_EQ(read_file(good), former_case);
}

TEST(MigrateVerb, ShippedFilesAreUpToDate) {
  std::vector<std::string> command{"migrate", "--json"};
  const TemporaryFolder folder;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(models))
    if (entry.path().extension() == ".toml") {
      const std::string name = std::to_string(command.size()) + ".toml";
      command.push_back(folder.write(name, read_file(entry.path())).string());
    }
  const ProgramResult result = run_flangeway(command);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  const auto files = nlohmann::json::parse(result.out);
  EXPECT_EQ(files.size(), command.size() - 2);
  for (const auto& file : files) EXPECT_EQ(file["changes"].size(), 0u) << file;
}

}  // namespace
}  // namespace flangeway::test
