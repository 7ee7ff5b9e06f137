#include "flangeway/case_codegen/creep_table_code.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "flangeway/case_codegen/c_tables.hpp"
#include "flangeway/contact/creep_table.hpp"

namespace flangeway::case_codegen {
namespace {

using math::UniformSpline;

/// Range of √(a/b), by its coordinate w in the table of creep forces, over all contacts that the tables have.
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
    const double step = 2 * CreepTable::max_ratio_coordinate / (CreepTable::layers - 1);
    const auto layer = [&](double w) {
      return std::clamp((w + CreepTable::max_ratio_coordinate) / step, 0.0, CreepTable::layers - 1.0);
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

}  // namespace

std::string creep_table_code(const wheelrail::Model& contact) {
  using contact::CreepTable;
  if (contact.settings.creep.law != contact::CreepLaw::kalker_table)
    return "const fw_creep_table fw_creep = {0, 0, 1, 1, 1, 1, 1, 0};\n";
  const auto [first, last] = ratios_of(contact).layers();
  const double step = 2 * CreepTable::max_ratio_coordinate / (CreepTable::layers - 1);
  std::string numbers;
  for (int ratio = first - 1; ratio <= last + 1; ++ratio) {
    for (int z = 0; z < CreepTable::z_count; ++z) {
      for (int y = 0; y < CreepTable::y_count; ++y) {
        const double* row = contact::creep_table().row_at(ratio, z, y);
        for (std::size_t i = 0; i < CreepTable::row; ++i)
          fmt::format_to(std::back_inserter(numbers), "{},", std::lround(row[i] / CreepTable::resolution));
        numbers += '\n';
      }
    }
  }
  return fmt::format(
      "static const int creep_coefficients[] = {{\n{}}};\n"
      "const fw_creep_table fw_creep = {{{}, {}, {}, {}, {}, {}, {}, creep_coefficients}};\n",
      numbers, last - first + 1, number(step * first - CreepTable::max_ratio_coordinate), number(step),
      CreepTable::x_cells, CreepTable::y_cells, CreepTable::z_cells, number(CreepTable::resolution));
}

}  // namespace flangeway::case_codegen
