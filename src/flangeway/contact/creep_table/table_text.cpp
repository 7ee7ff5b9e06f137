// The creep table as text: a head, then each layer and quantity in lines of numbers of three digits to the
// base 64.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "flangeway/contact/creep_table/lattice.hpp"
#include "flangeway/contact/runtime_files.hpp"

namespace flangeway::contact {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
constexpr int zero = 1 << 17, digits_of_number = 3, numbers_in_line = 38;

std::string head_line() {
  return fmt::format(
      "flangeway creep table 1: cells {} {} {}, layers {}, largest a/b {}, half size {}, Poisson's ratio "
      "{}\n",
      CreepTable::x_cells, CreepTable::y_cells, CreepTable::z_cells, CreepTable::layers,
      CreepTable::max_ratio, CreepTable::half_size, CreepTable::poisson_ratio);
}

void append(std::string& text, double value) {
  const long steps = std::clamp(std::lround(value / CreepTable::resolution) + zero, 0l, 2l * zero - 1);
  for (int shift = 12; shift >= 0; shift -= 6) text += digits[static_cast<std::size_t>(steps >> shift & 63)];
}

/// Value of each character; 64 for those that are no digits.
constexpr auto values_of_digits = [] {
  std::array<unsigned char, 256> values{};
  values.fill(digits.size());
  for (std::size_t i = 0; i < digits.size(); ++i)
    values[static_cast<unsigned char>(digits[i])] = static_cast<unsigned char>(i);
  return values;
}();

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (text_.substr(0, head_line().size()) != head_line())
      throw std::runtime_error("no creep table of this version");
    skip_line();  // the head
    skip_line();  // the command
  }
  double next() {
    while (!text_.empty() && text_.front() == '\n') text_.remove_prefix(1);
    if (text_.size() < digits_of_number) throw std::runtime_error("the creep table is cut off");
    std::size_t steps = 0;
    for (int i = 0; i < digits_of_number; ++i) {
      const std::size_t digit =
          values_of_digits[static_cast<unsigned char>(text_[static_cast<std::size_t>(i)])];
      if (digit == digits.size()) throw std::runtime_error("the creep table is damaged");
      steps = steps * 64 + digit;
    }
    text_.remove_prefix(digits_of_number);
    return (static_cast<double>(steps) - zero) * CreepTable::resolution;
  }

 private:
  void skip_line() { text_.remove_prefix(std::min(text_.find('\n'), text_.size() - 1) + 1); }
  std::string_view text_;
};

double rounded(double coefficient) {
  return std::round(coefficient / CreepTable::resolution) * CreepTable::resolution;
}

using Layers = std::vector<std::vector<double>>;

// Coefficients of quadratic B-splines that take the given values at the layers: (c₋ + 6c + c₊)/8 = value,
// with the second difference zero at both ends.
void interpolate(Layers& values) {
  const std::size_t last = values.size() - 1;
  std::vector<double> pivot(values.size(), 6);
  for (std::size_t i = 0; i < values[0].size(); ++i) {
    for (std::size_t m = 1; m < last; ++m) values[m][i] *= 8;
    values[1][i] -= values[0][i], values[last - 1][i] -= values[last][i];
    for (std::size_t m = 2; m < last; ++m) {
      pivot[m] = 6 - 1 / pivot[m - 1];
      values[m][i] -= values[m - 1][i] / pivot[m - 1];
    }
    values[last - 1][i] /= pivot[last - 1];
    for (std::size_t m = last - 2; m > 0; --m) values[m][i] = (values[m][i] - values[m + 1][i]) / pivot[m];
  }
}

void set(CreepTable& table, std::size_t quantity, const Layers& coefficients) {
  constexpr int last = CreepTable::layers - 1;
  for (int z = 0; z < CreepTable::z_count; ++z) {
    for (int y = 0; y < CreepTable::y_count; ++y) {
      for (int x = 0; x < CreepTable::x_count; ++x) {
        const table::Mirrored mirror = table::mirrored(x, y, z);
        const int number = table::number_of(mirror.at);
        if (number < 0) continue;
        for (int m = 0; m <= last; ++m) {
          table.at(m, z, y, quantity, x) =
              mirror.sign[quantity] *
              rounded(coefficients[static_cast<std::size_t>(m)][static_cast<std::size_t>(number)]);
        }
        table.at(-1, z, y, quantity, x) = 2 * table.at(0, z, y, quantity, x) - table.at(1, z, y, quantity, x);
        table.at(last + 1, z, y, quantity, x) =
            2 * table.at(last, z, y, quantity, x) - table.at(last - 1, z, y, quantity, x);
      }
    }
  }
}

}  // namespace

std::string table_text(const CreepTableData& data) {
  std::string text = head_line() + "made by " + data.made_by + "\n";
  for (const auto& layer : data.layers) {
    for (const auto& values : layer) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        append(text, values[i]);
        if ((i + 1) % numbers_in_line == 0 && i + 1 < values.size()) text += '\n';
      }
      text += '\n';
    }
  }
  return text;
}

CreepTable table_of(std::string_view text) {
  Reader reader(text);
  std::array<Layers, CreepTable::quantities> values;
  for (int m = 0; m < CreepTable::layers; ++m) {
    for (Layers& layers : values) {
      layers.emplace_back(free_coefficients().size());
      for (double& value : layers.back()) value = reader.next();
    }
  }
  CreepTable table;
  for (std::size_t quantity = 0; quantity < values.size(); ++quantity) {
    interpolate(values[quantity]);
    set(table, quantity, values[quantity]);
  }
  return table;
}

const CreepTable& creep_table() {
  static const CreepTable table = table_of(runtime_files().front().second);
  return table;
}

}  // namespace flangeway::contact
