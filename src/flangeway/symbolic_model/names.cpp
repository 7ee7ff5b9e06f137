#include "flangeway/symbolic_model/names.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "flangeway/expression/parse.hpp"

namespace flangeway::symbolic_model {

namespace {

bool is_name(const std::string& name) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), fits);
}

template <typename T>
std::vector<std::string> keys_of(const std::map<std::string, T>& map) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : map) keys.push_back(key);
  return keys;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? "" : fmt::format("Did you mean {}", nearest);
}

// The text of a value that was written in quotes.
std::string unquoted(const std::string& text) {
  return text.size() >= 2 ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

std::string key_of(const char* list, std::size_t index, const char* key) {
  return fmt::format("{}[{}].{}", list, index, key);
}

bool Names::declare(const std::string& name, const Expression& meaning, const SourceLocation& where,
                    const std::string& key) {
  if (!is_name(name)) {
    findings_.add({where, key, "is not a name", name, "letters, digits and _, not a digit first", ""});
    return false;
  }
  if (!symbols_.emplace(name, meaning).second) {
    findings_.add({where, key, "is a name that is taken already", name, "",
                   "A coordinate x also takes the names dx and ddx; choose another name"});
    return false;
  }
  return true;
}

Expression Names::expression(const Text& text, const std::string& key) {
  try {
    return expression::parse(text.value, [&](std::string_view name) -> std::optional<Expression> {
      const auto found = symbols_.find(name);
      if (found == symbols_.end()) return std::nullopt;
      return found->second;
    });
  } catch (const expression::ParseError& error) {
    refuse(text, key, error.what());
  } catch (const expression::SymbolicError& error) {
    refuse(text, key, error.what());
  }
  return 0;
}

std::vector<Expression> Names::expressions(const Entries& entries, const std::string& key) {
  std::vector<Expression> result;
  for (const document::Value& entry : entries) {
    if (entry.number) {
      result.emplace_back(*entry.number);
    } else {
      result.push_back(
          expression(Text{unquoted(entry.text), entry.where}, fmt::format("{}[{}]", key, result.size())));
    }
  }
  return result;
}

std::array<Expression, 3> Names::components(const Entries& entries, const std::string& key) {
  std::array<Expression, 3> result;
  const std::vector<Expression> all = expressions(entries, key);
  std::copy_n(all.begin(), std::min<std::size_t>(all.size(), 3), result.begin());
  return result;
}

Base Names::base(const Text& name, const std::string& key) {
  const auto found = bases_.find(name.value);
  if (found != bases_.end()) return found->second;
  refuse(name, key, "names a base that is not there", did_you_mean(name.value, keys_of(bases_)));
  return {};
}

Point Names::point(const Text& name, const std::string& key) {
  const auto found = points_.find(name.value);
  if (found != points_.end()) return found->second;
  refuse(name, key, "names a point that is not there", did_you_mean(name.value, keys_of(points_)));
  return {};
}

void Names::refuse(const Text& text, const std::string& key, std::string problem, std::string advice) {
  findings_.add({text.where, key, std::move(problem), text.value, "", std::move(advice)});
}

}  // namespace flangeway::symbolic_model
