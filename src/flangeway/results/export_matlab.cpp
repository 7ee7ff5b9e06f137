// Writes MATLAB files of version 5 [MATFile5].
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <utility>

#include "flangeway/results/export.hpp"

namespace flangeway::results {
namespace {

constexpr std::uint32_t mi_int8 = 1, mi_int32 = 5, mi_uint32 = 6, mi_double = 9, mi_matrix = 14, mi_utf8 = 16;
constexpr std::uint32_t class_struct = 2, class_char = 4, class_double = 6;
constexpr std::size_t max_field_length = 63;
constexpr std::size_t field_width = max_field_length + 1;
constexpr std::size_t max_variable_bytes = std::numeric_limits<std::int32_t>::max();

template <typename T>
void put(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  bytes.append(raw, sizeof(T));
}

// A data element: its type, its length, its content, and zeros up to a multiple of eight bytes.
std::string element(std::uint32_t type, const std::string& content) {
  std::string bytes;
  bytes.reserve(content.size() + 16);
  put(bytes, type);
  put(bytes, static_cast<std::uint32_t>(content.size()));
  bytes += content;
  bytes.append((8 - content.size() % 8) % 8, '\0');
  return bytes;
}

std::string array_head(std::uint32_t type, std::size_t rows, std::size_t columns, const std::string& name) {
  std::string flags, sizes;
  put(flags, type), put(flags, std::uint32_t{0});
  put(sizes, static_cast<std::int32_t>(rows)), put(sizes, static_cast<std::int32_t>(columns));
  return element(mi_uint32, flags) + element(mi_int32, sizes) + element(mi_int8, name);
}

std::string matrix(const std::string& content) {
  return element(mi_matrix, content);
}

std::string column_matrix(const std::vector<double>& values, const std::string& name) {
  std::string raw(values.size() * sizeof(double), '\0');
  std::memcpy(raw.data(), values.data(), raw.size());
  return matrix(array_head(class_double, values.size(), 1, name) + element(mi_double, raw));
}

// UTF-8; the size counts characters. SciPy and Octave read UTF-16 wrongly or not at all.
std::string text_matrix(const std::string& text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; };
  const auto characters = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins));
  return matrix(array_head(class_char, characters > 0 ? 1 : 0, characters, "") + element(mi_utf8, text));
}

// Values of the fields of a struct array, element after element.
struct Fields {
  std::vector<std::string> names;
  std::vector<std::string> values;  // [elements × names], as matrices
};

std::string struct_matrix(const Fields& fields, std::size_t elements, const std::string& name) {
  std::string length, names, content = array_head(class_struct, elements, 1, name);
  put(length, static_cast<std::int32_t>(field_width));
  for (const std::string& field : fields.names)
    names += field + std::string(field_width - field.size(), '\0');
  content += element(mi_int32, length) + element(mi_int8, names);
  for (const std::string& value : fields.values) content += value;
  return matrix(content);
}

struct Branch {
  std::vector<std::pair<std::string, Branch>> branches;
  const std::vector<double>* values = nullptr;
};

void insert(Branch& root, const std::vector<std::string>& path, const std::vector<double>& values) {
  Branch* branch = &root;
  for (const std::string& name : path) {
    auto found = std::find_if(branch->branches.begin(), branch->branches.end(),
                              [&](const auto& below) { return below.first == name; });
    if (found == branch->branches.end()) found = branch->branches.insert(found, {name, Branch{}});
    branch = &found->second;
  }
  branch->values = &values;
}

std::string branch_matrix(const Branch& branch, const std::string& name) {
  if (branch.values != nullptr) return column_matrix(*branch.values, name);
  Fields fields;
  for (const auto& [field, below] : branch.branches) {
    fields.names.push_back(field);
    fields.values.push_back(branch_matrix(below, ""));
  }
  return struct_matrix(fields, 1, name);
}

const Channel& channel_of(const Reader& reader, const std::string& name) {
  return reader.channels()[place_of(reader.channels(), current_name(name))];
}

std::string joined(const std::vector<std::string>& path) {
  std::string text;
  for (const std::string& part : path) text += (text.empty() ? "" : ".") + part;
  return text;
}

std::string channels_matrix(const ExportedRows& rows, const std::vector<std::vector<std::string>>& paths) {
  Fields fields{{"name", "unit", "frame", "description", "field"}, {}};
  for (std::size_t i = 0; i < rows.names.size(); ++i) {
    const Channel& channel = channel_of(rows.reader, rows.names[i]);
    for (const std::string& text :
         {channel.name, channel.unit, channel.frame, channel.description, joined(paths[i])})
      fields.values.push_back(text_matrix(text));
  }
  return struct_matrix(fields, rows.names.size(), "channels");
}

std::string info_matrix(const Reader& reader) {
  const Provenance& from = reader.provenance();
  Fields fields{{"program", "command_line", "started", "method", "integrator", "status", "summary_json"}, {}};
  for (const std::string& text :
       {"Flangeway " + from.version, from.command_line, from.started, from.method, from.integrator,
        std::string(to_string(reader.status())), reader.summary_json()})
    fields.values.push_back(text_matrix(text));
  return struct_matrix(fields, 1, "info");
}

std::string file_head(const std::string& version) {
  std::string head = "MATLAB 5.0 MAT-file, results of Flangeway " + version;
  head.resize(124, ' ');
  put(head, std::uint16_t{0x0100});
  put(head, static_cast<std::uint16_t>('M' << 8 | 'I'));
  return head;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_field_character(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

std::string field_name(std::string_view text) {
  std::string name;
  for (const char c : text) name += is_field_character(c) ? c : '_';
  if (name.empty() || !is_letter(name.front())) name.insert(0, "x");
  return name.substr(0, max_field_length);
}

std::vector<std::string> path_of(const std::string& name) {
  const auto splits = [](char c) { return c == '.' || is_field_character(c); };
  if (!std::all_of(name.begin(), name.end(), splits)) return {field_name(name)};
  std::vector<std::string> path;
  for (std::size_t from = 0; from <= name.size();) {
    const std::size_t dot = std::min(name.find('.', from), name.size());
    path.push_back(field_name(std::string_view(name).substr(from, dot - from)));
    from = dot + 1;
  }
  return path;
}

// A path that is taken, or that leads through a channel or to a branch with others.
bool clashes(const std::vector<std::string>& path, const std::set<std::vector<std::string>>& taken) {
  return std::any_of(taken.begin(), taken.end(), [&](const std::vector<std::string>& other) {
    const std::size_t shared = std::min(path.size(), other.size());
    return std::equal(path.begin(), path.begin() + static_cast<long>(shared), other.begin());
  });
}

}  // namespace

std::vector<std::vector<std::string>> matlab_fields(const std::vector<std::string>& names) {
  std::vector<std::vector<std::string>> paths;
  std::set<std::vector<std::string>> taken;
  for (const std::string& name : names) {
    std::vector<std::string> path = path_of(name);
    const std::string last = path.back();
    for (std::size_t number = 2; clashes(path, taken); ++number) {
      const std::string suffix = fmt::format("_{}", number);
      path.back() = last.substr(0, max_field_length - suffix.size()) + suffix;
    }
    taken.insert(path);
    paths.push_back(std::move(path));
  }
  return paths;
}

std::string matlab_file(const ExportedRows& rows, Findings& findings) {
  const std::size_t count = count_of(rows.range, rows.reader.rows());
  const double bytes = static_cast<double>(rows.names.size()) * (8.0 * static_cast<double>(count) + 512);
  if (bytes > static_cast<double>(max_variable_bytes)) {
    findings.add({{rows.reader.path()},
                  "",
                  "has more than the 2 GiB that a variable of MATLAB 5 may have",
                  fmt::format("{} channels with {} rows", rows.names.size(), count),
                  "",
                  "Choose channels with --channel, or rows with --from, --to and --every"});
    return "";
  }
  const std::vector<std::vector<std::string>> paths = matlab_fields(rows.names);
  std::vector<std::vector<double>> columns;
  for (const std::string& name : rows.names) columns.push_back(rows.reader.read(name, rows.range));
  Branch root;
  for (std::size_t i = 0; i < columns.size(); ++i) insert(root, paths[i], columns[i]);
  return file_head(rows.reader.provenance().version) + branch_matrix(root, "data") +
         channels_matrix(rows, paths) + info_matrix(rows.reader);
}

}  // namespace flangeway::results
