// One description of each Spec struct serves the reader, the checks and the reference documentation.
//
// A Spec struct has a free function beside it that names its fields once:
//
//   struct RailsSpec { document::Located<std::string> profile; double inclination = 0; };
//   inline void describe(document::Visitor& v, RailsSpec& spec) {
//     v.text("profile", spec.profile, document::Presence::required, "name or file of the rail profile");
//     v.number("inclination", spec.inclination, {.unit = "1", .minimum = -0.2, .maximum = 0.2}, "tangent of
//     …");
//   }
//
// The value that a field has in a fresh Spec is its default.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/core/diagnostics.hpp"

namespace flangeway::document {

enum class Presence { optional, required };

/// A value together with the place where it was written, for checks that need more than one field.
template <typename T>
struct Located {
  T value{};
  SourceLocation where;
};

/// A number, text, truth value or list of these as it was written, for keys of other files: `--set key=text`.
struct Value {
  std::string text;              ///< in TOML syntax: `"rk4"`, `1e-3`, `true`
  std::optional<double> number;  ///< if it is one
  SourceLocation where;
};
/// "integration.step" and its value.
struct Setting {
  std::string key;
  Value value;
};

/// Allowed values of a number. Integers and floats are both accepted; NaN and infinities never are.
struct NumberRule {
  Presence presence = Presence::optional;
  std::string_view unit = "";  ///< "m", "kg m²", "1"
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool minimum_excluded = false;  ///< > instead of ≥
  /// For lists: allowed number of entries.
  std::size_t least = 0, most = std::numeric_limits<std::size_t>::max();
};

/// An alternative of a choice as a reader sees it: core/choice.hpp.
struct Word {
  std::string_view name, text;
  KeysOfChoice keys = {};
  std::string_view former = {};
  std::array<MergedName, 2> merged = {};
};

/// A key of earlier versions and the key that took its place, both from the table that is being described.
struct RenamedKey {
  std::string_view former, key;
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  virtual void number(std::string_view key, double& value, const NumberRule& rule, std::string_view doc) = 0;
  virtual void integer(std::string_view key, long& value, const NumberRule& rule, std::string_view doc) = 0;
  virtual void flag(std::string_view key, bool& value, std::string_view doc) = 0;
  virtual void text(std::string_view key, Located<std::string>& value, Presence presence,
                    std::string_view doc) = 0;
  /// A path; a relative one is resolved against the folder of the file it is written in. Existence is not
  /// checked.
  virtual void path(std::string_view key, Located<std::string>& value, Presence presence,
                    std::string_view doc) = 0;
  /// A list of numbers.
  virtual void numbers(std::string_view key, std::vector<double>& values, const NumberRule& rule,
                       std::string_view doc) = 0;
  /// A list of [x, y] pairs, x strictly increasing.
  virtual void curve(std::string_view key, std::vector<std::array<double, 2>>& values, const NumberRule& rule,
                     std::string_view doc) = 0;
  /// Three numbers [x, y, z].
  virtual void triple(std::string_view key, std::array<double, 3>& value, const NumberRule& rule,
                      std::string_view doc) = 0;
  /// A list of texts.
  virtual void texts(std::string_view key, std::vector<Located<std::string>>& values,
                     std::string_view doc) = 0;
  /// A list of single values of any kind.
  virtual void values(std::string_view key, std::vector<Value>& values, const NumberRule& rule,
                      std::string_view doc) = 0;
  /// A table of keys that belong to another file, with tables inside it joined by dots:
  /// `{ integration.step = 1e-3, contact = { method = "lut" } }`.
  virtual void settings(std::string_view key, std::vector<Setting>& settings, std::string_view doc) = 0;
  /// Place of the table that is being described (for findings about the Spec as a whole).
  [[nodiscard]] virtual SourceLocation here() const = 0;
  /// "vehicle.bodies[2]", the key path of the table that is being described.
  [[nodiscard]] virtual std::string key_path() const = 0;

  /// Former names of keys: a file that uses one is read, with a note that gives the new name.
  virtual void renamed(std::initializer_list<RenamedKey> keys) = 0;

  /// One of the words of alternatives_of(E). A key that only other words use has no effect: a finding.
  template <typename E>
  void choice(std::string_view key, E& value, std::string_view doc, Presence presence = Presence::optional) {
    constexpr auto all = alternatives_of(E{});
    std::vector<Word> words;
    std::size_t index = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      words.push_back({all[i].name, all[i].text, all[i].keys, all[i].former, all[i].merged});
      if (all[i].value == value) index = i;
    }
    choice_index(key, index, words, presence, doc);
    value = all[index].value;
  }
  /// A sub-table that is always there (defaults if absent).
  template <typename S>
  void section(std::string_view key, S& spec, std::string_view doc, Presence presence = Presence::optional) {
    bool present = true;
    section_with(
        key, presence, present, [&](Visitor& v) { describe(v, spec); }, doc);
  }
  /// A sub-table that may be missing.
  template <typename S>
  void section(std::string_view key, std::optional<S>& spec, std::string_view doc) {
    bool present = false;
    S fresh{};
    section_with(
        key, Presence::optional, present, [&](Visitor& v) { describe(v, fresh); }, doc);
    if (present) spec = std::move(fresh);
  }
  /// An array of tables.
  template <typename S>
  void list(std::string_view key, std::vector<S>& specs, const NumberRule& rule, std::string_view doc) {
    list_with(
        key, rule, [&](Visitor& v) { describe(v, specs.emplace_back()); }, doc);
  }

 protected:
  using Fill = std::function<void(Visitor&)>;
  virtual void choice_index(std::string_view key, std::size_t& index, const std::vector<Word>& words,
                            Presence presence, std::string_view doc) = 0;
  virtual void section_with(std::string_view key, Presence presence, bool& present, const Fill& fill,
                            std::string_view doc) = 0;
  virtual void list_with(std::string_view key, const NumberRule& rule, const Fill& fill_one,
                         std::string_view doc) = 0;
};

}  // namespace flangeway::document
