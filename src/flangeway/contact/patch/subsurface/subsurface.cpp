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

/// 2π times the stress up to a corner (x, y) at depth z ≥ 0, from unit pressure and from unit traction along
/// x: the point solutions of Boussinesq and Cerruti [Johnson1985, ch. 3] integrated over x and y
/// (docs/theory/halfspace.md, eq. 6 and 7).
struct Corner {
  Stress pressure, along_x;
};

double log_sum(double y, double x, double z) {
  return std::asinh(y / std::hypot(x, z));
}  // ln(y+ρ) − ln√(x²+z²)

Corner corner(double x, double y, double z, double poisson) {
  const double rho = std::sqrt(x * x + y * y + z * z), xz = x * x + z * z, yz = y * y + z * z;
  const double solid = std::atan2(x * y, z * rho), product = x * y * z / rho, soft = 1 - 2 * poisson;
  const double turn_x = std::atan(y / x) - std::atan(y * z / (x * rho));
  const double turn_y = std::atan(x / y) - std::atan(x * z / (y * rho));
  const double log_y = log_sum(y, x, z), log_x = log_sum(x, y, z), log_z = std::log(rho + z);
  const double tilt_x = soft * (y * log_z + z * log_y + x * turn_x),
               tilt_y = soft * (x * log_z + z * log_x + y * turn_y);
  const double inverse = x * log_y + y * log_x - z * solid;  // of 1/ρ
  Corner c;
  c.pressure = {soft * (solid - turn_x) - solid + product / xz,
                soft * (solid - turn_y) - solid + product / yz,
                -solid - product / xz - product / yz,
                -soft * log_z - z / rho,
                z * z * y / (xz * rho),
                z * z * x / (yz * rho),
                -z * log_y - tilt_x,
                -z * log_x - tilt_y,
                z * solid + 2 * (1 - poisson) * inverse};
  c.along_x = {2 * log_y + x * x * y / (xz * rho) - soft * y / (rho + z),
               log_y - y / rho + soft * (y / (rho + z) - log_y),
               z * z * y / (xz * rho),
               log_x - x / rho + soft * x / (rho + z),
               product / xz - solid,
               -z / rho,
               inverse + y * log_x - z * solid + soft * (x * log_y - z * turn_x),
               -rho + soft * (rho - z * log_z),
               -z * log_y + tilt_x};
  return c;
}

/// From traction along y: that along x with the axes exchanged.
Stress exchanged(const Stress& s) {
  return {s[1], s[0], s[2], s[3], s[5], s[4], s[7], s[6], s[8]};
}

/// Stress at an offset from an element with unit pressure (0), unit traction along x (1) or y (2).
using StressKernels = std::array<Stress, 3>;

/// The functions of one corner at an offset, for all three.
StressKernels corner_kernels(double x, double y, double z, double poisson) {
  const Corner c = corner(x, y, z, poisson);
  return {c.pressure, c.along_x, exchanged(corner(y, x, z, poisson).along_x)};
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

class Layer {
 public:
  Layer(const Grid& grid, double depth, double poisson)
      : g_(grid), fft_(math::fast_length(2 * grid.nx - 1), math::fast_length(2 * grid.ny - 1)) {
    corners_.reserve(g_.size());
    for (int iy = 0; iy < g_.ny; ++iy)
      for (int ix = 0; ix < g_.nx; ++ix)
        corners_.push_back(corner_kernels((ix + 0.5) * g_.dx, (iy + 0.5) * g_.dy, depth, poisson));
  }

  /// Adds the stresses of one field of tractions. A kernel with a real transform and one with an imaginary
  /// transform share one.
  void add(std::size_t source, const std::vector<double>& traction,
           std::array<math::Spectrum2d, components>& sums) {
    fft_.forward(traction.data(), g_.nx, g_.ny, field_);
    std::vector<std::size_t> real, imaginary;
    for (std::size_t c = 0; c < components; ++c) (parities[source][c].real() ? real : imaginary).push_back(c);
    for (std::size_t k = 0; k < std::max(real.size(), imaginary.size()); ++k) {
      kernel_.assign(static_cast<std::size_t>(fft_.px()) * static_cast<std::size_t>(fft_.py()), 0.0);
      if (k < real.size()) put(source, real[k]);
      if (k < imaginary.size()) put(source, imaginary[k]);
      fft_.forward(kernel_.data(), fft_.px(), fft_.py(), spectrum_);
      if (k < real.size()) add_product(spectrum_.re, field_.re, field_.im, 1, sums[real[k]]);
      if (k < imaginary.size()) add_product(spectrum_.im, field_.im, field_.re, -1, sums[imaginary[k]]);
    }
  }

  void stresses(math::Spectrum2d& sum, std::vector<double>& out) {
    out.resize(g_.size());
    fft_.inverse(sum, out.data(), g_.nx, g_.ny);
  }

 private:
  /// Of the corner (ix + ½, iy + ½) elements away; −1 stands for the one on the other side of the middle.
  [[nodiscard]] double corner_at(int ix, int iy, std::size_t source, std::size_t c) const {
    const Parity parity = parities[source][c];
    const double value = corners_[g_.index(std::max(ix, 0), std::max(iy, 0))][source][c];
    return (ix < 0 && parity.odd_x) != (iy < 0 && parity.odd_y) ? -value : value;
  }

  /// Adds a kernel in all four quadrants. Its parities are opposite to those of its corners.
  void put(std::size_t source, std::size_t c) {
    const Parity parity = parities[source][c];
    const auto place = [&](int ox, int oy) -> double& {
      return kernel_[static_cast<std::size_t>(ox < 0 ? ox + fft_.px() : ox) +
                     static_cast<std::size_t>(fft_.px()) *
                         static_cast<std::size_t>(oy < 0 ? oy + fft_.py() : oy)];
    };
    for (int oy = 0; oy < g_.ny; ++oy)
      for (int ox = 0; ox < g_.nx; ++ox) {
        const double k = (corner_at(ox, oy, source, c) - corner_at(ox - 1, oy, source, c) -
                          corner_at(ox, oy - 1, source, c) + corner_at(ox - 1, oy - 1, source, c)) /
                         (2 * pi);
        const double left = parity.odd_x ? k : -k;
        place(ox, oy) += k;
        if (ox > 0) place(-ox, oy) += left;
        if (oy > 0) place(ox, -oy) += parity.odd_y ? k : -k;
        if (ox > 0 && oy > 0) place(-ox, -oy) += parity.odd_y ? left : -left;
      }
  }

  /// Kernel times `re` (with a sign) and `im` onto the real and the imaginary part of a sum.
  static void add_product(const std::vector<double>& kernel, const std::vector<double>& re,
                          const std::vector<double>& im, double sign, math::Spectrum2d& sum) {
    sum.re.resize(kernel.size(), 0.0);
    sum.im.resize(kernel.size(), 0.0);
    for (std::size_t i = 0; i < kernel.size(); ++i) {
      sum.re[i] += sign * kernel[i] * re[i];
      sum.im[i] += kernel[i] * im[i];
    }
  }

  const Grid& g_;
  math::RealFft2d fft_;
  std::vector<StressKernels> corners_;  // of one quadrant
  math::Spectrum2d field_, spectrum_;
  std::vector<double> kernel_;
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
  std::array<math::Spectrum2d, components> sums;
  layer.add(0, tractions.pressure, sums);
  layer.add(1, x, sums);
  layer.add(2, y, sums);
  std::array<std::vector<double>, components> out;
  for (std::size_t c = 0; c < components; ++c) layer.stresses(sums[c], out[c]);
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
