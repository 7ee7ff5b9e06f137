#include "flangeway/flextrack/mass_spring.hpp"

#include <Eigen/LU>

#include "structure_file.hpp"

#include "flangeway/core/assertion.hpp"

namespace flangeway::flextrack {
namespace {

using Eigen::Index;
using Matrix = MassSpringTrack::Matrix;
using Vector = MassSpringTrack::Vector;

constexpr Index sleeper_y = 4, sleeper_z = 5, sleeper_roll = 6;

struct SpringAndDamper {
  double stiffness = 0, damping = 0;
};

// A spring with a damper whose length changes by direction · coordinates.
void add(const SpringAndDamper& spring, const Vector& direction, MassSpringTrack& track) {
  track.stiffness += spring.stiffness * direction * direction.transpose();
  track.damping += spring.damping * direction * direction.transpose();
}

// The sleeper lifts the left seat as it rolls to the right.
void add_rail(const track::MassSpringRailSpec& rail, Index side, double half_distance,
              MassSpringTrack& track) {
  const Index y = 2 * side, z = y + 1;
  const bool sleeper = track.mass.size() > sleeper_roll;
  track.mass(y) = rail.mass_lateral;
  track.mass(z) = rail.mass_vertical;
  Vector across = Vector::Unit(track.mass.size(), y), upright = Vector::Unit(track.mass.size(), z);
  if (sleeper) {
    across(sleeper_y) = upright(sleeper_z) = -1;
    upright(sleeper_roll) = side == 0 ? -half_distance : half_distance;
  }
  add({rail.stiffness_lateral, rail.damping_lateral}, across, track);
  add({rail.stiffness_vertical, rail.damping_vertical}, upright, track);
}

void add_sleeper(const track::MassSpringSleeperSpec& sleeper, MassSpringTrack& track) {
  const Index n = track.mass.size();
  track.mass(sleeper_y) = track.mass(sleeper_z) = sleeper.mass;
  track.mass(sleeper_roll) = sleeper.roll_inertia;
  add({sleeper.stiffness_lateral, sleeper.damping_lateral}, Vector::Unit(n, sleeper_y), track);
  for (const double lever : {sleeper.support_distance / 2, -sleeper.support_distance / 2}) {
    Vector support = Vector::Unit(n, sleeper_z);
    support(sleeper_roll) = lever;
    add({sleeper.stiffness_vertical / 2, sleeper.damping_vertical / 2}, support, track);
  }
}

std::complex<double> direct_receptance(const MassSpringTrack& track, Index coordinate, double frequency) {
  FLANGEWAY_ASSERT(coordinate >= 0 && coordinate < track.mass.size(), "the track has this coordinate");
  using Complex = std::complex<double>;
  const double omega = 2 * pi * frequency;
  Eigen::MatrixXcd dynamic =
      track.stiffness.cast<Complex>() + Complex(0, omega) * track.damping.cast<Complex>();
  dynamic.diagonal() -= omega * omega * track.mass.cast<Complex>();
  const Eigen::VectorXcd unit = Eigen::VectorXcd::Unit(dynamic.rows(), coordinate);
  return Eigen::VectorXcd(dynamic.partialPivLu().solve(unit))(coordinate);
}

}  // namespace

MassSpringTrack compile(const track::MassSpringSpec& spec, double rail_distance) {
  const Index n = static_cast<Index>(spec.sleeper ? MassSpringTrack::most_coordinates
                                                  : MassSpringTrack::rail_coordinates);
  MassSpringTrack track;
  track.mass = Vector::Zero(n);
  track.stiffness = track.damping = Matrix::Zero(n, n);
  for (const Index side : {0, 1}) add_rail(spec.rail, side, rail_distance / 2, track);
  if (spec.sleeper) add_sleeper(*spec.sleeper, track);
  track.flexibility = track.stiffness.inverse();
  return track;
}

std::optional<MassSpringTrack> compile_mass_spring(const track::TrackSpec& spec, Findings& findings) {
  std::optional<track::MassSpringSpec> found = spec.mass_spring;
  std::optional<document::SourceFile> source;
  if (!found && !spec.structure_of.value.empty()) {
    const std::optional<track::TrackSpec> other = read_structure_file(spec, source, findings);
    if (!other) return std::nullopt;
    found = other->mass_spring;
  }
  if (!found) {
    findings.add({spec.where, "mass_spring", "is missing: nothing is known about what carries the rails", "",
                  "", "Give a table [mass_spring], or set coupling.method to another word"});
    return std::nullopt;
  }
  MassSpringTrack track = compile(*found, spec.rails.distance());
  track.source = std::move(source);
  return track;
}

Vector accelerations(const MassSpringTrack& track, const double* state, const RailForces& forces) {
  const Index n = track.mass.size();
  const Eigen::Map<const Eigen::VectorXd> coordinates(state, n), rates(state + n, n);
  Vector sum = -track.stiffness.lazyProduct(coordinates) - track.damping.lazyProduct(rates);
  sum.head<MassSpringTrack::rail_coordinates>() += forces;
  return sum.cwiseQuotient(track.mass);
}

Vector rest(const MassSpringTrack& track, const RailForces& forces) {
  return track.flexibility.leftCols<MassSpringTrack::rail_coordinates>() * forces;
}

MassSpringReceptances receptances(const MassSpringTrack& track, std::vector<double> frequencies) {
  MassSpringReceptances result;
  for (const double f : frequencies) {
    result.vertical.push_back(direct_receptance(track, 1, f));
    result.lateral.push_back(direct_receptance(track, 0, f));
  }
  result.frequencies = std::move(frequencies);
  return result;
}

}  // namespace flangeway::flextrack
