// Citations: entries exist for every method, and none is empty.
#include "flangeway/archive/cite.hpp"

#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "flangeway/core/version.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::archive {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> sources_with(const document::Assignments& sets) {
  Findings findings;
  const auto model = vehicle_case::load_case_without_run(
      FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", sets, findings);
  findings.throw_if_any();
  return sources_of(*model);
}

TEST(Cite, NamesTheSourcesOfTheMethodsOfACase) {
  EXPECT_THAT(
      sources_with({"contact.method=kec", "contact.creep.law=polach", "integration.method=abm4"}),
      testing::ElementsAre("Escalona2021", "Yu2022", "Polach1999", "Polach2005", "HochbruckOstermann2010"));
  EXPECT_THAT(sources_with({"contact.method=elastic", "contact.creep.law=fastsim", "integration.method=bdf"}),
              testing::ElementsAre("Antunes2018", "Johnson1985", "Kalker1982", "Hindmarsh2005"));
  EXPECT_THAT(sources_with({"contact.friction={ limit_ratio = 0.4, decay = 0.6 }"}), Contains("Polach2005"));
  EXPECT_THAT(sources_with({"contact.creep.law=kalker_linear"}), Not(Contains("Polach2005")));
}

TEST(Cite, HasAnEntryForEveryChoice) {
  for (const auto& law : alternatives_of(contact::CreepLaw{})) {
    if (law.value == contact::CreepLaw::library || law.value == contact::CreepLaw::fixed_coefficients)
      continue;
    for (const auto& method : alternatives_of(wheelrail::Method{})) {
      const auto keys = sources_with(
          {"contact.creep.law=" + std::string(law.name), "contact.method=" + std::string(method.name)});
      const std::string text = bibtex(keys);
      for (const std::string& key : keys) EXPECT_THAT(text, HasSubstr("{" + key + ",\n  author = "));
    }
  }
  for (const auto& patch : alternatives_of(wheelrail::PatchModel{}))
    EXPECT_NE(bibtex(sources_with({"contact.method=elastic", "contact.creep.law=kalker_table",
                                   "contact.patch=" + std::string(patch.name)})),
              "");
}

// The metadata for a DOI and CITATION.cff describe the same program.
TEST(Cite, MetadataOfZenodoAgreeWithTheCitationFile) {
  std::ifstream file(FLANGEWAY_SOURCE_DIR "/.zenodo.json");
  const auto zenodo = nlohmann::json::parse(file);
  EXPECT_THAT(citation_file(), HasSubstr("\nversion: " + zenodo.at("version").get<std::string>() + "\n"));
  EXPECT_THAT(citation_file(), HasSubstr("title: \"" + zenodo.at("title").get<std::string>() + "\""));
  EXPECT_THAT(citation_file(), HasSubstr("license: " + zenodo.at("license").get<std::string>() + "\n"));
  for (const auto& keyword : zenodo.at("keywords"))
    EXPECT_THAT(citation_file(), HasSubstr("  - " + keyword.get<std::string>() + "\n"));
}

TEST(Cite, BeginsWithTheProgram) {
  EXPECT_THAT(bibtex({"Shen1983"}), testing::StartsWith("@software{Flangeway,\n"));
  EXPECT_THAT(bibtex({"Shen1983"}), HasSubstr("version = {" + version() + "}"));
  EXPECT_THAT(bibtex({"Shen1983"}), testing::EndsWith("\n}\n"));
  EXPECT_THAT(citation_file(), testing::StartsWith("cff-version: 1.2.0\n"));
  EXPECT_THROW((void)bibtex({"Nobody1900"}), std::logic_error);
}

}  // namespace
}  // namespace flangeway::archive
