#include "flangeway/core/file_content.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>

#include "flangeway/core/utf8.hpp"

namespace flangeway {

namespace {

using std::string_view_literals::operator""sv;

struct Signature {
  std::string_view bytes;
  std::size_t offset;
  FileContent content;
  bool is_word = false;  // letters that a text may begin with as well: zero bytes must follow
};

constexpr std::string_view table_advice =
    "Write its signals as a CSV table: scripts/measurement_table FILE -o OUT.csv in the source of Flangeway";

// The first that matches; longer signatures before their beginnings.
constexpr std::array signatures{
    Signature{"MATLAB 5.0 MAT-file"sv, 0, {"a MATLAB 5 file", table_advice}},
    Signature{"MATLAB 7.3 MAT-file"sv, 0, {"a MATLAB 7.3 file", table_advice}},
    Signature{
        "\x89HDF\r\n\x1a\n"sv,
        0,
        {"an HDF5 file",
         "Results of flangeway run are given to assess, report and results; write others as a CSV table "
         "with h5py and pandas"}},
    Signature{"PAR1"sv, 0, {"a Parquet file", table_advice}, true},
    Signature{"ARROW1"sv,
              0,
              {"an Arrow file", "Convert it to a CSV table: pandas.read_feather(FILE).to_csv(OUT) in Python"},
              true},
    Signature{
        "FEA1"sv,
        0,
        {"a Feather file", "Convert it to a CSV table: pandas.read_feather(FILE).to_csv(OUT) in Python"},
        true},
    Signature{"TDSm"sv, 0, {"a TDMS file of LabVIEW", table_advice}, true},
    Signature{"MDF     "sv, 0, {"an MDF file of measurements", table_advice}},
    Signature{"UnFinMF "sv,
              0,
              {"an MDF file that was not finished",
               "Finish and convert it with asammdf: MDF(FILE).export('csv') in Python"}},
    Signature{
        "SQLite format 3"sv,
        0,
        {"an SQLite database", "Write the table as CSV: sqlite3 -header -csv FILE \"select * from …\""}},
    Signature{"\x93NUMPY"sv, 0, {"a NumPy array", "Write it as a CSV table: numpy.savetxt in Python"}},
    Signature{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
              0,
              {"an old Excel or Word file", "Save the sheet as CSV (UTF-8)"}},
    Signature{"%PDF-"sv, 0, {"a PDF document", "Give the data that it was printed from"}},
    Signature{"\x89PNG\r\n"sv, 0, {"a picture (PNG)", "Give the data that it was drawn from"}},
    Signature{"\xFF\xD8\xFF"sv, 0, {"a picture (JPEG)", "Give the data that it was drawn from"}},
    Signature{"GIF8"sv, 0, {"a picture (GIF)", "Give the data that it was drawn from"}, true},
    Signature{"WAVE"sv, 8, {"a WAV file", table_advice}, true},
    Signature{"\x1F\x8B"sv, 0, {"packed with gzip", "Unpack it: gzip -d FILE"}},
    Signature{"BZh"sv, 0, {"packed with bzip2", "Unpack it: bzip2 -d FILE"}, true},
    Signature{"\xFD"
              "7zXZ"sv,
              0,
              {"packed with xz", "Unpack it: xz -d FILE"}},
    Signature{"\x28\xB5\x2F\xFD"sv, 0, {"packed with zstd", "Unpack it: zstd -d FILE"}},
    Signature{"7z\xBC\xAF\x27\x1C"sv, 0, {"a 7z archive", "Unpack it and give the file inside"}},
    Signature{"Rar!\x1A\x07"sv, 0, {"a RAR archive", "Unpack it and give the file inside"}},
    Signature{"ustar"sv, 257, {"a tar archive", "Unpack it and give the file inside"}, true},
    Signature{"\x7F"
              "ELF"sv,
              0,
              {"a program or library", "Give the file that it reads or writes"}},
};

// Contents of a ZIP file, by the names in it.
struct Packed {
  std::string_view name;
  FileContent content;
};
constexpr std::array packed{
    Packed{"xl/workbook.xml"sv, {"an Excel file", "Save the sheet as CSV (UTF-8)"}},
    Packed{"word/document.xml"sv, {"a Word file", "Save it as plain text (UTF-8)"}},
    Packed{"opendocument.spreadsheet"sv, {"an OpenDocument sheet", "Save the sheet as CSV (UTF-8)"}},
    Packed{"modelDescription.xml"sv, {"an FMU", "FMUs are named by the controllers of a case"}},
    Packed{".ifc"sv, {"a packed IFC file", "Unpack it: unzip FILE, and give the .ifc file inside"}},
    Packed{".npy"sv, {"a NumPy archive", "Write its arrays as a CSV table: numpy.load and numpy.savetxt"}},
};
constexpr FileContent plain_zip{"a ZIP archive", "Unpack it: unzip FILE, and give the file inside"};

const FileContent& content_of_zip(std::string_view bytes) {
  // Names are at the beginning of each entry, and all of them in the directory at the end.
  constexpr std::size_t part = std::size_t{1} << 16;
  const std::string_view head = bytes.substr(0, part);
  const std::string_view tail = bytes.substr(bytes.size() - std::min(bytes.size(), part));
  for (const Packed& one : packed)
    if (head.find(one.name) != std::string_view::npos || tail.find(one.name) != std::string_view::npos)
      return one.content;
  return plain_zip;
}

bool has_zero(std::string_view bytes) {
  return bytes.substr(0, 4096).find('\0') != std::string_view::npos;
}

std::string_view next_line_of(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
  return line;
}

// "-1" and the number of a dataset below it, as universal files begin.
bool is_universal(std::string_view text) {
  if (next_line_of(text) != "-1") return false;
  const std::string_view dataset = next_line_of(text).substr(0, 4);
  return !dataset.empty() && dataset.front() >= '0' && dataset.front() <= '9';
}

constexpr FileContent universal{
    "a universal file (UFF)",
    "A vehicle's flexible body reads modes from it. Write measured signals (dataset 58) as a CSV table: "
    "scripts/measurement_table FILE -o OUT.csv in the source of Flangeway",
    FileReader::modes};
constexpr FileContent simpack_model{"a SIMPACK model",
                                    "flangeway import translates it (.spck) to a vehicle file",
                                    FileReader::vehicle_import};
constexpr std::string_view profile_advice =
    "flangeway profile shows it; vehicle files name it as wheel_profile, track files as rails.profile";
constexpr FileContent simpack_profile{"a profile of SIMPACK", profile_advice, FileReader::profile};
constexpr FileContent miniprof{"a MiniProf profile", profile_advice, FileReader::profile};
constexpr FileContent orvd_profile{"a profile of OpenRailVehicleDynamics (JSON)", profile_advice,
                                   FileReader::profile};
constexpr FileContent orvd_vehicle{"a vehicle of OpenRailVehicleDynamics (JSON)",
                                   "flangeway import translates it to a vehicle file",
                                   FileReader::vehicle_import};
constexpr FileContent json{"JSON",
                           "Cases, vehicles and tracks are TOML; vehicles and profiles of "
                           "OpenRailVehicleDynamics are the JSON that is read",
                           FileReader::profile};
constexpr FileContent contact_deck{"a deck of CONTACT", "flangeway contact solves it", FileReader::deck};
constexpr FileContent landxml{"LandXML", "Name it as alignment.file of a track", FileReader::line};
constexpr FileContent railml{"railML", "Export the line as LandXML or as IFC 4.3 in the STEP format (.ifc)"};
constexpr FileContent html{"an HTML page", "Give the file that the page offers, not the page"};
constexpr FileContent xml{"XML", "XML is read as LandXML, by alignment.file of a track"};
constexpr FileContent ifc{"an IFC or STEP file", "Name it as alignment.file of a track", FileReader::line};
constexpr FileContent dxf{"a drawing (DXF)",
                          "Write the points of a profile as two columns, and lines as LandXML"};
constexpr FileContent stl{"a body of triangles (STL)", "Write the points of one section as two columns"};
constexpr FileContent matlab4{"a MATLAB 4 file", table_advice};
constexpr FileContent unknown_binary{"a binary file of a format that is not known",
                                     "Export it as text or as one of the formats in docs/howto"};
constexpr FileContent toml{"a TOML file, as cases, vehicles and tracks are",
                           "flangeway run takes cases, check vehicles, track tracks, study studies",
                           FileReader::toml};
constexpr FileContent table{"a table of numbers",
                            "flangeway recording takes track geometry, assess measured runs, profile the two "
                            "columns of a profile",
                            FileReader::table};

bool starts_with_any_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Type, rows, columns, imaginary part and length of the name as whole numbers, in either order of bytes, then
// the name and a zero [MATFile5].
bool is_matlab4(std::string_view bytes) {
  constexpr std::size_t head = 20;
  if (bytes.size() <= head) return false;
  for (const bool is_swapped : {false, true}) {
    std::array<std::uint32_t, 5> words{};
    std::memcpy(words.data(), bytes.data(), head);
    if (is_swapped)
      for (std::uint32_t& word : words) word = __builtin_bswap32(word);
    const std::uint32_t type = words[0], length = words[4];
    const bool is_type = type < 5000 && type / 100 % 10 == 0 && type / 10 % 10 < 6 && type % 10 < 3;
    if (!is_type || words[3] > 1 || length < 2 || length > 64 || head + length > bytes.size()) continue;
    const std::string_view name = bytes.substr(head, length);
    if (name.back() == '\0' && std::all_of(name.begin(), name.end() - 1, [](char c) {
          return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
        }))
      return true;
  }
  return false;
}

// Zeros in the first bytes, or many of them, which no text has.
bool has_zeros_of_binary(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, 4096);
  const auto zeros = static_cast<std::size_t>(std::count(head.begin(), head.end(), '\0'));
  return (has(head.substr(0, 64), std::string_view("\0", 1)) && head.size() > 3) || zeros > head.size() / 50;
}

// The first line with a number in it that is not a remark says "3 MODULE".
bool is_contact_deck(std::string_view text) {
  for (int i = 0; i < 100 && !text.empty(); ++i) {
    const std::string_view line = next_line_of(text);
    if (line.empty() || line.front() == '%') continue;
    const std::size_t word = line.find_first_not_of("0123456789 \t");
    return line.front() >= '0' && line.front() <= '9' && word != std::string_view::npos &&
           starts_with_any_case(line.substr(word), "module");
  }
  return false;
}

const FileContent& content_of_json(std::string_view text) {
  if (has(text, "\"rigid_bodies\"")) return orvd_vehicle;
  return has(text, "\"profile_role\"") ? orvd_profile : json;
}

const FileContent& content_of_xml(std::string_view begin) {
  if (has(begin, "<LandXML") || has(begin, ":LandXML")) return landxml;
  if (has(begin, "<railml") || has(begin, "<railML") || has(begin, ":railML")) return railml;
  return starts_with_any_case(begin, "<!doctype html") || starts_with_any_case(begin, "<html") ? html : xml;
}

bool begins_with_number(std::string_view text) {
  text = text.substr(std::min(text.find_first_not_of(" \t\"+"), text.size()));
  double value = 0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
}

// "[table]", "[[tables]]", "key = value" with a value that TOML has.
bool is_toml_line(std::string_view line) {
  const std::string_view key_letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.\"' ";
  if (line.starts_with('[')) {
    const std::size_t begin = line.find_first_not_of('[');
    const std::size_t end = std::min(line.find_first_not_of(key_letters, begin), line.size());
    return begin < end && line.substr(end).starts_with(']');
  }
  const std::size_t equals = line.find('=');
  if (equals == 0 || equals == std::string_view::npos ||
      line.substr(0, equals).find_first_not_of(key_letters) != std::string_view::npos)
    return false;
  const std::size_t begin = line.find_first_not_of(" \t", equals + 1);
  if (begin == std::string_view::npos) return false;
  const std::string_view value = line.substr(begin);
  return value.find_first_of("\"'[{") == 0 || begins_with_number(value) || value.starts_with("true") ||
         value.starts_with("false");
}

}  // namespace

const FileContent* binary_content(std::string_view bytes) {
  for (const Signature& one : signatures)
    if (bytes.size() >= one.offset && bytes.substr(one.offset).starts_with(one.bytes) &&
        (!one.is_word || has_zero(bytes)))
      return &one.content;
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return &content_of_zip(bytes);
  if (is_matlab4(bytes)) return &matlab4;
  return !is_utf16(bytes) && has_zeros_of_binary(bytes) ? &unknown_binary : nullptr;
}

const FileContent* text_content(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return nullptr;
  if (is_universal(text.substr(0, 200))) return &universal;
  const std::string_view begin = text.substr(first, 2000);
  if (starts_with_any_case(begin, "iso-10303-21")) return &ifc;
  if (begin.starts_with("!file.version=") || begin.starts_with("header.begin"))
    return has(begin, "header.begin") || has(begin, "spline.begin") ? &simpack_profile : &simpack_model;
  if (begin.starts_with('{')) return &content_of_json(text);
  if (begin.starts_with('<')) return &content_of_xml(begin);
  for (const std::string_view key : {"ColumnDef=", "XYPoints=", "\"ColumnDef\"=", "\"XYPoints\"="}) {
    const std::size_t found = begin.find(key);
    if (found == 0 || (found != std::string_view::npos && begin[found - 1] == '\n')) return &miniprof;
  }
  std::string_view rest = begin;
  if (next_line_of(rest) == "0" && next_line_of(rest) == "SECTION") return &dxf;
  if (begin.starts_with("solid ") && has(begin, "facet normal")) return &stl;
  return is_contact_deck(text.substr(first)) ? &contact_deck : nullptr;
}

const FileContent* plain_content(std::string_view text) {
  text = without_mark(text);
  std::string_view line;
  while (!text.empty() && (line.empty() || line.front() == '#')) line = next_line_of(text);
  if (is_toml_line(line)) return &toml;
  for (const char separator : {';', '\t', ','}) {
    const auto count = std::count(line.begin(), line.end(), separator);
    if (count == 0) continue;
    for (int i = 0; i < 3 && !text.empty(); ++i) {  // a line of units may follow the names
      const std::string_view next = next_line_of(text);
      if (begins_with_number(next) && std::count(next.begin(), next.end(), separator) == count) return &table;
    }
    return nullptr;
  }
  return nullptr;
}

Finding wrong_content(std::string_view file, const FileContent& content, std::string_view wanted) {
  return {{std::string(file)},        "", "is " + std::string(content.name), "", std::string(wanted),
          std::string(content.advice)};
}

}  // namespace flangeway
