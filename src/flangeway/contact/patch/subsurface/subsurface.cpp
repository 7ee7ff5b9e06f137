#include "flangeway/contact/patch/subsurface/subsurface.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/math/real_fft_2d.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

constexpr std::size_t components = 9;  // xx, yy, zz, xy, xz, yz, and 2G times ux, uy, uz
using Stress = std::array<double, components>;

/// 2π times the stress up to a corner (x, y) at depth z ≥ 0, from unit pressure (0) and from unit traction
/// along x (1) and y (2), which is that along x with the axes exchanged: the point solutions of Boussinesq
/// and Cerruti [Johnson1985, ch. 3] integrated over x and y (docs/theory/halfspace.md, eq. 6 and 7).
using StressKernels = std::array<Stress, 3>;

double log_sum(double y, double x, double z) {
  return std::asinh(y / std::hypot(x, z));
}  // ln(y+ρ) − ln√(x²+z²)

StressKernels corner_kernels(double x, double y, double z, double poisson) {
  const double rho = std::sqrt(x * x + y * y + z * z), xz = x * x + z * z, yz = y * y + z * z;
  const double solid = std::atan2(x * y, z * rho), product = x * y * z / rho, soft = 1 - 2 * poisson;
  const double turn_x = std::atan(y / x) - std::atan(y * z / (x * rho));
  const double turn_y = std::atan(x / y) - std::atan(x * z / (y * rho));
  const double log_y = log_sum(y, x, z), log_x = log_sum(x, y, z), log_z = std::log(rho + z);
  const double tilt_x = soft * (y * log_z + z * log_y + x * turn_x),
               tilt_y = soft * (x * log_z + z * log_x + y * turn_y);
  const double inverse = x * log_y + y * log_x - z * solid;  // of 1/ρ
  const double flat_x = x / (rho + z), flat_y = y / (rho + z), level = z / rho,
               across = -rho + soft * (rho - z * log_z);
  const Stress pressure{soft * (solid - turn_x) - solid + product / xz,
                        soft * (solid - turn_y) - solid + product / yz,
                        -solid - product / xz - product / yz,
                        -soft * log_z - level,
                        z * z * y / (xz * rho),
                        z * z * x / (yz * rho),
                        -z * log_y - tilt_x,
                        -z * log_x - tilt_y,
                        z * solid + 2 * (1 - poisson) * inverse};
  const Stress along_x{2 * log_y + x * x * y / (xz * rho) - soft * flat_y,
                       log_y - y / rho + soft * (flat_y - log_y),
                       z * z * y / (xz * rho),
                       log_x - x / rho + soft * flat_x,
                       product / xz - solid,
                       -level,
                       inverse + y * log_x - z * solid + soft * (x * log_y - z * turn_x),
                       across,
                       -z * log_y + tilt_x};
  const Stress along_y{log_x - x / rho + soft * (flat_x - log_x),
                       2 * log_x + y * y * x / (yz * rho) - soft * flat_x,
                       z * z * x / (yz * rho),
                       log_y - y / rho + soft * flat_y,
                       -level,
                       product / yz - solid,
                       across,
                       inverse + x * log_y - z * solid + soft * (y * log_x - z * turn_y),
                       -z * log_x + tilt_y};
  return {pressure, along_x, along_y};
}

void add_corner(StressKernels& sum, double factor, const StressKernels& k) {
  for (std::size_t source = 0; source < sum.size(); ++source)
    for (std::size_t s = 0; s < components; ++s) sum[source][s] += factor * k[source][s];
}

StressKernels kernels_at(const Grid& g, double x, double y, double z, double poisson) {
  StressKernels k{};
  // Exactly over an edge the functions of the corners are 0/0; their limits are smooth.
  const auto beside = [](double value, double side) {
    return std::abs(value) < 1e-7 * side ? 1e-7 * side : value;
  };
  for (const int i : {-1, 1}) {
    for (const int j : {-1, 1}) {
      const double cx = beside(x + 0.5 * i * g.dx, g.dx), cy = beside(y + 0.5 * j * g.dy, g.dy);
      add_corner(k, i * j / (2 * pi), corner_kernels(cx, cy, z, poisson));
    }
  }
  return k;
}

// Whether the function of a corner changes its sign with x, and with y; so many, in the order of `Stress`.
struct Parity {
  bool odd_x, odd_y;
  /// Over the four corners of an element it is even in both or odd in both: its transform is real. Else it is
  /// imaginary.
  [[nodiscard]] constexpr bool real() const { return odd_x == odd_y; }
};
constexpr Parity both{true, true}, none{false, false}, in_x{true, false}, in_y{false, true};
constexpr std::array<std::array<Parity, components>, 3> parities{
    {{both, both, both, none, in_y, in_x, in_y, in_x, both},
     {in_y, in_y, in_y, in_x, both, none, both, none, in_y},
     {in_x, in_x, in_x, in_y, none, both, none, both, in_x}}};

/// Kernel times `re` (with a sign) and `im` onto the real and the imaginary part of a sum.
void add_product(const double* __restrict kernel, const double* __restrict re, const double* __restrict im,
                 double sign, double* __restrict sum_re, double* __restrict sum_im, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    sum_re[i] += sign * kernel[i] * re[i];
    sum_im[i] += kernel[i] * im[i];
  }
}

/// 1/2π of the differences of a function of corners over the elements of a row.
void difference(const double* __restrict above, const double* __restrict below, double* __restrict out,
                std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = (above[i + 1] - above[i] - below[i + 1] + below[i]) / (2 * pi);
}

class Layer {
 public:
  Layer(const Grid& grid, double depth, double poisson)
      : g_(grid),
        nx_(static_cast<std::size_t>(grid.nx)),
        ny_(static_cast<std::size_t>(grid.ny)),
        fft_(math::fast_length(2 * grid.nx - 1), math::fast_length(2 * grid.ny - 1)),
        line_(nx_),
        kernel_(static_cast<std::size_t>(fft_.px()) * static_cast<std::size_t>(fft_.py())) {
    for (auto& source : corners_)
      for (auto& function : source) function.resize((nx_ + 1) * (ny_ + 1));
    for (std::size_t iy = 0; iy < ny_; ++iy)
      for (std::size_t ix = 0; ix < nx_; ++ix)
        set_corners(ix, iy,
                    corner_kernels((static_cast<double>(ix) + 0.5) * g_.dx,
                                   (static_cast<double>(iy) + 0.5) * g_.dy, depth, poisson));
    for (math::Spectrum2d& sum : sums_)
      sum.re.assign(fft_.spectrum_size(), 0.0), sum.im.assign(fft_.spectrum_size(), 0.0);
  }

  /// Adds the stresses of one field of tractions. A kernel with a real transform and one with an imaginary
  /// transform share one.
  void add(std::size_t source, const std::vector<double>& traction) {
    if (std::all_of(traction.begin(), traction.end(), [](double t) { return t == 0; })) return;
    fft_.forward(traction.data(), g_.nx, g_.ny, field_);
    std::vector<std::size_t> real, imaginary;
    for (std::size_t c = 0; c < components; ++c) (parities[source][c].real() ? real : imaginary).push_back(c);
    for (std::size_t k = 0; k < std::max(real.size(), imaginary.size()); ++k) {
      std::fill(kernel_.begin(), kernel_.end(), 0.0);
      if (k < real.size()) put(source, real[k]);
      if (k < imaginary.size()) put(source, imaginary[k]);
      fft_.forward(kernel_.data(), fft_.px(), fft_.py(), spectrum_);
      if (k < real.size()) add_spectrum(spectrum_.re, field_.re, field_.im, 1, sums_[real[k]]);
      if (k < imaginary.size()) add_spectrum(spectrum_.im, field_.im, field_.re, -1, sums_[imaginary[k]]);
    }
  }

  void component(std::size_t c, std::vector<double>& out) {
    out.resize(g_.size());
    fft_.inverse(sums_[c], out.data(), g_.nx, g_.ny);
  }

 private:
  /// Of the corner (ix + ½, iy + ½) elements away; what lies on the other side of the middle follows.
  void set_corners(std::size_t ix, std::size_t iy, const StressKernels& at) {
    const std::size_t row = nx_ + 1;
    for (std::size_t source = 0; source < corners_.size(); ++source)
      for (std::size_t c = 0; c < components; ++c) {
        const Parity parity = parities[source][c];
        const double value = at[source][c], left = parity.odd_x ? -value : value;
        double* to = &corners_[source][c][ix + row * iy];
        to[row + 1] = value;
        if (ix == 0) to[row] = left;
        if (iy == 0) to[1] = parity.odd_y ? -value : value;
        if (ix == 0 && iy == 0) to[0] = parity.odd_y ? -left : left;
      }
  }

  /// Adds a kernel in all four quadrants. Its parities are opposite to those of its corners.
  void put(std::size_t source, std::size_t c) {
    const Parity parity = parities[source][c];
    const std::size_t px = static_cast<std::size_t>(fft_.px()), py = static_cast<std::size_t>(fft_.py());
    for (std::size_t y = 0; y < ny_; ++y) {
      const double* below = &corners_[source][c][(nx_ + 1) * y];
      difference(below + nx_ + 1, below, line_.data(), nx_);
      put_row(&kernel_[px * y], 1, parity.odd_x ? 1 : -1);
      const double down = parity.odd_y ? 1 : -1;
      if (y > 0) put_row(&kernel_[px * (py - y)], down, parity.odd_x ? down : -down);
    }
  }

  void put_row(double* row, double right, double left) const {
    for (std::size_t x = 0; x < nx_; ++x) row[x] += right * line_[x];
    double* end = row + fft_.px();
    for (std::size_t x = 1; x < nx_; ++x) *(end - x) += left * line_[x];
  }

  static void add_spectrum(const std::vector<double>& kernel, const std::vector<double>& re,
                           const std::vector<double>& im, double sign, math::Spectrum2d& sum) {
    add_product(kernel.data(), re.data(), im.data(), sign, sum.re.data(), sum.im.data(), kernel.size());
  }

  const Grid& g_;
  std::size_t nx_, ny_;
  math::RealFft2d fft_;
  /// Of each function, (nx + 1) × (ny + 1) from −½ element on.
  std::array<std::array<std::vector<double>, components>, 3> corners_;
  math::Spectrum2d field_, spectrum_;
  std::vector<double> line_, kernel_;
  std::array<math::Spectrum2d, components> sums_;
};

/// Body 2 is the mirror image of body 1: z → −z, with the tangential tractions that act on it.
PointStress in_body(const Stress& s, const Material& body, double side) {
  const double soft = 1 / (2 * body.shear_modulus());
  return {s[0], s[1], s[2], s[3], side * s[4], side * s[5], soft * s[6], soft * s[7], side * soft * s[8]};
}

}  // namespace

Invariants invariants(const PointStress& p) {
  Mat3 s;
  s << p.xx, p.xy, p.xz, p.xy, p.yy, p.yz, p.xz, p.yz, p.zz;
  const double mean = s.trace() / 3;
  const Mat3 deviator = s - mean * Mat3::Identity();
  Eigen::SelfAdjointEigenSolver<Mat3> solver;
  solver.computeDirect(deviator, Eigen::EigenvaluesOnly);
  const double largest = solver.eigenvalues()(2), least = solver.eigenvalues()(0);
  return {mean, std::sqrt(1.5 * deviator.squaredNorm()), largest - least, mean + largest, mean + least};
}

StressField subsurface_stress(const Grid& grid, const Tractions& tractions, const Material& body, double z) {
  const double side = z < 0 ? -1 : 1;
  std::vector<double> x = tractions.x, y = tractions.y;
  for (std::vector<double>* t : {&x, &y}) {
    for (double& value : *t) value *= side;
  }
  Layer layer(grid, std::abs(z), body.poisson_ratio);
  layer.add(0, tractions.pressure);
  layer.add(1, x);
  layer.add(2, y);
  std::array<std::vector<double>, components> out;
  for (std::size_t c = 0; c < components; ++c) layer.component(c, out[c]);
  StressField field{z, std::vector<PointStress>(grid.size())};
  for (std::size_t i = 0; i < grid.size(); ++i) {
    Stress stress;
    for (std::size_t c = 0; c < components; ++c) stress[c] = out[c][i];
    field.points[i] = in_body(stress, body, side);
  }
  return field;
}

std::vector<PointStress> subsurface_stress_at(const Grid& grid, const Tractions& tractions,
                                              const Material& body, double z,
                                              const std::vector<Vec2>& points) {
  const double side = z < 0 ? -1 : 1;
  std::vector<PointStress> found;
  for (const Vec2& point : points) {
    Stress sum{};
    for (int iy = 0; iy < grid.ny; ++iy)
      for (int ix = 0; ix < grid.nx; ++ix) {
        const std::size_t i = grid.index(ix, iy);
        if (!(tractions.pressure[i] > 0)) continue;
        const StressKernels k =
            kernels_at(grid, point.x() - grid.x(ix), point.y() - grid.y(iy), std::abs(z), body.poisson_ratio);
        for (std::size_t c = 0; c < components; ++c)
          sum[c] +=
              k[0][c] * tractions.pressure[i] + side * (k[1][c] * tractions.x[i] + k[2][c] * tractions.y[i]);
      }
    found.push_back(in_body(sum, body, side));
  }
  return found;
}

}  // namespace flangeway::contact::patch
