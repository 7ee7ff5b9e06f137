// Any sequence of bytes as a recipe for an HDF5 file: groups, links, data of all kinds and extents in place
// of fields. Every group is read, or refused as damaged; never a crash, never values that do not fit the
// extents. The same recipe makes the deformed track of a run. The bytes of HDF5 itself stay whole: this is no
// test of that library.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "flangeway/results/field_reader.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::results {
namespace {

class Recipe {
 public:
  Recipe(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  [[nodiscard]] bool left() const { return at_ < size_; }
  unsigned next() { return left() ? data_[at_++] : 0u; }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

hid_t type_of(unsigned choice) {
  const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_DOUBLE, H5T_NATIVE_FLOAT, H5T_NATIVE_INT, H5T_C_S1};
  return types[choice % std::size(types)];
}

// Small ones are written; large ones are extents that no data stands behind.
void add_dataset(hid_t folder, const std::string& name, Recipe& recipe) {
  const hid_t type = type_of(recipe.next());
  const unsigned rank = recipe.next() % 4, shift = recipe.next();
  std::vector<hsize_t> extent, chunk(rank, 4);
  for (unsigned i = 0; i < rank; ++i)  // no millions of chunks
    extent.push_back(hsize_t{recipe.next()} / (rank > 1 ? 8 : 1) << (shift % 8 == 7 ? 40 : 0));
  const Handle space(
      rank > 0 ? H5Screate_simple(static_cast<int>(rank), extent.data(), nullptr) : H5Screate(H5S_SCALAR),
      H5Sclose);
  const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  if (rank > 0 && (shift & 16u) != 0) H5Pset_chunk(how.get(), static_cast<int>(rank), chunk.data());
  if (rank > 0 && shift % 8 == 7) H5Pset_chunk(how.get(), static_cast<int>(rank), chunk.data());
  const Handle dataset(
      H5Dcreate2(folder, name.c_str(), type, space.get(), H5P_DEFAULT, how.get(), H5P_DEFAULT), H5Dclose);
  if (!dataset || rank != 1 || shift % 8 == 7 || extent[0] == 0 || type == H5T_C_S1) return;
  const std::vector<double> values(extent[0], 1.5);
  H5Dwrite(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
}

void add_group(hid_t folder, Recipe& recipe, int depth) {
  const unsigned count = recipe.next() % 5;
  for (unsigned i = 0; i < count && recipe.left(); ++i) {
    const std::string name = fmt::format("m{}", i);
    switch (recipe.next() % 4) {
      case 0:
        add_dataset(folder, name, recipe);
        break;
      case 1:
        H5Lcreate_soft("/nowhere", folder, name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
        break;
      case 2:
        H5Lcreate_soft("/", folder, name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
        break;
      default: {
        const Handle group(H5Gcreate2(folder, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
        if (group && depth > 0) add_group(group.get(), recipe, depth - 1);
      }
    }
  }
}

void write(const std::string& path, Recipe& recipe) {
  const QuietErrors quiet;
  const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  if (!file) std::abort();
  write_text(file.get(), layout::format,
             recipe.next() % 16 == 0 ? layout::format_name : layout::fields_format_name);
  write_integer(file.get(), layout::format_version, recipe.next() % 16 == 0 ? 7 : 1);
  while (recipe.left()) {
    const std::string name = fmt::format("case_{}", recipe.next());
    if (H5Lexists(file.get(), name.c_str(), H5P_DEFAULT) > 0) continue;
    const Handle group(H5Gcreate2(file.get(), name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    add_group(group.get(), recipe, 2);
  }
}

void write_run(const std::string& path, Recipe& recipe) {
  const QuietErrors quiet;
  const Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  if (!file) std::abort();
  write_text(file.get(), layout::format, layout::format_name);
  write_integer(file.get(), layout::format_version, 1);
  write_text(file.get(), layout::status, recipe.next() % 2 == 0 ? "running" : "completed");
  for (const char* name : {layout::channels, layout::deformed_track}) {
    const Handle group(H5Gcreate2(file.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    if (name != layout::channels) add_group(group.get(), recipe, 1);
  }
}

void check_run(const std::string& path) {
  Findings findings;
  const auto reader = Reader::open(path, findings);
  if (reader.has_value() != findings.empty()) std::abort();
  if (!reader) return;
  for (const Array& array : reader->deformed_track().arrays) {
    const auto numbers = reader->read_deformed_track(array.name);
    if (numbers.size() != reader->deformed_track_records() * array.numbers()) std::abort();
  }
}

void check(const FieldReader& reader, const std::string& name) {
  try {
    for (const Field& field : reader.read(name).fields) {
      const std::size_t rows = field.rows == 0 ? 1 : field.rows;
      if (field.values.size() != rows * field.columns && field.rows * field.columns != field.values.size())
        std::abort();
    }
  } catch (const BadInput& damaged) {
    if (std::string(damaged.what()).find("is damaged") == std::string::npos) std::abort();
  }
  (void)reader.fact(name, "state");
}

void check_fields(const std::string& path) {
  Findings findings;
  const auto reader = FieldReader::open(path, findings);
  if (reader.has_value() != findings.empty()) std::abort();
  if (!reader) return;
  for (const std::string& group : reader->groups()) check(*reader, group);
}

}  // namespace
}  // namespace flangeway::results

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace flangeway::results;
  static const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("field_reader_fuzz_{}.h5", ::getpid())).string();
  Recipe recipe(data, std::min<std::size_t>(size, 400)), again = recipe;
  write(path, recipe);
  check_fields(path);
  write_run(path, again);
  check_run(path);
  std::filesystem::remove(path);
  return 0;
}
