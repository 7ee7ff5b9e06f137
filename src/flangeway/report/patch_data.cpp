#include "flangeway/report/patch_data.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

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

// Those that the page draws; a file may hold more, such as stresses below the surface.
constexpr std::array<std::string_view, 9> drawn{
    "pressure", "traction_x", "traction_y", "slip_x", "slip_y", "gap", "friction", "displacement_z", "state"};

/// Null where the group has no coordinates.
Json patch_json(const results::FieldGroup& group) {
  const Field *x = find(group, "x"), *y = find(group, "y");
  if (x == nullptr || y == nullptr) return nullptr;
  Json fields = Json::object();
  for (const Field& field : group.fields) {
    const bool wanted = std::find(drawn.begin(), drawn.end(), field.name) != drawn.end();
    if (wanted && field.rows == y->values.size() && field.columns == x->values.size())
      fields[field.name] = compact(field.values);
  }
  return {{"nx", x->values.size()},     {"ny", y->values.size()},  {"x0", x->values.front()},
          {"dx", step_of(*x)},          {"y0", y->values.front()}, {"dy", step_of(*y)},
          {"fields", std::move(fields)}};
}

/// The cases of a file in turn: their groups are neighbours.
class Cases {
 public:
  explicit Cases(const results::FieldReader& file) : file_(file) {}

  void add(const std::string& group) {
    const std::string name = group.substr(0, group.find('/'));
    if (name != last_) {
      last_ = name;
      Json results = Json::parse(file_.fact(group, "results"), nullptr, false);
      if (!results.is_object()) results = Json::object();
      list_.push_back({{"number", results.value("case", list_.size() + 1)},
                       {"name", results.value("name", "")},
                       {"state", file_.fact(group, "state")},
                       {"results", std::move(results)},
                       {"patches", Json::array()}});
    }
    members_.push_back(list_.size() - 1);
  }
  void add_fields(std::size_t index, const std::string& group) {
    Json& one = list_[members_[index]];
    Json patch = patch_json(file_.read(group));
    if (patch.is_null()) return;
    const Json& results = one["results"];
    const std::size_t number = one["patches"].size();
    if (results.contains("patches") && results["patches"].is_array() && number < results["patches"].size())
      patch["approach"] = results["patches"][number].value("approach", 0.0);
    one["patches"].push_back(std::move(patch));
  }
  [[nodiscard]] std::size_t case_of(std::size_t index) const { return members_[index]; }
  Json& list() { return list_; }

 private:
  const results::FieldReader& file_;
  Json list_ = Json::array();
  std::vector<std::size_t> members_;  // case of each group
  std::string last_;
};

}  // namespace

Json patch_data(const results::FieldReader& file, std::size_t max_numbers) {
  Cases cases(file);
  for (const std::string& group : file.groups()) cases.add(group);
  std::size_t every = 1, left_out = 0;
  if (!file.groups().empty()) {
    const results::FieldGroup first = file.read(file.groups().front());
    const Field* pressure = find(first, "pressure");
    const std::size_t each = drawn.size() * (pressure == nullptr ? 1 : pressure->values.size());
    every = std::max<std::size_t>(1, (file.groups().size() * each + max_numbers - 1) / max_numbers);
  }
  for (std::size_t i = 0; i < file.groups().size(); ++i) {
    if (cases.case_of(i) % every == 0) {
      cases.add_fields(i, file.groups()[i]);
    } else {
      ++left_out;
    }
  }
  Json profiles = Json::parse(file.provenance().scene, nullptr, false);
  const std::string& source =
      file.provenance().inputs.empty() ? file.path() : file.provenance().inputs.front().path;
  return {{"path", file.path()},
          {"status", results::to_string(file.status())},
          {"provenance", provenance_json(file.provenance())},
          {"deck", source.ends_with(".inp") || source.ends_with(".INP")},
          {"profiles", profiles.is_object() ? std::move(profiles) : Json()},
          {"cases_without_fields", left_out},
          {"cases", std::move(cases.list())}};
}

}  // namespace flangeway::report
