#include "flangeway/core/file_content.hpp"

#include <algorithm>
#include <array>

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
    Signature{"TDSm"sv,
              0,
              {"a TDMS file of LabVIEW",
               "Convert it to a CSV table: nptdms.TdmsFile.read(FILE).as_dataframe() in Python"},
              true},
    Signature{"MDF     "sv,
              0,
              {"an MDF file of measurements",
               "Convert it to a CSV table: asammdf.MDF(FILE).export('csv') in Python"}},
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
    Signature{"WAVE"sv,
              8,
              {"a WAV file", "Write its samples as a CSV table: scipy.io.wavfile.read in Python"},
              true},
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
    "scripts/measurement_table FILE -o OUT.csv in the source of Flangeway"};
constexpr FileContent simpack{"a SIMPACK file",
                              "flangeway import translates models (.spck); vehicle files and cases name "
                              "profiles (.prw, .prr)"};
constexpr FileContent landxml{"LandXML", "Name it as alignment.file of a track"};
constexpr FileContent html{"an HTML page", "Give the file that the page offers, not the page"};
constexpr FileContent xml{"XML", "XML is read as LandXML, by alignment.file of a track"};
constexpr FileContent ifc{"an IFC or STEP file", "Name it as alignment.file of a track"};

bool starts_with_any_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

}  // namespace

const FileContent* binary_content(std::string_view bytes) {
  for (const Signature& one : signatures)
    if (bytes.size() >= one.offset && bytes.substr(one.offset).starts_with(one.bytes) &&
        (!one.is_word || has_zero(bytes)))
      return &one.content;
  if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return &content_of_zip(bytes);
  return nullptr;
}

const FileContent* text_content(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return nullptr;
  if (is_universal(text.substr(0, 200))) return &universal;
  const std::string_view begin = text.substr(first, 2000);
  if (begin.starts_with("ISO-10303-21")) return &ifc;
  if (begin.starts_with("!file.version=")) return &simpack;
  if (!begin.starts_with('<')) return nullptr;
  if (begin.find("<LandXML") != std::string_view::npos) return &landxml;
  if (starts_with_any_case(begin, "<!doctype html") || starts_with_any_case(begin, "<html")) return &html;
  return &xml;
}

Finding wrong_content(std::string_view file, const FileContent& content, std::string_view wanted) {
  return {{std::string(file)},        "", "is " + std::string(content.name), "", std::string(wanted),
          std::string(content.advice)};
}

}  // namespace flangeway
