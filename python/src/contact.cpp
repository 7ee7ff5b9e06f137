#include "bindings.hpp"
#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/output.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/damage/wear_law.hpp"

#include <cmath>

namespace flangeway::python {
namespace {

using contact::Material;
using contact_case::CaseResult;

py::dict hertz(double longitudinal, double lateral, double normal_force, const Material& steel) {
  need_positive("curvature_longitudinal", longitudinal);
  need_positive("curvature_lateral", lateral);
  need_positive("normal_force", normal_force);
  const contact::UnitPatch unit = contact::unit_patch(longitudinal, lateral, steel, steel);
  const double root = std::cbrt(normal_force), a = unit.a * root, b = unit.b * root;
  return py::dict("a"_a = a, "b"_a = b, "approach"_a = unit.approach * root * root,
                  "pressure"_a = 1.5 * normal_force / (pi * a * b), "c11"_a = unit.c11, "c22"_a = unit.c22,
                  "c23"_a = unit.c23, "c33"_a = unit.c33);
}

contact::CreepLaw law_from(const std::string& word) {
  const auto law = named<contact::CreepLaw>(word);
  if (!law) throw py::value_error("law is '" + word + "'; allowed: " + all_names<contact::CreepLaw>());
  if (*law == contact::CreepLaw::fixed_coefficients)
    throw py::value_error("law is 'fixed_coefficients', whose coefficients belong to a case, not to a patch");
  if (*law == contact::CreepLaw::library)
    throw py::value_error("law is 'library', which belongs to a case: call the function of your law itself");
  return *law;
}

// Each row of `creepages`: ξx, ξy, φ.
py::array_t<double> creep_forces(const Numbers& creepages, double longitudinal, double lateral,
                                 double normal_force, double friction, const std::string& law,
                                 const Material& steel) {
  need_positive("curvature_longitudinal", longitudinal);
  need_positive("curvature_lateral", lateral);
  if (creepages.ndim() < 1 || creepages.shape(creepages.ndim() - 1) != 3)
    throw py::value_error("creepages: an array of shape (…, 3) is needed");
  contact::CreepModel model;
  model.law = law_from(law);
  model.shear_modulus = steel.shear_modulus();
  model.friction.coefficient = friction;
  const contact::UnitPatch unit = contact::unit_patch(longitudinal, lateral, steel, steel);
  std::vector<double> out;
  for (py::ssize_t i = 0; i < creepages.size(); i += 3) {
    const double* c = creepages.data() + i;
    const contact::CreepForces f =
        contact::creep_forces<double>(model, unit, normal_force, {c[0], c[1], c[2]}, 0);
    out.insert(out.end(), {f.longitudinal, f.lateral, f.spin_moment});
  }
  return array_of(std::move(out), {creepages.shape(), creepages.shape() + creepages.ndim()});
}

py::dict fields_of(results::FieldGroup group) {
  py::dict out;
  for (results::Field& field : group.fields) {
    std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(field.columns)};
    if (field.rows > 0) shape.insert(shape.begin(), static_cast<py::ssize_t>(field.rows));
    out[py::str(field.name)] =
        py::make_tuple(array_of(std::move(field.values), std::move(shape)), field.unit);
  }
  return out;
}

py::dict result_of(const CaseResult& result) {
  py::list patches;
  for (const contact_case::PatchFields& fields : result.fields)
    patches.append(fields_of(contact_case::field_group("", result, fields)));
  return py::dict("number"_a = result.metadata.number, "name"_a = result.metadata.name,
                  "status"_a = contact_case::name_of(result.status), "message"_a = result.message,
                  "warnings"_a = result.warnings, "json"_a = result.json.dump(), "patches"_a = patches);
}

contact_case::Batch load(const Source& source, const std::vector<std::string>& sets) {
  Findings findings;
  const NoteCollector notes;
  const auto& [file, text] = source;
  contact_case::Batch batch =
      checked(text ? contact_case::load_contact(open(source, {}, findings), sets, findings)
                   : contact_case::load_contact(file, sets, findings),
              findings);
  warn_of(notes);
  if (!batch.warnings.empty() && PyErr_WarnEx(PyExc_UserWarning, batch.warnings.text().c_str(), 2) != 0)
    throw py::error_already_set();
  return batch;
}

py::list solve(const Source& source, const std::vector<std::string>& sets, unsigned threads, bool fields,
               const std::string& law) {
  const contact_case::Batch batch = load(source, sets);
  py::list out;
  Callbacks callbacks;
  contact_case::RunOptions options;
  options.threads = std::max(1U, threads);
  options.wanted.fields = fields;
  Findings findings;
  if (!law.empty()) options.wanted.wear = checked(damage::read_law(law, findings), findings);
  options.deliver = [&](const CaseResult& result) {
    return callbacks.call([&]() -> py::object {
      out.append(result_of(result));
      return py::none();
    });
  };
  // Ctrl-C is obeyed between cases.
  options.interrupted = [&] { return !callbacks.call([]() -> py::object { return py::none(); }); };
  {
    const py::gil_scoped_release unlocked;
    contact_case::run(batch, options);
  }
  callbacks.rethrow();
  return out;
}

}  // namespace

void bind_contact(py::module_& m) {
  py::class_<Material>(m, "Material", "An isotropic elastic material; rail steel if nothing is given.")
      .def(py::init([](double youngs_modulus, double poisson_ratio) {
             need_positive("youngs_modulus", youngs_modulus);
             return Material{youngs_modulus, poisson_ratio};
           }),
           "youngs_modulus"_a = 2.1e11, "poisson_ratio"_a = 0.28)
      .def_readonly("youngs_modulus", &Material::youngs_modulus, "Pa")
      .def_readonly("poisson_ratio", &Material::poisson_ratio)
      .def_property_readonly("shear_modulus", &Material::shear_modulus, "Pa");
  m.def("hertz", &hertz, "curvature_longitudinal"_a, "curvature_lateral"_a, "normal_force"_a,
        "material"_a = Material{},
        "The elliptic patch of two bodies of one material: a dict of the semi-axes a (along rolling) and b "
        "(m),\n"
        "approach (m), pressure (the largest, Pa) and Kalker's coefficients c11, c22, c23, c33.\n\n"
        "Curvatures: sums of wheel's and rail's, 1/m, > 0. normal_force: N.");
  m.def("creep_forces", &creep_forces, "creepages"_a, "curvature_longitudinal"_a, "curvature_lateral"_a,
        "normal_force"_a, "friction"_a = 0.3, "law"_a = "kalker_table", "material"_a = Material{},
        "Forces on the wheel, shape (…, 3): longitudinal and lateral (N), spin moment (N m).\n\n"
        "creepages: longitudinal, lateral (1) and spin (1/m) of the wheel against the rail, shape (…, 3). "
        "law:\n"
        "a word of contact.creep.law of a case file, such as 'kalker_table'. The patch as in hertz().");
  m.def("solve_contact", &solve, "source"_a, "sets"_a, "threads"_a, "fields"_a, "law"_a);
}

}  // namespace flangeway::python
