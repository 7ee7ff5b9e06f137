// The lines of a case of module 3.
#include <algorithm>

#include <fmt/format.h>

#include "flangeway/deck/blocks.hpp"

namespace flangeway::deck {
namespace {

constexpr double max_elements = 2e6;

// Values after MX MY; the last names of -1 … -5 stand for three values.
std::vector<const char*> names_of(int kind) {
  switch (kind) {
    case -1:
      return {"A1", "B1", "SCALE"};
    case -2:
      return {"A1", "AOB", "SCALE"};
    case -3:
      return {"AA", "BB", "SCALE"};
    case -4:
      return {"A1", "BB", "SCALE"};
    case -5:
      return {"AA", "BB", "SCALE"};
    case -6:
      return {"AA", "BNEG", "BPOS", "SCALE"};
    case 1:
      return {"XL", "YL", "DX", "DY"};
    case 2:
      return {"XL", "YL", "XH", "YH"};
    case 3:
      return {"XC1", "YC1", "DX", "DY"};
    default:
      return {"XC1", "YC1", "XCM", "YCM"};
  }
}

Range range_of(int kind, std::size_t index) {
  if (kind < 0) return more_than(0);
  if ((kind == 1 || kind == 3) && index >= 2) return at_least(1e-8);
  return {};
}

void read_loads(Scanner& in, const Control& control, Loads& loads) {
  in.group();
  loads.normal = control.normal == 1 ? in.real("FN", load()) : in.real("PEN");
  loads.x = control.force == 0 ? in.real("CKSI") : in.real("FX", {-1, 1});
  loads.y = control.force <= 1 ? in.real("CETA") : in.real("FY", {-1, 1});
  if (control.force == 2 && loads.x * loads.x + loads.y * loads.y > 1)
    in.complain("FX and FY together exceed friction", fmt::format("{}, {}", loads.x, loads.y),
                "FX² + FY² ≤ 1: they are relative to μ FN");
  loads.spin = in.real("CPHI");
  const auto x = in.optional_real("SPINXO");
  loads.spin_x = x.value_or(0);
  loads.spin_y = x ? in.optional_real("SPINYO").value_or(0) : 0;
}

void read_rolling(Scanner& in, const Control& control, Rolling& rolling) {
  in.group();
  rolling.direction = in.angle("CHI");
  rolling.step = in.real("DQ", control.tangential == 2 ? more_than(0) : Range{});
  rolling.speed = in.real("VELOC");
  if (!in.failed() && !(rolling.speed > 0))
    in.complain("the rolling velocity is zero or negative, but the case rolls",
                fmt::format("{}", rolling.speed), "> 0 mm/s",
                "Give VELOC and turn the rolling direction by CHI, or take T = 1 for a shift");
  rolling.spin_offset = in.optional_real("FACPHI").value_or(1.0 / 6);
}

std::shared_ptr<const std::vector<double>> shared(std::vector<double> values) {
  return std::make_shared<const std::vector<double>>(std::move(values));
}

void read_planform(Scanner& in, Gap& gap) {
  if (gap.planform == 2 || gap.planform == 3) {
    in.group();
    const auto values = in.reals("PL", gap.planform == 2 ? 6 : 8);
    std::copy(values.begin(), values.end(), gap.pl.begin());
  } else if (gap.planform == 4) {
    in.group();
    const long count = std::clamp(in.count("NPATCH", {1, 100}), 0L, 100L);
    gap.patches.clear();
    for (long i = 0; i < count && !in.failed(); ++i) {
      in.group();
      const auto v = in.reals("XL XH YL YH", 4);
      if (v.size() == 4) gap.patches.push_back({v[0], v[1], v[2], v[3]});
    }
    gap.weights.clear();
    for (long row = 0; row + 1 < count && !in.failed(); ++row) {
      in.group();
      const auto values = in.reals("FAC", static_cast<std::size_t>(count - row - 1));
      gap.weights.insert(gap.weights.end(), values.begin(), values.end());
    }
  }
}

}  // namespace

void read_potential(Scanner& in, PotentialContact& potential) {
  potential = {};
  in.group();
  potential.kind = static_cast<int>(in.integer("IPOTCN", {-6, 4}));
  if (in.failed() || potential.kind == 0 || potential.kind < -6 || potential.kind > 4) {
    if (potential.kind == 0 && !in.failed())
      in.complain("IPOTCN is not a kind of potential contact", "0", "-6 to -1, 1 to 4");
    in.stop();
    return;
  }
  in.group();
  potential.mx = in.integer("MX", at_least(1));
  potential.my = in.integer("MY", at_least(1));
  if (in.failed() || potential.mx < 1 || potential.my < 1 ||
      static_cast<double>(potential.mx) * static_cast<double>(potential.my) > max_elements) {
    if (!in.failed())
      in.complain("the potential contact has too many elements",
                  fmt::format("{} × {}", potential.mx, potential.my), "MX·MY from 1 to 2000000");
    in.stop();
    return;
  }
  const auto names = names_of(potential.kind);
  for (std::size_t i = 0; i < names.size(); ++i)
    potential.values[i] = in.real(names[i], range_of(potential.kind, i));
  const auto& v = potential.values;
  if (potential.kind == 2 && !in.failed() && (v[0] >= v[2] || v[1] >= v[3]))
    in.complain("the potential contact has no area", fmt::format("{}, {} to {}, {}", v[0], v[1], v[2], v[3]),
                "XL < XH and YL < YH");
  if (potential.kind == 4 && !in.failed() &&
      ((potential.mx > 1 && v[0] >= v[2]) || (potential.my > 1 && v[1] >= v[3])))
    in.complain("the potential contact has no area", fmt::format("{}, {} to {}, {}", v[0], v[1], v[2], v[3]),
                "XC1 < XCM and YC1 < YCM");
}

void read_gap(Scanner& in, const PotentialContact& potential, Gap& gap) {
  gap = {};
  in.group();
  gap.base = static_cast<int>(in.integer("IBASE"));
  gap.planform = static_cast<int>(in.count("IPLAN", {1, 4}));
  if (in.failed()) return;
  if (gap.base == 1 || gap.base == 3) {
    in.group();
    const auto b = in.reals("B", gap.base == 1 ? 6 : 8);
    std::copy(b.begin(), b.end(), gap.b.begin());
    if (gap.base == 3 && !in.failed() && (b[6] == 0 || b[7] == 0))
      in.complain("B7 and B8 are radii and must not be 0");
  } else if (gap.base == 2) {
    in.group();
    const long count = in.count("NN", {2, 2000000});
    gap.xm = in.real("XM");
    gap.rm = in.real("RM");
    gap.y1 = in.real("Y1");
    gap.dy1 = in.real("DY1");
    if (in.failed()) return;
    if (gap.dy1 == 0) in.complain("DY1 is a step and must not be 0");
    if (gap.rm == 0) in.complain("RM is a radius and must not be 0");
    in.group();
    gap.values = shared(in.reals("B", static_cast<std::size_t>(std::clamp(count, 0L, 2000000L))));
  } else if (gap.base == 9) {
    in.group();
    gap.values = shared(in.reals("H", potential.elements()));
  } else {
    in.complain("IBASE is not a kind of undeformed distance", std::to_string(gap.base), "1, 2, 3, 9",
                "The deck is not read beyond this place");
    in.stop();
    return;
  }
  read_planform(in, gap);
}

void read_basic_contact(Scanner& in, const Control& control, Values& values) {
  if (control.solver != 1) in.begin(Block::iteration), read_iteration(in, control, values.iteration);
  in.begin(Block::loads);
  read_loads(in, control, values.loads);
  if (control.friction != 1 && control.variation == 0)
    in.begin(Block::friction), read_friction(in, control, 1, values.friction);
  if (control.influence >= 2) {
    if (control.tangential >= 2) in.begin(Block::rolling), read_rolling(in, control, values.rolling);
    in.begin(Block::material);
    read_material(in, 3, control, values.material);
  }
  if (control.damping == 2) in.begin(Block::damping), read_damping(in, values.damping);
  if (control.heat == 3) in.begin(Block::temperature), read_temperature(in, control, values.temperature);
  if (control.discretisation == 2) in.begin(Block::potential), read_potential(in, values.potential);
  if (control.discretisation >= 1)
    values.formation = {control.normal, values.loads.normal, values.material.poisson, values.material.shear};
  if (control.geometry == 2 && values.potential.kind > 0)
    in.begin(Block::gap), read_gap(in, values.potential, values.gap);
  if (control.friction != 1 && control.variation >= 3)
    in.begin(Block::friction),
        read_friction(in, control, static_cast<std::size_t>(values.potential.my), values.friction);
  if (control.extra == 9) {
    in.begin(Block::extra_slip);
    in.group();
    values.extra_slip = std::make_shared<const std::vector<double>>(
        in.reals("extra rigid slip", 2 * values.potential.elements()));
  }
  if (control.extra == 0) in.begin(Block::extra_slip), values.extra_slip = nullptr;
  if (control.stress == 3) in.begin(Block::subsurface);
  if (control.stress >= 2) read_subsurface(in, control, values);
}

}  // namespace flangeway::deck
