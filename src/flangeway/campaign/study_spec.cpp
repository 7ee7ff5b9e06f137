#include "flangeway/campaign/study_spec.hpp"

namespace flangeway::campaign {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, GridSpec& spec) {
  spec.where = v.here();
  v.number("from", spec.from, {.presence = Presence::required}, "first value");
  v.number("to", spec.to, {.presence = Presence::required}, "last value");
  v.integer("count", spec.count, {.presence = Presence::required, .minimum = 2, .maximum = 10000},
            "how many values, both ends included");
}

void describe(Visitor& v, TiedSpec& spec) {
  spec.where = v.here();
  v.text("key", spec.key, Presence::required, "key of the case that follows the values of the axis");
  v.number("factor", spec.factor, {}, "its value is this times the number of the axis");
  v.values("values", spec.values, {}, "its values, one for each of the axis; in place of factor");
}

void describe(Visitor& v, ChoiceSpec& spec) {
  v.text("name", spec.name, Presence::required, "how the choice is called in the results");
  v.settings("set", spec.set, "keys of the case and their values");
}

void describe(Visitor& v, AxisSpec& spec) {
  spec.where = v.here();
  v.text("name", spec.name, Presence::required, "column of the results: small letters, digits and _");
  v.text("title", spec.title, Presence::optional, "what the axis is, with its unit, for plots");
  v.text("key", spec.key, Presence::optional, "key of the case that the values are for, as for --set");
  v.values("values", spec.values, {}, "the values of the key");
  v.section("linear", spec.linear, "values at equal distances");
  v.section("logarithmic", spec.logarithmic, "values at equal ratios");
  v.list("tied", spec.tied, {}, "further keys that follow the values");
  v.list("choices", spec.choices, {}, "named sets of keys, in place of key and values");
}

void describe(Visitor& v, ReferenceSpec& spec) {
  v.settings("set", spec.set, "keys of the case for the reference alone");
  v.texts("follows", spec.follows,
          "axes along which there is a reference for each point; one reference for all if not given");
}

void describe(Visitor& v, ErrorSpec& spec) {
  v.texts("channels", spec.channels,
          "channels whose error is measured, * for any characters; lateral displacements of the wheelsets if "
          "not given");
  v.choice("scale", spec.scale, {"reference", "run"},
           "the difference is divided by the largest absolute value of the reference, or of the run");
}

void describe(Visitor& v, PlotSpec& spec) {
  spec.where = v.here();
  v.text("title", spec.title, Presence::optional, "title of the plot");
  v.text("x", spec.x, Presence::optional, "axis or column of the results");
  v.text("y", spec.y, Presence::optional, "column of the results");
  v.flag("x_log", spec.x_log, "logarithmic scale");
  v.flag("y_log", spec.y_log, "logarithmic scale");
  v.texts("group", spec.group, "axes; one line for each combination of their points");
  v.text("trace", spec.trace, Presence::optional, "recorded channel to draw over time, in place of x and y");
  v.number("from", spec.from, {.unit = "s", .minimum = 0}, "start of a trace");
  v.number("to", spec.to, {.unit = "s", .minimum = 0}, "end of a trace; 0 is the end of the run");
  v.settings("only", spec.only, "axis = point: draw these runs only");
}

void describe(Visitor& v, TableSpec& spec) {
  spec.where = v.here();
  v.text("title", spec.title, Presence::optional, "title of the table");
  v.text("rows", spec.rows, Presence::required, "axis whose points are the rows");
  v.text("columns", spec.columns, Presence::required, "axis whose points are the columns");
  v.text("value", spec.value, Presence::required, "column of the results to fill in");
  v.settings("only", spec.only, "axis = point: take these runs only");
}

void describe(Visitor& v, StudySpec& spec) {
  v.text("name", spec.name, Presence::optional, "what the study is");
  v.text("description", spec.description, Presence::optional, "a few sentences for the page");
  v.path("case", spec.case_file, Presence::required, "case file");
  v.settings("set", spec.set, "keys of the case that all runs share");
  v.list("axes", spec.axes, {.presence = Presence::required, .least = 1},
         "what is varied; the runs are all combinations, the last axis first");
  v.section("reference", spec.reference, "the run that the error of all others is measured against");
  v.section("error", spec.error, "how the error is measured");
  v.texts("record", spec.record, "channels to keep over time, * for any characters");
  v.list("plots", spec.plots, {}, "plots of the page");
  v.list("tables", spec.tables, {}, "tables of the page");
}

}  // namespace flangeway::campaign
