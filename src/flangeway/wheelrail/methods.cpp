#include "flangeway/wheelrail/methods.hpp"

#include <iterator>

#include "flangeway/wheelrail/build.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::wheelrail {

void fits_one_section(const Settings& settings, const RailInput& rails, Findings& findings) {
  const std::string name(name_of(settings.method));
  if (rails.have_checks())
    findings.add({rails.where_checks, "rails.check_rails",
                  "have no effect with contact.method = \"" + name +
                      "\", whose tables do not contain the backs of wheels",
                  name, "elastic", "Set contact.method = \"elastic\""});
  if (!rails.vary()) return;
  findings.add({rails.where_varying, "rails.stations",
                "vary along the track or leave a gap, where the tables of contact.method = \"" + name +
                    "\" have one section",
                name, "elastic", "Set contact.method = \"elastic\""});
}

const ContactMethod& contact_method(Method method) {
  static_assert(std::size(contact_methods) == alternatives_of(Method{}).size());
  return *contact_methods[static_cast<std::size_t>(method)];
}

std::string methods_on_flexible_rails() {
  std::string names;
  for (const ContactMethod* one : contact_methods) {
    if (!one->flexible_rails) continue;
    if (!names.empty()) names += ", ";
    names += name_of(one->method);
  }
  return names;
}

std::string method_text(const Settings& settings) {
  const std::string name(name_of(settings.method));
  const double averaging_load = settings.method == Method::kec   ? settings.kec.averaging_load
                                : settings.method == Method::lut ? settings.lookup.averaging_load
                                                                 : 0;
  if (averaging_load > 0) return name + " (patch)";
  if (constrained(contact_method(settings.method))) return name;
  return name + " (" + std::string(name_of(settings.patch_solution.model)) + ")";
}

}  // namespace flangeway::wheelrail
