#include "flangeway/core/file_content.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "flangeway/core/regular_file.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using std::string_literals::operator""s;

std::string kind_of(const std::string& bytes) {
  const FileContent* binary = binary_content(bytes);
  if (binary != nullptr) return std::string(binary->name);
  const FileContent* text = text_content(bytes);
  return text == nullptr ? "" : std::string(text->name);
}

TEST(FileContent, KnowsBinaryFilesByTheirFirstBytes) {
  EXPECT_EQ(kind_of("MATLAB 5.0 MAT-file, Platform: GLNXA64"), "a MATLAB 5 file");
  EXPECT_EQ(kind_of("MATLAB 7.3 MAT-file"), "a MATLAB 7.3 file");
  EXPECT_EQ(kind_of("\x89HDF\r\n\x1a\n"s), "an HDF5 file");
  EXPECT_EQ(kind_of("PAR1\x15\0\x15"s), "a Parquet file");
  EXPECT_EQ(kind_of("ARROW1\0\0"s), "an Arrow file");
  EXPECT_EQ(kind_of("TDSm\x0e\0\0\0"s), "a TDMS file of LabVIEW");
  EXPECT_EQ(kind_of("MDF     4.10    "), "an MDF file of measurements");
  EXPECT_EQ(kind_of("RIFF\x24\0\0\0WAVEfmt "s), "a WAV file");
  EXPECT_EQ(kind_of("\x1f\x8b\x08"s), "packed with gzip");
  EXPECT_EQ(kind_of("PK\x03\x04..line.ifc.."s), "a packed IFC file");
  EXPECT_EQ(kind_of("PK\x03\x04..xl/workbook.xml"s), "an Excel file");
  EXPECT_EQ(kind_of("PK\x03\x04..other.txt"s), "a ZIP archive");
  // Type 0 (little end) and 1000 (big end), 2 rows, 1 column, real, a name of 2 letters and a zero.
  EXPECT_EQ(kind_of("\0\0\0\0\2\0\0\0\1\0\0\0\0\0\0\0\3\0\0\0az\0\1\2\3\4\5\6\7"s), "a MATLAB 4 file");
  EXPECT_EQ(kind_of("\0\0\3\xE8\0\0\0\2\0\0\0\1\0\0\0\0\0\0\0\3az\0\1\2\3\4\5\6\7"s), "a MATLAB 4 file");
  EXPECT_EQ(kind_of("\1\0\2SIE\0\0"s), "a binary file of a format that is not known");
}

TEST(FileContent, KnowsTextsThatAreNoTables) {
  EXPECT_EQ(kind_of("\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<LandXML xmlns=\"x\">"), "LandXML");
  EXPECT_EQ(kind_of("<?xml version=\"1.0\"?>\n<a/>"), "XML");
  EXPECT_EQ(kind_of("<!DOCTYPE HTML>"), "an HTML page");
  EXPECT_EQ(kind_of("ISO-10303-21;\nHEADER;"), "an IFC or STEP file");
  EXPECT_EQ(kind_of("    -1\n    58\n"), "a universal file (UFF)");
  EXPECT_EQ(kind_of("!file.version=3.5! Removing this line will make the file unreadable\n"),
            "a SIMPACK model");
  EXPECT_EQ(kind_of("!file.version=3.5! Removing\n!\nheader.begin\n"), "a profile of SIMPACK");
  EXPECT_EQ(kind_of("Rail=x\nColumnDef=X,Y\n\n1 2\n"), "a MiniProf profile");
  EXPECT_EQ(kind_of("iso-10303-21;\nheader;"), "an IFC or STEP file");
  EXPECT_EQ(kind_of("<?xml version=\"1.0\"?>\n<lx:LandXML xmlns:lx=\"x\">"), "LandXML");
  EXPECT_EQ(kind_of("<?xml version=\"1.0\"?>\n<railML version=\"3.1\"/>"), "railML");
  EXPECT_EQ(kind_of("{\"rigid_bodies\": []}"), "a vehicle of OpenRailVehicleDynamics (JSON)");
  EXPECT_EQ(kind_of(" {\"profile_role\": \"rail\"}"), "a profile of OpenRailVehicleDynamics (JSON)");
  EXPECT_EQ(kind_of("{}"), "JSON");
  EXPECT_EQ(kind_of("% a remark\n  3 MODULE\n 203110\n"), "a deck of CONTACT");
  EXPECT_EQ(kind_of("  0\nSECTION\n  2\nENTITIES\n"), "a drawing (DXF)");
  EXPECT_EQ(kind_of("solid wheel\n facet normal 0 0 1\n"), "a body of triangles (STL)");
}

// For readers of other files, once they have failed.
TEST(FileContent, TellsTomlFromTables) {
  const auto plain = [](std::string_view text) {
    const FileContent* content = plain_content(text);
    return content == nullptr ? FileReader::none : content->reader;
  };
  for (const char* text :
       {"# remark\nname = \"x\"\n", "[[segments]]\nlength = 1\n", "a.b = 1e3\n", "a = [1]\n"})
    EXPECT_EQ(plain(text), FileReader::toml) << text;
  for (const char* text : {"t [s],ay [g]\n0,1\n", "s;NL\nm;mm\n0,5;1\n", "1,2\n3,4\n", "a\tb\n1\t2\n"})
    EXPECT_EQ(plain(text), FileReader::table) << text;
  for (const char* text :
       {"", "a letter", "Dear Sir, or Madam,\nhow are you\n", "Type=wheel\n", "1 2\n3 4\n", "=\n"})
    EXPECT_EQ(plain(text), FileReader::none) << text;
}

TEST(FileContent, LeavesTablesAndTomlAlone) {
  for (const char* text :
       {"", "t [s],ay [m/s^2]\n0,1\n", "PAR1,PAR2\n1,2\n", "name = \"x\"\n", "-1\n-2\n", "BZhang,s\n"})
    EXPECT_EQ(kind_of(text), "") << text;
}

TEST(FileContent, FindingNamesTheToolThatConverts) {
  EXPECT_EQ(wrong_content("floor.mat", *binary_content("MATLAB 5.0 MAT-file"), "a CSV table").text(),
            "floor.mat: is a MATLAB 5 file (allowed a CSV table). Write its signals as a CSV table: "
            "scripts/measurement_table FILE -o OUT.csv in the source of Flangeway.");
}

TEST(RegularFile, IsReadUpToALimit) {
  const test::TemporaryFolder folder;
  const std::string content(40000, 'a');
  const auto file = folder.write("a.txt", content);
  EXPECT_EQ(read_regular_file(file), content);
  EXPECT_EQ(read_regular_file(file, 10), content.substr(0, 10));
  EXPECT_EQ(read_regular_file(folder.write("empty.txt", "")), "");
  std::filesystem::create_symlink(file, folder.path() / "link");
  EXPECT_EQ(read_regular_file(folder.path() / "link"), content);
}

TEST(RegularFile, PipesDevicesFoldersAndLoopsAreNone) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("loop", folder.path() / "loop");
  for (const std::filesystem::path& file : {folder.path() / "pipe", folder.path(), folder.path() / "loop",
                                            folder.path() / "none", std::filesystem::path("/dev/zero")})
    EXPECT_EQ(read_regular_file(file), std::nullopt) << file;
}

}  // namespace
}  // namespace flangeway
