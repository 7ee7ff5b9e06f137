#include "case_settings.hpp"

#include <fmt/format.h>

namespace flangeway::app {

void check_settings(const Common& common, const vehicle_case::CaseModel& model, Findings& findings) {
  using vehicle_case::TrackCoupling;
  using wheelrail::Method;
  const Method method = model.contact.settings.method;
  const TrackCoupling coupling = model.coupling.method;
  const bool yields = (coupling == TrackCoupling::tight || coupling == TrackCoupling::cosim) &&
                      model.coupling.mesh != vehicle_case::TrackMesh::rigid;
  // A key or a table of keys, whether it has an effect, and the choice that decides.
  struct Use {
    std::string_view key;
    bool has_effect;
    std::string choice, needed;
  };
  const std::string of_method = fmt::format("contact.method = \"{}\"", name_of(method)),
                    of_coupling = fmt::format("coupling.method = \"{}\"", name_of(coupling)),
                    yielding = "coupling.method to tight or cosim";
  const Use uses[] = {{"contact.kec", method == Method::kec, of_method, "contact.method to kec"},
                      {"contact.lookup", method == Method::lut, of_method, "contact.method to lut"},
                      {"contact.elastic", method == Method::elastic, of_method, "contact.method to elastic"},
                      {"coupling.reach", yields, of_coupling, yielding},
                      {"coupling.tolerance", yields, of_coupling, yielding}};
  for (const std::string& set : common.sets) {
    const std::string key = set.substr(0, set.find_first_of("= "));
    for (const Use& use : uses) {
      const bool is_of_it =
          key.starts_with(use.key) && (key.size() == use.key.size() || key[use.key.size()] == '.');
      if (is_of_it && !use.has_effect)
        findings.add({{document::set_file},
                      key,
                      "has no effect with " + use.choice,
                      "",
                      "",
                      "Leave it out, or set " + use.needed});
    }
  }
}

}  // namespace flangeway::app
