#include "flangeway/deck/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace flangeway::deck {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr long no_limit = 2000000;  // NPOT_MAX below 100

void read_solver(Scanner& in, const Control& control, Iteration& iteration) {
  iteration.initial_slip = 0;
  if (control.solver == 2 || control.solver == 3) {
    in.group();
    (void)in.real("OMEGAH");
    (void)in.real("OMEGAS");
    iteration.initial_slip = in.integer("INISLP");
    (void)in.real("OMGSLP");
  } else if (control.solver == 4) {
    in.group();
    iteration.initial_slip = in.integer("INISLP");
    (void)in.real("OMGSLP");
  } else if (control.solver == 5) {
    in.group();
    (void)in.real("FDECAY");
    (void)in.real("BETATH");
    (void)in.integer("KDOWFB");
    for (const char* name : {"D_IFC", "D_LIN", "D_CNS", "D_SLP", "POW_S"}) (void)in.real(name);
  }
}

constexpr double max_friction = 100;  // 1: no pair of bodies has as much

FrictionSet read_set(Scanner& in, const Control& control) {
  FrictionSet set;
  in.group();
  if (control.variation == 1) set.place = in.angle("ALPHA");
  if (control.variation == 2) set.place = in.real("SVF");
  if (control.friction == 0) {
    set.values[0] = in.real("FSTAT", {0, max_friction});
    set.values[1] = in.real("FKIN", {1e-4, max_friction});
    if (!in.failed() && !(std::abs(set.values[0] - set.values[1]) <= 1e-3 * set.values[1]))
      in.complain("FSTAT and FKIN differ, but Coulomb friction (L = 0) has one coefficient");
  } else if (control.friction == 6) {
    set.values[0] = in.real("FREF", {0, max_friction});
    set.values[1] = in.real("TREF");
    set.values[2] = in.real("DFHEAT", at_least(-set.values[0]));
    set.values[3] = in.real("DTHEAT", more_than(0));
  } else {
    set.values[0] = in.real("FKIN", {0, max_friction});
    for (std::size_t i = 1; i < 5; i += 2) {
      set.values[i] = in.real("amplitude of falling friction", {0, max_friction});
      set.values[i + 1] = in.real("SABSH", set.values[i] == 0 ? at_least(0) : more_than(0));
    }
  }
  return set;
}

std::vector<double> coordinates(Scanner& in, const char* name, long count) {
  std::vector<double> values;
  in.group();
  values = in.reals(name, static_cast<std::size_t>(std::max(count, 0L)));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

constexpr Range count_range{1, 2000000};

SubsurfaceBlock read_block(Scanner& in, int kind) {
  SubsurfaceBlock block;
  block.kind = kind;
  if (kind == 2 || kind == 6) {
    static constexpr const char* names[6] = {"IXL", "IXINC", "IXH", "IYL", "IYINC", "IYH"};
    for (std::size_t i = 0; i < 6; ++i) {
      if (i % 3 == 0) in.group();
      // Numbers outside the grid are dropped.
      block.range[i] = in.integer(names[i], i % 3 == 1 ? at_least(1) : Range{-2e6, 2e6});
    }
  }
  if (kind == 3 || kind == 7) {
    in.group();
    const long nx = in.count("NX", count_range), ny = in.count("NY", count_range);
    if (in.failed()) return block;
    block.x = coordinates(in, "IX", std::min(nx, 2000000L));
    block.y = coordinates(in, "IY", std::min(ny, 2000000L));
  }
  in.group();
  if (kind <= 3) {
    const long nz = std::clamp(in.integer("NZ", {1, 100000}), 0L, 100000L);
    const double first = in.real("ZL"), step = in.real("DZ");
    for (long k = 0; k < nz; ++k) block.z.push_back(first + static_cast<double>(k) * step);
    std::sort(block.z.begin(), block.z.end());
  } else if (kind <= 7) {
    block.z = coordinates(in, "Z", in.count("NZ", count_range));
  } else {
    const long nx = in.count("NX", count_range), ny = in.count("NY", count_range),
               nz = in.count("NZ", count_range);
    if (in.failed()) return block;
    block.x = coordinates(in, "X", nx);
    block.y = coordinates(in, "Y", ny);
    block.z = coordinates(in, "Z", nz);
  }
  return block;
}

}  // namespace

void read_iteration(Scanner& in, const Control& control, Iteration& iteration) {
  in.group();
  iteration.solver = control.solver;
  iteration.max_inner = in.integer("MAXGS", {1, 9999});
  iteration.max_slip_loop = in.integer("MAXIN", {1, 999999});
  iteration.max_newton = in.integer("MAXNR", {1, 9999});
  iteration.max_outer = in.integer("MAXOUT", {1, 9999});
  iteration.tolerance = in.real("EPS", at_least(0));
  if (const auto most = in.optional_integer("NPOT_MAX"))
    iteration.most_elements = *most < 100 ? no_limit : *most;
  read_solver(in, control, iteration);
}

void read_friction(Scanner& in, const Control& control, std::size_t rows, Friction& friction) {
  friction = {control.friction, control.variation, {}, 0, 0};
  std::size_t sets = control.variation == 3 ? rows : 1;
  if (control.variation == 1 || control.variation == 2) {
    in.group();
    sets = static_cast<std::size_t>(std::clamp(in.count("NVF", {1, 10}), 1L, 10L));
  }
  for (std::size_t i = 0; i < sets && !in.failed(); ++i) {
    friction.sets.push_back(read_set(in, control));
    if (i > 0 && (control.variation == 1 || control.variation == 2) && !in.failed() &&
        !(friction.sets[i].place >= friction.sets[i - 1].place + 1e-6))
      in.complain("the positions of varying friction do not increase");
  }
  if (control.friction < 2) return;
  in.group();
  friction.memory_distance = in.real("MEMDST", at_least(0));
  friction.memory_speed = in.real("MEM_S0", at_least(0));
}

namespace {

void read_third_body(Scanner& in, ThirdBody& layer) {
  in.group();
  layer.shear = in.real("GG3", at_least(1e-5));
  layer.thickness = in.real("LAYTHK");
  layer.yield_stress = in.real("TAU_C0");
  layer.hardening = in.real("K_TAU");
}

}  // namespace

void read_material(Scanner& in, int module, const Control& control, Material& material) {
  // These are read with B = 1, M = 4 and M = 1 only and serve every later case of them.
  const Material before = std::exchange(material, {});
  material.sheet = before.sheet;
  material.third_body = before.third_body;
  material.delayed = before.delayed, material.delay_time = before.delay_time;
  material.influence = control.influence;
  if (control.influence == 4) {
    in.group();
    material.method = in.integer("IF_METH", {0, 1});
    material.variant = in.integer("VARIANT", {1, 4});
    if (module == 3) {
      const long count = in.count("NN", {2, 100000});
      in.group();
      for (long j = 0; j < count && !in.failed(); ++j) {
        const double y = in.real("Y");
        if (j > 0 && !in.failed() && !(y > material.inclinations.back()[0]))
          in.complain("the positions of the inclinations do not increase");
        material.inclinations.push_back({y, in.angle("ALPHA")});
      }
    }
  }
  if (control.influence == 9) {
    in.group();
    material.coefficient_file = in.string("CFNAME");
  }
  in.group();
  for (double& poisson : material.poisson) poisson = in.real("POISS", {0, 0.5});
  for (double& shear : material.shear) shear = in.real("GG", at_least(1e-5));
  if (control.bound == 1) {
    in.group();
    material.sheet = in.real("FLXZ", at_least(0));
  }
  if (control.material == 1) {
    in.group();
    for (double& delayed : material.delayed) delayed = in.real("FG", at_least(0));
    for (double& time : material.delay_time) time = in.real("TC", at_least(0));
  }
  if (control.material == 4) read_third_body(in, material.third_body);
  if (control.material == 2 || control.material == 3 || control.material == 5) {
    in.group();
    if (control.material == 2) material.flexibility = in.real("FLX", more_than(0));
    material.k0 = in.real("K0_MF", {0, 1, true});
    material.alpha = in.real("ALFAMF", {0, 1});
    material.beta = in.real("BETAMF", at_least(0));
  }
}

void read_damping(Scanner& in, Damping& damping) {
  in.group();
  damping.normal = in.real("CDAMPN");
  damping.tangential = in.real("CDAMPT");
  damping.max_normal = in.real("DFNMAX");
  damping.max_tangential = in.real("DFTMAX");
}

void read_temperature(Scanner& in, const Control& control, Temperature& temperature) {
  temperature.given = true;
  for (ThermalBody& body : temperature.bodies) {
    in.group();
    body.temperature = in.real("BKTEMP");
    body.heat_capacity = in.real("HEATCP", at_least(1e-5));
    body.conductivity = in.real("LAMBDA", at_least(1e-5));
    body.density = in.real("DENS", at_least(1e-12));
  }
  if (control.material != 4) return;
  in.group();
  temperature.plastic_share = in.real("BETAPL", {0, 1});
}

void read_subsurface(Scanner& in, const Control& control, Values& values) {
  in.group();
  // The program CONTACT takes values beyond its choices as the nearest one.
  values.subsurface_file = static_cast<int>(std::clamp(in.integer("A_s"), 0L, 2L));
  values.subsurface_listing = static_cast<int>(std::clamp(in.integer("O_s"), 0L, 4L));
  if (control.stress != 3) return;
  std::vector<SubsurfaceBlock>& blocks = values.subsurface;
  blocks.clear();
  while (!in.failed()) {
    in.group();
    const long kind = in.integer("ISUBS");
    if (in.failed() || kind == 0) return;
    const bool known = (kind >= 1 && kind <= 3) || (kind >= 5 && kind <= 7) || kind == 9;
    if (!known || blocks.size() == 10) {
      in.complain(known ? "there are more than 10 blocks of points below the surface"
                        : "ISUBS is not a kind of block",
                  std::to_string(kind), "1, 2, 3, 5, 6, 7, 9; 0 ends the list",
                  "The deck is not read beyond this place");
      in.stop();
      return;
    }
    blocks.push_back(read_block(in, static_cast<int>(kind)));
  }
}

ProfileFile::ProfileFile()
    : zigzag(150 * degree), kink_high(30 * degree), kink_low(6 * degree), kink_width(2) {}

void read_profile_file(Scanner& in, ProfileFile& profile) {
  profile = {};
  in.group();
  profile.file = in.string("the name of the profile file");
  std::replace(profile.file.begin(), profile.file.end(), '\\', '/');
  profile.where = in.here();
  profile.mirror_y = in.integer("MIRRORY", {-1, 1});
  profile.scale = in.real("SCALEYZ");
  profile.smoothing = in.real("SMOOTH");
  if (profile.scale <= 5e-4) profile.scale = 1;
  const auto mirror_z = in.optional_integer("MIRRORZ", {-1, 1});
  const auto option = mirror_z ? in.optional_integer("PRFOPT", {0, 2}) : std::nullopt;
  profile.mirror_z = mirror_z.value_or(0);
  if (option.value_or(0) >= 1) {
    in.group();
    profile.smoothing_method = in.integer("ISMOOTH", {0, 2});
    profile.zigzag = in.angle("ZIGTHRS");
    profile.kink_high = in.angle("KINKHIGH");
    profile.kink_low = in.angle("KINKLOW");
    profile.kink_width = in.real("KINKWID");
  }
  if (option.value_or(0) >= 2) {
    in.group();
    (void)in.integer("ERRHND");
    (void)in.real("MAXOMIT");
  }
}

}  // namespace flangeway::deck
