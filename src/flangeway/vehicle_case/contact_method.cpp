#include "flangeway/vehicle_case/contact_method.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/notes.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/files.hpp"
#include "flangeway/vehicle_case/spec.hpp"
#include "flangeway/wheelrail/method.hpp"

namespace flangeway::vehicle_case {
namespace {

using wheelrail::Method;
using Methods = std::vector<Method>;

constexpr const char* method_key = "contact.method";

/// A setting that is not the default, and the methods that have it.
struct MethodSetting {
  std::string key;
  Methods methods;
};

template <typename Predicate>
Methods methods_where(const Predicate& holds) {
  Methods methods;
  for (const auto& one : wheelrail::alternatives_of(Method{}))
    if (holds(one)) methods.push_back(one.value);
  return methods;
}

std::vector<MethodSetting> settings_of_methods(const CaseSpec& spec) {
  const ContactSpec& contact = spec.contact;
  const ContactSpec usual;
  std::vector<MethodSetting> settings;
  const auto add = [&](bool given, std::string key, Methods methods) {
    if (given) settings.push_back({std::move(key), std::move(methods)});
  };
  const auto beside_method = [&](bool given, std::string_view key) {
    add(given, fmt::format("contact.{}", key), methods_where([&](const auto& one) {
          return std::find(one.keys.begin(), one.keys.end(), key) != one.keys.end();
        }));
  };
  beside_method(contact.lift_off != usual.lift_off, "lift_off");
  beside_method(contact.normal_force != usual.normal_force, "normal_force");
  beside_method(contact.patch != usual.patch, "patch");
  beside_method(contact.reference != usual.reference, "reference");
  beside_method(contact.element_size != usual.element_size, "element_size");
  add(contact.kec != usual.kec, "contact.kec", {Method::kec});
  add(contact.lookup != usual.lookup, "contact.lookup", {Method::lut});
  add(contact.elastic != usual.elastic, "contact.elastic", {Method::elastic});
  add(!contact.normal.own.library.value.empty(), "contact.normal", {Method::elastic});
  add(!spec.integration.wheel_projection, "integration.wheel_projection",
      methods_where([](const auto& one) { return constrained(wheelrail::contact_method(one.value)); }));
  return settings;
}

Methods common(const Methods& a, const Methods& b) {
  Methods both;
  for (const Method one : a)
    if (std::find(b.begin(), b.end(), one) != b.end()) both.push_back(one);
  return both;
}

std::string names_of_methods(const Methods& methods) {
  std::vector<std::string_view> names;
  for (const Method one : methods) names.push_back(name_of(one));
  return fmt::format("{}", fmt::join(names, " or "));
}

bool is_given(const document::Document& root, std::string_view key) {
  const SourceLocation where = root.where(key);
  return where.line > 0 || where.file != root.file_name();
}

void take(Method method, document::Document& root, Findings& findings) {
  root.set(fmt::format("{}={}", method_key, name_of(method)), findings);
}

}  // namespace

void settle_contact_method(document::Document& root, Findings& findings) {
  if (is_given(root, method_key)) return;
  CaseSpec spec;
  Findings of_fill;  // comes again when the document is filled for good
  root.fill(spec, of_fill);
  Methods left = methods_where([](const auto&) { return true; });
  const std::vector<MethodSetting> settings = settings_of_methods(spec);
  const MethodSetting* decisive = nullptr;
  for (const MethodSetting& setting : settings) {
    Methods next = common(left, setting.methods);
    if (next.empty()) {
      findings.add({root.where(setting.key), method_key,
                    fmt::format("is not given, and no method has both {} and {}", decisive->key, setting.key),
                    "", all_names<Method>(), "Give it"});
      return take(left.front(), root, findings);
    }
    if (decisive == nullptr || next.size() < left.size()) decisive = &setting;
    left = std::move(next);
  }
  if (std::find(left.begin(), left.end(), spec.contact.method) != left.end()) return;
  tell_note({root.where(decisive->key), method_key,
             fmt::format("is not given, and {} has an effect with {} only: {} is taken in place of {}",
                         decisive->key, names_of_methods(decisive->methods), name_of(left.front()),
                         name_of(spec.contact.method)),
             "", "", "Give it"});
  take(left.front(), root, findings);
}

void settle_table_geometry(const document::Document& root, CaseSpec& spec) {
  if (spec.contact.kec.conicity > 0 && !is_given(root, "contact.kec.geometry"))
    spec.contact.kec.geometry = TableGeometry::points;
}

document::Assignments with_constraints(document::Document root, document::Assignments sets,
                                       const std::string& why) {
  Findings again;  // comes again when the case is loaded
  for (const document::Assignment& set : case_assignments(sets)) root.set(set, again);
  if (!again.empty() || is_given(root, method_key)) return sets;
  settle_contact_method(root, again);
  if (!again.empty() || is_given(root, method_key)) return sets;
  tell_note({{root.file_name()},
             method_key,
             fmt::format("is not given, and {}: {} is taken in place of {}", why, name_of(Method::kec),
                         name_of(ContactSpec{}.method)),
             "",
             "",
             "Give it"});
  sets.push_back({fmt::format("{}={}", method_key, name_of(Method::kec))});
  return sets;
}

}  // namespace flangeway::vehicle_case
