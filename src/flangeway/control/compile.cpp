#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "flangeway/control/model.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::control {
namespace {

constexpr std::size_t max_python_size = 1 << 24;  // bytes

// How many inputs a controller takes for its outputs; nullopt: any number, or outputs that say nothing.
template <typename Law>
std::optional<std::size_t> input_count(const Law& law) {
  const std::size_t outputs = law.outputs.size();
  if constexpr (std::is_same_v<Law, TableSpec>) return 0;
  if constexpr (std::is_same_v<Law, SpeedSpec>) return 1;
  if constexpr (std::is_same_v<Law, SlideProtectionSpec>) return outputs + 1;
  if constexpr (std::is_same_v<Law, LevellingSpec>) return outputs;
  if constexpr (std::is_same_v<Law, LateralSpec>) return 2 * outputs;
  if constexpr (std::is_same_v<Law, GuidanceSpec>)
    return outputs % 2 == 0 ? std::optional(outputs / 2 * 3) : std::nullopt;
  return std::nullopt;
}

class Compiler {
 public:
  Compiler(const std::vector<std::string>& commands, Findings& findings)
      : commands_(commands), findings_(findings) {
    model_.commands = commands.size();
  }

  template <typename Spec>
  void add(const std::vector<Spec>& specs) {
    for (const Spec& spec : specs) {
      Controller controller = common(spec);
      check(spec);
      if constexpr (std::is_base_of_v<ExternalSpec, Spec>) controller.time_limit = spec.time_limit;
      if constexpr (std::is_same_v<Spec, FmuSpec>) {
        controller.law = fmu(spec);
      } else {
        controller.law = spec;
      }
      model_.controllers.push_back(std::move(controller));
    }
  }
  [[nodiscard]] Model take() { return std::move(model_); }

 private:
  void complain(const ControllerSpec& spec, const SourceLocation& where, const std::string& key,
                const std::string& problem, const std::string& got, const std::string& allowed,
                const std::string& advice) {
    findings_.add({where, key.empty() ? spec.key : spec.key + "." + key, problem, got, allowed, advice});
  }

  Controller common(const ControllerSpec& spec) {
    Controller c;
    c.name = spec.name.value, c.key = spec.key, c.where = spec.where;
    c.sample_time = spec.sample_time, c.limit = spec.limit, c.inputs = spec.inputs;
    if (!names_.insert(c.name).second && !c.name.empty())
      complain(spec, spec.name.where, "name", "is the name of two controllers", '"' + c.name + '"', "",
               "Give each a name of its own");
    if (spec.outputs.empty())
      complain(spec, spec.where, "outputs", "is missing or empty", "", "", "Name what it commands");
    for (const auto& output : spec.outputs) add_output(spec, output, c);
    return c;
  }

  void add_output(const ControllerSpec& spec, const document::Located<std::string>& output, Controller& c) {
    const auto found = std::find(commands_.begin(), commands_.end(), output.value);
    const std::string got = '"' + output.value + '"';
    if (found == commands_.end()) {
      const std::string near = nearest_name(output.value, commands_);
      return complain(spec, output.where, "outputs", "is nothing that a controller can command", got, "",
                      near.empty() ? "Name one of actuators or torque_actuators of the vehicle file, "
                                     "AIR_SPRING.valve, WHEELSET.torque or, where the wheels turn "
                                     "against each other, WHEELSET.left.torque"
                                   : "Use \"" + near + '"');
    }
    if (!taken_.insert(output.value).second)
      complain(spec, output.where, "outputs", "is commanded by two controllers, or twice by one", got, "",
               "Leave it to one of them");
    c.outputs.push_back(output.value);
    c.commands.push_back(static_cast<std::size_t>(found - commands_.begin()));
  }

  // In the other order the torques would turn the axle away from the middle.
  void check_pairs(const GuidanceSpec& spec) {
    if (spec.outputs.size() % 2 != 0)
      return complain(spec, spec.where, "outputs", "do not come in pairs",
                      fmt::format("{}", spec.outputs.size()), "an even number",
                      "Name the left and the right wheel of each axle");
    for (std::size_t i = 0; i < spec.outputs.size(); i += 2) {
      constexpr std::string_view end = ".left.torque";
      const std::string &left = spec.outputs[i].value, &right = spec.outputs[i + 1].value;
      if (left.ends_with(end) && right == left.substr(0, left.size() - end.size()) + ".right.torque")
        continue;
      complain(spec, spec.outputs[i].where, "outputs", "are not the wheels of one axle, the left one first",
               fmt::format("\"{}\", \"{}\"", left, right), "",
               "Name WHEELSET.left.torque and then WHEELSET.right.torque");
    }
  }

  void check_exchange(const SharedMemorySpec& spec) {
    if (!spec.file.value.empty() && !files_.insert(spec.file.value).second)
      complain(spec, spec.file.where, "file", "is the exchange of another controller",
               '"' + spec.file.value + '"', "", "Give each a file of its own");
  }

  template <typename Spec>
  void check(const Spec& spec) {
    if (const auto count = input_count(spec); count && *count != spec.inputs.size())
      complain(spec, spec.where, "inputs", "has not as many channels as the outputs need",
               fmt::format("{}", spec.inputs.size()), fmt::format("{}", *count), "");
    if constexpr (std::is_same_v<Spec, GuidanceSpec>) check_pairs(spec);
    if constexpr (std::is_same_v<Spec, SharedMemorySpec>) check_exchange(spec);
    if constexpr (std::is_same_v<Spec, SlideProtectionSpec>) {
      if (spec.apply_slip > spec.release_slip)
        complain(spec, spec.where, "apply_slip", "is larger than release_slip",
                 fmt::format("{}", spec.apply_slip), fmt::format("at most {}", spec.release_slip),
                 "The brake would be applied and released at once");
    }
    if constexpr (std::is_same_v<Spec, SpeedSpec>) {
      if (spec.constant_power_from > 0 && spec.limit == 0)
        complain(spec, spec.where, "constant_power_from", "has no effect without limit", "", "",
                 "Give limit");
    }
    if constexpr (std::is_same_v<Spec, PythonSpec>) {
      std::error_code ignored;
      if (!spec.file.value.empty() && !std::filesystem::is_regular_file(spec.file.value, ignored))
        complain(spec, spec.file.where, "file", "does not exist", '"' + spec.file.value + '"', "",
                 "Give the path of a Python file");
      else if (!spec.file.value.empty())
        (void)document::read_bytes(spec.file.value, max_python_size, findings_);
    }
  }

  Fmu fmu(const FmuSpec& spec) {
    Fmu fmu;
    fmu.spec = spec;
    if (spec.file.value.empty()) return fmu;
    const auto read = fmi::read_description(spec.file.value, spec.file.where, spec.key + ".file", findings_);
    if (!read) return fmu;
    fmu.description = *read;
    const bool exchanges = spec.use == FmuUse::model_exchange ||
                           (spec.use == FmuUse::automatic && read->co_simulation_library.empty());
    fmu.use = exchanges ? fmi::Use::model_exchange : fmi::Use::co_simulation;
    if ((exchanges ? read->model_exchange : read->co_simulation).empty())
      complain(spec, spec.where, "use", "is not offered by the FMU",
               exchanges ? "model_exchange" : "co_simulation", exchanges ? "co_simulation" : "model_exchange",
               "Leave it out");
    else if ((exchanges ? read->model_exchange_library : read->co_simulation_library).empty())
      complain(spec, spec.where, "use", "has no library for this machine in the FMU",
               exchanges ? "model_exchange" : "co_simulation", exchanges ? "co_simulation" : "model_exchange",
               "Leave it out");
    fmu.inputs = places(spec, "input", "input_variables", spec.input_variables, spec.inputs.size(), *read);
    fmu.outputs =
        places(spec, "output", "output_variables", spec.output_variables, spec.outputs.size(), *read);
    check_twice(spec, spec.input_variables);
    for (const document::Setting& setting : spec.parameters) add_start(spec, setting, fmu);
    return fmu;
  }

  void add_start(const FmuSpec& spec, const document::Setting& setting, Fmu& fmu) {
    const auto place = fmu.description.find(setting.key);
    const std::string key = "parameters." + setting.key;
    if (!place) return unknown(spec, setting.value.where, key, setting.key, fmu.description);
    const std::string& causality = fmu.description.variables[place->variable].causality;
    if (causality != "parameter" && causality != "input" && causality != "local")
      return complain(spec, setting.value.where, key, "cannot be set: it is no parameter of the FMU",
                      '"' + causality + '"', "causality parameter, input or local", "Leave it out");
    if (!setting.value.number)
      return complain(spec, setting.value.where, key, "is not a number", setting.value.text, "a number", "");
    fmu.starts.push_back({*place, *setting.value.number});
  }

  // Reports a variable that cannot be set, or whose value is none of the FMU's results.
  void check_causality(const FmuSpec& spec, const char* wanted, const char* key,
                       const document::Located<std::string>& name, const fmi::Variable& variable,
                       const fmi::Description& description) {
    const bool is_input = std::string_view(wanted) == "input";
    const std::string& causality = variable.causality;
    const bool right =
        is_input ? causality == "input"
                 : causality == "output" || causality == "local" || causality == "calculatedParameter";
    if (right) return;
    const std::vector<std::string> all = description.names(wanted);
    std::string near = nearest_name(name.value, all);
    if (near.empty() && !all.empty()) near = all.front();
    complain(
        spec, name.where, key, fmt::format("names \"{}\", which is no {} of the FMU", name.value, wanted),
        '"' + causality + '"',
        is_input ? "causality input" : "causality output, local or calculatedParameter",
        near.empty()
            ? fmt::format("The FMU has no {}s", wanted)
            : fmt::format("Name its {}s, such as \"{}\"{}", wanted, near,
                          is_input && causality == "parameter" ? "; parameters go into parameters" : ""));
  }

  // The later value would win.
  void check_twice(const FmuSpec& spec, const Names& names) {
    std::set<std::string> seen;
    for (const auto& name : names)
      if (!seen.insert(name.value).second)
        complain(spec, name.where, "input_variables", "names a variable twice", '"' + name.value + '"', "",
                 "Give each input a variable of its own");
  }

  void unknown(const FmuSpec& spec, const SourceLocation& where, const std::string& key,
               const std::string& name, const fmi::Description& description) {
    const std::string near = nearest_name(name, description.names());
    complain(spec, where, key, "is no variable of the FMU that is a number", '"' + name + '"', "",
             near.empty() ? "Name a variable of its modelDescription.xml" : "Use \"" + near + '"');
  }

  std::vector<fmi::Place> places(const FmuSpec& spec, const char* causality, const char* key,
                                 const Names& given, std::size_t count, const fmi::Description& description) {
    Names names = given;
    if (names.empty())
      for (const std::string& name : description.names(causality)) names.push_back({name, spec.where});
    std::vector<fmi::Place> places;
    for (const auto& name : names) {
      if (const auto place = description.find(name.value)) {
        places.push_back(*place);
        check_causality(spec, causality, key, name, description.variables[place->variable], description);
      } else {
        unknown(spec, name.where, key, name.value, description);
      }
    }
    if (names.size() != count)
      complain(spec, spec.where, key,
               fmt::format("has not as many variables as the controller has {}s", causality),
               fmt::format("{}", names.size()), fmt::format("{}", count),
               given.empty() ? fmt::format("Name them: the FMU has other {}s, too", causality) : "");
    return places;
  }

  const std::vector<std::string>& commands_;
  Findings& findings_;
  Model model_;
  std::set<std::string> names_, taken_, files_;
};

}  // namespace

Model compile(const Spec& spec, const std::vector<std::string>& commands, Findings& findings) {
  Compiler compiler(commands, findings);
  compiler.add(spec.tables);
  compiler.add(spec.speed);
  compiler.add(spec.slide_protection);
  compiler.add(spec.levelling);
  compiler.add(spec.lateral);
  compiler.add(spec.guidance);
  compiler.add(spec.python);
  compiler.add(spec.fmus);
  compiler.add(spec.shared_memory);
  return compiler.take();
}

}  // namespace flangeway::control
