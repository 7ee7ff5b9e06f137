#include "flangeway/report/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "flangeway/damage/fatigue.hpp"
#include "flangeway/plot/xml.hpp"
#include "flangeway/report/position_axis.hpp"

namespace flangeway::report {
namespace {

using results::Reader;
using Column = std::vector<double>;

constexpr std::array<const char*, 2> rail_names{"left", "right"};

Column column_of(const Reader& results, const std::vector<Derived>& derived, const std::string& name) {
  if (results.has(name)) return results.read(name);
  for (const Derived& one : derived)
    if (one.channel.name == name) return one.values;
  return {};
}

/// Rows [first, end) of one kind of track.
struct Rows {
  std::size_t first, end;
  std::string name;
  int outer;
};

enum class TrackKind { straight, curve, transition };

std::vector<Rows> rows_of_parts(const Column& curvature) {
  constexpr double straight = 1e-6, change = 1e-6;  // 1/m, and relative from row to row
  const auto kind_at = [&](std::size_t i) {
    const std::size_t next = i + 1 < curvature.size() ? i + 1 : i, before = i > 0 ? i - 1 : i;
    const double size = std::max(std::abs(curvature[i]), straight);
    const bool constant = std::abs(curvature[next] - curvature[i]) <= change * size ||
                          std::abs(curvature[i] - curvature[before]) <= change * size;
    if (!constant) return TrackKind::transition;
    return std::abs(curvature[i]) <= straight ? TrackKind::straight : TrackKind::curve;
  };
  std::vector<Rows> parts;
  for (std::size_t i = 0; i < curvature.size();) {
    const TrackKind kind = kind_at(i);
    std::size_t end = i + 1;
    while (end < curvature.size() && kind_at(end) == kind &&
           (kind != TrackKind::curve ||
            std::abs(curvature[end] - curvature[i]) <= 1e-4 * std::abs(curvature[i])))
      ++end;
    const bool curve = kind == TrackKind::curve, left = curvature[i] > 0;
    std::string name = kind == TrackKind::straight ? "straight" : "transition";
    if (curve) name = fmt::format("R {:.0f} m {}", 1 / std::abs(curvature[i]), left ? "left" : "right");
    const int outer = !curve ? -1 : left ? 1 : 0;
    if (end - i > 2) parts.push_back({i, end, std::move(name), outer});
    i = end;
  }
  return parts;
}

/// Weights of the rows by how far they lie apart, in m.
Column weights_of(const Column& distance) {
  Column weights(distance.size(), 0.0);
  for (std::size_t i = 1; i < distance.size(); ++i) {
    const double half = std::abs(distance[i] - distance[i - 1]) / 2;
    weights[i] += half, weights[i - 1] += half;
  }
  return weights;
}

void add_wheel(const Column& q, const Column& y, const Column& yq, const Column& t_gamma,
               const Column& distance, const Column& weights, const Rows& rows, RailPart& part) {
  double length = 0, energy = 0, damage = 0;
  for (std::size_t i = rows.first; i < rows.end; ++i) {
    if (i < q.size()) part.q_largest = std::max(part.q_largest, q[i]);
    if (i < y.size()) part.y_largest = std::max(part.y_largest, std::abs(y[i]));
    if (i < yq.size()) part.yq_largest = std::max(part.yq_largest, yq[i]);
    if (i >= t_gamma.size() || !std::isfinite(t_gamma[i])) continue;
    if (t_gamma[i] > part.t_gamma_largest)
      part.t_gamma_largest = t_gamma[i], part.t_gamma_place = distance[i];
    length += weights[i], energy += weights[i] * t_gamma[i];
    damage += weights[i] * damage::crack_damage(t_gamma[i]);
  }
  if (length > 0) part.t_gamma_mean += energy / length, part.damage += damage / length;
}

void add_contacts(const Column& place, const Column& force, const Rows& rows, RailPart& part) {
  for (std::size_t i = rows.first; i < std::min({rows.end, place.size(), force.size()}); ++i) {
    if (!(force[i] > 0)) continue;
    if (!part.has_contacts) part.contact_from = part.contact_to = place[i], part.has_contacts = true;
    part.contact_from = std::min(part.contact_from, place[i]);
    part.contact_to = std::max(part.contact_to, place[i]);
  }
}

std::string rail_text(const LinePart& part, std::size_t side) {
  if (part.outer < 0) return rail_names[side];
  return fmt::format("{} ({})", rail_names[side], static_cast<int>(side) == part.outer ? "high" : "low");
}

}  // namespace

std::vector<LinePart> line_parts(const Reader& results, const std::vector<Derived>& derived) {
  std::vector<LinePart> parts;
  if (!results.has("distance") || !results.has("track.curvature")) return parts;
  const Column distance = results.read("distance"), weights = weights_of(distance);
  const std::vector<std::string> wheelsets = owners(results, ".left.Q");
  const std::vector<Rows> rows = rows_of_parts(results.read("track.curvature"));
  for (const Rows& one : rows)
    parts.push_back(
        {.name = one.name, .from = distance[one.first], .to = distance[one.end - 1], .outer = one.outer});
  bool any = false;
  for (const std::string& wheelset : wheelsets)
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string wheel = wheelset + "." + rail_names[side];
      const auto read = [&](const char* quantity) { return column_of(results, derived, wheel + quantity); };
      const Column q = read(".Q"), y = read(".Y"), yq = read(".YQ_2m"), t_gamma = read(".Tgamma");
      any = any || !t_gamma.empty();
      for (std::size_t i = 0; i < rows.size(); ++i)
        add_wheel(q, y, yq, t_gamma, distance, weights, rows[i], parts[i].rails[side]);
      for (const char* kind : {".tread", ".flange"}) {
        const Column position = read((std::string(kind) + ".rail_s").c_str()),
                     force = read((std::string(kind) + ".normal_force").c_str());
        for (std::size_t i = 0; i < rows.size(); ++i)
          add_contacts(position, force, rows[i], parts[i].rails[side]);
      }
    }
  return any ? parts : std::vector<LinePart>();
}

std::string fatigue_text(const std::vector<LinePart>& parts, const ChainageTable& chainage) {
  const LinePart* worst = nullptr;
  std::size_t worst_side = 0;
  double largest = 0;
  for (const LinePart& part : parts)
    for (std::size_t side = 0; side < 2; ++side) {
      largest = std::max(largest, part.rails[side].t_gamma_largest);
      const double known = worst == nullptr ? 0 : worst->rails[worst_side].damage;
      if (part.rails[side].damage > known) worst = &part, worst_side = side;
    }
  if (parts.empty()) return "";
  if (worst == nullptr)
    return fmt::format(
        "Rolling contact fatigue (RCF): after the whole life rail model cracks do not grow on either rail; "
        "the "
        "largest wear number of a wheel is {:.1f} N{}.",
        largest, largest > 175 ? ", beyond 175 N, where wear takes cracks away" : "");
  const RailPart& rail = worst->rails[worst_side];
  return fmt::format(
      "Rolling contact fatigue (RCF) is most to be expected on the {} rail in the part {} from {:.3f} to "
      "{:.3f} km: "
      "damage {:.2f} per pass of the vehicle, where 1 is the largest damage of one wheel; the wear number "
      "reaches "
      "{:.0f} N at {:.3f} km.",
      rail_text(*worst, worst_side), worst->name, kilometres(chainage, worst->from),
      kilometres(chainage, worst->to), rail.damage, rail.t_gamma_largest,
      kilometres(chainage, rail.t_gamma_place));
}

nlohmann::json parts_json(const std::vector<LinePart>& parts) {
  nlohmann::json list = nlohmann::json::array();
  for (const LinePart& part : parts) {
    nlohmann::json rails = nlohmann::json::array();
    for (std::size_t side = 0; side < 2; ++side) {
      const RailPart& rail = part.rails[side];
      rails.push_back({{"name", rail_text(part, side)},
                       {"Q", rail.q_largest},
                       {"Y", rail.y_largest},
                       {"YQ_2m", rail.yq_largest},
                       {"Tgamma_mean", rail.t_gamma_mean},
                       {"Tgamma", rail.t_gamma_largest},
                       {"Tgamma_distance", rail.t_gamma_place},
                       {"damage", rail.damage}});
      if (rail.has_contacts) rails.back()["contact"] = {rail.contact_from, rail.contact_to};
    }
    list.push_back({{"name", part.name}, {"from", part.from}, {"to", part.to}, {"rails", std::move(rails)}});
  }
  return list;
}

std::string parts_table(const std::vector<LinePart>& parts, const ChainageTable& chainage) {
  std::string html =
      "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>Part and rail</th><th>from, km</th><th>to, "
      "km</th>"
      "<th>Q largest, kN</th><th>|Y| largest, kN</th><th>Y/Q, 2 m mean</th><th>ΣTγ mean, J/m</th>"
      "<th>Tγ largest, N</th><th>at, km</th><th>RCF damage of a pass</th><th>contacts, mm</th></tr>\n";
  for (const LinePart& part : parts)
    for (std::size_t side = 0; side < 2; ++side) {
      const RailPart& rail = part.rails[side];
      html += fmt::format(
          "<tr><th>{}, {}</th><td>{:.3f}</td><td>{:.3f}</td><td>{:.1f}</td><td>{:.1f}</td><td>{:.3f}</td>"
          "<td>{:.1f}</td><td>{:.1f}</td><td>{:.3f}</td><td>{:.3f}</td><td>{}</td></tr>\n",
          plot::escaped(part.name), rail_text(part, side), kilometres(chainage, part.from),
          kilometres(chainage, part.to), rail.q_largest / 1e3, rail.y_largest / 1e3, rail.yq_largest,
          rail.t_gamma_mean, rail.t_gamma_largest, kilometres(chainage, rail.t_gamma_place), rail.damage,
          rail.has_contacts ? fmt::format("{:.1f} … {:.1f}", 1e3 * rail.contact_from, 1e3 * rail.contact_to)
                            : std::string("–"));
    }
  return html + "</table></div>\n";
}

plot::Figure rail_figure(const Reader& results, const std::vector<Derived>& derived) {
  plot::Figure figure{.title = "", .shared_x = true};
  if (!results.has("distance")) return figure;
  const PositionAxis axis = position_axis(results);
  const Column& position_of_row = axis.x;
  plot::Panel wear{.title = "Largest wear number of all wheels",
                   .x_label = axis.label,
                   .y_label = "Tγ in N",
                   .limits = {{15, "15 N: cracks begin to grow"},
                              {65, "65 N: cracks grow fastest"},
                              {175, "175 N: wear removes cracks"}},
                   .height = 180};
  plot::Panel contacts_panel{.title = "Contacts on the rails, own coordinate",
                             .x_label = axis.label,
                             .y_label = "y on the rail in mm",
                             .height = 180};
  for (std::size_t side = 0; side < 2; ++side) {
    Column largest;
    plot::Series contacts{.name = rail_names[side], .style = plot::Style::points, .colour = side};
    for (const std::string& wheelset : owners(results, ".left.Q")) {
      const std::string wheel = wheelset + "." + rail_names[side];
      const Column values = column_of(results, derived, wheel + ".Tgamma");
      if (largest.empty()) largest.assign(values.size(), 0.0);
      for (std::size_t i = 0; i < std::min(values.size(), largest.size()); ++i)
        largest[i] = std::max(largest[i], values[i]);
      for (const char* kind : {".tread", ".flange"}) {
        const Column position = column_of(results, derived, wheel + kind + ".rail_s"),
                     force = column_of(results, derived, wheel + kind + ".normal_force");
        constexpr std::size_t max_points = 1500;  // points of one contact
        const std::size_t count = std::min({position.size(), force.size(), position_of_row.size()});
        for (std::size_t i = 0; i < count; i += std::max<std::size_t>(count / max_points, 1))
          if (force[i] > 0) contacts.x.push_back(position_of_row[i]), contacts.y.push_back(1e3 * position[i]);
      }
    }
    if (!largest.empty())
      wear.series.push_back(
          {.name = rail_names[side], .x = position_of_row, .y = std::move(largest), .colour = side});
    if (!contacts.x.empty()) contacts_panel.series.push_back(std::move(contacts));
  }
  // Limits far above what there is would press the curves together.
  double top = 0;
  for (const plot::Series& series : wear.series)
    for (const double value : series.y) top = std::max(top, value);
  std::erase_if(wear.limits, [&](const plot::Limit& limit) { return limit.y > 3 * top + 5; });
  if (!wear.series.empty()) figure.panels.push_back(std::move(wear));
  if (!contacts_panel.series.empty()) figure.panels.push_back(std::move(contacts_panel));
  return figure;
}

plot::Figure shakedown_figure(const Reader& results, double yield_in_shear) {
  constexpr double pi_ = 3.14159265358979323846;
  plot::Figure figure{.title = ""};
  plot::Panel panel{.title = "Shakedown diagram of the contacts",
                    .x_label = "used traction coefficient T/N",
                    .y_label = "load factor: ratio p0/k",
                    .height = 300};
  constexpr std::array<std::array<const char*, 2>, 2> kinds{{{".tread", "tread"}, {".flange", "flange"}}};
  // Blue for the left rail and orange for the right, as in the other pictures of a run.
  constexpr std::array<std::array<std::size_t, 2>, 2> colours{{{0, 5}, {1, 4}}};
  double max_traction = 0.4, highest = 5;
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
      plot::Series points{.name = fmt::format("{}, {}", rail_names[side], kinds[kind][1]),
                          .style = plot::Style::points,
                          .colour = colours[side][kind]};
      for (const std::string& wheelset : owners(results, ".left.Q")) {
        const std::string contact = wheelset + "." + rail_names[side] + kinds[kind][0];
        std::array<Column, 5> columns;
        bool known = true;
        static constexpr std::array<const char*, 5> names{".normal_force", ".semi_axis_a", ".semi_axis_b",
                                                          ".creep_force_x", ".creep_force_y"};
        for (std::size_t k = 0; k < names.size(); ++k) {
          known = known && results.has(contact + names[k]);
          if (known) columns[k] = results.read(contact + names[k]);
        }
        if (!known) continue;
        const auto& [n, a, b, x, y] = columns;
        constexpr std::size_t max_points = 800;  // points of one contact
        for (std::size_t i = 0; i < n.size(); i += std::max<std::size_t>(n.size() / max_points, 1)) {
          if (!(n[i] > 0 && a[i] > 0 && b[i] > 0)) continue;
          points.x.push_back(std::hypot(x[i], y[i]) / n[i]);
          points.y.push_back(3 * n[i] / (2 * pi_ * a[i] * b[i]) / yield_in_shear);
          max_traction = std::max(max_traction, points.x.back()),
          highest = std::max(highest, points.y.back());
        }
      }
      if (!points.x.empty()) panel.series.push_back(std::move(points));
    }
  if (panel.series.empty()) return figure;
  // Beyond k/p0 = T/N the surface flows; below 0.3 or so shakedown below the surface has the limit 4.
  plot::Series surface{.name = "limit of the surface, p0/k = N/T", .style = plot::Style::dashed, .colour = 6};
  for (double t = 0.01; t <= 1.05 * max_traction; t += 0.005)
    if (1 / t <= 1.1 * highest) surface.x.push_back(t), surface.y.push_back(1 / t);
  panel.series.push_back(std::move(surface));
  panel.limits.push_back({4, "elastic shakedown below the surface without traction, 4"});
  panel.x_range = plot::Range{0, 1.05 * max_traction};
  panel.y_range = plot::Range{0, 1.1 * highest};
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace flangeway::report
