#include "flangeway/results/hdf5_handle.hpp"

namespace flangeway::results {

Handle file_access() {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_EARLIEST, H5F_LIBVER_V110);
#if H5_VERSION_GE(1, 10, 7) && !(H5_VERS_MINOR == 12 && H5_VERS_RELEASE < 1)
  H5Pset_file_locking(access.get(), false, true);
#endif
  return access;
}

namespace {

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

/// Opens the attribute, or creates it with the given space and type.
Handle attribute(hid_t object, const char* name, hid_t type, hid_t space) {
  if (H5Aexists(object, name) > 0) return {H5Aopen(object, name, H5P_DEFAULT), H5Aclose};
  return {H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose};
}

}  // namespace

bool write_text(hid_t object, const char* name, const std::string& text) {
  const Handle type = text_type();
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle target = attribute(object, name, type.get(), space.get());
  const char* pointer = text.c_str();
  return target && H5Awrite(target.get(), type.get(), static_cast<const void*>(&pointer)) >= 0;
}

bool write_texts(hid_t object, const char* name, const std::vector<std::string>& texts) {
  const Handle type = text_type();
  const hsize_t size = texts.size();
  const Handle space(texts.empty() ? H5Screate(H5S_NULL) : H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle target = attribute(object, name, type.get(), space.get());
  if (texts.empty()) return static_cast<bool>(target);
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return target && H5Awrite(target.get(), type.get(), static_cast<const void*>(pointers.data())) >= 0;
}

std::vector<std::string> read_texts(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return {};
  const Handle source(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle space(source ? H5Aget_space(source.get()) : H5I_INVALID_HID, H5Sclose);
  const Handle stored(source ? H5Aget_type(source.get()) : H5I_INVALID_HID, H5Tclose);
  if (!stored || H5Tget_class(stored.get()) != H5T_STRING || H5Tis_variable_str(stored.get()) <= 0) return {};
  const hssize_t size = H5Sget_simple_extent_npoints(space.get());
  if (size <= 0) return {};
  const Handle type = text_type();
  std::vector<char*> pointers(static_cast<std::size_t>(size), nullptr);
  if (H5Aread(source.get(), type.get(), static_cast<void*>(pointers.data())) < 0) return {};
  std::vector<std::string> texts;
  for (const char* pointer : pointers) texts.emplace_back(pointer != nullptr ? pointer : "");
  H5Dvlen_reclaim(type.get(), space.get(), H5P_DEFAULT, static_cast<void*>(pointers.data()));
  return texts;
}

bool write_number(hid_t object, const char* name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle target = attribute(object, name, H5T_IEEE_F64LE, space.get());
  return target && H5Awrite(target.get(), H5T_NATIVE_DOUBLE, &value) >= 0;
}

namespace {

bool is_number(hid_t source) {
  const Handle space(H5Aget_space(source), H5Sclose), type(H5Aget_type(source), H5Tclose);
  return space && type && H5Tget_class(type.get()) == H5T_FLOAT &&
         H5Sget_simple_extent_npoints(space.get()) == 1;
}

herr_t collect_number_name(hid_t object, const char* name, const H5A_info_t*, void* names) {
  const Handle source(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  if (source && is_number(source.get())) static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

}  // namespace

std::vector<std::string> number_names(hid_t object) {
  std::vector<std::string> names;
  hsize_t from = 0;
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &from, collect_number_name, &names);
  return names;
}

std::optional<double> read_number(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return std::nullopt;
  const Handle source(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  double value = 0;
  if (!source || !is_number(source.get()) || H5Aread(source.get(), H5T_NATIVE_DOUBLE, &value) < 0)
    return std::nullopt;
  return value;
}

bool write_integer(hid_t object, const char* name, long long value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle target = attribute(object, name, H5T_STD_I64LE, space.get());
  return target && H5Awrite(target.get(), H5T_NATIVE_LLONG, &value) >= 0;
}

std::optional<long long> read_integer(hid_t object, const char* name) {
  if (H5Aexists(object, name) <= 0) return std::nullopt;
  const Handle source(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  long long value = 0;
  if (!source || H5Aread(source.get(), H5T_NATIVE_LLONG, &value) < 0) return std::nullopt;
  return value;
}

}  // namespace flangeway::results
