#include "flangeway/case_codegen/case_inputs.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::case_codegen {

namespace {

using vehicle_case::CaseModel;

struct Commanded {
  std::string unit, description;
};

/// Unit and description of the command of an actuator or a valve.
Commanded commanded(const multibody::Model& model, std::size_t command) {
  Commanded found;
  const auto look_at = [&](const auto& elements, const char* unit, const char* description) {
    for (const auto& element : elements) {
      if (std::any_of(element.sources.begin(), element.sources.end(),
                      [&](const multibody::ForceSource& source) { return source.command == command; }))
        found = {unit, fmt::format("{} {}", description, element.name)};
    }
  };
  look_at(multibody::elements_of<multibody::Actuator>(model), "N", "command of the actuator");
  look_at(multibody::elements_of<multibody::TorqueActuator>(model), "N.m", "command of the torque actuator");
  look_at(multibody::elements_of<multibody::AirSpring>(model), "m3/s",
          "commanded flow, at the nominal density, into the air spring");
  return found;
}

class ListOfInputs {
 public:
  explicit ListOfInputs(const CaseModel& model) : model_(model), bodies_(model.vehicle.bodies.bodies) {}

  void add_motors() {
    const std::size_t first = list_.all.size();
    if (model_.drive.mode == vehicle_case::Drive::free)
      add("torque", "N.m", "additional motor torque on each driven wheelset");
    list_.motors = since(first);
  }

  void add_single_wheels() {
    const std::size_t first = list_.all.size();
    for (const multibody::AxleTwist& twist : model_.vehicle.bodies.axle_twists)
      for (const char* side : {".left", ".right"})
        add(bodies_[twist.body].name + side + ".torque", "N.m", "motor torque on this wheel");
    list_.wheels = since(first);
  }

  void add_commands() {
    const std::size_t first = list_.all.size();
    for (std::size_t k = 0; k < model_.vehicle.bodies.commands.size(); ++k) {
      const Commanded command = commanded(model_.vehicle.bodies, k);
      add(model_.vehicle.bodies.commands[k], command.unit, command.description);
    }
    list_.commands = since(first);
  }

  void add_torques() {
    const std::size_t first = list_.all.size();
    for (const wheelrail::Wheelset& wheelset : model_.contact.wheelsets)
      add(bodies_[wheelset.body].name + ".torque", "N.m",
          "additional torque of motor or brake on this wheelset");
    list_.torques = since(first);
  }

  void add_friction() {
    const std::size_t first = list_.all.size();
    for_each_wheel([&](const std::string& wheel) {
      list_.all.push_back(
          {wheel + ".friction", "1", "factor of the coefficient of friction at this wheel", 1, 0.0});
    });
    list_.friction = since(first);
  }

  void add_irregularities() {
    const std::size_t first = list_.all.size();
    for_each_rail("irregularity", [&](const std::string& name, const char* direction) {
      add(name, "m",
          fmt::format("deviation of the rail below this wheel {}; the rail is at rest", direction));
      add(name + "_gradient", "1", "its change per metre of track");
      add(name + "_curvature", "1/m", "change of the gradient per metre of track");
    });
    list_.irregularities = since(first);
  }

  void add_rails() {
    const std::size_t first = list_.all.size();
    for_each_rail("rail", [&](const std::string& name, const char* direction) {
      add(name, "m", fmt::format("displacement of the rail below this wheel {}; the rail moves", direction));
      add(name + "_velocity", "m/s", "its rate of change");
      add(name + "_acceleration", "m/s2", "its second rate of change");
    });
    list_.rails = since(first);
  }

  void add_cant() {
    const std::size_t first = list_.all.size();
    for (const multibody::Body& body : bodies_) {
      add("cant." + body.name, "m",
          "height of the right rail above the left one at this body, added to the cant of the track");
      add("cant." + body.name + ".gradient", "1", "its change per metre of track");
    }
    list_.cant = since(first);
  }

  void add_forces() {
    const std::size_t first = list_.all.size();
    for (const multibody::Body& body : bodies_) {
      for (const char* kind : {"force", "moment"})
        for (const char* axis : {"x", "y", "z"})
          add(fmt::format("{}.{}.{}", kind, body.name, axis), kind[0] == 'f' ? "N" : "N.m",
              kind[0] == 'f' ? "force at the centre of gravity, axes of the body's track frame"
                             : "moment, axes of the body's track frame");
    }
    list_.forces = since(first);
  }

  [[nodiscard]] const InputList& list() const { return list_; }

 private:
  void add(const std::string& name, const std::string& unit, const std::string& description) {
    list_.all.push_back({name, unit, description, 0, {}});
  }
  [[nodiscard]] InputRange since(std::size_t first) const { return {first, list_.all.size() - first}; }
  void for_each_rail(const char* kind, const auto& act) const {
    for_each_wheel([&](const std::string& wheel) {
      act(fmt::format("{}.{}.y", kind, wheel), "to the left");
      act(fmt::format("{}.{}.z", kind, wheel), "upwards");
    });
  }
  void for_each_wheel(const auto& act) const {
    for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i)
      for (const std::size_t side : {0, 1}) act(simulate::wheel_name(model_, i, side));
  }

  const CaseModel& model_;
  const std::vector<multibody::Body>& bodies_;
  InputList list_;
};

}  // namespace

double scale_of(const Input& input) {
  return input.unit == "N" || input.unit == "N.m" ? 1e5 : 1;
}

InputList inputs_of(const CaseModel& model, const std::vector<InputGroup>& groups) {
  const auto has = [&](InputGroup group) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
  };
  ListOfInputs list(model);
  list.add_motors();
  list.add_single_wheels();
  list.add_commands();
  if (has(InputGroup::torques)) list.add_torques();
  if (has(InputGroup::friction)) list.add_friction();
  if (has(InputGroup::irregularities)) list.add_irregularities();
  if (has(InputGroup::rails)) list.add_rails();
  if (has(InputGroup::cant)) list.add_cant();
  if (has(InputGroup::forces)) list.add_forces();
  return list.list();
}

}  // namespace flangeway::case_codegen
