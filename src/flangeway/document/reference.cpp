// The reference of keys, from the same describe() functions that read a file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "flangeway/document/schema.hpp"
#include "flangeway/document/wording.hpp"

namespace flangeway::document {

namespace {

NumberBounds bounds_of(const NumberRule& rule) {
  NumberBounds bounds;
  if (std::isfinite(rule.minimum)) bounds.least = rule.minimum;
  if (std::isfinite(rule.maximum)) bounds.greatest = rule.maximum;
  bounds.exclusive = bounds.least && rule.minimum_excluded;
  if (rule.least > 0) bounds.fewest = rule.least;
  if (rule.most < std::numeric_limits<std::size_t>::max()) bounds.most = rule.most;
  return bounds;
}

class ReferenceWriter : public Visitor {
 public:
  std::vector<KeySchema> lines;

  void number(std::string_view key, double& value, const NumberRule& rule, std::string_view doc) override {
    // A key whose default is no number says in its text what holds without it.
    add_number(key, "number", std::isnan(value) ? "" : fmt::format("{}", value), rule, doc);
  }
  void integer(std::string_view key, long& value, const NumberRule& rule, std::string_view doc) override {
    add_number(key, "whole number", fmt::format("{}", value), rule, doc);
  }
  void flag(std::string_view key, bool& value, std::string_view doc) override {
    add(key, "true or false", "", "", Presence::optional, value ? "true" : "false", doc);
  }
  void text(std::string_view key, Located<std::string>& value, Presence presence,
            std::string_view doc) override {
    add(key, "text", "", "", presence, fmt::format("\"{}\"", value.value), doc);
  }
  void path(std::string_view key, Located<std::string>& value, Presence presence,
            std::string_view doc) override {
    add(key, "file", "", "", presence, fmt::format("\"{}\"", value.value), doc);
  }
  void numbers(std::string_view key, std::vector<double>& values, const NumberRule& rule,
               std::string_view doc) override {
    add_number(key, counted("numbers", rule), fmt::format("{}", values), rule, doc);
  }
  void curve(std::string_view key, std::vector<std::array<double, 2>>& values, const NumberRule& rule,
             std::string_view doc) override {
    add_number(key, counted("pairs [x, y], x increasing", rule), fmt::format("{}", values), rule, doc);
  }
  void triple(std::string_view key, std::array<double, 3>& value, const NumberRule& rule,
              std::string_view doc) override {
    add_number(key, "[x, y, z]", fmt::format("{}", value), rule, doc);
  }
  void texts(std::string_view key, std::vector<Located<std::string>>& values, std::string_view doc) override {
    std::vector<std::string> plain;
    for (const Located<std::string>& value : values) plain.push_back(value.value);
    add(key, "list of texts", "", "", Presence::optional, fmt::format("{}", plain), doc);
  }
  void values(std::string_view key, std::vector<Value>&, const NumberRule& rule,
              std::string_view doc) override {
    add(key, counted("values", rule), "", "", rule.presence, "", doc, rule);
  }
  void settings(std::string_view key, std::vector<Setting>&, std::string_view doc) override {
    add(key, "table of keys and values", "", "", Presence::optional, "", doc);
  }
  void renamed(std::initializer_list<RenamedKey> keys) override {
    for (const RenamedKey& key : keys) renamed_.emplace_back(full_key(key.former), full_key(key.key));
  }
  /// To be called last: a key may be described after its former name.
  void put_former_names() {
    for (KeySchema& line : lines)
      for (const auto& [former, key] : renamed_)
        if (line.reference.key == key) line.reference.former = former;
  }
  [[nodiscard]] SourceLocation here() const override { return {}; }
  [[nodiscard]] std::string key_path() const override { return path_; }

 protected:
  void choice_index(std::string_view key, std::size_t& index, const std::vector<Word>& words,
                    Presence presence, std::string_view doc) override {
    std::vector<std::string_view> names;
    for (const Word& word : words) names.push_back(word.name);
    add(key, "choice", "", alternatives(names), presence, fmt::format("\"{}\"", words.at(index).name), doc);
    for (const Word& word : words) {
      WordReference& shown = lines.back().reference.words.emplace_back();
      shown.name = word.name, shown.doc = word.text;
      for (const std::string_view own : word.keys)
        if (!own.empty()) shown.keys.emplace_back(own);
    }
  }
  void section_with(std::string_view key, Presence presence, bool&, const Fill& fill,
                    std::string_view doc) override {
    add(key, "table", "", "", presence, "", doc);
    inside(full_key(key), fill);
  }
  void list_with(std::string_view key, const NumberRule& rule, const Fill& fill_one,
                 std::string_view doc) override {
    add(key, counted("tables", rule), "", "", rule.presence, "", doc, rule);
    inside(full_key(key) + "[]", fill_one);
  }

 private:
  [[nodiscard]] std::string full_key(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  }
  static std::string counted(std::string_view noun, const NumberRule& rule) {
    const std::string count = count_text(rule);
    return fmt::format("list of {}{}{}", count, count.empty() ? "" : " ", noun);
  }
  void add(std::string_view key, std::string type, std::string_view unit, std::string range,
           Presence presence, std::string default_value, std::string_view doc, const NumberRule& rule = {}) {
    const bool required = presence == Presence::required;
    lines.push_back({{full_key(key), std::move(type), std::string(unit), std::move(range),
                      required ? "required" : std::move(default_value), std::string(doc)},
                     bounds_of(rule)});
  }
  void add_number(std::string_view key, std::string type, std::string default_value, const NumberRule& rule,
                  std::string_view doc) {
    add(key, std::move(type), rule.unit, range_text(rule), rule.presence, std::move(default_value), doc,
        rule);
  }
  void inside(std::string path, const Fill& fill) {
    path_.swap(path);
    fill(*this);
    path_.swap(path);
  }

  std::string path_;
  std::vector<std::pair<std::string, std::string>> renamed_;  // former key, key
};

}  // namespace

std::vector<KeySchema> schema_with(const std::function<void(Visitor&)>& describe_root) {
  ReferenceWriter writer;
  describe_root(writer);
  writer.put_former_names();
  return std::move(writer.lines);
}

std::vector<KeyReference> reference_with(const std::function<void(Visitor&)>& describe_root) {
  std::vector<KeyReference> lines;
  for (KeySchema& line : schema_with(describe_root)) lines.push_back(std::move(line.reference));
  return lines;
}

}  // namespace flangeway::document
