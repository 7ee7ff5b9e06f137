#include "flangeway/results/table.hpp"

#include <algorithm>
#include <set>

#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/new_file.hpp"

namespace flangeway::results {
namespace {

Handle variable_text() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

bool write_column(hid_t file, const TableColumn& column) {
  const bool is_text = !column.texts.empty();
  const hsize_t rows = is_text ? column.texts.size() : column.numbers.size();
  const Handle space(H5Screate_simple(1, &rows, nullptr), H5Sclose), type = variable_text();
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(layout.get(), false);
  Handle dataset(H5Dcreate2(file, column.name.c_str(), is_text ? type.get() : H5T_IEEE_F64LE, space.get(),
                            H5P_DEFAULT, layout.get(), H5P_DEFAULT),
                 H5Dclose);
  if (!dataset || !write_text(dataset.get(), layout::unit, column.unit) ||
      !write_text(dataset.get(), layout::description, column.description))
    return false;
  if (rows == 0) return true;
  std::vector<const char*> pointers;
  for (const std::string& text : column.texts) pointers.push_back(text.c_str());
  const void* const data = is_text ? static_cast<const void*>(pointers.data()) : column.numbers.data();
  const bool written = H5Dwrite(dataset.get(), is_text ? type.get() : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                                H5P_DEFAULT, data) >= 0;
  return dataset.reset() && written;
}

bool write_file(const std::string& path, const std::vector<TableColumn>& columns,
                const std::vector<std::pair<std::string, std::string>>& facts) {
  const Handle access = file_access();
  // Columns stand in the order in which they were made.
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_link_creation_order(creation.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  Handle file(H5Fcreate(path.c_str(), H5F_ACC_EXCL, creation.get(), access.get()), H5Fclose);
  bool done = static_cast<bool>(file);
  std::vector<std::string> names;
  for (const TableColumn& column : columns) names.push_back(column.name);
  done = done && write_texts(file.get(), "columns", names);
  for (const auto& [name, text] : facts) done = done && write_text(file.get(), name.c_str(), text);
  for (const TableColumn& column : columns) done = done && write_column(file.get(), column);
  return file.reset() && done;
}

}  // namespace

void write_table(const std::string& path, const std::vector<TableColumn>& columns,
                 const std::vector<std::pair<std::string, std::string>>& facts, Findings& findings) {
  std::set<std::string> names;
  for (const TableColumn& column : columns) {
    const std::string& name = column.name;
    if (!name.empty() && name.find('/') == std::string::npos && names.insert(name).second) continue;
    findings.add(
        {{path}, "", "cannot hold a column of this name", '"' + name + '"', "a new name without /", ""});
    return;
  }
  const QuietErrors quiet;
  (void)create_under_temporary_name(
      path, findings, [&](const std::string& temporary) { return write_file(temporary, columns, facts); });
}

}  // namespace flangeway::results
