#include "flangeway/vehicle_import/orvd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include "flangeway/core/json_text.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/vehicle_import/import.hpp"

namespace flangeway::vehicle_import {

const Json* Entry::find(const char* key) {
  known_.emplace_back(key);
  if (!json_.is_object()) return nullptr;
  const auto found = json_.find(key);
  return found == json_.end() || found->is_null() ? nullptr : &*found;
}

const Json& Entry::raw(const char* key) {
  static const Json nothing;
  const Json* found = find(key);
  return found != nullptr ? *found : nothing;
}

std::string Entry::text(const char* key) {
  const Json* found = find(key);
  if (found == nullptr || !found->is_string() || found->get<std::string>().empty()) {
    refuse(key, found == nullptr ? "is missing" : "is not a text");
    return "";
  }
  std::string text = found->get<std::string>();
  if (const std::string fault = fault_of_name(text); !fault.empty())
    refuse(key, "has " + fault + ", which names must not have", text);
  return text;
}

double Entry::number(const char* key) {
  const Json* found = find(key);
  if (found != nullptr && found->is_number() && std::isfinite(found->get<double>()))
    return found->get<double>();
  refuse(key, found == nullptr ? "is missing" : "is not a finite number");
  return 0;
}

bool Entry::flag(const char* key) {
  const Json* found = find(key);
  if (found != nullptr && found->is_boolean()) return found->get<bool>();
  refuse(key, found == nullptr ? "is missing" : "is neither true nor false");
  return false;
}

double Entry::component(const char* key, const Json& of, const char* axis) {
  const auto found = of.find(axis);
  if (found != of.end() && found->is_number() && std::isfinite(found->get<double>()))
    return found->get<double>();
  refuse(fmt::format("{}.{}", key, axis).c_str(),
         found == of.end() ? "is missing" : "is not a finite number");
  return 0;
}

Vector Entry::magnitudes(const char* key) {
  const Json* found = find(key);
  if (found == nullptr || !found->is_object()) {
    refuse(key, found == nullptr ? "is missing" : "is not a vector", "", "{\"x\": …, \"y\": …, \"z\": …}");
    return {};
  }
  return {component(key, *found, "x"), component(key, *found, "y"), component(key, *found, "z")};
}

Vector Entry::vector(const char* key) {
  const Vector v = magnitudes(key);
  return {v[0], -v[1], -v[2]};
}

void Entry::finish(const std::string& name) const {
  if (!json_.is_object()) return context_.refuse(path_, "is not an object");
  for (const auto& [key, value] : json_.items())
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      context_.not_translated.push_back(
          fmt::format("{}.{}: a key of {} that is not known", path_, key, name));
}

Vector Entry::row(std::size_t index) {
  const Json& rows = json_;
  const std::string key = fmt::format("[{}]", index);
  if (!rows[index].is_object()) {
    context_.refuse(path_ + key, "is not a vector", "", "{\"x\": …, \"y\": …, \"z\": …}");
    return {};
  }
  Entry row(context_, rows[index], path_ + key);
  return {row.number("x"), row.number("y"), row.number("z")};
}

namespace {

std::string text_in(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

double determinant(const Matrix& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

class OrvdReader {
 public:
  OrvdReader(const std::string& file, const ImportSettings& settings, Findings& findings)
      : settings_(settings), context_{file, findings, result_.not_translated} {}

  std::optional<ImportedVehicle> read(const Json& root) {
    model_.name = Entry(context_, root, "vehicle").text("vehicle_name");
    list_other_sections(root);
    read_layout(root);
    read_bodies(root);
    read_frames(root);
    read_orvd_elements(context_, root, frames_, model_);
    check_names();
    if (settings_.back_to_back == 0)
      context_.refuse("",
                      "has no distance between the flange backs of a wheelset, which a vehicle file needs",
                      "", "", "Give --back-to-back, such as --back-to-back 1.36");
    if (!context_.findings.empty()) return std::nullopt;
    place_all();
    if (!context_.findings.empty()) return std::nullopt;
    check_ends();
    say_what_is_missing();
    count();
    result_.text = vehicle_text(model_, head(), settings_.wheel_profile, settings_.back_to_back);
    return std::move(result_);
  }

 private:
  void list_other_sections(const Json& root) {
    for (const auto& [key, value] : root.items()) {
      if (key == "vehicle_name" || key == "rigid_bodies" || key == "fixed_frames" ||
          key == "mechanical_definition_identifier" || key == "mechanical_track_station_layout" ||
          is_orvd_element_section(key))
        continue;
      if (key == "schema_version") {
        if (value != 1) context_.refuse(key, "is another version of the format", value.dump(), "1");
        continue;
      }
      if (value.is_array() && value.empty()) continue;
      result_.not_translated.push_back(
          value.is_array() ? fmt::format("{}: {} entries of a kind that is not known", key, value.size())
                           : fmt::format("{}: a key that is not known", key));
    }
  }

  template <typename Read>
  void each(const Json& root, const char* section, Read&& read) {
    const auto found = root.find(section);
    if (found == root.end() || !found->is_array())
      return context_.refuse(section, found == root.end() ? "is missing" : "is not a list");
    for (std::size_t i = 0; i < found->size(); ++i) {
      Entry entry(context_, (*found)[i], fmt::format("{}[{}]", section, i));
      read(entry);
    }
  }

  // Later files name the bodies that carry wheels.
  void read_layout(const Json& root) {
    const auto layout = root.find("mechanical_track_station_layout");
    if (layout == root.end() || !layout->is_object()) return;
    const auto carriers = layout->find("wheel_contact_carrier_body_names");
    if (carriers == layout->end() || !carriers->is_array()) return;
    for (const Json& name : *carriers)
      if (name.is_string()) carriers_.insert(name.get<std::string>());
    if (const auto offsets = layout->find("free_body_station_offsets");
        offsets != layout->end() && offsets->is_array() && !offsets->empty())
      result_.not_translated.push_back(
          fmt::format("mechanical_track_station_layout: {} offsets of bodies along the track, which follow "
                      "from the frames",
                      offsets->size()));
  }

  bool is_wheelset(const std::string& name) const {
    if (!carriers_.empty()) return carriers_.contains(name);
    std::string lower;
    for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return lower.find("wheelset") != std::string::npos;
  }

  void read_bodies(const Json& root) {
    each(root, "rigid_bodies", [&](Entry& entry) {
      Body body;
      body.name = entry.text("name");
      (void)entry.flag("moves_freely_in_world");
      body.mass = entry.number("mass_kilograms");
      body.centre = entry.vector("center_of_mass_in_body_frame_meters");
      body.inertia = entry.magnitudes("inertia_moments_about_center_of_mass_kilogram_square_meters");
      const Vector entries = entry.magnitudes("inertia_products_about_center_of_mass_kilogram_square_meters");
      // Entries (x, y), (x, z) and (y, z) of the matrix, which are minus the integrals; y and z change sign.
      if (entries != Vector{}) body.products = {entries[0], entries[1], -entries[2]};
      body.is_wheelset = is_wheelset(body.name);
      if (body.is_wheelset && entries != Vector{}) {
        result_.not_translated.push_back(
            fmt::format("{}: products of inertia of {}: wheelsets have none", entry.path(), body.name));
        body.products = {};
      }
      if (body.is_wheelset && body.centre != Vector{})
        entry.refuse("center_of_mass_in_body_frame_meters",
                     "is not the origin: the centre of gravity of a wheelset lies on its axle",
                     toml_of(body.centre));
      entry.finish(body.name);
      frames_.push_back({body.name, model_.bodies.size()});
      model_.bodies.push_back(std::move(body));
    });
    if (std::none_of(model_.bodies.begin(), model_.bodies.end(),
                     [](const Body& body) { return body.is_wheelset; }))
      context_.refuse(
          "rigid_bodies", "have no wheelset: none has \"wheelset\" in its name", "", "",
          "Rename them, or list them in mechanical_track_station_layout.wheel_contact_carrier_body_names; "
          "vehicles with single wheels are not imported");
  }

  void read_frames(const Json& root) {
    const std::size_t bodies = frames_.size();
    each(root, "fixed_frames", [&](Entry& entry) {
      Frame frame;
      frame.name = entry.text("name");
      const std::string body = entry.text("body_name");
      for (frame.body = 0; frame.body < bodies && frames_[frame.body].name != body;) ++frame.body;
      if (frame.body == bodies && !body.empty()) entry.refuse("body_name", "is no body", body);
      frame.point = entry.vector("position_in_body_frame_meters");
      read_rotation(entry, frame);
      entry.finish(frame.name);
      if (frame.body < bodies) frames_.push_back(std::move(frame));
    });
  }

  // Rows of a matrix that turns components along the frame into those along the body.
  void read_rotation(Entry& entry, Frame& frame) {
    const char* const key = "rotation_in_body_frame";
    const Json& rotation = entry.raw(key);
    const std::string form = rotation.is_object() ? text_in(rotation, "form") : "";
    if (form == "aligned_with_body") return;
    const auto rows = form == "matrix_rows" ? rotation.find("rows") : rotation.end();
    if (rows == rotation.end() || !rows->is_array() || rows->size() != 3)
      return entry.refuse(key, "has another form", form, "aligned_with_body, or matrix_rows with three rows");
    Matrix matrix{};
    for (std::size_t i = 0; i < 3; ++i) {
      Entry row(context_, *rows, entry.path() + "." + key + ".rows");
      matrix[i] = row.row(i);
      if (i > 0)
        for (double& component : matrix[i]) component = -component;  // y and z of the body change their signs
      matrix[i][1] = -matrix[i][1], matrix[i][2] = -matrix[i][2];    // and y and z of the frame
    }
    if (!are_close(product(matrix, transposed(matrix)), identity) || determinant(matrix) < 0)
      return entry.refuse(key, "is no rotation", rows->dump(),
                          "a right-handed matrix with orthogonal rows of length 1");
    frame.rotation = matrix;
  }

  void check_names() {
    std::set<std::string> frames, elements;
    for (const Frame& frame : frames_)
      if (!frames.insert(frame.name).second)
        context_.refuse("fixed_frames", "have a name twice, or one of a body", frame.name);
    for (const Element& element : model_.elements)
      if (!elements.insert(element.link.name).second)
        context_.refuse(element.table, "have a name twice", element.link.name);
  }

  void place_all() {
    for (const std::string& name : place_bodies(model_))
      context_.refuse("rigid_bodies",
                      "have a body whose position is unknown: no joint or element connects it", name);
    double lowest = 1e300, highest = -1e300;
    for (const Body& body : model_.bodies) {
      if (!body.is_wheelset) continue;
      lowest = std::min(lowest, body.origin[2]), highest = std::max(highest, body.origin[2]);
    }
    constexpr double min_radius = 0.15, max_radius = 0.8, rounding = 1e-3;  // m
    const bool is_radius = lowest >= min_radius && highest <= max_radius;
    const std::string root = root_name();
    if (settings_.wheel_radius > 0) {
      if (highest - lowest > rounding)
        return context_.refuse("", "has axles at different heights, so that one radius cannot be right",
                               fmt::format("{:.4f} to {:.4f} m", lowest, highest), "",
                               "Leave --wheel-radius out");
      const double shift = settings_.wheel_radius - lowest;
      for (Body& body : model_.bodies) body.origin[2] += shift;
      result_.readings.push_back(fmt::format("height of the rails: {} m below the axles, by --wheel-radius",
                                             settings_.wheel_radius));
    } else if (is_radius) {
      result_.readings.push_back(fmt::format(
          "height of the rails: the frame of {}; so wheels have a radius of {:.6g} m", root, lowest));
    } else {
      context_.refuse("", "has no height of the rails: the axles lie above the frame of " + root,
                      fmt::format("{:.4f} to {:.4f} m", lowest, highest), "0.15 to 0.8 m",
                      "Give --wheel-radius");
    }
  }

  std::string root_name() const {
    for (const Body& body : model_.bodies)
      if (!body.is_wheelset) return body.name;
    return "the first body";
  }

  void check_ends() {
    constexpr double close = 1e-3;  // m
    for (const Element& element : model_.elements) {
      const double distance = distance_of_ends(model_, element.link);
      if (distance <= close) continue;
      if (element.link.is_joint) {
        context_.refuse(element.table,
                        "do not close: the ends of one are apart where others place its bodies",
                        fmt::format("{}, {:.4f} m", element.link.name, distance));
      } else if (element.has_position) {
        result_.readings.push_back(fmt::format(
            "position of {}: the middle of its ends, which are {:.4f} m apart", element.link.name, distance));
      }
    }
  }

  void say_what_is_missing() {
    if (settings_.wheel_profile.empty())
      result_.not_translated.emplace_back(
          "wheel profile: the file has none; give --wheel-profile, or profiles.wheel in the case");
    result_.readings.emplace_back(
        "axes: x forward, y to the right and z down in the file; y and z change their sign");
    result_.readings.emplace_back(
        "preloads: from the equilibrium in the nominal position, as vehicle files have it by default");
    result_.readings.emplace_back(carriers_.empty()
                                      ? "wheelsets: the bodies with \"wheelset\" in their names"
                                      : "wheelsets: the bodies that carry wheels in the file's layout");
  }

  void count() {
    std::map<std::string, std::size_t> counts;
    std::size_t wheelsets = 0;
    for (const Body& body : model_.bodies) wheelsets += body.is_wheelset ? 1 : 0;
    result_.translated.push_back(fmt::format("bodies: {}", model_.bodies.size() - wheelsets));
    result_.translated.push_back(fmt::format("wheelsets: {}", wheelsets));
    for (const Element& element : model_.elements) ++counts[element.table];
    for (const auto& [table, number] : counts)
      result_.translated.push_back(fmt::format("{}: {}", table, number));
  }

  std::string head() const {
    const std::size_t slash = context_.file.find_last_of('/');
    return fmt::format(
        "# Imported from {}, a vehicle definition of OpenRailVehicleDynamics, by flangeway {}.\n"
        "# import.txt in this folder has the decisions and the parts left out.\n",
        slash == std::string::npos ? context_.file : context_.file.substr(slash + 1), version());
  }

  const ImportSettings& settings_;
  ImportedVehicle result_;
  OrvdContext context_;
  Model model_;
  std::vector<Frame> frames_;
  std::set<std::string> carriers_;
};

}  // namespace

std::optional<ImportedVehicle> import_orvd(std::string_view text, const std::string& file,
                                           const ImportSettings& settings, Findings& findings) {
  if (is_nested_too_deeply(text)) {
    findings.add({{file}, "", "has values that are nested too deeply", "", "", "Export the file again"});
    return std::nullopt;
  }
  Findings own;
  std::optional<ImportedVehicle> result;
  try {
    const Json root = Json::parse(text);
    if (!root.is_object() || !root.contains("rigid_bodies")) {
      own.add({{file},
               "",
               "is no vehicle definition of OpenRailVehicleDynamics: it has no rigid_bodies",
               "",
               "",
               "Give its vehicle_definition.json"});
    } else {
      result = OrvdReader(file, settings, own).read(root);
    }
  } catch (const Json::parse_error& error) {
    const std::size_t offset = error.byte > 0 ? error.byte - 1 : 0;
    own.add({document::locate(text, std::min(offset, text.size()), file), "", "is not JSON from here on", "",
             "", "Export the file again"});
  } catch (const Json::out_of_range& error) {
    constexpr int number_overflow = 406;
    if (error.id != number_overflow) throw;
    own.add({{file}, "", "has a number that is too large", "", "", "Export the file again"});
  }
  const bool is_good = own.empty();
  findings.append(own);
  return is_good ? std::move(result) : std::nullopt;
}

}  // namespace flangeway::vehicle_import
