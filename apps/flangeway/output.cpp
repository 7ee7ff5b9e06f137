// Output of verbs: standard output, notes, and files that are complete or absent.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <system_error>

#include "command.hpp"
#include "flangeway/core/atomic_file.hpp"
#include "flangeway/core/input_record.hpp"
#include "flangeway/plot/page.hpp"

namespace flangeway::app {

namespace fs = std::filesystem;

namespace {

// Calls write(), whose refusal is a finding where the place is wrong.
template <typename Write>
void write_or_refuse(const fs::path& place, const char* advice, const Write& write) {
  try {
    write();
  } catch (const std::system_error& error) {
    if (!is_wrong_place(error.code())) throw;
    Findings findings;
    findings.add({{place.string()},
                  "",
                  fmt::format("cannot be written: {}", std::strerror(error.code().value())),
                  "",
                  "",
                  advice});
    throw BadInput(findings);
  }
}

}  // namespace

bool is_wrong_place(const std::error_code& error) {
  for (const std::errc wrong :
       {std::errc::permission_denied, std::errc::operation_not_permitted, std::errc::read_only_file_system,
        std::errc::no_such_file_or_directory, std::errc::filename_too_long, std::errc::not_a_directory,
        std::errc::is_a_directory, std::errc::too_many_symbolic_link_levels})
    if (error == wrong) return true;
  return false;
}

namespace {

bool has_printed_json = false;

}  // namespace

void print_json(std::string_view dumped) {
  has_printed_json = true;
  put_out("{}\n", dumped);
}

bool json_is_printed() {
  return has_printed_json;
}

void print_result(const Common& common, std::string_view json, std::string_view text) {
  if (common.json) {
    print_json(json);
  } else {
    put_out("{}", text);
  }
}

void note(const Common& common, std::string_view line) {
  if (!common.quiet) put_error("{}\n", line);
}

void check_not_input(const fs::path& file, Findings& findings) {
  if (!file.empty() && is_noted_input(file))
    findings.add({{file.string()},
                  "",
                  "is one of the files that this command reads",
                  "",
                  "",
                  "Name another file for the output"});
}

void check_speed_of_limits(const std::string& limits, double speed_kmh, Findings& findings) {
  if (limits.empty() == (speed_kmh == 0)) return;
  findings.add({{limits.empty() ? "--speed" : "--limits"},
                "",
                limits.empty() ? "is given without --limits" : "is given without --speed",
                "",
                "",
                "Limits depend on the speed: give both"});
}

void check_output(const fs::path& file, bool force, Findings& findings) {
  check_place(file, force, findings);
}

namespace {

void check_not_written(const fs::path& file, Findings& findings) {
  if (is_noted_output(file))
    findings.add({{file.string()},
                  "",
                  "is one of the files that this command has written",
                  "",
                  "",
                  "Give each output a name of its own"});
}

}  // namespace

void write_file_atomically(const fs::path& file, std::string_view content, bool force) {
  Findings findings;
  check_not_written(file, findings);
  if (findings.empty()) check_output(file, force, findings);
  check_not_input(file, findings);
  findings.throw_if_any();
  remove_abandoned_parts(file);
  write_or_refuse(file, "Name another file for the output",
                  [&] { flangeway::write_file_atomically(file, content); });
  note_output(file);
}

bool is_pdf(const fs::path& file) {
  return ending_of(file) == ".pdf";
}

void write_page_file(const fs::path& file, const std::string& html, bool force) {
  write_file_atomically(file, is_pdf(file) ? plot::page_pdf(html) : html, force);
}

void write_picture_file(const fs::path& file, const std::string& svg, bool force) {
  write_file_atomically(file, is_pdf(file) ? plot::picture_pdf(svg) : svg, force);
}

namespace {

// That the folder is a file, and what is wrong with each file in it.
void check_folder(const fs::path& folder, const NamedTexts& files, bool force, Findings& findings) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored)) return;
  if (!fs::is_directory(folder, ignored)) {
    findings.add({{folder.string()}, "", "is a file", "", "a folder, or a name for one", ""});
    return;
  }
  for (const auto& [name, content] : files) {
    check_not_written(folder / name, findings);
    check_output(folder / name, force, findings);
    check_not_input(folder / name, findings);
  }
}

}  // namespace

void write_folder(const fs::path& folder, const NamedTexts& files, bool force) {
  Findings findings;
  check_folder(folder, files, force, findings);
  findings.throw_if_any();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    findings.add(
        {{folder.string()}, "", "cannot be made: " + error.message(), "", "", "Name another folder"});
  findings.throw_if_any();
  for (const auto& [name, content] : files) remove_abandoned_parts(folder / name);
  write_or_refuse(folder, "Name another folder", [&] { write_files_atomically(folder, files); });
  for (const auto& [name, content] : files) note_output(folder / name);
}

}  // namespace flangeway::app
