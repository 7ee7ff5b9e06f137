// Shared parts of the bindings of all rooms. Each room has one file with one function bind_<room>.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::python {

namespace py = pybind11;
using namespace py::literals;

void bind_core(py::module_& m);
void bind_profile(py::module_& m);
void bind_track(py::module_& m);
void bind_recording(py::module_& m);
void bind_geometry(py::module_& m);
void bind_contact(py::module_& m);
void bind_law(py::module_& m);
void bind_assess(py::module_& parent);
void bind_comfort(py::module_& m);
void bind_results(py::module_& m);
void bind_simulate(py::module_& m);
void bind_campaign(py::module_& m);
void bind_uncertainty(py::module_& parent);

/// An input file: its name, and its text where it was written in Python.
using Source = std::pair<std::string, std::optional<std::string>>;
[[nodiscard]] document::Document open(const Source& source, const std::vector<std::string>& sets,
                                      Findings& findings);

/// A UserWarning for each note. Where warnings are errors, it raises.
void warn_of(const std::vector<std::string>& notes);
void warn_of(const NoteCollector& notes);

/// Throws BadInput for what was found, and unwraps.
template <typename T>
[[nodiscard]] T checked(std::optional<T>&& value, const Findings& findings) {
  findings.throw_if_any();
  if (!value) throw std::logic_error("nothing was made and nothing found");
  return std::move(*value);
}

/// Raises ValueError for an argument that is not a finite number above 0.
inline void need_positive(const char* name, double value) {
  if (!(value > 0) || !std::isfinite(value)) throw py::value_error(std::string(name) + " must be > 0");
}

/// JSON as objects of Python.
[[nodiscard]] inline py::object parsed(const std::string& json) {
  return py::module_::import("json").attr("loads")(json);
}

/// Any numbers, as an array of doubles.
using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The rows of `values` as an array of shape `shape`; the memory is handed over.
[[nodiscard]] py::array_t<double> array_of(std::vector<double>&& values, std::vector<py::ssize_t> shape);
[[nodiscard]] inline py::array_t<double> array_of(std::vector<double>&& values) {
  const auto size = static_cast<py::ssize_t>(values.size());
  return array_of(std::move(values), {size});
}

/// f(x) for each x: shape of x, then `width` numbers where that is not 1. `f(x, out)` fills them.
[[nodiscard]] py::array_t<double> map(const Numbers& x, std::size_t width,
                                      const std::function<void(double, double*)>& f);

/// From a long computation, which runs without the interpreter's lock: calls what Python gave, looks for
/// Ctrl-C, and keeps what either raised until the computation has ended.
class Callbacks {
 public:
  /// Calls `f` under the lock; false, now and later, if it raised, answered False, or Ctrl-C was pressed.
  [[nodiscard]] bool call(const std::function<py::object()>& f);
  /// Raises what was raised, if anything was. With the lock.
  void rethrow();

 private:
  std::exception_ptr raised_;
};

}  // namespace flangeway::python
