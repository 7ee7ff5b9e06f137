#include "flangeway/recording/mode_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/write_failure.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::recording {
namespace {

using Eigen::VectorXcd;
using Eigen::VectorXd;
using simulate::ReducedComponent;
using simulate::ReducedEquations;

constexpr double max_displacement = 1e-2, max_wheelset_displacement = 2e-3;  // m, rad

// The shape with the largest displacement that the picture shows well.
VectorXcd scaled(const ReducedEquations& equations, const VectorXcd& shape) {
  double excess = 0;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const ReducedComponent& c = equations.components()[i];
    if (c.kind != ReducedComponent::Kind::position) continue;
    const bool guided = equations.model().vehicle.bodies.bodies[c.body].wheelset && c.coordinate != 4;
    excess = std::max(excess, std::abs(shape(static_cast<Eigen::Index>(i))) /
                                  (guided ? max_wheelset_displacement : max_displacement));
  }
  return excess > 0 ? VectorXcd(shape / excess) : shape;
}

struct Rows {
  std::size_t per_period = 40, count = 0;
  double step = 0;  // s
};
// At least three periods, and about 3 s of those that are fast.
Rows rows_of(double frequency) {
  constexpr double fewest = 3, most = 20, shown = 3;  // periods, periods, s
  const double periods = std::clamp(std::ceil(shown * frequency), fewest, most);
  Rows rows;
  rows.count = static_cast<std::size_t>(periods) * rows.per_period + 1;
  rows.step = 1 / (frequency * static_cast<double>(rows.per_period));
  return rows;
}

VectorXd state_at(const VectorXd& about, const VectorXcd& shape, std::size_t row, const Rows& rows) {
  const double turns = static_cast<double>(row) / static_cast<double>(rows.per_period);
  return about + (shape * std::polar(1.0, 2 * pi * turns)).real();
}

// Halves the shape until all states of a period can be evaluated.
VectorXcd possible(ReducedEquations& equations, const VectorXd& about, VectorXcd shape, double speed,
                   const Rows& rows) {
  constexpr int max_halvings = 10;
  VectorXd rate(shape.size());
  for (int i = 0; i <= max_halvings; ++i, shape /= 2) {
    bool good = true;
    for (std::size_t row = 0; good && row < rows.per_period; ++row)
      good = equations.derivative(speed, state_at(about, shape, row, rows).data(), rate.data()) ==
             EvalStatus::ok;
    if (good) return shape;
  }
  throw NumericalFailure("The mode cannot be shown: a wheelset leaves its rails at once");
}

// Quotes would end the name in the text of the settings.
std::string name_of(const std::string& case_name, const simulate::Mode& mode) {
  std::string name = fmt::format("Mode of {} at {:.4g} Hz, damping {:.2f} %", case_name, mode.frequency,
                                 100 * mode.damping_ratio);
  std::replace(name.begin(), name.end(), '"', '\'');
  return "name=\"" + name + "\"";
}

}  // namespace

void write_mode_file(ReducedEquations& equations, const VectorXd& about, const simulate::Mode& mode,
                     double speed, const RunFile& file, Findings& findings) {
  const Rows rows = rows_of(mode.frequency);
  const VectorXcd shape = possible(equations, about, scaled(equations, mode.shape), speed, rows);
  RunFile named = file;
  named.checkpoints = false;
  named.sets.push_back(name_of(equations.model().name, mode));
  std::optional<results::Writer> writer = create_run_file(equations.model(), named, findings);
  if (!writer) return;
  std::vector<double> row(simulate::channels(equations.model()).size());
  VectorXd rate(shape.size());
  for (std::size_t i = 0; i < rows.count; ++i) {
    (void)equations.derivative(speed, state_at(about, shape, i, rows).data(),
                               rate.data());  // it was possible
    equations.channels(row.data());
    row[0] = static_cast<double>(i) * rows.step;  // the first channel is the time
    if (!writer->append(row.data())) break;
  }
  simulate::Summary summary;
  summary.status = simulate::RunStatus::completed;
  summary.method = wheelrail::method_text(equations.model().contact.settings);
  summary.integrator = "none: a mode of the linearised equations";
  summary.time = row[0];
  finish_run_file(*writer, summary);
  if (!summary.failure.empty()) throw WriteFailure(summary.failure);
}

}  // namespace flangeway::recording
