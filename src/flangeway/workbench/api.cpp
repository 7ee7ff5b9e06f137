#include "flangeway/workbench/api.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <sstream>

#include "flangeway/core/json_text.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/document/edit.hpp"
#include "flangeway/document/findings_json.hpp"
#include "flangeway/document/outline.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/workbench/check.hpp"
#include "flangeway/workbench/line.hpp"
#include "flangeway/workbench/schema_json.hpp"
#include "flangeway/workbench/template.hpp"
#include "flangeway/workbench/toml_value.hpp"
#include "flangeway/workbench/workbench.hpp"

namespace flangeway::workbench {

std::string ApiRequest::text(const std::string& name) const {
  const auto found = body.find(name);
  if (found == body.end() || !found->is_string()) throw Refusal(400, name, "is missing or no text");
  return found->get<std::string>();
}

std::string ApiRequest::parameter(const std::string& name) const {
  const auto found = parameters.find(name);
  if (found == parameters.end()) throw Refusal(400, name, "is missing in the address");
  return found->second;
}

namespace {

// Findings about a text that was sent, as a refusal.
[[noreturn]] void refuse(const std::string& path, const Findings& findings) {
  const Finding& first = findings.all().front();
  throw Refusal(422, path, first.key.empty() ? first.problem : first.key + " " + first.problem, first.got,
                first.advice)
      .with("findings", Json::parse(document::findings_json(findings)));
}

Json get_project(Workbench& bench, const ApiRequest&) {
  bench.note_watcher();
  Json entries = Json::array();
  std::string all;
  for (const TreeEntry& entry : bench.tree.list()) {
    entries.push_back({{"path", entry.path},
                       {"kind", entry.kind},
                       {"size", entry.size},
                       {"modified", entry.modified},
                       {"version", entry.version},
                       {"stale", bench.stale(entry)},
                       {"title", entry.title}});
    all += entry.path + '\0' + entry.version + '\0';
  }
  const auto& folder = bench.project.folder();
  return {{"name", folder.filename().string()},
          {"folder", folder.string()},
          {"version", sha256(all)},
          {"entries", entries}};
}

Json get_file(Workbench& bench, const ApiRequest& request) {
  return bench.project.read(request.parameter("path"));
}

Json put_file(Workbench& bench, const ApiRequest& request) {
  std::optional<std::string> version;
  if (!request.body.contains("version"))
    throw Refusal(400, "version", "is missing", "", "Send the version that was read, or null for a new file");
  if (!request.body["version"].is_null()) version = request.text("version");
  return {{"version", bench.project.save(request.text("path"), request.text("text"), version)}};
}

Json rename_file(Workbench& bench, const ApiRequest& request) {
  bench.project.rename(request.text("from"), request.text("to"));
  return {{"path", request.text("to")}};
}

Json duplicate_file(Workbench& bench, const ApiRequest& request) {
  bench.project.duplicate(request.text("from"), request.text("to"));
  return {{"path", request.text("to")}};
}

Json delete_file(Workbench& bench, const ApiRequest& request) {
  return {{"bin", bench.project.remove(request.text("path"))}};
}

Json post_check(Workbench& bench, const ApiRequest& request) {
  return check_text(bench.project, request.text("path"), request.text("text"));
}

Json post_line(Workbench& bench, const ApiRequest& request) {
  LineRules rules;
  if (request.body.contains("limits")) {
    rules.file = request.text("limits");
    const auto speed = request.body.find("speed_kmh");
    if (speed == request.body.end() || !speed->is_number())
      throw Refusal(400, "speed_kmh", "is missing or no number", "",
                    "Limits depend on the speed of the line");
    rules.speed_kmh = speed->get<double>();
  }
  return line_of(bench.project, request.text("path"), request.text("text"), rules);
}

Json get_schema(Workbench&, const ApiRequest& request) {
  static const std::vector<FileKind> kinds = file_kinds();
  const std::string name = request.parameter("kind");
  for (const FileKind& kind : kinds)
    if (kind.name == name) return schema_json(kind);
  throw Refusal(404, "kind", "is no kind of file", name);
}

Json post_edit(Workbench&, const ApiRequest& request) {
  const std::string path = request.text("path"), text = request.text("text"), key = request.text("key");
  const bool as_written = request.body.contains("literal");
  if (!as_written && !request.body.contains("value"))
    throw Refusal(400, "value", "is missing", "", "Send null to remove a key");
  Findings findings;
  std::optional<std::string> value;
  if (as_written) {
    value = request.text("literal");
  } else if (!request.body["value"].is_null()) {
    value = toml_value(request.body["value"]);
  }
  const auto edited = document::edited(text, key, value, findings);
  if (!edited) refuse(path, findings);
  return {{"text", *edited}};
}

Json node_json(const document::OutlineNode& node) {
  Json values = Json::array(), children = Json::array();
  for (const document::OutlineValue& value : node.values)
    values.push_back({{"key", value.key}, {"line", value.line}, {"text", value.text}});
  for (const document::OutlineNode& child : node.children) children.push_back(node_json(child));
  return {{"key", node.key},   {"kind", node.kind}, {"name", node.name},
          {"line", node.line}, {"values", values},  {"children", children}};
}

Json post_outline(Workbench&, const ApiRequest& request) {
  const std::string text = request.text("text");
  Findings findings;
  (void)document::Document::from_text(text, request.text("path"), findings);
  if (!findings.empty()) refuse(request.text("path"), findings);
  Json root = node_json(document::outline(text));
  return {{"values", root["values"]}, {"nodes", root["children"]}};
}

Json get_verbs(Workbench& bench, const ApiRequest&) {
  Json list = Json::array();
  for (const VerbFacts& verb : bench.verbs) list.push_back(Json::parse(verb.json));
  return {{"verbs", list}};
}

Json get_templates(Workbench&, const ApiRequest&) {
  Json list = Json::array();
  for (const Template& one : templates()) list.push_back({{"name", one.name}, {"title", one.title}});
  return {{"templates", list}};
}

Json post_new(Workbench& bench, const ApiRequest& request) {
  const Template* from = find_template(request.text("template"));
  if (from == nullptr) throw Refusal(404, "template", "is not known", request.text("template"));
  const std::string path = request.text("path");
  if (!path.empty()) {  // the folder itself must be no link either
    const SafePath inside = safe_path(path + "/x");
    (void)open_parent(bench.project.root(), inside, true);
  }
  Findings findings;
  make_project(bench.project.folder() / path, *from, findings);
  if (!findings.empty()) refuse(path, findings);
  return {{"path", (path.empty() ? "" : path + "/") + from->files.front().first}};
}

Json post_run(Workbench& bench, const ApiRequest& request) {
  std::vector<std::string> words{request.text("verb")};
  const auto arguments = request.body.find("arguments");
  if (arguments == request.body.end() || !arguments->is_array())
    throw Refusal(400, "arguments", "are missing or no list");
  for (const Json& word : *arguments) {
    if (!word.is_string()) throw Refusal(400, "arguments", "are not all texts");
    words.push_back(word.get<std::string>());
  }
  return {{"id", bench.runs.add(std::move(words))}};
}

Json get_runs(Workbench& bench, const ApiRequest&) {
  return bench.runs.list();
}

Json stop_run(Workbench& bench, const ApiRequest& request) {
  bench.runs.stop(request.text("id"));
  return {{"id", request.text("id")}};
}

Json continue_run(Workbench& bench, const ApiRequest& request) {
  return {{"id", bench.runs.resume(request.text("id"))}};
}

Json get_result(Workbench& bench, const ApiRequest& request) {
  return bench.results.describe(request.parameter("path"));
}

std::optional<double> number_parameter(const ApiRequest& request, const std::string& name) {
  const auto found = request.parameters.find(name);
  if (found == request.parameters.end() || found->second.empty()) return std::nullopt;
  const std::string& text = found->second;
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number))
    throw Refusal(400, name, "is no number", text);
  return number;
}

Json get_result_data(Workbench& bench, const ApiRequest& request) {
  SliceRequest slice;
  std::istringstream names(request.parameter("channels"));
  for (std::string name; std::getline(names, name, ',');) slice.channels.push_back(name);
  if (const auto over = request.parameters.find("x"); over != request.parameters.end())
    slice.over = over->second;
  if (const auto filter = request.parameters.find("filter"); filter != request.parameters.end())
    slice.filter = filter->second;
  slice.from = number_parameter(request, "from");
  slice.to = number_parameter(request, "to");
  if (const auto points = number_parameter(request, "points")) {
    if (*points < 2 || *points > 20000) throw Refusal(400, "points", "is not from 2 to 20000");
    slice.points = static_cast<std::size_t>(*points);
  }
  return bench.results.slice(request.parameter("path"), slice);
}

}  // namespace

Json parse_body(const std::string& text) {
  if (is_nested_too_deeply(text)) throw Refusal(400, "body", "is nested deeper than 64");
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) throw Refusal(400, "body", "is no JSON object");
  return json;
}

const std::vector<ApiFunction>& api_functions() {
  static const std::vector<ApiFunction> all{{"GET", "/api/project", get_project},
                                            {"GET", "/api/file", get_file},
                                            {"PUT", "/api/file", put_file},
                                            {"POST", "/api/file/rename", rename_file},
                                            {"POST", "/api/file/duplicate", duplicate_file},
                                            {"POST", "/api/file/delete", delete_file},
                                            {"POST", "/api/check", post_check},
                                            {"POST", "/api/line", post_line},
                                            {"GET", "/api/schema", get_schema},
                                            {"POST", "/api/edit", post_edit},
                                            {"POST", "/api/outline", post_outline},
                                            {"GET", "/api/verbs", get_verbs},
                                            {"GET", "/api/templates", get_templates},
                                            {"POST", "/api/new", post_new},
                                            {"POST", "/api/runs", post_run},
                                            {"GET", "/api/runs", get_runs},
                                            {"POST", "/api/runs/stop", stop_run},
                                            {"POST", "/api/runs/continue", continue_run},
                                            {"GET", "/api/result", get_result},
                                            {"GET", "/api/result/data", get_result_data}};
  return all;
}

}  // namespace flangeway::workbench
