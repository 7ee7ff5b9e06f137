#include "flangeway/contact/patch/boundary_elements/conformal_influence.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"

namespace flangeway::contact::patch {
namespace {

constexpr double slight_turn = 1.0;  // rad, between the outermost rows: half of it from the middle

}  // namespace

void ConformalInfluence::set_angles(const double* inclination, std::size_t count, std::size_t rows,
                                    double share, Angles& angles) {
  angles.cosine.assign(rows, 1.0);
  angles.sine.assign(rows, 0.0);
  for (std::size_t j = 0; j < std::min(count, rows); ++j) {
    angles.cosine[j] = std::cos(share * inclination[j]);
    angles.sine[j] = std::sin(share * inclination[j]);
  }
}

void ConformalInfluence::set(const double* inclination, std::size_t count, int nx, int ny,
                             AngleCorrection correction) {
  whole_.cosine.clear();
  if (count == 0) return;
  const auto rows = static_cast<std::size_t>(ny);
  nx_ = static_cast<std::size_t>(nx);
  correction_ = correction;
  const auto [least, most] = std::minmax_element(inclination, inclination + std::min(count, rows));
  slightly_ = *most - *least < slight_turn;
  set_angles(inclination, count, rows, 1, whole_);
  if (correction == AngleCorrection::halves) set_angles(inclination, count, rows, 0.5, half_);
  for (Values* field : {&weighted_x_, &weighted_y_, &first_, &second_, &unused_}) field->resize(rows * nx_);
}

void ConformalInfluence::combine(const Values& weight_1, const Values& first, double sign,
                                 const Values& weight_2, const Values& second, double* u) const {
  for (std::size_t i = 0; i < first.size(); ++i) {
    u[i] = weight_1[i / nx_] * first[i] + sign * weight_2[i / nx_] * second[i];
  }
}

// --- What is turned decides. With (s, n) across and normal, R(Δ) = [cos Δ, −sin Δ; sin Δ, cos Δ] and A the
// products of the plane: R A turns displacements, A R tractions, R(Δ/2) A R(Δ/2) both.

void ConformalInfluence::normal(Convolver& plane, const double* p, double* u, Precision precision) {
  precision_ = precision;
  if (correction_ == AngleCorrection::halves) {
    std::fill_n(u, first_.size(), 0.0);
    add(plane, Kernel::across_less_normal, -0.5, p, u);
    add_cosine(plane, Kernel::across_and_normal, whole_, 0.5, p, u);
  } else {
    weigh_rows(whole_.cosine, p, weighted_x_);
    plane.plane_normal(weighted_x_.data(), first_.data(), precision_);
    weigh_rows(whole_.sine, p, weighted_x_);
    plane.plane_normal(weighted_x_.data(), second_.data(), precision_);
    combine(whole_.cosine, first_, 1, whole_.sine, second_, u);
  }
  if (plane.is_coupled()) add_coupling_to_normal(plane, p, u);
}

void ConformalInfluence::tangential(Convolver& plane, const double* px, const double* py, double* ux,
                                    double* uy, Precision precision) {
  precision_ = precision;
  if (correction_ == AngleCorrection::displacements) {
    turn_tangential(plane, px, py, ux, uy);
  } else {
    tractions_turned(plane, px, py, ux, uy);
  }
  if (plane.is_coupled()) add_coupling_to_tangential(plane, px, py, ux, uy);
}

void ConformalInfluence::tractions_turned(Convolver& plane, const double* px, const double* py, double* ux,
                                          double* uy) {
  std::fill_n(ux, first_.size(), 0.0), std::fill_n(uy, first_.size(), 0.0);
  add(plane, Kernel::along, 1, px, ux);
  if (correction_ == AngleCorrection::halves) {
    add_cosine(plane, Kernel::along_across, half_, 1, py, ux);
    add_cosine(plane, Kernel::along_across, half_, 1, px, uy);
    add(plane, Kernel::across_less_normal, 0.5, py, uy);
    return add_cosine(plane, Kernel::across_and_normal, whole_, 0.5, py, uy);
  }
  add_cosine(plane, Kernel::along_across, whole_, 1, py, ux);
  add(plane, Kernel::along_across, 1, px, uy);
  add_cosine(plane, Kernel::across, whole_, 1, py, uy);
}

void ConformalInfluence::tangential_from_pressure(Convolver& plane, const double* p, double* ux, double* uy) {
  precision_ = Precision::full;
  if (correction_ == AngleCorrection::displacements) {
    turn_tangential_from_pressure(plane, p, ux, uy);
  } else {
    tractions_turned_from_pressure(plane, p, ux, uy);
  }
  if (plane.is_coupled()) add_coupling_from_pressure(plane, p, ux, uy);
}

void ConformalInfluence::tractions_turned_from_pressure(Convolver& plane, const double* p, double* ux,
                                                        double* uy) {
  std::fill_n(ux, first_.size(), 0.0), std::fill_n(uy, first_.size(), 0.0);
  if (correction_ == AngleCorrection::halves) {
    add_sine(plane, Kernel::along_across, half_, -1, p, ux);
    return add_sine(plane, Kernel::across_and_normal, whole_, -0.5, p, uy);
  }
  if (correction_ == AngleCorrection::tractions) add_sine(plane, Kernel::along_across, whole_, -1, p, ux);
  add_sine(plane, Kernel::across, whole_, -1, p, uy);
}

void ConformalInfluence::normal_from_tangential(Convolver& plane, const double* px, const double* py,
                                                double* u) {
  precision_ = Precision::full;
  if (correction_ == AngleCorrection::displacements) {
    turn_normal_from_tangential(plane, px, py, u);
  } else {
    tractions_turned_normal(plane, px, py, u);
  }
  if (plane.is_coupled()) add_coupling_from_tangential(plane, px, py, u);
}

void ConformalInfluence::tractions_turned_normal(Convolver& plane, const double* px, const double* py,
                                                 double* u) {
  std::fill_n(u, first_.size(), 0.0);
  if (correction_ == AngleCorrection::halves) {
    add_sine(plane, Kernel::along_across, half_, 1, px, u);
    return add_sine(plane, Kernel::across_and_normal, whole_, 0.5, py, u);
  }
  add_sine(plane, Kernel::normal, whole_, 1, py, u);
}

// --- Displacements turned: a displacement (s, n) in the frame of the source is (cos Δ s − sin Δ n, sin Δ s +
// cos Δ n) at the place.

void ConformalInfluence::turn_tangential(Convolver& plane, const double* px, const double* py, double* ux,
                                         double* uy) {
  weigh_rows(whole_.cosine, px, weighted_x_);
  weigh_rows(whole_.cosine, py, weighted_y_);
  plane.plane_tangential(weighted_x_.data(), weighted_y_.data(), unused_.data(), first_.data(), precision_);
  weigh_rows(whole_.sine, px, weighted_x_);
  weigh_rows(whole_.sine, py, weighted_y_);
  plane.plane_tangential(weighted_x_.data(), weighted_y_.data(), unused_.data(), second_.data(), precision_);
  plane.plane_tangential(px, py, ux, uy, precision_);
  combine(whole_.cosine, first_, 1, whole_.sine, second_, uy);
}

void ConformalInfluence::turn_tangential_from_pressure(Convolver& plane, const double* p, double* ux,
                                                       double* uy) {
  std::fill_n(ux, first_.size(), 0.0);
  weigh_rows(whole_.sine, p, weighted_x_);
  plane.plane_normal(weighted_x_.data(), first_.data(), precision_);
  weigh_rows(whole_.cosine, p, weighted_x_);
  plane.plane_normal(weighted_x_.data(), second_.data(), precision_);
  combine(whole_.sine, second_, -1, whole_.cosine, first_, uy);
}

void ConformalInfluence::turn_normal_from_tangential(Convolver& plane, const double* px, const double* py,
                                                     double* u) {
  weigh_rows(whole_.sine, px, weighted_x_);
  weigh_rows(whole_.sine, py, weighted_y_);
  plane.plane_tangential(weighted_x_.data(), weighted_y_.data(), unused_.data(), first_.data(), precision_);
  weigh_rows(whole_.cosine, px, weighted_x_);
  weigh_rows(whole_.cosine, py, weighted_y_);
  plane.plane_tangential(weighted_x_.data(), weighted_y_.data(), unused_.data(), second_.data(), precision_);
  combine(whole_.cosine, first_, -1, whole_.sine, second_, u);
}

// --- What unequal bodies add, with P the displacements along (x) and across (s) from pressures: A_xn = P_x,
// A_sn = P_s, A_nx = −P_x, A_ns = −P_s. Where the product is R A, A R or R(Δ/2) A R(Δ/2), these come in as
// P_s cos Δ, P_s sin Δ, and P_x with the part of the angle that is turned on its side.

void ConformalInfluence::add_coupling_to_normal(Convolver& plane, const double* p, double* u) {
  add_sine(plane, Kernel::pressure_across, whole_, 1, p, u);
}

void ConformalInfluence::add_coupling_to_tangential(Convolver& plane, const double* px, const double* py,
                                                    double* ux, double* uy) {
  const bool both = correction_ == AngleCorrection::halves;
  const Angles& turned = both ? half_ : whole_;
  add_sine(plane, Kernel::pressure_across, whole_, 1, py, uy);
  if (both || correction_ == AngleCorrection::displacements)
    add_sine(plane, Kernel::pressure_along, turned, 1, px, uy);
  if (correction_ != AngleCorrection::displacements)
    add_sine(plane, Kernel::pressure_along, turned, 1, py, ux);
}

void ConformalInfluence::add_coupling_from_pressure(Convolver& plane, const double* p, double* ux,
                                                    double* uy) {
  add_cosine(plane, Kernel::pressure_across, whole_, 1, p, uy);
  switch (correction_) {
    case AngleCorrection::halves:
      return add_cosine(plane, Kernel::pressure_along, half_, 1, p, ux);
    case AngleCorrection::tractions:
      return add_cosine(plane, Kernel::pressure_along, whole_, 1, p, ux);
    default:
      return add(plane, Kernel::pressure_along, 1, p, ux);
  }
}

void ConformalInfluence::add_coupling_from_tangential(Convolver& plane, const double* px, const double* py,
                                                      double* u) {
  add_cosine(plane, Kernel::pressure_across, whole_, -1, py, u);
  switch (correction_) {
    case AngleCorrection::halves:
      return add_cosine(plane, Kernel::pressure_along, half_, -1, px, u);
    case AngleCorrection::displacements:
      return add_cosine(plane, Kernel::pressure_along, whole_, -1, px, u);
    default:
      return add(plane, Kernel::pressure_along, -1, px, u);
  }
}

// --- One kernel of the plane, plain and turned

void ConformalInfluence::apply(Convolver& plane, Kernel kernel, const Values& p, Values& u) {
  switch (kernel) {
    case Kernel::along:
      return plane.plane_tangential(Convolver::Tangential::along, p.data(), u.data(), precision_);
    case Kernel::along_across:
      return plane.plane_tangential(Convolver::Tangential::along_across, p.data(), u.data(), precision_);
    case Kernel::across:
      return plane.plane_tangential(Convolver::Tangential::across, p.data(), u.data(), precision_);
    case Kernel::normal:
      return plane.plane_normal(p.data(), u.data(), precision_);
    case Kernel::pressure_along:
      return plane.plane_tangential_from_pressure(p.data(), u.data(), unused_.data());
    case Kernel::pressure_across:
      return plane.plane_tangential_from_pressure(p.data(), unused_.data(), u.data());
    default:
      break;
  }
  apply(plane, Kernel::across, p, u);
  plane.plane_normal(p.data(), unused_.data(), precision_);
  const double sign = kernel == Kernel::across_and_normal ? 1 : -1;
  for (std::size_t i = 0; i < u.size(); ++i) u[i] += sign * unused_[i];
}

void ConformalInfluence::add(Convolver& plane, Kernel kernel, double factor, const double* p, double* u) {
  std::copy_n(p, weighted_x_.size(), weighted_x_.begin());
  apply(plane, kernel, weighted_x_, first_);
  for (std::size_t i = 0; i < first_.size(); ++i) u[i] += factor * first_[i];
}

void ConformalInfluence::add_products(Convolver& plane, Kernel kernel, const Products& by, double factor,
                                      const double* p, double* u) {
  weigh_rows(by.first_source, p, weighted_x_);
  apply(plane, kernel, weighted_x_, first_);
  weigh_rows(by.second_source, p, weighted_x_);
  apply(plane, kernel, weighted_x_, second_);
  combine(by.cosine, first_, by.sign, by.sine, second_, weighted_x_.data());
  for (std::size_t i = 0; i < weighted_x_.size(); ++i) u[i] += factor * weighted_x_[i];
}

// cos Δ = cos α_i cos α_j + sin α_i sin α_j
void ConformalInfluence::add_cosine(Convolver& plane, Kernel kernel, const Angles& by, double factor,
                                    const double* p, double* u) {
  add_products(plane, kernel, {by.cosine, by.sine, by.cosine, by.sine, 1}, factor, p, u);
}

// sin Δ = cos α_i sin α_j − sin α_i cos α_j
void ConformalInfluence::add_sine(Convolver& plane, Kernel kernel, const Angles& by, double factor,
                                  const double* p, double* u) {
  add_products(plane, kernel, {by.sine, by.cosine, by.cosine, by.sine, -1}, factor, p, u);
}

}  // namespace flangeway::contact::patch
