// Results in the formats of other programs.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/field_writer.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::results {

/// Channels of a result file, rows of a range.
struct ExportedRows {
  const Reader& reader;
  std::vector<std::string> names;
  RowRange range = {};
};

/// A MATLAB file of version 5: `data` has the channels as nested structs (data.wheelset1.left.Q), `channels`
/// lists them with name, unit, frame, description and the field they are in, and `info` tells how they came
/// about. Findings: there is more than the 2 GiB that a variable of this version may have.
[[nodiscard]] std::string matlab_file(const ExportedRows& rows, Findings& findings);

/// A NetCDF file of version 3 with offsets of 64 bits: one variable for each channel over the dimension and
/// coordinate of the first name (time), with units, long_name and frame. Findings: a channel has more than
/// 4 GiB.
[[nodiscard]] std::string netcdf_file(const ExportedRows& rows, Findings& findings);

using TextFacts = std::vector<std::pair<std::string, std::string>>;
/// Numbers of a column in rows `from` up to, but not including, `to`.
using ColumnReader = std::function<std::vector<double>(std::size_t column, std::size_t from, std::size_t to)>;
/// Rows of one row group; its largest page has 8 MiB.
inline constexpr std::size_t parquet_group_rows = std::size_t{1} << 20;

/// A Parquet file with a column of doubles for each channel. Key-value metadata: `units`, `descriptions` and
/// `frames`, each a JSON object by channel, then the facts that are not empty.
[[nodiscard]] std::string parquet_file(const std::vector<Channel>& channels, std::size_t rows,
                                       const ColumnReader& read, const TextFacts& facts);
/// With facts on the run: program, command, method, integrator, status and summary.
[[nodiscard]] std::string parquet_file(const ExportedRows& rows);

/// Fields of a contact patch as a VTK file (legacy format 3.0, text): a rectilinear grid of the centres of
/// its elements, in m, with a value of each field at every point. "" where the group has no grid x, y.
[[nodiscard]] std::string vtk_file(const FieldGroup& group, const std::string& title);

/// Names of MATLAB that are valid and differ: letters, digits and underscores, 63 at most. Dots divide a name
/// into nested fields, unless it has other characters that no field may have.
[[nodiscard]] std::vector<std::vector<std::string>> matlab_fields(const std::vector<std::string>& names);

}  // namespace flangeway::results
