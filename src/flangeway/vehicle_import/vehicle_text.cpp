#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/vehicle_import/import.hpp"
#include "flangeway/vehicle_import/model.hpp"

namespace flangeway::vehicle_import {
namespace {

void append_key(const char* key, const std::string& value, std::string& text) {
  text += fmt::format("{} = {}\n", key, value);
}

void append_body(const Body& body, const std::string& wheel_profile, double back_to_back, std::string& text) {
  const Vector centre = rounded(sum(body.origin, body.centre));
  text += body.is_wheelset ? "\n[[wheelsets]]\n" : "\n[[bodies]]\n";
  append_key("name", toml_of(body.name), text);
  append_key("mass", toml_of(body.mass), text);
  append_key("inertia", toml_of(body.inertia), text);
  if (body.products != Vector{}) append_key("products_of_inertia", toml_of(body.products), text);
  for (const auto& [key, value] : body.keys) append_key(key.c_str(), value, text);
  if (!body.is_wheelset) return append_key("position", toml_of(centre), text);
  append_key("x", toml_of(centre[0]), text);
  append_key("wheel_radius", toml_of(centre[2]), text);
  if (!wheel_profile.empty()) append_key("wheel_profile", toml_of(wheel_profile), text);
  if (back_to_back > 0) append_key("back_to_back", toml_of(back_to_back), text);
}

void append_element(const Model& model, const Element& element, std::string& text) {
  text += fmt::format("\n[[{}]]\n", element.table);
  append_key("name", toml_of(element.link.name), text);
  append_key("body_i", toml_of(model.bodies[element.link.body_i].name), text);
  append_key("body_j", toml_of(model.bodies[element.link.body_j].name), text);
  if (element.has_position) append_key("position", toml_of(rounded(position_of(model, element.link))), text);
  for (const auto& [key, value] : element.keys) append_key(key.c_str(), value, text);
}

void append_list(const char* title, const std::vector<std::string>& lines, std::string& text) {
  if (lines.empty()) return;
  text += fmt::format("{}:\n", title);
  for (const std::string& line : lines) text += "  " + line + '\n';
}

}  // namespace

Vector rounded(const Vector& position) {
  constexpr double unit = 1e9;
  return {std::round(position[0] * unit) / unit, std::round(position[1] * unit) / unit,
          std::round(position[2] * unit) / unit};
}

std::string toml_of(double number) {
  return fmt::format("{}", number + 0.0);  // no "-0"
}

std::string toml_of(const Vector& vector) {
  return fmt::format("[{}, {}, {}]", toml_of(vector[0]), toml_of(vector[1]), toml_of(vector[2]));
}

// A JSON string is a basic string of TOML.
std::string toml_of(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string vehicle_text(const Model& model, const std::string& head, const std::string& wheel_profile,
                         double back_to_back) {
  std::string text = head;
  append_key("name", toml_of(model.name), text);
  if (model.gravity > 0) append_key("gravity", toml_of(model.gravity), text);
  for (const bool wheelsets : {false, true})
    for (const Body& body : model.bodies)
      if (body.is_wheelset == wheelsets) append_body(body, wheel_profile, back_to_back, text);
  for (const Element& element : model.elements) append_element(model, element, text);
  return text;
}

std::string report_text(const ImportedVehicle& vehicle) {
  std::string text;
  append_list("translated", vehicle.translated, text);
  append_list("decided", vehicle.readings, text);
  append_list("not translated", vehicle.not_translated, text);
  if (vehicle.not_translated.empty()) text += "not translated: nothing\n";
  return text;
}

std::string report_json(const ImportedVehicle& vehicle) {
  const nlohmann::ordered_json json{{"translated", vehicle.translated},
                                    {"decided", vehicle.readings},
                                    {"not_translated", vehicle.not_translated}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace flangeway::vehicle_import
