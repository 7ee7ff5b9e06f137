// A vehicle as the importers read it, in the axes of vehicle files: x forward, y to the left, z up.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flangeway::vehicle_import {

using Vector = std::array<double, 3>;

inline Vector sum(const Vector& one, const Vector& other, double factor = 1) {
  return {one[0] + factor * other[0], one[1] + factor * other[1], one[2] + factor * other[2]};
}

struct Body {
  std::string name;
  double mass = 0;
  Vector inertia{}, centre{};  ///< kg m², centre of gravity from the origin of the body, m
  Vector products{};           ///< integrals of xy, xz and yz over the mass, kg m²
  bool is_wheelset = false;
  Vector origin{};  ///< m, in the vehicle; see place_bodies()
  bool is_placed = false;
  std::vector<std::array<std::string, 2>> keys = {};  ///< further keys and their values in TOML
};

/// Two points of two bodies that lie at one place in the nominal position.
struct Link {
  std::string name;
  std::size_t body_i = 0, body_j = 0;
  Vector point_i{}, point_j{};  ///< m, from the origins of the bodies
  bool is_joint = false;
};

/// An element as a table of the vehicle file.
struct Element {
  std::string table;                             ///< "bushings"
  Link link;                                     ///< its name, bodies and points
  bool has_position = true;                      ///< false: the table has no key for it
  std::vector<std::array<std::string, 2>> keys;  ///< further keys and their values in TOML
};

struct Model {
  std::string name;
  double gravity = 0;  ///< m/s²; 0: as vehicle files have it by default
  std::vector<Body> bodies;
  std::vector<Element> elements;
};

/// Gives every body an origin, beginning with the first that is no wheelset at rail level: joints place
/// bodies first, then elements. Names of bodies that nothing connects.
[[nodiscard]] std::vector<std::string> place_bodies(Model& model);

/// Distance of the two ends of a link in the nominal position, m, and their middle.
[[nodiscard]] double distance_of_ends(const Model& model, const Link& link);
[[nodiscard]] Vector position_of(const Model& model, const Link& link);

/// To nanometres: digits beyond come from adding positions.
[[nodiscard]] Vector rounded(const Vector& position);

[[nodiscard]] std::string toml_of(double number);
[[nodiscard]] std::string toml_of(const Vector& vector);
[[nodiscard]] std::string toml_of(const std::string& text);

/// The vehicle file; `head` is a comment at its beginning. back_to_back 0: the wheelsets have other keys.
[[nodiscard]] std::string vehicle_text(const Model& model, const std::string& head,
                                       const std::string& wheel_profile, double back_to_back);

}  // namespace flangeway::vehicle_import
