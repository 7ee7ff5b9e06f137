#include "flangeway/vehicle_case/geometry.hpp"

#include "flangeway/core/notes.hpp"
#include "flangeway/vehicle_case/contact.hpp"
#include "flangeway/vehicle_case/files.hpp"
#include "flangeway/vehicle_case/profiles.hpp"
#include "flangeway/vehicle_case/rails.hpp"

namespace flangeway::vehicle_case {

std::optional<CaseGeometry> load_geometry(const std::filesystem::path& file,
                                          const document::Assignments& sets, Findings& findings) {
  std::optional<CaseFiles> files =
      read_files({document::Document::from_file(file, findings)}, sets, findings);
  if (!files) return std::nullopt;
  const std::optional<vehicle::VehicleModel> vehicle = compile(files->vehicle, findings);
  if (vehicle && vehicle->wheelsets.empty())
    findings.add({files->spec.vehicle.where, "vehicle", "has no wheelsets", "", "a vehicle on wheels", ""});
  if (!vehicle || vehicle->wheelsets.empty()) return std::nullopt;
  Profiles profiles(files->spec.profiles, files->sources, findings);
  const vehicle::Wheelset& wheelset = vehicle->wheelsets.front();
  CaseGeometry geometry;
  const track::TrackRailsSpec& rails = files->track.rails;
  const CaseRails read = read_rails(files->spec.profiles, rails, profiles, files->sources, findings);
  for (const profile::Profile* loaded :
       {profiles.wheel(wheelset.profile_left), profiles.wheel(wheelset.profile_right), read.first[0],
        read.first[1]}) {
    if (loaded) geometry.profiles.push_back(*loaded);
  }
  if (!findings.empty()) return std::nullopt;
  for (const std::string& text : profiles.warnings()) tell_note({{}, "", text, "", "", ""});
  geometry.contact = contact_settings(files->spec);
  set_averaging_load(files->spec, vehicle->bodies, 2 * vehicle->wheelsets.size(), geometry.contact);
  geometry.profile_position = wheelset.profile_position;
  geometry.radius = wheelset.wheel_radius;
  geometry.placement = placement_of(rails);
  return geometry;
}

}  // namespace flangeway::vehicle_case
