// Reads a file of fields, also if its writing was interrupted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"
#include "flangeway/results/field_writer.hpp"

namespace flangeway::results {

/// Whether a file says that it holds fields, and not a run; false where it cannot be read.
[[nodiscard]] bool holds_fields(const std::string& path);

class FieldReader {
 public:
  /// Gives nothing, and adds a finding, where the file is missing, damaged or holds no fields.
  [[nodiscard]] static std::optional<FieldReader> open(const std::string& path, Findings& findings);
  FieldReader(FieldReader&&) noexcept;
  FieldReader& operator=(FieldReader&&) noexcept;
  ~FieldReader();

  [[nodiscard]] const std::string& path() const;
  [[nodiscard]] Status status() const;
  [[nodiscard]] const Provenance& provenance() const;
  /// "case_00001/patch_1", …, in the order of their names.
  [[nodiscard]] const std::vector<std::string>& groups() const;
  /// Throws BadInput where the group is damaged.
  [[nodiscard]] FieldGroup read(const std::string& group) const;
  /// An attribute of a group alone; empty where it has none.
  [[nodiscard]] std::string fact(const std::string& group, const char* name) const;

 private:
  struct Impl;
  explicit FieldReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace flangeway::results
