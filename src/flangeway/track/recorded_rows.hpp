// The numbers of a file of measured track geometry as they are written, before units and order are decided.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/track/check.hpp"
#include "recorded_columns.hpp"

namespace flangeway::track {

// Findings about one file: at most 20 are listed.
class RecordedFindings {
 public:
  RecordedFindings(const std::string& file, Findings& findings) : file_(file), findings_(findings) {}

  void say(int line, int column, const std::string& key, Complaint complaint);
  bool any() const { return count_ > 0; }
  bool full() const;

 private:
  const std::string& file_;
  Findings& findings_;
  std::size_t count_ = 0;
};

struct RecordedRows {
  std::vector<RecordedHeader> headers;       // of the distance and of the columns that are read
  std::size_t distance = 0;                  // its index in headers
  std::vector<std::vector<double>> columns;  // as written; NaN: no number
  std::vector<int> lines;
  std::vector<std::size_t> offsets;  // of the lines in the text
  std::vector<std::string> unread, notes;
  char separator = ',';
  std::vector<std::size_t> fields;  // of each header, in a line

  const std::vector<double>& s() const { return columns[distance]; }
};

std::optional<RecordedRows> read_recorded_rows(std::string_view text, RecordedFindings& findings);

// Column (from 1) at which a field of a row begins.
int column_of_field(std::string_view text, const RecordedRows& rows, std::size_t header, std::size_t row);

}  // namespace flangeway::track
