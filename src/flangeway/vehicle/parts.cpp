#include "flangeway/vehicle/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "flangeway/core/notes.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/vehicle/element_lists.hpp"
#include "flangeway/vehicle/parameters.hpp"
#include "flangeway/vehicle/shape_file.hpp"
#include "flangeway/vehicle/vehicle_bodies.hpp"
#include "flangeway/vehicle/vehicle_expand.hpp"

namespace flangeway::vehicle {

namespace {

namespace fs = std::filesystem;
using document::Document;
using document::Located;
using document::Setting;

constexpr std::size_t most_bodies = 20000;

/// Position of a part: a prefix to all names, and a shift along the vehicle.
struct Place {
  std::string prefix;
  double x = 0;

  void rename(Located<std::string>& name) const {
    if (!name.value.empty() && name.value != "track") name.value = prefix + name.value;
  }
  template <typename Spec>
  requires std::derived_from<Spec, ElementSpec>
  void put(Spec& spec) const {
    for (Located<std::string>* name : {&spec.name, &spec.body_i, &spec.body_j}) rename(*name);
    for (CopySpec& copy : spec.copies)
      for (Located<std::string>* name : {&copy.name, &copy.body_i, &copy.body_j, &copy.normal_from})
        rename(*name);
    if constexpr (requires { spec.normal; }) rename(spec.normal.normal_from);
    if constexpr (requires { spec.carrier; }) rename(spec.carrier);
    transform(spec, Shift(x));
  }
  void put(BodySpec& spec) const {
    rename(spec.name);
    spec.position[0] += x;
    if (spec.shape) spec.shape->origin[0] += x;
  }
  void put(FlexibleBodySpec& spec) const {
    rename(spec.body);
    for (ModePointSpec& point : spec.points) point.position[0] += x;
    if (spec.mode_file) spec.mode_file->origin[0] += x;
  }
  void put(WheelsetSpec& spec) const {
    rename(spec.name);
    rename(spec.torque_reaction);
    spec.x += x;
  }
};

template <typename Spec>
void append(std::vector<Spec>& to, const std::vector<Spec>& from, const Place& place) {
  for (Spec spec : from) {
    place.put(spec);
    to.push_back(std::move(spec));
  }
}

template <typename... Specs>
void append(std::tuple<std::vector<Specs>...>& to, const std::tuple<std::vector<Specs>...>& from,
            const Place& place) {
  (append(std::get<std::vector<Specs>>(to), std::get<std::vector<Specs>>(from), place), ...);
}

class Assembly {
 public:
  Assembly(std::vector<document::SourceFile>& sources, Findings& findings)
      : sources_(sources), findings_(findings) {}

  void read(const Document& document, VehicleSpec& spec) {
    document.fill(spec, findings_);
    const Parameters parameters(spec.elements->parameters);
    for (const Finding& fault : parameters.faults()) findings_.add(fault);
    for (FlexibleBodySpec& body : spec.elements->flexible_bodies)
      if (body.mode_file) read_modes(*body.mode_file);
    for (BodySpec& body : spec.bodies)
      if (body.shape) read_shape(*body.shape);
    files_.push_back(document.file_name());
    for (const PartSpec& part : spec.elements->parts) add(part, parameters, spec);
    files_.pop_back();
  }

 private:
  void add(const PartSpec& part, const Parameters& parameters, VehicleSpec& whole) {
    if (part.file.value.empty() || !may_be_read(part)) return;
    Document document = Document::from_file(part.file.value, findings_);
    remember(document);
    if (!set(part, parameters, document)) return;
    VehicleSpec inner;
    read(document, inner);
    for (long k = 0; k < part.count; ++k) {
      if (whole.bodies.size() + whole.wheelsets.size() > most_bodies) return refuse_size(part);
      const std::string number = part.count > 1 ? fmt::format("{}", k + 1) : "";
      const Place place{part.name.value + number + "_", part.x + static_cast<double>(k) * part.spacing};
      add_speeds(part, inner, place, whole);
      append(whole.bodies, inner.bodies, place);
      append(whole.wheelsets, inner.wheelsets, place);
      append(whole.elements->suspension, inner.elements->suspension, place);
      append(whole.elements->joints, inner.elements->joints, place);
      append(whole.elements->flexible_bodies, inner.elements->flexible_bodies, place);
    }
  }

  static void add_speeds(const PartSpec& part, const VehicleSpec& inner, const Place& place,
                         VehicleSpec& whole) {
    const auto add = [&](const std::string& name) {
      const auto known = inner.elements->speed_differences.find(name);
      const double own = known == inner.elements->speed_differences.end() ? 0 : known->second;
      const double sum = own + part.speed_difference;
      if (sum != 0) whole.elements->speed_differences[place.prefix + name] = sum;
    };
    for (const BodySpec& body : inner.bodies) add(body.name.value);
    for (const WheelsetSpec& wheelset : inner.wheelsets) add(wheelset.name.value);
  }

  bool may_be_read(const PartSpec& part) {
    const fs::path file(part.file.value);
    std::error_code error;
    if (!fs::exists(file, error)) {
      complain_of(part, {"does not exist", "\"" + file.string() + "\"", "", "Check the name and the folder"});
      return false;
    }
    const auto same = [&](const std::string& other) { return fs::equivalent(other, file, error); };
    const auto found = std::find_if(files_.begin(), files_.end(), same);
    if (found == files_.end()) return true;
    std::vector<std::string> chain(found, files_.end());
    chain.push_back(file.string());
    complain_of(part, {"is placed within itself", fmt::format("{}", fmt::join(chain, " > ")), "another file",
                       "Leave out this part"});
    return false;
  }
  void complain_of(const PartSpec& part, Complaint c) {
    findings_.add({part.file.where, part.key + ".file", std::move(c.problem), std::move(c.got),
                   std::move(c.allowed), std::move(c.advice)});
  }
  void refuse_size(const PartSpec& part) {
    complain(findings_, part, "count",
             {"makes too many bodies", "", fmt::format("at most {} in all", most_bodies), ""});
  }

  void read_modes(ModeFileSpec& spec) {
    constexpr std::size_t most_bytes = 512u << 20u;
    if (spec.file.value.empty()) return;  // the reader has said so
    const std::optional<std::string> text = document::read_file(spec.file.value, most_bytes, findings_);
    if (!text) return;
    remember(spec.file.value, *text);
    auto content = parse_modes(*text, spec.file.value, findings_);
    if (!content) return;
    const std::set<std::string> left_aside(content->left_aside.begin(), content->left_aside.end());
    if (!left_aside.empty())
      tell_note({{spec.file.value},
                 "",
                 fmt::format("datasets with the number {} are not read", fmt::join(left_aside, ", ")),
                 "",
                 "",
                 ""});
    spec.content = std::make_shared<const ModeFile>(std::move(*content));
  }

  void read_shape(ShapeSpec& spec) {
    if (spec.file.value.empty()) return;  // the reader has said so
    const std::optional<std::string> bytes = read_and_remember(spec.file.value);
    if (!bytes) return;
    const fs::path folder = fs::path(spec.file.value).parent_path();
    const auto read_buffer = [&](const std::string& name) {
      return read_and_remember((folder / name).string());
    };
    if (auto content = parse_shape(*bytes, spec.file.value, read_buffer, findings_))
      spec.content = std::make_shared<const TriangleMesh>(std::move(*content));
  }
  std::optional<std::string> read_and_remember(const std::string& path) {
    std::optional<std::string> bytes = document::read_bytes(path, max_shape_bytes, findings_);
    if (bytes) remember(path, *bytes);
    return bytes;
  }

  void remember(const Document& document) { remember(document.file_name(), document.text()); }
  void remember(const std::string& path, const std::string& text) {
    const auto known = [&](const document::SourceFile& file) { return file.path == path; };
    if (std::none_of(sources_.begin(), sources_.end(), known)) sources_.push_back({path, text});
  }

  bool set(const PartSpec& part, const Parameters& parameters, Document& document) {
    const std::size_t before = findings_.all().size();
    for (const Setting& setting : part.set)
      document.set({setting.key + "=" + setting.value.text, setting.value.where}, findings_);
    for (const Setting& setting : part.parameters) {
      const std::string key = "parameters." + setting.key;
      std::string problem;
      const std::optional<double> value = parameters.value(setting.value, problem);
      if (document.where(key).line == 0) problem = "is no parameter of " + document.file_name();
      if (problem.empty()) {
        document.set({fmt::format("{}={}", key, *value), setting.value.where}, findings_);
      } else {
        findings_.add({setting.value.where, part.key + "." + key, problem, setting.value.text, "", ""});
      }
    }
    return findings_.all().size() == before;
  }

  std::vector<document::SourceFile>& sources_;
  Findings& findings_;
  std::vector<std::string> files_;  ///< those that are being read, the outermost first
};

}  // namespace

void read_vehicle(const Document& document, VehicleSpec& spec, std::vector<document::SourceFile>& sources,
                  Findings& findings) {
  Assembly(sources, findings).read(document, spec);
}

}  // namespace flangeway::vehicle
