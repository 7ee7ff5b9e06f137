#include "flangeway/identification/identify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "flangeway/acceptance/record.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/sensitivities.hpp"

namespace flangeway::identification {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Step of differences as a share of the range of a parameter: rounding and truncation are far below the
// noise.
constexpr double range_step = 1e-4;

// "NAME=A:B:C" with so many numbers.
struct NamedNumbers {
  std::string name;
  std::vector<double> numbers;
};

std::optional<NamedNumbers> parse(const std::string& text, std::size_t count) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  NamedNumbers result{text.substr(0, equals), {}};
  const char* begin = text.data() + equals + 1;
  const char* const end = text.data() + text.size();
  while (begin <= end) {
    double value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc{} || !std::isfinite(value) || (stop != end && *stop != ':')) return std::nullopt;
    result.numbers.push_back(value);
    if (stop == end) break;
    begin = stop + 1;
  }
  return result.numbers.size() == count ? std::optional(result) : std::nullopt;
}

void refuse(const char* option, const std::string& problem, const std::string& got,
            const std::string& allowed, const std::string& advice, Findings& findings) {
  findings.add({{}, option, problem, got, allowed, advice});
}

// Squares of residuals divided by others overflow, or vanish.
bool is_deviation(double value) {
  return value >= 1e-30 && value <= 1e30;
}

std::vector<Parameter> read_parameters(const Request& request, Findings& findings) {
  std::vector<Parameter> parameters;
  for (const std::string& text : request.parameters) {
    const auto read = parse(text, 3);
    const bool good = read && read->numbers[1] < read->numbers[2] && read->numbers[1] <= read->numbers[0] &&
                      read->numbers[0] <= read->numbers[2] &&
                      std::isfinite(read->numbers[2] - read->numbers[1]);
    if (!good) {
      refuse("--parameter", "is not a key with a start between its bounds", text, "KEY=START:LOWEST:HIGHEST",
             "", findings);
      continue;
    }
    const auto same = [&](const Parameter& other) { return other.key == read->name; };
    if (std::any_of(parameters.begin(), parameters.end(), same)) {
      refuse("--parameter", "is given twice", read->name, "", "", findings);
      continue;
    }
    parameters.push_back({read->name, read->numbers[0], read->numbers[1], read->numbers[2]});
  }
  return parameters;
}

void read_priors(const Request& request, std::vector<Parameter>& parameters, Findings& findings) {
  for (const std::string& text : request.priors) {
    const auto read = parse(text, 2);
    if (!read || !is_deviation(read->numbers[1])) {
      refuse("--prior", "is not a key with a mean and a deviation > 0", text,
             "KEY=MEAN:DEVIATION, 1e-30 to 1e30", "", findings);
      continue;
    }
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& other) { return other.key == read->name; });
    if (found == parameters.end())
      refuse("--prior", "names no key of --parameter", read->name, "", "", findings);
    else
      found->prior = Prior{read->numbers[0], read->numbers[1]};
  }
}

void read_channels(const Request& request, Problem& problem, Findings& findings) {
  const std::optional<acceptance::Record> record = acceptance::Record::open(request.measurement, findings);
  if (!record) return;
  if (!record->has("t")) {
    findings.add({{request.measurement}, "t", "is missing", "", "", "Name the column of times t [s]"});
    return;
  }
  problem.times = record->values("t");
  for (const std::string& text : request.noise) {
    const auto read = parse(text, 1);
    if (!read || !is_deviation(read->numbers[0])) {
      refuse("--noise", "is not a channel with a standard deviation > 0", text,
             "CHANNEL=DEVIATION, 1e-30 to 1e30", "", findings);
    } else if (!record->has(read->name)) {
      const std::string near = nearest_name(read->name, record->names());
      findings.add({{request.measurement},
                    read->name,
                    "is no column of the measurement",
                    "",
                    "",
                    near.empty() ? "" : fmt::format("Did you mean {}?", near)});
    } else {
      problem.channels.push_back({read->name, read->numbers[0], record->values(read->name)});
    }
  }
}

void check_times(const Problem& problem, const std::string& file, double end, Findings& findings) {
  if (problem.times.empty()) return;
  if (!std::is_sorted(problem.times.begin(), problem.times.end()) || problem.times.front() < 0)
    findings.add({{file},
                  "t",
                  "does not increase from 0 or later",
                  "",
                  "",
                  "Sort the rows; time counts from the start of the run"});
  else if (end > 0 && problem.times.back() > end * (1 + 1e-9))
    findings.add({{file},
                  "t",
                  "ends after the run",
                  fmt::format("{} s", problem.times.back()),
                  fmt::format("at most integration.duration = {} s", end),
                  "Lengthen the run, or cut the measurement"});
}

// One case with values of all parameters.
class Runs {
 public:
  Runs(const Problem& problem, std::size_t jobs, const Progress& progress)
      : problem_(problem), jobs_(jobs), progress_(progress) {}

  [[nodiscard]] std::optional<VectorXd> compute(const VectorXd& values) {
    const vehicle_case::CaseModel model = load(values);
    std::vector<double> rows;
    const std::size_t width = simulate::channels(model).size();
    simulate::RunOptions options;
    options.record = [&](const double* row) {
      rows.insert(rows.end(), row, row + width);
      return true;
    };
    options.progress = [&](double, double) { return !stopped_; };
    if (!count(1)) return std::nullopt;
    if (!simulate::run(model, options).failure.empty()) return std::nullopt;
    std::vector<double> times;
    for (std::size_t i = 0; i < rows.size(); i += width) times.push_back(rows[i]);
    return sampled(model, times, rows);
  }

  [[nodiscard]] std::optional<MatrixXd> jacobian(const VectorXd& values) {
    const vehicle_case::CaseModel model = load(values);
    const vehicle_case::CaseSource source = source_of(values);
    std::vector<vehicle_case::VariedKey> keys;
    for (std::size_t i = 0; i < problem_.parameters.size(); ++i) {
      const Parameter& one = problem_.parameters[i];
      const double step = range_step * (one.highest - one.lowest);
      // Both steps stay between the bounds, beyond which a value may be impossible.
      keys.push_back(
          {one.key, std::clamp(values(static_cast<Index>(i)), one.lowest + 2 * step, one.highest - 2 * step),
           step});
    }
    if (!count(4 * keys.size())) return std::nullopt;
    try {
      const auto found = simulate::sensitivities_of(
          model, source, keys, {.jobs = jobs_, .progress = [&](double) { return count(0); }});
      if (found.size() != keys.size()) return std::nullopt;
      MatrixXd all(static_cast<Index>(problem_.times.size() * problem_.channels.size()),
                   static_cast<Index>(keys.size()));
      for (std::size_t k = 0; k < found.size(); ++k) {
        const std::optional<VectorXd> column = sampled(model, found[k].times, found[k].derivatives);
        if (!column) return std::nullopt;
        all.col(static_cast<Index>(k)) = *column;
      }
      return all;
    } catch (const NumericalFailure&) {
      return std::nullopt;
    }
  }

  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  [[nodiscard]] bool count(std::size_t runs) {
    runs_ += runs;
    if (progress_ && !progress_(runs_)) stopped_ = true;
    return !stopped_;
  }

  [[nodiscard]] vehicle_case::CaseSource source_of(const VectorXd& values) const {
    vehicle_case::CaseSource source = problem_.source;
    for (std::size_t i = 0; i < problem_.parameters.size(); ++i)
      source.sets.push_back(
          {fmt::format("{}={:.17g}", problem_.parameters[i].key, values(static_cast<Index>(i)))});
    return source;
  }

  [[nodiscard]] vehicle_case::CaseModel load(const VectorXd& values) {
    const vehicle_case::CaseSource source = source_of(values);
    Findings findings;
    auto model = vehicle_case::load_case(source.open(findings), source.sets, findings, &tables_);
    findings.throw_if_any();
    simulate::choose_fixed_steps(*model);
    return std::move(*model);
  }

  // Columns of the channels at the measured times, one below the other. Nothing where the rows end earlier.
  [[nodiscard]] std::optional<VectorXd> sampled(const vehicle_case::CaseModel& model,
                                                const std::vector<double>& times,
                                                const std::vector<double>& rows) const {
    const std::vector<results::Channel> all = simulate::channels(model);
    if (times.size() < 2 || problem_.times.back() > times.back() * (1 + 1e-9)) return std::nullopt;
    VectorXd values(static_cast<Index>(problem_.times.size() * problem_.channels.size()));
    Index next = 0;
    for (const MeasuredChannel& channel : problem_.channels) {
      const std::size_t column = results::place_of(all, channel.name);
      for (const double t : problem_.times) {
        const auto after = std::upper_bound(times.begin() + 1, times.end() - 1, t);
        const auto row = static_cast<std::size_t>(after - times.begin());
        const double share = (t - times[row - 1]) / (times[row] - times[row - 1]);
        values(next++) =
            (1 - share) * rows[(row - 1) * all.size() + column] + share * rows[row * all.size() + column];
      }
    }
    return values;
  }

  const Problem& problem_;
  std::size_t jobs_;
  const Progress& progress_;
  wheelrail::PairTables tables_;
  std::size_t runs_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::optional<Problem> prepare(const vehicle_case::CaseSource& source, const Request& request,
                               Findings& findings) {
  Problem problem{source, "", {}, {}, read_parameters(request, findings)};
  read_priors(request, problem.parameters, findings);
  read_channels(request, problem, findings);
  document::Assignments sets = source.sets;
  for (const Parameter& one : problem.parameters)
    sets.push_back({fmt::format("{}={:.17g}", one.key, one.start)});
  const auto model = vehicle_case::load_case(source.open(findings), sets, findings);
  if (!model) return std::nullopt;
  simulate::check_inputs_of_controllers(*model, findings);
  simulate::check_sensitivities(*model, findings);
  check_times(problem, request.measurement, model->integration.duration, findings);
  std::vector<std::string> names;
  for (const results::Channel& channel : simulate::channels(*model)) names.push_back(channel.name);
  for (const MeasuredChannel& channel : problem.channels)
    if (std::find(names.begin(), names.end(), channel.name) == names.end())
      refuse("--noise", "is no channel of the case", channel.name, "",
             fmt::format("The nearest is {}", nearest_name(channel.name, names)), findings);
  problem.name = model->name;
  return findings.empty() ? std::optional(std::move(problem)) : std::nullopt;
}

std::optional<Identified> identify(const Problem& problem, const Request& request, const Progress& progress) {
  Runs runs(problem, request.jobs, progress);
  Measurement measured;
  const auto count = static_cast<Index>(problem.times.size() * problem.channels.size());
  measured.values.resize(count), measured.noise.resize(count);
  Index next = 0;
  for (const MeasuredChannel& channel : problem.channels)
    for (const double value : channel.values) {
      measured.values(next) = value;
      measured.noise(next++) = channel.noise;
    }
  const Model model{[&](const VectorXd& values) { return runs.compute(values); },
                    [&](const VectorXd& values) { return runs.jacobian(values); }};
  Identified found{problem.name,
                   fit(model, measured, problem.parameters, request.fit),
                   problem.times,
                   problem.channels,
                   {}};
  if (runs.stopped()) return std::nullopt;
  if (!found.estimate.failure.empty())
    throw NumericalFailure(fmt::format(
        "The case does not run to the last measured time, {} s, with the start values of the parameters",
        problem.times.back()));
  if (!std::isfinite(found.estimate.chi_square))
    throw NumericalFailure(
        "The measurement differs from the run by more than its noise allows to square: chi square is not "
        "finite");
  next = 0;
  for (const MeasuredChannel& channel : problem.channels) {
    std::vector<double> computed;
    for (const double value : channel.values)
      computed.push_back(value - channel.noise * found.estimate.residuals(next++));
    found.computed.push_back(std::move(computed));
  }
  return found;
}

}  // namespace flangeway::identification
