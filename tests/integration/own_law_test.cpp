// Creep and friction laws of the user's in runs (docs/howto/own_laws.md): a law that repeats a built-in one
// gives its results, and one that fails ends the run in order.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "flangeway/recording/recorded_case.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using Rows = std::vector<std::vector<double>>;

// All channels of the single wheelset in the transition to its curve.
Rows rows_with_law(const document::Assignments& sets, const std::string& method) {
  document::Assignments all{"contact.method=" + method, "initial.s=90", "integration.duration=0.2"};
  all.insert(all.end(), sets.begin(), sets.end());
  Findings findings;
  const auto model =
      vehicle_case::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", all, findings);
  findings.throw_if_any();
  Rows rows;
  simulate::RunOptions options;
  const std::size_t count = simulate::channels(*model).size();
  options.record = [&](const double* row) {
    rows.emplace_back(row, row + count);
    return true;
  };
  const simulate::Summary summary = simulate::run(*model, options);
  EXPECT_EQ(summary.status, simulate::RunStatus::completed) << summary.failure;
  return rows;
}

double largest_difference(const Rows& a, const Rows& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    for (std::size_t k = 0; k < a[i].size(); ++k) {
      const double size = std::max({1.0, std::abs(a[i][k]), std::abs(b[i][k])});
      largest = std::max(largest, std::abs(a[i][k] - b[i][k]) / size);
    }
  return largest;
}

std::string creep_library(const char* file, const std::string& parameters = "") {
  return fmt::format("contact.creep={{ law = \"library\", library = \"{}\", parameters = {{ {} }} }}", file,
                     parameters);
}

TEST(OwnLaw, RepeatsABuiltInLawBitForBit) {
  for (const char* method : {"kec", "elastic"}) {
    const Rows built_in =
        rows_with_law({"contact.creep={ law = \"fixed_coefficients\", f11 = 6.7e6, f22 = 6.7e6 }"}, method);
    const Rows own =
        rows_with_law({creep_library(FLANGEWAY_LAW_TEST_LAWS, "f11 = 6.7e6, f22 = 6.7e6")}, method);
    EXPECT_EQ(built_in, own) << method;
    ASSERT_GT(own.size(), 10U);
  }
}

TEST(OwnLaw, SaturatesAsTheBuiltInOne) {
  for (const char* method : {"kec", "lut"}) {
    const Rows built_in = rows_with_law({"contact.creep.law=shen_hedrick_elkins"}, method);
    EXPECT_LT(
        largest_difference(built_in, rows_with_law({creep_library(FLANGEWAY_LAW_SATURATED_LINEAR)}, method)),
        1e-8)
        << method;
    EXPECT_GT(
        largest_difference(
            built_in, rows_with_law({creep_library(FLANGEWAY_LAW_SATURATED_LINEAR, "slope = 0.5")}, method)),
        1e-4)
        << method;
  }
}

// Also with a creep law of the user. Rounding differs, and elastic contact amplifies it to 3e-8.
TEST(OwnLaw, OfFrictionRepeatsTheDecayOfTheCase) {
  const std::string own = std::string("contact.friction={ coefficient = 0.4, library = \"") +
                          FLANGEWAY_LAW_TEST_LAWS + "\", parameters = { limit_ratio = 0.4, decay = 0.6 } }",
                    built_in = "contact.friction={ coefficient = 0.4, limit_ratio = 0.4, decay = 0.6 }";
  for (const std::string& creep :
       {std::string("contact.creep.law=polach"), creep_library(FLANGEWAY_LAW_SATURATED_LINEAR)})
    EXPECT_LT(largest_difference(rows_with_law({creep, built_in}, "elastic"),
                                 rows_with_law({creep, own}, "elastic")),
              1e-6)
        << creep;
}

class OwnLawVerb : public testing::Test {
 protected:
  ProgramResult run(const std::vector<std::string>& sets) const {
    std::vector<std::string> arguments{"run", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "-o",
                                       "run.h5"};
    for (const std::string& set : sets) arguments.insert(arguments.end(), {"--set", set});
    return run_flangeway(arguments, {.folder = folder_.path()});
  }
  [[nodiscard]] results::Reader result() const {
    Findings findings;
    std::optional<results::Reader> reader =
        results::Reader::open((folder_.path() / "run.h5").string(), findings);
    findings.throw_if_any();
    return std::move(*reader);
  }
  TemporaryFolder folder_;
};

TEST_F(OwnLawVerb, ThatFailsIsNamedAndWhatWasComputedIsKept) {
  const std::string start = "f11 = 6.7e6, f22 = 6.7e6, limit = 1e-5, fault = ";
  const std::pair<const char*, const char*> faults[] = {
      {"1",
       "the creep law test_laws.so (linear) returned a number that is not finite for a contact of wheelset."},
      {"2",
       "the creep law test_laws.so (linear) returned the error 7, \"outside of the measured creepages\", for "
       "a "
       "contact of wheelset."},
      {"3",
       "the creep law test_laws.so (linear) returned a number that is not finite for a contact of "
       "wheelset."}};
  for (const auto& [fault, text] : faults) {
    const ProgramResult result = run({creep_library(FLANGEWAY_LAW_TEST_LAWS, start + fault), "initial.s=28",
                                      "integration.duration=3", "contact.method=kec"});
    EXPECT_EQ(result.exit_code, 3) << result.out;
    EXPECT_THAT(result.out + result.error, HasSubstr("failed at t = ")) << fault;
    EXPECT_THAT(result.out + result.error, HasSubstr(text)) << fault;
    EXPECT_THAT(result.out + result.error, HasSubstr("lateral creepage ")) << fault;
    EXPECT_GT(this->result().rows(), 2U) << fault;
    std::filesystem::remove(folder_.path() / "run.h5");
  }
}

TEST_F(OwnLawVerb, OfFrictionThatIsNegativeIsNamed) {
  const ProgramResult result = run({std::string("contact.friction={ library = \"") + FLANGEWAY_LAW_TEST_LAWS +
                                        "\", parameters = { limit_ratio = 0.4, decay = 0.6, end = 90.5 } }",
                                    "initial.s=90", "integration.duration=2"});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(
      result.out + result.error,
      HasSubstr("the friction law test_laws.so (falling) returned a coefficient that is negative or not "
                "finite for a contact of wheelset."));
  EXPECT_THAT(result.out + result.error, HasSubstr("place 90.5"));
}

TEST_F(OwnLawVerb, IsAmongTheInputsOfTheResult) {
  const ProgramResult run_result =
      run({creep_library(FLANGEWAY_LAW_SATURATED_LINEAR), "initial.s=90", "integration.duration=0.02"});
  EXPECT_EQ(run_result.exit_code, 0) << run_result.error;
  std::vector<std::string> paths;
  const results::Reader reader = result();
  for (const auto& input : reader.provenance().inputs) paths.push_back(input.path);
  EXPECT_THAT(paths, testing::Contains(testing::EndsWith("saturated_linear.so")));
}

TEST(OwnLaw, SaysWhatItDoesNotGoWith) {
  const auto findings_of = [](const document::Assignments& sets) {
    Findings findings;
    EXPECT_FALSE(vehicle_case::load_case_without_run(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
                                                     sets, findings));
    return findings.text();
  };
  EXPECT_THAT(findings_of({"contact.creep.law=library"}),
              HasSubstr("contact.creep.library: is missing (allowed the path of a shared library)"));
  EXPECT_THAT(findings_of({"contact.creep.library=\"a.so\""}), HasSubstr("contact.creep.library"));
  const std::string friction = std::string("library = \"") + FLANGEWAY_LAW_TEST_LAWS +
                               "\", parameters = { limit_ratio = 0.4, decay = 0.6 }";
  EXPECT_THAT(
      findings_of({"contact.friction={ decay = 0.2, " + friction + " }"}),
      HasSubstr("contact.friction.library: is given together with limit_ratio or decay. Leave these out"));
  EXPECT_THAT(findings_of({"contact.friction.parameters={ decay = 0.2 }"}),
              HasSubstr("contact.friction.parameters: has no effect without library"));
  EXPECT_THAT(
      findings_of({"contact.creep.law=polach", "contact.friction={ condition = \"wet\", " + friction + " }"}),
      HasSubstr("contact.friction.library: is given together with condition (got wet; allowed given)"));
  EXPECT_THAT(
      findings_of({"contact.method=elastic", "contact.patch=strip", "contact.friction={ " + friction + " }"}),
      HasSubstr("contact.friction.library: is not known to patches that are solved during the run"));
}

}  // namespace
}  // namespace flangeway::test
