// The side of the track: contacts of the wheelsets, and rails that stand or yield under them.
// Theory: docs/theory/cosimulation.md.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/cosim/wire.hpp"
#include "flangeway/simulate/flexible_track.hpp"

namespace flangeway::cosim {

class TrackSide {
 public:
  /// Of a case for two programs. Throws BadInput where the whole mesh leaves the alignment.
  explicit TrackSide(const vehicle_case::CaseModel& model);
  TrackSide(const TrackSide&) = delete;
  TrackSide& operator=(const TrackSide&) = delete;

  /// One message for one; sizes as in agreement().
  void answer(const double* request, double* reply);
  [[nodiscard]] const simulate::TrackReport& report() const { return report_; }

 private:
  void show(Wanted wanted, double* reply) const;
  EvalStatus settle(simulate::Question question);
  EvalStatus step(double t);
  EvalStatus evaluate(double t);
  void commit_contacts();

  vehicle_case::CaseModel model_;  ///< of the wheelsets alone, with the track's step
  multibody::Workspace bodies_;
  wheelrail::Workspace contacts_;
  wheelrail::ContactState contact_state_;
  std::vector<std::array<wheelrail::RailMotion, 2>> rail_motion_;
  std::optional<simulate::FlexibleTrack> flexible_;
  bool rests_ = false;  ///< the track carries loads
  std::vector<double> wheelsets_, y_, acceleration_;
  std::vector<wheelrail::ContactAnswer> answers_;
  simulate::TrackReport report_;
};

}  // namespace flangeway::cosim
