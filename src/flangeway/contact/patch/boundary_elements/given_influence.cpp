#include "flangeway/contact/patch/boundary_elements/given_influence.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::contact::patch {

void GivenInfluence::set(const GivenCoefficients* coefficients, int y_first, const InfluenceSpec& local) {
  coefficients_ = coefficients;
  first_row_ = y_first;
  width_ = local.nx, height_ = local.ny;
  ahead_ = static_cast<int>(std::lround(local.shift / local.dx));
  layer_ = local.layer_flexibility, shear_ = local.shear_flexibility;
}

void GivenInfluence::normal(const double* p, double* u) const {
  std::fill_n(u, static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0.0);
  add(nn, p, u);
  add_layer(layer_, p, u);
}

void GivenInfluence::tangential(const double* px, const double* py, double* ux, double* uy) const {
  for (double* u : {ux, uy})
    std::fill_n(u, static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0.0);
  add(xx, px, ux), add(xy, py, ux);
  add(yx, px, uy), add(yy, py, uy);
  add_layer(shear_, px, ux), add_layer(shear_, py, uy);
}

void GivenInfluence::tangential_from_pressure(const double* p, double* ux, double* uy) const {
  for (double* u : {ux, uy})
    std::fill_n(u, static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0.0);
  add(xn, p, ux), add(yn, p, uy);
}

void GivenInfluence::normal_from_tangential(const double* px, const double* py, double* u) const {
  std::fill_n(u, static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), 0.0);
  add(nx, px, u), add(ny, py, u);
}

// Across, rows of the convolver's grid beyond the problem's carry nothing.
void GivenInfluence::add(Component component, const double* p, double* u) const {
  const GivenCoefficients& c = *coefficients_;
  const bool odd = component == nx || component == xn || component == xy || component == yx;
  for (int jy = 0; jy < height_; ++jy) {
    const double* row = p + static_cast<std::ptrdiff_t>(jy) * width_;
    if (std::all_of(row, row + width_, [](double value) { return value == 0; })) continue;
    for (int iy = std::max(0, jy - c.ny + 1); iy < std::min(height_, jy + c.ny); ++iy) {
      const double* coefficient = c.values[component].data() + c.index(iy - jy, first_row_ + jy);
      add_row(coefficient, odd ? -1 : 1, row, u + static_cast<std::ptrdiff_t>(iy) * width_);
    }
  }
}

void GivenInfluence::add_row(const double* coefficient, double mirrored, const double* p, double* u) const {
  const int last = coefficients_->nx - 1;
  for (int jx = 0; jx < width_; ++jx) {
    if (p[jx] == 0) continue;
    const int middle = jx - ahead_;  // where the offset is zero
    for (int ix = std::max(0, middle); ix < std::min(width_, middle + last + 2); ++ix)
      u[ix] += coefficient[std::min(ix - middle, last)] * p[jx];
    for (int ix = std::max(0, middle - last - 1); ix < std::min(width_, middle); ++ix)
      u[ix] += mirrored * coefficient[std::min(middle - ix, last)] * p[jx];
  }
}

void GivenInfluence::add_layer(double flexibility, const double* p, double* u) const {
  if (flexibility == 0) return;
  for (int iy = 0; iy < height_; ++iy) {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(iy) * width_;
    for (int ix = std::max(0, -ahead_); ix < std::min(width_, width_ - ahead_); ++ix)
      u[row + ix] += flexibility * p[row + ix + ahead_];
  }
}

}  // namespace flangeway::contact::patch
