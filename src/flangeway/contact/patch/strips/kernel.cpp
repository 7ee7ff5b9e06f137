#include "flangeway/contact/patch/strips/kernel.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "flangeway/contact/elliptic_integrals.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch::strips {
namespace {

constexpr double first_log = -12, last_log = 10;
constexpr int intervals = 440;  // right within 1e-9

// ∫ over one interval of u = ln t of (φ, ψ) e^u, by Gauss' rule.
KernelValue integral(double from, double step) {
  constexpr std::array<double, 3> nodes{-0.774596669241483377, 0, 0.774596669241483377};
  constexpr std::array<double, 3> weights{5.0 / 9, 8.0 / 9, 5.0 / 9};
  KernelValue sum;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const double t = std::exp(from + step / 2 * (1 + nodes[i]));
    const double phi = line_deflection(t), weight = step / 2 * weights[i] * t;
    sum.deflection += weight * phi;
    sum.bending -= weight * phi / (1 + t * t);
  }
  return sum;
}

}  // namespace

double line_deflection(double s) {
  const double square = 1 + s * s;
  return 2 * elliptic_integrals(s / std::sqrt(square)).d / std::sqrt(square);  // 2 √(1+s²) (K − E)
}

Kernel::Kernel() {
  constexpr double step = (last_log - first_log) / intervals;
  std::vector<double> deflection, bending;
  const double t = std::exp(first_log);
  KernelValue sum{2 * t * std::log(4 / t), -2 * t * std::log(4 / t)};  // φ → 2 ln(4/s) − 2
  for (int i = 0; i <= intervals; ++i) {
    deflection.push_back(sum.deflection);
    bending.push_back(sum.bending);
    const KernelValue next = integral(first_log + step * i, step);
    sum.deflection += next.deflection, sum.bending += next.bending;
  }
  table_ = math::UniformSpline(first_log, step, {deflection, bending});
}

const Kernel& Kernel::instance() {
  static const Kernel kernel;
  return kernel;
}

KernelValue Kernel::operator()(double t) const {
  const double size = std::abs(t);
  const double log = std::log(size);
  if (!(log > first_log)) {
    const double near = size > 0 ? 2 * t * std::log(4 / size) : 0;
    return {near, -near};
  }
  std::array<double, 2> value{};
  // Far away φ is π/(2s), and ψ has been summed up.
  table_.evaluate(std::min(log, last_log), value.data());
  if (log > last_log) value[0] += pi / 2 * (log - last_log);
  return t < 0 ? KernelValue{-value[0], -value[1]} : KernelValue{value[0], value[1]};
}

}  // namespace flangeway::contact::patch::strips
