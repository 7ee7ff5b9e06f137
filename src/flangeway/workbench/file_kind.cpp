#include "flangeway/workbench/file_kind.hpp"

#include <algorithm>
#include <utility>

#include "flangeway/acceptance/rule.hpp"
#include "flangeway/campaign/study_spec.hpp"
#include "flangeway/contact_case/spec.hpp"
#include "flangeway/damage/wear_law.hpp"
#include "flangeway/evolution/line_spec.hpp"
#include "flangeway/symbolic_model/model_spec.hpp"
#include "flangeway/track/spec.hpp"
#include "flangeway/vehicle/vehicle_spec.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::workbench {

namespace {

struct Kind {
  const char *name, *text;
  std::vector<document::KeySchema> (*schema)();
  document::KeyHistory (*history)();
  void (*read)(const document::Document& document, Findings& findings);
};

template <typename Spec>
void read_spec(const document::Document& document, Findings& findings) {
  Spec spec{};
  document.fill(spec, findings);
}

template <typename Spec>
constexpr Kind kind_of_file(const char* name, const char* text) {
  return {name, text, document::schema<Spec>, document::history<Spec>, read_spec<Spec>};
}

constexpr Kind all_kinds[] = {
    kind_of_file<vehicle_case::CaseSpec>(
        "case",
        "A case file names a vehicle and a track, and says how fast the one runs on the other and how it "
        "is computed: `flangeway run`."),
    kind_of_file<vehicle::VehicleSpec>(
        "vehicle",
        "A vehicle file holds bodies, wheelsets and the elements that connect them; a case names it."),
    kind_of_file<track::TrackSpec>(
        "track",
        "A track file holds the line in plan and height, the rails and their irregularities; a case names "
        "it, and `flangeway track` draws it."),
    kind_of_file<track::RailLayout>(
        "layout",
        "A layout file holds the rails of a turnout or a crossing; track files place it by `rails.layouts`."),
    kind_of_file<campaign::StudySpec>(
        "study", "A study file names a case and what is varied in it: `flangeway study`."),
    kind_of_file<contact_case::ContactSpec>(
        "contact",
        "A contact file holds one patch or one wheel on a rail, solved in detail: `flangeway contact`."),
    kind_of_file<damage::WearLaw>(
        "wear", "A wear file holds the coefficients of a wear law and their source: `flangeway wear`."),
    kind_of_file<evolution::LineSpec>("line",
                                      "A line file names kinds of track with their shares of the mileage "
                                      "that wheels run: `flangeway evolve`."),
    kind_of_file<acceptance::RuleSpec>(
        "rule",
        "A rule file holds what is judged, and the limits with their source: `flangeway assess --rule "
        "RULE.toml`."),
    kind_of_file<symbolic_model::ModelSpec>(
        "symbolic",
        "A symbolic model file holds coordinates, bases, points and elements as expressions: `flangeway "
        "codegen`.")};

}  // namespace

std::vector<FileKind> file_kinds() {
  std::vector<FileKind> all;
  for (const Kind& kind : all_kinds) {
    FileKind& one = all.emplace_back(FileKind{kind.name, kind.text, {}, {}});
    for (document::KeySchema& key : kind.schema()) {
      one.keys.push_back(std::move(key.reference));
      one.bounds.push_back(key.bounds);
    }
  }
  return all;
}

std::vector<KindHistory> kind_histories() {
  std::vector<KindHistory> all;
  for (const Kind& kind : all_kinds) all.push_back({kind.name, kind.history()});
  const auto history_of = [&](const char* name) -> document::KeyHistory& {
    return std::find_if(all.begin(), all.end(), [&](const KindHistory& kind) { return kind.name == name; })
        ->history;
  };
  // Studies and lines set keys of a case, its vehicle and its track.
  const document::KeyHistory of_case = history_of("case"), of_vehicle = history_of("vehicle"),
                             of_track = history_of("track");
  history_of("study").key_texts = {"axes[].key"};
  for (const char* name : {"study", "line"}) {
    document::KeyHistory& history = history_of(name);
    std::erase_if(history.settings, [](const std::string& table) { return table.ends_with(".only"); });
    document::add_settings_of(of_case, "", history);
    document::add_settings_of(of_vehicle, "vehicle.", history);
    document::add_settings_of(of_track, "track.", history);
  }
  return all;
}

std::vector<std::string> file_kind_names() {
  std::vector<std::string> names;
  for (const Kind& kind : all_kinds) names.emplace_back(kind.name);
  return names;
}

const KindHistory* kind_of_keys(const std::vector<std::string>& keys, const std::vector<KindHistory>& kinds) {
  const KindHistory* best = nullptr;
  std::ptrdiff_t max_known = 0;
  for (const KindHistory& kind : kinds) {
    const std::vector<std::string>& known = kind.history.top;
    const auto count = std::count_if(keys.begin(), keys.end(), [&](const std::string& key) {
      return std::find(known.begin(), known.end(), key) != known.end();
    });
    if (count > max_known) max_known = count, best = &kind;
  }
  return best;
}

void read_as(const std::string& kind, const document::Document& document, Findings& findings) {
  for (const Kind& one : all_kinds)
    if (kind == one.name) one.read(document, findings);
}

}  // namespace flangeway::workbench
