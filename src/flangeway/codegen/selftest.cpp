#include "flangeway/codegen/selftest.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/codegen/start_values.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/expression/tape.hpp"

namespace flangeway::codegen {

using expression::Expression;
using symbolic_model::WheelContact;

namespace {

constexpr std::size_t stored_states = 3;

std::string c_array(const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  for (const double number : numbers) texts.push_back(fmt::format("{:.17g}", number));
  return fmt::format("{{{}}}", texts.empty() ? "0.0" : fmt::format("{}", fmt::join(texts, ", ")));
}

// Values that the test writes into state and workspace, in the order of stored.h's FW_STATE_*.
std::vector<double> state_of(const symbolic_model::Model& model, Values& values) {
  std::vector<double> state;
  for (const auto& q : model.frames.coordinates()) state.push_back(values.of(q.position));
  for (const auto& q : model.frames.coordinates()) state.push_back(values.of(q.velocity));
  for (const WheelContact& wheel : model.wheels) {
    for (const Expression& s : wheel.coordinates) state.push_back(values.of(s));
    for (const Expression& rate : wheel.rates) state.push_back(values.of(rate));
    for (const auto* cubic : {&wheel.wheel, &wheel.rail}) {
      for (const auto* symbol : {&cubic->a, &cubic->b, &cubic->c, &cubic->d, &cubic->start})
        state.push_back(values.of(*symbol));
    }
    for (const auto& cubic : wheel.course) {
      for (const auto* symbol : {&cubic.a, &cubic.b, &cubic.c, &cubic.d}) state.push_back(values.of(*symbol));
    }
    state.push_back(values.of(wheel.course[0].start));
  }
  return state;
}

std::string group_of(const std::string& target) {
  return target.substr(0, target.find('['));
}

// Largest value of each target's array, the reference of its error.
std::vector<double> scales_of(const std::vector<expression::Target>& targets,
                              const std::vector<double>& values) {
  FLANGEWAY_ASSERT(targets.size() == values.size(), "each target has a value");
  std::map<std::string, double> largest;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    double& scale = largest[group_of(targets[i].name)];
    scale = std::max(scale, std::abs(values[i]));
  }
  std::vector<double> scales;
  for (const expression::Target& target : targets) scales.push_back(largest[group_of(target.name)]);
  return scales;
}

}  // namespace

std::string write_stored(const symbolic_model::Model& model, const symbolic_model::ModelSpec& spec,
                         const std::vector<StagedFunction>& functions) {
  std::vector<expression::Target> targets;
  for (const StagedFunction& function : functions)
    targets.insert(targets.end(), function.targets.begin(), function.targets.end());
  std::vector<Expression> outputs;
  for (const expression::Target& target : targets) outputs.push_back(target.value);
  expression::Tape tape(model.graph, outputs);
  std::mt19937 random(1);
  std::vector<std::string> states, expected, scales;
  for (std::size_t i = 0; i < stored_states; ++i) {
    Values values = random_values(model, spec, random);
    std::vector<double> results(outputs.size());
    tape.evaluate(values.all(), results);
    states.push_back(c_array(state_of(model, values)));
    expected.push_back(c_array(results));
    scales.push_back(c_array(scales_of(targets, results)));
  }
  std::string collect;
  for (std::size_t i = 0; i < targets.size(); ++i)
    collect += fmt::format("  result[{}] = {};\n", i, targets[i].name);
  const std::size_t size = 2 * model.coordinate_names.size() + model.wheels.size() * (8 + 10 + 16 + 1);
  return fmt::format(
      "/* Random states and what the equations make of them, computed without the generated code. */\n"
      "enum {{ FW_STORED = {}, FW_STORED_STATE = {}, FW_STORED_VALUES = {} }};\n"
      "static const double stored_state[FW_STORED][FW_STORED_STATE] = {{\n{}}};\n"
      "static const double stored_value[FW_STORED][FW_STORED_VALUES] = {{\n{}}};\n"
      "static const double stored_scale[FW_STORED][FW_STORED_VALUES] = {{\n{}}};\n"
      "static void collect(const fw_workspace *w, double *result) {{\n{}}}\n",
      stored_states, size, targets.size(), fmt::join(states, ",\n"), fmt::join(expected, ",\n"),
      fmt::join(scales, ",\n"), collect);
}

}  // namespace flangeway::codegen
