// The interface of a flexible track under moving wheels, step by step.
// Theory: docs/theory/flexible_track.md, "Under a vehicle".
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/flextrack/mesh.hpp"
#include "flangeway/flextrack/structure.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::flextrack {

/// Motion of a rail section at its centre: displacement and rotation, and their rates, in axes of the track.
struct SectionMotion {
  Vec6 displacement = Vec6::Zero(), velocity = Vec6::Zero();
};

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<SectionMotion> motion) {
  codec(motion.displacement, motion.velocity);
}

/// A wheel on a rail: force and moment about the centre of the section at s, in axes of the track.
struct WheelLoad {
  double s = 0;
  std::size_t side = 0;  ///< 0 left, 1 right
  Vec6 wrench = Vec6::Zero();
};

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelLoad> load) {
  codec(load.s, load.side, load.wrench);
}

/// Displacement of a sleeper at its rail seats, left and right, in axes of the track, m.
using SeatDisplacement = std::array<Vec3, 2>;

/// Quantities at a sleeper: rails and sleeper in axes of the track, and what presses between them.
struct SleeperView {
  bool seen = false;      ///< false: no wheel near; all else is zero
  SectionMotion rail[2];  ///< at the sleeper
  SeatDisplacement sleeper{Vec3::Zero(), Vec3::Zero()};
  Vec3 pad[2] = {Vec3::Zero(), Vec3::Zero()};      ///< force of the rail on the sleeper, N
  Vec3 ballast[2] = {Vec3::Zero(), Vec3::Zero()};  ///< force of the sleeper's half on the ground, N
};

/// Whether the view of a sleeper shows the force of a spring: of its pads and of its ballast.
[[nodiscard]] bool is_seen(const SpringElement& spring, std::size_t sleeper);
/// Adds the force and moment of this spring on its node i, in axes of the spring.
void add_force(const Mesh& mesh, const SpringElement& spring, const Vec6& force, SleeperView& view);

class SteppedTrack {
 public:
  virtual ~SteppedTrack() = default;
  /// In equilibrium under the loads.
  virtual void rest(const std::vector<WheelLoad>& loads) = 0;
  /// Prepares the next step: its motion without loads at its end. `loads`: positions and forces of the wheels
  /// now, at the end of the last step.
  virtual void begin_step(const std::vector<WheelLoad>& loads) = 0;
  /// Motion under each load at the end of the step, if these are the loads there.
  virtual void respond(const std::vector<WheelLoad>& loads, std::vector<SectionMotion>& out) = 0;
  /// Ends the step with these loads.
  virtual void commit(const std::vector<WheelLoad>& loads) = 0;
  /// How much of a displacement at the end of a step each component of a load gives at once, m/N and rad/Nm.
  [[nodiscard]] virtual Vec6 compliance(std::size_t wheelset, const WheelLoad& load) const = 0;
  /// The sleeper next to s, after commit() or rest().
  [[nodiscard]] virtual SleeperView view(double s) const = 0;
  /// Displacement and rotation of the section of a rail at s, in axes of the track, after commit() or rest();
  /// of windows zero where none reaches.
  [[nodiscard]] virtual Vec6 rail_displacement(double s, std::size_t side) const = 0;
  /// The same for the sleeper next to s.
  [[nodiscard]] virtual SeatDisplacement sleeper_displacement(double s) const = 0;
  [[nodiscard]] virtual std::size_t unknowns() const = 0;

  /// All that the next steps depend on, after begin_step().
  virtual void save(StateEncoder& encoder) const = 0;
  /// False, and a track that must not be used, if the bytes belong to another track.
  [[nodiscard]] virtual bool load(StateDecoder& decoder) = 0;
};

struct WindowSettings {
  double reach = 6;         ///< m, of a window before its first and behind its last wheelset
  double tolerance = 1e-2;  ///< of the shapes that are left out, relative in the norm of energy
};

/// Every group of wheelsets has a window that moves with it and knows a few shapes of the track in it.
/// `offsets`: places of the wheelsets relative to each other along the track, m.
[[nodiscard]] std::unique_ptr<SteppedTrack> make_windows(const Structure& structure,
                                                         const std::vector<double>& offsets, double step,
                                                         const WindowSettings& settings);
/// The whole mesh from `from` to `to` along the track; the reference. nullptr with findings.
[[nodiscard]] std::unique_ptr<SteppedTrack> make_whole(const Structure& structure,
                                                       const track::TrackModel* track, double from, double to,
                                                       double step, Findings& findings);

}  // namespace flangeway::flextrack
