#include "flangeway/contact_library/key_table.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "flangeway/contact_case/spec.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::contact_library {
namespace {

// Notes down which keys are curves.
class CurveKeys : public KeyTable {
 public:
  using KeyTable::KeyTable;
  std::set<std::string, std::less<>> keys;
  void curve(std::string_view key, std::vector<std::array<double, 2>>&, const document::NumberRule&,
             std::string_view) override {
    keys.insert(key_path() + '.' + std::string(key));
  }
};

std::set<std::string, std::less<>> find_curves() {
  Settings none;
  contact_case::PatchSpec patch;
  contact_case::WheelOnRailSpec wheel;
  CurveKeys of_patch("patch", {}, none), of_wheel("wheel_on_rail", {}, none);
  describe(of_patch, patch);
  describe(of_wheel, wheel);
  of_patch.keys.merge(of_wheel.keys);
  return std::move(of_patch.keys);
}

}  // namespace

const KeyTable::Number* KeyTable::number(std::string_view key) const {
  const auto found = numbers_.find(key);
  return found == numbers_.end() || bound_to_words_.contains(key) ? nullptr : &found->second;
}

const KeyTable::List* KeyTable::list(std::string_view key) const {
  const auto found = lists_.find(key);
  return found == lists_.end() ? nullptr : &found->second;
}

void KeyTable::number(std::string_view key, double& value, const document::NumberRule& rule,
                      std::string_view) {
  const std::string name = full(key);
  const auto found = settings_->find(name);
  if (found != settings_->end() && std::holds_alternative<double>(found->second))
    numbers_.emplace(name, Number{&value, rule, &found->second});
}

void KeyTable::numbers(std::string_view key, std::vector<double>& values, const document::NumberRule& rule,
                       std::string_view) {
  const std::string name = full(key);
  const auto found = settings_->find(name);
  if (found != settings_->end() && std::holds_alternative<std::vector<double>>(found->second))
    lists_.emplace(name, List{&values, rule, &found->second});
}

// A key that a word needs has no effect with other words: the reader finds that.
void KeyTable::choice_index(std::string_view, std::size_t&, const std::vector<document::Word>& words,
                            document::Presence, std::string_view) {
  for (const document::Word& word : words)
    for (const std::string_view key : word.keys)
      if (!key.empty()) bound_to_words_.insert(full(key));
}

// An optional section is described in a copy: pointers into it do not last.
void KeyTable::section_with(std::string_view key, document::Presence, bool& present, const Fill& fill,
                            std::string_view) {
  if (!present) return;
  const std::string outer = path_;
  path_ = full(key);
  fill(*this);
  path_ = outer;
}

bool is_allowed(double value, const document::NumberRule& rule) {
  return std::isfinite(value) && (rule.minimum_excluded ? value > rule.minimum : value >= rule.minimum) &&
         value <= rule.maximum;
}

bool is_curve(std::string_view key) {
  static const std::set<std::string, std::less<>> curves = find_curves();
  return curves.contains(key);
}

}  // namespace flangeway::contact_library
