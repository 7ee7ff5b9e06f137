// Cases as generated C projects, compiled and run by tests.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "flangeway/case_codegen/generate_case.hpp"
#include "support/compiled_project.hpp"
#include "support/load_case.hpp"

namespace flangeway::case_codegen {

inline const std::string cases = FLANGEWAY_SOURCE_DIR "/models/cases/";

struct Case {
  vehicle_case::CaseModel model;
  codegen::Project project;
};

/// With coarse tables of contact, which are made and compiled faster.
inline Case generated(const std::filesystem::path& file, std::vector<std::string> sets, Findings& findings,
                      const std::vector<InputGroup>& inputs = {}) {
  for (const char* set :
       {"contact.kec.points=801", "contact.lookup.lateral_points=101", "contact.lookup.gauge_points=5"})
    sets.emplace_back(set);
  vehicle_case::CaseModel model = test::load_case(file, sets);
  const document::Document document = document::Document::from_file(file, findings);
  codegen::Project project = generate(model, document, {codegen::Target::fmu, inputs}, findings);
  return {std::move(model), std::move(project)};
}

inline Case generated(const std::filesystem::path& file, std::vector<std::string> sets = {},
                      const std::vector<InputGroup>& inputs = {}) {
  Findings findings;
  Case made = generated(file, std::move(sets), findings, inputs);
  findings.throw_if_any();
  return made;
}

inline test::CompiledProject compiled(const Case& made, const std::string& program) {
  const std::string method = std::string(name_of(made.model.contact.settings.method));
  test::CompiledProject project(made.project.files, {"model.c", "tables.c", "lookup.c", "contact.c",
                                                     "joints.c", method + ".c", "step.c", "exchange.c"});
  project.compile(program);
  return project;
}

/// With a program of the test's own, `probe`: what it prints. `interface`: the code that it includes, fmu.c,
/// or fmi3.c besides.
inline std::string printed(Case made, const std::string& body,
                           const std::string& interface = "#include \"fmu.c\"\n") {
  made.project.files.emplace_back(
      "probe.c", "#include <stdio.h>\n" + interface + "int main(void) {\n" + body + "return 0;\n}\n");
  const test::ProgramResult result = compiled(made, "probe").run({"probe"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return result.out;
}

/// Numbers of a line between commas or spaces.
inline std::vector<double> numbers_of(std::string line) {
  for (char& c : line) c = c == ',' ? ' ' : c;
  std::istringstream entries(line);
  std::vector<double> values;
  for (double value = 0; entries >> value;) values.push_back(value);
  return values;
}

/// The last row of a record.
inline std::vector<double> last_row(const std::string& record) {
  std::istringstream lines(record);
  std::string row, last;
  while (std::getline(lines, row)) last = row;
  return numbers_of(last);
}

}  // namespace flangeway::case_codegen
