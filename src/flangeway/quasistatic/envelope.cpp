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
  const auto rows = read_table(file, {"y", "z"}, 3, findings);
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
  std::size_t done = 0;
  for (const Condition& condition : conditions) {
    if (progress) progress(done++, conditions.size(), fmt::format("curvature {:g} 1/m", condition.curvature));
    (void)steady.at(condition);
    const Stand stand = stand_of(steady, body.name);
    const track::TrackModel& track = steady.track();
    for (const double station : settings.stations)
      for (std::size_t i = 0; i < contour.size(); ++i) {
        const Vec3 place(station, contour[i][0], contour[i][1] - rest);
        reach[i].add(beside(track, stand.s + station, global(track, stand, place)));
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
  outcome.figures.push_back(figure_of(contour, reach));
  outcome.notes.push_back(
      "Quasi-static displacements and the throw in curves. Irregularities and tolerances of the "
      "track come on top.");
  for (std::string& note : doubts(model)) outcome.notes.push_back(std::move(note));
  return outcome;
}

}  // namespace flangeway::quasistatic
