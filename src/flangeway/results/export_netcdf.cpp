// Writes NetCDF files of the classic format with 64-bit offsets [NetcdfClassic].
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "flangeway/results/export.hpp"

namespace flangeway::results {
namespace {

constexpr std::uint32_t nc_char = 2, nc_double = 6, nc_dimension = 10, nc_variable = 11, nc_attribute = 12;

// Numbers are big-endian.
template <typename T>
void put_big(std::string& bytes, T value) {
  for (std::size_t i = sizeof(T); i-- > 0;) bytes += static_cast<char>(value >> (8 * i) & 0xffU);
}

void put_text(std::string& bytes, const std::string& text) {
  put_big(bytes, static_cast<std::uint32_t>(text.size()));
  bytes += text;
  bytes.append((4 - text.size() % 4) % 4, '\0');
}

using Attributes = std::vector<std::pair<std::string, std::string>>;

void put_attributes(std::string& bytes, const Attributes& all) {
  Attributes given;
  for (const auto& one : all)
    if (!one.second.empty()) given.push_back(one);
  put_big(bytes, given.empty() ? 0 : nc_attribute);
  put_big(bytes, static_cast<std::uint32_t>(given.size()));
  for (const auto& [name, text] : given) {
    put_text(bytes, name);
    put_big(bytes, nc_char);
    put_text(bytes, text);
  }
}

Attributes attributes_of(const Channel& channel) {
  return {{"units", channel.unit}, {"long_name", channel.description}, {"frame", channel.frame}};
}

Attributes attributes_of(const Reader& reader) {
  const Provenance& from = reader.provenance();
  return {{"Conventions", "CF-1.8"},
          {"source", "Flangeway " + from.version},
          {"history", from.started + " " + from.command_line},
          {"method", from.method},
          {"integrator", from.integrator},
          {"status", to_string(reader.status())},
          {"summary", reader.summary_json()}};
}

// The head, with the place in the file at which the first variable begins.
std::string head(const ExportedRows& rows, std::size_t count, std::uint64_t first) {
  std::string bytes = "CDF\x02";
  put_big(bytes, std::uint32_t{0});  // no record dimension
  put_big(bytes, nc_dimension);
  put_big(bytes, std::uint32_t{1});
  put_text(bytes, rows.names.front());
  put_big(bytes, static_cast<std::uint32_t>(count));
  put_attributes(bytes, attributes_of(rows.reader));
  put_big(bytes, nc_variable);
  put_big(bytes, static_cast<std::uint32_t>(rows.names.size()));
  const std::vector<Channel>& channels = rows.reader.channels();
  for (std::size_t i = 0; i < rows.names.size(); ++i) {
    put_text(bytes, rows.names[i]);
    put_big(bytes, std::uint32_t{1});  // dimension
    put_big(bytes, std::uint32_t{0});  // the first one
    put_attributes(bytes, attributes_of(channels[place_of(channels, current_name(rows.names[i]))]));
    put_big(bytes, nc_double);
    put_big(bytes, static_cast<std::uint32_t>(8 * count));
    put_big(bytes, first + 8 * count * i);
  }
  return bytes;
}

}  // namespace

std::string netcdf_file(const ExportedRows& rows, Findings& findings) {
  const std::size_t count = count_of(rows.range, rows.reader.rows());
  if (8 * count > std::numeric_limits<std::uint32_t>::max() - 4) {
    findings.add({{rows.reader.path()},
                  "",
                  "has more than the 4 GiB that a variable of NetCDF 3 may have",
                  fmt::format("{} rows", count),
                  "",
                  "Choose rows with --from, --to and --every"});
    return "";
  }
  std::string bytes = head(rows, count, head(rows, count, 0).size());
  bytes.reserve(bytes.size() + 8 * count * rows.names.size());
  for (const std::string& name : rows.names)
    for (const double value : rows.reader.read(name, rows.range))
      put_big(bytes, std::bit_cast<std::uint64_t>(value));
  return bytes;
}

}  // namespace flangeway::results
