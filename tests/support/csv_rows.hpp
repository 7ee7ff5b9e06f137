// Tables of published results: comma separated numbers under a line of names. Lines with # are remarks.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace flangeway::test {

using CsvRow = std::map<std::string, double>;

/// All rows by the names of their columns; empty where the file is not there.
inline std::vector<CsvRow> rows_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::vector<std::string> names;
  std::vector<CsvRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    std::stringstream words(line);
    std::vector<std::string> row;
    for (std::string word; std::getline(words, word, ',');) row.push_back(word);
    if (names.empty()) {
      names = row;
      continue;
    }
    rows.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) rows.back()[names[i]] = std::atof(row[i].c_str());
  }
  return rows;
}

}  // namespace flangeway::test
