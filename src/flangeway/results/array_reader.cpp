#include "flangeway/results/array_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "flangeway/results/layout.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

std::string ArrayReader::open(hid_t file, const char* name, bool interrupted) {
  if (H5Lexists(file, name, H5P_DEFAULT) <= 0) return "";
  const Handle folder(H5Gopen2(file, name, H5P_DEFAULT), H5Gclose);
  const auto names = folder ? members(folder.get()) : std::nullopt;
  if (!names) return fmt::format("is damaged: its group {} cannot be listed", name);
  group_.description = read_text(folder.get(), layout::description).value_or("");
  for (const std::string& fact : number_names(folder.get()))
    group_.facts.emplace_back(fact, read_number(folder.get(), fact.c_str()).value_or(0));
  for (const std::string& array : *names) {
    if (!open_array(folder.get(), array))
      return fmt::format("is damaged: {} of its group {} cannot be read", array, name);
  }
  sort();
  if (interrupted) drop_unwritten();
  return "";
}

bool ArrayReader::open_array(hid_t folder, const std::string& name) {
  Handle dataset(H5Dopen2(folder, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) return false;
  const hid_t id = dataset.get();
  const Handle space(H5Dget_space(id), H5Sclose), type(H5Dget_type(id), H5Tclose);
  constexpr int most_dimensions = 4;
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : 0;
  if (!type || H5Tget_class(type.get()) != H5T_FLOAT || rank < 1 || rank > most_dimensions) return false;
  std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.get(), extents.data(), nullptr);
  hsize_t product = 1;
  for (std::size_t i = 1; i < extents.size(); ++i) {
    if (extents[i] == 0 || extents[i] > (hsize_t{1} << 20) / product) return false;
    product *= extents[i];
  }
  if (!is_backed(id, extents[0], product)) return false;
  group_.arrays.push_back({name,
                           read_text(id, layout::unit).value_or(""),
                           read_text(id, layout::frame).value_or(""),
                           read_text(id, layout::description).value_or(""),
                           {extents.begin() + 1, extents.end()}});
  records_ = datasets_.empty() ? extents[0] : std::min<std::size_t>(records_, extents[0]);
  datasets_.push_back(std::move(dataset));
  places_.push_back(read_integer(id, layout::index).value_or(0));
  return true;
}

void ArrayReader::sort() {
  std::vector<std::size_t> order(places_.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return places_[a] < places_[b]; });
  std::vector<Array> arrays;
  std::vector<Handle> datasets;
  for (const std::size_t k : order) {
    arrays.push_back(std::move(group_.arrays[k]));
    datasets.push_back(std::move(datasets_[k]));
  }
  group_.arrays = std::move(arrays);
  datasets_ = std::move(datasets);
}

// As Reader::Impl::count_rows().
void ArrayReader::drop_unwritten() {
  for (std::size_t k = 0; k < datasets_.size(); ++k) {
    while (records_ > 0) {
      const auto last = read(k, records_ - 1, 1, 1);
      if (last && std::all_of(last->begin(), last->end(), [](double x) { return std::isfinite(x); })) break;
      --records_;
    }
  }
}

std::optional<std::vector<double>> ArrayReader::read(std::size_t array, std::size_t from, std::size_t every,
                                                     std::size_t count) const {
  std::vector<double> numbers(count * group_.arrays[array].numbers());
  if (count == 0) return numbers;
  std::vector<hsize_t> start{from}, stride{every}, counts{count};
  for (const std::size_t extent : group_.arrays[array].extents) {
    start.push_back(0);
    stride.push_back(1);
    counts.push_back(extent);
  }
  const Handle in_file(H5Dget_space(datasets_[array].get()), H5Sclose);
  const Handle in_memory(H5Screate_simple(static_cast<int>(counts.size()), counts.data(), nullptr), H5Sclose);
  if (H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, start.data(), stride.data(), counts.data(),
                          nullptr) < 0 ||
      H5Dread(datasets_[array].get(), H5T_NATIVE_DOUBLE, in_memory.get(), in_file.get(), H5P_DEFAULT,
              numbers.data()) < 0) {
    return std::nullopt;
  }
  return numbers;
}

std::optional<std::vector<double>> ArrayReader::read(std::string_view array, RowRange range) const {
  for (std::size_t k = 0; k < datasets_.size(); ++k) {
    if (group_.arrays[k].name == array) return read(k, range.from, range.every, count_of(range, records_));
  }
  return std::nullopt;
}

}  // namespace flangeway::results
