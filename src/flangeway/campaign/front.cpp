// The front of an optimisation: as a table, as JSON, and on the page.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "flangeway/campaign/optimise.hpp"
#include "flangeway/campaign/page.hpp"
#include "flangeway/plot/links.hpp"
#include "flangeway/plot/page.hpp"
#include "flangeway/plot/xml.hpp"
#include "labels.hpp"
#include "page_rows.hpp"

namespace flangeway::campaign {
namespace {

using plot::escaped;

const Run& run_of(const Study& study, const Table& table, const Trial& trial) {
  return study.plan.runs[table.runs[trial.row]];
}

std::string objectives_text(const OptimiseSpec& spec, const Trial& trial) {
  std::string text;
  for (std::size_t i = 0; i < trial.objectives.size(); ++i)
    text +=
        fmt::format("{}{} {:.6g}", i > 0 ? ", " : "", spec.objectives[i].column.value, trial.objectives[i]);
  return text;
}

// Runs of the front have a section, the others a row of the table of all runs.
struct Points {
  plot::Series series;
  std::vector<plot::Link> links;
};

class FrontPage {
 public:
  FrontPage(const Study& study, const StudyFolder& folder, const Table& table)
      : study_(study),
        folder_(folder),
        table_(table),
        spec_(*study.spec.optimise),
        trials_(trials_of(spec_, table)),
        front_(front_of(spec_, trials_)) {}

  std::string html() const {
    std::string html = fmt::format("<h2>Front</h2>\n<p>{}</p>\n", escaped(counts()));
    if (spec_.objectives.size() == 1) html += plot_of(spec_.objectives.size(), 0);
    for (std::size_t i = 1; i < spec_.objectives.size(); ++i) html += plot_of(0, i);
    html += table_html();
    for (std::size_t i = 0; i < front_.size(); ++i) html += section(front_[i], i < most_traces);
    return html;
  }

 private:
  [[nodiscard]] std::string counts() const {
    const auto without = std::count_if(trials_.begin(), trials_.end(),
                                       [](const Trial& trial) { return !trial.problem.empty(); });
    const auto missed = std::count_if(trials_.begin(), trials_.end(), [](const Trial& trial) {
      return std::any_of(trial.violations.begin(), trial.violations.end(), [](double v) { return v > 0; });
    });
    return fmt::format(
        "{} of {} trials, {} without a value of all objectives and constraints, {} outside the constraints. "
        "{} on the front: no other one is better in one objective and as good in all others. A click on a "
        "point "
        "leads to its run.",
        trials_.size(), spec_.trials, without, missed, front_.size());
  }

  [[nodiscard]] bool on_front(const Trial& trial) const {
    return std::any_of(front_.begin(), front_.end(), [&](const Trial& one) { return one.row == trial.row; });
  }

  // The number of the run where x is no objective.
  [[nodiscard]] double place(const Trial& trial, std::size_t objective) const {
    return objective < trial.objectives.size() ? trial.objectives[objective]
                                               : static_cast<double>(table_.runs[trial.row] + 1);
  }

  // The page has the first rows only.
  [[nodiscard]] static std::string row_of(const Trial& trial, const std::string& run) {
    return trial.row < most_rows ? "#row-" + run : "runs/" + run + ".json";
  }

  void add(const Trial& trial, std::size_t x, std::size_t y, bool front, Points& points) const {
    points.series.x.push_back(place(trial, x));
    points.series.y.push_back(place(trial, y));
    const std::string& run = run_of(study_, table_, trial).name;
    points.links.push_back({place(trial, x), place(trial, y), front ? "#run-" + run : row_of(trial, run),
                            fmt::format("run {}: {}", run, objectives_text(spec_, trial))});
  }

  [[nodiscard]] std::string plot_of(std::size_t x, std::size_t y) const {
    Points front{{.name = "front", .style = plot::Style::points, .colour = 1}, {}},
        others{{.name = "other trials", .style = plot::Style::points, .colour = 5}, {}};
    for (const Trial& trial : trials_)
      if (trial.problem.empty() && !on_front(trial)) add(trial, x, y, false, others);
    for (const Trial& trial : front_) add(trial, x, y, true, front);
    std::vector<plot::Link> links = others.links;
    links.insert(links.end(), front.links.begin(), front.links.end());
    plot::Panel panel{.x_label = x < spec_.objectives.size()
                                     ? title_in_table(table_, spec_.objectives[x].column.value)
                                     : "run",
                      .y_label = title_in_table(table_, spec_.objectives[y].column.value),
                      .series = {std::move(others.series), std::move(front.series)},
                      .height = 360};
    return plot::page_figure({.panels = {std::move(panel)}}, links);
  }

  [[nodiscard]] std::string table_html() const {
    std::string html = "<div class=\"wide\"><table class=\"numbers\">\n<tr><th>run</th>";
    for (const ObjectiveSpec& objective : spec_.objectives)
      html += fmt::format("<th>{}</th>", escaped(title_in_table(table_, objective.column.value)));
    for (const Axis& axis : study_.plan.axes) html += fmt::format("<th>{}</th>", escaped(axis.title));
    html += "</tr>\n";
    for (const Trial& trial : front_) {
      const Run& run = run_of(study_, table_, trial);
      html += fmt::format("<tr><th><a href=\"#run-{0}\">{0}</a></th>", run.name);
      for (const double value : trial.objectives) html += fmt::format("<td>{:.6g}</td>", value);
      for (std::size_t axis = 0; axis < run.place.size(); ++axis) html += cell(axis, run.place[axis]);
      html += "</tr>\n";
    }
    return html + "</table></div>\n";
  }

  [[nodiscard]] std::string cell(std::size_t axis, std::size_t place) const {
    const Point& point = study_.plan.axes[axis].points[place];
    return point.number ? fmt::format("<td>{:.6g}</td>", *point.number)
                        : fmt::format("<td>{}</td>", escaped(point.label));
  }

  [[nodiscard]] std::string section(const Trial& trial, bool traces) const {
    const Run& run = run_of(study_, table_, trial);
    std::string html = fmt::format(
        "<h3 id=\"run-{0}\">Run {0}</h3>\n<p>{1}: {2}. <a href=\"runs/{0}.json\">Summary</a>, "
        "<a href=\"runs/{0}.csv\">channels</a>, <a href=\"{4}\">row</a>.</p>\n<p><code>{3}"
        "</code></p>\n",
        run.name, escaped(settings_of(study_.plan, run)), escaped(objectives_text(spec_, trial)),
        escaped(repeating_command(study_, run)), row_of(trial, run.name));
    if (!traces) return html;
    const std::optional<Outcome> outcome = folder_.read(run);
    if (!outcome || outcome->trace.columns.size() < 2) return html;
    const Trace& trace = outcome->trace;
    plot::Figure figure{.width = 700, .shared_x = true};
    for (std::size_t i = 1; i < trace.columns.size(); ++i) {
      figure.panels.push_back({.x_label = i + 1 == trace.columns.size() ? "t in s" : "",
                               .y_label = fmt::format("{} in {}", trace.names[i], trace.units[i]),
                               .series = {{.x = trace.columns[0], .y = trace.columns[i]}},
                               .height = 120});
    }
    return html + plot::page_figure(figure);
  }

  const Study& study_;
  const StudyFolder& folder_;
  const Table& table_;
  const OptimiseSpec& spec_;
  std::vector<Trial> trials_, front_;
};

std::vector<Trial> front_in(const Study& study, const Table& table) {
  const OptimiseSpec& spec = *study.spec.optimise;
  return front_of(spec, trials_of(spec, table));
}

}  // namespace

std::string front_csv(const Study& study, const Table& table) {
  Table front{table.columns, {}, {}};
  for (const Trial& trial : front_in(study, table)) {
    front.runs.push_back(table.runs[trial.row]);
    front.rows.push_back(table.rows[trial.row]);
  }
  return csv(front);
}

std::string front_json(const Study& study, const Table& table) {
  using Json = nlohmann::ordered_json;
  const OptimiseSpec& spec = *study.spec.optimise;
  Json all = Json::array();
  for (const Trial& trial : front_in(study, table)) {
    const Run& run = run_of(study, table, trial);
    Json point, objectives;
    for (std::size_t axis = 0; axis < run.place.size(); ++axis) {
      const Point& at = study.plan.axes[axis].points[run.place[axis]];
      point[study.plan.axes[axis].name] = at.number ? Json(*at.number) : Json(at.label);
    }
    for (std::size_t i = 0; i < trial.objectives.size(); ++i)
      objectives[spec.objectives[i].column.value] = trial.objectives[i];
    all.push_back({{"run", run.name}, {"axes", point}, {"objectives", objectives}});
  }
  return all.dump();
}

std::string front_html(const Study& study, const StudyFolder& folder, const Table& table) {
  return FrontPage(study, folder, table).html();
}

}  // namespace flangeway::campaign
