#include "flangeway/vehicle_case/files.hpp"

#include "flangeway/core/notes.hpp"
#include "flangeway/track/layouts.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle_case/contact_method.hpp"

namespace flangeway::vehicle_case {
namespace {

// "vehicle.name=…" belongs to the vehicle file, everything without this prefix to the case file.
struct Sets {
  document::Assignments own, vehicle, track;
};

Sets split(const document::Assignments& sets) {
  Sets result;
  for (const document::Assignment& set : sets) {
    if (set.text.rfind("vehicle.", 0) == 0) {
      result.vehicle.push_back({set.text.substr(8), set.where});
    } else if (set.text.rfind("track.", 0) == 0) {
      result.track.push_back({set.text.substr(6), set.where});
    } else {
      result.own.push_back(set);
    }
  }
  return result;
}

using Document = document::Document;

// A part that the case names, or that was given in its place.
template <typename Spec>
void read_part(std::optional<Document>& given, document::Located<std::string>& name,
               const document::Assignments& sets, Spec& spec, std::vector<SourceFile>& sources,
               Findings& findings) {
  if (!given && name.value.empty()) return;  // a finding already says that it is missing
  if (!given) given = Document::from_file(name.value, findings);
  sources.push_back({given->file_name(), given->text()});
  for (const document::Assignment& set : sets) given->set(set, findings);
  if constexpr (std::is_same_v<Spec, vehicle::VehicleSpec>) {
    vehicle::read_vehicle(*given, spec, sources, findings);
  } else {
    given->fill(spec, findings);
    track::place_layouts(spec.rails, sources, findings);
  }
}

}  // namespace

document::Assignments case_assignments(const document::Assignments& sets) {
  return split(sets).own;
}

std::optional<CaseFiles> read_files(CaseDocuments documents, const document::Assignments& all_sets,
                                    Findings& findings) {
  CaseFiles files;
  const NoteCollector notes;
  const Sets sets = split(all_sets);
  Document& root = documents.root;
  files.sources.push_back({root.file_name(), root.text()});
  for (const document::Assignment& set : sets.own) root.set(set, findings);
  if (documents.vehicle) root.set("vehicle=\"" + documents.vehicle->file_name() + '"', findings);
  if (documents.track) root.set("track=\"" + documents.track->file_name() + '"', findings);
  settle_contact_method(root, findings);
  root.fill(files.spec, findings);
  settle_table_geometry(root, files.spec);
  read_part(documents.vehicle, files.spec.vehicle, sets.vehicle, files.vehicle, files.sources, findings);
  read_part(documents.track, files.spec.track, sets.track, files.track, files.sources, findings);
  if (!findings.empty()) return std::nullopt;
  files.notes = notes.texts();
  return files;
}

}  // namespace flangeway::vehicle_case
