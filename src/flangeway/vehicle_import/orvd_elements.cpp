#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/vehicle_import/orvd.hpp"

namespace flangeway::vehicle_import {
namespace {

constexpr double max_deviation = 1e-6;  // of the cosine of an angle that counts as zero

class ElementReader {
 public:
  ElementReader(const OrvdContext& context, const std::vector<Frame>& frames, Model& model)
      : context_(context), frames_(frames), model_(model) {}

  void revolute_joint(Entry& entry) {
    Element element = begin("revolute_joints", entry, "parent_frame_name", "child_frame_name");
    element.link.is_joint = true;
    add_key(element, "axis", product(rotation_, entry.vector("axis_in_parent_frame")));
    if (const double damping = entry.number("damping_newton_metre_seconds_per_radian"); damping != 0)
      context_.not_translated.push_back(
          fmt::format("{}: damping of {} N m s/rad in the joint {}: revolute joints have none", entry.path(),
                      damping, element.link.name));
    end(std::move(element), entry);
  }

  void weld_joint(Entry& entry) {
    Element element = begin("fixed_joints", entry, "parent_frame_name", "child_frame_name");
    element.link.is_joint = true;
    end(std::move(element), entry);
  }

  void ball_joint(Entry& entry) {
    Element element = begin("spherical_joints", entry, "parent_frame_name", "child_frame_name");
    element.link.is_joint = true;
    if (entry.magnitudes("default_roll_pitch_yaw_angles_radians") != Vector{})
      entry.refuse("default_roll_pitch_yaw_angles_radians", "turns a body in the nominal position",
                   entry.raw("default_roll_pitch_yaw_angles_radians").dump(), "0 in all directions");
    end(std::move(element), entry);
  }

  void spring_damper(Entry& entry) {
    Element element = begin("", entry);
    BushingValues values;
    values.stiffness = entry.magnitudes("stiffness_newtons_per_meter");
    values.damping = entry.magnitudes("damping_newton_seconds_per_meter");
    set_bushing(element, rotation_, values);
    end(std::move(element), entry);
  }

  // Its forces act along the mean of both frames in the file, and along body_i here: the same where angles
  // are small.
  void bushing(Entry& entry) {
    Element element = begin("", entry, "frame_a_name", "frame_c_name");
    BushingValues values;
    values.stiffness = entry.magnitudes("translational_stiffness_newtons_per_meter");
    values.damping = entry.magnitudes("translational_damping_newton_seconds_per_meter");
    values.rotational_stiffness = entry.magnitudes("rotational_stiffness_newton_meters_per_radian");
    values.rotational_damping = entry.magnitudes("rotational_damping_newton_meter_seconds_per_radian");
    set_bushing(element, rotation_, values);
    end(std::move(element), entry);
  }

  void roll_couple(Entry& entry) {
    Element element = begin("anti_roll_bars", entry);
    element.has_position = false;
    add_key(element, "stiffness", entry.number("stiffness_newton_meters_per_radian"));
    add_key(element, "damping", entry.number("damping_newton_meter_seconds_per_radian"));
    if (std::abs(std::abs(rotation_[0][0]) - 1) > max_deviation) {
      context_.not_translated.push_back(
          fmt::format("{}: {}: its x axis is turned in its body", entry.path(), element.link.name));
      is_good_ = false;
    }
    end(std::move(element), entry);
  }

  void series_damper(Entry& entry) {
    Element element = begin("axis_dampers", entry);
    add_key(element, "direction", axis_of(entry));
    add_key(element, "damping", entry.number("series_damping_newton_seconds_per_meter"));
    add_key(element, "series_stiffness", entry.number("series_stiffness_newtons_per_meter"));
    end(std::move(element), entry);
  }

  void damper_curve(Entry& entry) {
    Element element = begin("axis_dampers", entry);
    add_key(element, "direction", axis_of(entry));
    std::string pairs;
    const Json& curve = entry.raw("curve");
    if (!curve.is_array() || curve.size() < 2) entry.refuse("curve", "is not a list of two or more points");
    for (std::size_t i = 0; curve.is_array() && i < curve.size(); ++i) {
      Entry point(context_, curve[i], fmt::format("{}.curve[{}]", entry.path(), i));
      const double speed = point.number("relative_velocity_meters_per_second"),
                   force = point.number("force_newtons");
      pairs += fmt::format("{}[{}, {}]", i > 0 ? ", " : "", toml_of(speed), toml_of(force));
      point.finish(element.link.name);
    }
    element.keys.push_back({"damper", "[" + pairs + "]"});
    end(std::move(element), entry);
  }

 private:
  Element begin(const char* table, Entry& entry, const char* frame_i = "reference_frame_name",
                const char* frame_j = "opposite_frame_name") {
    Element element;
    element.table = table;
    element.link.name = entry.text("name");
    is_good_ = find_frame(entry, frame_i, element.link.body_i, element.link.point_i, rotation_);
    is_good_ =
        find_frame(entry, frame_j, element.link.body_j, element.link.point_j, other_rotation_) && is_good_;
    return element;
  }

  void end(Element element, Entry& entry) {
    entry.finish(element.link.name);
    if (is_good_ && element.link.is_joint && !are_close(rotation_, other_rotation_))
      context_.refuse(entry.path(), "turns one body against the other in the nominal position",
                      element.link.name, "two frames with the same rotation",
                      "Turn the body frame in the file");
    if (is_good_) model_.elements.push_back(std::move(element));
  }

  bool find_frame(Entry& entry, const char* key, std::size_t& body, Vector& point, Matrix& rotation) {
    const std::string name = entry.text(key);
    const auto frame =
        std::find_if(frames_.begin(), frames_.end(), [&](const Frame& one) { return one.name == name; });
    if (frame == frames_.end()) {
      if (!name.empty()) entry.refuse(key, "is neither a frame nor a body", name);
      return false;
    }
    body = frame->body, point = frame->point, rotation = frame->rotation;
    return true;
  }

  Vector axis_of(Entry& entry) {
    const std::string axis = entry.text("axis");
    if (axis == "longitudinal") return product(rotation_, Vector{1, 0, 0});
    if (axis == "lateral") return product(rotation_, Vector{0, -1, 0});
    if (axis == "vertical") return product(rotation_, Vector{0, 0, -1});
    if (!axis.empty()) entry.refuse("axis", "is no axis", axis, "longitudinal, lateral or vertical");
    return {1, 0, 0};
  }

  template <typename Value>
  static void add_key(Element& element, const char* key, const Value& value) {
    element.keys.push_back({key, toml_of(value)});
  }

  const OrvdContext& context_;
  const std::vector<Frame>& frames_;
  Model& model_;
  bool is_good_ = true;
  Matrix rotation_ = identity, other_rotation_ = identity;  // of the frames at both ends, in their bodies
};

struct Section {
  std::string_view name;
  void (ElementReader::*read)(Entry&);
};
constexpr std::array sections{Section{"revolute_joints", &ElementReader::revolute_joint},
                              Section{"weld_joints", &ElementReader::weld_joint},
                              Section{"ball_rpy_joints", &ElementReader::ball_joint},
                              Section{"half_angle_midpoint_roll_pitch_yaw_bushings", &ElementReader::bushing},
                              Section{"translational_spring_dampers", &ElementReader::spring_damper},
                              Section{"roll_spring_damper_couples", &ElementReader::roll_couple},
                              Section{"series_spring_viscous_dampers", &ElementReader::series_damper},
                              Section{"saturated_piecewise_linear_dampers", &ElementReader::damper_curve}};

}  // namespace

bool is_orvd_element_section(std::string_view section) {
  return std::any_of(sections.begin(), sections.end(),
                     [&](const Section& one) { return one.name == section; });
}

void read_orvd_elements(const OrvdContext& context, const Json& root, const std::vector<Frame>& frames,
                        Model& model) {
  for (const Section& section : sections) {
    const auto found = root.find(section.name);
    if (found == root.end()) continue;
    if (found->is_null()) continue;
    if (!found->is_array()) {
      context.refuse(std::string(section.name), "is not a list", "", "[ … ]",
                     "Leave it out where there are none");
      continue;
    }
    for (std::size_t i = 0; i < found->size(); ++i) {
      Entry entry(context, (*found)[i], fmt::format("{}[{}]", section.name, i));
      ElementReader reader(context, frames, model);
      (reader.*section.read)(entry);
    }
  }
}

}  // namespace flangeway::vehicle_import
