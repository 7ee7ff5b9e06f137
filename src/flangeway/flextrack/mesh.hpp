// The finite elements of a stretch of track. Theory: docs/theory/flexible_track.md, "Mesh".
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "flangeway/flextrack/beam.hpp"
#include "flangeway/flextrack/structure.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::flextrack {

inline constexpr std::size_t ground = static_cast<std::size_t>(-1);

struct Node {
  Vec3 position = Vec3::Zero();   ///< global, m
  Mat3 frame = Mat3::Identity();  ///< global ← axes of the track; of the rail for nodes of rails
  std::size_t mirror = 0;         ///< the node that lies there in a mirror along the middle of the track
};

struct BeamElement {
  std::size_t i = 0, j = 0;
  Beam beam;
  Mat3 axes = Mat3::Identity();  ///< global ← beam
  double absorption = 0;         ///< 1/s, damping per mass besides that of the material
};

/// Ballast is the foundation under a slab as well.
enum class SpringKind { pad, ballast, bond, joint, terminal };

struct SpringElement {
  std::size_t i = 0, j = ground;
  Mat3 frame = Mat3::Identity();  ///< global ← element
  Vec3 arm_i = Vec3::Zero(), arm_j = Vec3::Zero();
  Vec6 stiffness = Vec6::Zero(), damping = Vec6::Zero();
  double mass = 0;
  SpringKind kind = SpringKind::pad;
  std::size_t sleeper = 0, place = 0;  ///< place: side of a pad, otherwise node of the sleeper: 0 … 2 left
};

/// A point that moves with a node.
struct NodePoint {
  std::size_t node = 0;
  Vec3 arm = Vec3::Zero();  ///< global, from the node
};

/// Support of both rails at a rail seat: a sleeper or a point of a slab.
struct Sleeper {
  double s = 0;
  std::array<std::size_t, 6> nodes{};  ///< of a sleeper, from left to right
  std::array<NodePoint, 2> seats{};    ///< left, right
  bool slab = false;
};

struct Mesh {
  std::vector<Node> nodes;  ///< numbered along the track
  std::vector<BeamElement> beams;
  std::vector<SpringElement> springs;
  std::vector<Sleeper> sleepers;
  double start = 0, station_step = 0.1;                ///< m: station k lies at start + k station_step
  std::array<std::vector<std::size_t>, 2> rail_nodes;  ///< per side and station
  std::array<std::vector<std::size_t>, 2> rail_beams;  ///< between station k and k + 1
  std::size_t nodes_per_bay = 0;  ///< node i + nodes_per_bay lies a bay beyond node i if all bays are alike

  [[nodiscard]] std::size_t unknowns() const { return node_unknowns * nodes.size(); }
  [[nodiscard]] double end() const {
    return start + station_step * static_cast<double>(rail_nodes[0].size() - 1);
  }
};

/// The stretch that holds [from, to], from rail seat to rail seat, along `track` or, without one, along a
/// straight level line. nullopt with a finding where the mesh leaves the tables of the track.
[[nodiscard]] std::optional<Mesh> make_mesh(const Structure& structure, const track::TrackModel* track,
                                            double from, double to, Findings& findings);

/// nullopt beyond the ends.
[[nodiscard]] std::optional<std::size_t> sleeper_next_to(const Mesh& mesh, double s);

/// A place on a rail: its element and ξ there.
struct RailPlace {
  std::size_t beam = 0;
  double xi = 0;
};
/// s is kept inside the mesh.
[[nodiscard]] RailPlace locate(const Mesh& mesh, std::size_t side, double s);
/// Displacement of a point for the displacement and rotation of its node.
[[nodiscard]] Vec3 displacement_of(const NodePoint& point, const Vec6& node);
/// Displacement and rotation of the section at `place` from the unknowns of the ends of its element (node i,
/// then j), all in global components: A_e N A_eᵀ [Antunes2018, eq. 6].
[[nodiscard]] Mat6x12 section_shape(const Mesh& mesh, const RailPlace& place);
/// Adds the consistent nodal loads of a force and moment on the section at `place`, global components
/// [Antunes2018, eq. 15, 16].
void add_load(const Mesh& mesh, const RailPlace& place, const Vec6& wrench, Eigen::VectorXd& load);

}  // namespace flangeway::flextrack
