// The generated code of the contact method lut.
#include <fmt/format.h>

#include "flangeway/case_codegen/contact_methods.hpp"
#include "flangeway/case_codegen/rates_of_motion.hpp"

namespace flangeway::case_codegen {

namespace {

// A wheelset beside displaced rails, in the axes of the line that joins them. docs/theory/lookup.md (3)
struct Relative {
  Expression y, z, roll;
};

Relative relative_to_rails(Symbols& s, double rail_half_distance) {
  const auto measure = [&](int channel) { return s.at(fmt::format("at->measure[0][{}]", channel)); };
  const Expression angle = measure(3) * (1 / (2 * rail_half_distance)), c = cos(angle), sn = sin(angle);
  const Expression y = s.at("q[1]") - measure(0), z = s.at("q[2]") - measure(1);
  return {c * y + sn * z, c * z - sn * y, s.at("q[3]") - angle};
}

Function displace(double rail_half_distance) {
  Symbols s;
  Targets out;
  out.set("at->y", relative_to_rails(s, rail_half_distance).y);
  return function("fw_displace", "void fw_displace(const double *q, fw_relative *at)", s, out);
}

// z − z(y, g) = 0 and φ − φ(y, g) = 0 with the table's partial derivatives as symbols; the rest by
// differentiation along the motion.
Function constrain_both(double rail_half_distance, bool rails_move) {
  Symbols s;
  const Relative place = relative_to_rails(s, rail_half_distance);
  std::vector<expression::Assignment> rates =
      rates_of_motion(s, "at->measure", 4, rails_move ? "at->rail_motion" : "");
  expression::Derivative of_place(s.graph(), rates);
  const Expression y_rate = of_place(place.y), g_rate = of_place(s.at("at->measure[0][2]"));
  const auto motion = [&](int channel, int part) {
    return s.at(fmt::format("at->motion[{}][{}]", channel, part));
  };
  for (int channel = 0; channel < 2; ++channel) {
    // value, y, g, yy, yg, gg: what each changes with over y and over g
    const int by_y[] = {1, 3, 4}, by_g[] = {2, 4, 5};
    for (int part = 0; part < 3; ++part)
      rates.emplace_back(motion(channel, part),
                         motion(channel, by_y[part]) * y_rate + motion(channel, by_g[part]) * g_rate);
  }
  expression::Derivative along(s.graph(), rates);
  Targets out;
  for (int row = 0; row < 2; ++row) {
    const std::string to = fmt::format("sides[{}].", row);
    const Expression gap = (row == 0 ? place.z : place.roll) - motion(row, 0), rate = along(gap);
    out.set(to + "gap", gap);
    out.set(to + "rate", rate);
    for (int k = 0; k < 4; ++k)
      out.set(to + fmt::format("row[{}]", k), expression::derivative(rate, s.at(fmt::format("v[{}]", k))));
    out.set(to + "right_hand", -along(rate));
  }
  return function(
      "fw_constrain_both",
      "void fw_constrain_both(const double *q, const double *v, const fw_relative *at, fw_side *sides)", s,
      out);
}

// Indentation, approach, then the channels of a contact.
std::string flange(const geometry::LookupRow& row, bool hybrid, std::size_t side, Tables& tables) {
  if (!hybrid) return "{0, 1, 1, 0, 0}";
  const std::size_t first = side * (1 + geometry::contact_channels);
  std::vector<std::size_t> channels{first, first + 1 + geometry::patch_approach};
  for (const std::size_t channel : contact_channels) channels.push_back(first + 1 + channel);
  return tables.spline(row.flanges, channels);
}

// An initialiser of fw_lookup.
std::string initialiser(const geometry::LookupTable& table, Tables& tables) {
  std::string rows;
  for (const geometry::LookupRow& row : table.rows)
    rows += fmt::format("{{{{{}, {}}}, {}, {{{}, {}}}, {{{}, {}}}}},\n", number(row.flange_start),
                        number(row.flange_start_right), tables.spline(row.motion),
                        tables.spline(row.contacts[0], contact_channels),
                        tables.spline(row.contacts[1], contact_channels),
                        flange(row, table.hybrid, 0, tables), flange(row, table.hybrid, 1, tables));
  return fmt::format("{{{}, {}, {}, {}, {}, {}}}", table.rows.size(), table.hybrid ? 1 : 0,
                     table.convergent ? 1 : 0, number(table.rows.front().gauge_variation),
                     number(table.gauge_step), tables.array("fw_row", rows));
}

std::array<std::string, 2> lut_tables(const wheelrail::Pair& pair, Tables& tables) {
  const std::string both = initialiser(pair.lookup, tables);
  return {both, both};
}

std::vector<Function> lut_functions(const wheelrail::Model& model, bool rails_move) {
  return {displace(model.rail_half_distance), constrain_both(model.rail_half_distance, rails_move)};
}

}  // namespace

const ContactCode lut_code{wheelrail::Method::lut, "lut.c", "fw_lookup fw_lookups[]", lut_tables,
                           lut_functions};

}  // namespace flangeway::case_codegen
