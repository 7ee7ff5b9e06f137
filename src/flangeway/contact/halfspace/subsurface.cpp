#include "flangeway/contact/halfspace/subsurface.hpp"

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>

#include "flangeway/math/real_fft_2d.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::halfspace {
namespace {

constexpr std::size_t components = 6;  // xx, yy, zz, xy, xz, yz
using Stress = std::array<double, components>;

/// 2π times the stress up to a corner (x, y) at depth z ≥ 0, from unit pressure and from unit traction along
/// x: the point solutions of Boussinesq and Cerruti [Johnson1985, ch. 3] integrated over x and y.
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
  const double log_y = log_sum(y, x, z), log_x = log_sum(x, y, z);
  Corner c;
  c.pressure = {soft * (solid - turn_x) - solid + product / xz,
                soft * (solid - turn_y) - solid + product / yz,
                -solid - product / xz - product / yz,
                -soft * std::log(rho + z) - z / rho,
                z * z * y / (xz * rho),
                z * z * x / (yz * rho)};
  c.along_x = {2 * log_y + x * x * y / (xz * rho) - soft * y / (rho + z),
               log_y - y / rho + soft * (y / (rho + z) - log_y),
               z * z * y / (xz * rho),
               log_x - x / rho + soft * x / (rho + z),
               product / xz - solid,
               -z / rho};
  return c;
}

/// From traction along y: that along x with the axes exchanged.
Stress exchanged(const Stress& s) {
  return {s[1], s[0], s[2], s[3], s[5], s[4]};
}

/// Stress at an offset from an element with unit pressure (0), unit traction along x (1) or y (2).
using Kernels = std::array<Stress, 3>;

class Layer {
 public:
  Layer(const Grid& grid, double depth, double poisson)
      : g_(grid), fft_(math::fast_length(2 * grid.nx - 1), math::fast_length(2 * grid.ny - 1)) {
    const auto size = static_cast<std::size_t>(fft_.px()) * static_cast<std::size_t>(fft_.py());
    for (auto& source : kernels_) {
      for (auto& component : source) component.assign(size, 0.0);
    }
    for (int oy = 1 - g_.ny; oy < g_.ny; ++oy) {
      for (int ox = 1 - g_.nx; ox < g_.nx; ++ox) put(ox, oy, offset(ox * g_.dx, oy * g_.dy, depth, poisson));
    }
  }

  /// Adds the stresses of one field of tractions.
  void add(std::size_t source, const std::vector<double>& traction,
           std::array<math::Spectrum2d, components>& sums) {
    math::Spectrum2d field, kernel;
    fft_.forward(traction.data(), g_.nx, g_.ny, field);
    for (std::size_t c = 0; c < components; ++c) {
      fft_.forward(kernels_[source][c].data(), fft_.px(), fft_.py(), kernel);
      sums[c].re.resize(fft_.spectrum_size(), 0.0);
      sums[c].im.resize(fft_.spectrum_size(), 0.0);
      for (std::size_t i = 0; i < field.re.size(); ++i) {
        sums[c].re[i] += kernel.re[i] * field.re[i] - kernel.im[i] * field.im[i];
        sums[c].im[i] += kernel.re[i] * field.im[i] + kernel.im[i] * field.re[i];
      }
    }
  }

  void stresses(math::Spectrum2d& sum, std::vector<double>& out) {
    out.resize(g_.size());
    fft_.inverse(sum, out.data(), g_.nx, g_.ny);
  }

 private:
  [[nodiscard]] Kernels offset(double x, double y, double z, double poisson) const {
    Kernels k{};
    for (const int i : {-1, 1}) {
      for (const int j : {-1, 1}) {
        const double cx = x + 0.5 * i * g_.dx, cy = y + 0.5 * j * g_.dy, factor = i * j / (2 * pi);
        const Corner c = corner(cx, cy, z, poisson);
        const Stress along_y = exchanged(corner(cy, cx, z, poisson).along_x);
        for (std::size_t s = 0; s < components; ++s) {
          k[0][s] += factor * c.pressure[s];
          k[1][s] += factor * c.along_x[s];
          k[2][s] += factor * along_y[s];
        }
      }
    }
    return k;
  }

  void put(int ox, int oy, const Kernels& k) {
    const std::size_t at =
        static_cast<std::size_t>(ox < 0 ? ox + fft_.px() : ox) +
        static_cast<std::size_t>(fft_.px()) * static_cast<std::size_t>(oy < 0 ? oy + fft_.py() : oy);
    for (std::size_t source = 0; source < 3; ++source) {
      for (std::size_t c = 0; c < components; ++c) kernels_[source][c][at] = k[source][c];
    }
  }

  const Grid& g_;
  math::RealFft2d fft_;
  std::array<std::array<std::vector<double>, components>, 3> kernels_;
};

void set_invariants(StressField& f) {
  const std::size_t n = f.xx.size();
  f.hydrostatic.resize(n), f.mises.resize(n), f.tresca.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    Mat3 s;
    s << f.xx[i], f.xy[i], f.xz[i], f.xy[i], f.yy[i], f.yz[i], f.xz[i], f.yz[i], f.zz[i];
    f.hydrostatic[i] = s.trace() / 3;
    const Mat3 deviator = s - f.hydrostatic[i] * Mat3::Identity();
    f.mises[i] = std::sqrt(1.5 * deviator.squaredNorm());
    Eigen::SelfAdjointEigenSolver<Mat3> solver;
    solver.computeDirect(deviator, Eigen::EigenvaluesOnly);
    f.tresca[i] = solver.eigenvalues()(2) - solver.eigenvalues()(0);
  }
}

}  // namespace

StressField subsurface_stress(const Grid& grid, const Tractions& tractions, double poisson_ratio, double z) {
  StressField f;
  f.z = z;
  // Body 2 is the mirror image: z → −z, with the tangential tractions that act on it.
  const double side = z < 0 ? -1 : 1;
  std::vector<double> x = tractions.x, y = tractions.y;
  for (std::vector<double>* t : {&x, &y}) {
    for (double& value : *t) value *= side;
  }
  Layer layer(grid, std::abs(z), poisson_ratio);
  std::array<math::Spectrum2d, components> sums;
  layer.add(0, tractions.pressure, sums);
  layer.add(1, x, sums);
  layer.add(2, y, sums);
  const std::array<std::vector<double>*, components> out{&f.xx, &f.yy, &f.zz, &f.xy, &f.xz, &f.yz};
  for (std::size_t c = 0; c < components; ++c) layer.stresses(sums[c], *out[c]);
  for (std::vector<double>* shear : {&f.xz, &f.yz}) {
    for (double& value : *shear) value *= side;
  }
  set_invariants(f);
  return f;
}

}  // namespace flangeway::contact::halfspace
