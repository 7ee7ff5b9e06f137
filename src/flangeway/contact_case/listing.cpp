// The `.out` listing: the results that the digits O and O_s of a case request, under headings for scripts.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>

#include "flangeway/contact_case/deck_patch.hpp"
#include "flangeway/contact_case/fortran_format.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/patch_summary.hpp"
#include "flangeway/contact_case/program_files.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::ElementState;
using nlohmann::ordered_json;

// Values of the digit O.
constexpr int with_inputs = 2, with_picture = 3, with_elements = 5;

std::string label_cells(std::initializer_list<const char*> names) {
  std::string text = "  ";
  for (const char* name : names) text += fmt::format("   {:<9}", name);
  return text + '\n';
}

std::string number_cells(const std::vector<double>& values) {
  std::string text = "  ";
  for (const double value : values) text += scientific(value, 12, 4, 4);
  return text + '\n';
}

std::vector<double> list_of(const ordered_json& json) {
  std::vector<double> values;
  for (const auto& value : json) values.push_back(value.is_number() ? value.get<double>() : 0);
  return values;
}

double value_at(const ordered_json& json, const char* key) {
  return json.at(key).get<double>();
}

std::string digits_line(const char* letters, std::initializer_list<std::pair<const char*, int>> digits) {
  std::string text = fmt::format(" {:<9}", letters);
  for (const auto& [name, value] : digits)
    text += fmt::format("{}{:<6}{:>2}", &digits.begin()->first == &name ? "" : ", ", name, value);
  return text + '\n';
}

std::string control_lines(const deck::Case& one) {
  const deck::Control& digits = one.control;
  const bool paired = one.module == 1;
  return digits_line("CPBTNFS.", {{"CONFIG", digits.configuration},
                                  {"PVTIME", digits.previous},
                                  {"BOUND", digits.bound},
                                  {"TANG", digits.tangential},
                                  {"NORM", digits.normal},
                                  {"FORCE", digits.force},
                                  {"STRESS", digits.stress}}) +
         digits_line("VLDCMZE.", {{"VARFRC", digits.variation},
                                  {"FRCLAW", digits.friction},
                                  {"DISCNS", digits.discretisation},
                                  {"INFLCF", digits.influence},
                                  {"MATER", digits.material},
                                  {paired ? "ZTRACK" : "RZNORM", digits.geometry},
                                  {paired ? "EWHEEL" : "EXRHS", digits.extra}}) +
         digits_line("HGIAOWR.", {{"HEAT", digits.heat},
                                  {"GAUSEI", digits.solver},
                                  {"IESTIM", digits.initial},
                                  {"MATFIL", digits.file},
                                  {"OUTPUT", digits.output},
                                  {"FLOW", digits.flow},
                                  {"RETURN", digits.finish}});
}

std::string material_lines(const deck::Case& one) {
  const deck::Material& m = one.values.material;
  const double soft = 1 / m.shear[0] + 1 / m.shear[1], shear = 2 / soft;
  const double poisson = (m.poisson[0] / m.shear[0] + m.poisson[1] / m.shear[1]) / soft;
  const double unlike =
      ((1 - 2 * m.poisson[0]) / m.shear[0] - (1 - 2 * m.poisson[1]) / m.shear[1]) / (2 * soft);
  return "\n MATERIAL CONSTANTS\n" + label_cells({"NU", "G", "AK", "EPS"}) +
         number_cells({poisson, shear, unlike, one.values.iteration.tolerance}) + '\n' +
         (one.module == 1 ? label_cells({"POISS(R)", "POISS(W)", "GG(R)", "GG(W)"})
                          : label_cells({"POISS(1)", "POISS(2)", "GG(1)", "GG(2)"})) +
         number_cells({m.poisson[0], m.poisson[1], m.shear[0], m.shear[1]});
}

bool any_nonzero(const double* values, std::size_t count) {
  return std::any_of(values, values + count, [](double value) { return std::abs(value) > 1e-10; });
}

std::string wheelset_lines(const deck::Case& one, const ordered_json& result) {
  const auto& v = one.values;
  const bool roller = one.control.configuration >= 4;
  std::string text = "\n DISCRETISATION PARAMETERS\n" +
                     label_cells({"DX", "DS", "DQREL", "A_SEP", "D_SEP", "D_COMB", "D_TURN"}) +
                     number_cells({v.discretisation.dx, v.discretisation.ds, v.discretisation.step,
                                   v.discretisation.separation_angle, v.discretisation.separation,
                                   v.discretisation.combination, v.discretisation.turning});
  const auto& rail = v.rail_deviation;
  if (any_nonzero(rail.data(), rail.size()))
    text += "\n RAIL IRREGULARITY\n" +
            label_cells({"DYRAIL", "DZRAIL", "DROLLR", "VYRAIL", "VZRAIL", "VROLLR"}) +
            number_cells({rail.begin(), rail.end()});
  if (result.contains("rail_deflection")) {
    const auto moved = list_of(result.at("rail_deflection"));
    text += "\n MASSLESS RAIL DEFLECTION\n" +
            label_cells({"KY_RAIL", "DY_DEFL", "FY_RAIL", "KZ_RAIL", "DZ_DEFL", "FZ_RAIL"}) +
            number_cells({v.springs.ky, moved.at(0), v.springs.fy, v.springs.kz, moved.at(1), v.springs.fz});
  }
  text +=
      "\n WHEEL-SET POSITION AND VELOCITY\n" +
      label_cells({roller ? "X_WS" : "S_WS", "Y_WS", "Z_WS", "ROLL_WS", "YAW_WS", "PITCH_WS"}) +
      number_cells(list_of(result.at("wheelset_position"))) + '\n' +
      label_cells({roller ? "VPITCH_ROL" : "VX_WS", "VY_WS", "VZ_WS", "VROLL_WS", "VYAW_WS", "VPITCH_WS"}) +
      number_cells(list_of(result.at("wheelset_velocity"))) + '\n';
  const auto& wheel = v.wheel_deviation;
  if (any_nonzero(wheel.data(), wheel.size()))
    text += " FLEXIBLE WHEEL-SET DEVIATIONS\n" +
            label_cells({"DXWHL", "DYWHL", "DZWHL", "DROLLW", "DYAWW", "DPITCHW"}) +
            number_cells({wheel.begin(), wheel.begin() + 6}) +
            label_cells({"VXWHL", "VYWHL", "VZWHL", "VROLLW", "VYAWW", "VPITCHW"}) +
            number_cells({wheel.begin() + 6, wheel.end()}) + '\n';
  return text;
}

std::string wheel_heading(const deck::Case& one, const ordered_json& result, std::size_t count) {
  const bool roller = one.control.configuration >= 4;
  return fmt::format("\n WHEEL-{} CONTACT, {} WHEEL,{:>3} CONTACT {}\n\n", roller ? "ROLLER" : "RAIL",
                     one.control.configuration % 2 == 1 ? "RIGHT" : "LEFT", count,
                     count == 1 ? "PATCH" : "PATCHES") +
         control_lines(one) + material_lines(one) + wheelset_lines(one, result);
}

std::string total_lines(const deck::Case& one, const ordered_json& result) {
  std::vector<double> forces = list_of(result.at("total_force_on_rail"));
  for (const double force : list_of(result.at("total_force_on_rail_wheelset_frame"))) forces.push_back(force);
  std::string text;
  if (one.control.output >= with_inputs)
    text = fmt::format("\n TOTAL FORCES ON {}\n", one.control.configuration >= 4 ? "ROLLER" : "RAIL");
  return text + label_cells({"FX(TR)", "FY(TR)", "FZ(TR)", "FX(WS)", "FY(WS)", "FZ(WS)"}) +
         number_cells(forces);
}

std::string place_lines(const ordered_json& entry) {
  const auto rail = list_of(entry.at("on_rail_profile")), wheel = list_of(entry.at("on_wheel_profile"));
  std::string text = "\n CONTACT REFERENCE LOCATION\n" +
                     label_cells({"XCP(TR)", "YCP(TR)", "ZCP(TR)", "DELTCP(TR)", "YCP(R)", "ZCP(R)"});
  for (const double value : {value_at(entry, "x"), value_at(entry, "y"), value_at(entry, "z"),
                             value_at(entry, "contact_angle"), rail.at(0), rail.at(1)})
    text += fixed(value, 12, 4);
  text += "\n\n" + label_cells({"XCP(W)", "YCP(W)", "ZCP(W)"});
  for (const double value : wheel) text += fixed(value, 12, 4);
  return text + "\n\n";
}

// Labels and values of the motion: creepages, or the relative forces that a deck gives in their place.
std::string motion_lines(const deck::Case& one, const ordered_json& entry) {
  const auto creep = list_of(entry.at("creepages"));
  const bool by_force_x = one.module == 3 && one.control.force >= 1,
             by_force_y = one.module == 3 && one.control.force >= 2;
  const double x = by_force_x ? one.values.loads.x : creep.at(0),
               y = by_force_y ? one.values.loads.y : creep.at(1);
  const char *name_x = by_force_x ? "FX/FSTAT/FN" : "CKSI", *name_y = by_force_y ? "FY/FSTAT/FN" : "CETA";
  const bool rolls_along = entry.contains("rolling") && (one.module == 1 || one.control.tangential >= 2);
  std::string text = " KINEMATIC CONSTANTS\n";
  if (!rolls_along)
    return text + label_cells({"DT", "VELOC", name_x, name_y, "CPHI"}) +
           number_cells({1, 1, x, y, creep.at(2)}) + '\n';
  const ordered_json& rolling = entry.at("rolling");
  return text + label_cells({"CHI", "DQ", "VELOC", name_x, name_y, "CPHI"}) +
         number_cells({value_at(rolling, "chi"), value_at(rolling, "dq"), value_at(rolling, "veloc"), x, y,
                       creep.at(2)}) +
         '\n';
}

std::string spin_centre_lines(double x, double y) {
  if (x == 0 && y == 0) return {};
  return label_cells({"SPINXO", "SPINYO"}) + number_cells({x, y}) + '\n';
}

struct LabelledValue {
  std::string label;
  double value;
};

// A relative force, or the creepage that was found where the force is given.
LabelledValue second_row(const deck::Case& one, const ordered_json& entry, bool along, bool per_friction) {
  const bool given = one.module == 3 && one.control.force >= (along ? 1 : 2);
  if (given) {
    const char axis = along ? 'X' : 'Y';
    return {fmt::format(" {} {}", one.control.tangential >= 2 ? "CREEP" : "SHIFT", axis),
            entry.at("creepages").at(along ? 0 : 1).get<double>()};
  }
  const char* name = along ? "FX" : one.module == 1 ? "FS" : "FY";
  const std::string key = fmt::format("{}/FSTAT/FN", name);
  return {per_friction ? key : fmt::format("  {}/FN", name), entry.at("scaled").at(key).get<double>()};
}

std::string force_lines(const deck::Case& one, const ordered_json& entry, bool per_friction) {
  const bool paired = one.module == 1, curved = entry.contains("tilde_FN");
  const char* work = one.control.tangential >= 2 || paired ? "POWER" : "WORK";
  const double dissipated =
      entry.contains("friction_power") ? value_at(entry, "friction_power") : value_at(entry, "friction_work");
  std::string text;
  if (one.control.output >= with_inputs)
    text = "\n TOTAL FORCES, TORSIONAL MOMENT, ELASTIC ENERGY, FRICTIONAL POWER\n";
  const char* bar = curved ? "BAR_" : "";
  text += "  ";
  for (const char* name : {"FN", "FX", paired ? "FS" : "FY"})
    text += fmt::format("   {:<9}", fmt::format("{}{}", bar, name));
  text += fmt::format("   {:<9}  ELAST.EN.   FRIC.{}\n", paired ? "MN" : "MZ", work) +
          number_cells({value_at(entry, "FN"), value_at(entry, "FX"), value_at(entry, "FS"),
                        value_at(entry, "MN"), value_at(entry, "elastic_energy"), dissipated});
  const LabelledValue x = second_row(one, entry, true, per_friction),
                      y = second_row(one, entry, false, per_friction);
  text += fmt::format("     {:<10}{:<12} {:<12} APPROACH     PMAX    {}\n", curved ? "TILDE_FN" : "FN/G",
                      x.label, y.label, entry.contains("max_temperature") ? "  MAX(T1,T2)" : "");
  const double first = curved ? value_at(entry, "tilde_FN") : value_at(entry.at("scaled"), "FN/G");
  text += "  " + scientific(first, 12, 4, 4) + scientific(x.value, 12, 4, 4) + scientific(y.value, 12, 4, 4) +
          scientific(value_at(entry, "approach"), 12, 6, 4) + scientific(value_at(entry, "pmax"), 12, 4, 4);
  if (entry.contains("max_temperature")) text += scientific(value_at(entry, "max_temperature"), 12, 4, 4);
  return text + '\n';
}

std::string statistics_lines(const ordered_json& entry, const contact::patch::Solution& solution) {
  const ordered_json& count = entry.at("elements");
  std::string names = "    NPOT   NCON   NADH  NSLIP", values;
  std::vector<long> shown;
  for (const char* key : {"potential", "contact", "adhesion", "slip"})
    shown.push_back(count.at(key).get<long>());
  if (count.contains("plastic")) {
    names += "  NPLAST";
    shown.push_back(count.at("plastic").get<long>());
  }
  shown.push_back(solution.normal_iterations), shown.push_back(solution.tangential_iterations);
  for (const long value : shown) values += fmt::format("{:>7}", value);
  return "\n CONTACT STATISTICS\n N: NUMBER OF ELEMENTS IN REGION,  I: NUMBER OF ITERATIONS,\n"
         " POT: POTENTIAL CONTACT AREA,  CON: CONTACT,  ADH: ADHESION\n" +
         names + "  INORM  ITANG\n " + values + '\n';
}

// Row of the problem that is row `iy` of the deck, from 0.
int own_row(const ProgramPatch& patch, int iy) {
  return patch.across > 0 ? iy : patch.problem.grid.ny - 1 - iy;
}

std::string picture_lines(const ProgramPatch& patch) {
  std::string text = "\n FORM OF THE CONTACT, ADHESION AND SLIP-AREA`S:\n\n";
  const auto& grid = patch.problem.grid;
  for (int iy = grid.ny; iy-- > 0;) {
    text += fmt::format("{:>5} ", iy + 1);
    for (int ix = 0; ix < grid.nx; ++ix)
      text += ".*S|"[static_cast<std::size_t>(patch.solution.state[grid.index(ix, own_row(patch, iy))])];
    text += '\n';
  }
  return text;
}

std::string element_heading(int tangential, bool heat) {
  std::string text =
      "\n QUANTITIES DISTRIBUTED OVER THE CONTACT AREA:\n"
      " \"H-PEN\" IS THE UNDEFORMED DISTANCE WITH THE APPROACH TAKEN INTO ACCOUNT.\n"
      " X AND H-PEN ARE IN MM, TRACTIONS IN N/MM^2, ARGUMENTS IN DEGREES.\n\n";
  if (tangential == 0) return text + "     X          H-PEN        PN       ABS(PT)        ARG(PT)\n";
  text += "     X         H-PEN        PN      TRCBND    ABS(PT)     ARG(PT;-S)  ABS(S)      RIGID ";
  return text + (tangential == 1 ? "SHIFT(X, Y)" : "SLIP(X, Y)") +
         (heat ? "        TEMP1      TEMP2\n" : "\n");
}

std::string element_line(const deck::Case& one, const ProgramPatch& patch, int ix, int iy) {
  const auto& problem = patch.problem;
  const auto& s = patch.solution;
  const std::size_t i = problem.grid.index(ix, iy);
  const double body = patch.on_other_body ? -1 : 1, across = body * patch.across;
  const double px = body * s.tractions.x[i], py = across * s.tractions.y[i];
  std::string text = ' ' + scientific((problem.grid.x(ix) + patch.origin.x()) / mm, 12, 4, 4);
  std::vector<double> values{(problem.gap[i] - s.approach) / mm, 1e-6 * s.tractions.pressure[i]};
  if (one.control.tangential != 0) values.push_back(1e-6 * traction_bound(problem, s, i));
  values.push_back(1e-6 * std::hypot(px, py));
  for (const double value : values) text += scientific(value, 11, 3, 3);
  text += fixed(std::atan2(py, px) * 180 / pi, 10, 1);
  if (one.control.tangential == 0) return text + '\n';
  const double length = one.control.tangential == 1 ? 1 / mm : 1;
  const Vec2 rigid = rigid_slip(problem, s, ix, iy);
  text += "  ";
  for (const double value : {printed_slip(s, i), body * rigid.x(), across * rigid.y()})
    text += scientific(length * value, 11, 3, 3);
  if (!s.temperature_1.empty()) {
    const auto &first = patch.on_other_body ? s.temperature_2 : s.temperature_1,
               &second = patch.on_other_body ? s.temperature_1 : s.temperature_2;
    text += scientific(first[i], 11, 4, 4) + scientific(second[i], 11, 4, 4);
  }
  return text + '\n';
}

std::string element_lines(const deck::Case& one, const ProgramPatch& patch) {
  const auto& grid = patch.problem.grid;
  std::string text = element_heading(one.control.tangential, patch.problem.heat.has_value());
  for (int row = 0; row < grid.ny; ++row) {
    const int iy = own_row(patch, row);
    std::string lines;
    for (int ix = 0; ix < grid.nx; ++ix)
      if (patch.solution.state[grid.index(ix, iy)] != ElementState::outside)
        lines += element_line(one, patch, ix, iy);
    if (lines.empty()) continue;
    const double y = patch.across * (grid.y(iy) + patch.origin.y()) / mm;
    text += "\n Y = " + scientific(y, 12, 4, 4) +
            fmt::format(" ROW{:>3} OF THE POTENTIAL CONTACT\n\n", row + 1) + lines;
  }
  return text;
}

std::string point_lines(const StressPoints& block) {
  std::string text = "\n";
  const auto line = [](int row, double moved, double first, double second, double third) {
    return fmt::format("\n{:>3}  {}; ", row, scientific(1e3 * moved, 12, 4, 4)) +
           scientific(1e-6 * first, 12, 4, 4) + scientific(1e-6 * second, 12, 4, 4) +
           scientific(1e-6 * third, 12, 4, 4);
  };
  for (const auto& point : block.points) {
    const auto& s = point.stress;
    text += " Position (X,Y,Z):";
    for (const double value : {point.x, point.y, point.z}) text += scientific(1e3 * value, 12, 4, 4);
    text += "\n I,Displacement(I); Stress(I,J),J = 1,3" + line(1, s.ux, s.xx, s.xy, s.xz) +
            line(2, s.uy, s.xy, s.yy, s.yz) + line(3, s.uz, s.xz, s.yz, s.zz) +
            "\n  SigHyd = " + scientific(1e-6 * contact::patch::hydrostatic(s), 12, 4, 4) +
            ", SigVM = " + scientific(1e-6 * contact::patch::mises(s), 12, 4, 4) + "\n\n";
  }
  return text;
}

std::string stress_lines(const deck::Case& one, const ordered_json& entry, const PatchFields& fields) {
  const int listing = one.values.subsurface_listing;
  if (one.control.stress == 0 || listing == 0 || !entry.contains("subsurface_maxima")) return {};
  std::string text;
  std::size_t number = 0;
  for (const auto& block : entry.at("subsurface_maxima")) {
    text += fmt::format("\n SUBSURFACE STRESSES BLOCK{:>3}:\n\n", ++number);
    for (const auto& [key, found] : block.items()) {
      const std::size_t space = key.find(' ');
      const auto v = list_of(found);
      text += fmt::format(" {:<6}{:>7} ={:10.3f} AT (X,Y,Z) = ({:8.3f},{:8.3f},{:8.3f})\n",
                          key.substr(0, space), key.substr(space + 1), v.at(0), v.at(1), v.at(2), v.at(3));
    }
    if (listing == 4 && fields.points && number <= fields.points->size())
      text += point_lines((*fields.points)[number - 1]);
  }
  return text;
}

std::string patch_lines(const deck::Case& one, const ordered_json& entry, const ProgramPatch& patch,
                        const PatchFields& fields) {
  const int output = one.control.output;
  std::string text;
  if (output >= 1) {
    if (patch.number > 0) text += fmt::format("\n ----- DATA FOR CONTACT PATCH{:>3} -----\n", patch.number);
    if (output >= with_inputs) {
      if (patch.number > 0) text += place_lines(entry);
      if (patch.number == 0 || one.control.tangential > 0) text += motion_lines(one, entry);
      text += patch.number > 0
                  ? spin_centre_lines(patch.origin.x() / mm, patch.across * patch.origin.y() / mm)
                  : spin_centre_lines(one.values.loads.spin_x, one.values.loads.spin_y);
    }
    text += force_lines(one, entry, patch.problem.friction.size() == 1);
  }
  if (output >= with_inputs) text += statistics_lines(entry, patch.solution);
  if (output >= with_picture) text += picture_lines(patch);
  if (output >= with_elements) text += element_lines(one, patch);
  return text + stress_lines(one, entry, fields);
}

}  // namespace

std::string listing_text(const deck::Case& one, const CaseResult& result,
                         const std::vector<ProgramPatch>& patches, const std::vector<PatchFields>& fields) {
  std::string text = fmt::format("\n Case {:>5}\n", result.metadata.number);
  if (result.status != Status::solved)
    text += fmt::format(" ({}: {})\n", name_of(result.status), result.message);
  const bool known = result.json.contains("patches") && result.json.at("patches").is_array();
  if (!known) return text;
  if (one.module == 1 && one.control.output >= 1) {
    if (one.control.output >= with_inputs) text += wheel_heading(one, result.json, patches.size());
    if (patches.empty()) text += " ----- NO CONTACT FOUND FOR THIS WHEEL / WHEEL-SET -----\n";
    text += total_lines(one, result.json);
  } else if (one.control.output >= with_inputs) {
    text += '\n' + control_lines(one) + material_lines(one) + '\n';
  }
  for (std::size_t i = 0; i < patches.size(); ++i)
    text += patch_lines(one, result.json.at("patches").at(i), patches[i], fields[i]);
  return text;
}

std::string listing_heading(const std::string& version) {
  const std::string rule = "   " + std::string(72, '-') + '\n';
  const auto line = [](const std::string& text) { return fmt::format("   |  {:<68}|\n", text); };
  return rule + line("Flangeway - detailed investigation of 3D frictional contact") +
         line("Results in the layout of the program CONTACT, from version " + version) + rule;
}

}  // namespace flangeway::contact_case
