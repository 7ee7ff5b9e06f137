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

// Names everything that goes into a table, number by number. A member added to one of the structs does not
// compile here until it is in the key.
class Key {
 public:
  void add(double value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void add(const profile::Curve& curve) {
    const std::vector<Vec2> points = curve.points();
    add(static_cast<double>(points.size()));
    for (const Vec2& point : points) add(point.x()), add(point.y());
    add(static_cast<double>(curve.breaks().size()));
    for (const double place : curve.breaks()) add(place);
  }
  void add(long value) { add(static_cast<double>(value)); }
  void add(const contact::Material& material) {
    const auto& [modulus, ratio] = material;
    all(modulus, ratio);
  }
  void add(const geometry::Side& side) {
    const auto& [wheel, rail, wheel_lateral, rail_lateral, rail_height, inclination, radius] = side;
    all(wheel, rail, wheel_lateral, rail_lateral, rail_height, inclination, radius);
  }
  void add(const geometry::PatchSettings& patch) {
    const auto& [wheel, rail, curvature_window] = patch;
    all(wheel, rail, curvature_window);
  }
  void add(const geometry::KecSettings& settings) {
    const auto& [transition_length, points, conicity, patch] = settings;
    all(transition_length, points, conicity, patch);
  }
  void add(const geometry::LookupSettings& settings) {
    const auto& [lateral, gauge, variation, transition, overlap, free, patch] = settings;
    all(lateral, gauge, variation, transition, overlap, free, patch);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  template <typename... Parts>
  void all(const Parts&... parts) {
    (add(parts), ...);
  }
  std::string bytes_;
};

std::string key_of(const Settings& settings, const geometry::WheelsetGeometry& geometry) {
  Key key;
  key.add(is_elastic(settings.method) ? 2L : static_cast<long>(settings.method));
  switch (settings.method) {
    case Method::kec:
      key.add(settings.kec);
      break;
    case Method::lut:
      key.add(settings.lookup);
      break;
    case Method::online:
    case Method::strip:
    case Method::halfspace:
      key.add(settings.patch);
      break;
  }
  key.add(geometry.left);
  key.add(geometry.right);
  return key.bytes();
}

constexpr const char* no_touch = "wheel and rail do not touch at the centred position";

PairTable build_pair(const Settings& settings, const geometry::WheelsetGeometry& geometry) {
  auto pair = std::make_shared<Pair>();
  std::string failure;
  if (settings.method == Method::kec) {
    pair->kec = geometry::make_kec(geometry, settings.kec);
    if (pair->kec.left.branches.empty() || pair->kec.right.branches.empty()) {
      failure = no_touch;
    }
  } else if (settings.method == Method::lut) {
    pair->lookup = geometry::make_lookup(geometry, settings.lookup);
    failure = pair->lookup.failure;
  } else {
    pair->shapes = {online::make_shape(geometry.left, settings.patch),
                    online::make_shape(geometry.right, settings.patch)};
    if (!online::touches_centred(pair->shapes[0]) || !online::touches_centred(pair->shapes[1])) {
      failure = no_touch;
    }
  }
  return {std::move(pair), std::move(failure)};
}

std::shared_ptr<const Pair> make_pair(const Settings& settings, const WheelsetInput& wheelset,
                                      const RailInput& rails, PairTables& tables, Findings& findings) {
  const geometry::WheelsetGeometry geometry =
      geometry::make_geometry(*wheelset.left, *wheelset.right, *rails.left, *rails.right,
                              wheelset.profile_position, wheelset.radius, rails.placement);
  const auto [pair, failure] =
      tables.get(key_of(settings, geometry), [&] { return build_pair(settings, geometry); });
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
                           const RailInput& rails, Findings& findings, PairTables* shared) {
  PairTables own;
  PairTables& tables = shared != nullptr ? *shared : own;
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
    model.pairs.push_back(make_pair(settings, input, rails, tables, findings));
  }
  if (findings.all().size() != before) return std::nullopt;
  model.rail_half_distance = rails.distance / 2;
  return model;
}

}  // namespace flangeway::wheelrail
