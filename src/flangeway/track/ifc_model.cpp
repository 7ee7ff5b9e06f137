#include "flangeway/track/ifc_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/track/survey.hpp"

namespace flangeway::track::ifc {

using step::Entry;
using step::Kind;
using step::Value;

namespace {

constexpr std::array<std::string_view, 6> relation_names{"GlobalId",    "OwnerHistory",   "Name",
                                                         "Description", "RelatingObject", "RelatedObjects"};
constexpr std::array<std::string_view, 9> project_names{
    "GlobalId", "OwnerHistory",           "Name",          "Description", "ObjectType", "LongName",
    "Phase",    "RepresentationContexts", "UnitsInContext"};
constexpr std::array<std::string_view, 1> assignment_names{"Units"};
constexpr std::array<std::string_view, 4> si_names{"Dimensions", "UnitType", "Prefix", "Name"};
constexpr std::array<std::string_view, 4> conversion_names{"Dimensions", "UnitType", "Name",
                                                           "ConversionFactor"};
constexpr std::array<std::string_view, 2> measure_names{"ValueComponent", "UnitComponent"};

struct Prefix {
  std::string_view word;
  double factor;
};
constexpr std::array<Prefix, 5> prefixes{
    {{"", 1}, {"KILO", 1e3}, {"DECI", 1e-1}, {"CENTI", 1e-2}, {"MILLI", 1e-3}}};

class UnitReader {
 public:
  explicit UnitReader(Model& model) : model_(model) {}

  Units read() {
    const std::vector<const Entry*> projects = model_.all("IFCPROJECT");
    if (projects.empty()) {
      say_missing({}, "IfcProject");
      return {};
    }
    const auto project = model_.item(*projects.front(), project_names);
    if (!project) return {};
    if (model_.value(*project, "UnitsInContext").kind != Kind::reference) {
      say_missing(model_.place(*project, "UnitsInContext"), key_of(*project, "UnitsInContext"));
      return {};
    }
    const auto assignment = model_.item(*project, "UnitsInContext", "IFCUNITASSIGNMENT", assignment_names);
    if (!assignment) return {};
    std::optional<double> length, angle;
    bool any_length = false, any_angle = false;
    for (const Value& one : model_.value(*assignment, "Units").values) {
      const Entry* const entry = model_.entry(one);
      if (entry == nullptr) continue;
      const std::string kind = kind_of(*entry);
      if (kind == "LENGTHUNIT") any_length = true, length = factor(*entry, "METRE", 0);
      if (kind == "PLANEANGLEUNIT") any_angle = true, angle = factor(*entry, "RADIAN", 0);
    }
    const auto want = [&](bool any, const char* kind, const char* what) {
      if (any) return;
      model_.refuse(*assignment, "Units",
                    {fmt::format("has no {}", kind), "", "an IfcSIUnit or an IfcConversionBasedUnit",
                     fmt::format("Export the file with its units: {} cannot be guessed", what)});
    };
    want(any_length, "LENGTHUNIT", "lengths");
    want(any_angle, "PLANEANGLEUNIT", "angles");
    return {length.value_or(1), angle.value_or(1)};
  }

 private:
  void say_missing(const SourceLocation& where, const std::string& key) {
    model_.findings().add({where.line > 0 ? where : model_.place(std::size_t{0}), key, "is missing", "",
                           "units of lengths and angles",
                           "Export the file with its units: lengths cannot be guessed"});
  }

  // UnitType, or nothing for units of other things.
  std::string kind_of(const Entry& entry) {
    if (entry.type != "IFCSIUNIT" && entry.type != "IFCCONVERSIONBASEDUNIT") return {};
    const auto unit = model_.item(entry, entry.type == "IFCSIUNIT" ? si_names : conversion_names);
    return unit ? model_.value(*unit, "UnitType").text : std::string();
  }

  // To the unit of SI that has this name.
  std::optional<double> factor(const Entry& entry, std::string_view name, int depth) {
    if (entry.type == "IFCSIUNIT") {
      const auto unit = model_.item(entry, si_names);
      return unit ? si_factor(*unit, name) : std::nullopt;
    }
    if (entry.type != "IFCCONVERSIONBASEDUNIT" || depth > 4) {
      model_.refuse(entry, {"is a unit that is not read", std::string(entry.type),
                            "an IfcSIUnit or an IfcConversionBasedUnit", ""});
      return std::nullopt;
    }
    const auto unit = model_.item(entry, conversion_names);
    if (!unit) return std::nullopt;
    const auto measure = model_.item(*unit, "ConversionFactor", "IFCMEASUREWITHUNIT", measure_names);
    if (!measure) return std::nullopt;
    const auto value = model_.number(*measure, "ValueComponent");
    const Entry* const base = model_.referred(*measure, "UnitComponent");
    if (!value || base == nullptr) return std::nullopt;
    if (!(*value > 0)) {
      model_.refuse(*measure, "ValueComponent",
                    {"is not positive", track::number(*value), "a number > 0", ""});
      return std::nullopt;
    }
    const auto rest = factor(*base, name, depth + 1);
    return rest ? std::optional(*value * *rest) : std::nullopt;
  }

  std::optional<double> si_factor(const Item& unit, std::string_view name) {
    if (const std::string& word = model_.value(unit, "Name").text; word != name) {
      model_.refuse(unit, "Name", {"is the name of another unit", word, std::string(name), ""});
      return std::nullopt;
    }
    const std::string& word = model_.value(unit, "Prefix").text;
    for (const Prefix& one : prefixes)
      if (one.word == word) return one.factor;
    model_.refuse(unit, "Prefix",
                  {"is not the prefix of a unit of lines", word, "$, KILO, DECI, CENTI or MILLI",
                   "Check the units of the file"});
    return std::nullopt;
  }

  Model& model_;
};

}  // namespace

std::string key_of(const Entry& entry) {
  return fmt::format("#{}", entry.id);
}

std::string key_of(const Item& item, std::string_view attribute) {
  return fmt::format("#{}.{}", item.entry->id, attribute);
}

std::optional<Item> Model::item(const Entry& entry, Attributes names) {
  auto values = file_.contents(entry, *findings_);
  if (!values) return std::nullopt;
  if (values->size() < names.size()) {
    refuse(entry,
           {fmt::format("is an entry {} with too few values", entry.type), std::to_string(values->size()),
            fmt::format("at least {}", names.size()), "Export the file as IFC 4.3"});
    return std::nullopt;
  }
  return Item{&entry, names, std::move(*values)};
}

const Entry* Model::entry(const Value& reference) {
  if (reference.kind != Kind::reference) {
    findings_->add(
        {place(reference.offset), "", "does not refer to an entry", "", "a number such as #12", ""});
    return nullptr;
  }
  const Entry* const found = file_.find(reference.reference);
  if (found == nullptr)
    findings_->add({place(reference.offset), "", "refers to an entry that is not in the file",
                    fmt::format("#{}", reference.reference), "", "Export the file again"});
  return found;
}

const Entry* Model::referred(const Item& item, std::string_view attribute) {
  const Value& given = value(item, attribute);
  if (given.kind == Kind::reference) return entry(given);
  refuse(item, attribute,
         {given.kind == Kind::unset ? "is missing" : "does not refer to an entry", "", "a number such as #12",
          ""});
  return nullptr;
}

std::optional<Item> Model::item(const Item& whose, std::string_view attribute, std::string_view type,
                                Attributes names) {
  const Entry* const found = referred(whose, attribute);
  if (found == nullptr) return std::nullopt;
  if (found->type != type) {
    refuse(whose, attribute,
           {"refers to an entry of another type", std::string(found->type), std::string(type), ""});
    return std::nullopt;
  }
  return item(*found, names);
}

std::vector<const Entry*> Model::all(std::string_view type) const {
  std::vector<const Entry*> found;
  for (const Entry& one : file_.entries())
    if (one.type == type) found.push_back(&one);
  return found;
}

const Value& Model::value(const Item& item, std::string_view attribute) const {
  const auto at = std::find(item.names.begin(), item.names.end(), attribute) - item.names.begin();
  return item.values.at(static_cast<std::size_t>(at));
}

std::optional<double> Model::number(const Value& given, const std::string& key) {
  const Value& inner = given.kind == Kind::typed && given.values.size() == 1 ? given.values.front() : given;
  if (inner.kind != Kind::number) {
    findings_->add({place(given.offset), key, "is not a number", "", "a number such as 120.5", ""});
    return std::nullopt;
  }
  if (std::abs(inner.number) <= max_number) return inner.number;
  findings_->add({place(given.offset), key, "is larger than any number of a line",
                  track::number(inner.number), "-1e9 to 1e9", "Check the file"});
  return std::nullopt;
}

std::optional<double> Model::number(const Item& item, std::string_view attribute, bool needed) {
  const Value& given = value(item, attribute);
  if (given.kind != Kind::unset) return number(given, key_of(item, attribute));
  if (needed) refuse(item, attribute, {"is missing", "", "a number"});
  return std::nullopt;
}

std::optional<double> Model::radius(const Item& item, std::string_view attribute) {
  const Value& given = value(item, attribute);
  const Value& inner = given.kind == Kind::typed && given.values.size() == 1 ? given.values.front() : given;
  return inner.kind == Kind::number ? std::optional(inner.number) : number(item, attribute);
}

std::string Model::text(const Item& item, std::string_view attribute) const {
  return value(item, attribute).text;
}

void Model::refuse(const Item& item, std::string_view attribute, Complaint complaint) {
  findings_->add({place(item, attribute), key_of(item, attribute), std::move(complaint.problem),
                  std::move(complaint.got), std::move(complaint.allowed), std::move(complaint.advice)});
}

void Model::refuse(const Entry& entry, Complaint complaint) {
  findings_->add({place(entry), key_of(entry), std::move(complaint.problem), std::move(complaint.got),
                  std::move(complaint.allowed), std::move(complaint.advice)});
}

Units read_units(Model& model) {
  return UnitReader(model).read();
}

Children read_children(Model& model, std::string_view relation) {
  Children children;
  for (const Entry* const one : model.all(relation)) {
    const auto item = model.item(*one, relation_names);
    if (!item) continue;
    const Entry* const parent = model.referred(*item, "RelatingObject");
    if (parent == nullptr) continue;
    for (const Value& related : model.value(*item, "RelatedObjects").values)
      if (const Entry* const child = model.entry(related)) children[parent->id].push_back(child);
  }
  return children;
}

}  // namespace flangeway::track::ifc
