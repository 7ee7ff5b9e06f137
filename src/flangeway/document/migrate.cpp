// Walks over the text of a TOML file and knows at each key where it belongs.
#include "flangeway/document/migrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "flangeway/document/toml_text.hpp"

namespace flangeway::document {

namespace {

struct Edit {
  std::size_t begin = 0, end = 0;  ///< bytes that `text` replaces
  std::string text;
};

std::string joined(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string_view last_of(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

class Migration : private TomlText {
 public:
  Migration(std::string_view text, const KeyHistory& history) : TomlText(text), history_(history) {}

  void walk() {
    while (skip_blank(), at_ < text_.size()) {
      if (text_[at_] == '[') {
        header();
      } else {
        assignment(table_, false);
      }
    }
  }
  [[nodiscard]] Migrated result() const {
    Migrated migrated;
    migrated.changes = changes_;
    std::size_t from = 0;
    for (const Edit& edit : edits_) {
      migrated.text.append(text_.substr(from, edit.begin - from)).append(edit.text);
      from = edit.end;
    }
    migrated.text.append(text_.substr(from));
    return migrated;
  }
  [[nodiscard]] const std::vector<std::string>& top() const { return top_; }

 private:
  // Path of today below `path`; notes a former name.
  std::string below(const std::string& path, const KeyPart& part) {
    if (path.empty() && seen_.insert(part.name).second) top_.push_back(part.name);
    if (part.quoted && part.name.find('.') != std::string::npos && in_settings(path))
      return spread(path, part);
    const std::string whole = joined(path, part.name);
    const std::string key = today(whole);
    if (key == whole) return whole;
    change(part.begin, whole, key);
    edits_.push_back({part.begin, part.end, std::string(last_of(key))});
    return key;
  }

  [[nodiscard]] std::string today(const std::string& whole) const {
    for (const KeyHistory::Key& renamed : history_.keys)
      if (renamed.former == whole) return renamed.key;
    return whole;
  }
  [[nodiscard]] bool in_settings(const std::string& path) const {
    return std::any_of(history_.settings.begin(), history_.settings.end(), [&](const std::string& table) {
      return path == table || path.starts_with(table + ".");
    });
  }

  /// A dotted text that names a key: as it is written with the names of today, and its whole path.
  struct Named {
    std::string written, path;
  };
  // "contact.elastic.max_step" or "wheels[0].form" below `path`.
  [[nodiscard]] Named named_today(const std::string& path, std::string_view dotted) const {
    Named named{"", path};
    for (std::size_t from = 0; from <= dotted.size();) {
      const std::size_t dot = std::min(dotted.find('.', from), dotted.size());
      const std::string name(dotted.substr(from, dot - from));
      const std::size_t bracket = std::min(name.find('['), name.size());
      named.path = today(joined(named.path, name.substr(0, bracket)));
      named.written = joined(named.written, last_of(named.path)) + name.substr(bracket);
      if (bracket < name.size()) named.path += "[]";
      from = dot + 1;
    }
    return named;
  }

  // A quoted key of a table of settings: "track.rails.gauge".
  std::string spread(const std::string& path, const KeyPart& part) {
    const Named now = named_today(path, part.name);
    if (now.written != part.name) {
      change(part.begin, joined(path, part.name), joined(path, now.written));
      edits_.push_back({part.begin + 1, part.end - 1, now.written});
    }
    return now.path;
  }

  void change(std::size_t place, std::string former, std::string now) {
    if (place < counted_to_) counted_to_ = 0, line_ = 1;
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_to_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
    counted_to_ = place;
    changes_.push_back({line_, std::move(former), std::move(now)});
  }

  // A name of a list of tables stands for its last entry.
  std::string entered(std::string path) const { return lists_.contains(path) ? path + "[]" : path; }

  void header() {
    const bool list = is_here("[[");
    at_ += list ? 2 : 1;
    std::string path;
    const std::vector<KeyPart> parts = dotted_key();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      path = below(path, parts[i]);
      if (list && i + 1 == parts.size()) lists_.insert(path);
      path = entered(std::move(path));
    }
    table_ = std::move(path);
    at_ = std::min(text_.find('\n', at_), text_.size());
  }

  void assignment(const std::string& table, bool in_line) {
    std::string path = table, parent;
    const std::vector<KeyPart> parts = dotted_key();
    for (const KeyPart& part : parts) {
      parent = path;
      path = below(entered(std::move(path)), part);
    }
    skip_spaces();
    if (here() != '=') {  // not TOML
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    ++at_;
    value(path, parts, in_line);
  }

  void value(const std::string& path, const std::vector<KeyPart>& key, bool in_line) {
    skip_spaces();
    const char c = here();
    if (c == '"' || c == '\'') {
      const std::size_t begin = at_;
      skip_string();
      word(path, begin, key, in_line);
    } else if (c == '[' || c == '{') {
      if (enter()) c == '[' ? array(path) : inline_table(path);
      leave();
    } else {
      at_ = std::min(text_.find_first_of(",]}\n#", at_), text_.size());
    }
  }

  void array(const std::string& path) {
    ++at_;
    while (skip_blank(), at_ < text_.size() && here() != ']') {
      if (here() == ',') {
        ++at_;
      } else {
        const std::size_t before = at_;
        value(path + "[]", {}, true);
        if (at_ == before) ++at_;  // not TOML
      }
    }
    ++at_;
  }

  void inline_table(const std::string& path) {
    ++at_;
    while (skip_blank(), at_ < text_.size() && here() != '}') {
      if (here() == ',') {
        ++at_;
      } else {
        assignment(path, true);
      }
    }
    ++at_;
  }

  // The string from `begin` to here is a value: a word of a choice, or the name of a key.
  void word(const std::string& path, std::size_t begin, const std::vector<KeyPart>& key, bool in_line) {
    const std::string_view inner = text_.substr(begin + 1, at_ - begin - 2);
    if (std::find(history_.key_texts.begin(), history_.key_texts.end(), path) != history_.key_texts.end()) {
      const std::string now = named_today(path, inner).written;
      if (now == inner) return;
      change(begin, fmt::format("{} = \"{}\"", path, inner), fmt::format("{} = \"{}\"", path, now));
      edits_.push_back({begin + 1, at_ - 1, now});
      return;
    }
    for (const KeyHistory::Word& word : history_.words) {
      if (word.key != path || word.former != inner) continue;
      std::string now = fmt::format("{} = \"{}\"", path, word.word);
      edits_.push_back({begin + 1, at_ - 1, word.word});
      if (!word.merged_key.empty() && !key.empty()) {
        now += fmt::format(", {}{} = \"{}\"", path.substr(0, path.rfind('.') + 1), word.merged_key,
                           word.merged_word);
        add_beside(key, fmt::format("{} = \"{}\"", word.merged_key, word.merged_word), in_line);
      }
      change(begin, fmt::format("{} = \"{}\"", path, inner), std::move(now));
      return;
    }
  }

  // A key and its word behind the value that ends here, in the same table.
  void add_beside(const std::vector<KeyPart>& key, const std::string& assignment, bool in_line) {
    const std::string prefix(text_.substr(key.front().begin, key.back().begin - key.front().begin));
    if (in_line) {
      edits_.push_back({at_, at_, ", " + prefix + assignment});
      return;
    }
    const std::size_t line = text_.rfind('\n', key.front().begin) + 1;  // 0 on the first line
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string indent(text_.substr(line, key.front().begin - line));
    const bool carriage = end > 0 && end < text_.size() && text_[end - 1] == '\r';
    at_ = carriage ? end - 1 : end;
    edits_.push_back({at_, at_, (carriage ? "\r\n" : "\n") + indent + prefix + assignment});
  }

  const KeyHistory& history_;
  std::string table_;            // that of the last header
  std::set<std::string> lists_;  // of tables, by their headers
  std::vector<Edit> edits_;      // in the order of the text
  std::vector<MigratedChange> changes_;
  std::vector<std::string> top_;
  std::set<std::string> seen_;  // in top_
  std::size_t counted_to_ = 0;  // line breaks of the text, for line_
  int line_ = 1;
};

}  // namespace

Migrated migrated(std::string_view text, const KeyHistory& history) {
  Migration migration(text, history);
  migration.walk();
  return migration.result();
}

std::vector<std::string> top_keys(std::string_view text) {
  const KeyHistory none;
  Migration migration(text, none);
  migration.walk();
  return migration.top();
}

}  // namespace flangeway::document
