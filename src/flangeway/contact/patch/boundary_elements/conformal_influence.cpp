#include "flangeway/contact/patch/boundary_elements/conformal_influence.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::contact::patch {
namespace {

constexpr double slight_turn = 1.0;  // rad, between the outermost rows: half of it from the middle

using Weights = RowProducts::Weights;

}  // namespace

void ConformalInfluence::set_angles(std::span<const double> inclination, std::size_t rows, double share,
                                    Angles& angles) {
  angles.cosine.resize(rows), angles.sine.resize(rows);
  for (std::size_t j = 0; j < rows; ++j) {
    const double angle = j < inclination.size() ? share * inclination[j] : 0;
    angles.cosine.set(j, std::cos(angle)), angles.sine.set(j, std::sin(angle));
  }
}

void ConformalInfluence::set(std::span<const double> inclination, int nx, int ny, AngleCorrection correction,
                             const std::function<KernelSpectra()>& spectra) {
  curved_ = !inclination.empty();
  if (!curved_) return;
  const auto rows = static_cast<std::size_t>(ny);
  inclination = inclination.first(std::min(inclination.size(), rows));
  size_ = rows * static_cast<std::size_t>(nx);
  correction_ = correction;
  const auto [least, most] = std::minmax_element(inclination.begin(), inclination.end());
  slightly_ = *most - *least < slight_turn;
  set_angles(inclination, rows, 1, whole_);
  if (correction == AngleCorrection::halves) set_angles(inclination, rows, 0.5, half_);
  if (!plane_) plane_.emplace(nx, ny, spectra());
}

void ConformalInfluence::begin(std::array<const double*, 2> fields, std::array<double*, 2> results,
                               Precision precision) {
  plane_->take(fields, precision);
  for (double* u : results)
    if (u != nullptr) std::fill_n(u, size_, 0.0);
}

void ConformalInfluence::add(std::initializer_list<Term> terms, double factor, double* u) {
  const std::array<Weights, 1> weights{{{nullptr, nullptr, factor}}};
  plane_->add(terms, weights, u);
}

// cos Δ = cos α_i cos α_j + sin α_i sin α_j
void ConformalInfluence::add_cosine(const Angles& by, std::initializer_list<Term> terms, double factor,
                                    double* u) {
  const std::array<Weights, 2> weights{{{&by.cosine, &by.cosine, factor}, {&by.sine, &by.sine, factor}}};
  plane_->add(terms, weights, u);
}

// sin Δ = cos α_i sin α_j − sin α_i cos α_j
void ConformalInfluence::add_sine(const Angles& by, std::initializer_list<Term> terms, double factor,
                                  double* u) {
  const std::array<Weights, 2> weights{{{&by.sine, &by.cosine, factor}, {&by.cosine, &by.sine, -factor}}};
  plane_->add(terms, weights, u);
}

// --- What is turned decides. With (s, n) across and normal, R(Δ) = [cos Δ, −sin Δ; sin Δ, cos Δ] and A the
// products of the plane: R A turns displacements, A R tractions, R(Δ/2) A R(Δ/2) both.

void ConformalInfluence::normal(const double* p, double* u, bool coupled, Precision precision) {
  begin({p, nullptr}, {u, nullptr}, precision);
  if (correction_ == AngleCorrection::halves) {
    add({{Kernel::across, 0}, {Kernel::normal, 0, -1}}, -0.5, u);
    add_cosine(whole_, {{Kernel::across, 0}, {Kernel::normal, 0}}, 0.5, u);
  } else {
    add_cosine(whole_, {{Kernel::normal, 0}}, 1, u);
  }
  if (coupled) add_sine(whole_, {{Kernel::pressure_across, 0}}, 1, u);
}

void ConformalInfluence::tangential(const double* px, const double* py, double* ux, double* uy, bool coupled,
                                    Precision precision) {
  begin({px, py}, {ux, uy}, precision);
  add_tangential(ux, uy);
  if (coupled) add_coupling_to_tangential(ux, uy);
}

void ConformalInfluence::tangential_from_pressure(const double* p, double* ux, double* uy, bool coupled) {
  begin({p, nullptr}, {ux, uy}, Precision::full);
  add_tangential_from_pressure(ux, uy);
  if (coupled) add_coupling_from_pressure(ux, uy);
}

void ConformalInfluence::normal_from_tangential(const double* px, const double* py, double* u, bool coupled) {
  begin({px, py}, {u, nullptr}, Precision::full);
  add_normal_from_tangential(u);
  if (coupled) add_coupling_from_tangential(u);
}

void ConformalInfluence::add_tangential(double* ux, double* uy) {
  switch (correction_) {
    case AngleCorrection::displacements:
      add({{Kernel::along, 0}, {Kernel::along_across, 1}}, 1, ux);
      return add_cosine(whole_, {{Kernel::along_across, 0}, {Kernel::across, 1}}, 1, uy);
    case AngleCorrection::halves:
      add({{Kernel::along, 0}}, 1, ux);
      add_cosine(half_, {{Kernel::along_across, 1}}, 1, ux);
      add_cosine(half_, {{Kernel::along_across, 0}}, 1, uy);
      add({{Kernel::across, 1}, {Kernel::normal, 1, -1}}, 0.5, uy);
      return add_cosine(whole_, {{Kernel::across, 1}, {Kernel::normal, 1}}, 0.5, uy);
    default:
      add({{Kernel::along, 0}}, 1, ux);
      add_cosine(whole_, {{Kernel::along_across, 1}}, 1, ux);
      add({{Kernel::along_across, 0}}, 1, uy);
      return add_cosine(whole_, {{Kernel::across, 1}}, 1, uy);
  }
}

void ConformalInfluence::add_tangential_from_pressure(double* ux, double* uy) {
  switch (correction_) {
    case AngleCorrection::displacements:
      return add_sine(whole_, {{Kernel::normal, 0}}, -1, uy);
    case AngleCorrection::halves:
      add_sine(half_, {{Kernel::along_across, 0}}, -1, ux);
      return add_sine(whole_, {{Kernel::across, 0}, {Kernel::normal, 0}}, -0.5, uy);
    case AngleCorrection::tractions:
      add_sine(whole_, {{Kernel::along_across, 0}}, -1, ux);
      break;
    case AngleCorrection::tractions_across:
      break;
  }
  add_sine(whole_, {{Kernel::across, 0}}, -1, uy);
}

void ConformalInfluence::add_normal_from_tangential(double* u) {
  switch (correction_) {
    case AngleCorrection::displacements:
      return add_sine(whole_, {{Kernel::along_across, 0}, {Kernel::across, 1}}, 1, u);
    case AngleCorrection::halves:
      add_sine(half_, {{Kernel::along_across, 0}}, 1, u);
      return add_sine(whole_, {{Kernel::across, 1}, {Kernel::normal, 1}}, 0.5, u);
    default:
      return add_sine(whole_, {{Kernel::normal, 1}}, 1, u);
  }
}

// --- What unequal bodies add, with P the displacements along (x) and across (s) from pressures: A_xn = P_x,
// A_sn = P_s, A_nx = −P_x, A_ns = −P_s. Where the product is R A, A R or R(Δ/2) A R(Δ/2), these come in as
// P_s cos Δ, P_s sin Δ, and P_x with the part of the angle that is turned on its side.

void ConformalInfluence::add_coupling_to_tangential(double* ux, double* uy) {
  const bool both = correction_ == AngleCorrection::halves;
  const Angles& turned = both ? half_ : whole_;
  add_sine(whole_, {{Kernel::pressure_across, 1}}, 1, uy);
  if (both || correction_ == AngleCorrection::displacements)
    add_sine(turned, {{Kernel::pressure_along, 0}}, 1, uy);
  if (correction_ != AngleCorrection::displacements) add_sine(turned, {{Kernel::pressure_along, 1}}, 1, ux);
}

void ConformalInfluence::add_coupling_from_pressure(double* ux, double* uy) {
  add_cosine(whole_, {{Kernel::pressure_across, 0}}, 1, uy);
  switch (correction_) {
    case AngleCorrection::halves:
      return add_cosine(half_, {{Kernel::pressure_along, 0}}, 1, ux);
    case AngleCorrection::tractions:
      return add_cosine(whole_, {{Kernel::pressure_along, 0}}, 1, ux);
    default:
      return add({{Kernel::pressure_along, 0}}, 1, ux);
  }
}

void ConformalInfluence::add_coupling_from_tangential(double* u) {
  add_cosine(whole_, {{Kernel::pressure_across, 1}}, -1, u);
  switch (correction_) {
    case AngleCorrection::halves:
      return add_cosine(half_, {{Kernel::pressure_along, 0}}, -1, u);
    case AngleCorrection::displacements:
      return add_cosine(whole_, {{Kernel::pressure_along, 0}}, -1, u);
    default:
      return add({{Kernel::pressure_along, 0}}, -1, u);
  }
}

}  // namespace flangeway::contact::patch
