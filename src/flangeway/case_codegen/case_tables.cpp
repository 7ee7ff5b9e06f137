#include "flangeway/case_codegen/case_tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/contact/creep_table.hpp"

namespace flangeway::case_codegen {

using math::UniformSpline;

namespace {

// The shortest text that reads back as the same bits.
std::string number(double x) {
  return fmt::format("{}", x + 0.0);
}

// In the order of runtime.h.
constexpr std::array<std::size_t, 9> contact_channels{
    geometry::wheel_y, geometry::wheel_z, geometry::wheel_angle, geometry::patch_a, geometry::patch_b,
    geometry::c11,     geometry::c22,     geometry::c23,         geometry::c33};

/// Arrays of numbers, each once, however many tables have it.
class Tables {
 public:
  /// An initialiser of fw_spline: at each node values of the channels, then slopes.
  std::string spline(const UniformSpline& spline, std::span<const std::size_t> channels) {
    std::string nodes;
    for (std::size_t i = 0; i <= spline.intervals(); ++i) nodes += node(spline, channels, i);
    return fmt::format("{{{}, {}, {}, {}, {}}}", number(spline.start()), number(spline.step()),
                       spline.intervals(), channels.size(), array("double", nodes));
  }
  std::string spline(const UniformSpline& spline) {
    std::vector<std::size_t> all(spline.channels());
    std::iota(all.begin(), all.end(), 0);
    return this->spline(spline, all);
  }

  /// An initialiser of fw_kec.
  std::string kec(const geometry::KecProfile& profile) {
    std::string branches, handovers;
    for (const geometry::KecBranch& branch : profile.branches)
      branches += fmt::format("{{{}, {}, {}}},\n", number(branch.first), number(branch.last),
                              spline(branch.contact, contact_channels));
    for (const double handover : profile.handovers) handovers += number(handover) + ",";
    return fmt::format("{{{}, {}, {}, {}, {}, {}, {}}}", spline(profile.radius), profile.branches.size(),
                       array("fw_branch", branches), array("double", handovers.empty() ? "0" : handovers),
                       number(profile.transition_length), number(profile.knife_lateral),
                       number(profile.radius_zero));
  }

  /// An initialiser of fw_lookup.
  std::string lookup(const geometry::LookupTable& table) {
    std::string rows;
    for (const geometry::LookupRow& row : table.rows)
      rows +=
          fmt::format("{{{{{}, {}}}, {}, {{{}, {}}}, {{{}, {}}}}},\n", number(row.flange_start),
                      number(row.flange_start_right), spline(row.motion),
                      spline(row.contacts[0], contact_channels), spline(row.contacts[1], contact_channels),
                      flange(row, table.hybrid, 0), flange(row, table.hybrid, 1));
    return fmt::format("{{{}, {}, {}, {}, {}, {}}}", table.rows.size(), table.hybrid ? 1 : 0,
                       table.convergent ? 1 : 0, number(table.rows.front().gauge_variation),
                       number(table.gauge_step), array("fw_row", rows));
  }

  [[nodiscard]] const std::string& code() const { return code_; }

 private:
  static std::string node(const UniformSpline& spline, std::span<const std::size_t> channels, std::size_t i) {
    std::vector<double> value(spline.channels()), slope(spline.channels());
    const bool last = i == spline.intervals();
    const double start = spline.start(), step = spline.step();
    if (last) {
      const double right = start + step * static_cast<double>(i);
      spline.evaluate(right, value.data(), slope.data());
    } else {  // from the middle of the interval its cubic is found for sure
      const auto place = spline.locate(start + step * (static_cast<double>(i) + 0.5));
      for (std::size_t c = 0; c < spline.channels(); ++c) {
        value[c] = place.coefficients[c];
        slope[c] = place.coefficients[spline.channels() + c];
      }
    }
    std::string text;
    for (const std::size_t c : channels) text += number(value[c]) + ",";
    for (const std::size_t c : channels) text += number(slope[c]) + ",";
    return text + "\n";
  }

  // Indentation, approach, then the channels of a contact.
  std::string flange(const geometry::LookupRow& row, bool hybrid, std::size_t side) {
    if (!hybrid) return "{0, 1, 1, 0, 0}";
    const std::size_t first = side * (1 + geometry::contact_channels);
    std::vector<std::size_t> channels{first, first + 1 + geometry::patch_approach};
    for (const std::size_t channel : contact_channels) channels.push_back(first + 1 + channel);
    return spline(row.flanges, channels);
  }

  std::string array(const char* type, const std::string& entries) {
    const auto [known, is_new] = names_.emplace(entries, fmt::format("table{}", names_.size()));
    if (is_new) code_ += fmt::format("static const {} {}[] = {{\n{}}};\n", type, known->second, entries);
    return known->second;
  }

  std::string code_;
  std::map<std::string, std::string> names_;  // by content
};

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
  const bool kec = contact.settings.method == wheelrail::Method::kec;
  Distinct distinct;
  std::vector<std::string> used;
  std::vector<std::array<std::size_t, 2>> of_pair;
  for (const auto& pair : contact.pairs) {
    if (kec) {
      of_pair.push_back(
          {distinct.place_of(tables.kec(pair->kec.left)), distinct.place_of(tables.kec(pair->kec.right))});
    } else {
      const std::size_t place = distinct.place_of(tables.lookup(pair->lookup));
      of_pair.push_back({place, place});
    }
  }
  for (const wheelrail::Wheelset& wheelset : contact.wheelsets)
    used.push_back(fmt::format("{{{}}}", fmt::join(of_pair[wheelset.pair], ", ")));
  return fmt::format("const {} = {{\n{}}};\nconst int fw_wheelset_table[FW_WHEELSETS][2] = {{{}}};\n",
                     kec ? "fw_kec fw_kecs[]" : "fw_lookup fw_lookups[]", fmt::join(distinct.texts(), ",\n"),
                     fmt::join(used, ", "));
}

/// Of √(a/b), by its place w in the table of creep forces, over all contacts that the tables have.
class RatioRange {
 public:
  void add(const UniformSpline& contact, std::size_t first = 0) {
    std::vector<double> values(contact.channels());
    for (std::size_t i = 0; i <= contact.intervals(); ++i) {
      contact.evaluate(contact.start() + contact.step() * static_cast<double>(i), values.data());
      const double a = values[first + geometry::patch_a],
                   mean = std::sqrt(a * values[first + geometry::patch_b]);
      const double w = (a - mean) / (a + mean);
      least_ = std::min(least_, w), most_ = std::max(most_, w);
    }
  }
  /// Layers of the table that all B-splines over this range need, and one more at both ends: between its
  /// nodes a spline may go a little further.
  [[nodiscard]] std::pair<int, int> layers() const {
    using contact::CreepTable;
    const double step = 2 * CreepTable::largest_ratio_place / (CreepTable::layers - 1);
    const auto layer = [&](double w) {
      return std::clamp((w + CreepTable::largest_ratio_place) / step, 0.0, CreepTable::layers - 1.0);
    };
    return {std::max(0, static_cast<int>(std::floor(layer(least_))) - 1),
            std::min(CreepTable::layers - 1, static_cast<int>(std::ceil(layer(most_))) + 1)};
  }

 private:
  double least_ = 1, most_ = -1;
};

RatioRange ratios_of(const wheelrail::Model& contact) {
  RatioRange range;
  for (const auto& pair : contact.pairs) {
    for (const geometry::KecProfile* profile : {&pair->kec.left, &pair->kec.right})
      for (const geometry::KecBranch& branch : profile->branches) range.add(branch.contact);
    for (const geometry::LookupRow& row : pair->lookup.rows) {
      for (const UniformSpline& tread : row.contacts) range.add(tread);
      for (std::size_t side = 0; pair->lookup.hybrid && side < 2; ++side)
        range.add(row.flanges, side * (1 + geometry::contact_channels) + 1);
    }
  }
  return range;
}

// What the runtime reads with the law kalker_table, as whole multiples of the table's resolution.
std::string creep_table_code(const wheelrail::Model& contact) {
  using contact::CreepTable;
  if (contact.settings.creep.law != contact::CreepLaw::kalker_table)
    return "const fw_creep_table fw_creep = {0, 0, 1, 1, 1, 1, 1, 0};\n";
  const auto [first, last] = ratios_of(contact).layers();
  const double step = 2 * CreepTable::largest_ratio_place / (CreepTable::layers - 1);
  const auto begin = static_cast<std::size_t>(first) * CreepTable::layer,
             end = (static_cast<std::size_t>(last) + 3) * CreepTable::layer;
  std::string numbers;
  for (std::size_t i = begin; i < end; ++i) {
    fmt::format_to(std::back_inserter(numbers), "{},",
                   std::lround(contact::creep_table().data()[i] / CreepTable::resolution));
    if ((i + 1) % CreepTable::row == 0) numbers += '\n';
  }
  return fmt::format(
      "static const int creep_coefficients[] = {{\n{}}};\n"
      "const fw_creep_table fw_creep = {{{}, {}, {}, {}, {}, {}, {}, creep_coefficients}};\n",
      numbers, last - first + 1, number(step * first - CreepTable::largest_ratio_place), number(step),
      CreepTable::x_cells, CreepTable::y_cells, CreepTable::z_cells, number(CreepTable::resolution));
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
         contacts + creep_table_code(model.contact);
}

}  // namespace flangeway::case_codegen
