// FMUs against the expected outputs of the reference FMUs of FMI, whose models the test FMUs repeat.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "flangeway/fmi/unit.hpp"

namespace flangeway::fmi {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

fs::path fmu_file(int version, const std::string& model) {
  return fs::path(FLANGEWAY_FMUS) / fmt::format("fmi{}_{}.fmu", version, model);
}

Description description_of(const fs::path& file) {
  Findings findings;
  const auto description = read_description(file.string(), {}, "file", findings);
  findings.throw_if_any();
  return *description;
}

std::string findings_of(const std::string& file) {
  Findings findings;
  EXPECT_FALSE(read_description(file, {"case.toml", 3, 1}, "fmu.file", findings));
  return findings.text();
}

class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(fs::temp_directory_path() / fmt::format("fmi_test_{}_{}", ::getpid(), name)) {
    fs::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

struct Expected {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;  // time first
};

Expected expected_of(const std::string& name) {
  std::ifstream file(fs::path(FLANGEWAY_SHARED_DIR) / "data/oracles/fmi" / (name + "_out.csv"));
  Expected expected;
  std::string line;
  for (bool head = true; std::getline(file, line); head = false) {
    for (char& c : line)
      if (c == ',' || c == '\r') c = ' ';
    std::istringstream words(line);
    if (!head) expected.rows.emplace_back();
    for (std::string word; words >> word;) {
      if (head) {
        expected.names.push_back(word);
      } else {
        expected.rows.back().push_back(std::stod(word));
      }
    }
  }
  return expected;
}

// FMI 2 has no name for the platform of this processor: no FMU of that version runs on it.
#if defined(__aarch64__)
const std::vector<int> versions{3};
#else
const std::vector<int> versions{2, 3};
#endif

struct Sample {
  std::string reference, model;
  double step;
};

class ReferenceFmu : public ::testing::TestWithParam<std::tuple<int, Use, Sample>> {};

TEST_P(ReferenceFmu, GivesTheExpectedOutputs) {
  const auto& [version, use, sample] = GetParam();
  const Expected expected = expected_of(sample.reference);
  if (expected.rows.empty()) GTEST_SKIP() << "the shared data are not here";
  const Description description = description_of(fmu_file(version, sample.model));
  EXPECT_EQ(description.version, version);
  std::vector<std::string> names(expected.names.begin() + 1, expected.names.end());
  if (sample.model == "state_space") names = description.names("output");
  std::vector<Place> outputs;
  for (const std::string& name : names) outputs.push_back(*description.find(name));
  const Folder folder(fmt::format("{}{}{}", version, static_cast<int>(use), sample.model));
  ASSERT_EQ(unpack(fmu_file(version, sample.model).string(), folder.path().string()), "");
  UnitOptions options;
  options.use = use, options.solver = Solver::euler, options.step = sample.step;
  options.folder = folder.path().string(), options.name = "test";
  Unit unit(description, options);
  ASSERT_EQ(unit.start(0, {}, {}), "");
  std::vector<double> values(outputs.size());
  for (const std::vector<double>& row : expected.rows) {
    ASSERT_EQ(unit.advance(row[0], {}, {}), "");
    ASSERT_EQ(unit.read(outputs, values), "");
    for (std::size_t i = 0; i < values.size(); ++i)
      ASSERT_NEAR(values[i], row[i + 1], 1e-8 * std::max(1.0, std::abs(row[i + 1]))) << "t = " << row[0];
  }
}

const auto both_uses = ::testing::Values(Use::co_simulation, Use::model_exchange);
INSTANTIATE_TEST_SUITE_P(Scalar, ReferenceFmu,
                         ::testing::Combine(::testing::ValuesIn(versions), both_uses,
                                            ::testing::Values(Sample{"Dahlquist", "dahlquist", 0.1},
                                                              Sample{"VanDerPol", "van_der_pol", 1e-2},
                                                              Sample{"BouncingBall", "bouncing_ball", 1e-3},
                                                              Sample{"Stair", "stair", 0.2})));
// Arrays are new in FMI 3.
INSTANTIATE_TEST_SUITE_P(Arrays, ReferenceFmu,
                         ::testing::Combine(::testing::Values(3), ::testing::Values(Use::co_simulation),
                                            ::testing::Values(Sample{"StateSpace", "state_space", 1})));

// e^-t to the order of the method: a step of half the length gives a sixteenth of the error.
TEST(Unit, RungeAndKuttaSolveModelExchangeToTheFourthOrder) {
  const fs::path file = fmu_file(3, "dahlquist");
  const Description description = description_of(file);
  const Place x[] = {*description.find("x")};
  const Folder folder("order");
  ASSERT_EQ(unpack(file.string(), folder.path().string()), "");
  const auto error_of = [&](double step) {
    UnitOptions options;
    options.use = Use::model_exchange, options.step = step, options.folder = folder.path().string();
    options.name = "test";
    Unit unit(description, options);
    EXPECT_EQ(unit.start(0, {}, {}), "");
    EXPECT_EQ(unit.advance(1, {}, {}), "");
    double value[1];
    EXPECT_EQ(unit.read(x, value), "");
    return std::abs(value[0] - std::exp(-1.0));
  };
  EXPECT_NEAR(error_of(0.1) / error_of(0.05), 16, 1.5);
}

TEST(Unit, SetsParametersAndInputs) {
  for (const int version : versions) {
    const fs::path file = fmu_file(version, "gain");
    const Description description = description_of(file);
    const Place u[] = {*description.find("u")}, y[] = {*description.find("y")};
    const Folder folder(fmt::format("gain{}", version));
    ASSERT_EQ(unpack(file.string(), folder.path().string()), "");
    UnitOptions options;
    options.folder = folder.path().string(), options.name = "test";
    options.starts = {{*description.find("k"), -3}};
    Unit unit(description, options);
    const double first[] = {2}, second[] = {5};
    double value[1];
    ASSERT_EQ(unit.start(0, u, first), "");
    ASSERT_EQ(unit.read(y, value), "");
    EXPECT_EQ(value[0], -6);
    ASSERT_EQ(unit.advance(0.01, u, second), "");
    ASSERT_EQ(unit.read(y, value), "");
    EXPECT_EQ(value[0], -15);
  }
}

// x' = u − x from x = 0, with u = 1 for a second and then u = 3. The FMU refuses inputs outside of event
// mode.
TEST(Unit, InputsOfModelExchangeJumpInEventMode) {
  for (const int version : versions) {
    const fs::path file = fmu_file(version, "lag");
    const Description description = description_of(file);
    const Place u[] = {*description.find("u")}, x[] = {*description.find("x")};
    const Folder folder(fmt::format("lag{}", version));
    ASSERT_EQ(unpack(file.string(), folder.path().string()), "");
    UnitOptions options;
    options.use = Use::model_exchange, options.step = 1e-2;
    options.folder = folder.path().string(), options.name = "test";
    Unit unit(description, options);
    const double one[] = {1}, three[] = {3};
    double value[1];
    ASSERT_EQ(unit.start(0, u, one), "");
    ASSERT_EQ(unit.advance(1, u, one), "");
    ASSERT_EQ(unit.advance(1, u, three), "");
    ASSERT_EQ(unit.advance(2, u, three), "");
    ASSERT_EQ(unit.read(x, value), "");
    const double first = 1 - std::exp(-1.0);
    EXPECT_NEAR(value[0], 3 + (first - 3) * std::exp(-1.0), 1e-9);  // of the fourth order
  }
}

TEST(Unit, AWholeNumberHasToBeFinite) {
  for (const int version : versions) {
    const fs::path file = fmu_file(version, "stair");
    const Description description = description_of(file);
    const Folder folder(fmt::format("whole{}", version));
    ASSERT_EQ(unpack(file.string(), folder.path().string()), "");
    UnitOptions options;
    options.folder = folder.path().string(), options.name = "test";
    options.starts = {{*description.find("counter"), std::nan("")}};
    EXPECT_EQ(Unit(description, options).start(0, {}, {}),
              "counter has to be a whole number and cannot be NaN");
    options.starts[0].value = -std::numeric_limits<double>::infinity();
    EXPECT_EQ(Unit(description, options).start(0, {}, {}),
              "counter has to be a whole number and cannot be infinite");
  }
}

TEST(Description, NumbersOfAnArrayHaveNamesOfTheirOwn) {
  const Description description = description_of(fmu_file(3, "state_space"));
  EXPECT_THAT(description.names("output"), ::testing::ElementsAre("y[1]", "y[2]", "y[3]"));
  EXPECT_EQ(description.find("y[3]")->element, 2u);
  EXPECT_FALSE(description.find("y"));
  EXPECT_FALSE(description.find("y[4]"));
}

TEST(Description, NamesWhatIsWrongWithAFile) {
  EXPECT_EQ(findings_of("/nowhere/x.fmu"),
            "case.toml:3:1: fmu.file: does not exist (got \"/nowhere/x.fmu\"). Give the path of an FMU.");
  const Folder folder("broken");
  const std::string file = (folder.path() / "x.fmu").string();
  std::ofstream(file) << "text";
  EXPECT_THAT(findings_of(file), HasSubstr("is no FMU: it is no zip archive"));
}

#if !defined(__aarch64__)
// An archive of the test FMU with another description or without its library.
std::string repacked(const Folder& folder, const std::string& from, const std::string& to, bool library,
                     int version = 2, const std::string& extra = "") {
  const std::string there = (folder.path() / "open").string(), file = (folder.path() / "x.fmu").string();
  EXPECT_EQ(unpack(fmu_file(version, "gain").string(), there), "");
  std::stringstream text;
  text << std::ifstream(there + "/modelDescription.xml").rdbuf();
  std::string xml = text.str();
  if (const std::size_t at = xml.find(from); at != std::string::npos) xml.replace(at, from.size(), to);
  std::ofstream(there + "/modelDescription.xml") << xml;
  if (!library) fs::rename(there + "/binaries/linux64", there + "/binaries/win64");
  const std::string command =
      fmt::format("cd {} && rm -f {} && {} cmake -E tar cf {} --format=zip {}", there, file, extra, file,
                  xml.empty()     ? "binaries"
                  : extra.empty() ? "modelDescription.xml binaries"
                                  : ".");
  EXPECT_EQ(std::system(command.c_str()), 0);
  return file;
}

// Each use has a library of its own name.
TEST(Description, FindsTheLibraryOfEachUse) {
  const Folder folder("uses");
  const Description description = description_of(
      repacked(folder, "<CoSimulation modelIdentifier=\"model\"/>",
               "<CoSimulation modelIdentifier=\"other\"/><ModelExchange modelIdentifier=\"model\"/>", true));
  EXPECT_EQ(description.co_simulation_library, "");
  EXPECT_EQ(description.model_exchange_library, "binaries/linux64/model.so");
}

// Sizes that an FMU states must not become memory: an array of 4e9 numbers, a product beyond 64 bits,
// event indicators that no list has.
TEST(Description, RefusesMoreNumbersThanAFileOfItsSizeMayHave) {
  const Folder folder("sizes");
  const auto of_3 = [&](const std::string& variable, const std::string& structure = "") {
    return findings_of(repacked(folder, "</ModelVariables>\n<ModelStructure>",
                                variable + "</ModelVariables>\n<ModelStructure>" + structure, true, 3));
  };
  const auto of_2 = [&](const std::string& from, const std::string& to) {
    return findings_of(repacked(folder, from, to, true, 2));
  };
  const std::string big = "<Float64 name=\"big\" valueReference=\"9\" causality=\"input\">";
  EXPECT_EQ(
      of_3(big + "<Dimension start=\"4000000000\"/></Float64>"),
      "case.toml:3:1: fmu.file: has a variable \"big\" that has 4000000000 numbers, which with those before "
      "are more than 65536, as an FMU of this size may have (got \"" +
          (folder.path() / "x.fmu").string() + "\"). Export it again.");
  EXPECT_THAT(of_3(big + "<Dimension start=\"4294967295\"/><Dimension start=\"4294967297\"/></Float64>"),
              HasSubstr("\"big\" that has 18446744073709551615 numbers"));
  EXPECT_THAT(of_3(big + "<Dimension start=\"40000\"/></Float64>" +
                   "<Float64 name=\"more\" valueReference=\"10\"><Dimension start=\"40000\"/></Float64>"),
              HasSubstr("\"more\" that has 40000 numbers, which with those before are more than 65536"));
  EXPECT_THAT(
      of_3(big + "<Dimension valueReference=\"77\"/></Float64>"),
      HasSubstr(
          "has a dimension of the length of the variable with valueReference \"77\", which it has not"));
  EXPECT_THAT(of_3(big + "<Dimension start=\"-1\"/></Float64>"),
              HasSubstr("has a dimension of the length \"-1\""));
  EXPECT_THAT(of_3("", "<ContinuousStateDerivative valueReference=\"99\"/>"),
              HasSubstr("has a derivative of a state with valueReference \"99\", which it has not"));
  EXPECT_THAT(of_3("",
                   "<ContinuousStateDerivative valueReference=\"2\"/><ContinuousStateDerivative "
                   "valueReference=\"2\"/>"),
              HasSubstr("valueReference \"2\", which is there twice"));
  EXPECT_THAT(of_2("numberOfEventIndicators=\"0\"", "numberOfEventIndicators=\"4294967295\""),
              HasSubstr("has 4294967295 event indicators, more than 65536, as an FMU of this size may have"));
  EXPECT_THAT(of_2("<Derivatives></Derivatives>", "<Derivatives><Unknown index=\"9\"/></Derivatives>"),
              HasSubstr("has a derivative of the variable number \"9\", which it has not"));
  EXPECT_THAT(of_2("valueReference=\"2\"", "valueReference=\"-2\""),
              HasSubstr("\"y\" that has no valueReference that is a number of 32 bits (\"-2\")"));
  EXPECT_THAT(of_2("causality=\"input\"", "causality=\"in\""),
              HasSubstr("\"u\" that has the unknown causality"));
  EXPECT_THAT(of_2("name=\"y\"", "name=\"u\""), HasSubstr("\"u\" that is there twice"));
}

// 65 MiB of zeros in an archive of a hundredth of a MiB.
TEST(Description, RefusesAnArchiveThatUnpacksFarMoreThanItHas) {
  const Folder folder("bomb");
  const std::string file = repacked(folder, "", "", true, 2, "truncate -s 65M zeros &&");
  EXPECT_THAT(findings_of(file), HasSubstr("unpacks more than 64 MiB from 0."));
  EXPECT_THAT(findings_of(file), HasSubstr("MiB, with its file \"zeros\""));
  EXPECT_THAT(unpack(file, (folder.path() / "to").string()), HasSubstr("the FMU unpacks more than 64 MiB"));
  EXPECT_FALSE(fs::exists(folder.path() / "to"));
}

TEST(Description, RefusesOtherPlatformsAndVersions) {
  const Folder folder("refused");
  EXPECT_THAT(findings_of(repacked(folder, "", "", false)),
              HasSubstr("is an FMU for another platform: it has win64 (got \"" + folder.path().string() +
                        "/x.fmu\"; allowed linux64). Export it for Linux on this processor."));
  const Folder second("version");
  EXPECT_THAT(findings_of(repacked(second, "fmiVersion=\"2.0\"", "fmiVersion=\"1.0\"", true)),
              HasSubstr("is an FMU of the unknown version \"1.0\""));
  const Folder third("damaged");
  EXPECT_THAT(findings_of(repacked(third, "<ModelVariables>", "<ModelVariables", true)),
              HasSubstr("has a modelDescription.xml that cannot be read"));
  const Folder fourth("use");
  EXPECT_THAT(findings_of(repacked(fourth, "CoSimulation", "Simulation", true)),
              HasSubstr("is an FMU for neither co-simulation nor model exchange"));
}
#endif

}  // namespace
}  // namespace flangeway::fmi
