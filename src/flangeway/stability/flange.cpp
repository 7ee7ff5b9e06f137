#include "flangeway/stability/flange.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "flangeway/multibody/elements/bump_stop.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/stability/mesh.hpp"
#include "flangeway/stability/peaks.hpp"

namespace flangeway::stability {
namespace {

using Eigen::VectorXd;

// Names of the bump stops across the track that hold a body from there.
std::vector<std::string> stops_of_rails(const multibody::Model& vehicle, std::size_t body) {
  std::vector<std::string> names;
  const auto track = [&](std::size_t pose) { return pose >= vehicle.body_count(); };
  for (const auto& stop : multibody::bump_stops(vehicle)) {
    const bool holds = (stop.i == body && track(stop.j)) || (stop.j == body && track(stop.i));
    if (holds && std::abs(stop.direction.y()) > std::sqrt(0.5)) names.push_back(stop.name);
  }
  return names;
}

}  // namespace

FlangeChannels::FlangeChannels(const vehicle_case::CaseModel& model) {
  std::vector<std::string> names;
  for (const results::Channel& channel : simulate::channels(model)) names.push_back(channel.name);
  channel_count_ = names.size();
  const auto add = [&](const std::string& name, std::vector<std::size_t>& places) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) places.push_back(static_cast<std::size_t>(found - names.begin()));
  };
  const multibody::Model& vehicle = model.vehicle.bodies;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    Places& places = wheelsets_.emplace_back();
    for (const char* side : {".left", ".right"})
      add(vehicle.bodies[wheelset.body].name + side + ".flange.normal_force", places.normal_forces);
    for (const std::string& stop : stops_of_rails(vehicle, wheelset.body))
      add(stop + ".force", places.stop_forces);
  }
}

bool FlangeChannels::touches(const double* row, std::size_t wheelset) const {
  const Places& places = wheelsets_[wheelset];
  const auto any = [&](const std::vector<std::size_t>& of, auto holds) {
    return std::any_of(of.begin(), of.end(), [&](std::size_t place) { return holds(row[place]); });
  };
  return any(places.normal_forces, [](double force) { return force > 0; }) ||
         any(places.stop_forces, [](double force) { return force != 0; });
}

FlangeWatch::FlangeWatch(simulate::ReducedEquations& equations, const std::vector<Eigen::Index>& lateral)
    : equations_(equations),
      lateral_(lateral),
      channels_(equations.model()),
      row_(channels_.channel_count()),
      rate_(static_cast<Eigen::Index>(equations.size())) {}

std::vector<VectorXd> FlangeWatch::furthest(const Orbit& orbit, std::size_t wheelset) const {
  std::vector<VectorXd> states;
  for (const Peak& peak : peaks_of(orbit, lateral_[wheelset])) states.push_back(state_at(orbit, peak.time));
  return states;
}

bool FlangeWatch::touches(double speed, const VectorXd& state, std::size_t wheelset) {
  if (equations_.derivative(speed, state.data(), rate_.data()) != EvalStatus::ok) return false;
  equations_.channels(row_.data());
  return channels_.touches(row_.data(), wheelset);
}

std::vector<bool> FlangeWatch::touches(const Orbit& orbit) {
  std::vector<bool> result;
  for (std::size_t w = 0; w < lateral_.size(); ++w) {
    const std::vector<VectorXd> states = furthest(orbit, w);
    result.push_back(std::any_of(states.begin(), states.end(),
                                 [&](const VectorXd& state) { return touches(orbit.parameter, state, w); }));
  }
  return result;
}

double FlangeWatch::share_of_change(const Orbit& from, const Orbit& to, std::size_t wheelset) {
  const std::vector<VectorXd> first = furthest(from, wheelset), last = furthest(to, wheelset);
  const auto touch_at = [&](double share) {
    const double speed = from.parameter + share * (to.parameter - from.parameter);
    for (std::size_t i = 0; i < first.size(); ++i)
      if (touches(speed, first[i] + share * (last[i] - first[i]), wheelset)) return true;
    return false;
  };
  const bool after = touch_at(1);
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (touch_at(middle) == after ? high : low) = middle;
  }
  return high;
}

}  // namespace flangeway::stability
