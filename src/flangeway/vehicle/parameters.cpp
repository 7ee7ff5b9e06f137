#include "flangeway/vehicle/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "flangeway/expression/parse.hpp"

namespace flangeway::vehicle {

namespace {

using document::Setting;
using document::Value;

bool is_name(const std::string& key) {
  const auto fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !key.empty() && std::isdigit(static_cast<unsigned char>(key.front())) == 0 && key != "pi" &&
         std::all_of(key.begin(), key.end(), fits);
}

/// Text between the quotes.
std::optional<std::string> text_of(const Value& value) {
  const std::string& text = value.text;
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') return std::nullopt;
  return text.substr(1, text.size() - 2);
}

std::optional<double> evaluate(const std::string& text, const expression::Names& names,
                               std::string& problem) {
  try {
    const expression::Expression result = expression::parse(text, names);
    if (result.is_number() && std::isfinite(result.number())) return result.number();
    problem = "has no finite value";
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  return std::nullopt;
}

}  // namespace

// Those that need no other one first, then round after round those whose names are known.
Parameters::Parameters(const std::vector<Setting>& settings) {
  std::vector<std::pair<const Setting*, std::string>> open;
  for (const Setting& setting : settings) {
    if (is_name(setting.key)) {
      open.emplace_back(&setting, "");
    } else {
      faults_.push_back({setting.value.where, "parameters." + setting.key, "is no name of a parameter", "",
                         "letters, digits and '_', but not pi", ""});
    }
  }
  for (bool found = true; found;) {
    found = false;
    for (auto it = open.begin(); it != open.end();) {
      const std::optional<double> number = value(it->first->value, it->second);
      if (number) values_[it->first->key] = *number, found = true;
      it = number ? open.erase(it) : it + 1;
    }
  }
  for (const auto& [setting, problem] : open)
    faults_.push_back({setting->value.where, "parameters." + setting->key, problem, setting->value.text,
                       "a number, or an expression of other parameters",
                       "Parameters may not depend on themselves"});
}

std::optional<double> Parameters::value(const std::string& expression, std::string& problem) const {
  const auto names = [&](std::string_view name) -> std::optional<expression::Expression> {
    const auto found = values_.find(std::string(name));
    if (found == values_.end()) return std::nullopt;
    return expression::Expression(found->second);
  };
  return evaluate(expression, names, problem);
}

std::optional<double> Parameters::value(const Value& value, std::string& problem) const {
  if (value.number) {
    if (std::isfinite(*value.number)) return value.number;
    problem = "is not finite";
    return std::nullopt;
  }
  if (const std::optional<std::string> text = text_of(value)) return this->value(*text, problem);
  problem = "is not a number";
  return std::nullopt;
}

}  // namespace flangeway::vehicle
