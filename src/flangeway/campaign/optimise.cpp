#include "flangeway/campaign/optimise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "axes.hpp"
#include "claims.hpp"
#include "flangeway/campaign/genetic.hpp"
#include "flangeway/campaign/slurm.hpp"
#include "flangeway/core/sha256.hpp"
#include "sample.hpp"

namespace flangeway::campaign {
namespace {

using uncertainty::Design;

Design sobol_trials(const OptimiseSpec& spec, std::size_t count, std::size_t axes) {
  return uncertainty::sobol_design(count, axes, static_cast<std::uint64_t>(spec.seed));
}

Plan plan_of(const StudySpec& spec, const std::vector<Axis>& axes, Design design) {
  Plan plan;
  plan.axes = axes;
  plan.method = SampleMethod::random;  // trials have no order, and are no grid
  plan.design = std::move(design);
  const auto places = place_design(spec, plan);
  add_runs(spec, places, plan);
  return plan;
}

void check_section(const StudySpec& spec, Findings& findings) {
  const OptimiseSpec& wanted = *spec.optimise;
  if (wanted.trials < wanted.batch) {
    findings.add({wanted.where, "optimise.trials", "is less than a batch", fmt::format("{}", wanted.trials),
                  fmt::format("at least {}, as optimise.batch is", wanted.batch), ""});
  }
  const auto refuse = [&](const char* key) {
    findings.add({wanted.where, key, "has no meaning in an optimisation, which chooses the runs itself", "",
                  "", "Leave it out"});
  };
  if (spec.sample.method != SampleMethod::grid || spec.sample.count != 0) refuse("sample");
  if (spec.reference) refuse("reference");
  if (!spec.analyses.empty()) refuse("analyses");
  if (spec.axes.size() > uncertainty::max_sobol_dimensions) {
    findings.add({wanted.where, "optimise", "is for fewer axes", fmt::format("{} axes", spec.axes.size()),
                  fmt::format("at most {}", uncertainty::max_sobol_dimensions), ""});
  }
  for (std::size_t i = 0; i < wanted.objectives.size(); ++i) {
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (wanted.objectives[earlier].column.value != wanted.objectives[i].column.value) continue;
      findings.add({wanted.objectives[i].column.where, fmt::format("optimise.objectives[{}].column", i),
                    "is an objective already", '"' + wanted.objectives[i].column.value + '"', "", ""});
    }
  }
}

// The first batch alone makes the later ones, together with how they are chosen.
std::string identity_text(const StudySpec& spec, const Plan& plan) {
  const OptimiseSpec& wanted = *spec.optimise;
  std::string text = fmt::format("{} {} {}\n", name_of(wanted.method), wanted.batch, wanted.seed);
  for (const ObjectiveSpec& objective : wanted.objectives)
    text += fmt::format("{} {}\n", name_of(objective.direction), objective.column.value);
  for (const ConstraintSpec& limit : wanted.constraints)
    text += fmt::format("{} {} {}\n", limit.column.value, name_of(limit.relation), limit.limit);
  for (const Axis& axis : plan.axes) {
    text += axis.name + '\n';
    for (const Point& point : axis.ends)
      for (const document::Assignment& set : point.sets) text += set.text + '\n';
  }
  return text;
}

double violation_of(const ConstraintSpec& constraint, double value) {
  const double above = value - constraint.limit;
  return std::max(constraint.relation == Relation::at_most ? above : -above, 0.0);
}

// A number, or NaN with the problem.
double value_in(const Table& table, std::size_t row, const std::string& name, std::string& problem) {
  const auto column = table.find(name);
  const double value = column ? table.number(row, *column) : std::nan("");
  if (!std::isfinite(value) && problem.empty()) problem = name + " has no value";
  return value;
}

// Violations as shares of the largest of their constraint, so that their units do not count.
std::vector<Rating> ratings_of(const OptimiseSpec& spec, const std::vector<Trial>& trials) {
  std::vector<double> largest(spec.constraints.size(), 0.0);
  for (const Trial& trial : trials)
    for (std::size_t i = 0; i < trial.violations.size(); ++i)
      largest[i] = std::max(largest[i], trial.violations[i]);
  std::vector<Rating> ratings;
  for (const Trial& trial : trials) {
    Rating rating;
    rating.failed = !trial.problem.empty();
    for (std::size_t i = 0; i < trial.objectives.size(); ++i) {
      const bool small = spec.objectives[i].direction == Direction::minimise;
      rating.costs.push_back(small ? trial.objectives[i] : -trial.objectives[i]);
    }
    for (std::size_t i = 0; i < trial.violations.size(); ++i)
      if (largest[i] > 0) rating.violation += trial.violations[i] / largest[i];
    ratings.push_back(std::move(rating));
  }
  return ratings;
}

void add_batch(Study& study, const Table& table) {
  const OptimiseSpec& spec = *study.spec.optimise;
  const std::size_t done = study.plan.runs.size(), dimensions = study.plan.axes.size(),
                    batch = static_cast<std::size_t>(spec.batch),
                    next = std::min(done + batch, static_cast<std::size_t>(spec.trials));
  Design design = std::move(study.plan.design);
  if (spec.method == OptimiseMethod::sobol) {
    design = sobol_trials(spec, next, dimensions);
  } else {
    Genes genes;
    for (const Axis& axis : study.plan.axes) genes.push_back(axis.distribution ? 0 : axis.points.size());
    add_generation(design, ratings_of(spec, trials_of(spec, table)), genes, {batch, next - done},
                   static_cast<std::uint64_t>(spec.seed));
  }
  study.plan = plan_of(study.spec, study.plan.axes, std::move(design));
  if (!study.cases.empty()) study.cases.resize(next);
}

[[nodiscard]] bool has_more(const Study& study) {
  return study.plan.runs.size() < static_cast<std::size_t>(study.spec.optimise->trials);
}

// Progress over all batches, including those not chosen yet.
StudyProgress of_all(const Study& study, StudyProgress progress) {
  progress.total = static_cast<std::size_t>(study.spec.optimise->trials);
  progress.fraction = static_cast<double>(progress.done) / static_cast<double>(progress.total);
  return progress;
}

std::optional<Study> read_optimisation(const document::Document& file, TrialValues values,
                                       Findings& findings) {
  const std::size_t before = findings.all().size();
  const auto failed = [&] { return findings.all().size() != before; };
  Study study;
  file.fill(study.spec, findings);
  if (failed()) return std::nullopt;
  const StudySpec& spec = study.spec;
  if (!spec.optimise) {
    findings.add({file.where("optimise"), "optimise", "is missing", "", "a section with objectives",
                  "Add it, or run flangeway study"});
    return std::nullopt;
  }
  check_section(spec, findings);
  std::vector<Axis> axes = make_axes(spec, findings);
  if (failed()) return std::nullopt;
  for (Axis& axis : axes)
    if (!axis.distribution) axis.ends = axis.points;
  study.plan = plan_of(
      spec, axes, sobol_trials(*spec.optimise, static_cast<std::size_t>(spec.optimise->batch), axes.size()));
  study.identity = identity_of(spec, study.plan);
  study.identity.settings = sha256(study.identity.settings + identity_text(spec, study.plan));
  study.identity.earlier.clear();
  study.identity.runs = static_cast<std::size_t>(spec.optimise->trials);
  study.tables = std::make_shared<wheelrail::PairTables>();
  check_slurm(spec.slurm, findings);
  check_page(spec, study.plan, {}, findings);
  check_objectives(spec, study.plan, {}, values, findings);
  if (failed()) return std::nullopt;
  return study;
}

std::optional<Study> load_optimisation(const document::Document& file, std::size_t jobs, TrialValues values,
                                       Findings& findings) {
  const std::size_t before = findings.all().size();
  std::optional<Study> study = read_optimisation(file, values, findings);
  if (!study) return std::nullopt;
  study->cases = load_cases(
      study->spec, study->plan, jobs, *study->tables,
      [&](const vehicle_case::CaseModel& model) { add_inputs(model, study->identity); }, findings);
  if (findings.all().size() == before) {
    check_page(study->spec, study->plan, study->cases, findings);
    check_objectives(study->spec, study->plan, study->cases, values, findings);
  }
  if (findings.all().size() != before) return std::nullopt;
  return study;
}

// The table of a batch that was run before.
std::optional<Table> known_table(const Study& study, const StudyFolder& folder) {
  const std::vector<Run>& runs = study.plan.runs;
  Scores scores(study.spec, study.plan);
  for (std::size_t i = runs.size(); i-- > 0;) {
    std::optional<Outcome> outcome = folder.read(runs[i]);
    if (!outcome) return std::nullopt;
    scores.add(i, std::move(*outcome), {});
  }
  return make_table(study.plan, scores);
}

}  // namespace

std::vector<Trial> trials_of(const OptimiseSpec& spec, const Table& table) {
  const std::size_t status = table.find("status").value();
  std::vector<Trial> trials;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    Trial trial{row, {}, {}, ""};
    // No column of a run that ended early can be compared.
    if (table.rows[row][status] != "completed") trial.problem = table.rows[row][status];
    for (const ObjectiveSpec& objective : spec.objectives)
      trial.objectives.push_back(value_in(table, row, objective.column.value, trial.problem));
    for (const ConstraintSpec& constraint : spec.constraints)
      trial.violations.push_back(
          violation_of(constraint, value_in(table, row, constraint.column.value, trial.problem)));
    if (!trial.problem.empty()) {
      trial.objectives.clear();
      trial.violations.clear();
    }
    trials.push_back(std::move(trial));
  }
  return trials;
}

std::vector<Trial> front_of(const OptimiseSpec& spec, const std::vector<Trial>& trials) {
  const std::vector<Rating> ratings = ratings_of(spec, trials);
  std::vector<std::size_t> places = front_of(ratings);
  std::stable_sort(places.begin(), places.end(),
                   [&](std::size_t a, std::size_t b) { return ratings[a].costs < ratings[b].costs; });
  std::vector<Trial> front;
  for (const std::size_t place : places) front.push_back(trials[place]);
  return front;
}

StudyReader optimisation_reader(TrialValues values) {
  return {[values](const document::Document& file, Findings& findings) {
            return read_optimisation(file, values, findings);
          },
          [values](const document::Document& file, std::size_t jobs, Findings& findings) {
            return load_optimisation(file, jobs, values, findings);
          }};
}

std::optional<Table> add_known_batches(Study& study, const StudyFolder& folder) {
  const auto trials = static_cast<std::size_t>(study.spec.optimise->trials);
  for (;;) {
    std::optional<Table> table = known_table(study, folder);
    if (!table || study.plan.runs.size() >= trials) return table;
    add_batch(study, *table);
  }
}

Table optimise(Study& study, const StudyFolder& folder, const StudyOptions& options) {
  StudyOptions of_batch = options;
  if (options.progress)
    of_batch.progress = [&](const StudyProgress& progress) {
      return options.progress(of_all(study, progress));
    };
  for (;;) {
    const bool last = add_known_batches(study, folder).has_value() || !has_more(study);
    Table table = run_study(study, folder, of_batch);
    if (last || table.rows.size() < study.plan.runs.size()) return table;
  }
}

std::size_t work_on_optimisation(Study& study, const StudyFolder& folder, const WorkerOptions& options) {
  WorkerOptions of_batch = options;
  of_batch.owner = options.owner.empty() ? unique_owner() : options.owner;
  bool goes_on = true;
  of_batch.progress = [&](const StudyProgress& progress) {
    if (options.progress) goes_on = options.progress(of_all(study, progress));
    return goes_on;
  };
  std::size_t done = 0;
  while (goes_on && !StudyFolder::is_cancelled(folder.path()) && !add_known_batches(study, folder))
    done += work(study, folder, of_batch);
  return done;
}

}  // namespace flangeway::campaign
