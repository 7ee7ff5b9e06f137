#include "flangeway/case_codegen/supported.hpp"

#include <fmt/format.h>

#include "flangeway/case_codegen/contact_methods.hpp"
#include "flangeway/multibody/lists.hpp"

namespace flangeway::case_codegen {

using vehicle_case::IntegratorMethod;

namespace {

class Check {
 public:
  Check(const document::Document& file, Findings& findings) : file_(file), findings_(findings) {}
  void refuse(const char* key, const char* problem, std::string got, std::string allowed,
              std::string advice) const {
    findings_.add({file_.where(key), key, problem, std::move(got), std::move(allowed), std::move(advice)});
  }

 private:
  const document::Document& file_;
  Findings& findings_;
};

constexpr const char* no_code = "is not supported by code generation";

std::string names_of_methods(const char* quote, const char* between) {
  std::string names;
  for (const ContactCode* code : contact_codes) {
    if (!names.empty()) names += between;
    names.append(quote).append(name_of(code->method)).append(quote);
  }
  return names;
}

void check_contact(const vehicle_case::CaseModel& model, const Check& check) {
  const wheelrail::Settings& settings = model.contact.settings;
  if (contact_code(settings.method) == nullptr)
    check.refuse("contact.method", no_code, name_of(settings.method).data(), names_of_methods("", ", "),
                 "Choose method = " + names_of_methods("\"", " or ") + ", which the generated code follows");
  if (settings.creep.law == contact::CreepLaw::fastsim)
    check.refuse("contact.creep.law", no_code, "fastsim", "kalker_table, polach and the linear laws",
                 "Choose law = \"kalker_table\", which is more accurate and faster");
  if (settings.kec.linear_roll)
    check.refuse("contact.kec.linear_roll", no_code, "true", "false", "Leave it out");
  if (settings.lookup.linear_gauge)
    check.refuse("contact.lookup.linear_gauge", no_code, "true", "false", "Leave it out");
  const std::pair<const char*, bool> terms[] = {
      {"contact.kec.irregularity_accelerations", settings.terms.irregularity_accelerations},
      {"contact.lookup.rotated_axes", settings.terms.rotated_axes},
      {"contact.lookup.longitudinal_terms", settings.terms.longitudinal_terms}};
  for (const auto& [key, kept] : terms)
    if (!kept) check.refuse(key, no_code, "false", "true", "Leave it out");
  if (settings.creep_law != nullptr)
    check.refuse("contact.creep.law", no_code, "library", "kalker_table, polach and the linear laws",
                 "Choose a built-in law");
  if (settings.friction_law != nullptr)
    check.refuse("contact.friction.library",
                 "names a friction law of your own, which generated code does not know", "", "",
                 "Leave it out, or describe friction by limit_ratio and decay");
  if (!model.contact.surfaces.even())
    check.refuse("wheels",
                 "are not round, or the track has irregularities.surface, which generated code does not know",
                 "", "", "Leave them out");
  if (wheelrail::friction_varies(settings))
    check.refuse("contact.friction", "varies along the track, which generated code does not know", "", "",
                 "Leave stations and recovery out");
  if (settings.coupling != wheelrail::NormalForceCoupling::solved)
    check.refuse("contact.normal_force", no_code, "previous_step", "solved", "Leave it out");
}

void check_time(const vehicle_case::CaseModel& model, const Check& check) {
  const vehicle_case::IntegrationSettings& integration = model.integration;
  if (integration.method != IntegratorMethod::abm4 && integration.method != IntegratorMethod::rk4)
    check.refuse(
        "integration.method", no_code,
        integration.choice.reason.empty()
            ? std::string(name_of(integration.method))
            : fmt::format("auto, which takes {}: {}", name_of(integration.method), integration.choice.reason),
        "abm4, rk4", "Real time needs fixed steps");
  if (integration.step_failure != vehicle_case::StepFailure::stop)
    check.refuse("integration.step_failure", no_code, "halve", "stop", "Real time needs fixed steps");
  if (!integration.wheel_projection)
    check.refuse("integration.wheel_projection", no_code, "false", "true", "Leave it out");
}

void check_joints(const vehicle_case::CaseModel& model, const Check& check) {
  if (model.vehicle.bodies.joints.empty() ||
      model.integration.joint_stabilisation != vehicle_case::JointStabilisation::partitioning)
    return;
  check.refuse("integration.joint_stabilisation", no_code, "partitioning", "projection, baumgarte",
               "Leave it out: projection is the most accurate");
}

}  // namespace

void check_supported(const vehicle_case::CaseModel& model, const document::Document& file,
                     Findings& findings) {
  const Check check(file, findings);
  check_contact(model, check);
  check_time(model, check);
  check_joints(model, check);
  if (multibody::calls_laws(model.vehicle.bodies))
    check.refuse("vehicle",
                 "has library_lines or library_springs, which are not supported by code generation", "", "",
                 "Replace them by built-in elements");
  if (!model.control.controllers.empty())
    check.refuse(
        "control", no_code, "", "",
        "Leave the controllers out: the code has inputs for actuators and motors, which the caller sets");
  for (const vehicle::Wheelset& wheelset : model.vehicle.wheelsets)
    if (wheelset.torque_reaction != multibody::no_index) {
      check.refuse("vehicle", "has torque_reaction, which is not supported by code generation", "", "",
                   "Leave torque_reaction out");
      break;
    }
  if (const auto coupling = model.coupling.method; coupling != vehicle_case::TrackCoupling::none)
    check.refuse("coupling.method", no_code, name_of(coupling).data(), "none",
                 "Generated code has a rigid track");
}

}  // namespace flangeway::case_codegen
