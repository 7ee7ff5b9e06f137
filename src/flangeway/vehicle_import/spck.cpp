#include "flangeway/vehicle_import/spck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "flangeway/core/version.hpp"

namespace flangeway::vehicle_import {
namespace {

/// Kinds of statements that the importer reads, or that have no effect on motion.
constexpr std::array<std::string_view, 31> read_kinds{
    "body",   "force",     "joint",   "marker",     "prim",      "prop2d",  "prop3d", "refsys",
    "result", "rwcontact", "rwpair",  "searchpath", "slv",       "substr",  "subvar", "subvarset",
    "track",  "rail",      "version", "view",       "viewgroup", "whlset",  "yout",   "time",
    "glob",   "gravity",   "sensor",  "vehicle",    "rw",        "polygon", "attr"};

class WheelsetReader {
 public:
  WheelsetReader(SpckModel& spck, const ImportSettings& settings) : spck_(spck), settings_(settings) {}

  void read() {
    std::map<std::string, std::vector<std::string>> pairs_of;
    for (const std::string& pair : spck_.file.elements("rwpair")) {
      const std::string body = spck_.file.reference(pair, "rwpair.wheel.body");
      if (!spck_.bodies.contains(body))
        spck_.refuse(pair, "rwpair.wheel.body", "is no body of the model", body);
      else
        pairs_of[body].push_back(pair);
    }
    if (pairs_of.empty())
      spck_.findings.add({{spck_.file.name()},
                          "",
                          "has no rail-wheel pair, and so no wheelset",
                          "",
                          "",
                          "Give the file of the whole vehicle, not of a part"});
    for (const auto& [body, pairs] : pairs_of) make_wheelset(body, pairs);
  }

 private:
  void make_wheelset(const std::string& element, const std::vector<std::string>& pairs) {
    if (pairs.size() != 2)
      return spck_.refuse(pairs.front(), "rwpair.wheel.body",
                          "has one wheel of its own: wheels that turn by themselves are not imported",
                          element, "a body with a left and a right wheel");
    Body& body = spck_.model.bodies[spck_.bodies.at(element)];
    const double radius = same_of(pairs, "rwpair.wheel.rnom"),
                 lateral = same_of(pairs, "rwpair.wheel.latdist");
    constexpr double close = 1e-3;  // m
    if (std::abs(body.origin[2] - radius) > close)
      spck_.refuse(pairs.front(), "rwpair.wheel.rnom", "is not the height of the axle above the rails",
                   fmt::format("radius {:.6g} m, height {:.6g} m", radius, body.origin[2]));
    if (std::abs(body.origin[1]) > close)
      spck_.refuse(element, "", "is a wheelset that is not in the middle of the track",
                   fmt::format("{:.6g} m", body.origin[1]), "0");
    body.is_wheelset = true;
    body.origin = {body.origin[0], 0, radius};
    body.products = {};
    body.keys.push_back({"profile_position", toml_of(lateral)});
    add_profiles(pairs, body);
  }

  double same_of(const std::vector<std::string>& pairs, const std::string& key) {
    const double one = spck_.number(pairs[0], key), other = spck_.number(pairs[1], key);
    if (one != other)
      spck_.refuse(pairs[1], key, "differs between the two wheels", fmt::format("{} and {}", one, other));
    if (one <= 0) spck_.refuse(pairs[0], key, "is missing or not positive");
    return one;
  }

  void add_profiles(const std::vector<std::string>& pairs, Body& body) {
    if (!settings_.wheel_profile.empty()) return;
    // Side 1 of SIMPACK is the right one.
    for (const std::string& pair : pairs) {
      const SpckValue* file = spck_.file.find(pair, "rwpair.wheel.prof.file");
      const std::string path = file == nullptr ? "" : found(file->text);
      if (path.empty()) {
        missing_.insert(file == nullptr ? "none" : file->text);
        continue;
      }
      const bool is_right = spck_.number(pair, "rwpair.side") == 1;
      body.keys.push_back({is_right ? "wheel_profile_right" : "wheel_profile_left", toml_of(path)});
    }
  }

  std::string found(const std::string& name) const {
    const std::string path = spck_.file.found(name, "");
    return path.empty() ? "" : std::filesystem::absolute(path).lexically_normal().string();
  }

 public:
  void list_missing_profiles() {
    for (const std::string& name : missing_)
      spck_.result.not_translated.push_back(
          fmt::format("wheel profile {}: the file was not found; give --wheel-profile", name));
  }

 private:
  SpckModel& spck_;
  const ImportSettings& settings_;
  std::set<std::string> missing_;
};

void set_axes(SpckModel& spck) {
  const std::size_t earlier_findings = spck.findings.all().size();
  double along = spck.number("", "gravity(3)");
  const double across = std::hypot(spck.number("", "gravity(1)"), spck.number("", "gravity(2)"));
  if (spck.findings.all().size() > earlier_findings)
    along = 9.81;  // one finding about it is enough
  else if (across != 0 || along == 0)
    spck.findings.add({{spck.file.name()},
                       "gravity",
                       along == 0 && across == 0 ? "is missing or zero" : "is not along z",
                       "",
                       "gravity (3) alone",
                       "Add the line gravity ( 3 ) = 9.81, for a model whose z points down"});
  if (along > 0) spck.to_vehicle = {Vector{1, 0, 0}, Vector{0, -1, 0}, Vector{0, 0, -1}};
  spck.model.gravity = std::abs(along);
  spck.result.readings.push_back(
      along > 0
          ? "axes: z down and y to the right, since gravity is positive along z; y and z change their sign"
          : "axes: z up and y to the left, since gravity is negative along z");
}

void list_other_statements(SpckModel& spck) {
  std::map<std::string, std::set<std::string>> others;
  for (const std::string& element : spck.file.elements(""))
    for (const auto& [key, value] : spck.file.values(element)) {
      const std::string kind = key.substr(0, key.find_first_of(".("));
      if (std::find(read_kinds.begin(), read_kinds.end(), kind) == read_kinds.end())
        others[kind].insert(element);
    }
  for (const auto& [kind, elements] : others)
    spck.result.not_translated.push_back(
        fmt::format("{}: {} elements of a kind that is not imported", kind, elements.size()));
  for (const char* kind : {"track", "rail"})
    if (const std::size_t number = spck.file.elements(kind).size(); number > 0)
      spck.result.not_translated.push_back(fmt::format("{}: {}, which belong to a case", kind, number));
  if (spck.file.find("", "vehicle.startvel") != nullptr)
    spck.result.not_translated.push_back(fmt::format("vehicle.startvel: {:.6g} m/s, the speed of a case",
                                                     spck.number("", "vehicle.startvel")));
  for (const std::string& pair : spck.file.elements("rwpair"))
    if (spck.file.find(pair, "rwpair.fric.mu") != nullptr) {
      spck.result.not_translated.push_back(
          fmt::format("rwpair: friction {} and the other settings of contact, which belong to a case",
                      spck.number(pair, "rwpair.fric.mu")));
      break;
    }
}

void count_spck(SpckModel& spck) {
  std::map<std::string, std::size_t> counts;
  std::size_t wheelsets = 0;
  for (const Body& body : spck.model.bodies) wheelsets += body.is_wheelset ? 1 : 0;
  spck.result.translated.push_back(fmt::format("bodies: {}", spck.model.bodies.size() - wheelsets));
  spck.result.translated.push_back(fmt::format("wheelsets: {}", wheelsets));
  for (const Element& element : spck.model.elements) ++counts[element.table];
  for (const auto& [table, number] : counts)
    spck.result.translated.push_back(fmt::format("{}: {}", table, number));
}

}  // namespace

bool is_spck(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.starts_with("!file.version") || text.find("\nbody.m") != std::string_view::npos ||
         text.find("\rbody.m") != std::string_view::npos;
}

std::optional<ImportedVehicle> import_spck(std::string_view text, const std::string& file,
                                           const ImportSettings& settings, Findings& findings) {
  Findings own;
  const SpckFile statements = SpckFile::from_text(text, file, own);
  SpckModel spck(statements, own);
  spck.uses_equilibrium = settings.uses_equilibrium;
  for (const auto& [option, is_given] : {std::pair{"--back-to-back", settings.back_to_back > 0},
                                         std::pair{"--wheel-radius", settings.wheel_radius > 0}})
    if (is_given)
      own.add({{file},
               option,
               "is part of a SIMPACK model, which has its own value",
               "",
               "",
               "Leave it out, or change the value in the vehicle file"});
  spck.model.name = std::filesystem::path(file).stem().string();
  if (own.empty()) {
    set_axes(spck);
    read_spck_bodies(spck);
    WheelsetReader wheelsets(spck, settings);
    wheelsets.read();
    read_spck_forces(spck);
    wheelsets.list_missing_profiles();
    list_other_statements(spck);
  }
  findings.append(own);
  if (!own.empty()) return std::nullopt;
  for (const std::string& reading : statements.readings()) spck.result.readings.push_back(reading);
  count_spck(spck);
  const std::string head = fmt::format(
      "# Imported from {}, a model of SIMPACK, by flangeway {}.\n"
      "# import.txt in this folder has the decisions and the parts left out.\n",
      std::filesystem::path(file).filename().string(), version());
  spck.result.text = vehicle_text(spck.model, head, settings.wheel_profile, settings.back_to_back);
  return std::move(spck.result);
}

}  // namespace flangeway::vehicle_import
