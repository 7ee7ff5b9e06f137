#include "flangeway/campaign/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/uncertainty/sensitivity.hpp"

namespace flangeway::campaign {
namespace {

using uncertainty::Design;
using uncertainty::Interval;

constexpr std::size_t least_for_estimates = 4;

// The output of each run of the sample; NaN where it has none.
std::vector<double> outputs(const Plan& plan, const Table& table, const std::string& name) {
  std::vector<double> y(plan.runs.size() - plan.references, std::nan(""));
  const auto column = table.find(name), status = table.find("status");
  if (!column || !status) return y;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.runs[row] >= plan.references && table.rows[row][*status] != "failed")
      y[table.runs[row] - plan.references] = table.number(row, *column);
  }
  return y;
}

// Whole blocks of `width` rows whose rows all have an output, and the first `kept` rows of these.
struct Sample {
  Design design;
  std::vector<double> y;
};
Sample complete_blocks(const Plan& plan, const std::vector<double>& y, std::size_t width, std::size_t kept) {
  const Design& all = plan.design;
  Sample sample{{all.dimensions, {}}, {}};
  for (std::size_t first = 0; first + width <= y.size(); first += width) {
    bool whole = true;
    for (std::size_t row = first; row < first + width; ++row) whole = whole && std::isfinite(y[row]);
    if (!whole) continue;
    for (std::size_t row = first; row < first + kept; ++row) {
      sample.y.push_back(y[row]);
      for (std::size_t i = 0; i < all.dimensions; ++i) sample.design.values.push_back(all.at(row, i));
    }
  }
  return sample;
}

class Analyser {
 public:
  Analyser(const StudySpec& spec, const Plan& plan, const AnalysisSpec& wanted, const Table& table)
      : spec_(spec), plan_(plan), wanted_(wanted), y_(outputs(plan, table, wanted.output.value)) {
    result_.output = wanted.output.value;
    if (const auto column = table.find(result_.output)) result_.unit = table.columns[*column].unit;
  }

  Analysis analyse() {
    const std::size_t axes = plan_.axes.size();
    if (plan_.method == SampleMethod::morris) {
      add_effects(used(complete_blocks(plan_, y_, axes + 1, axes + 1)));
      return std::move(result_);
    }
    if (plan_.method == SampleMethod::saltelli) {
      add_indices(used(complete_blocks(plan_, y_, axes + 2, axes + 2)));
      add_statistics(complete_blocks(plan_, y_, axes + 2, 2));
    } else {
      add_statistics(used(complete_blocks(plan_, y_, 1, 1)));
    }
    return std::move(result_);
  }

 private:
  Sample used(Sample sample) {
    result_.used = sample.y.size();
    result_.left_out = y_.size() - sample.y.size();
    return sample;
  }
  void add(const char* quantity, std::string about, const Interval& interval) {
    result_.estimates.push_back({quantity, std::move(about), interval});
  }
  void add(const char* quantity, std::string about, double value) {
    add(quantity, std::move(about), Interval{value, value, value});
  }
  [[nodiscard]] uncertainty::Resampling resampling() const {
    return {wanted_.confidence, static_cast<std::size_t>(wanted_.resamples),
            static_cast<std::uint64_t>(spec_.sample.seed)};
  }
  bool enough(std::size_t count, std::size_t least, const char* what) {
    if (count >= least) return true;
    result_.notes.push_back(
        fmt::format("{} need at least {} runs with a value; there are {}", what, least, count));
    return false;
  }

  void add_effects(const Sample& sample) {
    if (!enough(sample.y.size(), 2 * (plan_.axes.size() + 1), "elementary effects")) return;
    const auto effects = uncertainty::morris_effects(sample.design, sample.y, resampling());
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      add("effect_absolute", plan_.axes[i].name, effects.absolute[i]);
      add("effect_mean", plan_.axes[i].name, effects.mean[i]);
      add("effect_deviation", plan_.axes[i].name, effects.deviation[i]);
    }
  }

  void add_indices(const Sample& sample) {
    if (!enough(sample.y.size(), 2 * (plan_.axes.size() + 2), "Sobol indices")) return;
    const auto indices = uncertainty::sobol_indices(sample.y, plan_.axes.size(), resampling());
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      add("first_order", plan_.axes[i].name, indices.first[i]);
      add("total_order", plan_.axes[i].name, indices.total[i]);
    }
  }

  void add_statistics(const Sample& sample) {
    if (!enough(sample.y.size(), least_for_estimates, "quantiles and probabilities")) return;
    const std::vector<double>& y = sample.y;
    add("mean", "", uncertainty::mean_of(y, wanted_.confidence));
    for (const double p : wanted_.quantiles)
      add("quantile", short_number(p), uncertainty::quantile_of(y, p, wanted_.confidence));
    const auto share = [&](const auto& counts) {
      return uncertainty::share_of(static_cast<std::size_t>(std::count_if(y.begin(), y.end(), counts)),
                                   y.size(), wanted_.confidence);
    };
    for (const double limit : wanted_.above)
      add("probability_above", short_number(limit), share([limit](double value) { return value > limit; }));
    for (const double limit : wanted_.below)
      add("probability_below", short_number(limit), share([limit](double value) { return value < limit; }));
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) add_correlation(sample, i);
    add_polynomial(sample);
  }

  // Ranks of a distribution are those of its probabilities.
  void add_correlation(const Sample& sample, std::size_t i) {
    const Axis& axis = plan_.axes[i];
    std::vector<double> x;
    for (std::size_t row = 0; row < sample.y.size(); ++row) {
      const double share = sample.design.at(row, i);
      if (axis.distribution) {
        x.push_back(share);
        continue;
      }
      const auto place = static_cast<std::size_t>(share * static_cast<double>(axis.points.size()));
      const auto& number = axis.points[std::min(place, axis.points.size() - 1)].number;
      if (!number) {
        result_.notes.push_back(fmt::format("{} has no numbers and so no rank correlation", axis.name));
        return;
      }
      x.push_back(*number);
    }
    add("rank_correlation", axis.name, uncertainty::rank_correlation(x, sample.y, wanted_.confidence));
  }

  void add_polynomial(const Sample& sample) {
    if (wanted_.degree == 0) return;
    std::vector<uncertainty::Germ> germs;
    for (const Axis& axis : plan_.axes) {
      if (!axis.distribution) {
        result_.notes.push_back(
            fmt::format("there is no polynomial, because {} has no distribution", axis.name));
        return;
      }
      const bool bell = axis.distribution->kind == uncertainty::DistributionKind::normal ||
                        axis.distribution->kind == uncertainty::DistributionKind::lognormal;
      germs.push_back(bell && !axis.distribution->has_lower ? uncertainty::Germ::normal
                                                            : uncertainty::Germ::uniform);
    }
    result_.polynomial =
        uncertainty::fit_chaos(sample.design, germs, sample.y, static_cast<int>(wanted_.degree));
    if (!result_.polynomial) {
      result_.notes.push_back(fmt::format("a polynomial needs at least {} runs with a value; there are {}",
                                          2 * (plan_.axes.size() + 1), sample.y.size()));
      return;
    }
    const auto& polynomial = *result_.polynomial;
    add("polynomial_degree", "", polynomial.degree);
    add("polynomial_error", "", polynomial.error);
    if (!spec_.sample.correlated.empty()) {
      result_.notes.emplace_back("indices of the polynomial would need axes that are not correlated");
      return;
    }
    const auto first = uncertainty::first_order(polynomial), total = uncertainty::total_order(polynomial);
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      add("polynomial_first_order", plan_.axes[i].name, first[i]);
      add("polynomial_total_order", plan_.axes[i].name, total[i]);
    }
  }

  const StudySpec& spec_;
  const Plan& plan_;
  const AnalysisSpec& wanted_;
  std::vector<double> y_;
  Analysis result_;
};

std::string number_cell(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace

void check_analyses(const StudySpec& spec, const Plan& plan, const std::vector<std::string>& columns,
                    bool channels_known, Findings& findings) {
  for (std::size_t i = 0; i < spec.analyses.size(); ++i) {
    const AnalysisSpec& analysis = spec.analyses[i];
    const std::string& output = analysis.output.value;
    if (plan.method == SampleMethod::grid || plan.method == SampleMethod::list) {
      findings.add({analysis.where, fmt::format("analyses[{}]", i), "needs a sample",
                    fmt::format("sample.method = \"{}\"", name_of(plan.method)), "",
                    "Choose random, latin_hypercube, sobol, saltelli or morris"});
    }
    if (std::find(columns.begin(), columns.end(), output) != columns.end()) continue;
    if (!channels_known && output.starts_with("max_abs(")) continue;
    const std::string near = nearest_name(output, columns);
    findings.add(
        {analysis.output.where, fmt::format("analyses[{}].output", i), "is no column of the results",
         '"' + output + '"', "",
         near.empty() ? "See docs/studies.md for the columns" : fmt::format("The nearest is '{}'", near)});
  }
}

std::vector<Analysis> analyse(const StudySpec& spec, const Plan& plan, const Table& table) {
  std::vector<Analysis> result;
  for (const AnalysisSpec& one : spec.analyses) result.push_back(Analyser(spec, plan, one, table).analyse());
  return result;
}

std::string analysis_csv(const std::vector<Analysis>& analyses) {
  std::string text = "output,quantity,about,value,lower,upper\n";
  for (const Analysis& analysis : analyses) {
    for (const Estimate& estimate : analysis.estimates) {
      text += fmt::format("{},{},{},{},{},{}\n", csv_cell(analysis.output), estimate.quantity,
                          csv_cell(estimate.about), number_cell(estimate.interval.value),
                          number_cell(estimate.interval.lower), number_cell(estimate.interval.upper));
    }
  }
  return text;
}

std::string analysis_json(const std::vector<Analysis>& analyses) {
  using Json = nlohmann::ordered_json;
  const auto number = [](double value) { return std::isfinite(value) ? Json(value) : Json(); };
  Json all = Json::array();
  for (const Analysis& analysis : analyses) {
    Json estimates = Json::array();
    for (const Estimate& estimate : analysis.estimates) {
      estimates.push_back({{"quantity", estimate.quantity},
                           {"about", estimate.about},
                           {"value", number(estimate.interval.value)},
                           {"lower", number(estimate.interval.lower)},
                           {"upper", number(estimate.interval.upper)}});
    }
    all.push_back({{"output", analysis.output},
                   {"unit", analysis.unit},
                   {"runs", analysis.used},
                   {"left_out", analysis.left_out},
                   {"estimates", std::move(estimates)},
                   {"notes", analysis.notes}});
  }
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

void write_page(const Study& study, const StudyFolder& folder, const Table& table, const PageFacts& facts) {
  const std::vector<Analysis> analyses = analyse(study.spec, study.plan, table);
  if (!analyses.empty()) {
    folder.write("analysis.csv", analysis_csv(analyses));
    folder.write("analysis.json", analysis_json(analyses));
  }
  folder.write("study.html", page(study, folder, table, facts));
}

}  // namespace flangeway::campaign
