#include "flangeway/stability/mode_sensitivities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "flangeway/math/dense.hpp"
#include "flangeway/simulate/relax.hpp"

namespace flangeway::stability {
namespace {

using Complex = std::complex<double>;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using vehicle_case::CaseModel;
using vehicle_case::VariedKey;

// Extrapolated central difference of a matrix: (8 (A₁ − A₋₁) − (A₂ − A₋₂)) / 12h.
MatrixXd matrix_derivative(double step, const std::function<MatrixXd(double steps)>& matrix) {
  return (8 * (matrix(1) - matrix(-1)) - (matrix(2) - matrix(-2))) / (12 * step);
}

CaseModel varied_model(const vehicle_case::CaseSource& source, const VariedKey& key, double steps,
                       wheelrail::PairTables& tables) {
  Findings findings;
  std::optional<CaseModel> model = vehicle_case::load_varied(source, key, steps, findings, &tables);
  findings.throw_if_any();
  return std::move(*model);
}

void require_same_size(Index size, Index expected, const VariedKey& key, const CaseModel& model) {
  if (size == expected) return;
  Findings findings;
  findings.add({model.where, key.key, "changes the number of coordinates with its value",
                fmt::format("{}", key.value), "", "Take another key, or a smaller step"});
  findings.throw_if_any();
}

// Left and right eigenvector of an eigenvalue, with yᵀx; nothing where another one is too near.
struct Eigenvectors {
  Eigen::VectorXcd right, left;
  [[nodiscard]] Complex derivative(const MatrixXd& matrix) const {
    const Complex change = (left.transpose() * matrix.cast<Complex>() * right)(0),
                  scale = (left.transpose() * right)(0);
    return change / scale;
  }
};

class Spectrum {
 public:
  explicit Spectrum(const MatrixXd& matrix)
      : right_(math::eigenpairs(matrix)), left_(math::eigenpairs(matrix.transpose())) {}

  [[nodiscard]] std::optional<Eigenvectors> at(Complex eigenvalue) const {
    constexpr double min_distance = 1e-6;  // of the eigenvalue's size; rounding splits double ones by less
    const Index right = nearest(right_, eigenvalue), left = nearest(left_, eigenvalue);
    const Complex value = right_.values(right);
    for (Index i = 0; i < right_.values.size(); ++i)
      if (i != right && std::abs(right_.values(i) - value) < min_distance * std::max(1.0, std::abs(value)))
        return std::nullopt;
    return Eigenvectors{right_.vectors.col(right), left_.vectors.col(left)};
  }

 private:
  [[nodiscard]] static Index nearest(const math::Eigenpairs& pairs, Complex value) {
    Index best = 0;
    (pairs.values.array() - value).abs().minCoeff(&best);
    return best;
  }
  math::Eigenpairs right_, left_;
};

// As flangeway modes linearises a case.
MatrixXd matrix_of_modes(const CaseModel& model, const Linearisation& how, const VectorXd& near) {
  simulate::ReducedEquations equations(
      how.dampers ? model : simulate::without_dampers(model),
      how.steady ? simulate::RollingAngles::left_out : simulate::RollingAngles::kept);
  const double speed = model.drive.speed;
  if (static_cast<Index>(equations.size()) != near.size()) return MatrixXd();
  const VectorXd about = how.steady ? simulate::steady_running(equations, speed, near) : near;
  return equations.jacobian(speed, about);
}

// On straight track at a given speed.
MatrixXd matrix_of_locus(const CaseModel& model, double speed, const VectorXd& near) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  if (static_cast<Index>(equations.size()) != near.size()) return MatrixXd();
  return equations.jacobian(speed, simulate::steady_running(equations, speed, near));
}

}  // namespace

double frequency_derivative(Complex derivative) {
  return derivative.imag() / (2 * pi);
}

double damping_derivative(Complex eigenvalue, Complex derivative) {
  const double size = std::max(std::abs(eigenvalue), 1e-300);
  const double size_derivative = (std::conj(eigenvalue) * derivative).real() / size;
  return -derivative.real() / size + eigenvalue.real() * size_derivative / (size * size);
}

std::vector<ModeSensitivity> mode_sensitivities(const vehicle_case::CaseSource& source,
                                                const std::vector<VariedKey>& keys, const Linearisation& how,
                                                const CaseModel& model, const VectorXd& about,
                                                const std::vector<simulate::Mode>& modes) {
  const Spectrum spectrum(matrix_of_modes(model, how, about));
  wheelrail::PairTables tables;
  std::vector<ModeSensitivity> result;
  for (const VariedKey& key : keys) {
    const MatrixXd change = matrix_derivative(key.step, [&](double steps) {
      MatrixXd matrix = matrix_of_modes(varied_model(source, key, steps, tables), how, about);
      require_same_size(matrix.rows(), about.size(), key, model);
      return matrix;
    });
    ModeSensitivity one{key, {}};
    for (const simulate::Mode& mode : modes) {
      const auto vectors = spectrum.at(mode.eigenvalue);
      one.eigenvalues.push_back(vectors ? std::optional(vectors->derivative(change)) : std::nullopt);
    }
    result.push_back(std::move(one));
  }
  return result;
}

void add_speed_derivatives(const vehicle_case::CaseSource& source, const std::vector<VariedKey>& keys,
                           const CaseModel& model, std::vector<HopfPoint>& points) {
  simulate::ReducedEquations equations(simulate::centred(model), simulate::RollingAngles::left_out);
  const VectorXd start = VectorXd::Zero(static_cast<Index>(equations.size()));
  wheelrail::PairTables tables;
  for (HopfPoint& point : points) {
    const VectorXd about = simulate::steady_running(equations, point.speed, start);
    const Spectrum spectrum(equations.jacobian(point.speed, about));
    const auto vectors = spectrum.at(Complex(0, 2 * pi * point.frequency));
    const double step = mode_sensitivity_step * point.speed;
    const MatrixXd by_speed = matrix_derivative(
        step, [&](double steps) { return matrix_of_locus(model, point.speed + steps * step, about); });
    for (const VariedKey& key : keys) {
      const MatrixXd by_key = matrix_derivative(key.step, [&](double steps) {
        MatrixXd matrix = matrix_of_locus(varied_model(source, key, steps, tables), point.speed, about);
        require_same_size(matrix.rows(), about.size(), key, model);
        return matrix;
      });
      std::optional<double> derivative;
      if (vectors) derivative = -vectors->derivative(by_key).real() / vectors->derivative(by_speed).real();
      point.speed_derivatives.push_back({key.key, key.value, derivative});
    }
  }
}

}  // namespace flangeway::stability
