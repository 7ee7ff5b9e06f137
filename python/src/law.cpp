// Laws of Python: functions of the C interface that cases name as "registered:NAME".
#include "flangeway/law/law.hpp"

#include <cstdint>

#include "bindings.hpp"

namespace flangeway::python {
namespace {

// Everything that flangeway_law points to, and the function of Python behind it.
struct Holder {
  std::vector<std::string> names;
  std::vector<flangeway_law_parameter> parameters;
  py::object function;
};

void release(Holder* holder) {
  if (Py_IsInitialized() == 0) return;  // the process ends, and its memory with it
  const py::gil_scoped_acquire locked;
  delete holder;
}

law::Kind law_kind_from(const std::string& word) {
  if (word == "creep") return law::Kind::creep;
  if (word == "friction") return law::Kind::friction;
  if (word == "normal") return law::Kind::normal;
  if (word == "element") return law::Kind::element;
  if (word == "irregularity") return law::Kind::irregularity;
  if (word == "wear") return law::Kind::wear;
  if (word == "measure") return law::Kind::measure;
  throw py::value_error("kind is '" + word +
                        "'; allowed: creep, friction, normal, element, irregularity, wear or measure");
}

// `evaluate`, `message`: addresses of functions as in flangeway_law.h.
void register_law(const std::string& kind, const std::string& name, std::uintptr_t evaluate,
                  std::uintptr_t message, int derivatives,
                  const std::vector<std::pair<std::string, double>>& parameters, const std::string& content,
                  py::object function, int states, bool gives_energy) {
  std::shared_ptr<Holder> holder(new Holder, release);
  holder->function = std::move(function);
  for (const auto& [parameter, value] : parameters) holder->names.push_back(parameter);
  constexpr double any = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    holder->parameters.push_back({holder->names[i].c_str(), "1", parameters[i].second, -any, any});
  const flangeway_law law{FLANGEWAY_LAW_INTERFACE,
                          nullptr,
                          reinterpret_cast<flangeway_law_function>(evaluate),
                          derivatives,
                          holder->parameters.size(),
                          holder->parameters.data(),
                          reinterpret_cast<const char* (*)(int)>(message)};
  const law::Kind known = law_kind_from(kind);
  if (known == law::Kind::element)
    return law::register_law(name, {law, states, gives_energy ? 1 : 0}, content, holder);
  law::register_law(known, name, law, content, holder);
}

void unregister_law(const std::string& kind, const std::string& name) {
  law::unregister_law(law_kind_from(kind), name);
}

}  // namespace

void bind_law(py::module_& m) {
  m.def("register_law", &register_law, "kind"_a, "name"_a, "evaluate"_a, "message"_a, "derivatives"_a,
        "parameters"_a, "content"_a, "function"_a, "states"_a, "gives_energy"_a);
  m.def("unregister_law", &unregister_law, "kind"_a, "name"_a);
}

}  // namespace flangeway::python
