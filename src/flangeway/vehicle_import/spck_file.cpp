#include "flangeway/vehicle_import/spck_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "flangeway/core/utf8.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::vehicle_import {
namespace {

constexpr std::size_t max_spck_file = std::size_t{1} << 26;
constexpr std::size_t max_nesting = 8;   // substructures in substructures
constexpr std::size_t max_files = 1000;  // of a model and its substructures, which may name themselves often
constexpr std::size_t max_variables = 100;  // variables that are defined by others

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string with_plain_spaces_and_lines(std::string text) {
  constexpr std::string_view no_break_space = "\u00a0";
  for (std::size_t at = 0; (at = text.find(no_break_space, at)) != std::string::npos;)
    text.replace(at, no_break_space.size(), " ");
  if (text.find('\n') == std::string::npos) std::replace(text.begin(), text.end(), '\r', '\n');
  return text;
}

/// A line cut at its '!', which is none inside quotes.
struct Line {
  std::string_view statement, comment;
};
Line split_comment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote == 0 ? line[i] == '\'' || line[i] == '"' : line[i] == quote) quote = quote == 0 ? line[i] : 0;
    if (line[i] == '!' && quote == 0) return {trimmed(line.substr(0, i)), trimmed(line.substr(i + 1))};
  }
  return {trimmed(line), {}};
}

/// The left side: key, whole numbers, and the name of the element.
struct Target {
  std::string key, element;
};
std::optional<Target> target_of(std::string_view left) {
  const std::size_t open = left.find('(');
  Target target{std::string(trimmed(left.substr(0, open))), ""};
  if (open == std::string_view::npos) return target;
  if (!left.ends_with(')')) return std::nullopt;
  std::string_view rest = left.substr(open + 1, left.size() - open - 2);
  std::string indices;
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view part = trimmed(rest.substr(0, comma));
    if (part.starts_with('$')) {
      if (!target.element.empty()) return std::nullopt;
      target.element = part;
    } else {
      if (part.empty() || !std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
      const std::size_t digits = std::min(part.find_first_not_of('0'), part.size() - 1);  // 02 is 2
      indices += (indices.empty() ? "" : ",") + std::string(part.substr(digits));
    }
    if (comma == rest.size()) break;
    rest.remove_prefix(comma + 1);
  }
  if (!indices.empty()) target.key += '(' + indices + ')';
  return target;
}

std::string_view unwrapped(std::string_view text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) return text;
  return trimmed(text.substr(1, text.size() - 2));
}

/// Without braces and quotes, in whatever order.
std::string_view bare_value(std::string_view text) {
  for (;;) {
    const std::string_view inside = unwrapped(unwrapped(unwrapped(text, '{', '}'), '\'', '\''), '"', '"');
    if (inside.size() == text.size()) return text;
    text = inside;
  }
}

std::string lower_case(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// The file of this name in a folder, whatever its case: models are made where case does not count.
std::filesystem::path file_in(const std::filesystem::path& folder, const std::string& name) {
  std::error_code error;
  const std::filesystem::path searched = folder.empty() ? "." : folder;
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator entry(searched, error), end; !error && entry != end;
       entry.increment(error))
    if (lower_case(entry->path().filename().string()) == lower_case(name))
      found.push_back(folder / entry->path().filename());
  std::sort(found.begin(), found.end());
  return found.empty() ? std::filesystem::path() : found.front();
}

}  // namespace

std::string SpckFile::found(const std::string& name, const std::filesystem::path& first_folder) const {
  if (name.empty()) return "";
  std::vector<std::filesystem::path> searched_folders{first_folder};
  searched_folders.insert(searched_folders.end(), folders_.begin(), folders_.end());
  for (const std::filesystem::path& folder : searched_folders)
    if (std::error_code error; std::filesystem::is_regular_file(folder / name, error))
      return (folder / name).string();
  for (const std::filesystem::path& folder : searched_folders) {
    const std::filesystem::path path = file_in(folder, std::filesystem::path(name).filename().string());
    if (std::error_code error; !path.empty() && std::filesystem::is_regular_file(path, error)) {
      readings_.insert(fmt::format("file {}: taken from {}", name, path.string()));
      return path.string();
    }
  }
  return "";
}

class SpckReader {
 public:
  SpckReader(SpckFile& file, Findings& findings) : file_(file), findings_(findings) {}

  // Comments may be in another encoding than UTF-8.
  void read(std::string_view bytes, const std::string& name, const std::string& scope, std::size_t depth) {
    add_folder(std::filesystem::path(name).parent_path().string());
    nested_.clear();
    const std::string text = with_plain_spaces_and_lines(utf8_of_latin1(bytes));
    // Substructures come before the statements that change their values, wherever they are named.
    each(text, name, [&](const Target& target, const SpckValue& value) {
      if (target.element.empty() && target.key.starts_with("searchpath"))
        add_folder((std::filesystem::path(name).parent_path() / value.text).string());
      if (target.key == "substr.file") nested_.push_back({scope + target.element + '.', value});
      if (target.key.find(".file") != std::string::npos && value.text.ends_with(".subvar"))
        nested_.push_back({scope, value});
    });
    const std::vector<Nested> nested = std::move(nested_);
    for (const Nested& one : nested) read_nested(one, name, depth);
    each(text, name, [&](const Target& target, SpckValue& value) {
      value.scope = scope;
      const std::string element = scope + target.element;
      const auto [found, is_new] = file_.values_.try_emplace(element);
      if (is_new) file_.order_.push_back(element);
      found->second.insert_or_assign(target.key, std::move(value));
    });
  }

 private:
  struct Nested {
    std::string scope;
    SpckValue file;
  };

  void add_folder(const std::string& folder) {
    if (std::find(file_.folders_.begin(), file_.folders_.end(), folder) == file_.folders_.end())
      file_.folders_.push_back(folder);
  }

  void read_nested(const Nested& nested, const std::string& parent, std::size_t depth) {
    const bool is_too_deep = depth >= max_nesting;
    if (is_too_deep || ++nested_files_ > max_files) {
      if (refused_.insert(nested.file.text).second)
        findings_.add({nested.file.where, "",
                       is_too_deep ? "is a substructure in too many others" : "is one substructure too many",
                       nested.file.text,
                       is_too_deep ? fmt::format("{} levels or less", max_nesting)
                                   : fmt::format("{} files in all", max_files),
                       "Check for a file that names itself"});
      return;
    }
    const std::string found = file_.found(nested.file.text, std::filesystem::path(parent).parent_path());
    if (found.empty()) {
      findings_.add({nested.file.where, "", "names a file that was not found", nested.file.text, "",
                     "Put it into the folder of the model"});
      return;
    }
    const auto text = document::read_file(found, max_spck_file, findings_);
    if (text) read(*text, found, nested.scope, depth + 1);
  }

  template <typename Take>
  void each(std::string_view text, const std::string& name, const Take& take) {
    int number = 0;
    const bool is_first_round = read_files_.insert(name).second;
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const Line line = split_comment(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++number;
      if (line.statement.empty()) continue;
      take_line(line, {name, number, 1}, is_first_round, take);
    }
  }

  template <typename Take>
  void take_line(const Line& line, const SourceLocation& where, bool reports, const Take& take) {
    const std::size_t equals = line.statement.find('=');
    const std::string_view left = trimmed(line.statement.substr(0, equals));
    const std::size_t bracket = std::min(left.find('('), left.size());
    const std::string_view key = trimmed(left.substr(0, bracket));
    if (equals == std::string_view::npos) {
      if (reports && !key.ends_with(".begin") && !key.ends_with(".end"))
        findings_.add({where, "", "is no statement of a SIMPACK model", std::string(line.statement),
                       "KEY ( … ) = VALUE", "Save the model again as text"});
      return;
    }
    const auto target = target_of(left);
    if (!target) {
      if (reports)
        findings_.add({where, "", "has an index that is neither a whole number nor a name", std::string(left),
                       "", "Save the model again as text"});
      return;
    }
    const std::string_view value = trimmed(line.statement.substr(equals + 1));
    SpckValue result{std::string(bare_value(value)), std::string(line.comment), "", where};
    if (key.find(".file") != std::string_view::npos)
      std::replace(result.text.begin(), result.text.end(), '\\', '/');
    take(*target, result);
  }

  SpckFile& file_;
  Findings& findings_;
  std::vector<Nested> nested_;
  std::set<std::string> read_files_, refused_;
  std::size_t nested_files_ = 0;
};

SpckFile SpckFile::from_text(std::string_view text, const std::string& file, Findings& findings) {
  SpckFile result;
  result.name_ = file;
  SpckReader(result, findings).read(text, file, "", 0);
  return result;
}

std::vector<std::string> SpckFile::elements(std::string_view kind) const {
  std::vector<std::string> names;
  for (const std::string& name : order_) {
    const auto& keys = values_.at(name);
    if (kind.empty()) {
      names.push_back(name);
      continue;
    }
    if (name.empty() || name.ends_with('.')) continue;  // settings of a whole model
    const std::string begin = std::string(kind) + '.';
    const auto first = keys.lower_bound(begin);
    if (first != keys.end() && first->first.starts_with(begin)) names.push_back(name);
  }
  return names;
}

const SpckValue* SpckFile::find(const std::string& element, const std::string& key) const {
  const auto& keys = values(element);
  const auto found = keys.find(key);
  return found == keys.end() ? nullptr : &found->second;
}

const std::map<std::string, SpckValue>& SpckFile::values(const std::string& element) const {
  static const std::map<std::string, SpckValue> nothing;
  const auto found = values_.find(element);
  return found == values_.end() ? nothing : found->second;
}

std::string SpckFile::reference(const std::string& element, const std::string& key) const {
  const SpckValue* value = find(element, key);
  return value == nullptr || !value->text.starts_with('$') ? "" : value->scope + value->text;
}

std::optional<double> SpckFile::evaluate(const SpckValue& value, std::vector<std::string>& open,
                                         std::string& problem) const {
  return evaluate_spck(
      value.text,
      [&](const std::string& name, std::string& reason) -> std::optional<double> {
        // Variables of a substructure hide variables of the models around it.
        for (std::string scope = value.scope;;) {
          const std::string full = scope + name;
          if (open.size() > max_variables) {
            reason = "has variables that depend on too many others";
            return std::nullopt;
          }
          if (const SpckValue* definition = find(full, "subvar.str")) {
            if (const auto known = variables_.find(full); known != variables_.end()) return known->second;
            if (std::find(open.begin(), open.end(), full) != open.end()) {
              reason = "has the variable " + name + ", which is defined by itself";
              return std::nullopt;
            }
            open.push_back(full);
            const auto number = evaluate(*definition, open, reason);
            open.pop_back();
            if (number) variables_.emplace(full, *number);
            return number;
          }
          if (scope.empty()) break;
          scope.pop_back();
          const std::size_t dot = scope.rfind('.');
          scope = dot == std::string::npos ? "" : scope.substr(0, dot + 1);
        }
        reason = "has the variable " + name + ", which is not defined";
        return std::nullopt;
      },
      problem);
}

double SpckFile::number(const std::string& element, const std::string& key, double otherwise,
                        Findings& findings) const {
  const SpckValue* value = find(element, key);
  if (value == nullptr || value->text == "null") return otherwise;
  std::vector<std::string> open;
  std::string problem;
  if (const auto number = evaluate(*value, open, problem)) return *number;
  findings.add({value->where, key, problem, value->text, "", "Give a number in SI units"});
  return otherwise;
}

}  // namespace flangeway::vehicle_import
