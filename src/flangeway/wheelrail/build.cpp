#include "flangeway/wheelrail/build.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace flangeway::wheelrail {
namespace {

bool same_pair(const WheelsetInput& a, const WheelsetInput& b) {
  return a.left == b.left && a.right == b.right && a.radius == b.radius &&
         a.profile_position == b.profile_position;
}

void check_gauge(const Settings& settings, const RailInput& rails, Findings& findings) {
  if (settings.method != Method::lut) return;
  const double limit = settings.lookup.gauge_variation;
  if (rails.gauge_variation_min >= -limit && rails.gauge_variation_max <= limit) return;
  findings.add(
      {rails.where, "irregularities", "the gauge variation leaves the lookup table",
       fmt::format("{:.2f} … {:.2f} mm", rails.gauge_variation_min * 1e3, rails.gauge_variation_max * 1e3),
       fmt::format("±{:.2f} mm", limit * 1e3),
       "Widen contact.lookup.gauge_variation, or use contact.method = \"kec\""});
}

Pair make_pair(const Settings& settings, const WheelsetInput& wheelset, const RailInput& rails,
               Findings& findings) {
  const geometry::WheelsetGeometry geometry =
      geometry::make_geometry(*wheelset.left, *wheelset.right, *rails.left, *rails.right,
                              wheelset.profile_position, wheelset.radius, rails.placement);
  Pair pair;
  std::string failure;
  if (settings.method == Method::kec) {
    pair.kec = geometry::make_kec(geometry, settings.kec);
    if (pair.kec.left.branches.empty() || pair.kec.right.branches.empty()) {
      failure = "wheel and rail do not touch at the centred position";
    }
  } else {
    pair.lookup = geometry::make_lookup(geometry, settings.lookup);
    failure = pair.lookup.failure;
  }
  if (!failure.empty()) {
    findings.add({wheelset.where, "profile_position", failure,
                  fmt::format("wheel profile at {:.1f} mm, rail profile at {:.1f} mm from the middle",
                              wheelset.profile_position * 1e3, geometry.left.rail_lateral * 1e3),
                  "",
                  "Check profile_position of the wheelset, the gauge or lateral_position of the rails, and "
                  "the profiles"});
  }
  return pair;
}

}  // namespace

std::optional<Model> build(const Settings& settings, const std::vector<WheelsetInput>& wheelsets,
                           const RailInput& rails, Findings& findings) {
  const std::size_t before = findings.all().size();
  check_gauge(settings, rails, findings);
  Model model;
  model.settings = settings;
  std::vector<const WheelsetInput*> distinct;
  for (const WheelsetInput& input : wheelsets) {
    const auto known = std::find_if(distinct.begin(), distinct.end(),
                                    [&](const WheelsetInput* other) { return same_pair(input, *other); });
    model.wheelsets.push_back({input.body, static_cast<std::size_t>(known - distinct.begin()), input.radius});
    if (known != distinct.end()) continue;
    distinct.push_back(&input);
    model.pairs.push_back(make_pair(settings, input, rails, findings));
  }
  if (findings.all().size() != before) return std::nullopt;
  const geometry::RailPlacement& placement = rails.placement;
  model.rail_half_distance = placement.gauge > 0 ? placement.gauge / 2 + 0.0325 : placement.lateral;
  return model;
}

}  // namespace flangeway::wheelrail
