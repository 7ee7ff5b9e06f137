#include "flangeway/contact/patch/boundary_elements/influence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

/// Integrals over the plane of 1/R³ times x², y², xy and of x/R², y/R² up to a corner (x, y).
struct Kernels {
  double x2, y2, xy, x, y;
};

double log_ratio(double x, double y) {
  return y == 0 ? 0 : std::asinh(x / std::abs(y));
}  // ln((x+R)/|y|)

/// Once integrated over x and y: differences over a rectangle belong to a constant traction. The logarithm of
/// |y| in ln(x + R) = asinh(x/|y|) + ln|y| drops out of the differences.
Kernels constant_corner(double x, double y, bool coupled) {
  const double radius = std::hypot(x, y);
  Kernels k{y * log_ratio(x, y), x * log_ratio(y, x), -radius, 0, 0};
  if (coupled) {
    const double log_radius = std::log(radius);
    k.x = y * log_radius + x * std::atan(y / x);
    k.y = x * log_radius + y * std::atan(x / y);
  }
  return k;
}

/// Twice integrated over x and y: second differences in both belong to a tent.
Kernels bilinear_corner(double x, double y, bool coupled) {
  const double r2 = x * x + y * y, radius = std::sqrt(r2);
  const double ax = log_ratio(x, y), ay = log_ratio(y, x);
  Kernels k{};
  k.x2 = 0.5 * x * (y * y * ax + x * radius) - r2 * radius / 3;
  k.y2 = 0.5 * y * (x * x * ay + y * radius) - r2 * radius / 3;
  k.xy = -(2 * x * y * radius + x * x * x * ay + y * y * y * ax) / 6;
  if (coupled && r2 > 0) {
    const double log_radius = 0.5 * std::log(r2);
    const double angle_y = x == 0 ? 0 : std::atan(y / x), angle_x = y == 0 ? 0 : std::atan(x / y);
    k.x = log_radius * (x * y * y / 2 - x * x * x / 6) + y * y * y * angle_x / 6 + x * x * y * angle_y / 2;
    k.y = log_radius * (y * x * x / 2 - y * y * y / 6) + x * x * x * angle_y / 6 + y * y * x * angle_x / 2;
  }
  return k;
}

struct Weight {
  double at, factor;  ///< place over the element's side, and factor
};
constexpr std::array<Weight, 2> rectangle{{{-0.5, -1}, {0.5, 1}}};
constexpr std::array<Weight, 3> tent{{{-1, 1}, {0, -2}, {1, 1}}};

void add(Kernels& sum, const Kernels& k, double factor) {
  sum.x2 += factor * k.x2;
  sum.y2 += factor * k.y2;
  sum.xy += factor * k.xy;
  sum.x += factor * k.x;
  sum.y += factor * k.y;
}

/// Values of the corner functions on the lattice of corners, row by row.
class Corners {
 public:
  Corners(const InfluenceSpec& spec, int first_offset)
      : spec_(spec),
        bilinear_(spec.element == ElementKind::bilinear),
        first_(first_offset),
        width_(static_cast<std::size_t>(spec.nx - first_offset + reach())),
        height_(static_cast<std::size_t>(spec.ny + reach())),
        values_(width_ * height_) {
    const double start = bilinear_ ? -1 : -0.5;
    const bool coupled = spec.material.is_coupled();
    for (std::size_t j = 0; j < height_; ++j) {
      const double y = (start + static_cast<double>(j)) * spec.dy;
      for (std::size_t i = 0; i < width_; ++i) {
        const double x = (start + first_ + static_cast<double>(i)) * spec.dx + spec.shift;
        values_[i + width_ * j] = bilinear_ ? bilinear_corner(x, y, coupled) : constant_corner(x, y, coupled);
      }
    }
  }

  [[nodiscard]] Kernels integral(int ox, int oy) const {
    return bilinear_ ? differences(tent, ox, oy, spec_.dx * spec_.dy) : differences(rectangle, ox, oy, 1);
  }

 private:
  [[nodiscard]] int reach() const { return bilinear_ ? 2 : 1; }

  template <std::size_t n>
  [[nodiscard]] Kernels differences(const std::array<Weight, n>& weights, int ox, int oy,
                                    double divisor) const {
    Kernels sum{};
    const auto at = static_cast<std::size_t>(ox - first_) + width_ * static_cast<std::size_t>(oy);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) {
        add(sum, values_[at + i + width_ * j], weights[i].factor * weights[j].factor / divisor);
      }
    }
    return sum;
  }

  InfluenceSpec spec_;
  bool bilinear_;
  int first_;
  std::size_t width_, height_;
  std::vector<Kernels> values_;
};

/// A place on the way of a particle, and its weight.
struct Node {
  double at, weight;
};

/// Gauss' rule with ten nodes for each piece from one of `cuts` to the next, weighted by
/// e^(−t/length)/length. t = a + h u²(3 − 2u) crowds the nodes where pieces meet: there are the edges of
/// elements, at which kernels have t ln t.
std::vector<Node> nodes_between(const std::vector<double>& cuts, double length) {
  constexpr std::array<std::array<double, 2>, 5> rule{{{0.1488743389816312, 0.2955242247147529},
                                                       {0.4333953941292472, 0.2692667193099963},
                                                       {0.6794095682990244, 0.2190863625159820},
                                                       {0.8650633666889845, 0.1494513491505806},
                                                       {0.9739065285171717, 0.0666713443086881}}};
  std::vector<Node> nodes;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const double h = cuts[k + 1] - cuts[k];
    for (const double side : {-1.0, 1.0}) {
      for (const auto& [place, weight] : rule) {
        const double u = 0.5 * (1 + side * place), t = cuts[k] + h * u * u * (3 - 2 * u);
        nodes.push_back({t, 0.5 * weight * 6 * u * (1 - u) * h * std::exp(-t / length) / length});
      }
    }
  }
  return nodes;
}

/// Cuts from 0 to `end`, or to where e^(−t/length) is nothing: at the edges of the element, then growing.
std::vector<double> cuts_up_to(double end, double dx, double length) {
  constexpr double nothing_left = 40;  // e^(−40)
  std::vector<double> cuts{0};
  while (cuts.back() < end && cuts.back() < nothing_left * length) {
    const double t = cuts.back();
    const double edge = t < dx / 2 ? dx / 2 : t < dx ? dx : std::numeric_limits<double>::infinity();
    cuts.push_back(std::min({std::max(1.5 * t, dx / 2), 2 * t + 4 * length, edge, end}));
  }
  return cuts;
}

/// Displacements by one element as seen by a particle that arrives from ahead: ∫ e^(−s) K(x + length s) ds of
/// its kernels K, for length > 0.
class Delayed {
 public:
  void form(const InfluenceSpec& spec, double length) {
    nx_ = spec.nx;
    width_ = 2 * static_cast<std::size_t>(spec.nx) - 1;
    values_.assign(width_ * static_cast<std::size_t>(spec.ny), Kernels{});
    InfluenceSpec moved = spec;
    for (const Node& node : nodes_between(cuts_up_to(spec.dx, spec.dx, length), length)) {
      moved.shift = node.at;
      const Corners corners(moved, 1 - nx_);
      for (int oy = 0; oy < spec.ny; ++oy)
        for (int ox = 1 - nx_; ox < nx_ - 1; ++ox) add(at(ox, oy), corners.integral(ox, oy), node.weight);
    }
    set_last_column(moved, length);
    const double decay = std::exp(-spec.dx / length);
    for (int oy = 0; oy < spec.ny; ++oy)
      for (int ox = nx_ - 2; ox > -nx_; --ox) add(at(ox, oy), at(ox + 1, oy), decay);
  }

  [[nodiscard]] const Kernels& integral(int ox, int oy) const { return values_[index(ox, oy)]; }

 private:
  [[nodiscard]] std::size_t index(int ox, int oy) const {
    return static_cast<std::size_t>(ox + nx_ - 1) + width_ * static_cast<std::size_t>(oy);
  }
  Kernels& at(int ox, int oy) { return values_[index(ox, oy)]; }

  void set_last_column(InfluenceSpec spec, double length) {
    const double x_last = (spec.nx - 1) * spec.dx, area = spec.dx * spec.dy;
    const double far = 300 * std::max(spec.dx, spec.dy);  // there an element is a point within 1e-6
    const double endless = std::numeric_limits<double>::infinity();
    for (const Node& node : nodes_between(cuts_up_to(endless, spec.dx, length), length)) {
      const double x = x_last + node.at;
      spec.shift = node.at;
      if (x < far) {
        const Corners corners(spec, nx_ - 1);
        for (int oy = 0; oy < spec.ny; ++oy) add(at(nx_ - 1, oy), corners.integral(nx_ - 1, oy), node.weight);
        continue;
      }
      for (int oy = 0; oy < spec.ny; ++oy) {
        const double y = oy * spec.dy, r2 = x * x + y * y, r3 = r2 * std::sqrt(r2);
        add(at(nx_ - 1, oy), {x * x / r3, y * y / r3, x * y / r3, x / r2, y / r2}, area * node.weight);
      }
    }
  }

  int nx_ = 0;
  std::size_t width_ = 0;
  std::vector<Kernels> values_;
};

/// Writes one offset and its mirror images: in y always, in x where there is no shift.
struct Writer {
  InfluenceTable& table;
  bool mirror_x;

  void put(std::vector<double>& values, int ox, int oy, double value, double sign_x, double sign_y) const {
    const std::size_t centre = table.centre(), width = table.width();
    const auto at = [&](int x, int y) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(centre) + x +
                                      y * static_cast<std::ptrdiff_t>(width));
    };
    values[at(ox, oy)] += value;
    if (oy > 0) values[at(ox, -oy)] += sign_y * value;
    if (!mirror_x || ox == 0) return;
    values[at(-ox, oy)] += sign_x * value;
    if (oy > 0) values[at(-ox, -oy)] += sign_x * sign_y * value;
  }
};

/// The displacements that visco-elastic bodies add, without a shift. A table for rolling to −x is mirrored in
/// x.
void add_delayed(const InfluenceSpec& spec, InfluenceTable& table) {
  FLANGEWAY_ASSERT(spec.shift == 0, "visco-elastic tables have no shift");
  const Writer writer{table, false};
  const bool coupled = spec.material.is_coupled();
  Delayed delayed;
  for (std::size_t body = 0; body < 2; ++body) {
    const DelayedResponse& d = spec.material.delayed[body];
    if (d.compliance == 0) continue;
    const double scale = d.compliance / (2 * pi), nu = d.poisson_ratio, way = d.length < 0 ? -1 : 1;
    const double sideways = (body == 0 ? -1 : 1) * 0.5 * (1 - 2 * nu) * scale;
    const auto write = [&](const auto& kernels) {
      for (int oy = 0; oy < spec.ny; ++oy) {
        for (int ox = 1 - spec.nx; ox < spec.nx; ++ox) {
          const Kernels k = kernels(ox, oy);
          const double inverse = k.x2 + k.y2;
          const int at = d.length < 0 ? -ox : ox;
          writer.put(table.zz, at, oy, scale * (1 - nu) * inverse, 1, 1);
          writer.put(table.xx, at, oy, scale * ((1 - nu) * inverse + nu * k.x2), 1, 1);
          writer.put(table.yy, at, oy, scale * ((1 - nu) * inverse + nu * k.y2), 1, 1);
          writer.put(table.xy, at, oy, oy == 0 ? 0 : way * scale * nu * k.xy, -1, -1);
          if (!coupled) continue;
          writer.put(table.xz, at, oy, way * sideways * k.x, -1, 1);
          writer.put(table.yz, at, oy, oy == 0 ? 0 : sideways * k.y, 1, -1);
        }
      }
    };
    if (d.length == 0) {
      const Corners corners(spec, 1 - spec.nx);
      write([&](int ox, int oy) { return corners.integral(ox, oy); });
    } else {
      const DelayedResponse& first = spec.material.delayed[0];
      const bool known = body == 1 && first.compliance != 0 && first.length == d.length;
      if (!known) delayed.form(spec, std::abs(d.length));
      write([&](int ox, int oy) { return delayed.integral(ox, oy); });
    }
  }
}

}  // namespace

InfluenceTable influence_table(const InfluenceSpec& spec) {
  FLANGEWAY_ASSERT(spec.nx >= 1 && spec.ny >= 1, "the grid has elements");
  FLANGEWAY_ASSERT(spec.dx > 0 && spec.dy > 0, "the sides of an element are positive");
  InfluenceTable table;
  table.spec = spec;
  const ElasticPair& m = spec.material;
  const bool coupled = m.is_coupled(), symmetric = spec.shift == 0;
  const std::size_t size = table.width() * (2 * static_cast<std::size_t>(spec.ny) - 1);
  for (std::vector<double>* values : {&table.zz, &table.xx, &table.yy, &table.xy}) values->resize(size);
  if (coupled) table.xz.resize(size), table.yz.resize(size);
  const int first = symmetric ? 0 : 1 - spec.nx;
  const Corners corners(spec, first);
  const Writer writer{table, symmetric};
  const double scale = 1 / (pi * m.shear_modulus), nu = m.poisson_ratio;
  for (int oy = 0; oy < spec.ny; ++oy) {
    for (int ox = first; ox < spec.nx; ++ox) {
      const Kernels k = corners.integral(ox, oy);
      const double inverse = k.x2 + k.y2;  // of 1/R
      writer.put(table.zz, ox, oy, scale * (1 - nu) * inverse, 1, 1);
      writer.put(table.xx, ox, oy, scale * ((1 - nu) * inverse + nu * k.x2), 1, 1);
      writer.put(table.yy, ox, oy, scale * ((1 - nu) * inverse + nu * k.y2), 1, 1);
      writer.put(table.xy, ox, oy, symmetric && ox == 0 ? 0 : oy == 0 ? 0 : scale * nu * k.xy, -1, -1);
      if (!coupled) continue;
      writer.put(table.xz, ox, oy, symmetric && ox == 0 ? 0 : -scale * m.coupling * k.x, -1, 1);
      writer.put(table.yz, ox, oy, oy == 0 ? 0 : -scale * m.coupling * k.y, 1, -1);
    }
  }
  if (m.is_viscous()) add_delayed(spec, table);
  table.zz[table.centre()] += spec.layer_flexibility;
  // The displacement at a place ahead is that of the element there.
  const std::size_t loaded = table.centre() - static_cast<std::size_t>(std::lround(spec.shift / spec.dx));
  table.xx[loaded] += spec.shear_flexibility;
  table.yy[loaded] += spec.shear_flexibility;
  return table;
}

}  // namespace flangeway::contact::patch
