// The flexible track under a vehicle: connects the steps of the track with the contacts of a simulation.
// Theory: docs/theory/flexible_track.md, "Under a vehicle".
#pragma once

#include <memory>
#include <vector>

#include "flangeway/flextrack/stepped_track.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

class FlexibleTrack {
 public:
  /// For a case with a flexible track. Throws BadInput where the mesh leaves the alignment.
  explicit FlexibleTrack(const vehicle_case::CaseModel& model);

  /// Sets the equilibrium under the contacts of the last evaluation, at t = 0. y has the places of the
  /// wheelsets.
  void rest(const double* y, const wheelrail::Workspace& contacts);
  /// Gives the contacts the motion of the rails at time t, within the last step or the next one.
  void move_rails(double t, const double* y, std::vector<std::array<wheelrail::RailMotion, 2>>& rails);
  /// Takes the contact forces at time t. At the end of the next step they are the next estimate of its loads.
  void take_forces(double t, const wheelrail::Workspace& contacts);
  /// Ends the step with the loads that the forces taken last lead to; wheelsets are where the last
  /// move_rails() found them.
  void commit(const wheelrail::Workspace& contacts);

  /// Motion of the rail under a wheel at the end of the last step.
  [[nodiscard]] const flextrack::SectionMotion& under(std::size_t wheelset, std::size_t side) const {
    return last_[2 * wheelset + side];
  }
  /// s of the rearmost wheelset where the rails were last moved.
  [[nodiscard]] double rear() const;
  [[nodiscard]] const flextrack::SteppedTrack& track() const { return *track_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// Seconds of wall time spent in the track.
  [[nodiscard]] double wall_time() const { return wall_time_; }

  void save(StateEncoder& encoder) const;
  /// Returns false where the bytes do not belong to this case; then this object must not be used.
  [[nodiscard]] bool load(StateDecoder& decoder);

 private:
  template <typename Codec, typename Track>
  static void walk(Codec& codec, Track& track) {
    codec(track.time_, track.wall_time_, track.steps_, track.guess_, track.found_, track.before_, track.last_,
          track.relaxation_);
  }
  [[nodiscard]] double share_of_step(double t) const { return (t - time_) / step_; }
  void place_loads(const double* y);
  void find_stiffness(const wheelrail::Workspace& contacts);

  const vehicle_case::CaseModel& model_;
  double step_ = 0, time_ = 0, wall_time_ = 0;
  std::size_t steps_ = 0;
  std::unique_ptr<flextrack::SteppedTrack> track_;
  // Per wheel, left before right: guess of the loads at the end of the step, loads of the last evaluation.
  std::vector<flextrack::WheelLoad> guess_, found_;
  std::vector<flextrack::SectionMotion> before_, last_, next_;  // at the ends of the last steps and the next
  std::vector<Vec3> arm_;         // from the centre of the section to the reference of its RailMotion
  std::vector<Vec3> relaxation_;  // share of f − F that is taken over, (9)
};

}  // namespace flangeway::simulate
