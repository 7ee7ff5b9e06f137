#include "flangeway/codegen/generate.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <csignal>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <sstream>

#include "flangeway/codegen/start_values.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/expression/parse.hpp"
#include "support/compiled_project.hpp"

namespace flangeway::codegen {
namespace {

using test::ProgramResult;
using testing::HasSubstr;

const std::string four_bar = test::read_file(FLANGEWAY_SOURCE_DIR "/models/symbolic/four_bar.toml");

Project project_of(const std::string& text, Findings& findings) {
  symbolic_model::ModelSpec spec;
  document::Document::from_text(text, "model.toml", findings).fill(spec, findings);
  const auto model = findings.empty() ? symbolic_model::build(spec, findings) : nullptr;
  return model ? generate(*model, spec, Target::fmu, findings) : Project{};
}

std::string findings_of(std::string text, const std::string& from, const std::string& to) {
  text.replace(text.find(from), from.size(), to);
  Findings findings;
  EXPECT_TRUE(project_of(text, findings).files.empty());
  return findings.text();
}

/// With its runner.
test::CompiledProject compiled(const std::string& model) {
  Findings findings;
  const Project project = project_of(model, findings);
  EXPECT_EQ(findings.text(), "");
  test::CompiledProject result(project.files,
                               {"model.c", "tables.c", "linear.c", "contact.c", "search.c", "step.c"});
  result.compile("runner");
  return result;
}

/// The columns of a record, by their names.
double value(const std::string& record, const std::string& name, bool last) {
  std::istringstream lines(record);
  std::string header, line, row;
  std::getline(lines, header);
  while (std::getline(lines, row)) {
    line = row;
    if (!last) break;
  }
  std::istringstream names(header), values(line);
  std::string column, entry;
  while (std::getline(names, column, ',') && std::getline(values, entry, ',')) {
    if (column == name) return std::stod(entry);
  }
  return std::nan("");
}

using Variables = std::map<std::string, double>;

// Statements of a Matlab function by the parser of formulas, which knows nothing of how they were printed.
void interpret(const std::string& file, Variables& variables) {
  const std::regex entry(R"((\w+)\((\d+)(, (\d+))?\))"), statement(R"(\s*(\w+) = ([^z].*);)");
  const expression::Names names = [&](std::string_view name) -> std::optional<expression::Expression> {
    const auto found = variables.find(std::string(name));
    return found == variables.end() ? std::nullopt : std::optional(expression::Expression(found->second));
  };
  std::istringstream lines(file);
  std::string line;
  std::smatch parts;
  while (std::getline(lines, line)) {
    line = std::regex_replace(line, entry, "$1_$2_$4");
    if (std::regex_match(line, parts, statement))
      variables[parts[1]] = expression::parse(parts[2].str(), names).number();
  }
}

// Generated Matlab code of the four-bar linkage: mass matrix and forces at a moving state equal the
// expressions. Octave runs the whole test of the project where it is installed.
TEST(GeneratedMatlab, FunctionsAreTheEquations) {
  Findings findings;
  symbolic_model::ModelSpec spec;
  document::Document::from_text(four_bar, "model.toml", findings).fill(spec, findings);
  const auto model = symbolic_model::build(spec, findings);
  ASSERT_TRUE(model);
  std::mt19937 random(3);
  Values values = random_values(*model, spec, random);
  Variables variables;
  const auto& coordinates = model->frames.coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    variables[fmt::format("q_{}_", i + 1)] = values.of(coordinates[i].position);
    variables[fmt::format("v_{}_", i + 1)] = values.of(coordinates[i].velocity);
  }
  for (std::size_t i = 0; i < model->parameters.size(); ++i)
    variables[fmt::format("p_{}_", i + 1)] = values.of(model->parameters[i].symbol);
  for (std::size_t i = 0; i < model->inputs.size(); ++i)
    variables[fmt::format("u_{}_", i + 1)] = values.of(model->inputs[i].symbol);
  const Project project = generate(*model, spec, Target::matlab, findings);
  ASSERT_EQ(findings.text(), "");
  for (const auto& [name, text] : project.files)
    if (name == "mass_matrix.m" || name == "forces.m") interpret(text, variables);
  std::size_t compared = 0;
  const auto compare = [&](const std::string& name, const expression::Expression& expected) {
    const double value = expression::evaluate(model->graph, {&expected, 1}, values.all())[0];
    EXPECT_NEAR(variables[name], value, 1e-12 * std::max(1.0, std::abs(value))) << name;
    if (value != 0) ++compared;
  };
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    compare(fmt::format("force_{}_1", i + 1), model->equations.force[i]);
    for (std::size_t j = 0; j < coordinates.size(); ++j)
      compare(fmt::format("M_{}_{}", i + 1, j + 1), model->equations.mass[i][j]);
  }
  EXPECT_GE(compared, 8u);
  if (std::system("command -v octave >/dev/null 2>&1") != 0) return;
  test::TemporaryFolder folder;
  for (const auto& [name, text] : project.files) folder.write(name, text);
  const ProgramResult octave =
      test::run_program({"octave", "--no-gui", "--eval", "selftest"}, {folder.path()});
  EXPECT_EQ(octave.exit_code, 0) << octave.error;
}

TEST(GeneratedFourBar, PassesItsOwnTest) {
  const test::CompiledProject project = compiled(four_bar);
  project.compile("selftest");
  const ProgramResult result = project.run({"selftest"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("second run: the same bits\npassed\n"));
}

// Starts beside its constraints, is put on them, and keeps to them and to its energy; Euler's drift of energy
// is of the first order in the step, the trapezoidal rule's of the second.
TEST(GeneratedFourBar, KeepsItsConstraintsAndEnergy) {
  const test::CompiledProject project = compiled(four_bar);
  const auto drift = [&](const std::string& method, const std::string& step) {
    const ProgramResult run = project.run({"runner", "--duration", "0.4", "--step", step, "--method", method,
                                           "--record", "r.csv", "--json", "r.json"});
    EXPECT_EQ(run.exit_code, 0) << run.error;
    const std::string record = project.read("r.csv");
    const double q1 = value(record, "crank", true), q2 = q1 + value(record, "coupler", true),
                 q3 = q2 + value(record, "rocker", true);
    EXPECT_NEAR(0.4 * std::cos(q1) + 0.9 * std::cos(q2) + 0.7 * std::cos(q3), 0.8, 1e-9);
    EXPECT_NEAR(0.4 * std::sin(q1) + 0.9 * std::sin(q2) + 0.7 * std::sin(q3), 0, 1e-9);
    const auto energy = [&](bool last) {
      return value(record, "kinetic_energy", last) + value(record, "potential_energy", last);
    };
    EXPECT_GT(value(record, "kinetic_energy", true), 0.1);
    return std::abs(energy(true) - energy(false));
  };
  EXPECT_NEAR(drift("imex", "1e-3") / drift("imex", "5e-4"), 2, 0.3);
  EXPECT_NEAR(drift("trapezoidal", "4e-3") / drift("trapezoidal", "2e-3"), 4, 1.2);
}

// A free body that turns about its axis of middle inertia, which is unstable, so that it turns over. Its
// Euler parameters start 1 % too long and are put on their length.
TEST(GeneratedTop, KeepsItsLengthAndItsEnergy) {
  const test::CompiledProject project = compiled(R"(name = "top"
gravity = 0
coordinates = [{ name = "e0", position = 1.01 }, { name = "e1", velocity = 0.05 },
               { name = "e2", velocity = 3 }, { name = "e3", velocity = 0.02 }]
bases = [{ name = "body", euler_parameters = ["e0", "e1", "e2", "e3"] }]
solids = [{ name = "body", base = "body", centre = "origin", mass = "1", inertia = [2, 3, 5] }]
)");
  const auto drift = [&](const std::string& step) {
    const ProgramResult run = project.run(
        {"runner", "--duration", "2", "--step", step, "--method", "trapezoidal", "--record", "r.csv"});
    EXPECT_EQ(run.exit_code, 0) << run.error;
    const std::string record = project.read("r.csv");
    double length = 0;
    for (const char* name : {"e0", "e1", "e2", "e3"}) length += std::pow(value(record, name, true), 2);
    EXPECT_NEAR(length, 1, 1e-9);
    EXPECT_GT(value(record, "kinetic_energy", true), 10);
    return std::abs(value(record, "kinetic_energy", true) - value(record, "kinetic_energy", false));
  };
  const double coarse = drift("4e-3"), fine = drift("2e-3");
  EXPECT_LT(fine, 0.01);
  EXPECT_NEAR(coarse / fine, 4, 1.5);
}

TEST(GeneratedRunner, ReportsStepsAndReadsInputs) {
  const test::CompiledProject project = compiled(four_bar);
  const ProgramResult timed = project.run({"runner", "--duration", "0.05", "--deadline-us", "500"});
  EXPECT_EQ(timed.exit_code, 0);
  for (const char* key : {"\"steps\": 50", "\"median_us\"", "\"p99_us\"", "\"p9999_us\"", "\"max_us\"",
                          "\"missed\"", "\"deadline_us\": 500.0", "\"status\": \"runs\""})
    EXPECT_THAT(timed.out, HasSubstr(key));
  const ProgramResult pushed =
      project.run({"runner", "--duration", "0.05", "--set", "torque=5", "--record", "a.csv"});
  ASSERT_EQ(pushed.exit_code, 0) << pushed.error;
  // The same torque from a file moves the linkage in the same way.
  project.write("in.csv", "time,torque\n0,5\n");
  const ProgramResult recorded =
      project.run({"runner", "--duration", "0.05", "--input", "in.csv", "--record", "b.csv"});
  ASSERT_EQ(recorded.exit_code, 0) << recorded.error;
  EXPECT_EQ(value(project.read("b.csv"), "crank", true), value(project.read("a.csv"), "crank", true));
  EXPECT_EQ(project.run({"runner", "--duration", "0.05", "--record", "c.csv"}).exit_code, 0);
  EXPECT_GT(
      std::abs(value(project.read("c.csv"), "crank", true) - value(project.read("a.csv"), "crank", true)),
      1e-4);
  EXPECT_EQ(project.run({"runner", "--set", "push=5"}).exit_code, 2);
  EXPECT_THAT(project.run({"runner", "--set", "push=5"}).error,
              HasSubstr("runner: --set names neither a parameter nor an input: push=5"));
  EXPECT_THAT(project.run({"runner", "--step", "nan"}).error, HasSubstr("not a number that can be: nan"));
  EXPECT_EQ(project.run({"runner", "--step", "1e-300"}).error,
            "runner: --duration has more steps than can be counted: make --step longer\n");
  for (const char* count : {"0", "2.5"})
    EXPECT_EQ(project.run({"runner", "--every", count}).error,
              std::string("runner: --every is no count above 0: ") + count + "\n");
  EXPECT_THAT(project.run({"runner", "--input", "model.c"}).error,
              HasSubstr("runner: model.c:1: does not name the time and 1 inputs"));
}

// The first row is the start; the others are whole multiples of `every` steps.
TEST(GeneratedRunner, RecordsEveryFewSteps) {
  const test::CompiledProject project = compiled(four_bar);
  const ProgramResult run =
      project.run({"runner", "--duration", "0.01", "--step", "1e-3", "--every", "4", "--record", "r.csv"});
  ASSERT_EQ(run.exit_code, 0) << run.error;
  std::istringstream lines(project.read("r.csv"));
  std::string line;
  std::getline(lines, line);
  std::vector<double> times;
  while (std::getline(lines, line)) times.push_back(std::stod(line));
  EXPECT_THAT(times, testing::Pointwise(testing::DoubleNear(1e-12), {0.0, 0.004, 0.008}));
}

TEST(GeneratedRunner, ReportsErrorsInItsInputFile) {
  const test::CompiledProject project = compiled(four_bar);
  const auto says = [&](const std::string& content) {
    project.write("in.csv", content);
    const ProgramResult result = project.run({"runner", "--duration", "0.01", "--input", "in.csv"});
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  ASSERT_EQ(::mkfifo((project.folder() / "pipe.csv").c_str(), 0600), 0);
  EXPECT_EQ(project.run({"runner", "--input", "pipe.csv"}, {.time_limit = std::chrono::seconds(10)}).error,
            "runner: is not a regular file: pipe.csv\n");
  EXPECT_EQ(says(""), "runner: has no row of inputs: in.csv\n");
  EXPECT_EQ(says("time,torque\n"), "runner: has no row of inputs: in.csv\n");
  EXPECT_EQ(says("time\n0\n"), "runner: in.csv:1: does not name the time and 1 inputs\n");
  EXPECT_EQ(says("0,1\n1,1\n"), "runner: in.csv:1: does not name the time and 1 inputs\n");
  EXPECT_EQ(says(std::string("\x7f\0\x01\0\n", 5)),
            "runner: in.csv:1: does not name the time and 1 inputs\n");
  EXPECT_EQ(says("time,torque\n0,1\n0,2\n"),
            "runner: in.csv:3: is not a row of increasing time and 1 inputs\n");
}

TEST(GeneratedRunner, ReportsAnOutputThatCannotBeWritten) {
  const test::CompiledProject project = compiled(four_bar);
  for (const char* option : {"--record", "--json"}) {
    const ProgramResult result = project.run({"runner", "--duration", "0.05", option, "/dev/full"});
    EXPECT_EQ(result.exit_code, 1) << option;
    EXPECT_EQ(result.error, "runner: cannot write /dev/full: No space left on device\n");
  }
}

TEST(GeneratedRunner, WritesIntoNoOtherFileOfItsCommand) {
  const test::CompiledProject project = compiled(four_bar);
  project.write("in.csv", "time,torque\n0,1\n");
  std::filesystem::create_symlink("in.csv", project.folder() / "link.csv");
  const auto says = [&](const std::vector<std::string>& options) {
    std::vector<std::string> command{"runner", "--duration", "0.01"};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramResult result = project.run(command);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  EXPECT_EQ(says({"--input", "in.csv", "--record", "link.csv"}),
            "runner: --record names the file of --input: link.csv\n");
  EXPECT_EQ(says({"--input", "in.csv", "--json", "./in.csv"}),
            "runner: --json names the file of --input: ./in.csv\n");
  EXPECT_EQ(says({"--record", "a.csv", "--json", "./a.csv"}),
            "runner: --json names the file of --record: ./a.csv\n");
  EXPECT_FALSE(std::filesystem::exists(project.folder() / "a.csv"));
  project.write("old.csv", "kept");
  std::filesystem::create_hard_link(project.folder() / "old.csv", project.folder() / "hard.csv");
  EXPECT_EQ(says({"--record", "old.csv", "--json", "hard.csv"}),
            "runner: --json names the file of --record: hard.csv\n");
  EXPECT_EQ(project.read("old.csv"), "kept");
  EXPECT_EQ(project.read("in.csv"), "time,torque\n0,1\n");
}

// A file must not get the number of a stream that is closed, and what is printed with it.
TEST(GeneratedRunner, KeepsItsRecordApartFromClosedStreams) {
  const test::CompiledProject project = compiled(four_bar);
  const std::string runner = (project.folder() / "runner").string();
  const auto run = [&](const std::string& rest) {
    return test::run_program({"bash", "-c", "exec '" + runner + "' --duration 0.01 " + rest},
                             {.folder = project.folder()});
  };
  EXPECT_EQ(run("--record a.csv --json a.json --realtime 2>&-").exit_code, 0);
  EXPECT_EQ(project.read("a.csv").find("runner:"), std::string::npos);
  EXPECT_EQ(run("--record a.csv >&-").exit_code, 1);
  EXPECT_EQ(run("--record a.csv --json a.json <&- >&- 2>&-").exit_code, 0);
  EXPECT_EQ(project.read("a.csv").substr(0, 4), "time");
}

TEST(GeneratedRunner, ReportsWhatItDidUntilItWasInterrupted) {
  const test::CompiledProject project = compiled(four_bar);
  const ProgramResult result =
      project.run({"runner", "--duration", "1e6", "--realtime", "--record", "a.csv"},
                  {.signal = SIGINT, .signal_when = [&](int) {
                     return std::filesystem::exists(project.folder() / "a.csv") &&
                            project.read("a.csv").find("\n0.001,") != std::string::npos;
                   }});
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_THAT(result.error, testing::ContainsRegex("runner: interrupted at [0-9.]+ s\n"));
  EXPECT_THAT(result.out, HasSubstr("\"steps\": "));
  EXPECT_THAT(project.read("a.csv"), HasSubstr("\n0.001,"));
}

// A model may call its own input as the runner calls the velocities at the start.
TEST(GeneratedRunner, SetsNamesOfTheModelFirst) {
  std::string renamed = four_bar;
  const std::string from = "torque = \"torque\"", input = "[inputs]\ntorque";
  renamed.replace(renamed.find(from), from.size(), "torque = \"initial_velocity_factor\"");
  renamed.replace(renamed.find(input), input.size(), "[inputs]\ninitial_velocity_factor");
  const auto pushed = [](const std::string& model, const std::string& set) {
    const test::CompiledProject project = compiled(model);
    const ProgramResult run =
        project.run({"runner", "--duration", "0.05", "--set", set, "--record", "r.csv"});
    EXPECT_EQ(run.exit_code, 0) << run.error;
    const std::string record = project.read("r.csv");
    return record.substr(record.find('\n'));
  };
  EXPECT_EQ(pushed(renamed, "initial_velocity_factor=5"), pushed(four_bar, "torque=5"));
}

TEST(GeneratedRunner, HelpsWithNamesOfTheModel) {
  const ProgramResult help = compiled(four_bar).run({"runner", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.out, HasSubstr("runner [--duration S] [--step S]"));
  EXPECT_THAT(help.out,
              HasSubstr("methods: imex, explicit, trapezoidal\n--set: initial_velocity_factor (at the "
                        "start)\nparameters: ground, l1, l2, l3, m1, m2, m3"));
  EXPECT_THAT(help.out, HasSubstr("\ninputs: torque\n"));
}

TEST(Generate, FindsConstraintsThatSayTheSameTwice) {
  EXPECT_THAT(findings_of(four_bar, "{ a = \"D\", b = \"C\", axis = [0, 0, 1] },",
                          "{ a = \"D\", b = \"C\", axis = [2, 0, 0] },"),
              HasSubstr("loops[1]: says at the start what constraints before it say already (redundant or "
                        "contradicting). Take it out, or start from another place."));
}

TEST(Generate, FindsAMassThatIsMissing) {
  EXPECT_THAT(
      findings_of(four_bar, "m1 = 1.2   # kg\nm2 = 2.1\nm3 = 1.7", "m1 = 0\nm2 = 0\nm3 = 0"),
      HasSubstr(
          "coordinates[0]: moves nothing that has mass at the start (got crank). Give the solids that it "
          "moves mass or inertia."));
}

TEST(Generate, FindsASingularPlace) {
  const std::string text = R"(name = "slider"
coordinates = [{ name = "x" }, { name = "y" }]
points = [{ name = "p", offset = ["x", "y", 0] }]
solids = [{ name = "p", base = "ground", centre = "p", mass = "1", inertia = [1, 1, 1] }]
constraints = [{ zero = "x^2 + y^2" }]
)";
  EXPECT_THAT(findings_of(text, "slider", "slider"),
              HasSubstr("constraints[0]: constrains nothing at the start (a singular place)."));
}

}  // namespace
}  // namespace flangeway::codegen
