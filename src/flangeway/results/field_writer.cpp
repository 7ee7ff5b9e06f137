#include "flangeway/results/field_writer.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "flangeway/core/atomic_file.hpp"
#include "flangeway/results/hdf5_handle.hpp"
#include "flangeway/results/layout.hpp"
#include "flangeway/results/new_file.hpp"
#include "flangeway/results/seal.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

namespace {

bool write_field(hid_t group, const Field& field) {
  const std::array<hsize_t, 2> size{field.rows, field.columns};
  const Handle space(
      field.rows > 0 ? H5Screate_simple(2, size.data(), nullptr) : H5Screate_simple(1, &size[1], nullptr),
      H5Sclose);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(layout.get(), false);
  Handle dataset(H5Dcreate2(group, field.name.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT, layout.get(),
                            H5P_DEFAULT),
                 H5Dclose);
  const bool written =
      dataset && write_text(dataset.get(), layout::unit, field.unit) &&
      write_text(dataset.get(), layout::description, field.description) &&
      H5Dwrite(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, field.values.data()) >= 0;
  return dataset.reset() && written;  // small fields go to the disk when they are closed
}

}  // namespace

struct FieldWriter::Impl {
  std::string path, problem;
  Handle file;
  std::size_t patches = 0;  // written whole

  // Without a whole patch the file goes: the library may have left it damaged.
  bool fail(const char* what) {
    if (!problem.empty()) return false;
    problem = fmt::format("{}: {} ({})", path, what, std::strerror(errno));
    file.reset();
    std::error_code ignored;
    if (patches == 0) std::filesystem::remove(path, ignored);
    if (patches > 0) problem += fmt::format("; {} patch{} kept", patches, patches == 1 ? " is" : "es are");
    return false;
  }

  bool open(const std::string& temporary, const Provenance& provenance) {
    const Handle access = file_access();
    file = {H5Fcreate(temporary.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, access.get()), H5Fclose};
    if (!file) return false;
    keep_metadata_until_flush(file.get());
    return write_provenance(file.get(), layout::fields_format_name, provenance) &&
           write_no_outcome(file.get()) && store_texts(file.get()) &&
           H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
  }

  bool write(const FieldGroup& from) const {
    const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(links.get(), 1);
    const Handle group(H5Gcreate2(file.get(), from.name.c_str(), links.get(), H5P_DEFAULT, H5P_DEFAULT),
                       H5Gclose);
    bool done = static_cast<bool>(group);
    for (const auto& [name, text] : from.facts) done = done && write_text(group.get(), name.c_str(), text);
    for (const Field& field : from.fields) done = done && write_field(group.get(), field);
    return done && store_texts(group.get()) && H5Fflush(file.get(), H5F_SCOPE_GLOBAL) >= 0;
  }
};

std::optional<FieldWriter> FieldWriter::create(const std::string& path, const Provenance& provenance,
                                               bool force, Findings& findings) {
  Findings mine;
  check_place(path, force, mine);
  findings.append(mine);
  if (!mine.empty()) return std::nullopt;
  const QuietErrors quiet;
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  const bool done = create_under_temporary_name(
      path, findings, [&](const std::string& temporary) { return impl->open(temporary, provenance); });
  return done ? std::optional(FieldWriter(std::move(impl))) : std::nullopt;
}

FieldWriter::FieldWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FieldWriter::FieldWriter(FieldWriter&&) noexcept = default;
FieldWriter& FieldWriter::operator=(FieldWriter&&) noexcept = default;
FieldWriter::~FieldWriter() {
  const QuietErrors quiet;
  impl_.reset();
}

bool FieldWriter::add(const FieldGroup& group) {
  const QuietErrors quiet;
  if (!impl_->problem.empty()) return false;
  if (!impl_->write(group)) return impl_->fail("cannot be written");
  ++impl_->patches;
  return true;
}

bool FieldWriter::finish(Status status, const std::string& summary_json) {
  const QuietErrors quiet;
  if (!impl_->problem.empty()) return false;
  const bool told = write_outcome(impl_->file.get(), status, summary_json);
  const bool closed = close_and_seal(impl_->file);
  return (told && closed) || impl_->fail("cannot be closed");
}

const std::string& FieldWriter::problem() const {
  return impl_->problem;
}

}  // namespace flangeway::results
