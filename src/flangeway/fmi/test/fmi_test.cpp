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
  std::vector<Place> outputs;
  for (std::size_t i = 1; i < expected.names.size(); ++i)
    outputs.push_back(*description.find(expected.names[i]));
  if (sample.model == "state_space")
    outputs = {*description.find("y[1]"), *description.find("y[2]"), *description.find("y[3]")};
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
                         ::testing::Combine(::testing::Values(2, 3), both_uses,
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
  for (const int version : {2, 3}) {
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

TEST(Description, NamesWhatIsWrongWithAFile) {
  EXPECT_EQ(findings_of("/nowhere/x.fmu"),
            "case.toml:3:1: fmu.file: does not exist (got \"/nowhere/x.fmu\"). Give the path of an FMU.");
  const Folder folder("broken");
  const std::string file = (folder.path() / "x.fmu").string();
  std::ofstream(file) << "text";
  EXPECT_THAT(findings_of(file), HasSubstr("is no FMU: it is no zip archive"));
}

// An archive of the test FMU with another description or without its library.
std::string repacked(const Folder& folder, const std::string& from, const std::string& to, bool library) {
  const std::string there = (folder.path() / "open").string(), file = (folder.path() / "x.fmu").string();
  EXPECT_EQ(unpack(fmu_file(2, "gain").string(), there), "");
  std::stringstream text;
  text << std::ifstream(there + "/modelDescription.xml").rdbuf();
  std::string xml = text.str();
  if (const std::size_t at = xml.find(from); at != std::string::npos) xml.replace(at, from.size(), to);
  std::ofstream(there + "/modelDescription.xml") << xml;
  if (!library) fs::rename(there + "/binaries/linux64", there + "/binaries/win64");
  const std::string command =
      fmt::format("cd {} && rm -f {} && cmake -E tar cf {} --format=zip {}", there, file, file,
                  xml.empty() ? "binaries" : "modelDescription.xml binaries");
  EXPECT_EQ(std::system(command.c_str()), 0);
  return file;
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

}  // namespace
}  // namespace flangeway::fmi
