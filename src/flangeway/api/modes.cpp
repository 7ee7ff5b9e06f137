#include "flangeway/modes.hpp"

#include "flangeway/api/case_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/relax.hpp"
#include "flangeway/simulate/steady_running.hpp"

namespace flangeway {
namespace {

std::vector<simulate::Mode> modes_of_steady_running(const vehicle_case::CaseModel& model, bool dampers) {
  Findings findings;
  simulate::check_steady_running_on_track(model, findings);
  api::throw_if_any(findings);
  simulate::ReducedEquations equations(dampers ? model : simulate::without_dampers(model),
                                       simulate::RollingAngles::left_out);
  const double speed = model.drive.speed;
  const auto start = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size()));
  return simulate::modes(equations, speed, simulate::steady_running(equations, speed, start));
}

}  // namespace

std::vector<Mode> modes(const Case& of, const ModeOptions& options) {
  return api::translated([&] {
    const vehicle_case::CaseModel& model = of.data().model;
    const auto found = options.steady_running ? modes_of_steady_running(model, options.dampers)
                                              : simulate::modes(model, options.dampers);
    std::vector<Mode> all;
    for (const simulate::Mode& m : found)
      all.push_back({std::string(name_of(kind_of(m))), m.eigenvalue, m.frequency, m.damping_ratio, m.body,
                     m.coordinate});
    return all;
  });
}

}  // namespace flangeway
