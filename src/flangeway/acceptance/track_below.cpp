#include "flangeway/acceptance/track_below.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "flangeway/assess/filter.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double cant_base_below = 1.5;  // m, to which cant refers

using Column = std::vector<double>;

// How far a body is ahead of the vehicle's reference, m. The reference is the body whose arc length grows as
// the distance does, digit by digit.
std::optional<double> ahead_of_reference(const Record& record, const std::string& body) {
  const std::optional<Column> distance = record.point_samples("distance"),
                              own = record.point_samples(body + ".s");
  if (!distance || !own || own->empty() || distance->size() != own->size()) return std::nullopt;
  std::optional<double> start;
  double min_spread = HUGE_VAL;
  for (const std::string& name : record.names_of_samples()) {
    if (!name.ends_with(".s") || name.find('.') != name.size() - 2) continue;
    const std::optional<Column> s = record.point_samples(name);
    if (!s || s->size() != distance->size()) continue;
    double spread = 0;
    for (std::size_t i = 0; i < s->size(); ++i)
      spread = std::max(spread, std::abs((*s)[i] - (*distance)[i] - (s->front() - distance->front())));
    if (spread < min_spread) min_spread = spread, start = s->front() - distance->front();
  }
  return start ? std::optional(own->front() - distance->front() - *start) : std::nullopt;
}

// Values over at least two rising positions, at positions that are all ahead by the same. Beyond the ends the
// last slope goes on: a value that stayed would be a kink that the track does not have.
Column values_ahead(const Column& position, const Column& values, double ahead) {
  Column result;
  std::size_t next = 0;
  for (const double at : position) {
    const double wanted = at + ahead;
    while (next < position.size() && position[next] < wanted) ++next;
    while (next > 0 && position[next - 1] >= wanted) --next;
    const std::size_t second = std::clamp<std::size_t>(next, 1, position.size() - 1), first = second - 1;
    const double share = (wanted - position[first]) / (position[second] - position[first]);
    result.push_back(values[first] + share * (values[second] - values[first]));
  }
  return result;
}

bool rises(const Column& position) {
  return std::adjacent_find(position.begin(), position.end(), [](double a, double b) { return !(a < b); }) ==
         position.end();
}

}  // namespace

TrackBelow track_below(const Record& record, const std::string& body) {
  const std::size_t count = record.values("t").size();
  const auto column = [&](const char* name) {
    return record.has(name) ? record.values(name) : Column(count, 0.0);
  };
  TrackBelow below{.curvature = column("track.curvature"), .cant_angle = column("track.cant")};
  for (double& value : below.cant_angle) value /= cant_base_below;
  const std::optional<double> ahead = ahead_of_reference(record, body);
  const std::optional<Column> height = record.point_samples(body + ".z");
  if (ahead && height && !height->empty()) {
    below.height = height->front();
    const Column distance = record.values("distance");
    if (*ahead != 0 && distance.size() > 1 && rises(distance)) {
      below.curvature = values_ahead(distance, below.curvature, *ahead);
      below.cant_angle = values_ahead(distance, below.cant_angle, *ahead);
    }
  }
  if (const std::optional<assess::Filter> filter = record.low_pass())
    for (Column* values : {&below.curvature, &below.cant_angle})
      *values = assess::filtered(*filter, *values, assess::FilterStart::steady);
  return below;
}

}  // namespace flangeway::acceptance
