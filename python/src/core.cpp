// Errors and arrays.
#include <system_error>

#include "bindings.hpp"

namespace flangeway::python {
namespace {

// Types live as long as the interpreter.
PyObject *bad_input = nullptr, *numerical_failure = nullptr;

void raise(PyObject* type, const char* text, const char* attribute, const py::object& value) {
  const py::object error = py::reinterpret_borrow<py::object>(type)(text);
  error.attr(attribute) = value;
  PyErr_SetObject(type, error.ptr());
}

void translate(std::exception_ptr raised) {
  try {
    std::rethrow_exception(raised);
  } catch (const BadInput& error) {
    raise(bad_input, error.what(), "findings", py::cast(error.findings().all()));
  } catch (const NumericalFailure& error) {
    raise(numerical_failure, error.what(), "result", py::none());
  } catch (const std::system_error& error) {
    PyErr_SetObject(PyExc_OSError, py::make_tuple(error.code().value(), error.what()).ptr());
  }
}

}  // namespace

document::Document open(const Source& source, const std::vector<std::string>& sets, Findings& findings) {
  const auto& [name, text] = source;
  document::Document document = text ? document::Document::from_text(*text, name, findings)
                                     : document::Document::from_file(name, findings);
  for (const std::string& set : sets) document.set(set, findings);
  return document;
}

void warn_of(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    if (PyErr_WarnEx(PyExc_UserWarning, note.c_str(), 2) != 0) throw py::error_already_set();
}

void warn_of(const NoteCollector& notes) {
  warn_of(notes.texts());
}

py::array_t<double> array_of(std::vector<double>&& values, std::vector<py::ssize_t> shape) {
  auto* kept = new std::vector<double>(std::move(values));
  const py::capsule owner(kept, [](void* p) { delete static_cast<std::vector<double>*>(p); });
  return py::array_t<double>(std::move(shape), kept->data(), owner);
}

py::array_t<double> map(const Numbers& x, std::size_t width, const std::function<void(double, double*)>& f) {
  const auto count = static_cast<std::size_t>(x.size());
  std::vector<double> out(count * width);
  for (std::size_t i = 0; i < count; ++i) f(x.data()[i], out.data() + i * width);
  std::vector<py::ssize_t> shape(x.shape(), x.shape() + x.ndim());
  if (width != 1) shape.push_back(static_cast<py::ssize_t>(width));
  return array_of(std::move(out), std::move(shape));
}

namespace {

// False, or numpy's: a comparison of numbers of a row gives the latter.
bool is_false(const py::object& answer) {
  if (answer.is_none() || answer.ptr() == Py_True) return false;
  if (answer.ptr() == Py_False) return true;
  const py::object numpy_bool = py::module_::import("numpy").attr("bool_");
  return py::isinstance(answer, numpy_bool) && !answer.cast<bool>();
}

}  // namespace

bool Callbacks::call(const std::function<py::object()>& f) {
  if (raised_) return false;
  const py::gil_scoped_acquire lock;
  try {
    const bool refused = is_false(f());
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return !refused;
  } catch (...) {
    raised_ = std::current_exception();
    return false;
  }
}

void Callbacks::rethrow() {
  if (raised_) std::rethrow_exception(raised_);
}

void bind_core(py::module_& m) {
  py::class_<Finding>(m, "Finding", "One thing that is wrong in an input.")
      .def_property_readonly("file", [](const Finding& f) { return f.where.file; })
      .def_property_readonly(
          "line", [](const Finding& f) { return f.where.line; }, "from 1; 0 if not known")
      .def_property_readonly("column", [](const Finding& f) { return f.where.column; })
      .def_readonly("key", &Finding::key, "track.segments[2].length")
      .def_readonly("problem", &Finding::problem)
      .def_readonly("got", &Finding::got)
      .def_readonly("allowed", &Finding::allowed)
      .def_readonly("advice", &Finding::advice)
      .def("__str__", &Finding::text);
  bad_input = PyErr_NewExceptionWithDoc(
      "flangeway.BadInput", "Bad data: the text of the command line; `findings` lists them one by one.",
      PyExc_ValueError, nullptr);
  numerical_failure = PyErr_NewExceptionWithDoc(
      "flangeway.NumericalFailure", "A computation failed; `result` is what it gave until then, or None.",
      PyExc_RuntimeError, nullptr);
  m.attr("BadInput") = py::reinterpret_borrow<py::object>(bad_input);
  m.attr("NumericalFailure") = py::reinterpret_borrow<py::object>(numerical_failure);
  py::register_exception_translator(&translate);
}

}  // namespace flangeway::python
