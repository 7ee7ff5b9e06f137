// Laws of the user's in runs and in wear (docs/howto/own_laws.md): a law that repeats a built-in one
// gives its results, and one that fails ends the run in order.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>

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

// y, z and the angles of the wheelset: columns that do not depend on how many elements there are.
Rows motion(const Rows& rows) {
  constexpr std::size_t columns = 14;
  Rows some;
  for (const std::vector<double>& row : rows) some.emplace_back(row.begin(), row.begin() + columns);
  return some;
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

// The single wheelset, held by elements of its own.
class OwnElement : public testing::Test {
 protected:
  [[nodiscard]] std::string vehicle(const std::string& elements) const {
    const std::filesystem::path file = folder_.path() / "vehicle.toml";
    std::ifstream shipped(FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml");
    std::ofstream(file) << shipped.rdbuf() << elements;
    return fmt::format("vehicle=\"{}\"", file.string());
  }
  [[nodiscard]] Rows rows(const std::string& elements, const std::string& method = "abm4") const {
    return rows_with_law({vehicle(elements), "integration.method=" + method}, "kec");
  }
  TemporaryFolder folder_;
};

constexpr const char* line_between =
    "name = \"{}\"\nbody_i = \"wheelset\"\nbody_j = \"track\"\nposition_i = [0, 0, 0.457]\n"
    "position_j = [0, 1.5, 0.6]\n";

std::string own_table(const std::string& numbers, double time_limit = 10) {
  return fmt::format(
      "library = \"{}\"\nparameters = {{ {} }}\nauto_preload = false\npreload = 300\ntime_limit = {}\n",
      FLANGEWAY_LAW_TEST_LAWS, numbers, time_limit);
}

constexpr const char* of_both =
    "stiffness = 3e5, damping = 4e3, series_stiffness = 5e5, series_damping = 2e4";

TEST_F(OwnElement, AlongALineRepeatsTheBuiltInSprings) {
  const std::string built_in =
      "[[spring_dampers]]\n" + fmt::format(line_between, "spring") +
      "stiffness = 3e5\ndamping = 4e3\nauto_preload = false\npreload = 300\n[[maxwell_dampers]]\n" +
      fmt::format(line_between, "series") + "stiffness = 5e5\ndamping = 2e4\n";
  const std::string own = "[[library_lines]]\n" + fmt::format(line_between, "own") + own_table(of_both);
  for (const char* method : {"abm4", "bdf"}) {
    // Two built-in elements have other channels than one of its own: the motion is compared.
    const Rows expected = motion(rows(built_in, method)), found = motion(rows(own, method));
    EXPECT_LT(largest_difference(expected, found), std::string_view(method) == "abm4" ? 1e-9 : 1e-5)
        << method;
    EXPECT_GT(largest_difference(expected, motion(rows("", method))), 1e-6) << method;
  }
}

TEST_F(OwnElement, AlongADirectionRepeatsABushing) {
  const std::string ends =
      "name = \"held\"\nbody_i = \"wheelset\"\nbody_j = \"track\"\nposition = [0, 0, 0.457]\n";
  const std::string built_in = "[[bushings]]\n" + ends +
                               "stiffness = [0, 3e5, 0]\ndamping = [0, 4e3, 0]\nauto_preload = false\n"
                               "preload = [0, -300, 0]\n";
  const std::string own = "[[library_springs]]\n" + ends + "direction = [0, 2, 0]\n" +
                          own_table("stiffness = 3e5, damping = 4e3");
  EXPECT_LT(largest_difference(motion(rows(built_in)), motion(rows(own))), 1e-9);
}

TEST_F(OwnElement, HasTheModesOfTheBuiltInSprings) {
  const auto modes = [&](const std::string& elements) {
    const ProgramResult result =
        run_flangeway({"modes", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "--json", "--set",
                       vehicle(elements)},
                      {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return nlohmann::json::parse(result.out).at("modes");
  };
  const auto built_in = modes("[[spring_dampers]]\n" + fmt::format(line_between, "spring") +
                              "stiffness = 3e5\ndamping = 4e3\nauto_preload = false\npreload = 300\n"
                              "[[maxwell_dampers]]\n" +
                              fmt::format(line_between, "series") + "stiffness = 5e5\ndamping = 2e4\n");
  const auto own = modes("[[library_lines]]\n" + fmt::format(line_between, "own") + own_table(of_both));
  ASSERT_EQ(built_in.size(), own.size());
  ASSERT_GT(own.size(), 1U);
  for (std::size_t i = 0; i < own.size(); ++i)
    EXPECT_NEAR(own[i].at("frequency").get<double>(), built_in[i].at("frequency").get<double>(), 1e-6) << i;
}

TEST_F(OwnElement, ThatFailsIsNamedAndEndsTheRun) {
  const std::pair<const char*, const char*> faults[] = {
      {"fault = 1",
       "in own, the element law test_laws.so (suspension) returned a number that is not finite with "
       "deflection "},
      {"fault = 2",
       "in own, the element law test_laws.so (suspension) returned the error 7, \"outside of the "
       "measured creepages\", with deflection "},
      {"fault = 4", "in own, the element law test_laws.so (suspension) took 0."}};
  for (const auto& [fault, text] : faults) {
    const std::string own = "[[library_lines]]\n" + fmt::format(line_between, "own") +
                            own_table(std::string("stiffness = 10, limit = 2e-4, ") + fault, 0.3);
    const ProgramResult result = run_flangeway(
        {"run", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "-o", "run.h5", "--force", "--set",
         vehicle(own), "--set", "initial.s=28", "--set", "integration.duration=3"},
        {.folder = folder_.path()});
    EXPECT_EQ(result.exit_code, 3) << result.out;
    EXPECT_THAT(result.out + result.error, HasSubstr(text));
    EXPECT_THAT(result.out + result.error, HasSubstr("Correct the law, or the vehicle"));
    Findings findings;
    const auto reader = results::Reader::open((folder_.path() / "run.h5").string(), findings);
    ASSERT_TRUE(reader) << findings.text();
    EXPECT_GT(reader->rows(), 2U);
    std::vector<std::string> inputs;
    for (const auto& input : reader->provenance().inputs) inputs.push_back(input.path);
    EXPECT_THAT(inputs, testing::Contains(testing::EndsWith("test_laws.so")));
  }
}

// No thread can end a call that hangs: the program ends itself.
TEST_F(OwnElement, ThatNeverReturnsEndsTheProgram) {
  const std::string own = "[[library_lines]]\n" + fmt::format(line_between, "own") +
                          own_table("stiffness = 10, limit = 2e-4, fault = 5", 0.05);
  const ProgramResult result = run_flangeway(
      {"run", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "-o", "run.h5", "--set", vehicle(own),
       "--set", "initial.s=28", "--set", "integration.duration=3", "--set", "output.flush_interval=0"},
      {.folder = folder_.path()});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.error, HasSubstr("flangeway: the element law test_laws.so (suspension) has not returned "
                                      "for 0.1"));
  EXPECT_THAT(result.error, HasSubstr("and its time_limit is 0.05 s. Correct the law, or raise time_limit"));
  Findings findings;
  const auto reader = results::Reader::open((folder_.path() / "run.h5").string(), findings);
  ASSERT_TRUE(reader) << findings.text();
  EXPECT_GT(reader->rows(), 2U);
}

TEST_F(OwnElement, IsRefusedWhereItCannotBe) {
  const auto findings_of = [&](const std::string& elements) {
    Findings findings;
    EXPECT_FALSE(vehicle_case::load_case_without_run(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
                                                     {vehicle(elements)}, findings));
    return findings.text();
  };
  const std::string start = "[[library_lines]]\n" + fmt::format(line_between, "own");
  EXPECT_THAT(findings_of(start), HasSubstr("library_lines[0].library: is missing"));
  EXPECT_THAT(findings_of(start + "library = \"nowhere.so\"\n"),
              HasSubstr("library_lines[0].library: does not exist, or is no file"));
  EXPECT_THAT(findings_of(start + own_table("stifness = 1")),
              HasSubstr("library_lines[0].parameters.stifness: is no parameter of the law"));
  EXPECT_THAT(findings_of(start + own_table("series_stiffness = 1, series_damping = 0")),
              HasSubstr("library_lines[0].library: has a law that fails at rest (got the element law"));
  EXPECT_THAT(findings_of(start + fmt::format("library = \"{}\"\n", FLANGEWAY_LAW_SATURATED_LINEAR)),
              HasSubstr("has no element law: it does not export flangeway_element_law"));
  const ProgramResult code =
      run_flangeway({"codegen", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "-o", "code",
                     "--set", vehicle(start + own_table("stiffness = 1")), "--set", "integration.duration=1"},
                    {.folder = folder_.path()});
  EXPECT_EQ(code.exit_code, 2);
  EXPECT_THAT(code.error,
              HasSubstr("vehicle: has library_lines or library_springs, which are not supported"));
}

std::string normal_library(const std::string& parameters) {
  return fmt::format("contact.normal={{ library = \"{}\", parameters = {{ {} }} }}", FLANGEWAY_LAW_TEST_LAWS,
                     parameters);
}

TEST(OwnNormalLaw, RepeatsTheHysteresisOfTheCase) {
  const Rows expected = rows_with_law({"contact.elastic.restitution=0.3"}, "elastic"),
             found = rows_with_law({normal_library("restitution = 0.3")}, "elastic");
  EXPECT_LT(largest_difference(expected, found), 1e-9);
  EXPECT_GT(largest_difference(expected, rows_with_law({}, "elastic")), 1e-9);
}

TEST(OwnNormalLaw, IsRefusedWhereItCannotBe) {
  const auto findings_of = [](const document::Assignments& sets) {
    Findings findings;
    EXPECT_FALSE(vehicle_case::load_case_without_run(FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
                                                     sets, findings));
    return findings.text();
  };
  const std::string own = normal_library("");
  EXPECT_THAT(findings_of({own, "contact.method=kec"}),
              HasSubstr("contact.normal.library: is for elastic contact only (got kec; allowed elastic)"));
  EXPECT_THAT(findings_of({own, "contact.method=elastic", "contact.elastic.damper=1e4"}),
              HasSubstr("contact.normal.library: is given together with restitution, damper or "
                        "min_impact_speed of contact.elastic. Leave these out"));
  EXPECT_THAT(findings_of({own, "contact.method=elastic", "contact.patch=strip"}),
              HasSubstr("contact.normal.library: is not known to patches that are solved during the run"));
  EXPECT_THAT(findings_of({"contact.method=elastic", "contact.normal.time_limit=2"}),
              HasSubstr("contact.normal.time_limit: has no effect without library"));
}

TEST(OwnIrregularity, RepeatsTheBuiltInSine) {
  const std::string own = fmt::format(
      "track.irregularities={{ library = \"{}\", parameters = {{ amplitude = 2e-3, wavelength = 12 }} }}",
      FLANGEWAY_LAW_TEST_LAWS);
  const std::string built_in =
      "track.irregularities={ harmonic = [{ channel = \"alignment\", amplitude = 2e-3, wavelength = 12 }] }";
  const Rows expected = rows_with_law({built_in}, "kec"), found = rows_with_law({own}, "kec");
  EXPECT_LT(largest_difference(expected, found), 1e-9);
  EXPECT_GT(largest_difference(expected, rows_with_law({}, "kec")), 1e-3);
}

TEST(OwnIrregularity, WithoutAnAnswerIsRefused) {
  Findings findings;
  EXPECT_FALSE(vehicle_case::load_case_without_run(
      FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml",
      {fmt::format("track.irregularities={{ library = \"{}\", parameters = {{ end = 100 }} }}",
                   FLANGEWAY_LAW_TEST_LAWS)},
      findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("irregularities.library: the irregularity law test_laws.so (sine) returned a number "
                        "that is not finite with place 100.1 m"));
}

// Wear in proportion to the work, as a piece of Krause and Poll and as a library.
TEST(OwnWear, RepeatsABuiltInLaw) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder.path() / name) << "name = \"work\"\nsource = \"test\"\n" << text;
  };
  write("built_in.toml", "kind = \"krause_poll\"\npieces = [{ from = 0, value = 2e-5 }]\n");
  const std::string library = fmt::format("kind = \"library\"\nlibrary = \"{}\"\n", FLANGEWAY_LAW_TEST_LAWS);
  write("own.toml", library + "parameters = { volume_per_work = 2e-14 }\n");
  write("wrong.toml", library + "parameters = { volume_per_work = 2e-14, max_pressure = 1e8 }\n");
  write("incomplete.toml", "kind = \"library\"\n");
  const auto wear = [&](const std::string& law) {
    return run_flangeway({"wear", FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml", "--set",
                          "initial.s=60", "--set", "integration.duration=0.5", "--json", "--law", law},
                         {.folder = folder.path()});
  };
  const ProgramResult built_in = wear("built_in.toml"), own = wear("own.toml"), wrong = wear("wrong.toml");
  ASSERT_EQ(built_in.exit_code, 0) << built_in.error;
  ASSERT_EQ(own.exit_code, 0) << own.error;
  const auto volumes = [](const ProgramResult& result) {
    std::vector<double> values;
    const auto json = nlohmann::json::parse(result.out);
    for (const auto& wheel : json.at("wheels")) values.push_back(wheel.at("volume_per_km").get<double>());
    return values;
  };
  const std::vector<double> expected = volumes(built_in), found = volumes(own);
  ASSERT_EQ(expected.size(), 2U);
  EXPECT_GT(expected[0], 0);
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found[i] / expected[i], 1, 1e-12);
  EXPECT_EQ(wrong.exit_code, 3) << wrong.out;
  EXPECT_THAT(wrong.error,
              HasSubstr("the wear law test_laws.so (work) returned a rate that is negative or not "
                        "finite with pressure "));
  const ProgramResult incomplete = wear("incomplete.toml");
  EXPECT_EQ(incomplete.exit_code, 2);
  EXPECT_THAT(incomplete.error, HasSubstr("library: is missing (allowed the path of a shared library)"));
}

TEST(OwnMeasure, RepeatsTheRootMeanSquare) {
  const TemporaryFolder folder;
  {
    std::ofstream record(folder.path() / "record.csv");
    record
        << "t [s],distance [m],wheelset.left.Y [N],wheelset.left.Q [N],wheelset.right.Y [N],wheelset.right.Q "
           "[N]\n";
    for (int i = 0; i < 2000; ++i)
      record << fmt::format("{},{},{},5e4,{},5e4\n", 0.005 * i, 0.1 * i, 5e3 * std::sin(0.01 * i), -2e3);
  }
  const auto judge = [&](const std::string& measure) {
    std::ofstream(folder.path() / "rule.toml")
        << "name = \"own\"\ntitle = \"own\"\nsource = \"test\"\ndate = \"2026\"\n[[zones]]\nname = "
           "\"all\"\ntitle = \"all\"\n[[quantities]]\nquantity = \"sum_of_lateral_forces\"\ntitle = "
           "\"sum\"\nvalue = 1e4\n"
        << measure;
    return run_flangeway({"assess", "record.csv", "--rule", "rule.toml", "--json", "--quiet"},
                         {.folder = folder.path()});
  };
  const std::string library =
      fmt::format("measure = \"library\"\nlibrary = \"{}\"\n", FLANGEWAY_LAW_TEST_LAWS);
  const ProgramResult built_in = judge("measure = \"rms\"\n"), own = judge(library),
                      wrong = judge(library + "parameters = { limit = 1 }\n"),
                      incomplete = judge("measure = \"library\"\n");
  ASSERT_EQ(built_in.exit_code, 0) << built_in.error;
  ASSERT_EQ(own.exit_code, 0) << own.error;
  const auto entry_of = [](const ProgramResult& result) {
    return nlohmann::json::parse(result.out).at("entries").at(0);
  };
  nlohmann::json expected = entry_of(built_in), found = entry_of(own);
  EXPECT_THAT(found.at("method").get<std::string>(),
              testing::ContainsRegex("^measure test_laws.so \\(rms\\), SHA-256 [0-9a-f]+; worst section$"));
  EXPECT_NEAR(found.at("estimate").get<double>() / expected.at("estimate").get<double>(), 1, 1e-12);
  EXPECT_EQ(wrong.exit_code, 3) << wrong.out;
  EXPECT_THAT(wrong.error, HasSubstr("the measure test_laws.so (rms) returned the error 7"));
  EXPECT_EQ(incomplete.exit_code, 2);
  EXPECT_THAT(incomplete.error,
              HasSubstr("quantities[0].library: is missing (allowed the path of a shared library)"));
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

TEST_F(OwnLawVerb, OfTheNormalForceThatFailsIsNamed) {
  const ProgramResult result = run({normal_library("fault = 1, limit = 1e-5"), "contact.method=elastic",
                                    "initial.s=90", "integration.duration=1"});
  EXPECT_EQ(result.exit_code, 3) << result.out;
  EXPECT_THAT(result.out + result.error,
              HasSubstr("the normal law test_laws.so (hysteresis) returned a force that is negative or not "
                        "finite for a contact of wheelset."));
  EXPECT_THAT(result.out + result.error, HasSubstr("with indentation "));
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
