#include "flangeway/contact/patch/boundary_elements/slip_operator.hpp"

#include <algorithm>

#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"

namespace flangeway::contact::patch {

SlipOperator::SlipOperator(const TangentialInput& in, Convolver& convolver, TangentialWork& work)
    : in_(in), e_(*in.elements), a_(convolver), w_(work), n_(e_.count()) {
  const auto size =
      static_cast<std::size_t>(convolver.spec().nx) * static_cast<std::size_t>(convolver.spec().ny);
  for (auto* v : {&w_.box_a, &w_.box_b, &w_.box_c, &w_.box_d, &w_.displacement_x, &w_.displacement_y})
    v->assign(size, 0.0);
}

double SlipOperator::flexibility() {
  if (flexibility_ == 0) find_flexibility();
  return flexibility_;
}

void SlipOperator::apply(const double* p, double* y, Precision precision) {
  scatter(p, w_.box_a.data());
  scatter(p + n_, w_.box_b.data());
  a_.estimate_tangential(w_.box_a.data(), w_.box_b.data(), w_.box_c.data(), w_.box_d.data(), precision);
  ++products_;
  read(w_.box_c.data(), w_.box_d.data(), y);
}

void SlipOperator::begin(const double* p, double* y) {
  displace(p, w_.displacement_x.data(), w_.displacement_y.data(), Precision::full);
  read(w_.displacement_x.data(), w_.displacement_y.data(), y);
}

void SlipOperator::go_on(const double* change, double* y) {
  displace(change, w_.box_c.data(), w_.box_d.data(), Precision::single);
  add_scaled(w_.displacement_x.data(), 1, w_.box_c.data(), w_.box_c.size());
  add_scaled(w_.displacement_y.data(), 1, w_.box_d.data(), w_.box_d.size());
  read(w_.displacement_x.data(), w_.displacement_y.data(), y);
}

void SlipOperator::inverse(const double* r, double* z) {
  scatter(r, w_.box_a.data());
  scatter(r + n_, w_.box_b.data());
  a_.tangential_inverse(w_.box_a.data(), w_.box_b.data(), w_.box_c.data(), w_.box_d.data());
  for (std::size_t i = 0; i < n_; ++i) {
    z[i] = w_.box_c[e_.local[i]];
    z[n_ + i] = w_.box_d[e_.local[i]];
  }
  ++products_;
}

void SlipOperator::displace(const double* p, double* x, double* y, Precision precision) {
  scatter(p, w_.box_a.data());
  scatter(p + n_, w_.box_b.data());
  a_.tangential(w_.box_a.data(), w_.box_b.data(), x, y, precision);
  ++products_;
}

// Applies L to displacements.
void SlipOperator::read(const double* ux, const double* uy, double* y) const {
  const std::ptrdiff_t ahead = in_.steady ? e_.direction : 0;
  for (std::size_t i = 0; i < n_; ++i) {
    const auto at = static_cast<std::ptrdiff_t>(e_.local[i]);
    y[i] = ux[at];
    y[n_ + i] = uy[at];
    if (!in_.steady) continue;
    y[i] -= ux[at + ahead];
    y[n_ + i] -= uy[at + ahead];
  }
}

void SlipOperator::scatter(const double* values, double* box) const {
  for (std::size_t i = 0; i < n_; ++i) box[e_.local[i]] = values[i];
}

void SlipOperator::find_flexibility() {
  scatter(in_.bound, w_.box_a.data());
  std::fill(w_.box_b.begin(), w_.box_b.end(), 0.0);
  a_.tangential(w_.box_a.data(), w_.box_b.data(), w_.box_c.data(), w_.box_d.data());
  double work_done = 0, norm = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    work_done += in_.bound[i] * w_.box_c[e_.local[i]];
    norm += in_.bound[i] * in_.bound[i];
  }
  flexibility_ = norm > 0 ? work_done / norm : diagonal();  // no friction: nothing is carried
}

}  // namespace flangeway::contact::patch
