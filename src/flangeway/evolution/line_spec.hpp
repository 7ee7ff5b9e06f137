// The contents of a line file, one to one: what wheels run on, with which shares of their mileage.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::evolution {

/// Which wheels share a profile.
enum class WheelProfiles { vehicle, wheelset, wheel };

constexpr auto alternatives_of(WheelProfiles) {
  using One = Alternative<WheelProfiles>;
  return std::array{
      One{WheelProfiles::vehicle, "vehicle",
          "all wheels have one profile, which wears as the mean of all: vehicles that are turned, on a line "
          "whose curves go both ways"},
      One{WheelProfiles::wheelset, "wheelset",
          "each wheelset has one, which wears as the mean of its two wheels: vehicles that are not turned, "
          "on a line whose curves go both ways"},
      One{WheelProfiles::wheel, "wheel", "each wheel has its own: the line as it is given"}};
}

/// A kind of track with its share of the mileage: a run of the case with keys of its own.
struct SectionSpec {
  document::Located<std::string> name;
  double share = 0;
  std::vector<document::Setting> set;
  SourceLocation where;
};

/// When profiles are renewed, and how wear is smoothed.
struct StepSpec {
  double tolerance = 5e-5;  ///< m
  double depth = 1e-4;      ///< m
  double mileage = 2e7;     ///< m
  double smoothing = 2e-3;  ///< m, standard deviation of the bell
};

/// Limits beyond which wheels get their first profile again; 0: not looked at.
struct ReprofilingSpec {
  double mileage = 0;           ///< m, since the last time
  double flange_thickness = 0;  ///< m, smallest
  double flange_height = 0;     ///< m, largest
  double steepness = 0;         ///< m, smallest qR
  double hollow = 0;            ///< m, largest
  SourceLocation where;
};

/// Rails that wear too, and the traffic that does it; vehicles like that of the case.
struct RailsSpec {
  double mileage_per_year = 0;  ///< m, of the wheels
  double axles_per_year = 0;    ///< over each section; or
  double tonnes_per_year = 0;   ///< t, of traffic over each section
  SourceLocation where;
};

struct LineSpec {
  document::Located<std::string> name;
  document::Located<std::string> case_file, law_file;
  double mileage = 0;  ///< m
  double skip = 0;     ///< m at the beginning of each run that do not count
  long elements = 20;  ///< along and across each patch
  WheelProfiles profiles = WheelProfiles::vehicle;
  std::vector<SectionSpec> sections;
  StepSpec step;
  std::optional<ReprofilingSpec> reprofiling;
  std::optional<RailsSpec> rails;
  SourceLocation where;
};
void describe(document::Visitor& v, SectionSpec& spec);
void describe(document::Visitor& v, StepSpec& spec);
void describe(document::Visitor& v, ReprofilingSpec& spec);
void describe(document::Visitor& v, RailsSpec& spec);
void describe(document::Visitor& v, LineSpec& spec);

/// Checks beyond those of describe(): shares that add up to 1, unique names, one measure of the traffic.
void check(const LineSpec& spec, Findings& findings);

}  // namespace flangeway::evolution
