#include "bindings.hpp"
#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/genetic.hpp"
#include "flangeway/campaign/study.hpp"
#include "flangeway/campaign/worker.hpp"
#include "flangeway/evolution/evolve.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/plot/page.hpp"

#include <cmath>
#include <thread>

namespace flangeway::python {
namespace {

using campaign::Table;

Table run_study(const Source& source, const std::vector<std::string>& sets, const std::string& folder,
                std::size_t jobs, const py::object& progress, bool force) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  if (jobs == 0) jobs = processors;
  Findings findings;
  campaign::Study study =
      checked(campaign::load_study(open(source, sets, findings), jobs, findings), findings);
  const campaign::StudyFolder place = checked(
      campaign::StudyFolder::open(folder, study.identity, "flangeway (Python)", force, findings), findings);
  Callbacks callbacks;
  campaign::StudyOptions options;
  options.jobs = jobs;
  options.progress = [&](const campaign::StudyProgress& p) {
    return callbacks.call([&] { return progress.is_none() ? py::none() : progress(p.done, p.total); });
  };
  Table table;
  {
    const py::gil_scoped_release unlocked;
    table = campaign::run_study(study, place, options);
    campaign::write_page(study, place, table, {"flangeway (Python)", jobs, processors});
  }
  callbacks.rethrow();
  warn_of(place.notes());
  return table;
}

constexpr const char* command_line = "flangeway (Python)";

// A study whose runs are done elsewhere: read on workers, loaded where the folder is.
class SharedStudy {
 public:
  using Inputs = std::vector<std::pair<std::string, std::string>>;
  using Result = std::pair<std::string, std::string>;  // summary and channels, as in the files of a run

  SharedStudy(const Source& source, const std::vector<std::string>& sets, std::size_t jobs) {
    if (jobs == 0) jobs = std::max(1U, std::thread::hardware_concurrency());
    Findings findings;
    study_ = checked(campaign::load_study(open(source, sets, findings), jobs, findings), findings);
    for (campaign::Case& one : study_->cases) one.give_up_models();
  }
  SharedStudy(const Source& source, const std::vector<std::string>& sets) {
    Findings findings;
    study_ = checked(campaign::read_study(open(source, sets, findings), findings), findings);
  }

  [[nodiscard]] std::vector<std::string> runs() const {
    std::vector<std::string> names;
    for (const campaign::Run& run : study_->plan.runs) names.push_back(run.name);
    return names;
  }
  [[nodiscard]] Inputs inputs() const {
    Inputs all;
    for (const campaign::InputHash& input : study_->identity.inputs)
      all.emplace_back(input.path, input.sha256);
    return all;
  }
  [[nodiscard]] std::size_t place_of(const std::string& name) const {
    for (std::size_t i = 0; i < study_->plan.runs.size(); ++i)
      if (study_->plan.runs[i].name == name) return i;
    throw py::key_error("there is no run '" + name + "'");
  }

  [[nodiscard]] std::optional<std::pair<py::bytes, py::bytes>> run(const std::string& name,
                                                                   const Inputs& inputs) const {
    std::vector<campaign::InputHash> hashes;
    for (const auto& [path, hash] : inputs) hashes.push_back({path, hash});
    const std::size_t place = place_of(name);
    Callbacks callbacks;
    std::optional<campaign::Outcome> outcome;
    {
      const py::gil_scoped_release unlocked;
      outcome = campaign::run_alone(*study_, place, hashes,
                                    [&] { return callbacks.call([] { return py::none(); }); });
    }
    callbacks.rethrow();
    if (!outcome) return std::nullopt;
    return std::pair(py::bytes(outcome->summary), py::bytes(campaign::trace_csv(outcome->trace)));
  }

  void open_folder(const std::string& folder, bool force) {
    Findings findings;
    folder_.emplace(checked(
        campaign::StudyFolder::open(folder, study_->identity, command_line, force, findings), findings));
  }
  [[nodiscard]] const campaign::StudyFolder& folder() const {
    if (!folder_) throw py::value_error("the study has no folder yet: open() it");
    return *folder_;
  }
  [[nodiscard]] std::vector<std::string> waiting() const { return campaign::open_runs(*study_, folder()); }

  void publish(const std::string& name, const std::string& summary, const std::string& channels) const {
    std::optional<campaign::Trace> trace = campaign::parse_trace(channels);
    if (!trace) throw py::value_error("these are no channels of a run");
    folder().write(study_->plan.runs[place_of(name)], {summary, std::move(*trace)});
  }

  [[nodiscard]] Table finish() const {
    Table table;
    {
      const py::gil_scoped_release unlocked;
      table = campaign::collect(*study_, folder());
      campaign::write_page(*study_, *folder_, table, {.command_line = command_line, .jobs = 0});
    }
    warn_of(folder_->notes());
    return table;
  }

 private:
  std::optional<campaign::Study> study_;
  std::optional<campaign::StudyFolder> folder_;
};

std::string evolve(const Source& source, const std::vector<std::string>& sets, const std::string& folder,
                   std::size_t jobs, const py::object& progress, bool force) {
  const std::string command = "flangeway (Python)";
  Findings findings;
  const evolution::Line line =
      checked(evolution::load_line(open(source, sets, findings), findings), findings);
  evolution::EvolutionFolder place =
      checked(evolution::EvolutionFolder::open(folder, line, command, force, findings), findings);
  Callbacks callbacks;
  evolution::EvolveOptions options;
  options.jobs = jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
  options.progress = [&](double fraction, std::size_t) {
    return callbacks.call(
        [&] { return progress.is_none() ? py::none() : progress(fraction * line.spec.mileage); });
  };
  std::string json;
  {
    const py::gil_scoped_release unlocked;
    const std::vector<evolution::Step> steps = evolution::evolve(line, place, options);
    evolution::write_results(line, steps, place, command);
    json = evolution::evolution_json(line, steps);
  }
  callbacks.rethrow();
  warn_of(place.notes());
  return json;
}

// The points of a search and, behind them, its next generation [Deb2002]; a trial without costs has failed, or
// has no result yet.
py::array_t<double> next_generation(const Numbers& points,
                                    const std::vector<std::optional<std::vector<double>>>& costs,
                                    const std::vector<double>& violations, const campaign::Genes& genes,
                                    std::size_t parents, std::size_t children, std::uint64_t seed) {
  uncertainty::Design design{genes.size(), {points.data(), points.data() + points.size()}};
  std::vector<campaign::Rating> ratings(costs.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    ratings[i].failed = !costs[i];
    if (costs[i]) ratings[i].costs = *costs[i], ratings[i].violation = violations[i];
  }
  campaign::add_generation(design, ratings, genes, {parents, children}, seed);
  const auto rows = static_cast<py::ssize_t>(design.rows()), columns = static_cast<py::ssize_t>(genes.size());
  return array_of(std::move(design.values), {rows, columns});
}

// Points of several kinds, as SVG.
std::string scatter_plot(
    const std::string& x, const std::string& y,
    const std::vector<std::tuple<std::string, std::vector<double>, std::vector<double>>>& series) {
  plot::Figure figure{.width = 700};
  figure.panels.push_back({.x_label = x, .y_label = y, .height = 320});
  for (const auto& [name, xs, ys] : series)
    figure.panels.back().series.push_back({.name = name, .x = xs, .y = ys, .style = plot::Style::points});
  return plot::svg(figure);
}

// Numbers, NaN for an empty cell; texts where one is no number.
py::object column(const Table& table, const std::string& name) {
  const auto found = table.find(name);
  if (!found) throw py::key_error("there is no column '" + name + "'");
  std::vector<double> numbers;
  py::list texts;
  bool numeric = true;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& text = table.rows[row][*found];
    numbers.push_back(table.number(row, *found));
    numeric = numeric && (text.empty() || !std::isnan(numbers.back()));
    texts.append(text);
  }
  return numeric ? py::object(array_of(std::move(numbers))) : py::object(texts);
}

}  // namespace

void bind_campaign(py::module_& m) {
  py::class_<Table>(m, "StudyTable", "The results of a study, a row for each run that is done.")
      .def_property_readonly(
          "columns",
          [](const Table& t) {
            py::dict units;
            for (const campaign::Column& column : t.columns) units[py::str(column.name)] = column.unit;
            return units;
          },
          "unit of each column: '' for texts, '1' for pure numbers")
      .def("__len__", [](const Table& t) { return t.rows.size(); })
      .def("__getitem__", &column, "name"_a,
           "A column: an array of shape (runs,), NaN for an empty cell; a list of texts where one is no "
           "number.");
  py::class_<SharedStudy>(m, "_SharedStudy")
      .def_property_readonly("runs", &SharedStudy::runs)
      .def_property_readonly("inputs", &SharedStudy::inputs)
      .def_property_readonly("waiting", &SharedStudy::waiting)
      .def("open", &SharedStudy::open_folder, "folder"_a, "force"_a)
      .def("run", &SharedStudy::run, "run"_a, "inputs"_a)
      .def("publish", &SharedStudy::publish, "run"_a, "summary"_a, "channels"_a)
      .def("finish", &SharedStudy::finish);
  m.def(
      "load_study",
      [](const Source& source, const std::vector<std::string>& sets, std::size_t jobs) {
        return std::make_unique<SharedStudy>(source, sets, jobs);
      },
      "source"_a, "sets"_a, "jobs"_a);
  m.def(
      "read_study",
      [](const Source& source, const std::vector<std::string>& sets) {
        return std::make_unique<SharedStudy>(source, sets);
      },
      "source"_a, "sets"_a);
  m.def("next_generation", &next_generation, "points"_a, "costs"_a, "violations"_a, "genes"_a, "parents"_a,
        "children"_a, "seed"_a);
  m.def("page", [](const std::string& title, const std::string& body) {
    return plot::page_head(title) + body + plot::provenance("flangeway (Python)", {}) + plot::page_end();
  });
  m.def("scatter_plot", &scatter_plot);
  m.def("run_study", &run_study, "source"_a, "sets"_a, "folder"_a, "jobs"_a, "progress"_a, "force"_a);
  m.def("evolve", &evolve, "source"_a, "sets"_a, "folder"_a, "jobs"_a, "progress"_a, "force"_a);
}

}  // namespace flangeway::python
