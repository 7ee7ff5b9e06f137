// The `.mat` file of a patch: rows of numbers, 14 characters a column, whose headings begin with %.
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/contact/patch/subsurface/subsurface.hpp"
#include "flangeway/contact_case/deck_patch.hpp"
#include "flangeway/contact_case/fortran_format.hpp"
#include "flangeway/contact_case/program_files.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::ElementState;
using contact::patch::Problem;
using contact::patch::Solution;
using nlohmann::ordered_json;

// First version of the program CONTACT that has this layout.
constexpr int mat_version = 2320;
constexpr std::size_t least_columns = 11;

// Rows of equally many columns, filled up with zeros.
class MatRows {
 public:
  explicit MatRows(std::size_t columns) : columns_(columns) {}

  /// Ends the line before, and begins another below its heading.
  void row(const std::string& heading) {
    end_line();
    text_ += heading + '\n';
  }
  void real(double value) {
    text_ += general(value, cell_width, 6);
    ++used_;
  }
  void reals(const std::vector<double>& values) {
    for (const double value : values) real(value);
  }
  void integer(long value) {
    text_ += fmt::format("{:>6}        ", value);
    ++used_;
  }
  void pair(long first, long second) {
    text_ += fmt::format("{:>7} {:>4}  ", first, second);
    used_ += 2;
  }
  // Fills up all columns but the last one.
  void last_integer(long value) {
    while (used_ + 1 < columns_) integer(0);
    integer(value);
  }
  void end_line() {
    if (used_ == 0) return;
    while (used_ < columns_) real(0);
    text_ += '\n';
    used_ = 0;
  }
  [[nodiscard]] std::string text() {
    end_line();
    return std::move(text_);
  }

 private:
  static constexpr int cell_width = 14;
  std::size_t columns_, used_ = 0;
  std::string text_;
};

std::string headings(const std::vector<const char*>& names) {
  std::string text;
  for (const char* name : names) text += fmt::format("   {:<11}", name);
  text[0] = '%';
  return text;
}
// Two integers share a column's width, and take two columns of numbers.
std::string headings(const char* first, const char* second, const std::vector<const char*>& names) {
  std::string text = fmt::format("%   {:>2}   {:>3}  ", first, second);
  for (const char* name : names) text += fmt::format("   {:<11}", name);
  return text;
}

double number_in(const ordered_json& json, const char* key, std::size_t index) {
  return json.at(key).at(index).get<double>();
}
double number_or(const ordered_json& json, const char* key, double otherwise) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number() ? found->get<double>() : otherwise;
}

// Origin and inclination of a profile in track axes, mm.
struct ProfileMarker {
  double x = 0, y = 0, z = 0, roll = 0, yaw = 0;
};

// The rail stands as wide as its reference point says; it is only rolled.
ProfileMarker rail_marker(const deck::Case& one, const ordered_json& entry) {
  ProfileMarker marker;
  const double side = one.control.configuration % 2 == 1 ? 1 : -1;
  marker.roll = -side * one.values.track.cant + one.values.rail_deviation[2];
  const double c = std::cos(marker.roll), s = std::sin(marker.roll);
  const double y = number_in(entry, "on_rail_profile", 0), z = number_in(entry, "on_rail_profile", 1);
  marker.y = number_or(entry, "y", 0) - (y * c - z * s);
  marker.z = number_or(entry, "z", 0) - (y * s + z * c);
  return marker;
}

Mat3 rolled(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return (Mat3() << 1, 0, 0, 0, c, -s, 0, s, c).finished();
}
Mat3 yawed(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return (Mat3() << c, -s, 0, s, c, 0, 0, 0, 1).finished();
}

ProfileMarker wheel_marker(const deck::Case& one, const ordered_json& entry) {
  const auto& own_place = one.values.state.position;
  const auto& flexible = one.values.wheel_deviation;
  const Mat3 axes = rolled(own_place[3]) * yawed(own_place[4]) * rolled(flexible[3]) * yawed(flexible[4]);
  const char* own = "on_wheel_profile";
  const Vec3 place =
      Vec3(number_or(entry, "x", 0), number_or(entry, "y", 0), number_or(entry, "z", 0)) -
      axes * Vec3(number_in(entry, own, 0), number_in(entry, own, 1), number_in(entry, own, 2));
  return {place.x(), place.y(), place.z(), std::atan2(axes(2, 1), axes(1, 1)),
          std::atan2(-axes(0, 1), axes(0, 0))};
}

void write_places(const deck::Case& one, const ordered_json& entry, const ProgramPatch& patch, MatRows& out) {
  const bool paired = one.module == 1;
  const auto& v = one.values;
  const ProfileMarker rail = paired ? rail_marker(one, entry) : ProfileMarker{},
                      wheel = paired ? wheel_marker(one, entry) : ProfileMarker{};
  const bool roller = paired && one.control.configuration >= 4;
  out.row(headings({"TIM", "S_WS(FC)", "TH_WS(FC)", "Y_R(TR)", "Z_R(TR)", "ROLL_R(TR)", "RNOM_ROL"}));
  out.reals({0, paired && !roller ? v.state.position[0] : 0, paired ? v.state.position[5] : 0, rail.y, rail.z,
             rail.roll, roller ? v.track.roller_radius : 0});
  out.last_integer(mat_version);
  out.row(headings({"X_W(TR)", "Y_W(TR)", "Z_W(TR)", "ROLL_W(TR)", "YAW_W(TR)", "RNOM_WHL"}));
  out.reals({wheel.x, wheel.y, wheel.z, wheel.roll, wheel.yaw, paired ? v.wheelset.radius : 0});
  out.row(headings({"X_CP(R)", "Y_CP(R)", "Z_CP(R)", "DELT_CP(R)", "X_CP(W)", "Y_CP(W)", "Z_CP(W)", "NPATCH",
                    "IPATCH", "SPINXO", "SPINYO"}));
  if (paired) {
    const char *on_rail = "on_rail_profile", *on_wheel = "on_wheel_profile";
    out.reals({number_or(entry, "x", 0), number_in(entry, on_rail, 0), number_in(entry, on_rail, 1),
               number_or(entry, "contact_angle", 0) - rail.roll, number_in(entry, on_wheel, 0),
               number_in(entry, on_wheel, 1), number_in(entry, on_wheel, 2)});
    out.integer(static_cast<long>(patch.count)), out.integer(static_cast<long>(patch.number));
    out.reals({patch.origin.x() / mm, patch.across * patch.origin.y() / mm});
  } else {
    out.reals({0, 0, 0, 0, 0, 0, 0});
    out.integer(0), out.integer(0);
    out.reals({v.loads.spin_x, v.loads.spin_y});
  }
}

// Corner of the elements with the least x and y in the axes of the deck, mm.
Vec2 grid_corner(const ProgramPatch& patch) {
  const auto& grid = patch.problem.grid;
  const Vec2 low(grid.x_first - grid.dx / 2 + patch.origin.x(),
                 grid.y_first - grid.dy / 2 + patch.origin.y());
  const double high = low.y() + grid.ny * grid.dy;
  return Vec2(low.x(), patch.across > 0 ? low.y() : -high) / mm;
}

void write_grid(const deck::Case& one, const ordered_json& rolling, const ProgramPatch& patch, MatRows& out) {
  const auto& grid = patch.problem.grid;
  const Vec2 low = grid_corner(patch);
  out.row(headings("MX", "MY", {"XL", "YL", "DX", "DY", "CHI", "DQ", "C1", "D", "YNOM_WHL"}));
  out.pair(grid.nx, grid.ny);
  out.reals({low.x(), low.y(), grid.dx / mm, grid.dy / mm, number_or(rolling, "chi", 0),
             number_or(rolling, "dq", 1)});
  out.integer(one.control.configuration);
  out.integer(one.module == 1 ? one.values.discretisation.kind : one.control.discretisation);
  const auto& wheelset = one.values.wheelset;
  out.real(one.module == 1 ? wheelset.flange_back_distance / 2 - wheelset.flange_back_position : 0);
}

// FASTSIM before its slope is reduced, mm³/N; zero where the ellipse is found in the patch.
std::array<double, 3> flexibilities(const Problem& problem) {
  const auto& method = problem.method;
  contact::patch::Flexibility found;
  if (method.flexibility) {
    found = *method.flexibility;
  } else if (method.ellipse) {
    found = contact::patch::kalker_flexibility(method.ellipse->a, method.ellipse->b, problem.material);
  }
  return {1e9 * found.longitudinal, 1e9 * found.lateral, 1e9 * found.spin};
}

void write_material(const deck::Case& one, const Problem& problem, MatRows& out) {
  const deck::Material& m = one.values.material;
  const int kind = one.control.material;
  const long motion = one.control.tangential;
  const auto begin = [&](std::vector<const char*> names) {
    names.insert(names.begin(), {"GG1", "GG2", "POISS1"});
    out.row(headings("T", "M", names));
    out.pair(motion, kind);
    out.reals({m.shear[0], m.shear[1], m.poisson[0]});
  };
  if (kind == 2 || kind == 3 || kind == 5) {
    begin({"FLX1", "FLX2", "FLX3", "K0_MF", "ALFAMF", "BETAMF"});
    for (const double value : flexibilities(problem)) out.real(value);
    out.reals({m.k0, m.alpha, m.beta});
  } else if (kind == 1) {
    begin({"POISS2", "FG1", "FG2", "TC1", "TC2"});
    out.reals({m.poisson[1], m.delayed[0], m.delayed[1], m.delay_time[0], m.delay_time[1]});
  } else if (kind == 4) {
    const deck::ThirdBody& layer = m.third_body;
    begin({"POISS2", "GG3", "LAYTHK", "TAU_C0", "K_TAU"});
    out.reals({m.poisson[1], layer.shear, layer.thickness, layer.yield_stress, layer.hardening});
  } else {
    begin({"POISS2"});
    out.real(m.poisson[1]);
  }
}

void write_friction(const deck::Case& one, const ordered_json& rolling, const Problem& problem,
                    MatRows& out) {
  const contact::patch::FrictionLaw& law = problem.friction.front();
  const deck::Friction& friction = one.values.friction;
  const auto begin = [&](std::vector<const char*> names) {
    names.insert(names.begin(), "VELOC");
    out.row(headings("L", "H", names));
    out.pair(friction.law, one.control.heat);
    out.real(number_or(rolling, "veloc", 1));
  };
  if (friction.law == 0) {
    begin({"FSTAT", "FKIN"});
    out.reals({law.kinetic, law.kinetic});
  } else if (friction.law == 6) {
    begin({"FREF", "TREF", "DFHEAT", "DTHEAT", "MEMDST", "MEM_S0"});
    out.reals({law.kinetic, law.reference, law.change, law.range});
    out.reals({friction.memory_distance, friction.memory_speed});
  } else {
    const char* first = friction.law == 2 ? "FLIN1" : friction.law == 3 ? "FRAT1" : "FEXP1";
    const char* second = friction.law == 2 ? "FLIN2" : friction.law == 3 ? "FRAT2" : "FEXP2";
    begin({"FKIN", first, "SABSH1", second, "SABSH2", "MEMDST", "MEM_S0"});
    out.reals({law.kinetic, law.amplitude_1, law.speed_1 / mm, law.amplitude_2, law.speed_2 / mm});
    out.reals({friction.memory_distance, friction.memory_speed});
  }
}

// Displacements under elements that do not touch, which the solvers leave out: the half-spaces have them.
struct MovedSurfaces {
  std::vector<contact::patch::PointStress> upper, lower;
};

MovedSurfaces moved_surfaces(const deck::Case& one, const ProgramPatch& patch) {
  contact::patch::StressLayers layers(patch.problem.grid, patch.solution.tractions);
  // Body 1 of a problem is the wheel, of a deck the rail.
  const std::size_t upper = patch.on_other_body ? 1 : 0;
  constexpr double just_below = -1e-12;
  return {layers.at(material(one, upper), 0).points, layers.at(material(one, 1 - upper), just_below).points};
}

class MatElements {
 public:
  // In module 1 the bodies are pressed already: the approach is added to their gaps again.
  MatElements(const deck::Case& one, const ordered_json& entry, const ProgramPatch& patch)
      : patch_(patch),
        pressed_(one.module == 1 ? number_or(entry, "approach", 0) : 0),
        yields_(patch.problem.third_body.yield_stress > 0),
        heat_(patch.problem.heat.has_value()),
        shift_(patch.problem.motion.kind == contact::patch::TangentialKind::shift) {
    if (one.control.file < 2) return;
    all_ = true;
    surfaces_ = moved_surfaces(one, patch);
  }

  [[nodiscard]] std::size_t columns() const { return least_columns + (yields_ ? 3 : 0) + (heat_ ? 2 : 0); }

  void write(MatRows& out) const {
    const auto& grid = patch_.problem.grid;
    std::vector<const char*> names{"H", "MU", "PN", "PX", "PY", "UN", "UX", "UY"};
    names.push_back(shift_ || patch_.problem.motion.kind == contact::patch::TangentialKind::none ? "SHFT"
                                                                                                 : "SREL");
    if (yields_) names.insert(names.end(), {"TAUCRT", "UPLSX", "UPLSY"});
    if (heat_) names.insert(names.end(), {"TEMP1", "TEMP2"});
    out.row(headings("I", "IGS", names));
    for (int row = 0; row < grid.ny; ++row)
      for (int ix = 0; ix < grid.nx; ++ix) {
        const std::size_t i = grid.index(ix, patch_.across > 0 ? row : grid.ny - 1 - row);
        if (!all_ && patch_.solution.state[i] == ElementState::outside) continue;
        out.pair(static_cast<long>(grid.index(ix, row)) + 1, static_cast<long>(patch_.solution.state[i]));
        write_element(i, out);
        out.end_line();
      }
  }

 private:
  // A vector of the problem in the axes and on the body of the deck.
  [[nodiscard]] Vec2 turned(double x, double y) const {
    const double body = patch_.on_other_body ? -1 : 1;
    return {body * x, body * patch_.across * y};
  }

  [[nodiscard]] Vec3 displacement(std::size_t i) const {
    const Solution& s = patch_.solution;
    if (s.state[i] != ElementState::outside || surfaces_.upper.empty())
      return {s.displacement_x[i], s.displacement_y[i], s.displacement_z[i]};
    const auto &u = surfaces_.upper[i], &l = surfaces_.lower[i];
    return {u.ux - l.ux, u.uy - l.uy, u.uz - l.uz};
  }

  void write_element(std::size_t i, MatRows& out) const {
    const Solution& s = patch_.solution;
    const Vec2 traction = turned(s.tractions.x[i], s.tractions.y[i]);
    const Vec3 moved = displacement(i);
    const Vec2 along = turned(moved.x(), moved.y());
    const double slip = printed_slip(s, i);
    out.reals({patch_.problem.gap[i] / mm + pressed_, s.friction[i], 1e-6 * s.tractions.pressure[i],
               1e-6 * traction.x(), 1e-6 * traction.y(), moved.z() / mm, along.x() / mm, along.y() / mm,
               shift_ ? slip / mm : slip});
    if (yields_) {
      const Vec2 plastic = turned(s.plastic_x[i], s.plastic_y[i]) * step();
      out.reals({1e-6 * s.tractions.yield_stress[i], plastic.x(), plastic.y()});
    }
    if (heat_) out.reals({temperature_of_body(0, i), temperature_of_body(1, i)});
  }

  // Distance rolled in a step, or of a shift, in mm: plastic shear is given by it.
  [[nodiscard]] double step() const {
    if (shift_) return 1 / mm;
    const auto& motion = patch_.problem.motion;
    const bool transient = motion.kind == contact::patch::TangentialKind::transient_rolling;
    return (transient ? motion.step : patch_.problem.grid.dx) / mm;
  }

  [[nodiscard]] double temperature_of_body(int body, std::size_t i) const {
    const bool first = (body == 0) != patch_.on_other_body;
    return first ? patch_.solution.temperature_1[i] : patch_.solution.temperature_2[i];
  }

  const ProgramPatch& patch_;
  double pressed_;  // mm
  bool yields_, heat_, shift_, all_ = false;
  MovedSurfaces surfaces_;
};

}  // namespace

std::string mat_text(const deck::Case& one, const ordered_json& entry, const ProgramPatch& patch) {
  const MatElements elements(one, entry, patch);
  const ordered_json rolling = entry.value("rolling", ordered_json::object());
  MatRows out(elements.columns());
  write_places(one, entry, patch, out);
  write_grid(one, rolling, patch, out);
  write_material(one, patch.problem, out);
  write_friction(one, rolling, patch.problem, out);
  elements.write(out);
  return out.text();
}

}  // namespace flangeway::contact_case
