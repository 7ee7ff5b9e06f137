#include "flangeway/simulate/steady_running.hpp"

#include <algorithm>

#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::simulate {
namespace {

double length_of(const multibody::Model& vehicle) {
  double front = 0, rear = 0;
  for (const multibody::Body& body : vehicle.bodies)
    front = std::max(front, body.initial(0)), rear = std::min(rear, body.initial(0));
  return front - rear;
}

}  // namespace

bool rails_vary(const vehicle_case::CaseModel& model) {
  return std::any_of(model.contact.pairs.begin(), model.contact.pairs.end(), [](const auto& pair) {
    return std::any_of(pair->shapes.begin(), pair->shapes.end(),
                       [](const auto& shape) { return !shape.varying.empty() || !shape.checks.empty(); });
  });
}

void check_steady_running(const vehicle_case::CaseModel& model, Findings& findings) {
  if (model.vehicle.bodies.driven_body == multibody::no_index) {
    findings.add({model.where, "drive", "is free: a vehicle that is not driven has no steady speed", "free",
                  "prescribed", "Set drive to prescribed"});
  }
  if (model.structure) {
    findings.add({model.where, "coupling.method",
                  "gives a flexible track, whose state is not part of the vehicle", "", "none",
                  "Set coupling.method to none"});
  }
  if (model.mass_spring) {
    findings.add({model.where, "coupling.method", "lets the rails move, which steady running leaves out",
                  "mass_spring", "none", "Set coupling.method to none"});
  }
  if (const multibody::Body* carrier = multibody::first_carrier(model.vehicle.bodies)) {
    findings.add(
        {model.where, "vehicle",
         "has single wheels on carriers, as " + carrier->name + ", of which no steady running is known", "",
         "wheelsets with two wheels", "Take a vehicle without them, or use flangeway run"});
  }
  if (!model.contact.surfaces.even()) {
    findings.add({model.where, "wheels",
                  "are not round, or the track has irregularities.surface: there is no steady running", "",
                  "", "Leave them out"});
  }
  if (rails_vary(model)) {
    findings.add({model.where, "track", "has rails that vary along it: there is no steady running on them",
                  "", "", "Take a track without stations, gaps, check rails and layouts in its table rails"});
  }
  if (wheelrail::friction_varies(model.contact.settings)) {
    findings.add({model.where, "contact.friction",
                  "varies along the track: there is no steady running under it", "", "",
                  "Leave stations and recovery out"});
  }
  if (!model.control.controllers.empty()) {
    findings.add({model.control.controllers.front().where, "control",
                  "has controllers, whose samples no steady running has", "", "", "Leave them out"});
  }
}

void check_steady_running_on_track(const vehicle_case::CaseModel& model, Findings& findings) {
  check_steady_running(model, findings);
  if (!model.track.irregular()) return;
  findings.add({model.where, "track", "has irregularities: there is no steady running on it", "", "",
                "Take a track without irregularities"});
}

vehicle_case::CaseModel on_even_track(const vehicle_case::CaseModel& model, const EvenTrack& even) {
  constexpr double margin = 200;  // m, of track before and behind the vehicle
  const double room = length_of(model.vehicle.bodies) + 2 * margin;
  track::TrackSpec spec;
  static_cast<track::RailsSpec&>(spec.rails) = model.track.rails();
  track::SegmentSpec segment;
  segment.kind = even.curvature == 0 ? track::SegmentKind::straight : track::SegmentKind::circular;
  segment.length = room + even.distance;
  segment.curvature = even.curvature;
  segment.cant = even.cant;
  spec.segments.push_back(segment);
  Findings findings;
  auto track = track::compile(spec, findings);
  findings.throw_if_any();
  vehicle_case::CaseModel copy = centred(model);
  copy.track = std::move(*track);
  copy.initial.s = room / 2;
  return copy;
}

}  // namespace flangeway::simulate
