// Numeric keys of a case from measured channels. How-to: docs/howto/identify.md.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/identification/least_squares.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"

namespace flangeway::identification {

/// Requests as they are written on the command line.
struct Request {
  std::string measurement;              ///< table of text or result file with a column t
  std::vector<std::string> parameters;  ///< "KEY=START:LOWEST:HIGHEST"
  std::vector<std::string> noise;       ///< "CHANNEL=STANDARD DEVIATION", of each channel that is compared
  std::vector<std::string> priors;      ///< "KEY=MEAN:DEVIATION"
  std::size_t jobs = 1;                 ///< runs at a time
  FitSettings fit;
};

struct MeasuredChannel {
  std::string name;
  double noise = 0;
  std::vector<double> values;
};

/// A checked request with its measurement.
struct Problem {
  vehicle_case::CaseSource source;
  std::string name;           ///< of the case
  std::vector<double> times;  ///< s, from the start of the run
  std::vector<MeasuredChannel> channels;
  std::vector<Parameter> parameters;
};
[[nodiscard]] std::optional<Problem> prepare(const vehicle_case::CaseSource& source, const Request& request,
                                             Findings& findings);

struct Identified {
  std::string name;
  Estimate estimate;
  std::vector<double> times;
  std::vector<MeasuredChannel> channels;
  std::vector<std::vector<double>> computed;  ///< of each channel, with the estimated values
};

/// The number of runs so far; false ends the search.
using Progress = std::function<bool(std::size_t runs)>;

/// Throws NumericalFailure where the case does not run with the start values, and BadInput where a value
/// between the bounds does not fit. Nothing where `progress` ended it.
[[nodiscard]] std::optional<Identified> identify(const Problem& problem, const Request& request,
                                                 const Progress& progress = {});

[[nodiscard]] std::string text(const Identified& found);
[[nodiscard]] std::string json_text(const Identified& found);
/// Estimates, and measured and computed channels with their residuals.
[[nodiscard]] std::string page(const Identified& found, const std::string& command_line);

}  // namespace flangeway::identification
