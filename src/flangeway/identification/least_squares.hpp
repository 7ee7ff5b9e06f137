// Parameters with which a model comes nearest to measured numbers: damped Gauss–Newton steps between bounds.
// Method: docs/howto/identify.md.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace flangeway::identification {

/// Knowledge about a parameter before the measurement.
struct Prior {
  double mean = 0, deviation = 0;
};

struct Parameter {
  std::string key;
  double start = 0, lowest = 0, highest = 0;
  std::optional<Prior> prior = {};
};

struct Model {
  /// Computed numbers for values of the parameters; nothing where the model fails there.
  std::function<std::optional<Eigen::VectorXd>(const Eigen::VectorXd& values)> compute;
  /// Their derivatives, [numbers × parameters]; nothing where that fails.
  std::function<std::optional<Eigen::MatrixXd>(const Eigen::VectorXd& values)> jacobian;
};

struct Measurement {
  Eigen::VectorXd values, noise;  ///< noise: standard deviations, > 0
};

struct FitSettings {
  std::size_t max_iterations = 50;
  double tolerance = 1e-4;  ///< of the last step, in standard deviations
};

struct EstimatedParameter {
  Parameter parameter;
  double value = 0, deviation = 0;
  bool at_bound = false;    ///< its deviation says nothing
  bool identified = false;  ///< its deviation is below the one of a uniform distribution between its bounds
};

struct Estimate {
  std::vector<EstimatedParameter> parameters;
  Eigen::MatrixXd covariance;
  Eigen::VectorXd residuals;  ///< (measured − computed) / noise
  double chi_square = 0;      ///< with the residuals of the priors
  long degrees = 0;           ///< of freedom: chi_square is about as large where model and noise are right
  std::size_t iterations = 0;
  bool converged = false;
  std::string failure;  ///< why there is no estimate; empty: there is one
};

[[nodiscard]] Estimate fit(const Model& model, const Measurement& measured,
                           const std::vector<Parameter>& parameters, const FitSettings& settings = {});

}  // namespace flangeway::identification
