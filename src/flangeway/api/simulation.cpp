#include "flangeway/simulation.hpp"

#include "flangeway/api/case_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway {

struct Simulation::Data {
  explicit Data(const Case& of)
      : to_run(of),
        simulation(of.data().model),
        advance(simulation),
        row(of.data().channels.size()),
        reference(6 * of.data().model.vehicle.bodies.reference_body),
        start(simulation.state().y[reference]) {}

  Case to_run;
  simulate::Simulation simulation;
  simulate::Advance advance;
  std::vector<double> row;
  std::size_t reference;  // component of the state
  double start;           // m
};

Simulation::Simulation(const Case& of) {
  api::translated([&] {
    if (!of.data().model.control.controllers.empty())
      api::refuse("case", "has controllers, which belong to whole runs", of.name(),
                  "a case without controllers");
    data_ = std::make_unique<Data>(of);
    std::vector<double> rate(data_->simulation.state().y.size());
    if (data_->simulation.derivative(0, data_->simulation.state().y.data(), rate.data()) != EvalStatus::ok)
      throw NumericalFailure("the forces at the start cannot be computed");
  });
}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

bool Simulation::step() {
  return data_->advance.step() == EvalStatus::ok;
}

double Simulation::time() const {
  return data_->advance.time();
}

double Simulation::distance() const {
  return data_->simulation.state().y[data_->reference] - data_->start;
}

std::span<const double> Simulation::row() {
  const double* y = data_->simulation.state().y.data();
  const double t = data_->advance.time();
  simulate::fill_row(data_->simulation, t, distance(), y, simulate::energy_at(data_->simulation, t, y),
                     data_->row.data());
  return data_->row;
}

}  // namespace flangeway
