#include "flangeway/case_codegen/supported.hpp"

namespace flangeway::case_codegen {

using vehicle::IntegratorMethod;

namespace {

class Check {
 public:
  Check(const document::Document& file, Findings& findings) : file_(file), findings_(findings) {}
  void refuse(const char* key, const char* problem, const char* got, const char* allowed,
              const char* advice) const {
    findings_.add({file_.where(key), key, problem, got, allowed, advice});
  }

 private:
  const document::Document& file_;
  Findings& findings_;
};

constexpr const char* no_code = "is not supported by code generation";

void check_contact(const vehicle::CaseModel& model, const Check& check) {
  const wheelrail::Settings& settings = model.contact.settings;
  if (settings.method != wheelrail::Method::kec)
    check.refuse("contact.method", no_code, wheelrail::method_name(settings.method), "kec",
                 "Choose method = \"kec\", which the generated code follows");
  if (settings.coupling != wheelrail::NormalForceCoupling::solved)
    check.refuse("contact.normal_force", no_code, "previous_step", "solved", "Leave it out");
  if (settings.lift_off)
    check.refuse("contact.lift_off", no_code, "true", "false",
                 "Leave it out: in the generated code a wheel that would lift is pulled");
}

void check_time(const vehicle::CaseModel& model, const Check& check) {
  const vehicle::IntegrationSpec& spec = model.spec.integration;
  if (spec.method != IntegratorMethod::abm4 && spec.method != IntegratorMethod::rk4)
    check.refuse("integration.method", no_code, vehicle::method_name(spec.method), "abm4, rk4",
                 "Real time needs fixed steps");
  if (spec.step_failure != vehicle::StepFailure::stop)
    check.refuse("integration.step_failure", no_code, "halve", "stop", "Real time needs fixed steps");
}

}  // namespace

void check_supported(const vehicle::CaseModel& model, const document::Document& file, Findings& findings) {
  const Check check(file, findings);
  check_contact(model, check);
  check_time(model, check);
  if (model.structure)
    check.refuse("coupling.method", no_code, "tight", "none", "The track of generated code stands");
}

}  // namespace flangeway::case_codegen
