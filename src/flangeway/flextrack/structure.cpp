#include "flangeway/flextrack/structure.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/document/read.hpp"
#include "flangeway/track/check.hpp"
#include "structure_file.hpp"

namespace flangeway::flextrack {
namespace {

using track::number;
using track::SleeperKind;
using track::StructureSpec;

double rail_distance(const StructureSpec& spec, const track::RailsSpec& rails) {
  if (spec.rail_distance > 0) return spec.rail_distance;
  return rails.lateral_position > 0 ? 2 * rails.lateral_position : rails.gauge + spec.rail.head_width;
}

void check_sleeper(const StructureSpec& spec, double distance, Findings& findings) {
  const track::SleeperSpec& sleeper = spec.sleeper;
  const double least = distance + spec.rail.foot_width;
  if (sleeper.length <= least) {
    track::add(findings, spec, "sleeper.length",
               {"does not fit the gauge", number(sleeper.length),
                "more than " + number(least) + " in m: distance of the rails and width of a foot",
                "Give longer sleepers or check the gauge"});
    return;
  }
  if (sleeper.kind != SleeperKind::twin_block) {
    if (2 * distance > sleeper.length) return;
    track::add(findings, spec, "sleeper.length",
               {"puts the inner supports of both rails beyond the middle", number(sleeper.length),
                "less than " + number(2 * distance) + " in m", "Give shorter sleepers or check the gauge"});
    return;
  }
  const double overhang = (sleeper.length - distance) / 2;
  if (!(sleeper.block_length > overhang && 2 * sleeper.block_length < sleeper.length)) {
    track::add(findings, spec, "sleeper.block_length",
               {"leaves the pads without a node: no block lies under the rails", number(sleeper.block_length),
                "more than " + number(overhang) + " and less than " + number(sleeper.length / 2) + " in m",
                "Give the length of one of the two blocks"});
  }
  if (!sleeper.middle) {
    track::add(findings, spec, "sleeper.middle",
               {"is missing: a twin_block needs a beam between its blocks", "", "", "Give the tie bar"});
  }
}

void check_springs(const StructureSpec& spec, Findings& findings) {
  const auto holds = [&](const track::SpringSpec& spring, const char* key, const char* what) {
    for (const double stiffness : spring.stiffness) {
      if (stiffness > 0) continue;
      track::add(findings, spec, key,
                 {std::string("leaves ") + what + " free in a direction", number(stiffness),
                  "three numbers > 0 in N/m", "Give the stiffness along, across and upright"});
      return;
    }
  };
  holds(spec.pad, "pad.stiffness", "the rails");
  holds(spec.ballast, "ballast.stiffness", "the sleepers");
  if (spec.rail.centre_height >= spec.rail.height) {
    track::add(findings, spec, "rail.centre_height",
               {"lies above the rail", number(spec.rail.centre_height),
                "less than height = " + number(spec.rail.height) + " in m"});
  }
  for (const auto& change : spec.changes) {
    if (change.to >= change.from) continue;
    track::add(findings, change, "to",
               {"lies before from", number(change.to), "at least " + number(change.from) + " in m"});
  }
}

std::array<double, 6> node_places(const StructureSpec& spec, double distance) {
  const double end = spec.sleeper.length / 2, seat = distance / 2;
  const double inner =
      spec.sleeper.kind == SleeperKind::twin_block ? end - spec.sleeper.block_length : 2 * seat - end;
  return {end, seat, inner, -inner, -seat, -end};
}

// The structure of the file that `structure_of` names.
std::optional<StructureSpec> read_other(const track::TrackSpec& spec,
                                        std::optional<document::SourceFile>& source, Findings& findings) {
  const std::optional<track::TrackSpec> other = read_structure_file(spec, source, findings);
  if (!other) return std::nullopt;
  if (!other->structure) {
    findings.add({spec.structure_of.where, "structure_of", "names a track without a structure",
                  spec.structure_of.value, "a track file with a table [structure]", ""});
  }
  return other->structure;
}

std::optional<StructureSpec> find_structure(const track::TrackSpec& spec,
                                            std::optional<document::SourceFile>& source, Findings& findings) {
  const bool named = !spec.structure_of.value.empty();
  if (named && spec.structure) {
    findings.add({spec.structure_of.where, "structure_of", "is given beside a structure", "", "",
                  "Leave one of the two out"});
  } else if (named) {
    return read_other(spec, source, findings);
  } else if (!spec.structure) {
    findings.add({spec.where, "structure", "is missing: nothing is known about what carries the rails", "",
                  "", "Give a table [structure], or structure_of = \"…/ballasted_uic60.toml\""});
  }
  return spec.structure;
}

double share_of(const StructureChange& change, double s) {
  if (s >= change.from && s <= change.to) return 1;
  const double outside = s < change.from ? change.from - s : s - change.to;
  return change.ramp > 0 ? std::max(0.0, 1 - outside / change.ramp) : 0;
}

// A number from 0 to 1 that depends on its arguments alone, on every machine: the finaliser of splitmix64
// [Steele2014] in two rounds.
double uniform(std::uint64_t seed, std::uint64_t place) {
  std::uint64_t z = (seed + 1) * 0x9e3779b97f4a7c15 + place * 0xbf58476d1ce4e5b9;
  for (int round = 0; round < 2; ++round) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
  }
  return (static_cast<double>(z >> 11) + 0.5) / 9007199254740992.0;  // 2^53
}

// exp(σ n − σ²/2) with n of the standard normal distribution, by the transform of Box and Muller: its mean
// is 1.
double lognormal(double deviation, std::uint64_t seed, std::uint64_t place) {
  const double n =
      std::sqrt(-2 * std::log(uniform(seed, 2 * place))) * std::cos(2 * pi * uniform(seed, 2 * place + 1));
  return std::exp(deviation * n - deviation * deviation / 2);
}

// Sleepers differ, and so do the two sides of one.
Factors scattered(const Structure& structure, double s) {
  Factors result;
  const Scatter& scatter = structure.scatter;
  if (scatter.pad == 0 && scatter.ballast == 0) return result;
  const long sleeper = std::lround((s - structure.sleeper.offset) / structure.sleeper.spacing);
  for (std::uint64_t side = 0; side < 2; ++side) {
    const std::uint64_t place = 4 * static_cast<std::uint64_t>(sleeper) + side;
    result.pad[side] = lognormal(scatter.pad, scatter.seed, place);
    result.ballast[side] = lognormal(scatter.ballast, scatter.seed, place + 2);
  }
  return result;
}

// Of a standard deviation that is given over the mean.
double deviation_of_logarithm(double relative) {
  return std::sqrt(std::log1p(relative * relative));
}

Vec6 six(const track::Triple& along, const track::Triple& about) {
  Vec6 v;
  v << along[0], along[1], along[2], about[0], about[1], about[2];
  return v;
}

Support compile(const track::SpringSpec& spec) {
  return {six(spec.stiffness, spec.rotational_stiffness), six(spec.damping, spec.rotational_damping),
          spec.mass};
}

StructureChange compile(const track::StructureChangeSpec& spec) {
  using Side = track::ChangeSide;
  StructureChange change{spec.from, spec.to, spec.ramp, {}};
  for (std::size_t side = 0; side < 2; ++side) {
    if (spec.side == (side == 0 ? Side::right : Side::left)) continue;
    change.factors.pad[side] = spec.pad;
    change.factors.ballast[side] = spec.ballast;
    change.factors.bond[side] = spec.bond;
  }
  return change;
}

SleeperType compile_sleeper(const StructureSpec& spec, double distance) {
  const track::SleeperSpec& from = spec.sleeper;
  SleeperType sleeper{.kind = from.kind,
                      .spacing = from.spacing,
                      .offset = from.offset,
                      .length = from.length,
                      .height = from.height,
                      .block_length = from.block_length,
                      .section = compile_section(from.beam),
                      .middle = {},
                      .node_places = node_places(spec, distance)};
  if (from.middle) sleeper.middle = compile_section(*from.middle);
  return sleeper;
}

Structure compile(const StructureSpec& spec, double distance) {
  Structure structure;
  structure.theory = spec.theory;
  structure.elements_per_bay = spec.elements_per_bay;
  structure.rail = {compile_section(spec.rail.beam), spec.rail.height, spec.rail.centre_height,
                    spec.rail.foot_width};
  structure.sleeper = compile_sleeper(spec, distance);
  structure.pad = compile(spec.pad);
  structure.ballast = compile(spec.ballast);
  structure.bond = compile(spec.bond);
  structure.absorber = {spec.absorber.length, spec.absorber.damping, spec.absorber.frequency};
  for (const track::StructureChangeSpec& change : spec.changes) structure.changes.push_back(compile(change));
  if (spec.scatter)
    structure.scatter = {deviation_of_logarithm(spec.scatter->pad),
                         deviation_of_logarithm(spec.scatter->ballast),
                         static_cast<std::uint64_t>(spec.scatter->seed)};
  structure.rail_distance = distance;
  structure.where = spec.where;
  structure.key = spec.key;
  return structure;
}

}  // namespace

std::optional<track::TrackSpec> read_structure_file(const track::TrackSpec& spec,
                                                    std::optional<document::SourceFile>& source,
                                                    Findings& findings) {
  track::TrackSpec other;
  Findings reading;
  const document::Document document = document::Document::from_file(spec.structure_of.value, reading);
  if (reading.empty()) document.fill(other, reading);
  source = {document.file_name(), std::string(document.text())};
  const bool good = reading.empty();
  findings.append(reading);
  return good ? std::optional(std::move(other)) : std::nullopt;
}

bool Factors::none() const {
  for (const double* pair : {pad, ballast, bond}) {
    if (pair[0] != 1 || pair[1] != 1) return false;
  }
  return true;
}

Factors factors_at(const Structure& structure, double s) {
  Factors result = scattered(structure, s);
  for (const StructureChange& change : structure.changes) {
    const double share = share_of(change, s);
    for (std::size_t side = 0; side < 2; ++side) {
      result.pad[side] *= 1 + share * (change.factors.pad[side] - 1);
      result.ballast[side] *= 1 + share * (change.factors.ballast[side] - 1);
      result.bond[side] *= 1 + share * (change.factors.bond[side] - 1);
    }
  }
  return result;
}

Section compile_section(const track::BeamSpec& spec) {
  return {.youngs_modulus = spec.youngs_modulus,
          .shear_modulus = spec.shear_modulus,
          .area = spec.area,
          .torsion_constant = spec.torsion_constant,
          .inertia_vertical = spec.inertia_vertical,
          .inertia_lateral = spec.inertia_lateral,
          .density = spec.density,
          .rayleigh_mass = spec.rayleigh_mass,
          .rayleigh_stiffness = spec.rayleigh_stiffness,
          .shear_coefficient = spec.shear_coefficient};
}

std::optional<Structure> compile_structure(const track::TrackSpec& spec, Findings& findings) {
  Findings own;
  std::optional<document::SourceFile> source;
  const std::optional<StructureSpec> found = find_structure(spec, source, own);
  if (found && own.empty()) {
    check_sleeper(*found, rail_distance(*found, spec.rails), own);
    check_springs(*found, own);
  }
  findings.append(own);
  if (!own.empty()) return std::nullopt;
  Structure structure = compile(*found, rail_distance(*found, spec.rails));
  structure.inclination = std::atan(spec.rails.inclination);
  structure.source = std::move(source);
  return structure;
}

}  // namespace flangeway::flextrack
