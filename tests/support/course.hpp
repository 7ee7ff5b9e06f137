// Results of a run to the last bit: for runs that are stopped and continued.
#pragma once

#include <cstring>
#include <vector>

#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/judged.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::test {

struct Course {
  std::vector<double> rows, deformed, judged;  ///< and records of the track, and of what rules judge
  simulate::Summary summary;
};

/// Lets `options` record into the course, which must stay where it is.
inline void record_into(Course& course, const vehicle_case::CaseModel& model, simulate::RunOptions& options) {
  const std::size_t width = simulate::channels(model).size(),
                    numbers = 1 + simulate::deformed_track_places(model).numbers();
  options.record = [&course, width](const double* row) {
    course.rows.insert(course.rows.end(), row, row + width);
    return true;
  };
  options.record_judged = [&course, count = simulate::judged_channels(model).size()](const double* record) {
    course.judged.insert(course.judged.end(), record, record + count);
    return true;
  };
  options.record_deformed_track = [&course, numbers](const double* record) {
    course.deformed.insert(course.deformed.end(), record, record + numbers);
    return true;
  };
}

inline bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// Bytes of a summary, without clock times.
inline std::vector<std::byte> bytes_of(const simulate::Summary& s) {
  StateEncoder encoder;
  encoder(s.status, s.method, s.integrator, s.coupling, s.track_steps, s.track_unknowns, s.time, s.distance,
          s.counts, s.looks, s.halvings, s.events, s.warnings, s.failure, s.position_drift, s.velocity_drift,
          s.derailment.has_value(), s.joint_drift.has_value(), s.wheels);
  if (s.derailment) encoder(s.derailment->time, s.derailment->wheel, s.derailment->kind, s.derailment->yq);
  if (s.joint_drift) encoder(s.joint_drift->position, s.joint_drift->velocity);
  for (const auto& [body, q] : s.final_state) encoder(body, q);
  return encoder.take();
}

}  // namespace flangeway::test
