#include "flangeway/vehicle_case/wheels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>

#include "flangeway/document/file.hpp"
#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/vehicle_case/wheel_file.hpp"

namespace flangeway::vehicle_case {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, WheelSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.choice("kind", spec.kind, "kind of deviation", Presence::required);
  v.text("wheelset", spec.wheelset, Presence::optional, "name of the wheelset; all if not given");
  v.choice("side", spec.side, "which wheel of the wheelset");
  v.choice("form", spec.form, "shape of a flat");
  v.number("length", spec.length, {.unit = "m", .minimum = 0}, "flat: length along the circumference");
  v.number("depth", spec.depth, {.unit = "m", .minimum = 0, .maximum = 0.02},
           "rounded flat: depth in its middle; 0: that of a fresh flat of this length");
  v.number(
      "angle_deg", spec.angle_deg, {.unit = "deg", .minimum = -360, .maximum = 360},
      "flat: angle that the wheel rolls from the start until its middle touches; measured: until angle 0 "
      "of the file touches");
  v.integer("order", spec.order, {.minimum = 0, .maximum = 200},
            "harmonic: number of waves around the wheel");
  v.number("amplitude", spec.amplitude, {.unit = "m", .minimum = 0, .maximum = 0.01},
           "harmonic: amplitude of the radius; eccentricity: distance of the wheel's centre from its axle");
  v.number("phase", spec.phase, {.unit = "rad"},
           "harmonic, eccentricity: the radius at the angle x is amplitude cos(order x + phase)");
  v.path("file", spec.file, Presence::optional,
         "measured: CSV file of angle or position and radius_deviation");
}

namespace {

using wheelrail::WheelForm;

double chord_depth(double length, double radius) {
  return radius * (1 - std::cos(std::asin(length / (2 * radius))));
}

class WheelCheck {
 public:
  WheelCheck(const CaseSpec& spec, const WheelSpec& wheel, Findings& findings)
      : spec_(spec), wheel_(wheel), findings_(findings) {}

  // Whether the surface fits a wheel of this radius; false if there was a finding.
  bool fits(double radius) {
    const std::size_t before = findings_.all().size();
    switch (wheel_.kind) {
      case WheelKind::flat:
        flat(radius);
        break;
      case WheelKind::harmonic:
        if (wheel_.order < 1)
          say("order", "is not the number of waves around a wheel", fmt::format("{}", wheel_.order),
              "1 to 200", "Change the radius in the vehicle file for order 0");
        amplitude();
        break;
      case WheelKind::eccentricity:
        amplitude();
        break;
      case WheelKind::measured:
        if (wheel_.file.value.empty()) say("file", "is missing", "", "", "Name the file of the recording");
        break;
    }
    return findings_.all().size() == before;
  }

 private:
  void flat(double radius) {
    if (wheel_.length == 0) return say("length", "is missing", "", "", "Give the length of the flat");
    if (wheel_.length > radius / 2)
      return say("length", fmt::format("is too long for a wheel with a radius of {:g} m", radius),
                 fmt::format("{:g}", wheel_.length),
                 fmt::format("at most half the radius, {:g} m", radius / 2), "Check the unit, which is m");
    if (wheel_.depth > wheel_.length / 10)
      say("depth", "is too deep for a flat of this length", fmt::format("{:g}", wheel_.depth),
          fmt::format("at most {:g} m, a tenth of the length", wheel_.length / 10),
          "Check the unit, which is m");
    if (wheel_.form == FlatForm::fresh && spec_.contact.method != wheelrail::Method::elastic)
      say("form",
          "has edges that change the velocity of the wheel's centre at once, for which a rigid contact needs "
          "an infinite force",
          "fresh", "rounded", "Set form = \"rounded\", or contact.method = \"elastic\"");
  }
  void amplitude() {
    if (wheel_.amplitude == 0) say("amplitude", "is missing", "", "", "Give the amplitude of the radius");
  }
  void say(const char* key, std::string problem, std::string got, std::string allowed, std::string advice) {
    findings_.add({wheel_.where, wheel_.key + "." + key, std::move(problem), std::move(got),
                   std::move(allowed), std::move(advice)});
  }

  const CaseSpec& spec_;
  const WheelSpec& wheel_;
  Findings& findings_;
};

// The wheelsets that an entry names.
std::vector<std::size_t> wheelsets_of(const WheelSpec& wheel, const vehicle::VehicleModel& vehicle,
                                      Findings& findings) {
  std::vector<std::size_t> chosen;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < vehicle.wheelsets.size(); ++i) {
    names.push_back(vehicle.bodies.bodies[vehicle.wheelsets[i].body].name);
    if (wheel.wheelset.value.empty() || wheel.wheelset.value == names.back()) chosen.push_back(i);
  }
  if (!chosen.empty()) return chosen;
  const std::string near = nearest_name(wheel.wheelset.value, names);
  findings.add({wheel.wheelset.where, wheel.key + ".wheelset", "is not a wheelset of the vehicle",
                '"' + wheel.wheelset.value + '"', "",
                near.empty() ? "Name a wheelset of the vehicle file" : "Use \"" + near + '"'});
  return chosen;
}

bool on_side(const WheelSpec& wheel, std::size_t side) {
  return wheel.side == WheelChoice::both ||
         wheel.side == (side == 0 ? WheelChoice::left : WheelChoice::right);
}

class FormReader {
 public:
  FormReader(std::vector<SourceFile>& sources, Findings& findings) : sources_(sources), findings_(findings) {}

  void add(const WheelSpec& wheel, double radius, WheelForm& form) {
    const double angle = wheel.angle_deg * pi / 180;
    switch (wheel.kind) {
      case WheelKind::flat: {
        const double fresh = chord_depth(wheel.length, radius);
        const bool rounded = wheel.form == FlatForm::rounded;
        form.flats.push_back({angle, wheel.length, !rounded ? 0 : wheel.depth > 0 ? wheel.depth : fresh});
        return;
      }
      case WheelKind::harmonic:
        form.waves.push_back({static_cast<double>(wheel.order), wheel.amplitude, wheel.phase});
        return;
      case WheelKind::eccentricity:
        form.waves.push_back({1, wheel.amplitude, wheel.phase});
        return;
      case WheelKind::measured:
        break;
    }
    if (const auto text = read(wheel)) {
      if (auto measured = parse_wheel(*text, wheel.file.value, radius, findings_))
        form.measured.push_back({std::move(*measured), angle});
    }
  }

 private:
  std::optional<std::string> read(const WheelSpec& wheel) {
    const auto known = std::find_if(sources_.begin(), sources_.end(),
                                    [&](const SourceFile& file) { return file.path == wheel.file.value; });
    if (known != sources_.end()) return known->text;
    if (std::error_code error; !std::filesystem::is_regular_file(wheel.file.value, error)) {
      findings_.add({wheel.file.where, wheel.key + ".file", "cannot be read", wheel.file.value, "",
                     "Check the path; it is relative to the case file"});
      return std::nullopt;
    }
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    std::optional<std::string> text = document::read_file(wheel.file.value, most_bytes, findings_);
    if (text) sources_.push_back({wheel.file.value, *text});
    return text;
  }

  std::vector<SourceFile>& sources_;
  Findings& findings_;
};

void check_methods(const CaseSpec& spec, Findings& findings) {
  const char* const key = spec.wheels.empty() ? "track" : "wheels";
  const char* const what =
      spec.wheels.empty() ? "has irregularities.surface, which" : "has wheels that are not round, which";
  const auto refuse = [&](const std::string& why, std::string got, std::string allowed, std::string advice) {
    findings.add({spec.wheels.empty() ? spec.track.where : spec.wheels.front().where, key,
                  fmt::format("{} {}", what, why), std::move(got), std::move(allowed), std::move(advice)});
  };
  if (spec.coupling.method == TrackCoupling::cosim)
    refuse("a second process does not know (coupling.method = \"cosim\")", "cosim",
           "none, tight or mass_spring", "Set coupling.method to tight");
  if (wheelrail::solves_patches(spec.contact.patch))
    refuse(fmt::format("contact.patch = \"{}\" does not know", name_of(spec.contact.patch)),
           std::string(name_of(spec.contact.patch)), "hertz", "Set contact.patch to hertz");
}

// Position of a jump of the slope of a surface (per m, of a wheel: along its circumference, `unit` m per rad)
// between nodes: by more than 1 mrad, and three times the neighbouring ones, which no smooth surface has.
std::optional<double> kink_of(const math::HermiteTable& way, double unit) {
  constexpr double min_kink = 1e-3, sharper = 3;
  const auto& nodes = way.nodes();
  const auto bend = [&](std::size_t i) {
    return i + 1 < nodes.size() ? std::abs(nodes[i + 1][1] - nodes[i][1]) / unit : 0;
  };
  double largest = min_kink;
  std::optional<double> place;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const double own = bend(i), beside = std::max(i > 0 ? bend(i - 1) : 0, bend(i + 1));
    if (own <= largest || own <= sharper * beside) continue;
    largest = own;
    place = way.start() + way.step() * (static_cast<double>(i) + 0.5);
  }
  return place;
}

constexpr const char* needs_infinite_force = "for which a rigid contact needs an infinite force";

// Constraints follow the way of a wheel's centre with infinite forces where it has kinks.
void check_kinks(const CaseSpec& spec, const vehicle::VehicleModel& vehicle, const track::TrackModel& track,
                 const wheelrail::RunningSurfaces& surfaces, Findings& findings) {
  if (spec.contact.method == wheelrail::Method::elastic) return;
  for (std::size_t i = 0; i < vehicle.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto& wheel = surfaces.wheels[i][side];
      const auto turn = wheel ? kink_of(*wheel, vehicle.wheelsets[i].wheel_radius) : std::nullopt;
      if (turn)
        return findings.add(
            {spec.wheels.front().where, "wheels",
             fmt::format("give the {} wheel of {} a kink at {:.0f} deg, {}", side == 0 ? "left" : "right",
                         vehicle.bodies.bodies[vehicle.wheelsets[i].body].name, *turn * 180 / pi,
                         needs_infinite_force),
             "", "", "Smooth its deviations, or set contact.method = \"elastic\""});
      for (const math::HermiteTable& stretch : *surfaces.rails[i][side]) {
        if (const auto place = kink_of(stretch, 1))
          return findings.add({spec.track.where, "track.irregularities.contact_length",
                               fmt::format("leaves a kink in the way of a wheel at {:.2f} m, {}", *place,
                                           needs_infinite_force),
                               fmt::format("{:g}", track.contact_length()),
                               "more than 0 in m, such as the 0.012 m of a contact",
                               "Leave it out, or set contact.method = \"elastic\""});
      }
    }
  }
}

}  // namespace

wheelrail::RunningSurfaces compile_surfaces(const CaseSpec& spec, const vehicle::VehicleModel& vehicle,
                                            const track::TrackModel& track, std::vector<SourceFile>& sources,
                                            Findings& findings) {
  wheelrail::RunningSurfaces surfaces;
  if (spec.wheels.empty() && track.surface().empty()) return surfaces;
  const std::size_t count = vehicle.wheelsets.size(), before = findings.all().size();
  check_methods(spec, findings);
  std::vector<std::array<std::vector<const WheelSpec*>, 2>> entries(count);
  for (const WheelSpec& wheel : spec.wheels) {
    bool fits = true;
    for (const std::size_t i : wheelsets_of(wheel, vehicle, findings)) {
      fits = fits && WheelCheck(spec, wheel, findings).fits(vehicle.wheelsets[i].wheel_radius);
      if (vehicle.wheelsets[i].twist != multibody::no_index) {
        findings.add(
            {wheel.where, wheel.key,
             "is on a wheelset whose wheels turn against each other, where the angle of each wheel is "
             "not known",
             vehicle.bodies.bodies[vehicle.wheelsets[i].body].name, "",
             "Leave it out, or set rotation = \"rigid\" in the vehicle file"});
      }
      const multibody::Body& body = vehicle.bodies.bodies[vehicle.wheelsets[i].body];
      for (std::size_t side = 0; fits && side < 2; ++side) {
        if (!on_side(wheel, side)) continue;
        if (multibody::has_wheel(body, side)) {
          entries[i][side].push_back(&wheel);
        } else if (wheel.side != WheelChoice::both) {
          findings.add({wheel.where, wheel.key + ".side", "names a wheel that is not there",
                        fmt::format("{}.{}", body.name, name_of(wheel.side)), "",
                        "Name the wheelset, or the side on which it has its wheel"});
        }
      }
    }
  }
  if (findings.all().size() != before) return surfaces;
  surfaces.wheels.resize(count);
  surfaces.rails.resize(count);
  FormReader reader(sources, findings);
  std::map<std::pair<std::vector<const WheelSpec*>, double>, std::shared_ptr<const math::HermiteTable>>
      wheels;
  std::map<std::pair<std::size_t, double>, std::shared_ptr<const wheelrail::RailSurface>> rails;
  for (std::size_t i = 0; i < count; ++i) {
    const double radius = vehicle.wheelsets[i].wheel_radius;
    for (std::size_t side = 0; side < 2; ++side) {
      auto& rail = rails[{side, radius}];
      if (!rail)
        rail = std::make_shared<const wheelrail::RailSurface>(
            wheelrail::rail_surface(track.surface(), side, radius, track.contact_length()));
      surfaces.rails[i][side] = rail;
      if (entries[i][side].empty()) continue;
      auto& wheel = wheels[{entries[i][side], radius}];
      if (!wheel) {
        WheelForm form;
        for (const WheelSpec* entry : entries[i][side]) reader.add(*entry, radius, form);
        if (findings.all().size() != before) return surfaces;
        wheel = std::make_shared<const math::HermiteTable>(wheelrail::hub_height(form, radius));
      }
      surfaces.wheels[i][side] = wheel;
    }
  }
  check_kinks(spec, vehicle, track, surfaces, findings);
  return surfaces;
}

std::vector<ShortFeature> short_features(const CaseSpec& spec, const vehicle::VehicleModel& vehicle) {
  std::vector<ShortFeature> features;
  Findings nothing;
  for (const WheelSpec& wheel : spec.wheels) {
    for (const std::size_t i : wheelsets_of(wheel, vehicle, nothing)) {
      const std::string where = vehicle.bodies.bodies[vehicle.wheelsets[i].body].name;
      if (wheel.kind == WheelKind::flat) features.push_back({"flat of " + where, wheel.length});
      if (wheel.kind == WheelKind::harmonic)
        features.push_back({fmt::format("harmonic {} of {}", wheel.order, where),
                            2 * pi * vehicle.wheelsets[i].wheel_radius / static_cast<double>(wheel.order)});
    }
  }
  return features;
}

}  // namespace flangeway::vehicle_case
