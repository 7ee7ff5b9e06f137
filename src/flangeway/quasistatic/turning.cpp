#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/library_failure.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/quasistatic/kinds.hpp"

namespace flangeway::quasistatic {
namespace {

constexpr double place_on_track = 100;  // m, of straight, level track
// X factor of vehicles other than freight wagons; unverified: no public text that prints it was found.
constexpr double factor_limit = 0.1;
constexpr const char* factor_source = "EN 14363, X factor; no printed source found";

// Turns a frame with its wheelsets about the middle of the bogie, all other bodies held, and all of them
// stiff: modes oscillate, which relax() cannot follow.
class Turntable {
 public:
  Turntable(const vehicle_case::CaseModel& model, const Bogie& bogie)
      : model_(model),
        vehicle_(model.vehicle.bodies),
        bogie_(bogie),
        workspace_(multibody::make_workspace(vehicle_)),
        y_(multibody::nominal_state(vehicle_, place_on_track, 0)),
        rate_(vehicle_.auxiliary_count) {
    turned_.push_back(bogie.frame);
    turned_.insert(turned_.end(), bogie.axleboxes.begin(), bogie.axleboxes.end());
    for (const std::size_t w : bogie.wheelsets) turned_.push_back(model.contact.wheelsets[w].body);
    track_ = level_track();
  }

  // Moment that resists, N m, after a turn up to `angle` at `rate`. [docs/theory/quasi_static.md, eq. 6]
  std::vector<std::array<double, 2>> turn(double angle, double rate) {
    constexpr std::size_t points = 100;
    double fastest = 0;  // 1/s; dampers with a series spring relax that fast
    for (const double r : vehicle_.relaxation_rates) fastest = std::max(fastest, r);
    const double duration = angle / rate;
    // relax() is exact for a constant rate of the turn, so that faster dampers need no shorter steps.
    constexpr double max_substeps = 100;
    const auto inner =
        static_cast<std::size_t>(std::min(std::ceil(fastest * duration / points) + 1, max_substeps));
    const double step = duration / static_cast<double>(points * inner);
    std::vector<std::array<double, 2>> moments;
    for (std::size_t i = 0; i <= points; ++i) {
      const double at = angle * static_cast<double>(i) / points;
      moments.push_back({at, moment(at, rate)});
      for (std::size_t k = 0; i < points && k < inner; ++k) {
        (void)moment(at + rate * step * static_cast<double>(k), rate);
        const std::vector<double> before = rate_;
        (void)moment(at + rate * step * static_cast<double>(k + 1), rate);
        relax(before, step);
      }
    }
    return moments;
  }

 private:
  [[nodiscard]] track::TrackModel level_track() const {
    track::TrackSpec spec;
    static_cast<track::RailsSpec&>(spec.rails) = model_.track.rails();
    spec.segments.emplace_back().length = 2 * place_on_track;
    Findings findings;
    auto track = track::compile(spec, findings);
    findings.throw_if_any();
    return std::move(*track);
  }

  void place(double angle, double rate) {
    const std::size_t offset = vehicle_.velocity_offset();
    for (const std::size_t b : turned_) {
      const double arm = vehicle_.bodies[b].initial(0) - bogie_.middle, c = std::cos(angle),
                   s = std::sin(angle);
      y_[6 * b] = place_on_track + bogie_.middle + arm * c;
      y_[6 * b + 1] = vehicle_.bodies[b].initial(1) + arm * s;
      y_[6 * b + 5] = angle;
      y_[offset + 6 * b] = -rate * arm * s;
      y_[offset + 6 * b + 1] = rate * arm * c;
      y_[offset + 6 * b + 5] = rate;
    }
  }

  // Forces inside the bogie do not change, and weight and inertia have no moment about its middle.
  double moment(double angle, double rate) {
    place(angle, rate);
    multibody::evaluate_kinematics(vehicle_, *track_, y_.data(), workspace_);
    std::vector<Vec6> before;
    for (const std::size_t b : turned_) before.push_back(workspace_.bodies[b].force);
    multibody::evaluate_suspension(vehicle_, y_.data(), workspace_, rate_.data());
    multibody::throw_if_library_failed(vehicle_, workspace_);
    for (const multibody::FlexibleBody& body : multibody::flexible_bodies(vehicle_))
      for (const multibody::BodyMode& mode : body.modes) rate_[mode.coordinate] = rate_[mode.rate] = 0;
    double sum = 0;
    for (std::size_t i = 0; i < turned_.size(); ++i) {
      const std::size_t b = turned_[i];
      const Vec6 force = workspace_.bodies[b].force - before[i];
      const double dx = y_[6 * b] - place_on_track - bogie_.middle, dy = y_[6 * b + 1];
      sum += force(5) + dx * force(1) - dy * force(0);
    }
    return -sum;
  }

  // From the rates at both ends of the step, with the states of its beginning: exact where they are linear in
  // the states and in time. [docs/theory/quasi_static.md, eq. 8]
  void relax(const std::vector<double>& before, double step) {
    for (std::size_t i = 0; i < rate_.size(); ++i) {
      const double r = vehicle_.relaxation_rates[i], decayed = r > 0 ? -std::expm1(-r * step) : 0;
      const double held = r > 0 ? decayed / r : step, growing = r > 0 ? (1 - held / step) / r : step / 2;
      y_[vehicle_.auxiliary_offset() + i] += before[i] * held + (rate_[i] - before[i]) * growing;
    }
  }

  const vehicle_case::CaseModel& model_;
  const multibody::Model& vehicle_;
  const Bogie& bogie_;
  multibody::Workspace workspace_;
  std::vector<double> y_, rate_;
  std::vector<std::size_t> turned_;
  std::optional<track::TrackModel> track_;
};

}  // namespace

Outcome turning(const vehicle_case::CaseModel& model, const TurningSettings& settings, Findings& findings) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  Outcome outcome{"turning", "Resistance of the bogies against turning", model.name};
  std::vector<Bogie> groups = bogies(model, findings);
  if (!findings.empty()) return outcome;
  std::erase_if(groups,
                [&](const Bogie& group) { return group.frame == carbody(vehicle) || !(group.base > 0); });
  if (groups.empty()) {
    findings.add({model.where, "vehicle",
                  "has no bogie that turns: no body but the carbody holds two wheelsets", "", "",
                  "Choose another test"});
    return outcome;
  }
  SteadyRunning steady(model);
  outcome.label = "bogie";
  outcome.columns = {{"base", "m"}, {"axle load", "N"}, {"largest moment", "Nm"}, {"X factor", "1"}};
  plot::Panel panel{.x_label = "angle in rad", .y_label = "moment in kNm"};
  double largest = 0;
  for (const Bogie& group : groups) {
    double load = 0, moment = 0;
    for (const std::size_t w : group.wheelsets)
      load += 2 * steady.static_load(w) / static_cast<double>(group.wheelsets.size());
    plot::Series series{.name = vehicle.bodies[group.frame].name};
    for (const auto& [angle, value] : Turntable(model, group).turn(settings.angle, settings.rate)) {
      series.x.push_back(angle), series.y.push_back(1e-3 * value);
      moment = std::max(moment, std::abs(value));
    }
    panel.series.push_back(std::move(series));
    const double factor = moment / (group.base * load);
    largest = std::max(largest, factor);
    outcome.rows.push_back({vehicle.bodies[group.frame].name, {group.base, load, moment, factor}});
  }
  outcome.numbers = {
      {"x_factor", "1", largest, "largest moment over base and axle load", factor_limit, factor_source}};
  outcome.figures.push_back({.panels = {panel}});
  outcome.notes.push_back(
      "The carbody is held where it stands at rest while a bogie turns. The limit holds for "
      "vehicles other than freight wagons; for a freight wagon the verdict does not hold.");
  return outcome;
}

}  // namespace flangeway::quasistatic
