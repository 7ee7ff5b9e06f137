#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

#include <nlohmann/json.hpp>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/json_seal.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/regular_file.hpp"
#include "flangeway/core/version.hpp"
#include "flangeway/evolution/evolve.hpp"

namespace flangeway::evolution {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* manifest = "line.json";
constexpr const char* format_name = "flangeway evolution";
constexpr int format_version = 3;

using Seal = SealedJson::Seal;

SealedJson read_sealed(const fs::path& file) {
  return unseal_json(read_regular_file(file).value_or(""));
}

Json json_of(const std::optional<double>& value) {
  return value ? Json(*value) : Json();
}

Json json_of(const Surface& surface) {
  Json points = Json::array(), flange;
  for (const Vec2& point : surface.points) points.push_back({point.x(), point.y()});
  if (const auto& f = surface.flange) flange = {f->height, f->thickness, f->steepness, f->angle};
  return {{"name", surface.name},
          {"kind", profile::kind_name(surface.kind)},
          {"area_lost", surface.area_lost},
          {"flange", flange},
          {"hollow", surface.hollow},
          {"bin", surface.rate.bin},
          {"rate", surface.rate.depth},
          {"response", surface.response},
          {"points", points}};
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
  surface.response = json.value("response", std::vector<double>());
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

std::string name_of_step(std::size_t number) {
  return fmt::format("step {}", number);
}

// At most the parts of a process that was killed while it began the folder.
bool holds_parts_only(const fs::path& folder) {
  std::error_code ignored;
  return std::all_of(fs::directory_iterator(folder, ignored), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) { return entry.path().extension() == ".part"; });
}

// Steps with seals were written after a line.json with one.
bool has_sealed_steps(const fs::path& folder) {
  std::error_code ignored;
  return std::any_of(fs::directory_iterator(folder / "steps", ignored), fs::directory_iterator(),
                     [](const fs::directory_entry& entry) {
                       return entry.path().extension() == ".json" &&
                              read_sealed(entry.path()).seal == Seal::right;
                     });
}

using Lock = std::shared_ptr<const int>;

// The descriptor of the folder; none if it cannot be opened. Its lock ends with it.
Lock lock_of(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  return {new int(descriptor), [](const int* own) {
            ::close(*own);
            delete own;
          }};
}

constexpr const char* in_use = "is in use by another flangeway evolve";
constexpr const char* wait_for_it = "Wait until that one has ended, or name another folder";

// Locks it, unless another process has. A file system without locks is used without.
bool is_locked_by_others(int folder) {
  return ::flock(folder, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

void remove_parts(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".part") fs::remove(entry.path(), ignored);
}

void remove_results(const fs::path& folder) {
  for (const char* name : {"steps", "profiles", "predicted", manifest, "results.csv", "evolution.html"})
    fs::remove_all(folder / name);
}

}  // namespace

std::optional<EvolutionFolder> EvolutionFolder::open(const fs::path& folder, const Line& line,
                                                     const std::string& command_line, bool force,
                                                     Findings& findings) {
  const auto refuse = [&](std::string problem, const char* advice) {
    findings.add({{folder.string()}, "", std::move(problem), "", "", advice});
    return std::nullopt;
  };
  std::error_code error;
  if (fs::status(folder / manifest, error).type() == fs::file_type::none)
    return refuse("cannot be read: " + error.message(), "Name another folder");
  Lock lock = lock_of(folder);
  if (lock && is_locked_by_others(*lock)) return refuse(in_use, wait_for_it);
  const SealedJson sealed = read_sealed(folder / manifest);
  const Json begun = parse_json<Json>(sealed.text);
  const bool ours = begun.is_object() && begun.value("format", Json()) == format_name;
  const bool damaged =
      sealed.seal == Seal::wrong || (sealed.seal == Seal::none && ours && has_sealed_steps(folder));
  if (damaged && !(ours && force))
    return refuse("contains a line.json that is damaged: its checksum is wrong or missing",
                  ours ? "Use --force to begin anew, or name another folder" : "Name a new folder");
  if (!ours && fs::exists(folder, error) && !(fs::is_directory(folder, error) && holds_parts_only(folder)))
    return refuse("holds other files", "Name a new folder");
  const bool same = ours && begun.value("format_version", Json()) == format_version &&
                    begun.value("identity", Json()) == line.identity;
  if (ours && !same && !force)
    return refuse("holds results of another line, or of other inputs or another program",
                  "Use --force to replace them, or name another folder");
  if (ours && force) remove_results(folder);
  fs::create_directories(folder, error);
  if (error) return refuse("cannot be made: " + error.message(), "Name another folder");
  if (!lock) lock = lock_of(folder);
  if (!lock)
    return refuse("cannot be read: " + std::generic_category().message(errno), "Name another folder");
  if (is_locked_by_others(*lock)) return refuse(in_use, wait_for_it);
  // First, so that a kill at any moment leaves a folder that is known as ours.
  if (!same || force)
    write_file_atomically(folder / manifest,
                          seal_json(Json{{"format", format_name},
                                         {"format_version", format_version},
                                         {"version", version()},
                                         {"commit", commit()},
                                         {"identity", line.identity},
                                         {"command_line", command_line}}
                                        .dump(2, ' ', false, Json::error_handler_t::replace),
                                    {{"of", "line"}}));
  for (const char* name : {"steps", "profiles", "predicted"}) {
    fs::create_directories(folder / name, error);
    if (error) return refuse("cannot be made: " + error.message(), "Name another folder");
  }
  for (const char* name : {"", "steps", "profiles", "predicted"}) remove_parts(folder / name);
  EvolutionFolder result(fs::absolute(folder), line.identity);
  result.lock_ = std::move(lock);
  result.has_seals_ = !same || force || sealed.seal == Seal::right;
  if (!result.has_seals_)
    result.notes_.push_back(
        folder.string() +
        ": its steps have no checksums, as an earlier program has begun it; damage to them is not noticed");
  return result;
}

std::optional<Step> EvolutionFolder::read(std::size_t number) {
  const fs::path file = path_ / fmt::format("steps/{:04}.json", number);
  if (!fs::exists(file)) return std::nullopt;
  const SealedJson sealed = read_sealed(file);
  std::string problem;
  if (sealed.seal == Seal::wrong) {
    problem = "is damaged: its checksum is wrong";
  } else if (sealed.seal == Seal::none && has_seals_) {
    problem = "has no checksum, as those that this program writes have";
  } else if (sealed.seal == Seal::right && sealed.fact("of") != name_of_step(number)) {
    problem = fmt::format("is {}, not {}", sealed.fact("of"), name_of_step(number));
  } else if (sealed.seal == Seal::right && sealed.fact("line") != identity_) {
    problem = "is a step of another line";
  } else {
    try {
      return step_of(parse_json<Json>(sealed.text));
    } catch (const Json::exception&) {
      problem = "is damaged: it is no step of an evolution";
    }
  }
  notes_.push_back(
      fmt::format("{}: {}; it does not count, and the step is done again", file.string(), problem));
  return std::nullopt;
}

void EvolutionFolder::write(std::size_t number, const Step& step) const {
  write(fmt::format("steps/{:04}.json", number),
        seal_json(json_of(step).dump(), {{"of", name_of_step(number)}, {"line", identity_}}));
}

void EvolutionFolder::write(const std::string& name, std::string_view content) const {
  write_file_atomically(path_ / name, content);
}

}  // namespace flangeway::evolution
