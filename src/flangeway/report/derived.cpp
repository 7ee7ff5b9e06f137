#include "flangeway/report/derived.hpp"

#include <array>

#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/assess/wear.hpp"

namespace flangeway::report {
namespace {

using results::Reader;

void add_guiding_force(const Reader& results, const std::string& wheelset, std::vector<Derived>& out) {
  if (!results.has(wheelset + ".left.Y") || !results.has(wheelset + ".right.Y")) return;
  std::vector<double> sum = results.read(wheelset + ".left.Y");
  const std::vector<double> right = results.read(wheelset + ".right.Y");
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += right[i];
  std::vector<double> distance;
  if (results.has("distance")) distance = results.read("distance");
  if (assess::problem({distance, sum}).empty()) {  // a vehicle may run backwards
    out.push_back({{wheelset + ".sumY_2m", "N", "track", "sum of the lateral wheel forces, mean over 2 m"},
                   assess::sliding_mean({distance, sum}, assess::mean_length)});
  }
  out.push_back(
      {{wheelset + ".sumY", "N", "track", "sum of the lateral wheel forces on the rails"}, std::move(sum)});
}

// Against the rail as it is deflected under the wheel, which a contact search on rotated rails sees.
void add_angle_of_attack(const Reader& results, const std::string& wheelset, std::vector<Derived>& out) {
  if (!results.has(wheelset + ".yaw")) return;
  for (const char* side : {".left", ".right"}) {
    const bool recorded = results.has(wheelset + side + ".angle_of_attack");  // not by older versions
    if (recorded || !results.has(wheelset + side + ".rail_yaw")) continue;
    std::vector<double> values = results.read(wheelset + ".yaw");
    const std::vector<double> rail = results.read(wheelset + side + ".rail_yaw");
    for (std::size_t i = 0; i < values.size(); ++i) values[i] -= rail[i];
    out.push_back({{wheelset + side + ".angle_of_attack", "rad", "track",
                    "yaw of the wheelset less that of the deflected rail under the wheel"},
                   std::move(values)});
  }
}

void add_contact_angle(const Reader& results, const std::string& wheel, std::vector<Derived>& out) {
  const std::string force_name = wheel + ".flange.normal_force", angle = ".contact_angle";
  if (!results.has(force_name) || !results.has(wheel + ".tread" + angle) ||
      !results.has(wheel + ".flange" + angle))
    return;
  std::vector<double> values = results.read(wheel + ".flange" + angle);
  const std::vector<double> tread = results.read(wheel + ".tread" + angle), force = results.read(force_name);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (force[i] == 0) values[i] = tread[i];
  }
  out.push_back({{wheel + ".contact_angle", "rad", "track",
                  "contact angle of the flange where it touches, else of the tread"},
                 std::move(values)});
}

// Wear number of tread and flange together; without spin, as usual [Pearce1991].
void add_wear_number(const Reader& results, const std::string& wheel, std::vector<Derived>& out) {
  std::vector<double> sum(results.rows(), 0.0);
  for (const char* kind : {".tread.", ".flange."}) {
    std::array<std::vector<double>, 4> values;
    static constexpr std::array<const char*, 4> names{"creep_force_x", "creep_force_y", "creepage_x",
                                                      "creepage_y"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!results.has(wheel + kind + names[i])) return;
      values[i] = results.read(wheel + kind + names[i]);
    }
    for (std::size_t i = 0; i < sum.size(); ++i)
      sum[i] += assess::wear_number(values[0][i], values[1][i], values[2][i], values[3][i]);
  }
  out.push_back({{wheel + ".Tgamma", "N", "contact",
                  "wear number: creep force times creepage, sum of both directions and all contacts"},
                 std::move(sum)});
}

// (Y/Q) after the rule: the mean over 2 m, which has the limit [EN14363].
void add_mean_ratio(const Reader& results, const std::string& wheel, std::vector<Derived>& out) {
  if (!results.has(wheel + ".YQ") || !results.has("distance")) return;
  const std::vector<double> ratio = results.read(wheel + ".YQ"), distance = results.read("distance");
  if (!assess::problem({distance, ratio}).empty()) return;  // a vehicle may run backwards
  out.push_back({{wheel + ".YQ_2m", "1", "track", "Y/Q, mean over 2 m"},
                 assess::sliding_mean({distance, ratio}, assess::mean_length)});
}

void add_accelerations(const Reader& results, const std::string& body, const std::vector<double>& time,
                       std::vector<Derived>& out) {
  static constexpr std::array<std::array<const char*, 3>, 2> kinds{
      {{".vy", ".ay", "lateral"}, {".vz", ".az", "vertical"}}};
  for (const auto& [from, to, word] : kinds) {
    if (!results.has(body + from)) continue;
    const std::vector<double> velocity = results.read(body + from);
    out.push_back(
        {{body + to, "m/s²", "track",
          std::string(word) + " acceleration against the track frame: differences of the recorded velocity"},
         assess::rate({time, velocity})});
  }
}

}  // namespace

std::vector<std::string> owners(const Reader& results, std::string_view ending) {
  std::vector<std::string> names;
  for (const results::Channel& channel : results.channels()) {
    if (channel.name.ends_with(ending))
      names.push_back(channel.name.substr(0, channel.name.size() - ending.size()));
  }
  return names;
}

std::vector<Derived> derived_channels(const Reader& results) {
  std::vector<Derived> out;
  for (const std::string& wheelset : owners(results, ".left.Q")) {
    add_guiding_force(results, wheelset, out);
    add_angle_of_attack(results, wheelset, out);
  }
  for (const std::string& wheel : owners(results, ".YQ")) add_mean_ratio(results, wheel, out);
  for (const std::string& wheel : owners(results, ".flange.normal_force"))
    add_contact_angle(results, wheel, out);
  for (const std::string& wheel : owners(results, ".flange.creep_force_x"))
    add_wear_number(results, wheel, out);
  if (!results.has("t")) return out;
  const std::vector<double> time = results.read("t");
  for (const std::string& body : owners(results, ".vyaw")) add_accelerations(results, body, time, out);
  return out;
}

}  // namespace flangeway::report
