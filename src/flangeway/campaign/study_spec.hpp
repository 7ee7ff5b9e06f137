// The contents of a study file, one to one: a case, the keys that are varied, and the plots and tables of the
// results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"
#include "flangeway/uncertainty/distribution.hpp"

namespace flangeway::campaign {

/// `count` numbers from `from` to `to`, both included.
struct GridSpec {
  double from = 0, to = 0;
  long count = 2;
  SourceLocation where;
};

/// A second key that follows the values of an axis: factor times its number, or values of its own.
struct TiedSpec {
  document::Located<std::string> key;
  double factor = 0;
  std::vector<document::Value> values;
  SourceLocation where;
};

/// A point of an axis that sets several keys, with a name.
struct ChoiceSpec {
  document::Located<std::string> name;
  std::vector<document::Setting> set;
};

struct DistributionSpec {
  uncertainty::Distribution distribution;
  std::vector<double> limits;  ///< lower and upper end of a bell, or empty
  SourceLocation where;
};

/// Exactly one of values, linear, logarithmic, distribution, files (with a key) and choices is given.
struct AxisSpec {
  document::Located<std::string> name, title;
  document::Located<std::string> key;
  std::vector<document::Value> values;
  std::optional<GridSpec> linear, logarithmic;
  std::optional<DistributionSpec> distribution;
  document::Located<std::string> files;  ///< a pattern: worn/*.csv
  std::vector<TiedSpec> tied;
  std::vector<ChoiceSpec> choices;
  SourceLocation where;
};

enum class SampleMethod { grid, list, random, latin_hypercube, sobol, saltelli, morris };

constexpr auto alternatives_of(SampleMethod) {
  using One = Alternative<SampleMethod>;
  return std::array{
      One{SampleMethod::grid, "grid", "all combinations of the points of the axes"},
      One{SampleMethod::list, "list", "the first points of all axes, then the second ones, and so on"},
      One{SampleMethod::random, "random", "independent runs", {"count", "seed", "correlated"}},
      One{SampleMethod::latin_hypercube,
          "latin_hypercube",
          "each of count equally likely parts of each axis is hit once",
          {"count", "seed"}},
      One{SampleMethod::sobol,
          "sobol",
          "a Sobol sequence, which fills the space more evenly than random runs",
          {"count", "seed", "shift", "correlated"}},
      One{SampleMethod::saltelli,
          "saltelli",
          "for Sobol indices: count blocks of one run for each axis and two more",
          {"count", "seed", "shift"}},
      One{SampleMethod::morris,
          "morris",
          "for elementary effects: count trajectories of one run for each axis and one more",
          {"count", "seed"}}};
}

/// Two axes whose normal scores are correlated.
struct CorrelationSpec {
  std::vector<document::Located<std::string>> axes;
  double correlation = 0;
  SourceLocation where;
};

struct SampleSpec {
  SampleMethod method = SampleMethod::grid;
  long count = 0, seed = 1;
  bool shift = true;
  std::vector<CorrelationSpec> correlated;
  SourceLocation where;
};

/// Analyses of one column of the results.
struct AnalysisSpec {
  document::Located<std::string> output;
  std::vector<double> quantiles = {0.05, 0.5, 0.95}, above, below;
  double confidence = 0.95;
  long resamples = 1000, degree = 5;
  SourceLocation where;
};

struct ReferenceSpec {
  std::vector<document::Setting> set;
  std::vector<document::Located<std::string>> follows;  ///< axes whose setting the reference takes, too
};

/// Whose largest displacement divides the difference.
enum class ErrorScale { reference, run };

constexpr auto alternatives_of(ErrorScale) {
  using One = Alternative<ErrorScale>;
  return std::array{
      One{ErrorScale::reference, "reference", "divided by the largest absolute value of the reference"},
      One{ErrorScale::run, "run", "divided by the largest absolute value of the run"}};
}

struct ErrorSpec {
  std::vector<document::Located<std::string>> channels;  ///< empty: y of all wheelsets
  ErrorScale scale = ErrorScale::reference;
};

struct PlotSpec {
  document::Located<std::string> title, x, y, trace;
  bool x_log = false, y_log = false;
  document::Located<std::string> x_title, y_title;          ///< of the axes, with units; by default the names
  std::vector<double> limits;                               ///< values of y that are drawn as lines
  std::vector<document::Located<std::string>> limit_names;  ///< one for each limit, or none
  std::vector<document::Located<std::string>> group;
  std::vector<document::Setting> only;
  double from = 0, to = 0;  ///< s, of a trace; to = 0: its end
  SourceLocation where;
};

/// A table of one result over two axes, as the papers print them.
struct TableSpec {
  document::Located<std::string> title, rows, columns, value;
  std::vector<document::Setting> only;
  SourceLocation where;
};

/// The job array of `flangeway study --on slurm`.
struct SlurmSpec {
  long workers = 4, cpus = 1;  ///< tasks of the array, and runs at a time of each
  double time = 3600;          ///< s, of each worker
  double warning = 60;         ///< s before that, when a worker is signalled to end
  double memory = 0;           ///< bytes of each worker; 0: what the partition gives
  double lease = 60;           ///< s, as --lease
  document::Located<std::string> partition;
  std::vector<document::Located<std::string>> options;   ///< of sbatch: "--account=track"
  std::vector<document::Located<std::string>> commands;  ///< of the shell, before the worker begins
  SourceLocation where;
};

/// The linear critical speed of each run as a column.
struct CriticalSpeedSpec {
  double from = 10, to = 120;          ///< m/s, range that is searched
  long speeds = 56;                    ///< steps of the search
  std::vector<document::Setting> set;  ///< for the search only: another track
  SourceLocation where;
};

enum class Direction { minimise, maximise };

constexpr auto alternatives_of(Direction) {
  using One = Alternative<Direction>;
  return std::array{One{Direction::minimise, "minimise", "small values are good"},
                    One{Direction::maximise, "maximise", "large values are good"}};
}

struct ObjectiveSpec {
  document::Located<std::string> column;
  Direction direction = Direction::minimise;
};

enum class Relation { at_most, at_least };

constexpr auto alternatives_of(Relation) {
  using One = Alternative<Relation>;
  return std::array{One{Relation::at_most, "at_most", "the column may not be above the limit"},
                    One{Relation::at_least, "at_least", "the column may not be below the limit"}};
}

struct ConstraintSpec {
  document::Located<std::string> column;
  Relation relation = Relation::at_most;
  double limit = 0;
};

enum class OptimiseMethod { nsga2, sobol };

constexpr auto alternatives_of(OptimiseMethod) {
  using One = Alternative<OptimiseMethod>;
  return std::array{
      One{OptimiseMethod::nsga2, "nsga2",
          "a genetic algorithm: each batch is made of the best trials before it, the first is a Sobol "
          "sequence"},
      One{OptimiseMethod::sobol, "sobol", "a Sobol sequence, which learns nothing from the trials"}};
}

/// Aim of `flangeway optimise`; the axes are the variables.
struct OptimiseSpec {
  long trials = 100, batch = 20, seed = 1;
  OptimiseMethod method = OptimiseMethod::nsga2;
  std::vector<ObjectiveSpec> objectives;
  std::vector<ConstraintSpec> constraints;
  SourceLocation where;
};

struct StudySpec {
  document::Located<std::string> name, description, case_file;
  std::vector<document::Setting> set;
  std::vector<AxisSpec> axes;
  SampleSpec sample;
  std::optional<ReferenceSpec> reference;
  ErrorSpec error;
  std::vector<document::Located<std::string>> record;
  bool record_judged = false;
  long repetitions = 1;
  std::vector<PlotSpec> plots;
  std::vector<TableSpec> tables;
  std::vector<AnalysisSpec> analyses;
  std::optional<CriticalSpeedSpec> critical_speed;
  std::optional<OptimiseSpec> optimise;
  SlurmSpec slurm;
};

void describe(document::Visitor& v, GridSpec& spec);
void describe(document::Visitor& v, TiedSpec& spec);
void describe(document::Visitor& v, ChoiceSpec& spec);
void describe(document::Visitor& v, AxisSpec& spec);
void describe(document::Visitor& v, DistributionSpec& spec);
void describe(document::Visitor& v, CorrelationSpec& spec);
void describe(document::Visitor& v, SampleSpec& spec);
void describe(document::Visitor& v, AnalysisSpec& spec);
void describe(document::Visitor& v, ReferenceSpec& spec);
void describe(document::Visitor& v, ErrorSpec& spec);
void describe(document::Visitor& v, PlotSpec& spec);
void describe(document::Visitor& v, TableSpec& spec);
void describe(document::Visitor& v, SlurmSpec& spec);
void describe(document::Visitor& v, CriticalSpeedSpec& spec);
void describe(document::Visitor& v, ObjectiveSpec& spec);
void describe(document::Visitor& v, ConstraintSpec& spec);
void describe(document::Visitor& v, OptimiseSpec& spec);
void describe(document::Visitor& v, StudySpec& spec);

}  // namespace flangeway::campaign
