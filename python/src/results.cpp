#include "bindings.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/recording/wheel_instant.hpp"
#include "flangeway/results/export.hpp"
#include "flangeway/results/reader.hpp"

#include <filesystem>
#include <variant>

namespace flangeway::python {
namespace {

using results::Channel;
using results::Reader;

Reader open_results(const std::string& path) {
  Findings findings;
  return checked(Reader::open(path, findings), findings);
}

// `at`: a time or several.
std::string patch(const Reader& reader, const std::string& wheel,
                  const std::variant<double, std::vector<double>>& at, const std::string& folder,
                  bool force) {
  namespace fs = std::filesystem;
  Findings findings;
  const double* one = std::get_if<double>(&at);
  const auto wanted = recording::wheel_instants(
      wheel, one != nullptr ? std::vector{*one} : std::get<std::vector<double>>(at), findings);
  const auto files = checked(recording::contact_files(reader.path(), wanted, findings), findings);
  for (const auto& [name, text] : files)
    if (!force && fs::exists(fs::path(folder) / name))
      findings.add({{(fs::path(folder) / name).string()},
                    "",
                    "exists already",
                    "",
                    "",
                    "Give another folder, or force=True to overwrite it"});
  findings.throw_if_any();
  fs::create_directories(folder);
  write_files_atomically(folder, files);
  return (fs::path(folder) / "contact.toml").string();
}

// Columns in memory; the array lives as long as the call.
void write_parquet(const std::string& path, const std::vector<Channel>& channels,
                   const std::vector<py::array_t<double, py::array::c_style | py::array::forcecast>>& columns,
                   const results::TextFacts& facts, bool force) {
  Findings findings;
  check_place(path, force, findings);
  findings.throw_if_any();
  const auto rows = columns.empty() ? std::size_t{0} : static_cast<std::size_t>(columns.front().size());
  const auto read = [&](std::size_t column, std::size_t from, std::size_t to) {
    const double* values = columns[column].data();
    return std::vector<double>(values + from, values + to);
  };
  write_file_atomically(path, results::parquet_file(channels, rows, read, facts));
}

}  // namespace

void bind_results(py::module_& m) {
  py::class_<Channel>(m, "Channel", "A recorded quantity, in SI.")
      .def(py::init([](std::string name, std::string unit, std::string frame, std::string description) {
             return Channel{std::move(name), std::move(unit), std::move(frame), std::move(description)};
           }),
           "name"_a, "unit"_a, "frame"_a = "", "description"_a = "")
      .def(py::pickle([](const Channel& c) { return py::make_tuple(c.name, c.unit, c.frame, c.description); },
                      [](const py::tuple& state) {
                        return Channel{state[0].cast<std::string>(), state[1].cast<std::string>(),
                                       state[2].cast<std::string>(), state[3].cast<std::string>()};
                      }))
      .def_readonly("name", &Channel::name)
      .def_readonly("unit", &Channel::unit, "'N', 'm/s', 'rad'; '1' for a pure number")
      .def_readonly("frame", &Channel::frame, "of the components; empty for a scalar")
      .def_readonly("description", &Channel::description)
      .def("__repr__",
           [](const Channel& c) { return "<flangeway.Channel " + c.name + " in " + c.unit + ">"; });
  py::class_<Reader>(m, "Results",
                     "A result file of `flangeway run`, also of a run that goes on or was interrupted.")
      .def(py::init(&open_results), "path"_a)
      .def_property_readonly("path", &Reader::path)
      .def_property_readonly("channels", &Reader::channels, "of type Channel, in the order of the run")
      .def_property_readonly("rows", &Reader::rows, "recorded instants")
      .def_property_readonly(
          "status", [](const Reader& r) { return results::to_string(r.status()); },
          "'running', 'completed', 'derailed', 'stopped'")
      .def_property_readonly("summary_json", &Reader::summary_json)
      .def("__contains__", [](const Reader& r, const std::string& name) { return r.has(name); })
      .def(
          "__getitem__", [](const Reader& r, const std::string& name) { return array_of(r.read(name)); },
          "name"_a, "One channel over time, SI, shape (rows,).")
      .def(
          "patch", &patch, "wheel"_a, "at"_a, "folder"_a, "force"_a = false,
          "Writes a wheel ('wheelset1.right') at a time or at several (s) as a contact file and its profiles "
          "into a folder,\n"
          "as `flangeway patch` does, and gives the file's name for solve_contact(). force: over files that "
          "exist.");
  m.def("write_parquet", &write_parquet, "path"_a, "channels"_a, "columns"_a, "facts"_a, "force"_a);
}

}  // namespace flangeway::python
