// A SIMPACK model on the way to a vehicle file. Positions and rotations belong to the nominal position, in
// the axes of SIMPACK's inertial system; `to_vehicle` turns them into the axes of vehicle files.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "flangeway/vehicle_import/import.hpp"
#include "flangeway/vehicle_import/model.hpp"
#include "flangeway/vehicle_import/rotation.hpp"
#include "flangeway/vehicle_import/spck_file.hpp"

namespace flangeway::vehicle_import {

/// Position and rotation of a frame: from components in it to components around it.
struct Pose {
  Matrix rotation = identity;
  Vector position{};
};
[[nodiscard]] Pose operator*(const Pose& outer, const Pose& inner);
[[nodiscard]] Pose inverse(const Pose& pose);

/// A marker, with its body.
struct SpckMarker {
  std::string body;  ///< element of the body; "": the track or the inertial system
  Pose in_body;
};

struct SpckModel {
  SpckModel(const SpckFile& of, Findings& all) : file(of), findings(all) {}

  const SpckFile& file;
  Findings& findings;
  ImportedVehicle result;
  Model model;
  Matrix to_vehicle = identity;
  std::map<std::string, std::size_t> bodies;  ///< index in `model` by element
  std::map<std::string, Pose> poses;          ///< of placed bodies, by element
  std::set<std::string> body_names, element_names;
  bool uses_equilibrium = false;  ///< see ImportSettings

  [[nodiscard]] double number(const std::string& element, const std::string& key,
                              double otherwise = 0) const {
    return file.number(element, key, otherwise, findings);
  }
  /// A whole number; −1 where there is none.
  [[nodiscard]] int integer(const std::string& element, const std::string& key) const;
  /// "pos(1)", "pos(2)" and "pos(3)" of an element.
  [[nodiscard]] Vector triple(const std::string& element, const std::string& key) const;
  [[nodiscard]] SpckMarker marker(const std::string& element);
  /// Pose of a marker in the nominal position.
  [[nodiscard]] Pose pose_of(const SpckMarker& marker) const;
  /// Name in the vehicle file: "Front_Frame" for "$S_Front.$B_Frame", with a number where that is taken.
  [[nodiscard]] std::string name_for(const std::string& element, std::set<std::string>& taken);
  void refuse(const std::string& element, const std::string& key, const std::string& problem,
              const std::string& got = "", const std::string& allowed = "", const std::string& advice = "");
  void leave_out(const std::string& element, const std::string& reason);
};

/// Bodies and joints, with the positions that follow from the joints.
void read_spck_bodies(SpckModel& spck);
/// Force elements of the types 3, 5, 13, 43, 86, 93 and 110.
void read_spck_forces(SpckModel& spck);

}  // namespace flangeway::vehicle_import
