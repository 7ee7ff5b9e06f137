// `flangeway archive`, `reproduce` and `--cite` as a user meets them.
#include <gmock/gmock.h>

#include <cstdint>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

class ArchiveVerb : public testing::Test {
 protected:
  ArchiveVerb() {
    flangeway({"run", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "-o", "run.h5", "--set",
               "initial.s=90", "--set", "integration.duration=0.02"});
  }
  ProgramResult flangeway(const std::vector<std::string>& arguments) const {
    return run_flangeway(arguments, {.folder = folder_.path()});
  }
  TemporaryFolder folder_;
};

TEST_F(ArchiveVerb, RunsAreRepeatedFromTheArchiveAlone) {
  const ProgramResult packed = flangeway({"archive", "run.h5", "-o", "run.zip"});
  EXPECT_EQ(packed.exit_code, 0) << packed.error;
  EXPECT_THAT(packed.error, HasSubstr("reproduce with: flangeway reproduce run.zip"));
  const ProgramResult repeated = flangeway({"reproduce", "run.zip"});
  EXPECT_EQ(repeated.exit_code, 0) << repeated.error;
  EXPECT_THAT(repeated.out, StartsWith("results/run.h5: "));
  EXPECT_THAT(repeated.out, HasSubstr(" have the same bits\n"));
  const auto json = nlohmann::json::parse(flangeway({"reproduce", "run.zip", "--json"}).out);
  EXPECT_TRUE(json.at(0).at("same"));
  const auto again =
      nlohmann::json::parse(flangeway({"archive", "run.h5", "-o", "run.zip", "--force", "--json"}).out);
  EXPECT_EQ(again.at("results"), nlohmann::json::array({"run.h5"}));
}

TEST_F(ArchiveVerb, RefusesWhatItCannotPackOrRepeat) {
  const ProgramResult nothing = flangeway({"archive", "no.h5", "-o", "run.zip"});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.error, HasSubstr("no.h5"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "run.zip"));
  const ProgramResult result = flangeway({"reproduce", "run.h5"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              HasSubstr("run.h5: is missing, or no zip file. Give an archive that flangeway archive has "
                        "packed"));
}

TEST_F(ArchiveVerb, ReplacesNoFileThatItPacks) {
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
  const std::string text = "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                           "tracks/wheelset_r500.toml\"\nspeed = 10\ncontact.method = \"kec\"\n"
                           "integration.duration = 0.01\n";
  folder_.write("case.toml", text);
  ASSERT_EQ(flangeway({"run", "case.toml", "-o", "own.h5"}).exit_code, 0);
  const ProgramResult result = flangeway({"archive", "own.h5", "-o", "case.toml", "--force"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.error,
            "case.toml: is one of the files that this command reads. Name another file for the output.\n");
  EXPECT_EQ(read_file(folder_.path() / "case.toml"), text);
}

// Files of a repetition do not stay, so that no rows are kept.
TEST_F(ArchiveVerb, NamesTheFolderOfTemporaryFilesThatCannotBeWritten) {
  ASSERT_EQ(flangeway({"archive", "run.h5", "-o", "run.zip"}).exit_code, 0);
  const auto reproduce_after = [&](const std::string& before) {
    return run_program({"bash", "-c", before + " exec " FLANGEWAY_EXECUTABLE " reproduce run.zip"},
                       {.folder = folder_.path()});
  };
  constexpr const char* advice = ". Set TMPDIR to a folder that can be written and has space.\n";
  const std::uintmax_t kibibytes = (std::filesystem::file_size(folder_.path() / "run.h5") + 1023) / 1024;
  const ProgramResult repeated = reproduce_after("ulimit -f " + std::to_string(kibibytes) + ";");
  EXPECT_EQ(repeated.exit_code, 1);
  EXPECT_THAT(repeated.error,
              StartsWith("flangeway: results/run.h5: cannot be repeated: the temporary file "));
  EXPECT_THAT(repeated.error, EndsWith(std::string("cannot be written (File too large)") + advice));
  const ProgramResult unpacked = reproduce_after("ulimit -f 100;");
  EXPECT_EQ(unpacked.exit_code, 1);
  EXPECT_THAT(unpacked.error, EndsWith(std::string("results/run.h5: File too large") + advice));
  const ProgramResult missing = reproduce_after("TMPDIR=missing");
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_EQ(missing.error, "flangeway: no temporary folder can be made in " +
                               (folder_.path() / "missing").string() + " (No such file or directory)" +
                               advice);
  std::filesystem::create_directory(folder_.path() / "there");
  EXPECT_EQ(reproduce_after("TMPDIR=").exit_code, 0);
  EXPECT_EQ(reproduce_after("TMPDIR=there").exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() / "there"));
}

TEST_F(ArchiveVerb, CitesTheProgramAndTheMethodsOfARun) {
  const ProgramResult program = flangeway({"--cite"});
  EXPECT_EQ(program.exit_code, 0) << program.error;
  EXPECT_THAT(program.out, StartsWith("@software{Flangeway,\n"));
  EXPECT_THAT(program.out, testing::Not(HasSubstr("@article")));
  const ProgramResult run = flangeway({"--cite", "run.h5"});
  EXPECT_THAT(run.out, HasSubstr("@article{Escalona2021,"));
  EXPECT_THAT(run.out, HasSubstr("@article{Polach2005,"));
  const auto json = nlohmann::json::parse(flangeway({"cite", "run.h5", "--json"}).out);
  EXPECT_EQ(json.at("bibtex"), run.out);
}

}  // namespace
}  // namespace flangeway::test
