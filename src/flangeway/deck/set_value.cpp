#include "flangeway/deck/set_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "flangeway/deck/number.hpp"

namespace flangeway::deck {
namespace {

constexpr double any_size = std::numeric_limits<double>::max();

// A value by its name in the format; `used` says whether a case takes it.
struct Name {
  const char* name;
  bool (*used)(const Case& one);
  void (*set)(Case& one, double value);
  double min_value = -any_size, max_value = any_size;
};

bool on_rail(const Case& one) {
  return one.module == 1;
}
// F = 1 gives the longitudinal force, F = 2 both; otherwise they are creepages.
bool is_force(const Case& one, bool lateral) {
  return one.control.force >= (lateral ? 2 : 1);
}
bool slides(const Case& one) {
  return one.module == 3 && one.control.tangential != 0;
}
// A Hertzian potential contact follows from the load, and later cases may keep it.
bool has_own_grid(const Case& one) {
  return one.module == 3 && one.values.potential.kind > 0;
}

template <std::size_t Place>
void set_position(Case& one, double value) {
  one.values.state.position[Place] = value;
}
template <std::size_t Place>
void set_velocity(Case& one, double value) {
  one.values.state.velocity[Place] = value;
}

const std::vector<Name>& names() {
  static const std::vector<Name> table{
      {"Y", on_rail, set_position<1>},
      {"Z", [](const Case& one) { return on_rail(one) && one.control.normal == 0; }, set_position<2>},
      {"FZ", [](const Case& one) { return on_rail(one) && one.control.normal == 1; }, set_position<2>, 0},
      {"ROLL", on_rail, set_position<3>},
      {"YAW", on_rail, set_position<4>},
      {"PITCH", on_rail, set_position<5>},
      {"VS", [](const Case& one) { return on_rail(one) && one.control.configuration < 4; }, set_velocity<0>},
      {"VY", on_rail, set_velocity<1>},
      {"VZ", on_rail, set_velocity<2>},
      {"VROLL", on_rail, set_velocity<3>},
      {"VYAW", on_rail, set_velocity<4>},
      {"VPITCH", [](const Case& one) { return on_rail(one) && one.control.force != 1; }, set_velocity<5>},
      {"FX_WS", [](const Case& one) { return on_rail(one) && one.control.force == 1; },
       [](Case& one, double value) { one.values.state.force_x = value; }},
      {"FN", [](const Case& one) { return has_own_grid(one) && one.control.normal == 1; },
       [](Case& one, double value) { one.values.loads.normal = value; }, 1e-9},
      {"PEN", [](const Case& one) { return has_own_grid(one) && one.control.normal == 0; },
       [](Case& one, double value) { one.values.loads.normal = value; }},
      {"CKSI", [](const Case& one) { return slides(one) && !is_force(one, false); },
       [](Case& one, double value) { one.values.loads.x = value; }},
      {"CETA", [](const Case& one) { return slides(one) && !is_force(one, true); },
       [](Case& one, double value) { one.values.loads.y = value; }},
      {"FX", [](const Case& one) { return slides(one) && is_force(one, false); },
       [](Case& one, double value) { one.values.loads.x = value; }, -1, 1},
      {"FY", [](const Case& one) { return slides(one) && is_force(one, true); },
       [](Case& one, double value) { one.values.loads.y = value; }, -1, 1},
      {"CPHI", slides, [](Case& one, double value) { one.values.loads.spin = value; }},
      {"FKIN", [](const Case& one) { return one.values.friction.law == 0; },
       [](Case& one, double value) {
         for (FrictionSet& set : one.values.friction.sets) set.values[0] = set.values[1] = value;
       },
       1e-4, 100}};
  return table;
}

struct Assigned {
  int number = 0;  // 0: all cases
  std::string name, value;
};

// Nothing where something else than the number of a case is before a dot.
std::optional<Assigned> split(const std::string& text, std::size_t equals) {
  Assigned out{0, text.substr(0, equals), text.substr(equals + 1)};
  const std::size_t dot = out.name.find('.');
  if (dot == std::string::npos) return out;
  const std::string number = out.name.substr(0, dot);
  if (number.empty() || number.size() > 6 || number.find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  out.number = std::stoi(number);
  out.name = out.name.substr(dot + 1);
  return out.number > 0 ? std::optional(out) : std::nullopt;
}

// Names that a case of this deck takes.
std::string names_used_by(const Deck& deck) {
  std::vector<std::string> used;
  for (const Name& known : names())
    if (std::any_of(deck.cases.begin(), deck.cases.end(), known.used)) used.emplace_back(known.name);
  return fmt::format("{}; with a number for one case: 1.{}", fmt::join(used, ", "),
                     used.empty() ? "NAME" : used.front());
}

// Keys of contact files (TOML) and the names of the same quantities in decks.
constexpr std::array<std::pair<std::string_view, const char*>, 12> keys_of_contact_files{
    {{"patch.normal_force", "FN"},
     {"patch.approach", "PEN"},
     {"patch.longitudinal_creepage", "CKSI"},
     {"patch.lateral_creepage", "CETA"},
     {"patch.longitudinal_force", "FX"},
     {"patch.lateral_force", "FY"},
     {"patch.spin", "CPHI"},
     {"patch.friction.coefficient", "FKIN"},
     {"wheel_on_rail.friction.coefficient", "FKIN"},
     {"wheel_on_rail.vertical_force", "FZ"},
     {"wheel_on_rail.wheelset.y", "Y"},
     {"wheel_on_rail.wheelset.yaw", "YAW"}}};

std::string advice_for(std::string_view name) {
  const auto known = std::find_if(keys_of_contact_files.begin(), keys_of_contact_files.end(),
                                  [&](const auto& pair) { return pair.first == name; });
  if (known == keys_of_contact_files.end())
    return "A deck has the names of its format, in its units and signs. For other values change the deck";
  return fmt::format("{} of contact files is {} in decks, in their units and signs", name, known->second);
}

}  // namespace

void set_value(const std::string& assignment, Deck& deck, Findings& findings) {
  const auto complain = [&](std::string problem, std::string allowed, std::string advice) {
    findings.add(
        {{"--set", 0, 0}, {}, std::move(problem), assignment, std::move(allowed), std::move(advice)});
  };
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) return complain("is no assignment", "NAME=VALUE or CASE.NAME=VALUE", "");
  const auto assigned = split(assignment, equals);
  const auto known = std::find_if(names().begin(), names().end(),
                                  [&](const Name& one) { return assigned && one.name == assigned->name; });
  if (known == names().end())
    return complain("names no value of a deck that can be set", names_used_by(deck),
                    advice_for(std::string_view(assignment).substr(0, equals)));
  const bool is_angle = assigned->name == "ROLL" || assigned->name == "YAW" || assigned->name == "PITCH";
  const auto value = is_angle ? parse_angle(assigned->value) : parse_real(assigned->value);
  if (!value || !(*value >= known->min_value && *value <= known->max_value))
    return complain("is no admissible value",
                    known->max_value < any_size
                        ? fmt::format("{:g} to {:g}", known->min_value, known->max_value)
                    : known->min_value > -any_size ? fmt::format(">= {:g}", known->min_value)
                                                   : "a number",
                    "");
  if (assigned->number > static_cast<int>(deck.cases.size()))
    return complain("names no case", fmt::format("cases 1 to {}", deck.cases.size()), "");
  bool has_effect = false;
  for (Case& one : deck.cases) {
    if ((assigned->number != 0 && one.number != assigned->number) || !known->used(one)) continue;
    known->set(one, *value);
    has_effect = true;
  }
  if (!has_effect)
    complain("has no effect: the control digits of no such case take this value", "",
             "Leave it out, or change the deck");
}

}  // namespace flangeway::deck
