// The side of the track: the contacts of the wheelsets on rigid rails or on a flexible track.
// Theory: docs/theory/cosimulation.md.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "flangeway/cosim/message.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/flexible_track.hpp"

namespace flangeway::cosim {

class TrackSide {
 public:
  /// Builds the track side of a case for two programs. Throws BadInput where the whole mesh leaves the
  /// alignment.
  explicit TrackSide(const vehicle_case::CaseModel& model);
  TrackSide(const TrackSide&) = delete;
  TrackSide& operator=(const TrackSide&) = delete;

  /// Encodes the reply to the bytes of a request.
  void answer(std::span<const std::byte> request, StateEncoder& reply);
  [[nodiscard]] const simulate::TrackReport& report() const { return reply_.report; }
  /// The last request was about a checkpoint, so that the vehicle works on its result file now.
  [[nodiscard]] bool is_at_checkpoint() const;

  /// State of the contacts and the track from step to step.
  [[nodiscard]] std::vector<std::byte> save() const;
  /// Goes on from such bytes of the same case. False, and a side that must not be used, where they are not.
  [[nodiscard]] bool load(std::span<const std::byte> state);

 private:
  template <typename Codec, typename Side>
  static void walk(Codec& codec, Side& side) {
    codec(side.rests_, side.contact_state_, side.reply_.report.steps, side.reply_.report.wall_time);
  }
  void answer_contacts();
  void give_piece();
  void take_piece();
  void show(Wanted wanted);
  void place_wheelsets();
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
  std::vector<double> y_, acceleration_;
  simulate::DeformedTrackPlaces deformed_places_;
  std::size_t row_size_;
  Request request_;
  Reply reply_;
  std::vector<std::byte> state_;  ///< while it crosses in pieces
};

}  // namespace flangeway::cosim
