#include "flangeway/report/key_numbers.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/statistics.hpp"

namespace flangeway::report {
namespace {

using Json = nlohmann::json;
using results::Reader;

// 0 where a foreign program has written something else.
double number(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

Json wheels(const Json& summary) {
  Json rows = Json::array();
  const auto all = summary.find("wheels");
  if (all == summary.end() || !all->is_object()) return rows;
  for (const auto& [name, wheel] : all->items()) {
    Json row = wheel.is_object() ? wheel : Json::object();
    const bool touched = number(row, "flange_time") > 0;
    row["name"] = name;
    row["over_nadal"] = touched && number(row, "YQ_max") > number(row, "nadal_limit");
    if (!touched) row["nadal_limit"] = nullptr;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Number of a wheelset from the front of the vehicle on, after its role; before roles were recorded, its
/// place.
std::size_t number_of(const std::string& wheelset, std::size_t place, const Json& scene) {
  const auto bodies = scene.find("bodies");
  if (bodies != scene.end() && bodies->is_array()) {
    for (const Json& body : *bodies) {
      if (!body.is_object() || body.value("name", Json()) != Json(wheelset)) continue;
      if (body.value("role", Json()) == Json("wheelset") && number(body, "role_number") > 0)
        return static_cast<std::size_t>(number(body, "role_number"));
    }
  }
  return place + 1;
}

class ChannelExtremes {
 public:
  ChannelExtremes(const Reader& results, const std::vector<Derived>& derived)
      : results_(results), derived_(derived) {
    if (results.has("distance")) distance_ = results.read("distance");
  }

  /// Largest absolute value with its place; null if the channel is missing or has no rows.
  [[nodiscard]] Json largest(const std::string& name) const {
    const std::vector<double> values = read(name);
    return values.empty() ? Json() : placed(assess::largest_absolute(values));
  }
  [[nodiscard]] Json lowest(const std::string& name) const {
    const std::vector<double> values = read(name);
    return values.empty() ? Json() : placed(assess::lowest(values));
  }
  [[nodiscard]] Json highest(const std::string& name) const {
    const std::vector<double> values = read(name);
    return values.empty() ? Json() : placed(assess::highest(values));
  }
  /// Half of the mean vertical force of a wheelset over the run: the static wheel force, whatever the cant.
  [[nodiscard]] std::optional<double> static_force(const std::string& wheelset) const {
    const std::vector<double> left = read(wheelset + ".left.Q"), right = read(wheelset + ".right.Q");
    if (left.empty() || right.empty()) return std::nullopt;
    const double force = (assess::mean(left) + assess::mean(right)) / 2;
    return force > 0 ? std::optional(force) : std::nullopt;
  }

 private:
  [[nodiscard]] Json placed(const assess::Extreme& extreme) const {
    const bool known = extreme.index < distance_.size();
    return {{"value", extreme.value}, {"distance", known ? Json(distance_[extreme.index]) : Json()}};
  }
  [[nodiscard]] std::vector<double> read(const std::string& name) const {
    if (results_.has(name)) return results_.read(name);
    const auto found = std::find_if(derived_.begin(), derived_.end(),
                                    [&](const Derived& one) { return one.channel.name == name; });
    return found == derived_.end() ? std::vector<double>{} : found->values;
  }

  const Reader& results_;
  const std::vector<Derived>& derived_;
  std::vector<double> distance_;
};

/// Prud'homme's limit for the mean static force of an axle, from the masses in the scene.
std::optional<double> guiding_force_limit(const Json& scene, std::size_t wheelsets) {
  const auto bodies = scene.find("bodies");
  if (wheelsets == 0 || bodies == scene.end() || !bodies->is_array()) return std::nullopt;
  double mass = 0;
  for (const Json& body : *bodies) mass += number(body, "mass");
  return assess::prudhomme_limit(mass * number(scene, "gravity") / static_cast<double>(wheelsets));
}

Json wheelsets(const std::vector<std::string>& names, const ChannelExtremes& channels,
               std::optional<double> limit, const Json& scene) {
  static constexpr std::array<const char*, 4> quantities{"y", "yaw", "sumY", "sumY_2m"};
  Json rows = Json::array();
  for (const std::string& name : names) {
    Json row{{"name", name}};
    row["index"] = std::to_string(number_of(name, rows.size(), scene));
    for (const char* quantity : quantities) row[quantity] = channels.largest(name + "." + quantity);
    row["over_limit"] = limit && number(row["sumY_2m"], "value") > *limit;
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Adds to each wheel what its channels tell: how the standards name it ("12": axle 1, left wheel), the
/// places of its extremes, the least Q, the largest relief of the static force, and (Y/Q) as mean over 2 m.
void add_extremes(Json& rows, const std::vector<std::string>& wheelsets, const ChannelExtremes& channels,
                  const Json& scene) {
  for (Json& row : rows) {
    const std::string wheel = row["name"];
    const std::size_t dot = wheel.rfind('.');
    const std::string wheelset = wheel.substr(0, dot);
    const auto found = std::find(wheelsets.begin(), wheelsets.end(), wheelset);
    if (dot == std::string::npos || found == wheelsets.end()) continue;
    const auto position = static_cast<std::size_t>(found - wheelsets.begin());
    row["index"] =
        std::to_string(number_of(wheelset, position, scene)) + (wheel.ends_with(".left") ? "2" : "1");
    row["Q_lowest"] = channels.lowest(wheel + ".Q");
    row["Q_highest"] = channels.highest(wheel + ".Q");
    row["Y_largest"] = channels.largest(wheel + ".Y");
    row["YQ_2m"] = channels.highest(wheel + ".YQ_2m");
    row["over_yq_limit"] = number(row["YQ_2m"], "value") > assess::yq_limit;
    const std::optional<double> force = channels.static_force(wheelset);
    row["Q_static"] = force ? Json(*force) : Json();
    row["relief"] =
        force && row["Q_lowest"].is_object() ? Json(1 - number(row["Q_lowest"], "value") / *force) : Json();
  }
}

/// The radius of the friction circle of a rail: its largest coefficient at any contact angle.
Json largest_friction(const Json& scene, const char* side) {
  const auto friction = scene.find("friction");
  if (friction == scene.end() || !friction->is_object() || !friction->contains(side)) return nullptr;
  const Json& rail = (*friction)[side];
  double largest = number(rail, "coefficient");
  if (const auto over_angle = rail.find("over_angle"); over_angle != rail.end() && over_angle->is_array()) {
    for (const Json& pair : *over_angle) {
      if (pair.is_array() && pair.size() == 2 && pair[1].is_number())
        largest = std::max(largest, pair[1].get<double>());
    }
  }
  return largest;
}

}  // namespace

Json key_numbers(const Reader& results, const std::vector<Derived>& derived, const Json& summary,
                 const Json& scene) {
  std::vector<std::string> names = owners(results, ".left.Q");
  // The carrier of a single wheel is no axle.
  names.erase(std::remove_if(names.begin(), names.end(),
                             [&](const std::string& name) { return !results.has(name + ".right.Y"); }),
              names.end());
  const std::optional<double> limit = guiding_force_limit(scene, names.size());
  const ChannelExtremes channels(results, derived);
  Json of_wheels = wheels(summary);
  add_extremes(of_wheels, names, channels, scene);
  return {
      {"wheels", std::move(of_wheels)},
      {"wheelsets", wheelsets(names, channels, limit, scene)},
      {"guiding_force_limit", limit ? Json(*limit) : Json()},
      {"yq_limit", assess::yq_limit},
      {"friction", {{"left", largest_friction(scene, "left")}, {"right", largest_friction(scene, "right")}}}};
}

}  // namespace flangeway::report
