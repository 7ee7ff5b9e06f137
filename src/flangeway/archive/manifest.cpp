#include "flangeway/archive/manifest.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace flangeway::archive {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "flangeway archive 1";

// A name that stays inside of the folder into which it is unpacked.
bool is_inside(const std::string& name, const std::string& top) {
  const std::filesystem::path path(name);
  if (path.is_absolute() || name.find('\0') != std::string::npos || name.find('\\') != std::string::npos)
    return false;
  for (const auto& part : path)
    if (part == "..") return false;
  return name == top || name.starts_with(top + "/");
}

ArchivedInput input_of(const Json& json) {
  return {json.at("path").get<std::string>(), json.at("file").get<std::string>(),
          json.at("sha256").get<std::string>(), json.at("archived_sha256").get<std::string>()};
}

ArchivedRun run_of(const Json& json) {
  const auto text = [&](const char* key) { return json.at(key).get<std::string>(); };
  ArchivedRun run{text("file"),
                  text("sha256"),
                  text("version"),
                  text("commit"),
                  text("command_line"),
                  text("started"),
                  text("method"),
                  text("integrator"),
                  text("folder"),
                  json.at("sets").get<std::vector<std::string>>(),
                  {}};
  for (const Json& input : json.at("inputs")) run.inputs.push_back(input_of(input));
  return run;
}

bool stays_inside(const Manifest& manifest) {
  for (const ArchivedRun& run : manifest.runs) {
    if (!is_inside(run.file, "results") || !is_inside(run.folder, "inputs")) return false;
    for (const ArchivedInput& input : run.inputs)
      if (!is_inside(input.file, "inputs")) return false;
  }
  return true;
}

}  // namespace

std::string to_json(const Manifest& manifest) {
  Json runs = Json::array();
  for (const ArchivedRun& run : manifest.runs) {
    Json inputs = Json::array();
    for (const ArchivedInput& input : run.inputs)
      inputs.push_back({{"path", input.path},
                        {"file", input.file},
                        {"sha256", input.sha256},
                        {"archived_sha256", input.archived_sha256}});
    runs.push_back({{"file", run.file},
                    {"sha256", run.sha256},
                    {"version", run.version},
                    {"commit", run.commit},
                    {"command_line", run.command_line},
                    {"started", run.started},
                    {"method", run.method},
                    {"integrator", run.integrator},
                    {"folder", run.folder},
                    {"sets", run.sets},
                    {"inputs", std::move(inputs)}});
  }
  const Json json{{"format", format}, {"packed_by", manifest.version}, {"results", std::move(runs)}};
  return json.dump(2) + "\n";
}

Manifest read_manifest(const std::string& text, const std::string& file, Findings& findings) {
  Manifest manifest;
  try {
    const Json json = Json::parse(text);
    if (json.at("format") != format) {
      findings.add({{file},
                    "",
                    "is an archive of another format",
                    json.at("format").dump(),
                    format,
                    "Use the version of Flangeway that packed it, or a later one"});
      return {};
    }
    manifest.version = json.at("packed_by").get<std::string>();
    for (const Json& run : json.at("results")) manifest.runs.push_back(run_of(run));
  } catch (const nlohmann::json::exception&) {
    findings.add({{file}, "manifest.json", "is damaged", "", "", "Pack the results again"});
    return {};
  }
  if (stays_inside(manifest)) return manifest;
  findings.add(
      {{file}, "manifest.json", "names a place outside of the archive", "", "", "Do not trust this archive"});
  return {};
}

}  // namespace flangeway::archive
