// Statistics of a column of the results: quantiles, probabilities, sensitivities, a polynomial.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/page.hpp"
#include "flangeway/uncertainty/chaos.hpp"
#include "flangeway/uncertainty/estimate.hpp"

namespace flangeway::campaign {

/// A number with its interval; ends are infinite where nothing bounds it, and equal to it where it has no
/// error.
struct Estimate {
  std::string quantity;  ///< "quantile", "total_order"
  std::string about;     ///< axis, or the share or limit in question; may be empty
  uncertainty::Interval interval;
};

struct Analysis {
  std::string output, unit;
  std::size_t used = 0,
              left_out = 0;  ///< runs; left out: not done, failed, without a value, or in a block with such
  std::vector<Estimate> estimates;
  std::vector<std::string> notes;  ///< what could not be estimated and why
  std::optional<uncertainty::Chaos> polynomial;
};

/// Findings: an output that is no column, or a study without a sample.
void check_analyses(const StudySpec& spec, const Plan& plan, const std::vector<std::string>& columns,
                    bool channels_known, Findings& findings);

[[nodiscard]] std::vector<Analysis> analyse(const StudySpec& spec, const Plan& plan, const Table& table);

/// A line for each estimate.
[[nodiscard]] std::string analysis_csv(const std::vector<Analysis>& analyses);
/// A list with an object for each output; infinite ends are null.
[[nodiscard]] std::string analysis_json(const std::vector<Analysis>& analyses);
/// Tables of estimates, bars of the influence of each axis, the output over each axis, and the polynomial
/// over the two axes with the largest influence.
[[nodiscard]] std::string analysis_html(const std::vector<Analysis>& analyses, const Plan& plan,
                                        const Table& table);

/// Writes analysis.csv and analysis.json, where there is any analysis, and study.html.
void write_page(const Study& study, const StudyFolder& folder, const Table& table, const PageFacts& facts);

}  // namespace flangeway::campaign
