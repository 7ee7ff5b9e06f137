#include "flangeway/contact_library/setup.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/contact_case/toml_case.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::contact_library {
namespace {

using contact_case::Prepared;

// In the findings about values that were set: a relative path starts from the working folder.
constexpr const char* set_by_caller = "flangeway_contact_set";

// A text in TOML syntax.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string list_text(const std::vector<double>& values, bool pairs) {
  std::string out = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (pairs && i % 2 == 0) out += '[';
    out += fmt::format("{},", values[i]);
    if (pairs && i % 2 == 1) out += "],";
  }
  if (pairs && values.size() % 2 == 1) out += "],";  // half a pair, which the reader reports
  return out + ']';
}

std::string assigned(const std::string& key, const Setting& setting) {
  struct {
    const std::string& key;
    std::string operator()(double value) const { return fmt::format("{}", value); }
    std::string operator()(const std::vector<double>& values) const {
      return list_text(values, is_curve(key));
    }
    std::string operator()(const std::string& text) const { return quoted(text); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  } const text{key};
  return key + '=' + std::visit(text, setting);
}

void check_single(const contact_case::ContactSpec& spec, const std::string& file, Findings& findings) {
  const auto refuse = [&](const char* key, const SourceLocation& where) {
    findings.add(
        {where, key, "makes many cases, and a handle has one", {}, {}, "Set its keys for each case"});
  };
  if (!spec.table.value.empty()) refuse("table", spec.table.where);
  if (!spec.sweep.empty()) refuse("sweep", spec.sweep.front().where);
  if (spec.sequence)
    findings.add({{file, 1, 1},
                  "sequence",
                  "belongs to files with many cases",
                  {},
                  {},
                  "Call flangeway_contact_accept after each instant"});
  if (spec.patch.has_value() == spec.wheel_on_rail.has_value())
    findings.add(
        {{file, 0, 0}, {}, "describes no contact, or two", {}, "keys of patch or of wheel_on_rail", {}});
}

void check_extras(const contact_case::SolutionSpec& spec, const SourceLocation& where, const char* table,
                  Findings& findings) {
  const auto refuse = [&](const char* key, const char* advice) {
    findings.add(
        {where, fmt::format("{}.{}", table, key), "is not computed with the solution", {}, {}, advice});
  };
  if (!spec.below.depths.empty() || !spec.below.x.empty() || !spec.below.y.empty())
    refuse("below", "Take it out, and call flangeway_contact_get_stresses");
  if (spec.stiffness) refuse("stiffness", "Take it out, and call flangeway_contact_get_stiffness");
}

void check_faults(const Prepared& prepared, const std::string& file, Findings& findings) {
  const auto faults = std::visit([](const auto& one) { return find_faults(one.problem); }, prepared);
  for (const std::string& fault : faults) findings.add({{file, 0, 0}, {}, fault, {}, {}, {}});
}

}  // namespace

void Setup::load_file(const std::filesystem::path& file, Findings& findings) {
  Findings own;
  const document::Document document = document::Document::from_file(file, own);
  if (own.empty()) return load(document.text(), document.file_name(), findings);
  findings.append(own);
}

void Setup::load_text(const std::string& text, Findings& findings) {
  load(text, "text", findings);
}

void Setup::load(std::string text, std::string file, Findings& findings) {
  Setup fresh;
  fresh.text_ = std::move(text);
  fresh.file_ = std::move(file);
  fresh.read(findings);
  if (!findings.empty()) return;
  fresh.is_read_ = false;  // what its table points to moves
  fresh.table_.reset();
  fresh.profiles_ = std::move(profiles_);
  *this = std::move(fresh);
}

// By the text of a two-column file, so that points meet the same checks and repairs as a file.
void Setup::add_profile(const std::string& name, profile::Kind kind, std::span<const double> y,
                        std::span<const double> z, Findings& findings) {
  std::string text;
  for (std::size_t i = 0; i < y.size(); ++i) text += fmt::format("{:.17g},{:.17g}\n", 1e3 * y[i], 1e3 * z[i]);
  auto made = profile::read_profile(text, name + ".csv", kind, {}, findings);
  if (!made) return;
  made->name = name;
  add_profile(name, std::make_shared<const profile::Profile>(std::move(*made)));
}

void Setup::add_profile(const std::string& name, std::shared_ptr<const profile::Profile> profile) {
  profiles_->add(name, std::move(profile));
}

void Setup::set_number(const std::string& key, double value) {
  const KeyTable::Number* known = is_read_ ? std::as_const(*table_).number(key) : nullptr;
  if (known == nullptr || !is_allowed(value, known->rule)) return set(key, value);
  *known->value = value;
  *known->setting = value;
}

void Setup::set_numbers(const std::string& key, std::span<const double> values) {
  const KeyTable::List* known = is_read_ ? table_->list(key) : nullptr;
  const bool fits =
      known != nullptr && values.size() >= known->rule.least && values.size() <= known->rule.most &&
      std::all_of(values.begin(), values.end(), [&](double v) { return is_allowed(v, known->rule); });
  if (!fits) return set(key, std::vector<double>(values.begin(), values.end()));
  known->values->assign(values.begin(), values.end());
  std::get<std::vector<double>>(*known->setting).assign(values.begin(), values.end());
}

void Setup::set(const std::string& key, Setting setting) {
  settings_.insert_or_assign(key, std::move(setting));
  is_read_ = false;
}

bool Setup::unset(const std::string& key) {
  is_read_ = false;
  return settings_.erase(key) > 0;
}

void Setup::read(Findings& findings) {
  const std::size_t before = findings.all().size();
  document::Document document = document::Document::from_text(text_, file_, findings);
  for (const auto& [key, setting] : settings_)
    document.set(document::Assignment{assigned(key, setting), {set_by_caller, 0, 0}}, findings);
  spec_ = {};
  table_.reset();
  if (findings.all().size() == before) document.fill(spec_, findings);
  if (findings.all().size() == before) check_single(spec_, file_, findings);
  is_read_ = findings.all().size() == before;
  if (!is_read_) return;
  if (spec_.patch) {
    table_.emplace("patch", spec_.patch->where, settings_);
    describe(*table_, *spec_.patch);
  } else {
    table_.emplace("wheel_on_rail", spec_.wheel_on_rail->where, settings_);
    describe(*table_, *spec_.wheel_on_rail);
  }
}

std::optional<Prepared> Setup::prepare(Findings& findings) {
  if (!is_read_) read(findings);
  if (!is_read_) return std::nullopt;
  std::optional<Prepared> made;
  if (spec_.patch) {
    check_extras(*spec_.patch, spec_.patch->where, "patch", findings);
    made = patch_case(*spec_.patch, findings);
  } else {
    check_extras(*spec_.wheel_on_rail, spec_.wheel_on_rail->where, "wheel_on_rail", findings);
    made = wheel_rail_case(*spec_.wheel_on_rail, *profiles_, findings);
  }
  if (made && findings.empty()) check_faults(*made, file_, findings);
  if (!findings.empty()) made.reset();
  return made;
}

}  // namespace flangeway::contact_library
