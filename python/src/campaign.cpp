#include "bindings.hpp"
#include "flangeway/campaign/analysis.hpp"
#include "flangeway/campaign/study.hpp"
#include "flangeway/evolution/evolve.hpp"

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
  return table;
}

std::string evolve(const Source& source, const std::vector<std::string>& sets, const std::string& folder,
                   std::size_t jobs, const py::object& progress, bool force) {
  const std::string command = "flangeway (Python)";
  Findings findings;
  const evolution::Line line =
      checked(evolution::load_line(open(source, sets, findings), findings), findings);
  const evolution::EvolutionFolder place =
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
  return json;
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
  m.def("run_study", &run_study, "source"_a, "sets"_a, "folder"_a, "jobs"_a, "progress"_a, "force"_a);
  m.def("evolve", &evolve, "source"_a, "sets"_a, "folder"_a, "jobs"_a, "progress"_a, "force"_a);
}

}  // namespace flangeway::python
