#include "flangeway/profile/smooth.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/core/assertion.hpp"

namespace flangeway::profile {
namespace {

// Reinsch's smoothing spline: (R + λ Qᵀ W⁻¹ Q) γ = Qᵀ x, f = x − λ W⁻¹ Q γ, where W holds the lengths
// ½(h_{i−1} + h_i) that make a sum an integral, and γ are the second derivatives at the inner points
// [GreenSilverman1994, §2.3.3].
class Part {
 public:
  Part(std::vector<Vec2> points, double weight, bool integral)
      : x_(std::move(points)), lambda_(weight), n_(x_.size()) {
    for (std::size_t i = 0; i + 1 < n_; ++i) h_.push_back((x_[i + 1] - x_[i]).norm());
    for (std::size_t i = 0; i < n_; ++i)
      w_.push_back(integral ? ((i > 0 ? h_[i - 1] : 0) + (i + 1 < n_ ? h_[i] : 0)) / 2 : 1);
  }

  std::vector<Vec2> solve() {
    factorise();
    const std::vector<Vec2> gamma = second_derivatives();
    std::vector<Vec2> f = x_;
    for (std::size_t k = 0; k < gamma.size(); ++k)
      for (std::size_t j = 0; j < 3; ++j) f[k + j] -= lambda_ / w_[k + j] * q(k, j) * gamma[k];
    return f;
  }

 private:
  // Column k of Q (inner point k + 1) has entries in the rows k, k + 1, k + 2.
  [[nodiscard]] double q(std::size_t k, std::size_t j) const {
    const double a = 1 / h_[k], b = 1 / h_[k + 1];
    return j == 0 ? a : j == 1 ? -a - b : b;
  }

  // (Qᵀ W⁻¹ Q) between columns k and k + step.
  [[nodiscard]] double bending(std::size_t k, std::size_t step) const {
    double sum = 0;
    for (std::size_t j = step; j < 3; ++j) sum += q(k, j) * q(k + step, j - step) / w_[k + j];
    return sum;
  }

  // L D Lᵀ of the matrix with two bands below its diagonal; it is positive definite.
  void factorise() {
    const std::size_t m = n_ - 2;
    d_.resize(m), l1_.assign(m, 0), l2_.assign(m, 0);
    for (std::size_t k = 0; k < m; ++k) {
      double diagonal = (h_[k] + h_[k + 1]) / 3 + lambda_ * bending(k, 0);
      if (k > 0) diagonal -= l1_[k - 1] * l1_[k - 1] * d_[k - 1];
      if (k > 1) diagonal -= l2_[k - 2] * l2_[k - 2] * d_[k - 2];
      d_[k] = diagonal;
      if (k + 1 < m) {
        double below = h_[k + 1] / 6 + lambda_ * bending(k, 1);
        if (k > 0) below -= l2_[k - 1] * l1_[k - 1] * d_[k - 1];
        l1_[k] = below / diagonal;
      }
      if (k + 2 < m) l2_[k] = lambda_ * bending(k, 2) / diagonal;
    }
  }

  [[nodiscard]] std::vector<Vec2> second_derivatives() const {
    const std::size_t m = n_ - 2;
    std::vector<Vec2> g(m, Vec2::Zero());
    for (std::size_t k = 0; k < m; ++k) {
      for (std::size_t j = 0; j < 3; ++j) g[k] += q(k, j) * x_[k + j];
      if (k > 0) g[k] -= l1_[k - 1] * g[k - 1];
      if (k > 1) g[k] -= l2_[k - 2] * g[k - 2];
    }
    for (std::size_t k = m; k-- > 0;) {
      g[k] /= d_[k];
      if (k + 1 < m) g[k] -= l1_[k] * g[k + 1];
      if (k + 2 < m) g[k] -= l2_[k] * g[k + 2];
    }
    return g;
  }

  std::vector<Vec2> x_;
  double lambda_;
  std::size_t n_;
  std::vector<double> h_, w_, d_, l1_, l2_;
};

// The four cubic B-splines of unit knot distance that are not zero in an interval, at u = 0 … 1 of it.
std::array<double, 4> cubic_basis(double u) {
  const double v = 1 - u;
  return {v * v * v / 6, (3 * u * u * u - 6 * u * u + 4) / 6, (3 * v * v * v - 6 * v * v + 4) / 6,
          u * u * u / 6};
}

// Penalised B-splines: the normal equations have seven bands.
class SplineFit {
 public:
  SplineFit(const std::vector<Vec2>& points, double wavelength) : points_(points) {
    s_.push_back(0);
    for (std::size_t i = 1; i < points.size(); ++i)
      s_.push_back(s_.back() + (points[i] - points[i - 1]).norm());
    intervals_ = std::max(1, static_cast<int>(std::ceil(4 * s_.back() / wavelength)));
    knot_ = s_.back() / intervals_;
    penalty_ = std::pow(wavelength / (2 * pi), 6) / std::pow(knot_, 5);
  }

  std::vector<Vec2> solve() {
    const int size = intervals_ + 3;
    Eigen::MatrixX2d right = Eigen::MatrixX2d::Zero(size, 2);
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double weight = (s_[std::min(i + 1, s_.size() - 1)] - s_[i > 0 ? i - 1 : 0]) / 2;
      const int k = interval(s_[i]);
      const auto row = cubic_basis(s_[i] / knot_ - k);
      add(k, row, weight);
      for (std::size_t a = 0; a < 4; ++a)
        right.row(k + static_cast<int>(a)) += weight * row[a] * points_[i].transpose();
    }
    // The third derivative is constant between knots: (−c₀ + 3c₁ − 3c₂ + c₃)/knot³.
    for (int k = 0; k < intervals_; ++k) add(k, {-1, 3, -3, 1}, penalty_);
    Eigen::SparseMatrix<double> matrix(size, size);
    matrix.setFromTriplets(entries_.begin(), entries_.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(matrix);
    return factor.info() == Eigen::Success ? at_points(factor.solve(right)) : points_;
  }

 private:
  [[nodiscard]] int interval(double at) const {
    return std::min(static_cast<int>(at / knot_), intervals_ - 1);
  }

  void add(int first, const std::array<double, 4>& row, double weight) {
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = 0; b < 4; ++b)
        entries_.emplace_back(first + static_cast<int>(a), first + static_cast<int>(b),
                              weight * row[a] * row[b]);
  }

  [[nodiscard]] std::vector<Vec2> at_points(const Eigen::MatrixX2d& c) const {
    std::vector<Vec2> moved;
    for (const double at : s_) {
      const int k = interval(at);
      const auto row = cubic_basis(at / knot_ - k);
      Vec2 sum(0, 0);
      for (std::size_t a = 0; a < 4; ++a) sum += row[a] * c.row(k + static_cast<int>(a)).transpose();
      moved.push_back(sum);
    }
    return moved;
  }

  const std::vector<Vec2>& points_;
  std::vector<double> s_;
  int intervals_ = 1;
  double knot_ = 1, penalty_ = 0;
  std::vector<Eigen::Triplet<double>> entries_;
};

std::vector<Vec2> smoothed_part(const std::vector<Vec2>& points, double amount, SmoothingMethod method) {
  if (method == SmoothingMethod::third_derivative) return SplineFit(points, amount).solve();
  const bool weight = method == SmoothingMethod::weight;
  return Part(points, weight ? amount : std::pow(amount / (2 * pi), 4), !weight).solve();
}

}  // namespace

std::vector<Vec2> smoothed(const std::vector<Vec2>& points, const std::vector<std::size_t>& breaks,
                           double amount, SmoothingMethod method) {
  FLANGEWAY_ASSERT(points.size() >= 2, "a curve has two points at least");
  FLANGEWAY_ASSERT(breaks.empty() || breaks.back() + 1 < points.size(), "breaks lie between the ends");
  std::vector<std::size_t> ends = breaks;
  ends.push_back(points.size() - 1);
  std::vector<Vec2> all = points;
  std::size_t first = 0;
  for (const std::size_t last : ends) {
    if (last - first + 1 >= 4) {
      const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
      std::vector<Vec2> part =
          smoothed_part({begin, points.begin() + static_cast<std::ptrdiff_t>(last) + 1}, amount, method);
      // Parts stay joined at a kink: it is where the profile is known best.
      if (first > 0) part.front() = points[first];
      if (last + 1 < points.size()) part.back() = points[last];
      std::copy(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(first));
    }
    first = last;
  }
  return all;
}

}  // namespace flangeway::profile
