#include "flangeway/campaign/scores.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace flangeway::campaign {
namespace {

std::vector<Largest> largest_of(const Trace& trace) {
  std::vector<Largest> result;
  for (std::size_t i = 1; i < trace.names.size(); ++i) {
    if (trace.columns[i].empty()) continue;
    double size = 0;
    for (const double value : trace.columns[i]) size = std::max(size, std::abs(value));
    result.push_back({trace.names[i], trace.units[i], size});
  }
  return result;
}

Score score_of(std::string summary, const Trace& trace) {
  Score score{std::move(summary), "", largest_of(trace), {}, {}};
  const auto json = nlohmann::json::parse(score.summary, nullptr, false);
  if (!json.is_object()) return score;
  score.status = json.value("status", "");
  if (const auto told = json.find("told"); told != json.end() && told->is_object()) {
    for (const auto& [name, value] : told->items())
      if (value.is_number()) score.told[name] = value.get<double>();
  }
  return score;
}

}  // namespace

Scores::Scores(const StudySpec& spec, const Plan& plan)
    : plan_(plan),
      scale_(spec.error.scale),
      scores_(plan.runs.size()),
      references_(plan.references),
      waiting_(plan.references) {}

void Scores::measure(std::size_t reference, const Waiting& run) {
  const bool complete = scores_[run.run]->status == "completed" && scores_[reference]->status == "completed";
  if (complete)
    scores_[run.run]->error = error_against(references_[reference], run.trace, run.channels, scale_);
}

void Scores::add(std::size_t i, Outcome outcome, const std::vector<std::string>& error_channels) {
  const std::lock_guard lock(mutex_);
  scores_[i] = score_of(std::move(outcome.summary), outcome.trace);
  if (i < plan_.references) {
    references_[i] = std::move(outcome.trace);
    for (const Waiting& run : std::exchange(waiting_[i], {})) measure(i, run);
  } else if (const std::size_t reference = plan_.runs[i].reference; reference != none) {
    Waiting run{i, std::move(outcome.trace), error_channels};
    if (scores_[reference]) {
      measure(reference, run);
    } else {
      waiting_[reference].push_back(std::move(run));
    }
  }
}

std::vector<std::optional<Score>> Scores::all() const {
  const std::lock_guard lock(mutex_);
  return scores_;
}

std::size_t Scores::done() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(
      std::count_if(scores_.begin(), scores_.end(), [](const auto& score) { return score.has_value(); }));
}

std::size_t Scores::with_status(const std::string& status) const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(
      scores_.begin(), scores_.end(), [&](const auto& score) { return score && score->status == status; }));
}

}  // namespace flangeway::campaign
