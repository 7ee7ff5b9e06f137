#include "flangeway/wheelrail/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/contact/creep_table.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/wheelrail/pair_key.hpp"

namespace flangeway::wheelrail {
namespace {

bool same_pair(const WheelsetInput& a, const WheelsetInput& b) {
  return a.left == b.left && a.right == b.right && a.radius == b.radius &&
         a.profile_position == b.profile_position && a.wheels == b.wheels;
}

std::string key_of(const Settings& settings, const geometry::WheelsetGeometry& geometry,
                   const RailInput& rails) {
  PairKey key;
  key.add(static_cast<long>(settings.method));
  contact_method(settings.method).add_to_key(settings, key);
  key.add(geometry.left);
  key.add(geometry.right);
  for (const std::vector<RailCourse>& courses : rails.courses) {
    key.add(static_cast<long>(courses.size()));
    for (const RailCourse& course : courses) key.add(course);
  }
  for (const std::vector<CheckRail>& checks : rails.checks) {
    key.add(static_cast<long>(checks.size()));
    for (const CheckRail& check : checks) key.add(check);
  }
  return key.bytes();
}

PairTable build_pair(const Settings& settings, const geometry::WheelsetGeometry& geometry,
                     const RailInput& rails) {
  auto pair = std::make_shared<Pair>();
  std::string failure = contact_method(settings.method).make_pair(settings, geometry, rails, *pair);
  return {std::move(pair), std::move(failure)};
}

// One wheel of a pair, below the centre of its carrier. Elastic contact.
std::shared_ptr<const Pair> with_one_wheel(const Pair& pair, std::size_t side) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  auto one = std::make_shared<Pair>(pair);
  one->shapes[side].wheel_lateral = 0;
  one->shapes[1 - side].wheel = {};
  return one;
}

std::shared_ptr<const Pair> make_pair(const Settings& settings, const WheelsetInput& wheelset,
                                      const RailInput& rails, PairTables& tables, Findings& findings) {
  const geometry::WheelsetGeometry geometry =
      geometry::make_geometry(*wheelset.left, *wheelset.right, *rails.left, *rails.right,
                              wheelset.profile_position, wheelset.radius, rails.placement);
  const auto [pair, failure] =
      tables.get(key_of(settings, geometry, rails), [&] { return build_pair(settings, geometry, rails); });
  if (!failure.empty()) {
    findings.add({wheelset.where, "profile_position", failure,
                  fmt::format("wheel profile at {:.1f} mm, rail profile at {:.1f} mm from the middle",
                              wheelset.profile_position * 1e3, geometry.left.rail_lateral * 1e3),
                  "",
                  "Check profile_position of the wheelset, the gauge or lateral_position of the rails, and "
                  "the profiles"});
    return pair;
  }
  if (wheelset.wheels[0] && wheelset.wheels[1]) return pair;
  return with_one_wheel(*pair, wheelset.wheels[0] ? 0 : 1);
}

}  // namespace

std::optional<Model> build(const Settings& settings, const std::vector<WheelsetInput>& wheelsets,
                           const RailInput& rails, Findings& findings, PairTables* shared) {
  PairTables own;
  PairTables& tables = shared != nullptr ? *shared : own;
  const std::size_t before = findings.all().size();
  Model model;
  model.settings = settings;
  model.method = &contact_method(settings.method);
  model.method->check(settings, rails, findings);
  std::vector<const WheelsetInput*> distinct;
  for (const WheelsetInput& input : wheelsets) {
    const auto known = std::find_if(distinct.begin(), distinct.end(),
                                    [&](const WheelsetInput* other) { return same_pair(input, *other); });
    model.wheelsets.push_back(
        {input.body, static_cast<std::size_t>(known - distinct.begin()), input.radius, input.twists});
    if (known != distinct.end()) continue;
    distinct.push_back(&input);
    model.pairs.push_back(make_pair(settings, input, rails, tables, findings));
  }
  if (findings.all().size() != before) return std::nullopt;
  // The program's table is read here, and not in the first step, which allocates nothing.
  if (settings.creep.law == contact::CreepLaw::kalker_table) (void)contact::creep_table();
  model.rail_half_distance = rails.distance / 2;
  return model;
}

}  // namespace flangeway::wheelrail
