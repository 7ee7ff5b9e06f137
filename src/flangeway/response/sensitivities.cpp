// Derivatives of transfer functions with respect to keys. Theory: docs/theory/linear_response.md,
// "Derivatives".
#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>

#include "flangeway/response/driven.hpp"
#include "flangeway/response/response.hpp"

namespace flangeway::response {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXcd;
using vehicle_case::VariedKey;

LinearModel varied_model(const vehicle_case::CaseSource& source, const VariedKey& key, double steps,
                         const LinearModel& base, const Settings& settings, wheelrail::PairTables& tables) {
  Findings findings;
  const auto model = vehicle_case::load_varied(source, key, steps, findings, &tables);
  findings.throw_if_any();
  LinearModel linear = linearised(*model, settings);
  if (linear.a.rows() == base.a.rows() && linear.c.rows() == base.c.rows() &&
      linear.ahead.size() == base.ahead.size())
    return linear;
  findings.add({model->where, key.key, "changes the number of coordinates with its value",
                fmt::format("{}", key.value), "", "Take another key, or a smaller step"});
  findings.throw_if_any();
  return linear;
}

// Extrapolated central differences (8 (M₁ − M₋₁) − (M₂ − M₋₂)) / 12h of all matrices.
LinearModel model_derivative(const vehicle_case::CaseSource& source, const VariedKey& key,
                             const LinearModel& base, const Settings& settings,
                             wheelrail::PairTables& tables) {
  LinearModel sum = base;
  const auto each = [](LinearModel& to, const LinearModel& from, const auto& change) {
    change(to.speed, from.speed);
    change(to.a, from.a), change(to.c, from.c);
    for (std::size_t k = 0; k < from.b.size(); ++k) change(to.b[k], from.b[k]), change(to.d[k], from.d[k]);
    for (std::size_t w = 0; w < from.ahead.size(); ++w) change(to.ahead[w], from.ahead[w]);
  };
  each(sum, base, [](auto& to, const auto& from) { to = 0 * from; });
  for (const auto& [steps, weight] : {std::pair(-2.0, 1.0), {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}}) {
    const double factor = weight / (12 * key.step);
    each(sum, varied_model(source, key, steps, base, settings, tables),
         [&](auto& to, const auto& from) { to += factor * from; });
  }
  return sum;
}

// dH = dC x + C (iω − A)⁻¹ (dA x + dF) + dD for H = C x + D, x = (iω − A)⁻¹ F.
MatrixXcd transfer_derivative(const LinearModel& model, const LinearModel& change, double frequency) {
  const double omega = 2 * pi * frequency;
  const InputWeights weights = input_weights(model, frequency),
                     moved = input_weight_changes(model, change, frequency);
  const Driven now = driven(model, weights);
  const Driven own = driven(change, weights), other = driven(model, moved);
  MatrixXcd matrix = -model.a.cast<Complex>();
  matrix.diagonal().array() += Complex(0, omega);
  const Eigen::PartialPivLU<MatrixXcd> solver(matrix);
  const MatrixXcd state = solver.solve(now.states);
  const MatrixXcd state_change =
      solver.solve(MatrixXcd(change.a.cast<Complex>() * state + own.states + other.states));
  MatrixXcd output =
      change.c.cast<Complex>() * state + model.c.cast<Complex>() * state_change + own.outputs + other.outputs;
  scale_accelerations(model, omega, output);
  return output;
}

}  // namespace

std::vector<ResponseSensitivity> response_sensitivities(const vehicle_case::CaseSource& source,
                                                        const std::vector<VariedKey>& keys,
                                                        const vehicle_case::CaseModel& model,
                                                        const Settings& settings,
                                                        const std::vector<double>& frequencies) {
  const LinearModel linear = linearised(model, settings);
  wheelrail::PairTables tables;
  std::vector<ResponseSensitivity> result;
  for (const VariedKey& key : keys) {
    const LinearModel change = model_derivative(source, key, linear, settings, tables);
    ResponseSensitivity& one = result.emplace_back(ResponseSensitivity{key, {}});
    for (const double frequency : frequencies)
      one.transfer.push_back(transfer_derivative(linear, change, frequency));
  }
  return result;
}

}  // namespace flangeway::response
