#include "flangeway/archive/manifest.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace flangeway::archive {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "flangeway archive 1";

// Most systems take no longer names of a file in a folder.
constexpr std::size_t max_part = 255;
// With the name of a temporary folder before it, a path has at most 4096 bytes.
constexpr std::size_t max_name = 3800;

bool is_part_of_a_name(std::string_view part) {
  return !part.empty() && part.size() <= max_part && part != "." && part != ".." &&
         part.find('\0') == std::string_view::npos;
}

// A name of a file or folder strictly below the folder `top`, as it would be written there.
bool is_inside(std::string_view name, std::string_view top) {
  if (name.size() > max_name || !name.starts_with(top) || name.find('\\') != std::string_view::npos)
    return false;
  for (std::size_t begin = top.size(); begin < name.size();) {
    if (name[begin] != '/') return false;
    const std::size_t end = std::min(name.find('/', begin + 1), name.size());
    if (!is_part_of_a_name(name.substr(begin + 1, end - begin - 1))) return false;
    begin = end;
  }
  return name.size() > top.size();
}

// Names of folders may end in a slash.
bool is_folder_inside(std::string_view name, std::string_view top) {
  if (name.ends_with('/')) name.remove_suffix(1);
  return name == top || is_inside(name, top);
}

// Shown to the user as they are.
bool is_printable(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
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
    if (!is_inside(run.file, "results") || !is_folder_inside(run.folder, "inputs")) return false;
    for (const ArchivedInput& input : run.inputs)
      if (!is_inside(input.file, "inputs")) return false;
  }
  return true;
}

// A file that another name takes for a folder.
bool has_file_as_folder(const Manifest& manifest) {
  std::set<std::string_view> files, folders;
  for (const ArchivedRun& run : manifest.runs) {
    files.insert(run.file);
    folders.insert(run.folder);
    for (const ArchivedInput& input : run.inputs) files.insert(input.file);
  }
  const auto is_below_a_file = [&](std::string_view name) {
    for (std::size_t at = name.find('/'); at != std::string_view::npos; at = name.find('/', at + 1))
      if (files.contains(name.substr(0, at))) return true;
    return false;
  };
  return std::any_of(files.begin(), files.end(), is_below_a_file) ||
         std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) {
           return files.contains(folder) || is_below_a_file(folder);
         });
}

bool is_damaged(const Manifest& manifest) {
  return has_file_as_folder(manifest) ||
         std::any_of(manifest.runs.begin(), manifest.runs.end(), [](const ArchivedRun& run) {
           return !is_printable(run.file) || !is_printable(run.version) || !is_printable(run.commit);
         });
}

// As a user may see it: another format may be anything.
std::string text_of_format(const Json& json) {
  constexpr std::size_t max_shown = 60;
  if (!json.is_string()) return "no text";
  const auto& text = json.get_ref<const std::string&>();
  return text.size() <= max_shown && is_printable(text)
             ? text
             : "a text of " + std::to_string(text.size()) + " bytes";
}

Finding damage_of(const std::string& file) {
  return {{file}, "manifest.json", "is damaged", "", "", "Pack the results again"};
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
                    text_of_format(json.at("format")),
                    format,
                    "Use the version of Flangeway that packed it, or a later one"});
      return {};
    }
    manifest.version = json.at("packed_by").get<std::string>();
    for (const Json& run : json.at("results")) manifest.runs.push_back(run_of(run));
  } catch (const nlohmann::json::exception&) {
    findings.add(damage_of(file));
    return {};
  }
  if (!stays_inside(manifest)) {
    findings.add({{file},
                  "manifest.json",
                  "names a place outside of the archive",
                  "",
                  "",
                  "Do not trust this archive"});
    return {};
  }
  if (!is_damaged(manifest)) return manifest;
  findings.add(damage_of(file));
  return {};
}

}  // namespace flangeway::archive
