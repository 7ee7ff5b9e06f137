#include "flangeway/results/field_reader.hpp"

#include <fmt/format.h>

#include "flangeway/results/layout.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {
namespace {

std::optional<Field> read_field(hid_t group, const StoredTexts& texts, const std::string& name) {
  const Handle dataset(H5Dopen2(group, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!dataset) return std::nullopt;
  const Handle space(H5Dget_space(dataset.get()), H5Sclose);
  const int dimensions = space ? H5Sget_simple_extent_ndims(space.get()) : 0;
  if (dimensions < 1 || dimensions > 2 || !has_numbers(dataset.get())) return std::nullopt;
  hsize_t extent[2] = {0, 0};
  H5Sget_simple_extent_dims(space.get(), extent, nullptr);
  if (!is_backed(dataset.get(), extent[0], dimensions == 2 ? extent[1] : 1)) return std::nullopt;
  Field field{name,
              texts.text(name, layout::unit).value_or(""),
              texts.text(name, layout::description).value_or(""),
              0,
              extent[0],
              {}};
  if (dimensions == 2) field.rows = extent[0], field.columns = extent[1];
  field.values.resize(dimensions == 2 ? extent[0] * extent[1] : extent[0]);
  if (H5Dread(dataset.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, field.values.data()) < 0)
    return std::nullopt;
  return field;
}

}  // namespace

struct FieldReader::Impl {
  std::string path;
  std::optional<StoredFile> file;
  Story story;
  std::vector<std::string> groups;

  [[nodiscard]] Handle open(const std::string& group) const {
    return {H5Gopen2(file->handle.get(), group.c_str(), H5P_DEFAULT), H5Gclose};
  }
  [[noreturn]] void damaged(const std::string& what) const {
    Findings findings;
    findings.add({{path},
                  "",
                  fmt::format("is damaged: {} cannot be read", what),
                  "",
                  "",
                  "Copy it again or repeat the run"});
    throw BadInput(findings);
  }
  void list() {
    for (const std::string& name : members(file->handle.get()).value_or(std::vector<std::string>{})) {
      const Handle group = open(name);
      if (!group) continue;
      for (const std::string& patch : members(group.get()).value_or(std::vector<std::string>{}))
        groups.push_back(name + "/" + patch);
    }
  }
};

bool holds_fields(const std::string& path) {
  const QuietErrors quiet;
  std::optional<Finding> wrong;
  return open_stored(path, layout::fields_format_name, "", wrong).has_value();
}

std::optional<FieldReader> FieldReader::open(const std::string& path, Findings& findings) {
  const QuietErrors quiet;
  auto impl = std::make_unique<Impl>();
  impl->path = path;
  std::optional<Finding> wrong;
  impl->file = open_stored(path, layout::fields_format_name, "flangeway contact", wrong);
  if (wrong) {
    findings.add(std::move(*wrong));
    return std::nullopt;
  }
  impl->story = read_story(*impl->file);
  impl->list();
  return FieldReader(std::move(impl));
}

FieldReader::FieldReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
FieldReader::FieldReader(FieldReader&&) noexcept = default;
FieldReader& FieldReader::operator=(FieldReader&&) noexcept = default;
FieldReader::~FieldReader() = default;

const std::string& FieldReader::path() const {
  return impl_->path;
}
Status FieldReader::status() const {
  return impl_->story.status;
}
const Provenance& FieldReader::provenance() const {
  return impl_->story.provenance;
}
const std::vector<std::string>& FieldReader::groups() const {
  return impl_->groups;
}

FieldGroup FieldReader::read(const std::string& group) const {
  const QuietErrors quiet;
  const Handle opened = impl_->open(group);
  const auto names = opened ? members(opened.get()) : std::nullopt;
  const auto texts = names ? StoredTexts::read(opened.get(), impl_->file->version) : std::nullopt;
  if (!texts) impl_->damaged(group);
  FieldGroup read{group, {}, {}};
  for (const std::string& name : *names) {
    if (name == layout::texts) continue;
    std::optional<Field> field = read_field(opened.get(), *texts, name);
    if (!field) impl_->damaged(group + "/" + name);
    read.fields.push_back(std::move(*field));
  }
  return read;
}

std::string FieldReader::fact(const std::string& group, const char* name) const {
  const QuietErrors quiet;
  const Handle opened = impl_->open(group);
  const auto texts = opened ? StoredTexts::read(opened.get(), impl_->file->version) : std::nullopt;
  return texts ? texts->text("", name).value_or("") : "";
}

}  // namespace flangeway::results
