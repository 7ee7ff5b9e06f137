#include "flangeway/vehicle_case/coupling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/wheelrail/model.hpp"

namespace flangeway::vehicle_case {
namespace {

// docs/validation/flexible_track.md, "Numbers": 5e-4 s was unstable
constexpr double max_stable_step = 2.5e-4;
// docs/theory/cosimulation.md, 7 bodies without flange contact: 1e-3 s is still stable
constexpr double max_stable_step_on_rigid_rails = 1e-3;

// docs/theory/mass_spring_track.md, "Steps": with 5e-4 s forces on a flange were wrong by a fifth, and runs
// with elastic contact failed at 2.5e-4 s
double max_step_on_masses(const CaseSpec& spec) {
  return spec.contact.method == wheelrail::Method::elastic ? 1e-4 : 2e-4;
}

class Check {
 public:
  Check(const CaseSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {}

  void needless() {
    const char* const coupled = "Leave it out, or set coupling.method = \"tight\"";
    if (!track_yields(spec_) && !spec_.output.track_places.empty())
      add("output.track_places", "has no effect without a mesh of the track", "", "", coupled);
    if (!track_yields(spec_) && !spec_.output.track_chainages.empty())
      add("output.track_chainages", "has no effect without a mesh of the track", "", "", coupled);
    if (!track_yields(spec_) && spec_.output.deformed_track_interval != OutputSpec{}.deformed_track_interval)
      add("output.deformed_track_interval", "has no effect without a mesh of the track", "", "", coupled);
    if (cosim()) return;
    const CosimSpec usual;
    const auto has_no_effect = [&](const char* key) {
      add(key, "has an effect in co-simulation only", "", "",
          "Leave it out, or set coupling.method = \"cosim\"");
    };
    if (spec_.cosim.step != usual.step) has_no_effect("cosim.step");
    if (spec_.cosim.forces != usual.forces) has_no_effect("cosim.forces");
    if (spec_.coupling.method == TrackCoupling::tight && spec_.coupling.mesh == TrackMesh::rigid)
      has_no_effect("coupling.mesh");
  }

  void moving_masses() {
    const double step = std::min(spec_.integration.step, spec_.contact.elastic.max_step);
    if (has_fixed_steps() && step > max_step_on_masses(spec_) * (1 + 1e-9)) {
      add("integration.step",
          "is too long for coupling.method = \"mass_spring\": the rails are light, and their motion under "
          "the "
          "contact forces becomes unstable",
          fmt::format("{}", spec_.integration.step),
          fmt::format("at most {} in s", max_step_on_masses(spec_)),
          "Shorten it, or set integration.method to bdf");
    }
    if (wheelrail::solves_patches(spec_.contact.patch)) {
      refuse("contact.patch", std::string(name_of(spec_.contact.patch)), "hertz",
             "needs rigid rails, but coupling.method = \"mass_spring\" lets them move");
    }
    if (spec_.contact.lift_off) {
      refuse("contact.lift_off", "true", "false",
             "needs rigid rails, but coupling.method = \"mass_spring\" lets them move; elastic contact lets "
             "wheels lift on them");
    }
  }

  void contact() {
    const char* const why = cosim()
                                ? "cannot be computed in a second process (coupling.method = \"cosim\")"
                                : "needs rigid rails, but coupling.method = \"tight\" makes them flexible";
    if (!wheelrail::contact_method(spec_.contact.method).flexible_rails) {
      refuse("contact.method", std::string(name_of(spec_.contact.method)),
             wheelrail::methods_on_flexible_rails().c_str(), why);
    } else if (wheelrail::solves_patches(spec_.contact.patch)) {
      refuse("contact.patch", std::string(name_of(spec_.contact.patch)), "hertz", why);
    }
  }

  void one_step_for_both() {
    const IntegrationSpec& integration = spec_.integration;
    if (!has_fixed_steps()) {
      refuse("integration.method", std::string(name_of(integration.method)), "abm4 or rk4",
             "changes its step, but the system matrix of a flexible track is factorised for one step");
    }
    if (integration.step_failure == StepFailure::halve) {
      refuse("integration.step_failure", "halve", "stop",
             "changes the step, but the system matrix of a flexible track is factorised for one step");
    }
    stable("integration.step", integration.step, std::min(integration.step, spec_.contact.elastic.max_step));
  }

  void two_steps() {
    if (takes_past_steps(spec_.integration.method)) {
      refuse("integration.method", name_of(spec_.integration.method).data(), "abm4, rk4 or dormand_prince",
             "is a multistep method and needs smooth forces, but in co-simulation the contact forces are "
             "discontinuous at every track step");
    }
    const double step = std::min(spec_.integration.step, spec_.contact.elastic.max_step);
    if (has_fixed_steps() && step > spec_.cosim.step * (1 + 1e-9)) {
      add("integration.step", "is longer than the step of the track", fmt::format("{}", step),
          fmt::format("at most cosim.step = {} in s", spec_.cosim.step),
          "Shorten it, or lengthen cosim.step");
    }
    if (track_yields(spec_)) {
      stable("cosim.step", spec_.cosim.step, spec_.cosim.step);
    } else if (spec_.cosim.step > max_stable_step_on_rigid_rails * (1 + 1e-9)) {
      add("cosim.step",
          "is too long: the contact forces come from earlier steps, and the motion of the wheels becomes "
          "unstable",
          fmt::format("{}", spec_.cosim.step), fmt::format("at most {} in s", max_stable_step_on_rigid_rails),
          "Shorten it");
    }
  }

 private:
  [[nodiscard]] bool cosim() const { return spec_.coupling.method == TrackCoupling::cosim; }
  [[nodiscard]] bool has_fixed_steps() const {
    return vehicle_case::has_fixed_steps(spec_.integration.method);
  }
  void add(const char* key, const char* problem, std::string got, std::string allowed, const char* advice) {
    findings_.add({spec_.where, key, problem, std::move(got), std::move(allowed), advice});
  }
  void refuse(const char* key, std::string got, const char* allowed, const char* why) {
    add(key, why, std::move(got), allowed, "Change it, or set coupling.method = \"none\"");
  }
  void stable(const char* key, double given, double step) {
    if (step <= max_stable_step * (1 + 1e-9)) return;
    add(key,
        "is too long for a flexible track: the rails are light, and their motion under the contact forces "
        "becomes unstable",
        fmt::format("{}", given), fmt::format("at most {} in s", max_stable_step), "Shorten it");
  }

  const CaseSpec& spec_;
  Findings& findings_;
};

}  // namespace

bool track_yields(const CaseSpec& spec) {
  const bool meshed =
      spec.coupling.method == TrackCoupling::tight || spec.coupling.method == TrackCoupling::cosim;
  return meshed && spec.coupling.mesh != TrackMesh::rigid;
}

double longest_step(const CaseSpec& spec) {
  if (spec.coupling.method == TrackCoupling::tight) return max_stable_step;
  if (spec.coupling.method == TrackCoupling::mass_spring) return max_step_on_masses(spec);
  return spec.coupling.method == TrackCoupling::cosim ? spec.cosim.step : HUGE_VAL;
}

void check_coupling(const CaseSpec& spec, Findings& findings) {
  Check check(spec, findings);
  check.needless();
  if (spec.coupling.method == TrackCoupling::none) return;
  if (spec.coupling.method == TrackCoupling::mass_spring) return check.moving_masses();
  check.contact();
  spec.coupling.method == TrackCoupling::tight ? check.one_step_for_both() : check.two_steps();
}

void check_mesh(const CaseSpec& spec, const flextrack::Structure& structure, Findings& findings) {
  if (spec.coupling.mesh != TrackMesh::moving || !structure.mixed()) return;
  findings.add({spec.where, "coupling.mesh",
                "has the same structure everywhere, but this track has both sleepers and a slab", "moving",
                "full", "Set coupling.mesh to full"});
}

void limit_steps(CaseSpec& spec) {
  if (spec.coupling.method != TrackCoupling::cosim) return;
  double& longest = spec.integration.max_step;
  longest = longest > 0 ? std::min(longest, spec.cosim.step) : spec.cosim.step;
}

MassSpringRails put_on_rails(flextrack::MassSpringTrack track, vehicle::VehicleModel& vehicle) {
  multibody::Model& bodies = vehicle.bodies;
  const std::size_t first = bodies.state_size();
  bodies.auxiliary_count += track.states() * vehicle.wheelsets.size();
  bodies.relaxation_rates.resize(bodies.auxiliary_count, 0.0);
  return {std::move(track), first};
}

void check_one_process(const CaseModel& model, Findings& findings) {
  if (model.coupling.method != TrackCoupling::cosim) return;
  findings.add({model.where, "coupling.method", "needs two processes", "cosim", "none, tight or mass_spring",
                "Run it with flangeway cosim, or change it"});
}

void check_two_processes(const CaseModel& model, Findings& findings) {
  if (model.coupling.method == TrackCoupling::cosim) return;
  findings.add({model.where, "coupling.method", "needs one process only",
                std::string(name_of(model.coupling.method)), "cosim",
                "Run it with flangeway run, or set coupling.method = \"cosim\""});
}

}  // namespace flangeway::vehicle_case
