#include "flangeway/simulate/judged.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {
namespace {

constexpr std::size_t unfiltered = 4;  // t, distance, curvature, cant
constexpr std::array body_values{"roll", "vs", "vy", "vz", "vroll", "vpitch", "vyaw"};
// Hz times s: the edge of the low pass is a quarter of the rate of the records. At 20 Hz and 500 records/s
// its gain is 1 − 2e-7, and 480 Hz, which would become 20 Hz, has 0.005.
constexpr double edge_over_rate = 0.25;
constexpr double fewest_samples = 2;  // per record, of integrators that choose their steps

std::vector<std::string> judged_names(const vehicle_case::CaseModel& model) {
  std::vector<std::string> names{"t", "distance", "track.curvature", "track.cant"};
  const auto& bodies = model.vehicle.bodies.bodies;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i)
    for (const std::size_t side : {0u, 1u})
      if (has_wheel(model, i, side))
        for (const char* force : {".Q", ".Y"})
          names.push_back(bodies[model.contact.wheelsets[i].body].name + (side == 0 ? ".left" : ".right") +
                          force);
  for (std::size_t i = 0; i < model.vehicle.bodies.body_count(); ++i)
    for (const char* value : body_values) names.push_back(bodies[i].name + "." + value);
  return names;
}

std::size_t samples_per_record(const vehicle_case::CaseModel& model) {
  const double interval = model.output.judged_interval;
  const bool fixed_steps = vehicle_case::has_fixed_steps(model.integration.method);
  const double wanted = fixed_steps ? interval / model.integration.step * (1 - 1e-9) : fewest_samples;
  return static_cast<std::size_t>(std::max(1.0, std::ceil(wanted)));
}

}  // namespace

std::vector<results::Channel> judged_channels(const vehicle_case::CaseModel& model) {
  const std::vector<results::Channel> all = channels(model);
  std::vector<results::Channel> result;
  for (const std::string& name : judged_names(model)) result.push_back(all[results::place_of(all, name)]);
  return result;
}

results::ArrayGroup judged_arrays(const vehicle_case::CaseModel& model) {
  if (!(model.output.judged_interval > 0)) return {};
  results::ArrayGroup group{
      "What rules judge. Forces and motions are low-pass filtered (Butterworth, fourth order) at the steps "
      "of the "
      "integrator and then sampled; t, distance, curvature and cant are those of the instant.",
      {{"interval", model.output.judged_interval},
       {"low_pass", edge_over_rate / model.output.judged_interval}},
      {}};
  for (const results::Channel& channel : judged_channels(model)) {
    // Accelerations are differences of velocities: the large one of the run needs all its digits.
    const bool exact = group.arrays.size() < unfiltered || channel.name.ends_with(".vs");
    group.arrays.push_back({channel.name, channel.unit, channel.frame, channel.description,
                            exact ? std::vector<std::size_t>{} : std::vector<std::size_t>{1}});
  }
  return group;
}

JudgedRecord::JudgedRecord(const vehicle_case::CaseModel& model, bool recorded) {
  const double interval = model.output.judged_interval;
  if (!recorded || !(interval > 0)) return;
  per_record_ = samples_per_record(model);
  sample_ = interval / static_cast<double>(per_record_);
  filter_ = assess::butterworth(
      {.band = assess::Band::low_pass, .order = 4, .high = edge_over_rate / interval}, sample_);
  width_ = judged_names(model).size();
  length_ = (width_ - unfiltered) * filter_.sections.size();
  values_.resize(width_);
  record_.resize(width_);
  memories_.resize(length_);
}

double JudgedRecord::next() const {
  return static_cast<double>(samples_) * sample_;
}

void JudgedRecord::take(const Simulation& simulation, double t, const double* y, double start) {
  const vehicle_case::CaseModel& model = simulation.model();
  const multibody::Model& vehicle = model.vehicle.bodies;
  const double s = y[6 * vehicle.reference_body];
  double* next = values_.data();
  for (const double value : {t, s - start, model.track.curvature(s), model.track.cant(s)}) *next++ = value;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (const std::size_t side : {0u, 1u}) {
      if (!has_wheel(model, i, side)) continue;
      const WheelInstant wheel = look_at_wheel(simulation.contacts().wheelsets[i], side);
      *next++ = wheel.forces.q;
      *next++ = wheel.forces.y;
    }
  }
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    *next++ = y[6 * i + 3];
    next = std::copy_n(y + vehicle.velocity_offset() + 6 * i, 6, next);
  }
}

void JudgedRecord::start(const Simulation& simulation, double start) {
  take(simulation, 0, simulation.state().y.data(), start);
  record_ = values_;
  for (std::size_t i = unfiltered; i < width_; ++i) {
    assess::SectionMemory* memory = &memories_[(i - unfiltered) * filter_.sections.size()];
    double value = values_[i];
    for (const assess::FilterSection& section : filter_.sections) value = (memory++)->settle(section, value);
  }
  samples_ = 1;
}

bool JudgedRecord::add(const Simulation* simulation, const double* y, double start) {
  const double t = next();
  if (simulation != nullptr) take(*simulation, t, y, start);
  std::copy_n(values_.begin(), unfiltered, record_.begin());
  record_[0] = t;
  for (std::size_t i = unfiltered; i < width_; ++i) {
    assess::SectionMemory* memory = &memories_[(i - unfiltered) * filter_.sections.size()];
    double value = values_[i];
    for (const assess::FilterSection& section : filter_.sections) value = (memory++)->next(section, value);
    record_[i] = value;
  }
  return samples_++ % per_record_ == 0;
}

}  // namespace flangeway::simulate
