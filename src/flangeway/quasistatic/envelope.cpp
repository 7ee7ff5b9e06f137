#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/math/rotation.hpp"
#include "flangeway/quasistatic/kinds.hpp"
#include "flangeway/quasistatic/table_file.hpp"

namespace flangeway::quasistatic {
namespace {

// Position of a body, from its channels.
struct Stand {
  double s = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0;
};

Stand stand_of(const SteadyRunning& steady, const std::string& body) {
  const auto value = [&](const char* coordinate) { return steady.value(body + coordinate); };
  return {value(".s"), value(".y"), value(".z"), value(".roll"), value(".pitch"), value(".yaw")};
}

Vec3 global(const track::TrackModel& track, const Stand& stand, const Vec3& place) {
  track::Frame frame;
  track::evaluate_frame(track, stand.s, frame);
  const double c = std::cos(stand.pitch), s = std::sin(stand.pitch);
  const Mat3 about_y{{c, 0, s}, {0, 1, 0}, {-s, 0, c}};
  const Vec3 local =
      Vec3(0, stand.y, stand.z) + rotation_z(stand.yaw) * rotation_x(stand.roll) * about_y * place;
  return frame.position + frame.rotation * local;
}

// Lateral place and height in the frame of the track beside the point. [docs/theory/quasi_static.md, eq. 15]
Vec2 beside(const track::TrackModel& track, double s, const Vec3& point) {
  constexpr int rounds = 8;  // of Newton's method: the distance along the track shrinks by x/R each time
  track::Frame frame;
  Vec3 local = Vec3::Zero();
  for (int i = 0; i < rounds; ++i) {
    track::evaluate_frame(track, s, frame);
    local = frame.rotation.transpose() * (point - frame.position);
    s += local.x();
  }
  return local.tail<2>();
}

struct Reach {
  double left = -HUGE_VAL, right = HUGE_VAL, top = -HUGE_VAL, bottom = HUGE_VAL;
  void add(const Vec2& at) {
    left = std::max(left, at.x()), right = std::min(right, at.x());
    top = std::max(top, at.y()), bottom = std::min(bottom, at.y());
  }
};

std::vector<Condition> conditions_of(const vehicle_case::CaseModel& model, const EnvelopeSettings& settings,
                                     std::vector<std::string>& notes) {
  std::vector<Condition> conditions(1);  // level, straight track
  for (const double radius : settings.radii) {
    for (const double deficiency : settings.deficiencies) {
      const double total = settings.cant + deficiency;
      if (total < 0) {
        notes.push_back(fmt::format("A cant excess of {:g} m needs a cant above {:g} m: left out.",
                                    -deficiency, settings.cant));
        continue;
      }
      for (const double sign : {1.0, -1.0}) {
        Condition condition;
        condition.curvature = sign / radius, condition.cant = sign * settings.cant;
        condition.speed = std::max(walking_pace, std::sqrt(model.vehicle.bodies.gravity * radius * total /
                                                           model.track.rail_distance()));
        conditions.push_back(condition);
      }
    }
  }
  return conditions;
}

// Cant deficiency of a condition, m, positive towards the outside of its curve.
double deficiency_of(const vehicle_case::CaseModel& model, const Condition& condition) {
  if (condition.curvature == 0) return 0;
  return condition.speed * condition.speed * std::abs(condition.curvature) * model.track.rail_distance() /
             model.vehicle.bodies.gravity -
         std::abs(condition.cant);
}

// Points of the cross-section against the reference contour of a gauge, over all conditions.
class GaugeJudge {
 public:
  explicit GaugeJudge(const GaugeSpec& gauge) : gauge_(gauge) {}

  void add(const Condition& condition, double deficiency, const Vec2& at) {
    const bool is_inside = at.x() * condition.curvature > 0;
    if (std::abs(deficiency) > gauge_.max_deficiency * (1 + 1e-9)) {
      beyond_deficiency_ = true;
    } else if (const auto width = half_width_at(gauge_, at.y(), condition.curvature, is_inside)) {
      judged_ = true;
      if (const double excess = std::abs(at.x()) - *width; excess > excess_) excess_ = excess, worst_ = at;
    } else if (at.y() < gauge_.heights.back()) {
      below_ = true;
    } else {
      tight_ = true;
    }
  }

  void report(Outcome& outcome) const {
    const std::string name = gauge_.name.value;
    outcome.numbers.push_back(
        {"gauge_excess", "m", judged_ ? excess_ : std::nan(""),
         judged_
             ? fmt::format(
                   "largest distance beyond the contour {}, widened for the curve; found at y = {:.3f} m, "
                   "{:.3f} m above the rails",
                   name, worst_.x(), worst_.y())
             : "distance beyond the contour " + name,
         judged_ ? std::optional(0.0) : std::nullopt, gauge_.source.value});
    const auto left_out = [&](bool any, const std::string& what) {
      if (any) outcome.notes.push_back("Not judged by the contour " + name + ": " + what + ".");
    };
    left_out(beyond_deficiency_,
             fmt::format("cant deficiencies and excesses above {:g} m, for which tracks make room",
                         gauge_.max_deficiency));
    left_out(below_, fmt::format("points below {:g} m, where the contour ends", gauge_.heights.back()));
    left_out(tight_, fmt::format("radii below {:g} m, for which no widening is known", min_gauge_radius));
    left_out(
        true,
        "suspension travel by irregularities, wear, asymmetry of the load and tolerances of the vehicle");
  }

  [[nodiscard]] std::array<plot::Series, 2> outline() const {
    plot::Series left{.name = gauge_.name.value + " on straight track", .colour = 2}, right{.colour = 2};
    for (std::size_t i = 0; i < gauge_.heights.size(); ++i) {
      const double width = gauge_.half_widths[i] + gauge_.track_widening;
      left.x.push_back(width), left.y.push_back(gauge_.heights[i]);
      right.x.push_back(-width), right.y.push_back(gauge_.heights[i]);
    }
    return {left, right};
  }

 private:
  const GaugeSpec& gauge_;
  double excess_ = -HUGE_VAL;
  Vec2 worst_ = Vec2::Zero();
  bool judged_ = false, beyond_deficiency_ = false, below_ = false, tight_ = false;
};

plot::Figure figure_of(const Contour& contour, const std::vector<Reach>& reach) {
  plot::Series body{.name = "body at rest", .style = plot::Style::dashed},
      left{.name = "envelope", .colour = 1}, right{.colour = 1};
  for (std::size_t i = 0; i < contour.size(); ++i) {
    body.x.push_back(contour[i][0]), body.y.push_back(contour[i][1]);
    left.x.push_back(reach[i].left), left.y.push_back(contour[i][1]);
    right.x.push_back(reach[i].right), right.y.push_back(contour[i][1]);
  }
  return {.panels = {{.x_label = "y in m",
                      .y_label = "height above the rails in m",
                      .series = {body, left, right},
                      .equal_aspect = true,
                      .height = 480}}};
}

}  // namespace

std::optional<Contour> read_contour(const std::filesystem::path& file, Findings& findings) {
  const auto bounded = [](const char* name) {
    return TableColumn{name, 20, " m", "is no point of a cross-section"};
  };
  const auto rows = read_table(file, {bounded("y"), bounded("z")}, 3, findings);
  if (!rows) return std::nullopt;
  Contour contour;
  for (const TableRow& row : *rows) contour.push_back({row.values[0], row.values[1]});
  return contour;
}

Outcome envelope(const vehicle_case::CaseModel& model, const Contour& contour,
                 const EnvelopeSettings& settings, const Progress& progress) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const multibody::Body& body = vehicle.bodies[carbody(vehicle)];
  Outcome outcome{"envelope", "Kinematic envelope of the cross-section", model.name};
  SteadyRunning steady(model);
  std::vector<Reach> reach(contour.size());
  (void)steady.at({});
  const double rest = stand_of(steady, body.name).z;
  double widest = 0;
  const std::vector<Condition> conditions = conditions_of(model, settings, outcome.notes);
  std::optional<GaugeJudge> judge;
  if (settings.gauge) judge.emplace(*settings.gauge);
  std::size_t done = 0;
  for (const Condition& condition : conditions) {
    if (progress) progress(done++, conditions.size(), fmt::format("curvature {:g} 1/m", condition.curvature));
    (void)steady.at(condition);
    const Stand stand = stand_of(steady, body.name);
    const track::TrackModel& track = steady.track();
    for (const double station : settings.stations)
      for (std::size_t i = 0; i < contour.size(); ++i) {
        const Vec3 place(station, contour[i][0], contour[i][1] - rest);
        const Vec2 at = beside(track, stand.s + station, global(track, stand, place));
        reach[i].add(at);
        if (judge) judge->add(condition, deficiency_of(model, condition), at);
      }
  }
  outcome.label = "point";
  outcome.columns = {{"y at rest", "m"}, {"height at rest", "m"}, {"leftmost", "m"},
                     {"rightmost", "m"}, {"highest", "m"},        {"lowest", "m"}};
  for (std::size_t i = 0; i < contour.size(); ++i) {
    outcome.rows.push_back(
        {fmt::format("{}", i + 1),
         {contour[i][0], contour[i][1], reach[i].left, reach[i].right, reach[i].top, reach[i].bottom}});
    widest = std::max({widest, reach[i].left, -reach[i].right});
  }
  outcome.numbers = {
      {"half_width", "m", widest, "largest distance of any point from the middle of the track"}};
  if (judge) judge->report(outcome);
  outcome.figures.push_back(figure_of(contour, reach));
  if (judge)
    for (plot::Series& side : judge->outline())
      outcome.figures.back().panels[0].series.push_back(std::move(side));
  outcome.notes.push_back(
      "Quasi-static displacements and the throw in curves. Irregularities and tolerances of the "
      "track come on top.");
  for (std::string& note : doubts(model)) outcome.notes.push_back(std::move(note));
  return outcome;
}

}  // namespace flangeway::quasistatic
