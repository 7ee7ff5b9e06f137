// Writes fields on rectangular grids to an HDF5 file, with one group for each patch: pressures and tractions
// of contact patches.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"

namespace flangeway::results {

/// rows × columns numbers, the last index fastest, or one number for each column or row of the group's
/// fields.
struct Field {
  std::string name, unit, description;
  std::size_t rows = 0, columns = 0;  ///< rows 0: a plain list of `columns` numbers
  std::vector<double> values;
};

/// Group of fields with its attributes.
struct FieldGroup {
  std::string name;                                        ///< "case_0001/patch_1"; folders are made
  std::vector<std::pair<std::string, std::string>> facts;  ///< attributes
  std::vector<Field> fields;
};

/// The file grows by whole groups, each on the disk when add() returns; an interrupted run leaves those it
/// wrote.
class FieldWriter {
 public:
  /// As Writer::create.
  [[nodiscard]] static std::optional<FieldWriter> create(const std::string& path,
                                                         const Provenance& provenance, bool force,
                                                         Findings& findings);
  FieldWriter(FieldWriter&&) noexcept;
  FieldWriter& operator=(FieldWriter&&) noexcept;
  ~FieldWriter();  ///< without finish() the status stays `running`

  /// False where the file could not be written: see problem().
  bool add(const FieldGroup& group);
  /// Writes the status and the summary (JSON), and closes the file.
  bool finish(Status status, const std::string& summary_json);
  [[nodiscard]] const std::string& problem() const;

 private:
  struct Impl;
  explicit FieldWriter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace flangeway::results
