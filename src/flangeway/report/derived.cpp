#include "flangeway/report/derived.hpp"

#include <algorithm>
#include <array>

namespace flangeway::report {
namespace {

using results::Reader;

// Length of the mean of ΣY. [EN14363]
constexpr double mean_length = 2.0;  // m

void add_guiding_force(const Reader& results, const std::string& wheelset, std::vector<Derived>& out) {
  if (!results.has(wheelset + ".left.Y") || !results.has(wheelset + ".right.Y")) return;
  std::vector<double> sum = results.read(wheelset + ".left.Y");
  const std::vector<double> right = results.read(wheelset + ".right.Y");
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += right[i];
  if (results.has("distance")) {
    out.push_back({{wheelset + ".sumY_2m", "N", "track", "sum of the lateral wheel forces, mean over 2 m"},
                   sliding_mean(sum, results.read("distance"), mean_length)});
  }
  out.push_back(
      {{wheelset + ".sumY", "N", "track", "sum of the lateral wheel forces on the rails"}, std::move(sum)});
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

void add_accelerations(const Reader& results, const std::string& body, const std::vector<double>& time,
                       std::vector<Derived>& out) {
  static constexpr std::array<std::array<const char*, 3>, 2> kinds{
      {{".vy", ".ay", "lateral"}, {".vz", ".az", "vertical"}}};
  for (const auto& [from, to, word] : kinds) {
    if (!results.has(body + from)) continue;
    out.push_back(
        {{body + to, "m/s²", "track",
          std::string(word) + " acceleration against the track frame: differences of the recorded velocity"},
         rate(results.read(body + from), time)});
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

std::vector<double> sliding_mean(const std::vector<double>& values, const std::vector<double>& distance,
                                 double length) {
  std::vector<double> means(values.size());
  std::size_t first = 0;
  double sum = 0;  // of values[first … i]
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    while (first < i && distance[i] - distance[first] > length) sum -= values[first++];
    means[i] = sum / static_cast<double>(i - first + 1);
  }
  return means;
}

std::vector<double> rate(const std::vector<double>& values, const std::vector<double>& time) {
  std::vector<double> rates(values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : i - 1, after = std::min(i + 1, values.size() - 1);
    const double span = time[after] - time[before];
    if (span > 0) rates[i] = (values[after] - values[before]) / span;
  }
  return rates;
}

std::vector<Derived> derived_channels(const Reader& results) {
  std::vector<Derived> out;
  for (const std::string& wheelset : owners(results, ".left.Q")) add_guiding_force(results, wheelset, out);
  for (const std::string& wheel : owners(results, ".flange.normal_force"))
    add_contact_angle(results, wheel, out);
  if (!results.has("t")) return out;
  const std::vector<double> time = results.read("t");
  for (const std::string& body : owners(results, ".vyaw")) add_accelerations(results, body, time, out);
  return out;
}

}  // namespace flangeway::report
