// The keys of a Spec that are set again and again, with the places where their values are kept.
#pragma once

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::contact_library {

/// A value that the caller has set, as it is written into a contact file.
using Setting = std::variant<double, std::vector<double>, std::string, bool>;
using Settings = std::map<std::string, Setting, std::less<>>;

/// Finds the numbers and lists of numbers of a Spec that may be changed in place: those that were read once
/// with a value of the caller, and that have an effect whatever words the choices have. All others go through
/// the reader of contact files.
class KeyTable : public document::Visitor {
 public:
  struct Number {
    double* value;
    document::NumberRule rule;
    Setting* setting;
  };
  struct List {
    std::vector<double>* values;
    document::NumberRule rule;
    Setting* setting;
  };

  /// `prefix`: the table that is described, "patch"; `where`: its place in its file.
  KeyTable(std::string prefix, SourceLocation where, Settings& settings)
      : settings_(&settings), path_(std::move(prefix)), where_(std::move(where)) {}

  /// Null where the key goes through the reader.
  [[nodiscard]] const Number* number(std::string_view key) const;
  [[nodiscard]] const List* list(std::string_view key) const;

  void number(std::string_view key, double& value, const document::NumberRule& rule,
              std::string_view doc) override;
  void numbers(std::string_view key, std::vector<double>& values, const document::NumberRule& rule,
               std::string_view doc) override;
  void integer(std::string_view, long&, const document::NumberRule&, std::string_view) override {}
  void flag(std::string_view, bool&, std::string_view) override {}
  void text(std::string_view, document::Located<std::string>&, document::Presence,
            std::string_view) override {}
  void path(std::string_view, document::Located<std::string>&, document::Presence,
            std::string_view) override {}
  void curve(std::string_view, std::vector<std::array<double, 2>>&, const document::NumberRule&,
             std::string_view) override {}
  void triple(std::string_view, std::array<double, 3>&, const document::NumberRule&,
              std::string_view) override {}
  void texts(std::string_view, std::vector<document::Located<std::string>>&, std::string_view) override {}
  void values(std::string_view, std::vector<document::Value>&, const document::NumberRule&,
              std::string_view) override {}
  void settings(std::string_view, std::vector<document::Setting>&, std::string_view) override {}
  void renamed(std::initializer_list<document::RenamedKey>) override {}
  [[nodiscard]] SourceLocation here() const override { return where_; }
  [[nodiscard]] std::string key_path() const override { return path_; }

 protected:
  void choice_index(std::string_view key, std::size_t& index, const std::vector<document::Word>& words,
                    document::Presence presence, std::string_view doc) override;
  void section_with(std::string_view key, document::Presence presence, bool& present, const Fill& fill,
                    std::string_view doc) override;
  void list_with(std::string_view, const document::NumberRule&, const Fill&, std::string_view) override {}

 private:
  [[nodiscard]] std::string full(std::string_view key) const { return path_ + '.' + std::string(key); }

  Settings* settings_;
  std::string path_;
  SourceLocation where_;
  std::map<std::string, Number, std::less<>> numbers_;
  std::map<std::string, List, std::less<>> lists_;
  std::set<std::string, std::less<>> bound_to_words_;
};

/// Whether the value is finite and as the rule allows.
[[nodiscard]] bool is_allowed(double value, const document::NumberRule& rule);

/// The keys of contact files that take pairs [x, y].
[[nodiscard]] bool is_curve(std::string_view key);

}  // namespace flangeway::contact_library
