// The lines of a case of module 1.
#include <algorithm>

#include <fmt/format.h>

#include "flangeway/deck/blocks.hpp"

namespace flangeway::deck {
namespace {

template <std::size_t n>
void read_values(Scanner& in, std::array<double, n>& values, std::size_t first, const char* types,
                 const std::array<const char*, 6>& names) {
  in.group();
  for (std::size_t i = 0; i < 6; ++i)
    values[first + i] = types[i] == 'a' ? in.angle(names[i]) : in.real(names[i]);
}

void read_discretisation(Scanner& in, const Control& control, Discretisation& d) {
  in.group();
  d.kind = control.discretisation;
  d.dx = in.real("DX", at_least(1e-8));
  d.ds = in.real("DS", at_least(1e-8));
  d.step = in.real("DQREL", {5e-7, 10});
  d.separation_angle = in.angle("A_SEP");
  d.separation = in.real("D_SEP");
  d.combination = in.real("D_COMB");
  if (!in.failed() && d.separation < d.combination)
    in.complain("D_SEP is smaller than D_COMB", fmt::format("{} < {}", d.separation, d.combination));
  const auto turning = in.optional_real("D_TURN");
  d.turning = turning.value_or(2 * d.separation - d.combination);
  if (turning) d.near_miss = in.optional_real("G_MISS").value_or(d.near_miss);
}

void read_track(Scanner& in, const Control& control, Track& track) {
  track = {};
  in.group();
  track.gauge_height = in.real("GAUGHT");
  if (track.gauge_height > 0) {
    track.gauge_sequence = in.real("GAUGSQ");
    track.gauge = in.real("GAUGWD");
  } else {
    track.rail_y = in.real("RAILY0");
    track.rail_z = in.real("RAILZ0");
  }
  if (control.configuration >= 4) {
    track.roller_radius = in.real("NOMRADR", at_least(1e-3));
    track.where = in.here();
  } else {
    track.cant = in.angle("CANT");
  }
  track.curvature = in.optional_real("CURV").value_or(0);
}

void read_springs(Scanner& in, Springs& springs) {
  in.group();
  springs.ky = in.real("KYRAIL", more_than(0));
  springs.fy = in.real("FYRAIL", force());
  springs.kz = in.real("KZRAIL", more_than(0));
  springs.fz = in.real("FZRAIL", force());
  springs.first_step = in.optional_real("DYSTEP0").value_or(1);
}

void read_wheelset(Scanner& in, Wheelset& wheelset) {
  in.group();
  wheelset.flange_back_distance = in.real("FBDIST");
  wheelset.flange_back_position = in.real("FBPOS");
  wheelset.radius = in.real("NOMRADW", at_least(1e-3));
  wheelset.tape_circle = in.optional_real("YTAPE").value_or(999);
}

void read_position(Scanner& in, const Control& control, WheelsetState& state) {
  in.group();
  const bool roller = control.configuration >= 4;
  const double along = in.real(roller ? "X_WS" : "S_WS");
  state.x = roller ? along : 0;
  state.position[0] = roller ? 0 : along;
  state.position[1] = in.real("Y_WS");
  state.position[2] = control.normal == 1 ? in.real("FZ", load()) : in.real("Z_WS");
  state.position[3] = in.angle("ROLL");
  state.position[4] = in.angle("YAW");
  state.position[5] = in.angle("PITCH");
}

// Nothing slips: a case like any other, whose creepages are zero.
bool at_rest(const Control& control, const WheelsetState& state) {
  return control.force != 1 && std::all_of(state.velocity.begin(), state.velocity.end(),
                                           [](double velocity) { return velocity == 0; });
}

void read_velocity(Scanner& in, const Control& control, WheelsetState& state) {
  in.group();
  const bool roller = control.configuration >= 4;
  state.velocity[0] = roller ? in.angle("RPITCH") : in.real("VS");
  const SourceLocation rolling = in.here();
  state.velocity[1] = in.real("VY");
  state.velocity[2] = in.real("VZ");
  state.velocity[3] = in.angle("VROLL");
  state.velocity[4] = in.angle("VYAW");
  (control.force == 1 ? state.force_x : state.velocity[5]) =
      control.force == 1 ? in.real("FX_WS", force()) : in.angle("VPITCH");
  state.where = in.here();
  const bool still = state.velocity[0] == 0 && control.tangential >= 2 && !in.failed();
  if (!still || at_rest(control, state)) return;
  if (roller || control.force == 1) {
    in.add(Block::velocity,
           {rolling, in.key(), "the rolling velocity is zero, but the case rolls", "0",
            control.force == 1 ? "not zero" : "not zero, or all velocities zero",
            roller ? "Give RPITCH, or take T = 1 for a shift" : "Give VS, or take T = 1 for a shift"});
  } else if (state.velocity[5] == 0) {
    in.complain("the wheelset neither moves along nor turns, but the case rolls", "VS = 0, VPITCH = 0",
                "VS or VPITCH not zero, or all velocities zero", "Give VS, or take T = 1 for a shift");
  }
}

void read_rail(Scanner& in, const Control& control, Values& values) {
  const int z = control.geometry;
  if (z == 1 || z == 3) in.begin(Block::track), read_track(in, control, values.track);
  if (z == 3) in.begin(Block::rail_profile), read_profile_file(in, values.rail);
  if (z < 2) return;
  in.begin(Block::deviation);
  read_values(in, values.rail_deviation, 0, "rrarra",
              {"DYRAIL", "DZRAIL", "DROLLR", "VYRAIL", "VZRAIL", "VROLLR"});
  if (control.force == 3) in.begin(Block::springs), read_springs(in, values.springs);
}

void read_wheel(Scanner& in, const Control& control, Values& values) {
  const int e = control.extra;
  if (e == 3 || e == 5) {
    in.begin(Block::wheelset);
    read_wheelset(in, values.wheelset);
    read_profile_file(in, values.wheel);
  }
  if (e >= 1) in.begin(Block::position), read_position(in, control, values.state);
  if (e >= 2) in.begin(Block::velocity), read_velocity(in, control, values.state);
  if (e < 4) return;
  in.begin(Block::wheel_deviation);
  read_values(in, values.wheel_deviation, 0, "rrraaa",
              {"DXWHL", "DYWHL", "DZWHL", "DROLLW", "DYAWW", "DPITCHW"});
  read_values(in, values.wheel_deviation, 6, "rrraaa",
              {"VXWHL", "VYWHL", "VZWHL", "VROLLW", "VYAWW", "VPITCHW"});
}

}  // namespace

void read_wheel_on_rail(Scanner& in, const Control& control, Values& values) {
  if (control.solver != 1) in.begin(Block::iteration), read_iteration(in, control, values.iteration);
  if (control.friction != 1) in.begin(Block::friction), read_friction(in, control, 1, values.friction);
  if (control.influence >= 2) in.begin(Block::material), read_material(in, 1, control, values.material);
  if (control.damping == 2) in.begin(Block::damping), read_damping(in, values.damping);
  if (control.heat == 3) in.begin(Block::temperature), read_temperature(in, control, values.temperature);
  if (control.discretisation >= 2)
    in.begin(Block::discretisation), read_discretisation(in, control, values.discretisation);
  read_rail(in, control, values);
  read_wheel(in, control, values);
  if (control.stress == 3) in.begin(Block::subsurface);
  if (control.stress >= 2) read_subsurface(in, control, values);
}

}  // namespace flangeway::deck
