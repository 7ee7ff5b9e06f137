#include "flangeway/uncertainty/chaos.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <numeric>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::uncertainty {
namespace {

// More terms than this would take more memory and time than a fit is worth.
constexpr std::size_t max_terms = 3000;

// Orthonormal polynomials of degrees 0 … degree at u.
std::vector<double> orthonormal(Germ germ, double u, int degree) {
  std::vector<double> p(static_cast<std::size_t>(degree) + 1, 1.0);
  const double x = germ == Germ::uniform ? 2 * u - 1 : normal_quantile(u);
  if (degree > 0) p[1] = x;
  for (std::size_t n = 1; n + 1 < p.size(); ++n) {
    const double k = static_cast<double>(n);
    p[n + 1] =
        germ == Germ::uniform ? ((2 * k + 1) * x * p[n] - k * p[n - 1]) / (k + 1) : x * p[n] - k * p[n - 1];
  }
  double factorial = 1;
  for (std::size_t n = 1; n < p.size(); ++n) {
    factorial *= static_cast<double>(n);
    p[n] *= germ == Germ::uniform ? std::sqrt(2 * static_cast<double>(n) + 1) : 1 / std::sqrt(factorial);
  }
  return p;
}

void add_powers(std::vector<int>& powers, std::size_t place, int left, std::vector<std::vector<int>>& all) {
  if (all.size() > max_terms) return;
  if (place == powers.size()) {
    all.push_back(powers);
    return;
  }
  for (int power = 0; power <= left; ++power) {
    powers[place] = power;
    add_powers(powers, place + 1, left - power, all);
  }
  powers[place] = 0;
}

std::vector<std::vector<int>> powers_up_to(std::size_t dimensions, int degree) {
  std::vector<std::vector<int>> all;
  std::vector<int> powers(dimensions);
  add_powers(powers, 0, degree, all);
  return all;
}

void fill_row(const std::vector<Germ>& germs, const std::vector<std::vector<int>>& powers,
              std::span<const double> point, int degree, double* row) {
  std::vector<std::vector<double>> p;
  for (std::size_t i = 0; i < germs.size(); ++i) p.push_back(orthonormal(germs[i], point[i], degree));
  for (std::size_t term = 0; term < powers.size(); ++term) {
    row[term] = 1;
    for (std::size_t i = 0; i < germs.size(); ++i)
      row[term] *= p[i][static_cast<std::size_t>(powers[term][i])];
  }
}

std::optional<Chaos> fit_degree(const Design& design, const std::vector<Germ>& germs,
                                std::span<const double> y, int degree) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Chaos chaos{germs, powers_up_to(design.dimensions, degree), {}, degree, 0};
  const auto rows = static_cast<Eigen::Index>(y.size()),
             terms = static_cast<Eigen::Index>(chaos.powers.size());
  if (chaos.powers.size() > max_terms || 2 * terms > rows) return std::nullopt;
  Matrix basis(rows, terms);
  for (std::size_t row = 0; row < y.size(); ++row) {
    fill_row(germs, chaos.powers, {design.values.data() + row * design.dimensions, design.dimensions}, degree,
             basis.data() + row * chaos.powers.size());
  }
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(basis);
  if (qr.rank() < terms) return std::nullopt;
  const Eigen::VectorXd right = Eigen::Map<const Eigen::VectorXd>(y.data(), rows);
  const Eigen::VectorXd solution = qr.solve(right), rest = right - basis * solution;
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(rows, terms);
  double squares = 0;
  for (Eigen::Index row = 0; row < rows; ++row) {
    // Leaving out a result changes its residual by the factor 1/(1 - h), h on the diagonal of Q Qᵀ.
    const double left = std::max(1e-12, 1 - q.row(row).squaredNorm());
    squares += rest[row] * rest[row] / (left * left);
  }
  const double spread = (right.array() - right.mean()).square().sum();
  chaos.error = spread > 0 ? squares / spread : 0;
  chaos.coefficients.assign(solution.begin(), solution.end());
  return chaos;
}

// Sum of the squares of the coefficients of the terms that `counts`, over the variance.
template <typename Counts>
double share(const Chaos& chaos, const Counts& counts) {
  const double all = variance(chaos);
  double sum = 0;
  for (std::size_t term = 1; term < chaos.powers.size(); ++term) {
    if (counts(chaos.powers[term])) sum += chaos.coefficients[term] * chaos.coefficients[term];
  }
  return all > 0 ? sum / all : 0;
}

}  // namespace

std::optional<Chaos> fit_chaos(const Design& design, const std::vector<Germ>& germs,
                               std::span<const double> y, int max_degree) {
  FLANGEWAY_ASSERT(germs.size() == design.dimensions, "each dimension has a germ");
  FLANGEWAY_ASSERT(design.values.size() == y.size() * design.dimensions,
                   "each row of the design has a result");
  std::optional<Chaos> best;
  for (int degree = 1; degree <= max_degree; ++degree) {
    std::optional<Chaos> one = fit_degree(design, germs, y, degree);
    if (!one) break;
    if (!best || one->error < best->error) best = std::move(one);
  }
  return best;
}

double value(const Chaos& chaos, std::span<const double> point) {
  FLANGEWAY_ASSERT(point.size() == chaos.germs.size(), "the point has a number for each germ");
  std::vector<double> row(chaos.powers.size());
  fill_row(chaos.germs, chaos.powers, point, chaos.degree, row.data());
  return std::inner_product(row.begin(), row.end(), chaos.coefficients.begin(), 0.0);
}

double mean(const Chaos& chaos) {
  FLANGEWAY_ASSERT(!chaos.coefficients.empty(), "the expansion has a term");
  return chaos.coefficients.front();
}

double variance(const Chaos& chaos) {
  double sum = 0;
  for (std::size_t term = 1; term < chaos.coefficients.size(); ++term)
    sum += chaos.coefficients[term] * chaos.coefficients[term];
  return sum;
}

std::vector<double> first_order(const Chaos& chaos) {
  std::vector<double> result;
  for (std::size_t i = 0; i < chaos.germs.size(); ++i) {
    result.push_back(share(chaos, [i](const std::vector<int>& powers) {
      return powers[i] > 0 && std::accumulate(powers.begin(), powers.end(), 0) == powers[i];
    }));
  }
  return result;
}

std::vector<double> total_order(const Chaos& chaos) {
  std::vector<double> result;
  for (std::size_t i = 0; i < chaos.germs.size(); ++i)
    result.push_back(share(chaos, [i](const std::vector<int>& powers) { return powers[i] > 0; }));
  return result;
}

}  // namespace flangeway::uncertainty
