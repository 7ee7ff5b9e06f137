// What verbs check that write a page (-o) and a table (--csv).
#pragma once

#include <system_error>

#include "command.hpp"

namespace flangeway::app {

/// Whether both names lead to one file, which need not exist.
inline bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  if (std::filesystem::equivalent(a, b, ignored)) return true;
  const auto whole = [&](const std::filesystem::path& file) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file, ignored), ignored);
  };
  return whole(a) == whole(b);
}

/// check_output() of both, and that the page does not replace the table.
inline void check_page_and_table(const Common& common, const std::string& table, Findings& findings) {
  check_output(common.output, common.force, findings);
  check_output(table, common.force, findings);
  if (same_file(common.output, table))
    findings.add({{}, "--csv", "names the file of -o", table, "", "Give the table a name of its own"});
}

}  // namespace flangeway::app
