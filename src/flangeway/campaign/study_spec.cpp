#include "flangeway/campaign/study_spec.hpp"

namespace flangeway::campaign {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, GridSpec& spec) {
  spec.where = v.here();
  v.number("from", spec.from, {.presence = Presence::required}, "first value");
  v.number("to", spec.to, {.presence = Presence::required}, "last value");
  v.integer("count", spec.count, {.presence = Presence::required, .minimum = 2, .maximum = 10000},
            "number of values, including both ends");
}

void describe(Visitor& v, TiedSpec& spec) {
  spec.where = v.here();
  v.text("key", spec.key, Presence::required, "key of the case that follows the values of the axis");
  v.number("factor", spec.factor, {}, "the value of the key is the value of the axis times this factor");
  v.values("values", spec.values, {}, "values of the key, one for each value of the axis; instead of factor");
}

void describe(Visitor& v, ChoiceSpec& spec) {
  v.text("name", spec.name, Presence::required, "name of the choice in the results");
  v.settings("set", spec.set, "keys of the case and their values");
}

void describe(Visitor& v, DistributionSpec& spec) {
  spec.where = v.here();
  uncertainty::Distribution& d = spec.distribution;
  v.choice("kind", d.kind, "kind of the distribution", Presence::required);
  v.number("from", d.from, {}, "smallest value");
  v.number("to", d.to, {}, "largest value");
  v.number("mode", d.mode, {}, "most likely value");
  v.number("mean", d.mean, {}, "mean of the normal distribution before it is cut off");
  v.number("deviation", d.deviation, {.minimum = 0}, "its standard deviation");
  v.number("median", d.median, {.minimum = 0}, "median of the lognormal distribution before it is cut off");
  v.number("spread", d.spread, {.minimum = 0, .maximum = 10}, "standard deviation of its natural logarithm");
  v.numbers("limits", spec.limits, {.least = 2, .most = 2}, "smallest and largest value; none if not given");
  v.curve("density", d.density, {}, "value and its likelihood, in any scale");
  if (spec.limits.size() == 2) {
    d.has_lower = d.has_upper = true;
    d.lower = spec.limits[0];
    d.upper = spec.limits[1];
  }
}

void describe(Visitor& v, CorrelationSpec& spec) {
  spec.where = v.here();
  v.texts("axes", spec.axes, "two axes with distributions");
  v.number("correlation", spec.correlation,
           {.presence = Presence::required, .unit = "1", .minimum = -0.999, .maximum = 0.999},
           "correlation of their normal scores");
}

void describe(Visitor& v, SampleSpec& spec) {
  spec.where = v.here();
  v.choice("method", spec.method, "how the runs are chosen from the axes");
  v.integer("count", spec.count, {.minimum = 0, .maximum = 100'000},
            "number of runs; of saltelli blocks, of morris trajectories");
  v.integer("seed", spec.seed, {.minimum = 0, .maximum = 2'000'000'000},
            "another seed gives another sample; the same seed gives the same one on every machine");
  v.flag("shift", spec.shift, "false: the Sobol sequence itself, without shifting it by the seed");
  v.list("correlated", spec.correlated, {}, "pairs of axes that depend on each other");
}

void describe(Visitor& v, AnalysisSpec& spec) {
  spec.where = v.here();
  v.text("output", spec.output, Presence::required, "column of the results");
  v.numbers("quantiles", spec.quantiles, {.unit = "1", .minimum = 1e-6, .maximum = 1 - 1e-6},
            "shares of the runs below the quantiles that are estimated");
  v.numbers("above", spec.above, {}, "limits: the probability that the output is above is estimated");
  v.numbers("below", spec.below, {}, "limits: the probability that the output is below is estimated");
  v.number("confidence", spec.confidence, {.unit = "1", .minimum = 0.5, .maximum = 0.9999},
           "confidence of all intervals");
  v.integer("resamples", spec.resamples, {.minimum = 100, .maximum = 100'000},
            "number of bootstrap samples for intervals of Sobol indices and elementary effects");
  v.integer("degree", spec.degree, {.minimum = 0, .maximum = 15},
            "highest degree of the polynomial in place of the simulation; 0: none is made");
}

void describe(Visitor& v, AxisSpec& spec) {
  spec.where = v.here();
  v.text("name", spec.name, Presence::required,
         "name of the axis' column in the results: lower-case letters, digits and _");
  v.text("title", spec.title, Presence::optional, "label of the axis in plots, with its unit");
  v.text("key", spec.key, Presence::optional, "key of the case that is varied, as in --set");
  v.values("values", spec.values, {}, "the values of the key");
  v.section("linear", spec.linear, "values at equal distances, instead of values");
  v.section("logarithmic", spec.logarithmic, "values at equal ratios, instead of values");
  v.section("distribution", spec.distribution, "how likely the values of a sample are, instead of values");
  v.path("files", spec.files, Presence::optional,
         "files that are the values, with * for any characters in their names, instead of values");
  v.list("tied", spec.tied, {}, "further keys of the case that follow the values of the axis");
  v.list("choices", spec.choices, {}, "named sets of keys, instead of key and values");
}

void describe(Visitor& v, ReferenceSpec& spec) {
  v.settings("set", spec.set, "keys of the case and their values, for the reference only");
  v.texts("follows", spec.follows,
          "axes that have a reference of their own at each point; one reference for all runs if not given");
}

void describe(Visitor& v, ErrorSpec& spec) {
  v.texts("channels", spec.channels,
          "channels whose error is measured, * stands for any characters; the lateral displacements of the "
          "wheelsets if not given");
  v.choice("scale", spec.scale, "how the difference between run and reference is scaled");
}

void describe(Visitor& v, PlotSpec& spec) {
  spec.where = v.here();
  v.text("title", spec.title, Presence::optional, "title of the plot");
  v.text("x", spec.x, Presence::optional, "axis or column of the results");
  v.text("y", spec.y, Presence::optional, "column of the results");
  v.text(
      "x_title", spec.x_title, Presence::optional,
      "title of the horizontal axis, with its unit; by default that of the axis or the name of the column");
  v.text("y_title", spec.y_title, Presence::optional,
         "title of the vertical axis, with its unit; by default the name of the column");
  v.numbers("limits", spec.limits, {}, "values of y that are drawn as lines, such as the limits of a rule");
  v.texts("limit_names", spec.limit_names, "text at each of the limits");
  v.flag("x_log", spec.x_log, "true: logarithmic scale of x");
  v.flag("y_log", spec.y_log, "true: logarithmic scale of y");
  v.texts("group", spec.group, "axes for whose combinations of points there is one line each");
  v.text("trace", spec.trace, Presence::optional,
         "recorded channel that is drawn over time, instead of x and y");
  v.number("from", spec.from, {.unit = "s", .minimum = 0}, "start of the time that trace shows");
  v.number("to", spec.to, {.unit = "s", .minimum = 0},
           "end of the time that trace shows; 0: the end of the run");
  v.settings("only", spec.only, "axis = point: only these runs are drawn");
}

void describe(Visitor& v, TableSpec& spec) {
  spec.where = v.here();
  v.text("title", spec.title, Presence::optional, "title of the table");
  v.text("rows", spec.rows, Presence::required, "axis whose points are the rows");
  v.text("columns", spec.columns, Presence::required, "axis whose points are the columns");
  v.text("value", spec.value, Presence::required, "column of the results that fills the cells");
  v.settings("only", spec.only, "axis = point: only these runs are used");
}

void describe(Visitor& v, SlurmSpec& spec) {
  spec.where = v.here();
  v.integer("workers", spec.workers, {.minimum = 1, .maximum = 10000},
            "number of workers: tasks of the job array");
  v.integer("cpus", spec.cpus, {.minimum = 1, .maximum = 1024},
            "processors of each worker: its runs at a time");
  v.number("time", spec.time, {.unit = "s", .minimum = 60, .maximum = 30 * 86400.0},
           "time limit of each worker");
  v.number("warning", spec.warning, {.unit = "s", .minimum = 1, .maximum = 3600},
           "how long before the time limit a worker is told to end; it puts its runs back then");
  v.number("memory", spec.memory, {.unit = "byte", .minimum = 0, .maximum = 1e15},
           "memory of each worker; 0: what the partition gives");
  v.number("lease", spec.lease, {.unit = "s", .minimum = 0.2, .maximum = 86400},
           "time after which the run of a lost worker is taken over");
  v.text("partition", spec.partition, Presence::optional,
         "partition of the cluster; its default if not given");
  v.texts("options", spec.options, "further options of sbatch, such as --account=NAME");
  v.texts("commands", spec.commands,
          "lines for the shell before the worker begins, such as module load NAME");
}

void describe(Visitor& v, CriticalSpeedSpec& spec) {
  spec.where = v.here();
  v.number("from", spec.from, {.unit = "m/s", .minimum = 0.1, .maximum = 300},
           "lowest speed that is searched");
  v.number("to", spec.to, {.unit = "m/s", .minimum = 0.1, .maximum = 300}, "highest speed that is searched");
  v.integer("speeds", spec.speeds, {.minimum = 2, .maximum = 10000}, "number of speeds of the search");
  v.settings("set", spec.set, "keys of the case and their values, for the search only: a straight track");
}

void describe(Visitor& v, ObjectiveSpec& spec) {
  v.text("column", spec.column, Presence::required, "column of the results");
  v.choice("direction", spec.direction, "which values are good");
}

void describe(Visitor& v, ConstraintSpec& spec) {
  v.text("column", spec.column, Presence::required, "column of the results");
  v.choice("relation", spec.relation, "on which side of the limit the column has to be");
  v.number("limit", spec.limit, {.presence = Presence::required}, "limit of the column, in its unit");
}

void describe(Visitor& v, OptimiseSpec& spec) {
  spec.where = v.here();
  v.integer("trials", spec.trials, {.minimum = 4, .maximum = 10'000}, "number of runs");
  v.integer("batch", spec.batch, {.minimum = 4, .maximum = 1000},
            "number of runs that are chosen at once, and whose results the next ones are chosen from");
  v.choice("method", spec.method, "how the runs are chosen");
  v.integer("seed", spec.seed, {.minimum = 0, .maximum = 2'000'000'000},
            "another seed gives other runs; the same seed and the same results give the same ones");
  v.list("objectives", spec.objectives, {.presence = Presence::required, .least = 1},
         "columns of the results that are to be small or large");
  v.list("constraints", spec.constraints, {}, "limits of other columns");
}

void describe(Visitor& v, StudySpec& spec) {
  v.text("name", spec.name, Presence::optional, "name of the study");
  v.text("description", spec.description, Presence::optional, "text at the head of the page");
  v.path("case", spec.case_file, Presence::required, "case file");
  v.settings("set", spec.set, "keys of the case and their values, for all runs");
  v.list(
      "axes", spec.axes, {.presence = Presence::required, .least = 1},
      "quantities that are varied; there is a run for each combination, the last axis varies fastest, unless "
      "sample says otherwise");
  v.section("sample", spec.sample, "how the runs are chosen from the axes");
  v.section("reference", spec.reference, "run against which the error of all others is measured");
  v.section("error", spec.error, "how the error is measured");
  v.texts("record", spec.record, "channels that are kept over time, * stands for any characters");
  v.flag("record_judged", spec.record_judged,
         "true: the channels of `record` are those that rules judge, filtered at the steps of the integrator "
         "and "
         "sampled every output.judged_interval, as flangeway assess wants them; false: rows of the run");
  v.integer("repetitions", spec.repetitions, {.minimum = 1, .maximum = 1000},
            "how often each run is made; its times are the means");
  v.list("plots", spec.plots, {}, "plots on the page");
  v.list("tables", spec.tables, {}, "tables on the page");
  v.list("analyses", spec.analyses, {},
         "quantiles, probabilities, sensitivities and polynomials of the results");
  v.section("critical_speed", spec.critical_speed,
            "search of each run's linear critical speed, which is the column critical_speed");
  v.section("optimise", spec.optimise, "what flangeway optimise looks for in the space of the axes");
  v.section("slurm", spec.slurm, "the job array of flangeway study --on slurm");
}

}  // namespace flangeway::campaign
