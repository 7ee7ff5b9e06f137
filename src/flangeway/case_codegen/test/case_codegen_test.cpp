// Generated vehicles against the numerical engine.
#include "flangeway/case_codegen/generate_case.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <sstream>

#include "flangeway/simulate/advance.hpp"
#include "support/compiled_project.hpp"

namespace flangeway::case_codegen {
namespace {

using test::CompiledProject;
using test::ProgramResult;
using testing::HasSubstr;

const std::string cases = FLANGEWAY_SOURCE_DIR "/models/cases/";

struct Case {
  vehicle::CaseModel model;
  codegen::Project project;
};

Case generated(const std::filesystem::path& file, const std::vector<std::string>& sets = {}) {
  Findings findings;
  auto model = vehicle::load_case(file, sets, findings);
  findings.throw_if_any();
  const document::Document document = document::Document::from_file(file, findings);
  codegen::Project project = generate(*model, document, codegen::Target::fmu, findings);
  findings.throw_if_any();
  return {std::move(*model), std::move(project)};
}

CompiledProject compiled(const Case& made, const std::string& program) {
  CompiledProject project(made.project.files, {"model.c", "tables.c", "lookup.c", "contact.c", "step.c"});
  project.compile(program);
  return project;
}

/// The last row of a record.
std::vector<double> last_row(const std::string& record) {
  std::istringstream lines(record);
  std::string row, last, entry;
  while (std::getline(lines, row)) last = row;
  std::istringstream entries(last);
  std::vector<double> values;
  while (std::getline(entries, entry, ',')) values.push_back(std::stod(entry));
  return values;
}

/// Runs both for `steps` steps: largest difference of coordinates (m, rad) and velocities, loads over the
/// largest load.
struct Difference {
  double coordinates = 0, velocities = 0, loads = 0;
};

Difference difference(const Case& made, const CompiledProject& project, int steps) {
  const double duration = steps * made.model.spec.integration.step;
  const ProgramResult run = project.run({"runner", "--duration", std::to_string(duration), "--record",
                                         "r.csv", "--every", std::to_string(steps), "--json", "r.json"});
  EXPECT_EQ(run.exit_code, 0) << run.error;
  const std::vector<double> row = last_row(project.read("r.csv"));
  simulate::Simulation simulation(made.model);
  simulate::Advance advance(simulation);
  for (int i = 0; i < steps; ++i) EXPECT_EQ(advance.step(), EvalStatus::ok);
  EXPECT_NEAR(row[0], advance.time(), 1e-9);
  const std::size_t n = made.model.vehicle.bodies.velocity_offset();
  Difference difference;
  for (std::size_t i = 0; i < n; ++i) {
    const double* y = simulation.state();
    difference.coordinates = std::max(difference.coordinates, std::abs(row[1 + i] - y[i]));
    difference.velocities = std::max(difference.velocities, std::abs(row[1 + n + i] - y[n + i]));
  }
  const std::size_t wheel_columns = 10;
  double largest = 0;
  for (std::size_t i = 0; i < simulation.contacts().wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double load = simulation.contacts().wheelsets[i].multipliers[side];
      const double found = row[1 + 2 * n + (2 * i + side) * wheel_columns];
      difference.loads = std::max(difference.loads, std::abs(found - load));
      largest = std::max(largest, load);
    }
  }
  difference.loads /= largest;
  return difference;
}

void expect_passes(const CompiledProject& project) {
  const ProgramResult result = project.run({"selftest"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("stored states: 12\n"));
  EXPECT_THAT(result.out, HasSubstr("second run: the same bits\npassed\n"));
}

// Records have 12 digits, of some metres and some 1e5 N.
TEST(GeneratedWheelset, MovesAsTheEngineDoes) {
  const Case made = generated(cases + "wheelset_r500.toml", {"speed=12", "initial.y=0.003"});
  const CompiledProject project = compiled(made, "runner");
  const Difference found = difference(made, project, 300);
  EXPECT_LT(found.coordinates, 1e-9);
  EXPECT_LT(found.velocities, 1e-9);
  EXPECT_LT(found.loads, 1e-9);
  project.compile("selftest");
  expect_passes(project);
}

// Irregular rails, a wagon with all that its file has, an unsteady speed.
TEST(GeneratedWagon, MovesAsTheEngineDoes) {
  const Case made = generated(cases + "manchester_r500_irregular.toml",
                              {"initial.s=120", "speed_profile=[[0,20],[0.1,22]]"});
  const CompiledProject project = compiled(made, "runner");
  const Difference found = difference(made, project, 150);
  EXPECT_LT(found.coordinates, 1e-8);
  EXPECT_LT(found.velocities, 1e-8);
  EXPECT_LT(found.loads, 1e-8);
  project.compile("selftest");
  expect_passes(project);
}

}  // namespace
}  // namespace flangeway::case_codegen
