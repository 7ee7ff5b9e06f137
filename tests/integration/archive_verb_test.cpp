// `flangeway archive`, `reproduce` and `--cite` as a user meets them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

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
