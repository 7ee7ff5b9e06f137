#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/contact/patch/subsurface/corner_stress.hpp"
#include "flangeway/contact/patch/subsurface/subsurface.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/core/parallel.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch.hpp"
#include "flangeway/math/real_fft_2d.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::contact::patch {
namespace {

/// Whether a function changes its sign with x, and with y.
struct Parity {
  bool odd_x = false, odd_y = false;
};

/// Parities of the functions of a corner, by source and component.
constexpr Parity both{true, true}, none{false, false}, in_x{true, false}, in_y{false, true};
constexpr std::array<std::array<Parity, stress_components>, traction_sources> corner_parities{
    {{both, both, both, none, in_y, in_x, in_y, in_x, both},
     {in_y, in_y, in_y, in_x, both, none, both, none, in_y},
     {in_x, in_x, in_x, in_y, none, both, none, both, in_x}}};

/// `factor` times the differences of a function of corners over the elements of a row.
FLANGEWAY_VECTOR_CLONES void difference(const double* __restrict above, const double* __restrict below,
                                        double factor, double* __restrict out, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) out[i] = factor * (above[i + 1] - above[i] - below[i + 1] + below[i]);
}

struct Product {
  const double *here, *mirrored;  ///< the kernel's spectrum is here + side · mirrored
  double side, sign;              ///< sign = −1: it is imaginary, and re and im are exchanged
  const double *re, *im;          ///< of the field
};

/// sum += kernel · field, for the n wave numbers of a row; the first of them sets the sum.
template <bool first>
FLANGEWAY_VECTOR_CLONES void add_product(const Product& p, double* __restrict sum_re,
                                         double* __restrict sum_im, std::size_t n) {
  const double* __restrict here = p.here, * __restrict mirrored = p.mirrored;
  const double* __restrict re = p.re, * __restrict im = p.im;
  const double side = p.side, sign = p.sign;
  for (std::size_t i = 0; i < n; ++i) {
    const double kernel = here[i] + side * mirrored[i];
    sum_re[i] = sign * kernel * re[i] + (first ? 0 : sum_re[i]);
    sum_im[i] = kernel * im[i] + (first ? 0 : sum_im[i]);
  }
}

/// Up to four rows of kernels, which are summed with their signs to the right and to the left of an element.
struct RowSum {
  const double* from[4];
  double right[4], left[4];
};

/// to[x] for x < n, and end[−x] for 0 < x < n.
FLANGEWAY_VECTOR_CLONES void sum_rows(const RowSum& sum, double* __restrict to, double* __restrict end,
                                      std::size_t n) {
  const double* __restrict a = sum.from[0], * __restrict b = sum.from[1], * __restrict c = sum.from[2], * __restrict d = sum.from[3];
  for (std::size_t x = 0; x < n; ++x)
    to[x] = sum.right[0] * a[x] + sum.right[1] * b[x] + sum.right[2] * c[x] + sum.right[3] * d[x];
  for (std::size_t x = 1; x < n; ++x)
    *(end - x) = sum.left[0] * a[x] + sum.left[1] * b[x] + sum.left[2] * c[x] + sum.left[3] * d[x];
}

constexpr std::size_t only_stresses = 6;  // of the components

/// How many columns and rows an element with tractions is away from any element, at most; counted with its
/// own.
struct Reach {
  std::size_t x = 1, y = 1;
};

Reach reach_of(const Grid& grid, const Tractions& tractions) {
  Reach reach;
  const auto acts = [](const std::vector<double>& field, std::size_t i) {
    return i < field.size() && field[i] != 0;
  };
  for (int iy = 0; iy < grid.ny; ++iy)
    for (int ix = 0; ix < grid.nx; ++ix) {
      const std::size_t i = grid.index(ix, iy);
      if (!acts(tractions.pressure, i) && !acts(tractions.x, i) && !acts(tractions.y, i)) continue;
      reach.x = std::max(reach.x, static_cast<std::size_t>(std::max(ix + 1, grid.nx - ix)));
      reach.y = std::max(reach.y, static_cast<std::size_t>(std::max(iy + 1, grid.ny - iy)));
    }
  return reach;
}

/// Room for one more than `n` numbers that are written in batches.
std::size_t row_of_corners(std::size_t n) {
  return n + 1 + math::batch_size;
}

/// The functions of the corners (½, 1½ …) elements to the right, of a row at y; above[x + 1] of each kernel.
struct Corners {
  double dx, y, z, poisson;
};

/// Stress over the distance (x, y) ≥ 0 from an element, in elements.
struct Kernel {
  std::size_t source = 0, component = 0;
  bool odd_x = false, odd_y = false;
  std::size_t sum = 0;  ///< in which it is transformed
  std::vector<double> values;
  /// Even in both or odd in both: its transform is real, else imaginary.
  [[nodiscard]] bool real() const { return odd_x == odd_y; }
};

/// The kernels of the tractions that there are. Four that differ in whether they are odd in x and in y are
/// transformed as one sum: their spectra can be told apart.
std::vector<Kernel> make_kernels(const std::array<bool, traction_sources>& present, std::size_t components) {
  std::vector<Kernel> kernels;
  std::size_t count[2][2] = {};
  for (std::size_t source = 0; source < traction_sources; ++source) {
    for (std::size_t component = 0; component < components && present[source]; ++component) {
      // The difference of the four corners of an element turns both parities round.
      const Parity corner = corner_parities[source][component];
      const bool odd_x = !corner.odd_x, odd_y = !corner.odd_y;
      kernels.push_back({source, component, odd_x, odd_y, count[odd_x][odd_y]++, {}});
    }
  }
  return kernels;
}

/// `count` corners of each kernel, to above[1 …], and up to three more.
template <bool displacements>
FLANGEWAY_VECTORIZED void set_corners(const Corners& row, const std::vector<Kernel>& kernels,
                                      std::size_t count, double* above) {
  using math::Batch;
  const std::size_t width = row_of_corners(count);
  for (std::size_t x = 0; x < count; x += math::batch_size) {
    const Batch place = (static_cast<double>(x) + Batch(0.5, 1.5, 2.5, 3.5)) * row.dx;
    const BasicStressKernels<Batch> at =
        corner_stress<displacements>(place, Batch(row.y), row.z, row.poisson);
    double* to = above + 1 + x;
    for (const Kernel& kernel : kernels) {
      at[kernel.source][kernel.component].store(to);
      to += width;
    }
  }
}

}  // namespace

class StressLayers::Transforms {
 public:
  Transforms(const Grid& grid, const Tractions& tractions, LayerValues values)
      : grid_(grid),
        components_(values == LayerValues::stresses ? only_stresses : stress_components),
        reach_(reach_of(grid, tractions)),
        fft_(length_for(reach_.x, grid.nx), length_for(reach_.y, grid.ny)),
        packed_(static_cast<std::size_t>(fft_.px()) * static_cast<std::size_t>(fft_.py()), 0.0) {
    const std::array<const std::vector<double>*, traction_sources> fields{&tractions.pressure, &tractions.x,
                                                                          &tractions.y};
    std::array<bool, traction_sources> present{};
    for (std::size_t source = 0; source < traction_sources; ++source) {
      const std::vector<double>& field = *fields[source];
      present[source] = std::any_of(field.begin(), field.end(), [](double t) { return t != 0; });
      if (present[source]) fft_.forward(field.data(), grid.nx, grid.ny, fields_[source]);
    }
    kernels_ = make_kernels(present, components_);
    std::size_t sums = 0;
    for (Kernel& kernel : kernels_) {
      kernel.values.resize(reach_.x * reach_.y);
      sums = std::max(sums, kernel.sum + 1);
    }
    spectra_.resize(sums);
    for (std::vector<double>* corners : {&above_, &below_})
      corners->resize(kernels_.size() * row_of_corners(reach_.x));
    for (std::size_t c = 0; c < components_; ++c) {
      out_[c].resize(grid.size());
      for (std::vector<double>* part : {&stresses_[c].re, &stresses_[c].im})
        part->resize(fft_.spectrum_size());
    }
  }

  void fill(const Material& body, double z, StressField& field) {
    const double side = z < 0 ? -1 : 1;
    set_kernels(std::abs(z), body.poisson_ratio, side);
    for (std::size_t sum = 0; sum < spectra_.size(); ++sum) {
      pack(sum);
      fft_.forward(packed_.data(), fft_.px(), fft_.py(), spectra_[sum]);
    }
    multiply();
    for (std::size_t c = 0; c < components_; ++c)
      fft_.inverse(stresses_[c], out_[c].data(), grid_.nx, grid_.ny);
    field.z = z;
    field.points.resize(grid_.size());
    for (std::size_t i = 0; i < grid_.size(); ++i) {
      Stress stress{};
      for (std::size_t c = 0; c < components_; ++c) stress[c] = out_[c][i];
      field.points[i] = in_body(stress, body, side);
    }
  }

 private:
  void set_kernels(double depth, double poisson, double side);
  static int length_for(std::size_t reach, int points) {
    return math::fast_length(std::max(2 * static_cast<int>(reach) - 1, points));
  }
  void pack(std::size_t sum);
  void put_row(std::size_t y, bool up, double* to) const;
  void multiply();

  const Grid grid_;
  const std::size_t components_;
  const Reach reach_;  ///< of the kernels
  math::RealFft2d fft_;
  std::vector<double> packed_;  ///< px × py, zero where no distance is put
  std::array<math::Spectrum2d, traction_sources> fields_;
  std::vector<Kernel> kernels_;
  std::vector<math::Spectrum2d> spectra_;  ///< of the sums of kernels
  std::vector<double> above_, below_;      ///< functions of a row of corners, from −½ element on
  std::array<math::Spectrum2d, stress_components> stresses_;
  std::array<std::vector<double>, stress_components> out_;
  std::vector<const Kernel*> summed_;
};

/// Half of the kernels, since add_product() sums both sides. The tangential tractions that act on body 2 are
/// the opposite ones.
void StressLayers::Transforms::set_kernels(double depth, double poisson, double side) {
  const std::size_t width = row_of_corners(reach_.x);
  const auto set = components_ > only_stresses ? set_corners<true> : set_corners<false>;
  for (std::size_t y = 0; y < reach_.y; ++y) {
    set({grid_.dx, (static_cast<double>(y) + 0.5) * grid_.dy, depth, poisson}, kernels_, reach_.x,
        above_.data());
    for (std::size_t k = 0; k < kernels_.size(); ++k) {
      Kernel& kernel = kernels_[k];
      double *above = &above_[k * width], *below = &below_[k * width];
      above[0] = kernel.odd_x ? above[1] : -above[1];
      if (y == 0)
        for (std::size_t x = 0; x <= reach_.x; ++x) below[x] = kernel.odd_y ? above[x] : -above[x];
      const double factor = (kernel.source == 0 ? 1 : side) / (4 * pi);
      difference(above, below, factor, &kernel.values[y * reach_.x], reach_.x);
    }
    above_.swap(below_);
  }
}

/// The sum of up to four kernels in all four quadrants.
void StressLayers::Transforms::pack(std::size_t sum) {
  summed_.clear();
  for (const Kernel& kernel : kernels_)
    if (kernel.sum == sum) summed_.push_back(&kernel);
  const auto px = static_cast<std::size_t>(fft_.px()), py = static_cast<std::size_t>(fft_.py());
  for (std::size_t y = 0; y < reach_.y; ++y) {
    put_row(y, true, &packed_[px * y]);
    if (y > 0) put_row(y, false, &packed_[px * (py - y)]);
  }
}

void StressLayers::Transforms::put_row(std::size_t y, bool up, double* to) const {
  const std::size_t nx = reach_.x;
  RowSum sum{};
  std::fill_n(sum.from, 4, &kernels_.front().values[y * nx]);  // times 0 where there are fewer
  for (std::size_t i = 0; i < summed_.size(); ++i) {
    const Kernel& kernel = *summed_[i];
    sum.from[i] = &kernel.values[y * nx];
    sum.right[i] = up || !kernel.odd_y ? 1 : -1;
    sum.left[i] = kernel.odd_x ? -sum.right[i] : sum.right[i];
  }
  sum_rows(sum, to, to + fft_.px(), nx);
}

/// A row of wave numbers k after the other. Of the real part of a sum's spectrum that of the kernel that is
/// even in x and y is even in k, that of the one that is odd in both is odd in k; and so the imaginary part.
void StressLayers::Transforms::multiply() {
  const std::size_t px = static_cast<std::size_t>(fft_.px()), rows = fft_.rows();
  for (std::size_t k = 0; k < px; ++k) {
    const std::size_t here = k * rows, mirrored = (px - k) % px * rows;
    std::array<bool, stress_components> begun{};
    for (const Kernel& kernel : kernels_) {
      const math::Spectrum2d &field = fields_[kernel.source], &sum = spectra_[kernel.sum];
      const std::vector<double>& part = kernel.real() ? sum.re : sum.im;
      const double *re = &field.re[here], *im = &field.im[here];
      const double side = kernel.odd_x ? -1 : 1;
      const Product product = kernel.real() ? Product{&part[here], &part[mirrored], side, 1, re, im}
                                            : Product{&part[here], &part[mirrored], side, -1, im, re};
      math::Spectrum2d& stress = stresses_[kernel.component];
      const auto add = begun[kernel.component] ? add_product<false> : add_product<true>;
      begun[kernel.component] = true;
      add(product, &stress.re[here], &stress.im[here], rows);
    }
  }
}

StressLayers::StressLayers(const Grid& grid, const Tractions& tractions, LayerValues values) {
  transforms_.push_back(std::make_unique<Transforms>(grid, tractions, values));
}
StressLayers::~StressLayers() = default;

StressField StressLayers::at(const Material& body, double z) {
  StressField field;
  transforms_.front()->fill(body, z, field);
  return field;
}

void StressLayers::at(const std::vector<Depth>& depths, std::size_t threads,
                      std::vector<StressField>& fields) {
  FLANGEWAY_ASSERT(threads >= 1, "there is a thread that works");
  fields.resize(depths.size());
  const std::size_t count = std::min(threads, depths.size());
  while (transforms_.size() < count)
    transforms_.push_back(std::make_unique<Transforms>(*transforms_.front()));
  const auto share = [&](std::size_t thread, std::size_t of) {
    for (std::size_t i = thread; i < depths.size(); i += of)
      transforms_[thread]->fill(depths[i].body, depths[i].z, fields[i]);
  };
  if (count < 2) return share(0, 1);
  for_each_index(count, count, [&](std::size_t thread) { share(thread, count); });
}

}  // namespace flangeway::contact::patch
