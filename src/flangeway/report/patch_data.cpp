#include "flangeway/report/patch_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/contact_case/patch_picture.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/report/encode.hpp"
#include "flangeway/report/run_data.hpp"

namespace flangeway::report {
namespace {

using Json = nlohmann::json;
using results::Field;

const Field* find(const results::FieldGroup& group, std::string_view name) {
  const auto found =
      std::find_if(group.fields.begin(), group.fields.end(), [&](const Field& f) { return f.name == name; });
  return found == group.fields.end() || found->values.empty() ? nullptr : &*found;
}

double step_of(const Field& coordinates) {
  return coordinates.values.size() > 1 ? coordinates.values[1] - coordinates.values[0] : 0;
}

using Values = std::vector<double>;

// Those that the page draws as they are; of the stresses below the surface it draws those after von Mises.
constexpr std::array<std::string_view, 8> drawn{"pressure", "traction_x", "traction_y",    "slip_x",
                                                "slip_y",   "state",      "temperature_1", "temperature_2"};
constexpr std::size_t derived_count = 5;

template <typename Operation>
Values combined(const Values& a, const Values& b, Operation operation) {
  Values out(a.size());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = operation(a[i], b[i]);
  return out;
}

/// The fields of one patch, on its grid.
class Fields {
 public:
  Fields(const results::FieldGroup& group, std::size_t rows, std::size_t columns)
      : group_(group), rows_(rows), columns_(columns) {}

  /// Nothing where the file has none of this size.
  [[nodiscard]] const Values* find(std::string_view name) const {
    const Field* field = report::find(group_, name);
    return field != nullptr && field->rows == rows_ && field->columns == columns_ ? &field->values : nullptr;
  }
  /// Fields that the page draws, and derived ones. approach in m.
  [[nodiscard]] Json drawn_fields(double approach, std::size_t layers) const {
    Json fields = Json::object();
    for (const std::string_view name : drawn) {
      if (const Values* values = find(name)) fields[std::string(name)] = compact(*values);
    }
    for (std::size_t k = 1; k <= layers; ++k) {
      const std::string name = "below_" + std::to_string(k) + "_mises";
      fields[name] = compact(*find(name));
    }
    add_tractions(fields);
    add_gaps(approach, fields);
    return fields;
  }

 private:
  /// `traction`: its size, Pa; `bound`: μp, Pa; `utilisation`: traction over its bound, 0 without pressure.
  void add_tractions(Json& fields) const {
    const Values *x = find("traction_x"), *y = find("traction_y"), *pressure = find("pressure");
    const Values* friction = find("friction");
    if (x == nullptr || y == nullptr) return;
    const Values traction = combined(*x, *y, [](double a, double b) { return std::hypot(a, b); });
    fields["traction"] = compact(traction);
    if (pressure == nullptr || friction == nullptr) return;
    const Values bound = combined(*friction, *pressure, std::multiplies<>());
    fields["bound"] = compact(bound);
    fields["utilisation"] =
        compact(combined(traction, bound, [](double t, double b) { return b > 0 ? t / b : 0.0; }));
  }
  /// Across the patch, m: `pressed_gap` of the undeformed bodies after the approach, `deformed_gap` of the
  /// deformed ones.
  void add_gaps(double approach, Json& fields) const {
    const Values *gap = find("gap"), *displacement = find("displacement_z");
    if (gap == nullptr) return;
    Values pressed = *gap;
    for (double& value : pressed) value -= approach;
    fields["pressed_gap"] = compact(pressed);
    if (displacement != nullptr)
      fields["deformed_gap"] = compact(combined(pressed, *displacement, std::plus<>()));
  }

  const results::FieldGroup& group_;
  std::size_t rows_, columns_;
};

/// Null where the group has no coordinates.
Json patch_json(const results::FieldGroup& group, double approach) {
  const Field *x = find(group, "x"), *y = find(group, "y");
  if (x == nullptr || y == nullptr) return nullptr;
  const std::size_t columns = x->values.size();
  const Fields fields(group, y->values.size(), columns);
  const Values depths = contact_case::depths_below(group);
  Json layers = Json::array();
  for (const double depth : depths) layers.push_back(std::isfinite(depth) ? Json(depth) : Json());
  const Values* pressure = fields.find("pressure");
  const std::size_t peak = pressure == nullptr ? 0 : assess::highest(*pressure).index;
  return {{"nx", columns},
          {"ny", y->values.size()},
          {"x0", x->values.front()},
          {"dx", step_of(*x)},
          {"y0", y->values.front()},
          {"dy", step_of(*y)},
          {"peak", {{"row", peak / columns}, {"column", peak % columns}}},
          {"depths", std::move(layers)},
          {"fields", fields.drawn_fields(approach, depths.size())}};
}

/// Sums over the patches of a case, in the units of its results; null where there are none.
Json total_forces(const Json& results) {
  const auto patches = results.find("patches");
  if (patches == results.end() || !patches->is_array()) return nullptr;
  Json totals{{"FN", 0.0}, {"FX", 0.0}, {"FS", 0.0}};
  for (const Json& patch : *patches) {
    for (auto& [name, total] : totals.items()) {
      const auto force = patch.find(name);
      if (force != patch.end() && force->is_number()) total = total.get<double>() + force->get<double>();
    }
  }
  return totals;
}

/// The cases of a file in turn: their groups are neighbours.
class Cases {
 public:
  Cases(const results::FieldReader& file, bool deck) : file_(file), deck_(deck) {}

  void add(const std::string& group) {
    const std::string name = group.substr(0, group.find('/'));
    if (name != last_) {
      last_ = name;
      Json results = parse_json<Json>(file_.fact(group, "results"));
      if (!results.is_object()) results = Json::object();
      list_.push_back({{"number", results.value("case", list_.size() + 1)},
                       {"name", results.value("name", "")},
                       {"state", file_.fact(group, "state")},
                       {"totals", total_forces(results)},
                       {"results", std::move(results)},
                       {"patches", Json::array()}});
    }
    members_.push_back(list_.size() - 1);
  }
  void add_fields(std::size_t index, const std::string& group) {
    Json& one = list_[members_[index]];
    const Json& results = one["results"];
    const std::size_t number = one["patches"].size();
    double approach = 0;
    if (results.contains("patches") && results["patches"].is_array() && number < results["patches"].size())
      approach = results["patches"][number].value("approach", 0.0);
    Json patch = patch_json(file_.read(group), deck_ ? approach * 1e-3 : approach);
    if (!patch.is_null()) one["patches"].push_back(std::move(patch));
  }
  [[nodiscard]] std::size_t case_of(std::size_t index) const { return members_[index]; }
  Json& list() { return list_; }

 private:
  const results::FieldReader& file_;
  bool deck_;  // results in mm
  Json list_ = Json::array();
  std::vector<std::size_t> members_;  // case of each group
  std::string last_;
};

}  // namespace

const std::string& source_of(const results::FieldReader& file) {
  const auto& inputs = file.provenance().inputs;
  return inputs.empty() ? file.path() : inputs.front().path;
}

bool has_millimetres(const results::FieldReader& file) {
  const std::string& source = source_of(file);
  return source.ends_with(".inp") || source.ends_with(".INP");
}

Json patch_data(const results::FieldReader& file, std::size_t max_numbers) {
  const bool deck = has_millimetres(file);
  Cases cases(file, deck);
  for (const std::string& group : file.groups()) cases.add(group);
  std::size_t every = 1, left_out = 0;
  if (!file.groups().empty()) {
    const results::FieldGroup first = file.read(file.groups().front());
    const Field* pressure = find(first, "pressure");
    const std::size_t each = (drawn.size() + derived_count + contact_case::depths_below(first).size()) *
                             (pressure == nullptr ? 1 : pressure->values.size());
    every = std::max<std::size_t>(1, (file.groups().size() * each + max_numbers - 1) / max_numbers);
  }
  for (std::size_t i = 0; i < file.groups().size(); ++i) {
    if (cases.case_of(i) % every == 0) {
      cases.add_fields(i, file.groups()[i]);
    } else {
      ++left_out;
    }
  }
  Json profiles = parse_json<Json>(file.provenance().scene);
  return {{"path", file.path()},
          {"status", results::to_string(file.status())},
          {"provenance", provenance_json(file.provenance())},
          {"deck", deck},
          {"profiles", profiles.is_object() ? std::move(profiles) : Json()},
          {"cases_without_fields", left_out},
          {"cases", std::move(cases.list())}};
}

}  // namespace flangeway::report
