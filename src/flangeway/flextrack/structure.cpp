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
  const track::SleeperSpec& sleeper = *spec.sleeper;
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

// Sleepers and slab have the same rail seats where a track has both.
void check_transition(const StructureSpec& spec, Findings& findings) {
  const track::SlabSpec& slab = *spec.slab;
  const track::SleeperSpec& sleeper = *spec.sleeper;
  if (slab.from == 0 && slab.to == 0) {
    track::add(findings, spec, "sleeper",
               {"is given beside a slab that lies along the whole track", "", "",
                "Leave it out, or give slab.from and slab.to"});
  }
  if (slab.spacing != sleeper.spacing) {
    track::add(findings, spec, "slab.spacing",
               {"differs from that of the sleepers of the same track", number(slab.spacing),
                "sleeper.spacing = " + number(sleeper.spacing) + " in m"});
    return;
  }
  const double seats = (slab.offset - sleeper.offset) / slab.spacing;
  if (std::abs(seats - std::round(seats)) > 1e-9) {
    track::add(findings, spec, "slab.offset",
               {"does not lie a whole number of spacings from that of the sleepers", number(slab.offset),
                "sleeper.offset = " + number(sleeper.offset) + " in m, or whole spacings from it"});
  }
}

void check_slab(const StructureSpec& spec, Findings& findings) {
  const track::SlabSpec& slab = *spec.slab;
  if (slab.to < slab.from) {
    track::add(findings, spec, "slab.to",
               {"lies before from", number(slab.to), "at least " + number(slab.from) + " in m"});
  }
  if (slab.joint && slab.seats == 0) {
    track::add(findings, spec, "slab.joint",
               {"has no effect on a slab without joints", "", "", "Give slab.seats, or leave it out"});
  }
  if (slab.joint && slab.joint->mass > 0) {
    track::add(findings, spec, "slab.joint.mass",
               {"has no effect: the slabs reach to the middle of the joint", number(slab.joint->mass),
                "0 in kg", "Leave it out"});
  }
  if (spec.sleeper) return check_transition(spec, findings);
  if (slab.from != 0 || slab.to != 0) {
    track::add(findings, spec, "sleeper",
               {"is missing: a slab with from and to needs sleepers before and behind it", "", "",
                "Give [structure.sleeper], or leave from and to out"});
  }
  if (spec.ballast) {
    track::add(findings, spec, "ballast",
               {"has no effect under a slab", "", "", "Leave it out; a slab stands on slab.foundation"});
  }
}

void check_kinds(const StructureSpec& spec, Findings& findings) {
  if (!spec.sleeper && !spec.slab) {
    track::add(
        findings, spec, "sleeper",
        {"is missing: nothing carries the rails", "", "", "Give [structure.sleeper] or [structure.slab]"});
  }
  if (spec.slab) check_slab(spec, findings);
  if (spec.sleeper && !spec.ballast) {
    track::add(findings, spec, "ballast",
               {"is missing: nothing carries the sleepers", "", "", "Give [structure.ballast]"});
  }
}

void check_springs(const StructureSpec& spec, Findings& findings) {
  const auto holds = [&](const track::Triple& all, const char* key, const char* what, const char* unit) {
    for (const double stiffness : all) {
      if (stiffness > 0) continue;
      track::add(
          findings, spec, key,
          {std::string("leaves ") + what + " free in a direction", number(stiffness),
           std::string("three numbers > 0 in ") + unit, "Give the stiffness along, across and upright"});
      return;
    }
  };
  holds(spec.pad.stiffness, "pad.stiffness", "the rails", "N/m");
  if (spec.ballast) holds(spec.ballast->stiffness, "ballast.stiffness", "the sleepers", "N/m");
  if (spec.slab) holds(spec.slab->foundation.stiffness, "slab.foundation.stiffness", "the slab", "N/m^2");
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
  const track::SleeperSpec& sleeper = *spec.sleeper;
  const double end = sleeper.length / 2, seat = distance / 2;
  const double inner = sleeper.kind == SleeperKind::twin_block ? end - sleeper.block_length : 2 * seat - end;
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
  const long sleeper = std::lround((s - structure.offset) / structure.spacing);
  for (std::uint64_t side = 0; side < 2; ++side) {
    const std::uint64_t place = 4 * static_cast<std::uint64_t>(sleeper) + side;
    result.pad[side] = lognormal(scatter.pad, scatter.seed, place);
    result.ballast[side] = lognormal(scatter.ballast, scatter.seed, place + 2);
  }
  return result;
}

// For a standard deviation that is given relative to the mean.
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
  const track::SleeperSpec& from = *spec.sleeper;
  SleeperType sleeper{.kind = from.kind,
                      .length = from.length,
                      .height = from.height,
                      .block_length = from.block_length,
                      .section = compile_section(from.beam),
                      .middle = {},
                      .node_places = node_places(spec, distance)};
  if (from.middle) sleeper.middle = compile_section(*from.middle);
  return sleeper;
}

// Under a half of the slab, w wide: pressure on it resists roll and yaw with k w²/12.
Support compile(const track::FoundationSpec& spec, double w) {
  const auto half = [w](const track::Triple& all) {
    return six({all[0] / 2, all[1] / 2, all[2] / 2}, {w * w / 24 * all[2], 0, w * w / 24 * all[0]});
  };
  return {half(spec.stiffness), half(spec.damping), 0};
}

Slab compile(const track::SlabSpec& spec) {
  Slab slab{.from = spec.from,
            .to = spec.to,
            .width = spec.width,
            .height = spec.height,
            .section = compile_section(spec.beam),
            .foundation = compile(spec.foundation, spec.width / 2),
            .joint = {},
            .seats = std::max(spec.seats, 1L)};
  if (spec.seats > 0) slab.joint = spec.joint ? compile(*spec.joint) : Support{};
  return slab;
}

Structure compile(const StructureSpec& spec, double distance) {
  Structure structure;
  structure.theory = spec.theory;
  structure.elements_per_bay = spec.elements_per_bay;
  structure.rail = {compile_section(spec.rail.beam), spec.rail.height, spec.rail.centre_height,
                    spec.rail.foot_width};
  structure.spacing = spec.slab ? spec.slab->spacing : spec.sleeper->spacing;
  structure.offset = spec.slab ? spec.slab->offset : spec.sleeper->offset;
  if (spec.sleeper) structure.sleeper = compile_sleeper(spec, distance);
  if (spec.slab) structure.slab = compile(*spec.slab);
  structure.pad = compile(spec.pad);
  if (spec.ballast) structure.ballast = compile(*spec.ballast);
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

bool on_slab(const Structure& structure, long seat) {
  if (!structure.mixed()) return structure.slab.has_value();
  const double s = structure.offset + structure.spacing * static_cast<double>(seat);
  return s >= structure.slab->from - 1e-9 && s <= structure.slab->to + 1e-9;
}

bool joint_before(const Structure& structure, long seat) {
  return structure.jointed() && on_slab(structure, seat) && on_slab(structure, seat - 1) &&
         seat % structure.slab->seats == 0;
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
    check_kinds(*found, own);
    if (found->sleeper) check_sleeper(*found, rail_distance(*found, spec.rails), own);
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
