#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/evolution/evolve.hpp"

namespace flangeway::evolution {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* manifest = "line.json";
constexpr const char* format_name = "flangeway evolution";
constexpr int format_version = 3;

Json read_json(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return Json::parse(in, nullptr, false);
}

Json json_of(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json json_of(const Surface& surface) {
  Json points = Json::array(), flange;
  for (const Vec2& point : surface.points) points.push_back({point.x(), point.y()});
  if (const auto& f = surface.flange) flange = {f->height, f->thickness, f->steepness, f->angle};
  return {{"name", surface.name},           {"kind", profile::kind_name(surface.kind)},
          {"area_lost", surface.area_lost}, {"flange", flange},
          {"hollow", surface.hollow},       {"bin", surface.rate.bin},
          {"rate", surface.rate.depth},     {"points", points}};
}

Surface surface_of(const Json& json) {
  Surface surface;
  surface.name = json.at("name");
  surface.kind =
      json.at("kind") == profile::kind_name(profile::Kind::rail) ? profile::Kind::rail : profile::Kind::wheel;
  surface.area_lost = json.at("area_lost"), surface.hollow = json.at("hollow");
  if (const Json& flange = json.at("flange"); !flange.is_null())
    surface.flange = profile::FlangeMeasures{flange.at(0), flange.at(1), flange.at(2), flange.at(3)};
  surface.rate = {json.at("rate").get<std::vector<double>>(), json.at("bin")};
  for (const Json& point : json.at("points")) surface.points.emplace_back(point.at(0), point.at(1));
  return surface;
}

Json json_of(const Step& step) {
  Json surfaces = Json::array(), sections = Json::array(), conicity = Json::array();
  for (const Surface& surface : step.surfaces) surfaces.push_back(json_of(surface));
  for (const auto& one : step.conicity) conicity.push_back(json_of(one));
  for (const SectionResult& one : step.sections)
    sections.push_back({{"status", one.status},
                        {"wear_number", one.wear_number},
                        {"yq_max", one.yq_max},
                        {"area_rate", one.area_rate},
                        {"beyond_tests", one.beyond_tests},
                        {"by_elastic", one.by_elastic}});
  return {{"mileage", step.mileage},
          {"planned", step.planned},
          {"error", step.error},
          {"reprofiled", step.reprofiled},
          {"radius_lost", step.radius_lost},
          {"since_reprofiling", step.since_reprofiling},
          {"conicity", conicity},
          {"sections", sections},
          {"surfaces", surfaces}};
}

Step step_of(const Json& json) {
  Step step;
  step.mileage = json.at("mileage"), step.planned = json.at("planned");
  step.error = json.at("error"), step.reprofiled = json.at("reprofiled");
  step.radius_lost = json.at("radius_lost"), step.since_reprofiling = json.at("since_reprofiling");
  for (const Json& one : json.at("conicity"))
    step.conicity.push_back(one.is_null() ? std::nullopt : std::optional(one.get<double>()));
  for (const Json& one : json.at("sections"))
    step.sections.push_back({one.at("status"), one.at("wear_number"), one.at("yq_max"), one.at("area_rate"),
                             one.at("beyond_tests"), one.value("by_elastic", false)});
  for (const Json& one : json.at("surfaces")) step.surfaces.push_back(surface_of(one));
  return step;
}

void remove_results(const fs::path& folder) {
  for (const char* name : {"steps", "profiles", "predicted", manifest, "results.csv", "evolution.html"})
    fs::remove_all(folder / name);
}

}  // namespace

std::optional<EvolutionFolder> EvolutionFolder::open(const fs::path& folder, const Line& line,
                                                     const std::string& command_line, bool force,
                                                     Findings& findings) {
  const auto refuse = [&](const char* problem, const char* advice) {
    findings.add({{folder.string()}, "", problem, "", "", advice});
    return std::nullopt;
  };
  std::error_code error;
  const Json begun = read_json(folder / manifest);
  const bool ours = begun.is_object() && begun.value("format", Json()) == format_name;
  if (!ours && fs::exists(folder, error) && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    return refuse("holds other files", "Name a new folder");
  const bool same = ours && begun.value("format_version", Json()) == format_version &&
                    begun.value("identity", Json()) == line.identity;
  if (ours && !same && !force)
    return refuse("holds results of another line, or of other inputs or another program",
                  "Use --force to replace them, or name another folder");
  if (ours && force) remove_results(folder);
  for (const char* name : {"steps", "profiles", "predicted"}) {
    fs::create_directories(folder / name, error);
    if (error) return refuse("cannot be made", "");
  }
  if (!same || force)
    write_file_atomically(folder / manifest, Json{{"format", format_name},
                                                  {"format_version", format_version},
                                                  {"version", version()},
                                                  {"commit", commit()},
                                                  {"identity", line.identity},
                                                  {"command_line", command_line}}
                                                     .dump(2, ' ', false, Json::error_handler_t::replace) +
                                                 '\n');
  return EvolutionFolder(fs::absolute(folder));
}

std::optional<Step> EvolutionFolder::read(std::size_t number) const {
  try {
    return step_of(read_json(path_ / fmt::format("steps/{:04}.json", number)));
  } catch (const Json::exception&) {
    return std::nullopt;  // not there, or damaged: it is run again
  }
}

void EvolutionFolder::write(std::size_t number, const Step& step) const {
  write(fmt::format("steps/{:04}.json", number), json_of(step).dump() + '\n');
}

void EvolutionFolder::write(const std::string& name, std::string_view content) const {
  write_file_atomically(path_ / name, content);
}

}  // namespace flangeway::evolution
