// Wheels that are not round, as a case file names them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/document/visitor.hpp"

namespace flangeway::vehicle_case {

enum class WheelKind { flat, harmonic, eccentricity, measured };

constexpr auto alternatives_of(WheelKind) {
  using One = Alternative<WheelKind>;
  return std::array{One{WheelKind::flat,
                        "flat",
                        "a flat of a braked wheel that slid",
                        {"length", "form", "angle_deg", "depth"}},
                    One{WheelKind::harmonic,
                        "harmonic",
                        "one wave around the wheel, as of polygonised wheels",
                        {"order", "amplitude", "phase"}},
                    One{WheelKind::eccentricity,
                        "eccentricity",
                        "a round wheel whose centre lies beside its axle",
                        {"amplitude", "phase"}},
                    One{WheelKind::measured,
                        "measured",
                        "a recording of the radius around the wheel",
                        {"file", "angle_deg"}}};
}

enum class FlatForm { fresh, rounded };

constexpr auto alternatives_of(FlatForm) {
  using One = Alternative<FlatForm>;
  return std::array{
      One{FlatForm::fresh, "fresh", "a chord with sharp edges. Elastic contact only"},
      One{FlatForm::rounded, "rounded", "worn edges: the wheel's centre follows (1 + cos)/2", {"depth"}}};
}

enum class WheelChoice { both, left, right };

constexpr auto alternatives_of(WheelChoice) {
  using One = Alternative<WheelChoice>;
  return std::array{One{WheelChoice::both, "both", "both wheels"},
                    One{WheelChoice::left, "left", "the left wheel"},
                    One{WheelChoice::right, "right", "the right wheel"}};
}

/// One entry of wheels. All that are given for a wheel are added.
struct WheelSpec {
  WheelKind kind = WheelKind::flat;
  document::Located<std::string> wheelset;  ///< empty: all
  WheelChoice side = WheelChoice::both;
  FlatForm form = FlatForm::fresh;
  double length = 0;       ///< m
  double depth = 0;        ///< m, of a rounded flat; 0: that of a chord of this length
  double angle_deg = 180;  ///< from the point that touches at the start
  long order = 0;
  double amplitude = 0;  ///< m
  double phase = 0;      ///< rad
  document::Located<std::string> file;
  SourceLocation where;
  std::string key;
};
void describe(document::Visitor& v, WheelSpec& spec);

}  // namespace flangeway::vehicle_case
