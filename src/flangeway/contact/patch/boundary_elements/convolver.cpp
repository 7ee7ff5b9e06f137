#include "flangeway/contact/patch/boundary_elements/convolver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/dense.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::contact::patch {
namespace {

struct ComplexField {
  const double *re, *im;
};

/// out ← out + factor·(f · a), complex.
FLANGEWAY_VECTOR_CLONES
void multiply_add(ComplexField f, ComplexField a, double factor, double* __restrict out_re,
                  double* __restrict out_im, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    out_re[i] += factor * (f.re[i] * a.re[i] - f.im[i] * a.im[i]);
    out_im[i] += factor * (f.re[i] * a.im[i] + f.im[i] * a.re[i]);
  }
}

ComplexField view(const math::Spectrum2d& s) {
  return {s.re.data(), s.im.data()};
}

void clear(math::Spectrum2d& s, std::size_t n) {
  s.re.assign(n, 0.0);
  s.im.assign(n, 0.0);
}

/// Inverts the symmetric 2 × 2 matrices, with a floor under their smaller eigenvalue: the periodic
/// continuation may lose positive definiteness at a few wave numbers.
void invert(const std::vector<double>& xx, const std::vector<double>& yy, const std::vector<double>& xy,
            std::vector<double>& ixx, std::vector<double>& iyy, std::vector<double>& ixy, double floor) {
  const std::size_t n = xx.size();
  for (std::vector<double>* v : {&ixx, &iyy, &ixy}) v->resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double mean = 0.5 * (xx[i] + yy[i]), half = 0.5 * (xx[i] - yy[i]);
    const double radius = std::hypot(half, xy[i]), lift = std::max(0.0, floor - (mean - radius));
    const double a = xx[i] + lift, b = yy[i] + lift, determinant = a * b - xy[i] * xy[i];
    ixx[i] = b / determinant;
    iyy[i] = a / determinant;
    ixy[i] = -xy[i] / determinant;
  }
}

constexpr double relative_floor =
    0.3;  // of the value at the largest wave number, about the smallest there is

/// Period of the approximate inverses: two elements between one end of the grid and the image of the other. A
/// single row or column stays single.
int short_period(int n) {
  return math::fast_length(std::min(n + 2, 2 * n - 1));
}

}  // namespace

Convolver::Convolver(const InfluenceTable& table)
    : spec_(table.spec),
      fft_(math::fast_length(2 * spec_.nx - 1), math::fast_length(2 * spec_.ny - 1)),
      single_fft_(fft_.px(), fft_.py()),
      short_fft_(short_period(spec_.nx), short_period(spec_.ny)),
      lopsided_(spec_.shift != 0 || spec_.material.is_viscous()) {
  transform(fft_, table.zz, zz_, zz_im_);
  transform(fft_, table.xx, xx_, xx_im_);
  transform(fft_, table.yy, yy_, yy_im_);
  transform(fft_, table.xy, xy_, xy_im_);
  if (!table.xz.empty()) {
    transform(fft_, table.xz, xz_re_, xz_im_);
    transform(fft_, table.yz, yz_re_, yz_im_);
  }
  if (spec_.shift != 0) return;
  if (spec_.material.is_viscous()) {
    InfluenceSpec elastic = spec_;
    elastic.material.delayed = {};
    const InfluenceTable at_once = influence_table(elastic);
    Values zz, unused;
    transform(fft_, at_once.zz, zz, unused);
    delays_ = Delays(spec_);
    set_inverses(at_once, zz);
    return;
  }
  set_inverses(table, zz_);
  zz_single_ = single_fft_.arranged(zz_);
  xx_single_ = single_fft_.arranged(xx_);
  yy_single_ = single_fft_.arranged(yy_);
  xy_single_ = single_fft_.arranged(xy_);
  for (Values* spectrum : {&zz_, &xx_, &yy_, &xy_}) *spectrum = fft_.arranged(*spectrum);
}

Delays::Delays(const InfluenceSpec& spec) : nx_(static_cast<std::size_t>(spec.nx)) {
  const ElasticPair& m = spec.material;
  for (const DelayedResponse& d : m.delayed) {
    if (d.compliance == 0) continue;
    if (d.length != 0) forward_ = d.length > 0;  // else as the other body
    // Compliance that comes with time over that of both bodies which is there at once, in the normal
    // direction.
    const double share = d.compliance * (1 - d.poisson_ratio) * m.shear_modulus / (2 * (1 - m.poisson_ratio));
    bodies_.push_back({share, d.length == 0 ? 0 : std::exp(-spec.dx / std::abs(d.length))});
  }
}

void Delays::undo(double* p, std::size_t size) const {
  FLANGEWAY_ASSERT(size % nx_ == 0, "the field has whole rows");
  double own = 1;
  for (const Body& body : bodies_) own += body.share * (1 - body.kept);
  for (std::size_t row = 0; row < size; row += nx_) {
    std::array<double, 2> come{};  // of each body, what has come with time where the particle is
    for (std::size_t k = 0; k < nx_; ++k) {
      double& here = p[row + (forward_ ? nx_ - 1 - k : k)];
      for (std::size_t b = 0; b < bodies_.size(); ++b) here -= bodies_[b].share * bodies_[b].kept * come[b];
      here /= own;
      for (std::size_t b = 0; b < bodies_.size(); ++b)
        come[b] = bodies_[b].kept * come[b] + (1 - bodies_[b].kept) * here;
    }
  }
}

void Convolver::set_inverses(const InfluenceTable& table, const Values& zz_long) {
  Values zz, xx, yy, xy, unused, ixx, iyy, ixy;
  math::RealFft2d fft(short_fft_.px(), short_fft_.py());
  transform(fft, table.zz, zz, unused);
  transform(fft, table.xx, xx, unused);
  transform(fft, table.yy, yy, unused);
  transform(fft, table.xy, xy, unused);
  const double smallest = *std::min_element(zz_long.begin(), zz_long.end(),
                                            [](double a, double b) { return std::abs(a) < std::abs(b); });
  const double floor = relative_floor * std::abs(smallest);
  for (double& value : zz) value = 1 / std::max(value, floor);
  // The elastic layer yields to pressures only.
  invert(xx, yy, xy, ixx, iyy, ixy, relative_floor * (std::abs(smallest) - spec_.layer_flexibility));
  zz_inverse_ = short_fft_.arranged(zz);
  xx_inverse_ = short_fft_.arranged(ixx);
  yy_inverse_ = short_fft_.arranged(iyy);
  xy_inverse_ = short_fft_.arranged(ixy);
  Values unit(static_cast<std::size_t>(spec_.nx) * static_cast<std::size_t>(spec_.ny)), none = unit, x, y;
  // Element at the trailing edge, for visco-elastic bodies; mirror images have the same.
  const std::size_t at = delays_.forward() ? 0 : static_cast<std::size_t>(spec_.nx) - 1;
  unit[at] = 1, x = y = none;
  tangential_inverse(unit.data(), none.data(), x.data(), y.data());
  own_flexibility_ = 1 / x[at];
}

// The table wrapped around the origin: offset o at o modulo the length. Offsets that the products do not need
// take their nearest neighbour's value, so that the periodic continuation stays smooth and its inverse
// positive.
void Convolver::transform(math::RealFft2d& fft, const Values& table, Values& re, Values& im) {
  const auto px = static_cast<std::size_t>(fft.px()), py = static_cast<std::size_t>(fft.py());
  const std::size_t width = 2 * static_cast<std::size_t>(spec_.nx) - 1;
  const auto offset = [](std::size_t k, int length, int n) {
    const int o = static_cast<int>(k);
    return std::clamp(2 * o < length + 1 ? o : o - length, 1 - n, n - 1) + n - 1;
  };
  Values wrapped(px * py);
  for (std::size_t y = 0; y < py; ++y) {
    const double* from = &table[static_cast<std::size_t>(offset(y, fft.py(), spec_.ny)) * width];
    for (std::size_t x = 0; x < px; ++x) wrapped[x + px * y] = from[offset(x, fft.px(), spec_.nx)];
  }
  fft.forward(wrapped.data(), fft.px(), fft.py(), a_);
  re = a_.re;
  im = a_.im;
}

KernelSpectra Convolver::spectra() const {
  const auto of = [this](const Values& re, const Values& im) {
    return lopsided_ ? math::Spectrum2d{re, im} : math::Spectrum2d{fft_.plain(re), {}};
  };
  KernelSpectra result{fft_.px(), fft_.py(), {}};
  const auto at = [&](Kernel kernel) -> math::Spectrum2d& {
    return result.of[static_cast<std::size_t>(kernel)];
  };
  at(Kernel::along) = of(xx_, xx_im_);
  at(Kernel::along_across) = of(xy_, xy_im_);
  at(Kernel::across) = of(yy_, yy_im_);
  at(Kernel::normal) = of(zz_, zz_im_);
  at(Kernel::pressure_along) = {xz_re_, xz_im_};
  at(Kernel::pressure_across) = {yz_re_, yz_im_};
  return result;
}

void Convolver::plane_normal(const double* p, double* u, Precision precision) {
  if (!lopsided_ && precision == Precision::single)
    return single_fft_.filter(p, spec_.nx, spec_.ny, zz_single_, u);
  if (!lopsided_) return fft_.filter(p, spec_.nx, spec_.ny, zz_, u);
  forward(p, a_);
  clear(c_, zz_.size());
  multiply_add({zz_.data(), zz_im_.data()}, view(a_), 1, c_.re.data(), c_.im.data(), zz_.size());
  inverse(c_, u);
}

void Convolver::normal_inverse(const double* r, double* z) {
  short_fft_.filter(r, spec_.nx, spec_.ny, zz_inverse_, z);
  if (delays_.any()) delays_.undo(z, size());
}

void Convolver::plane_tangential(const double* px, const double* py, double* ux, double* uy,
                                 Precision precision) {
  if (!lopsided_ && precision == Precision::single)
    return single_fft_.filter(px, py, spec_.nx, spec_.ny,
                              {xx_single_.data(), yy_single_.data(), xy_single_.data()}, ux, uy);
  if (!lopsided_) {
    fft_.filter(px, py, spec_.nx, spec_.ny, {xx_.data(), yy_.data(), xy_.data()}, ux, uy);
    return;
  }
  const std::size_t n = xx_.size();
  forward(px, a_);
  forward(py, b_);
  const ComplexField xx{xx_.data(), xx_im_.data()}, yy{yy_.data(), yy_im_.data()},
      xy{xy_.data(), xy_im_.data()};
  clear(c_, n);
  multiply_add(xx, view(a_), 1, c_.re.data(), c_.im.data(), n);
  multiply_add(xy, view(b_), 1, c_.re.data(), c_.im.data(), n);
  inverse(c_, ux);
  clear(c_, n);
  multiply_add(xy, view(a_), 1, c_.re.data(), c_.im.data(), n);
  multiply_add(yy, view(b_), 1, c_.re.data(), c_.im.data(), n);
  inverse(c_, uy);
}

void Convolver::tangential_inverse(const double* rx, const double* ry, double* zx, double* zy) {
  short_fft_.filter(rx, ry, spec_.nx, spec_.ny, {xx_inverse_.data(), yy_inverse_.data(), xy_inverse_.data()},
                    zx, zy);
  if (!delays_.any()) return;
  delays_.undo(zx, size());
  delays_.undo(zy, size());
}

void Convolver::whole_tangential_from_pressure(const double* p, double* ux, double* uy) {
  if (given_.any()) return given_.tangential_from_pressure(p, ux, uy);
  if (conformal_.curved()) return conformal_.tangential_from_pressure(p, ux, uy, is_coupled());
  const std::size_t n = xz_re_.size();
  forward(p, a_);
  clear(b_, n);
  multiply_add({xz_re_.data(), xz_im_.data()}, view(a_), 1, b_.re.data(), b_.im.data(), n);
  inverse(b_, ux);
  clear(b_, n);
  multiply_add({yz_re_.data(), yz_im_.data()}, view(a_), 1, b_.re.data(), b_.im.data(), n);
  inverse(b_, uy);
}

// The displacement in z from a traction in x is minus that in x from pressure.
void Convolver::whole_normal_from_tangential(const double* px, const double* py, double* u) {
  if (given_.any()) return given_.normal_from_tangential(px, py, u);
  if (conformal_.curved()) return conformal_.normal_from_tangential(px, py, u, is_coupled());
  const std::size_t n = xz_re_.size();
  clear(c_, n);
  forward(px, a_);
  multiply_add({xz_re_.data(), xz_im_.data()}, view(a_), -1, c_.re.data(), c_.im.data(), n);
  forward(py, b_);
  multiply_add({yz_re_.data(), yz_im_.data()}, view(b_), -1, c_.re.data(), c_.im.data(), n);
  inverse(c_, u);
}

void Convolver::whole_normal(const double* p, double* u, Precision precision) {
  if (given_.any()) return given_.normal(p, u);
  if (conformal_.curved()) return conformal_.normal(p, u, is_coupled(), conformal_precision(precision));
  plane_normal(p, u, precision);
}

void Convolver::whole_tangential(const double* px, const double* py, double* ux, double* uy,
                                 Precision precision) {
  if (given_.any()) return given_.tangential(px, py, ux, uy);
  if (conformal_.curved())
    return conformal_.tangential(px, py, ux, uy, is_coupled(), conformal_precision(precision));
  plane_tangential(px, py, ux, uy, precision);
}

void Convolver::set_interaction(const SubPatchInteraction& interaction, const Grid& grid, const Box& box) {
  modes_.clear();
  const std::vector<double>& factor = interaction.factor;
  const auto parts = static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(factor.size()))));
  const Eigen::Map<const Eigen::MatrixXd> matrix(factor.data(), parts, parts);
  const math::SymmetricEigenpairs pairs = math::symmetric_eigenpairs(matrix);
  for (Eigen::Index k = 0; k < parts; ++k) {
    if (std::abs(pairs.values(k)) < 1e-14) continue;
    Values& weight = modes_.emplace_back(Mode{pairs.values(k), Values(size(), 0.0)}).weight;
    for (int y = 0; y < std::min(box.ny(), spec_.ny); ++y)
      for (int x = 0; x < std::min(box.nx(), spec_.nx); ++x)
        weight[static_cast<std::size_t>(x) +
               static_cast<std::size_t>(spec_.nx) * static_cast<std::size_t>(y)] =
            pairs.vectors(interaction.part_at(grid, box.x_first + x, box.y_first + y), k);
  }
  for (Values* field : {&mode_x_, &mode_y_, &moved_x_, &moved_y_}) field->resize(size());
}

bool Convolver::may_be_indefinite() const {
  return given_.any() || spec_.material.is_viscous() ||
         std::any_of(modes_.begin(), modes_.end(), [](const Mode& mode) { return mode.share < 0; });
}

void Convolver::weigh(std::size_t mode, const double* field, Values& out) const {
  const Values& weight = modes_[mode].weight;
  for (std::size_t i = 0; i < weight.size(); ++i) out[i] = weight[i] * field[i];
}

void Convolver::add_mode(std::size_t mode, const Values& field, double* u) const {
  const Mode& m = modes_[mode];
  for (std::size_t i = 0; i < field.size(); ++i) u[i] += m.share * m.weight[i] * field[i];
}

void Convolver::normal(const double* p, double* u, Precision precision) {
  if (modes_.empty()) return whole_normal(p, u, precision);
  std::fill_n(u, mode_x_.size(), 0.0);
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    weigh(k, p, mode_x_);
    whole_normal(mode_x_.data(), moved_x_.data(), precision);
    add_mode(k, moved_x_, u);
  }
}

void Convolver::tangential(const double* px, const double* py, double* ux, double* uy, Precision precision) {
  if (modes_.empty()) return whole_tangential(px, py, ux, uy, precision);
  std::fill_n(ux, mode_x_.size(), 0.0), std::fill_n(uy, mode_x_.size(), 0.0);
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    weigh(k, px, mode_x_), weigh(k, py, mode_y_);
    whole_tangential(mode_x_.data(), mode_y_.data(), moved_x_.data(), moved_y_.data(), precision);
    add_mode(k, moved_x_, ux), add_mode(k, moved_y_, uy);
  }
}

void Convolver::estimate_tangential(const double* px, const double* py, double* ux, double* uy,
                                    Precision precision) {
  if (only_estimates()) return plane_tangential(px, py, ux, uy, precision);
  tangential(px, py, ux, uy, precision);
}

void Convolver::tangential_from_pressure(const double* p, double* ux, double* uy) {
  if (modes_.empty()) return whole_tangential_from_pressure(p, ux, uy);
  std::fill_n(ux, mode_x_.size(), 0.0), std::fill_n(uy, mode_x_.size(), 0.0);
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    weigh(k, p, mode_x_);
    whole_tangential_from_pressure(mode_x_.data(), moved_x_.data(), moved_y_.data());
    add_mode(k, moved_x_, ux), add_mode(k, moved_y_, uy);
  }
}

void Convolver::normal_from_tangential(const double* px, const double* py, double* u) {
  if (modes_.empty()) return whole_normal_from_tangential(px, py, u);
  std::fill_n(u, mode_x_.size(), 0.0);
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    weigh(k, px, mode_x_), weigh(k, py, mode_y_);
    whole_normal_from_tangential(mode_x_.data(), mode_y_.data(), moved_x_.data());
    add_mode(k, moved_x_, u);
  }
}

}  // namespace flangeway::contact::patch
