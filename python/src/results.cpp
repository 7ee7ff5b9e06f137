#include "bindings.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::python {
namespace {

using results::Channel;
using results::Reader;

Reader open_results(const std::string& path) {
  Findings findings;
  return checked(Reader::open(path, findings), findings);
}

}  // namespace

void bind_results(py::module_& m) {
  py::class_<Channel>(m, "Channel", "A recorded quantity, in SI.")
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
          "name"_a, "One channel over time, SI, shape (rows,).");
}

}  // namespace flangeway::python
