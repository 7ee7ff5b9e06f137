// The entries of an IFC file with their attributes by name, their units and how they nest.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/track/check.hpp"
#include "flangeway/track/step_file.hpp"

namespace flangeway::track::ifc {

/// Attributes in the order of the schema, inherited ones first [IFC4x3].
using Attributes = std::span<const std::string_view>;

/// An entry whose values have been read. There are as many as names.
struct Item {
  const step::Entry* entry = nullptr;
  Attributes names;
  std::vector<step::Value> values;
};

class Model {
 public:
  Model(const step::File& file, Findings& findings) : file_(file), findings_(&findings) {}

  /// Item of an entry of this type; `whose` refers to it. Nothing with a finding.
  std::optional<Item> item(const step::Entry& entry, Attributes names);
  std::optional<Item> item(const Item& whose, std::string_view attribute, std::string_view type,
                           Attributes names);
  /// The entry that an attribute refers to; nothing with a finding.
  const step::Entry* referred(const Item& item, std::string_view attribute);
  const step::Entry* entry(const step::Value& reference);
  std::vector<const step::Entry*> all(std::string_view type) const;

  const step::Value& value(const Item& item, std::string_view attribute) const;
  /// Finite and at most 1e9; nothing with a finding if it is none, or missing where it is needed.
  std::optional<double> number(const Item& item, std::string_view attribute, bool needed = true);
  /// The same without the bound of 1e9: a radius.
  std::optional<double> radius(const Item& item, std::string_view attribute);
  /// The number of a value of any measure; `key` says whose it is.
  std::optional<double> number(const step::Value& value, const std::string& key);
  std::string text(const Item& item, std::string_view attribute) const;

  /// Says what is wrong with an attribute, or with a whole entry.
  void refuse(const Item& item, std::string_view attribute, Complaint complaint);
  void refuse(const step::Entry& entry, Complaint complaint);
  [[nodiscard]] SourceLocation place(std::size_t offset) const { return file_.place(offset); }
  [[nodiscard]] SourceLocation place(const step::Entry& entry) const { return file_.place(entry.offset); }
  [[nodiscard]] SourceLocation place(const Item& item, std::string_view attribute) const {
    return file_.place(value(item, attribute).offset);
  }

  /// Sends findings there. Returns where they went before.
  Findings* redirect(Findings& findings) {
    Findings* const before = findings_;
    findings_ = &findings;
    return before;
  }
  [[nodiscard]] Findings& findings() const { return *findings_; }

 private:
  const step::File& file_;
  Findings* findings_;
};

[[nodiscard]] std::string key_of(const step::Entry& entry);
[[nodiscard]] std::string key_of(const Item& item, std::string_view attribute);

struct Units {
  double length = 1;  ///< to m
  double angle = 1;   ///< to rad
};
/// Units of the project; findings where they are missing.
[[nodiscard]] Units read_units(Model& model);

/// Entries that an entry nests or aggregates, in the order of the file.
using Children = std::map<std::uint64_t, std::vector<const step::Entry*>>;
/// `relation`: IFCRELNESTS or IFCRELAGGREGATES.
[[nodiscard]] Children read_children(Model& model, std::string_view relation);

}  // namespace flangeway::track::ifc
