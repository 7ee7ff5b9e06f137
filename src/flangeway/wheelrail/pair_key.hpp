// The key by which PairTables knows the tables of one combination of profiles and settings.
#pragma once

#include <string>

#include "flangeway/wheelrail/model.hpp"

namespace flangeway::wheelrail {

/// Names everything that goes into a table, number by number. A member added to one of the structs does not
/// compile here until it is in the key.
class PairKey {
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
    const auto& [modulus, ratio, delayed_compliance, delay_time] = material;
    all(modulus, ratio, delayed_compliance, delay_time);
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
    const auto& [transition_length, points, conicity, patch, load_transition_length, linear, load] = settings;
    all(transition_length, points, conicity, patch, load_transition_length, static_cast<long>(linear), load);
  }
  void add(const geometry::LookupSettings& settings) {
    const auto& [lateral, gauge, variation, transition, overlap, free, linear, patch, load] = settings;
    all(lateral, gauge, variation, transition, overlap, free, static_cast<long>(linear), patch, load);
  }
  void add(const RailSection& section) {
    const auto& [s, curve, features] = section;
    all(s, *curve, static_cast<long>(features.size()));
    for (const double feature : features) add(feature);
  }
  void add(const RailGap& gap) {
    const auto& [from, to] = gap;
    all(from, to);
  }
  void add(const RailCourse& course) {
    const auto& [name, sections, gaps] = course;
    all(static_cast<long>(name.size()), static_cast<long>(sections.size()), static_cast<long>(gaps.size()));
    bytes_ += name;
    for (const RailSection& section : sections) add(section);
    for (const RailGap& gap : gaps) add(gap);
  }
  void add(const CheckRail& rail) {
    const auto& [from, to, curve, flangeway, height, flare_length, flare_opening, stiffness] = rail;
    all(from, to, *curve, flangeway, height, flare_length, flare_opening, stiffness);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  template <typename... Parts>
  void all(const Parts&... parts) {
    (add(parts), ...);
  }
  std::string bytes_;
};

}  // namespace flangeway::wheelrail
