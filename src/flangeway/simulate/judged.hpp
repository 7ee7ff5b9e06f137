// Judged quantities: forces of the wheels and motions of the bodies, filtered at the steps of the integrator
// and then sampled, so that nothing folds into the band that a rule judges, whatever rows are recorded.
// Theory: docs/theory/assessment.md, "What is judged".
#pragma once

#include <cstddef>
#include <vector>

#include "flangeway/assess/filter.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/results/deformed_track.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

/// The channels of a record: t, distance, curvature and cant of the track, which are those of the instant;
/// then Q and Y of the wheels and roll and velocities of the bodies, low-pass filtered.
[[nodiscard]] std::vector<results::Channel> judged_channels(const vehicle_case::CaseModel& model);
/// The same as arrays of a result file; none where output.judged_interval is 0.
[[nodiscard]] results::ArrayGroup judged_arrays(const vehicle_case::CaseModel& model);

/// Collects samples and makes records of them. All that changes in a run is state.
class JudgedRecord {
 public:
  /// Samples are taken at the steps of an integrator whose steps are fixed and fit into the interval, else
  /// twice in each interval from its dense output. Without `recorded` there are none.
  JudgedRecord(const vehicle_case::CaseModel& model, bool recorded);

  [[nodiscard]] bool is_recorded() const { return !values_.empty(); }
  /// The first record, from the last derivative() of the simulation at its start; `start` is the place of the
  /// vehicle's reference there, m.
  void start(const Simulation& simulation, double start);
  /// s, the time of the next sample.
  [[nodiscard]] double next() const;
  /// Takes the sample at next() from the last derivative() at (next(), y); the one before again where there
  /// is no simulation. True: record() is a new one. Allocates nothing.
  bool add(const Simulation* simulation, const double* y, double start);
  [[nodiscard]] const double* record() const { return record_.data(); }
  /// Whether loaded state has the lengths of this case.
  [[nodiscard]] bool fits() const { return memories_.size() == length_ && values_.size() == width_; }

  template <typename Codec>
  friend void fields(Codec& codec, typename Codec::template Reference<JudgedRecord> state) {
    codec(state.samples_, state.values_, state.memories_);
  }

 private:
  void take(const Simulation& simulation, double t, const double* y, double start);

  double sample_ = 0;           // s between samples
  std::size_t per_record_ = 1;  // samples
  assess::Filter filter_;
  std::size_t width_ = 0, length_ = 0;  // of values_ and memories_
  std::size_t samples_ = 0;             // so far
  std::vector<double> values_;          // the last sample, not filtered
  std::vector<double> record_;
  std::vector<assess::SectionMemory> memories_;  // of each value, section by section
};

}  // namespace flangeway::simulate
