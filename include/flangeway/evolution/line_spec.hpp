// The contents of a line file, one to one: what wheels run on, with which shares of their mileage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::evolution {

/// A kind of track with its share of the mileage: a run of the case with keys of its own.
struct SectionSpec {
  document::Located<std::string> name;
  double share = 0;
  std::vector<document::Setting> set;
  SourceLocation where;
};

/// When profiles are renewed, and how wear is smoothed.
struct StepSpec {
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

struct LineSpec {
  document::Located<std::string> name;
  document::Located<std::string> case_file, law_file;
  double mileage = 0;  ///< m
  double skip = 0;     ///< m at the beginning of each run that do not count
  long elements = 20;  ///< along and across each patch
  std::vector<SectionSpec> sections;
  StepSpec step;
  std::optional<ReprofilingSpec> reprofiling;
  SourceLocation where;
};
void describe(document::Visitor& v, SectionSpec& spec);
void describe(document::Visitor& v, StepSpec& spec);
void describe(document::Visitor& v, ReprofilingSpec& spec);
void describe(document::Visitor& v, LineSpec& spec);

/// What describe() cannot say: shares that add up to 1, names once.
void check(const LineSpec& spec, Findings& findings);

}  // namespace flangeway::evolution
