#include "flangeway/workbench/check.hpp"

#include <optional>

#include "flangeway/campaign/study.hpp"
#include "flangeway/contact_case/load.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/document/findings_json.hpp"
#include "flangeway/law/law.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/plausibility.hpp"

namespace flangeway::workbench {

namespace {

using document::Document;

void add_text(Json& findings, const char* severity, const std::string& file, const std::string& text) {
  findings.push_back({{"severity", severity},
                      {"file", file},
                      {"line", 0},
                      {"column", 0},
                      {"key", ""},
                      {"problem", text},
                      {"value", ""},
                      {"allowed", ""},
                      {"remedy", ""},
                      {"text", text}});
}

void check_vehicle(const Document& document, Findings& findings) {
  vehicle::VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  vehicle::read_vehicle(document, spec, parts, findings);
  (void)vehicle::compile(spec, findings);
}

void check_track(const Document& document, Findings& findings) {
  track::TrackSpec spec;
  document.fill(spec, findings);
  if (findings.empty()) (void)track::compile(spec, findings);
}

void note_programs(Json& list, const std::string& file) {
  add_text(list, "note", file,
           "The files that this one names are not checked while you type, as they include programs. Run "
           "`flangeway check` on it.");
}

void check_case(Document document, Findings& findings, Json& list) {
  read_as("case", document, findings);
  if (!findings.empty()) return;
  const std::string file = document.file_name();
  if (document.where("control").line > 0) return note_programs(list, file);
  const auto model = vehicle_case::load_case({std::move(document), {}, {}}, {}, findings);
  if (!model) return;
  for (const std::string& warning : vehicle_case::implausible_values(*model))
    add_text(list, "warning", file, warning);
}

void check_as(const std::string& kind, Document document, Findings& findings, Json& list) {
  if (kind == "case") return check_case(std::move(document), findings, list);
  if (kind == "vehicle") return check_vehicle(document, findings);
  if (kind == "track") return check_track(document, findings);
  if (kind == "study") return (void)campaign::read_study(document, findings);
  if (kind == "contact") return (void)contact_case::load_contact(document, {}, findings);
  read_as(kind, document, findings);
}

// Findings name files as the reader opened them; the page knows them by their paths in the project.
void make_relative(Json& findings, const std::string& folder) {
  for (Json& finding : findings) {
    for (const char* part : {"file", "text"}) {
      std::string text = finding[part];
      for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at))
        text.erase(at, folder.size());
      finding[part] = text;
    }
  }
}

}  // namespace

Json check_text(const Project& project, const std::string& path, const std::string& text) {
  const SafePath checked = safe_path(path);
  const std::string kind = project.kind_of(path, text), folder = project.folder().string() + "/";
  Json list = Json::array();
  if (!path.ends_with(".toml")) return {{"kind", kind}, {"findings", list}};
  const NoteCollector notes;
  const law::LoadingForbidden no_programs;
  Findings findings;
  try {
    Document document = Document::from_text(text, folder + checked.text, findings);
    if (findings.empty()) check_as(kind, std::move(document), findings, list);
  } catch (const BadInput& error) {
    findings = error.findings();
  } catch (const law::NotLoaded&) {
    findings = {}, note_programs(list, path);
  } catch (const NumericalFailure& error) {
    add_text(list, "error", path, error.what());
  }
  for (Json& finding : list) finding["file"] = path;
  Json errors = Json::parse(document::findings_json(findings));
  for (Json& finding : list) errors.push_back(std::move(finding));
  for (const std::string& note : notes.texts()) add_text(errors, "note", path, note);
  make_relative(errors, folder);
  return {{"kind", kind}, {"findings", errors}};
}

}  // namespace flangeway::workbench
