// Writes Parquet files [Parquet]: version 1 of the format, plain encoding, uncompressed.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>

#include "flangeway/results/export.hpp"

namespace flangeway::results {
namespace {

constexpr std::string_view parquet_mark = "PAR1";
// Codes of the format's description, parquet.thrift.
constexpr std::int64_t type_double = 5, required = 0, encoding_plain = 0, encoding_rle = 3, uncompressed = 0,
                       data_page = 0;

// Structures in Thrift's compact protocol: each field has the distance from the number of the previous one
// and its type in one byte.
class ThriftWriter {
 public:
  ThriftWriter& number(int field, std::int64_t value, int type = type_i64) {
    head(field, type);
    return varint(zigzag(value));
  }
  ThriftWriter& number32(int field, std::int64_t value) { return number(field, value, type_i32); }
  ThriftWriter& text(int field, std::string_view value) {
    head(field, type_binary);
    return element(value);
  }
  ThriftWriter& structure(int field, const ThriftWriter& value) {
    head(field, type_structure);
    return element(value);
  }
  template <typename Element>
  ThriftWriter& list(int field, const std::vector<Element>& elements) {
    head(field, type_list);
    const int type = std::is_same_v<Element, ThriftWriter>  ? type_structure
                     : std::is_same_v<Element, std::string> ? type_binary
                                                            : type_i32;
    const std::size_t count = elements.size();
    put(static_cast<int>(std::min<std::size_t>(count, 15)) << 4 | type);
    if (count >= 15) varint(count);
    for (const Element& one : elements) element(one);
    return *this;
  }
  /// With the mark of the end.
  [[nodiscard]] std::string finished() const { return bytes_ + '\0'; }

 private:
  static constexpr int type_i32 = 5, type_i64 = 6, type_binary = 8, type_list = 9, type_structure = 12;

  static std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
  }
  void put(int byte) { bytes_ += static_cast<char>(byte); }
  void head(int field, int type) {
    put((field - last_) << 4 | type);
    last_ = field;
  }
  ThriftWriter& varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) put(static_cast<int>(value & 0x7f) | 0x80);
    put(static_cast<int>(value));
    return *this;
  }
  ThriftWriter& element(std::string_view value) {
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  ThriftWriter& element(const ThriftWriter& value) {
    bytes_ += value.finished();
    return *this;
  }
  ThriftWriter& element(std::int64_t value) { return varint(zigzag(value)); }

  std::string bytes_;
  int last_ = 0;
};

void put_little(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xffU);
}

// One column of a row group as one page, and its description.
ThriftWriter put_chunk(std::string& file, const Channel& channel, const std::vector<double>& numbers) {
  const auto size = static_cast<std::int64_t>(8 * numbers.size());
  const auto count = static_cast<std::int64_t>(numbers.size());
  const std::string head =
      ThriftWriter()
          .number32(1, data_page)
          .number32(2, size)
          .number32(3, size)
          .structure(5, ThriftWriter()
                            .number32(1, count)
                            .number32(2, encoding_plain)
                            .number32(3, encoding_rle)  // of levels, which a required column does not have
                            .number32(4, encoding_rle))
          .finished();
  const auto begin = static_cast<std::int64_t>(file.size());
  file += head;
  for (const double number : numbers) put_little(file, std::bit_cast<std::uint64_t>(number), 8);
  const std::int64_t chunk_size = static_cast<std::int64_t>(file.size()) - begin;
  return std::move(ThriftWriter()
                       .number(2, 0)  // place of a second description, which there is not
                       .structure(3, ThriftWriter()
                                         .number32(1, type_double)
                                         .list<std::int64_t>(2, {encoding_plain})
                                         .list<std::string>(3, {channel.name})
                                         .number32(4, uncompressed)
                                         .number(5, count)
                                         .number(6, chunk_size)
                                         .number(7, chunk_size)
                                         .number(9, begin)));
}

std::vector<ThriftWriter> schema_of(const std::vector<Channel>& channels) {
  std::vector<ThriftWriter> schema;
  schema.push_back(
      std::move(ThriftWriter().text(4, "schema").number32(5, static_cast<int>(channels.size()))));
  for (const Channel& channel : channels)
    schema.push_back(
        std::move(ThriftWriter().number32(1, type_double).number32(3, required).text(4, channel.name)));
  return schema;
}

std::vector<ThriftWriter> metadata_of(const std::vector<Channel>& channels, const TextFacts& facts) {
  nlohmann::ordered_json units = nlohmann::ordered_json::object(), descriptions = units, frames = units;
  for (const Channel& channel : channels) {
    units[channel.name] = channel.unit;
    if (!channel.description.empty()) descriptions[channel.name] = channel.description;
    if (!channel.frame.empty()) frames[channel.name] = channel.frame;
  }
  const auto text_of = [](const auto& object) { return object.empty() ? std::string() : object.dump(); };
  TextFacts all{
      {"units", text_of(units)}, {"descriptions", text_of(descriptions)}, {"frames", text_of(frames)}};
  all.insert(all.end(), facts.begin(), facts.end());
  std::vector<ThriftWriter> metadata;
  for (const auto& [key, value] : all)
    if (!value.empty()) metadata.push_back(std::move(ThriftWriter().text(1, key).text(2, value)));
  return metadata;
}

}  // namespace

std::string parquet_file(const std::vector<Channel>& channels, std::size_t rows, const ColumnReader& read,
                         const TextFacts& facts) {
  std::string file(parquet_mark);
  std::vector<ThriftWriter> groups;
  for (std::size_t from = 0; from < rows; from += parquet_group_rows) {
    const std::size_t end = std::min(rows, from + parquet_group_rows), begin = file.size();
    std::vector<ThriftWriter> chunks;
    for (std::size_t i = 0; i < channels.size(); ++i)
      chunks.push_back(put_chunk(file, channels[i], read(i, from, end)));
    groups.push_back(std::move(ThriftWriter()
                                   .list(1, chunks)
                                   .number(2, static_cast<std::int64_t>(file.size() - begin))
                                   .number(3, static_cast<std::int64_t>(end - from))));
  }
  const std::string description = ThriftWriter()
                                      .number32(1, 1)  // version of the format
                                      .list(2, schema_of(channels))
                                      .number(3, static_cast<std::int64_t>(rows))
                                      .list(4, groups)
                                      .list(5, metadata_of(channels, facts))
                                      .text(6, "flangeway")
                                      .finished();
  file += description;
  put_little(file, description.size(), 4);
  return file += parquet_mark;
}

std::string parquet_file(const ExportedRows& rows) {
  const std::vector<Channel>& known = rows.reader.channels();
  std::vector<Channel> channels;
  for (const std::string& name : rows.names) {
    channels.push_back(known[place_of(known, current_name(name))]);
    channels.back().name = name;
  }
  const auto read = [&](std::size_t column, std::size_t from, std::size_t to) {
    const std::size_t every = rows.range.every, first = rows.range.from;
    return rows.reader.read(rows.names[column],
                            {first + from * every, std::min(rows.range.to, first + to * every), every});
  };
  const Provenance& made_by = rows.reader.provenance();
  return parquet_file(channels, count_of(rows.range, rows.reader.rows()), read,
                      {{"source", "Flangeway " + made_by.version},
                       {"history", made_by.started + " " + made_by.command_line},
                       {"method", made_by.method},
                       {"integrator", made_by.integrator},
                       {"status", to_string(rows.reader.status())},
                       {"summary", rows.reader.summary_json()}});
}

}  // namespace flangeway::results
