// Entries of a vehicle definition of OpenRailVehicleDynamics. Its axes are x forward, y to the right, z down.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle_import/rotation.hpp"

namespace flangeway::vehicle_import {

using Json = nlohmann::ordered_json;

/// A frame that is fixed in a body.
struct Frame {
  std::string name;
  std::size_t body = 0;
  Vector point{};  ///< from the origin of the body
  Matrix rotation =
      identity;  ///< from components in it to components in the body, in the axes of vehicle files
};

/// Findings and the list of parts left out, with the path of an entry: "rigid_bodies[3]".
struct OrvdContext {
  const std::string& file;
  Findings& findings;
  std::vector<std::string>& not_translated;

  void refuse(const std::string& path, const std::string& problem, const std::string& got = "",
              const std::string& allowed = "", const std::string& advice = "") const {
    findings.add({{file}, path, problem, got, allowed, advice});
  }
};

/// One object of the file; its keys that nobody reads are listed as not translated.
class Entry {
 public:
  Entry(const OrvdContext& context, const Json& json, std::string path)
      : context_(context), json_(json), path_(std::move(path)) {}

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string text(const char* key);
  [[nodiscard]] double number(const char* key);
  /// In the axes of vehicle files.
  [[nodiscard]] Vector vector(const char* key);
  /// Moments and stiffnesses have no sign.
  [[nodiscard]] Vector magnitudes(const char* key);
  [[nodiscard]] bool flag(const char* key);
  /// The vector at this index of a list, with the signs of the file.
  [[nodiscard]] Vector row(std::size_t index);
  /// The value as it is; null where it is missing.
  [[nodiscard]] const Json& raw(const char* key);
  void refuse(const char* key, const std::string& problem, const std::string& got = "",
              const std::string& allowed = "") const {
    context_.refuse(path_ + "." + key, problem, got, allowed);
  }
  /// Lists the keys that nobody has read.
  void finish(const std::string& name) const;

 private:
  const Json* find(const char* key);
  double component(const char* key, const Json& of, const char* axis);

  const OrvdContext& context_;
  const Json& json_;
  std::string path_;
  std::vector<std::string> known_;
};

/// The elements of all kinds that a vehicle file has, in the order of the file.
void read_orvd_elements(const OrvdContext& context, const Json& root, const std::vector<Frame>& frames,
                        Model& model);

/// Sections that read_orvd_elements() knows.
[[nodiscard]] bool is_orvd_element_section(std::string_view section);

}  // namespace flangeway::vehicle_import
