// Former names of keys and words, from the same describe() functions that read a file.
#include <fmt/format.h>

#include "flangeway/document/migrate.hpp"

namespace flangeway::document {

namespace {

class HistoryWriter : public Visitor {
 public:
  KeyHistory history;

  void number(std::string_view key, double&, const NumberRule&, std::string_view) override { add(key); }
  void integer(std::string_view key, long&, const NumberRule&, std::string_view) override { add(key); }
  void flag(std::string_view key, bool&, std::string_view) override { add(key); }
  void text(std::string_view key, Located<std::string>&, Presence, std::string_view) override { add(key); }
  void path(std::string_view key, Located<std::string>&, Presence, std::string_view) override { add(key); }
  void numbers(std::string_view key, std::vector<double>&, const NumberRule&, std::string_view) override {
    add(key);
  }
  void curve(std::string_view key, std::vector<std::array<double, 2>>&, const NumberRule&,
             std::string_view) override {
    add(key);
  }
  void triple(std::string_view key, std::array<double, 3>&, const NumberRule&, std::string_view) override {
    add(key);
  }
  void texts(std::string_view key, std::vector<Located<std::string>>&, std::string_view) override {
    add(key);
  }
  void values(std::string_view key, std::vector<Value>&, const NumberRule&, std::string_view) override {
    add(key);
  }
  void settings(std::string_view key, std::vector<Setting>&, std::string_view) override {
    add(key);
    history.settings.push_back(full(key));
  }
  void renamed(std::initializer_list<RenamedKey> keys) override {
    for (const RenamedKey& key : keys) {
      add(key.former);
      history.keys.push_back({full(key.former), full(key.key)});
    }
  }
  [[nodiscard]] SourceLocation here() const override { return {}; }
  [[nodiscard]] std::string key_path() const override { return path_; }

 protected:
  void choice_index(std::string_view key, std::size_t&, const std::vector<Word>& words, Presence,
                    std::string_view) override {
    add(key);
    for (const Word& word : words) {
      if (!word.former.empty())
        history.words.push_back({full(key), std::string(word.former), std::string(word.name), "", ""});
      for (const MergedName& merged : word.merged)
        if (!merged.name.empty())
          history.words.push_back({full(key), std::string(merged.name), std::string(word.name),
                                   std::string(merged.key), std::string(merged.name)});
    }
  }
  void section_with(std::string_view key, Presence, bool&, const Fill& fill, std::string_view) override {
    add(key);
    inside(full(key), fill);
  }
  void list_with(std::string_view key, const NumberRule&, const Fill& fill_one, std::string_view) override {
    add(key);
    inside(full(key) + "[]", fill_one);
  }

 private:
  [[nodiscard]] std::string full(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  }
  void add(std::string_view key) {
    if (path_.empty()) history.top.emplace_back(key);
  }
  void inside(std::string path, const Fill& fill) {
    path_.swap(path);
    fill(*this);
    path_.swap(path);
  }

  std::string path_;
};

}  // namespace

KeyHistory history_with(const std::function<void(Visitor&)>& describe_root) {
  HistoryWriter writer;
  describe_root(writer);
  return std::move(writer.history);
}

void add_settings_of(const KeyHistory& other, std::string_view prefix, KeyHistory& history) {
  // A text that names a key is read as a table of settings of its own.
  std::vector<std::string> places = history.settings;
  places.insert(places.end(), history.key_texts.begin(), history.key_texts.end());
  for (const std::string& place : places) {
    const std::string before = fmt::format("{}.{}", place, prefix);
    for (const auto& [former, key] : other.keys) history.keys.push_back({before + former, before + key});
    for (KeyHistory::Word word : other.words) {
      word.key = before + word.key;
      history.words.push_back(std::move(word));
    }
  }
}

}  // namespace flangeway::document
