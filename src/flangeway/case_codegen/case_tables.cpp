#include "flangeway/case_codegen/case_tables.hpp"

#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/case_codegen/c_tables.hpp"
#include "flangeway/case_codegen/contact_methods.hpp"

namespace flangeway::case_codegen {

namespace {

/// Initialisers, each once.
class Distinct {
 public:
  std::size_t place_of(const std::string& text) {
    const auto [at, is_new] = places_.emplace(text, texts_.size());
    if (is_new) texts_.push_back(text);
    return at->second;
  }
  [[nodiscard]] const std::vector<std::string>& texts() const { return texts_; }

 private:
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> texts_;
};

// Each profile or table once; of each wheelset's left and right wheel which one it is.
std::string contacts_code(const wheelrail::Model& contact, Tables& tables) {
  const ContactCode& code = *contact_code(contact.settings.method);
  Distinct distinct;
  std::vector<std::string> used;
  std::vector<std::array<std::size_t, 2>> of_pair;
  for (const auto& pair : contact.pairs) {
    const auto [left, right] = code.tables(*pair, tables);
    of_pair.push_back({distinct.place_of(left), distinct.place_of(right)});
  }
  for (const wheelrail::Wheelset& wheelset : contact.wheelsets)
    used.push_back(fmt::format("{{{}}}", fmt::join(of_pair[wheelset.pair], ", ")));
  return fmt::format("const {} = {{\n{}}};\nconst int fw_wheelset_table[FW_WHEELSETS][2] = {{{}}};\n",
                     code.array, fmt::join(distinct.texts(), ",\n"), fmt::join(used, ", "));
}

}  // namespace

std::string tables_code(const vehicle_case::CaseModel& model) {
  Tables tables;
  const std::string centreline = tables.spline(model.track.centreline());
  const bool irregular = model.track.irregular();
  const std::string irregularity =
      irregular ? tables.spline(model.track.irregularities()) : "{0, 1, 1, 0, 0}";
  const std::string contacts = contacts_code(model.contact, tables);
  return tables.code() +
         fmt::format(
             "const fw_spline fw_centreline = {}, fw_irregularity = {};\nconst int fw_is_irregular = {};\n"
             "const double fw_track_length = {};\n",
             centreline, irregularity, irregular ? 1 : 0, number(model.track.length())) +
         contacts;
}

}  // namespace flangeway::case_codegen
