#include "flangeway/flextrack/mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/rotation.hpp"

namespace flangeway::flextrack {
namespace {

constexpr std::array<std::size_t, 4> supported{0, 2, 3, 5};  // nodes of a sleeper on ballast

// [m] where slabs meet, or could
double joint_length(const Structure& structure) {
  return structure.spacing / 10;
}

// A short beam is a spring in its middle: 12 EI/L³ and EI/L there give its stiffness (2).
Support closed_joint(const Structure& structure) {
  const Section& b = structure.slab->section;
  const double l = joint_length(structure);
  const auto shear = [&](double inertia) {
    const double bending = 12 * b.youngs_modulus * inertia / (l * l * l);
    if (structure.theory == track::BeamTheory::euler_bernoulli) return bending;
    return 1 / (1 / bending + l / (b.shear_coefficient * b.shear_modulus * b.area));
  };
  Support joint;
  joint.stiffness << b.youngs_modulus * b.area / l, shear(b.inertia_lateral), shear(b.inertia_vertical),
      b.shear_modulus * b.torsion_constant / l, b.youngs_modulus * b.inertia_vertical / l,
      b.youngs_modulus * b.inertia_lateral / l;
  joint.damping = b.rayleigh_stiffness * joint.stiffness;
  return joint;
}

class Builder {
 public:
  Builder(const Structure& structure, const track::TrackModel* track)
      : structure_(structure), track_(track) {}

  Mesh build(long first_seat, long last_seat) {
    const long per_bay = structure_.elements_per_bay;
    mesh_.start = structure_.offset + structure_.spacing * static_cast<double>(first_seat);
    mesh_.station_step = structure_.spacing / static_cast<double>(per_bay);
    const long stations = (last_seat - first_seat) * per_bay;
    for (long k = 0; k <= stations; ++k) {
      const double s = mesh_.start + mesh_.station_step * static_cast<double>(k);
      const bool at_seat = k % per_bay == 0;
      const long seat = first_seat + k / per_bay;
      if (at_seat && slab_goes_on(seat) && structure_.slab->joint) add_slab_ends(s);
      add_station(s);
      if (at_seat) add_seat(seat, s);
    }
    absorb();
    return std::move(mesh_);
  }

 private:
  void place_track(double s) {
    if (track_ != nullptr) {
      track::evaluate_frame(*track_, s, frame_);
      track::evaluate_irregularity(*track_, s, irregularity_);
    } else {
      frame_.position = Vec3(s, 0, 0);
      frame_.rotation = Mat3::Identity();
      irregularity_.value = {0, 0, 0, 0};
    }
  }

  std::size_t add_node(const Vec3& in_track, const Mat3& frame) {
    const std::size_t node = mesh_.nodes.size();
    mesh_.nodes.push_back({frame_.position + frame_.rotation * in_track, frame, node});
    return node;
  }

  void mirror(std::size_t i, std::size_t j) {
    mesh_.nodes[i].mirror = j;
    mesh_.nodes[j].mirror = i;
  }

  void add_station(double s) {
    place_track(s);
    const RailBeam& rail = structure_.rail;
    for (std::size_t side = 0; side < 2; ++side) {
      const double sign = side == 0 ? 1 : -1;
      const Vec3 place(0, sign * structure_.rail_distance / 2 + irregularity_.value[2 * side],
                       rail.centre_height - rail.height + irregularity_.value[2 * side + 1]);
      const Mat3 frame = frame_.rotation * rotation_x(sign * structure_.inclination);
      mesh_.rail_nodes[side].push_back(add_node(place, frame));
      if (mesh_.rail_nodes[side].size() > 1) add_rail_beam(side);
    }
    mirror(mesh_.rail_nodes[0].back(), mesh_.rail_nodes[1].back());
  }

  void add_rail_beam(std::size_t side) {
    const auto& nodes = mesh_.rail_nodes[side];
    mesh_.rail_beams[side].push_back(
        add_beam(nodes[nodes.size() - 2], nodes.back(), structure_.rail.section));
  }

  // x from node to node; z as upright as the section of node i.
  std::size_t add_beam(std::size_t i, std::size_t j, const Section& section) {
    const Vec3 line = mesh_.nodes[j].position - mesh_.nodes[i].position;
    const Vec3 x = line.normalized(), y = mesh_.nodes[i].frame.col(2).cross(x).normalized();
    BeamElement element;
    element.i = i, element.j = j;
    element.beam = {section, structure_.theory, line.norm()};
    element.axes.col(0) = x;
    element.axes.col(1) = y;
    element.axes.col(2) = x.cross(y);
    mesh_.beams.push_back(element);
    return mesh_.beams.size() - 1;
  }

  // Between the seat before, if the mesh has it, and this one.
  [[nodiscard]] bool slab_goes_on(long seat) const {
    return on_slab(structure_, seat) && !mesh_.sleepers.empty() && mesh_.sleepers.back().slab;
  }

  void add_seat(long seat, double s) {
    on_slab(structure_, seat) ? add_slab(seat, s) : add_sleeper(s);
    mesh_.nodes_per_bay = mesh_.nodes.size() - nodes_before_;
    nodes_before_ = mesh_.nodes.size();
  }

  void add_sleeper(double s) {
    const SleeperType& type = *structure_.sleeper;
    const double depth = structure_.rail.height + type.height / 2;
    Sleeper sleeper;
    sleeper.s = s;
    for (std::size_t k = 0; k < 6; ++k) {
      sleeper.nodes[k] = add_node(Vec3(0, type.node_places[k], -depth), frame_.rotation);
    }
    for (std::size_t k = 0; k < 3; ++k) mirror(sleeper.nodes[k], sleeper.nodes[5 - k]);
    for (std::size_t k = 0; k < 5; ++k) {
      const bool middle = k == 2 && type.middle;
      add_beam(sleeper.nodes[k], sleeper.nodes[k + 1], middle ? *type.middle : type.section);
    }
    sleeper.seats = {NodePoint{sleeper.nodes[1]}, NodePoint{sleeper.nodes[4]}};
    mesh_.sleepers.push_back(sleeper);
    const Factors factors = factors_at(structure_, s);
    add_pads(factors);
    add_bed(factors);
  }

  void add_bed(const Factors& factors) {
    const std::size_t index = mesh_.sleepers.size() - 1;
    const Sleeper& sleeper = mesh_.sleepers[index];
    for (const std::size_t k : supported) {
      const std::size_t side = k < 3 ? 0 : 1, node = sleeper.nodes[k];
      const Vec3 bed = mesh_.nodes[node].position - structure_.sleeper->height / 2 * frame_.rotation.col(2);
      add_spring(node, ground, bed, structure_.ballast, factors.ballast[side],
                 {SpringKind::ballast, index, k});
      if (index == 0 || mesh_.sleepers[index - 1].slab) continue;
      const std::size_t before = mesh_.sleepers[index - 1].nodes[k];
      const Vec3 middle = (mesh_.nodes[before].position + mesh_.nodes[node].position) / 2;
      add_spring(before, node, middle, structure_.bond, factors.bond[side], {SpringKind::bond, index, k});
    }
  }

  std::size_t add_slab_node() {
    return add_node(Vec3(0, 0, -structure_.rail.height - structure_.slab->height / 2), frame_.rotation);
  }

  // Halfway to the seat before, where slabs may meet.
  void add_slab_ends(double s) {
    for (const double side : {-1.0, 1.0}) {
      place_track(s - structure_.spacing / 2 + side * joint_length(structure_) / 2);
      slab_ends_[side < 0 ? 0 : 1] = add_slab_node();
    }
  }

  void add_slab(long seat, double s) {
    const bool goes_on = slab_goes_on(seat);
    const std::size_t node = add_slab_node(), index = mesh_.sleepers.size();
    Sleeper place{.s = s, .nodes = {}, .seats = {}, .slab = true};
    for (std::size_t side = 0; side < 2; ++side) {
      const double aside = (side == 0 ? 0.5 : -0.5) * structure_.rail_distance;
      place.seats[side] = {node, frame_.rotation * Vec3(0, aside, structure_.slab->height / 2)};
    }
    mesh_.sleepers.push_back(place);
    add_pads(factors_at(structure_, s));
    if (!goes_on) return;
    const std::size_t before = mesh_.sleepers[index - 1].seats[0].node;
    if (!structure_.slab->joint) return add_slab_beam({before, node}, {index - 1, index});
    add_slab_beam({before, slab_ends_[0]}, {index - 1, index - 1});
    add_joint(joint_before(structure_, seat));
    add_slab_beam({slab_ends_[1], node}, {index, index});
  }

  // With half of its foundation at each end, which belongs to a seat.
  void add_slab_beam(const std::array<std::size_t, 2>& ends, const std::array<std::size_t, 2>& seats) {
    const std::size_t beam = add_beam(ends[0], ends[1], structure_.slab->section);
    slab_beams_.push_back({beam, (mesh_.sleepers[seats[0]].s + mesh_.sleepers[seats[1]].s) / 2});
    for (std::size_t k = 0; k < 2; ++k) add_foundation(ends[k], mesh_.beams[beam].beam.length / 2, seats[k]);
  }

  void add_foundation(std::size_t node, double length, std::size_t seat) {
    const Slab& slab = *structure_.slab;
    const Factors factors = factors_at(structure_, mesh_.sleepers[seat].s);
    Support under = slab.foundation;
    under.stiffness *= length;
    under.damping *= length;
    for (std::size_t side = 0; side < 2; ++side) {
      const Mat3& frame = mesh_.nodes[node].frame;
      const Vec3 bed = mesh_.nodes[node].position +
                       frame * Vec3(0, (side == 0 ? 0.25 : -0.25) * slab.width, -slab.height / 2);
      add_spring(node, ground, bed, under, factors.ballast[side], {SpringKind::ballast, seat, side * 5});
      mesh_.springs.back().frame = frame;
    }
  }

  // A short piece of the slab, as a spring in its middle, or what joins one slab to the next; both slabs end
  // there.
  void add_joint(bool open) {
    const auto [i, j] = slab_ends_;
    const Vec3 middle = (mesh_.nodes[i].position + mesh_.nodes[j].position) / 2;
    add_spring(i, j, middle, open ? *structure_.slab->joint : closed_joint(structure_), 1,
               {SpringKind::joint, mesh_.sleepers.size() - 1, 0});
    mesh_.springs.back().frame = mesh_.nodes[i].frame;
    const Section& b = structure_.slab->section;
    mesh_.springs.back().mass = b.density * b.area * joint_length(structure_);
    const std::size_t seat = mesh_.sleepers.size() - 1;
    add_foundation(i, joint_length(structure_) / 2, seat - 1);
    add_foundation(j, joint_length(structure_) / 2, seat);
  }

  void add_pads(const Factors& factors) {
    const std::size_t index = mesh_.sleepers.size() - 1;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t rail = mesh_.rail_nodes[side].back();
      const Node& centre = mesh_.nodes[rail];
      const Vec3 foot = centre.position - structure_.rail.centre_height * centre.frame.col(2);
      add_spring(mesh_.sleepers[index].seats[side].node, rail, foot, structure_.pad, factors.pad[side],
                 {SpringKind::pad, index, side});
      mesh_.springs.back().frame = mesh_.nodes[rail].frame;  // the seat is inclined as the rail is
    }
  }

  struct Label {
    SpringKind kind;
    std::size_t sleeper, place;
  };
  void add_spring(std::size_t i, std::size_t j, const Vec3& point, const Support& support, double factor,
                  const Label& label) {
    SpringElement element;
    element.i = i, element.j = j;
    element.frame = frame_.rotation;
    element.arm_i = point - mesh_.nodes[i].position;
    if (j != ground) element.arm_j = point - mesh_.nodes[j].position;
    element.stiffness = factor * support.stiffness;
    element.damping = factor * support.damping;
    element.mass = support.mass;
    element.kind = label.kind, element.sleeper = label.sleeper, element.place = label.place;
    mesh_.springs.push_back(element);
  }

  // docs/theory/flexible_track.md (5)
  void absorb() {
    const Absorber& absorber = structure_.absorber;
    const auto damping = [&](double from_end) {
      const double x = absorber.length > 0 ? std::max(0.0, 1 - from_end / absorber.length) : 0;
      return absorber.damping * x * x;
    };
    for (const auto& side : mesh_.rail_beams) {
      for (std::size_t k = 0; k < side.size(); ++k)
        mesh_.beams[side[k]].absorption =
            damping(mesh_.station_step * (static_cast<double>(std::min(k, side.size() - 1 - k)) + 0.5));
    }
    for (const SlabBeam& slab : slab_beams_)
      mesh_.beams[slab.beam].absorption = damping(std::min(slab.s - mesh_.start, mesh_.end() - slab.s));
    for (const auto& side : mesh_.rail_nodes) {
      for (const std::size_t node : {side.front(), side.back()}) add_terminal(node, structure_.rail.section);
    }
    for (const Sleeper* end : {&mesh_.sleepers.front(), &mesh_.sleepers.back()}) {
      if (end->slab) add_terminal(end->seats[0].node, structure_.slab->section);
    }
  }

  void add_terminal(std::size_t node, const Section& b) {
    const double omega = 2 * pi * structure_.absorber.frequency, line_mass = b.density * b.area;
    const double polar = b.inertia_lateral + b.inertia_vertical;
    const auto wave_number = [&](double inertia) {
      return std::pow(line_mass * omega * omega / (b.youngs_modulus * inertia), 0.25);
    };
    const double vertical = wave_number(b.inertia_vertical), lateral = wave_number(b.inertia_lateral);
    const double bend_v = b.youngs_modulus * b.inertia_vertical / omega,
                 bend_l = b.youngs_modulus * b.inertia_lateral / omega;
    SpringElement element;
    element.i = node;
    element.frame = mesh_.nodes[node].frame;
    element.kind = SpringKind::terminal;
    element.damping << b.area * std::sqrt(b.youngs_modulus * b.density), bend_l * std::pow(lateral, 3),
        bend_v * std::pow(vertical, 3), std::sqrt(b.shear_modulus * b.torsion_constant * b.density * polar),
        bend_v * vertical, bend_l * lateral;
    mesh_.springs.push_back(element);
  }

  const Structure& structure_;
  const track::TrackModel* track_;
  track::Frame frame_;
  track::Irregularity irregularity_;
  Mesh mesh_;
  struct SlabBeam {
    std::size_t beam;
    double s;  // about its middle
  };
  std::vector<SlabBeam> slab_beams_;
  std::size_t nodes_before_ = 0;            // up to the seat before
  std::array<std::size_t, 2> slab_ends_{};  // before the present seat
};

}  // namespace

std::optional<Mesh> make_mesh(const Structure& structure, const track::TrackModel* track, double from,
                              double to, Findings& findings) {
  FLANGEWAY_ASSERT(structure.spacing > 0, "sleepers are a distance apart");
  const double first = std::floor((from - structure.offset) / structure.spacing + 1e-9),
               last = std::ceil((to - structure.offset) / structure.spacing - 1e-9);
  const double start = structure.offset + first * structure.spacing,
               end = structure.offset + last * structure.spacing;
  if (track != nullptr && (start < track->start() || end > track->end())) {
    findings.add({structure.where, structure.key,
                  fmt::format("the mesh from {:.6g} to {:.6g} m leaves the alignment", start, end), "",
                  fmt::format("{:.6g} to {:.6g} in m", track->start(), track->end()),
                  "Give a longer run_out or a place farther from the end"});
    return std::nullopt;
  }
  return Builder(structure, track)
      .build(std::lround(first), std::max(std::lround(last), std::lround(first) + 1));
}

std::optional<std::size_t> sleeper_next_to(const Mesh& mesh, double s) {
  FLANGEWAY_ASSERT(mesh.sleepers.size() >= 2, "the mesh has two sleepers at least");
  const double index = std::round((s - mesh.start) / (mesh.sleepers[1].s - mesh.sleepers[0].s));
  if (index < 0 || index >= static_cast<double>(mesh.sleepers.size())) return std::nullopt;
  return static_cast<std::size_t>(index);
}

RailPlace locate(const Mesh& mesh, std::size_t side, double s) {
  FLANGEWAY_ASSERT(side < 2 && !mesh.rail_beams[side].empty(), "the mesh has this rail");
  const double x = (s - mesh.start) / mesh.station_step;
  const auto count = static_cast<double>(mesh.rail_beams[side].size());
  const double k = std::clamp(std::floor(x), 0.0, count - 1);
  return {mesh.rail_beams[side][static_cast<std::size_t>(k)], std::clamp(x - k, 0.0, 1.0)};
}

Vec3 displacement_of(const NodePoint& point, const Vec6& node) {
  return node.head<3>() + node.tail<3>().cross(point.arm);
}

Mat6x12 section_shape(const Mesh& mesh, const RailPlace& place) {
  const BeamElement& element = mesh.beams[place.beam];
  Mat6x12 n = shape_functions(element.beam, place.xi);
  for (int block = 0; block < 12; block += 3) {
    n.middleCols<3>(block) = (n.middleCols<3>(block) * element.axes.transpose()).eval();
  }
  for (int block = 0; block < 6; block += 3) {
    n.middleRows<3>(block) = (element.axes * n.middleRows<3>(block)).eval();
  }
  return n;
}

void add_load(const Mesh& mesh, const RailPlace& place, const Vec6& wrench, Eigen::VectorXd& load) {
  const BeamElement& beam = mesh.beams[place.beam];
  const Eigen::Matrix<double, 12, 1> nodal = section_shape(mesh, place).transpose() * wrench;
  load.segment<6>(static_cast<Eigen::Index>(6 * beam.i)) += nodal.head<6>();
  load.segment<6>(static_cast<Eigen::Index>(6 * beam.j)) += nodal.tail<6>();
}

}  // namespace flangeway::flextrack
