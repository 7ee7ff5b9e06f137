// Any text as a request to the workbench: a line with method, path and parameters, and the JSON below it; or,
// after a line "RECORD" or "PROGRESS", as a file of a run of an earlier server. An answer or a refusal that
// can be sent as JSON; never another exception, and no file outside the project is read, changed or made.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/workbench/api.hpp"
#include "flangeway/workbench/workbench.hpp"

namespace flangeway::workbench {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view finished_run =
    R"({"words": ["run", "a.toml"], "state": "done", "queued": 1, "started": 2, "ended": 3, "stop_asked": false,
        "process": 0, "process_start": 0, "exit_code": 0})";
constexpr const char* secret = "secret = 1\n";
const fs::path home = fs::temp_directory_path() / fmt::format("workbench_fuzz_{}", ::getpid());
const fs::path outside = home / "outside.toml";

void write(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

// A project as every input finds it.
struct Folder {
  Folder() {
    fs::create_directories(home / "project/cases");
    fs::create_directories(home / "project/.flangeway/runs/1");
    write(outside, secret);
    write(home / "project/cases/a.toml", "speed = 1\n");
    write(home / "project/b.csv", "t [s],y [m]\n0,1\n1,2\n");
    fs::create_symlink(outside, home / "project/link.toml");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(home, ignored);
  }
};

void expect_nothing_outside() {
  std::ifstream stream(outside, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (text != secret || std::distance(fs::directory_iterator(home), {}) != 2) std::abort();
}

std::map<std::string, std::string> parameters_of(std::string_view query) {
  std::map<std::string, std::string> parameters;
  while (!query.empty()) {
    const std::string_view one = query.substr(0, query.find('&'));
    const std::size_t equals = std::min(one.find('='), one.size());
    parameters.emplace(one.substr(0, equals), one.substr(std::min(one.size(), equals + 1)));
    query.remove_prefix(std::min(query.size(), one.size() + 1));
  }
  return parameters;
}

// As the server does.
std::string answer(Workbench& bench, std::string_view line, std::string_view body) {
  const std::string_view address = line.substr(0, line.find('?')),
                         query = line.substr(std::min(line.size(), address.size() + 1));
  for (const ApiFunction& function : api_functions()) {
    if (address != function.method + ' ' + function.path) continue;
    ApiRequest request{parameters_of(query), {}};
    if (function.method != "GET") request.body = parse_body(std::string(body));
    return dumped(function.call(bench, request));
  }
  return "{}";
}

void check(std::string_view line, std::string_view body) {
  const Folder folder;
  const fs::path record = home / "project/.flangeway/runs/1";
  const bool is_record = line == "RECORD" || line == "PROGRESS";
  if (is_record) write(record / "run.json", line == "RECORD" ? body : finished_run);
  if (line == "PROGRESS") write(record / "progress", body);
  Workbench bench(home / "project", {{"run", "{}"}, {"report", "{}"}}, "/bin/false");
  std::string text;
  try {
    text = is_record ? dumped(bench.runs.list()) : answer(bench, line, body);
  } catch (const Refusal& refusal) {
    if (refusal.status() < 400 || refusal.status() >= 500) std::abort();
    text = dumped(refusal.json());
  } catch (const BadInput&) {
  }
  if (text.find("secret") != std::string::npos && line.find("secret") == std::string::npos &&
      body.find("secret") == std::string::npos)
    std::abort();
  if (!text.empty() && Json::parse(text, nullptr, false).is_discarded()) std::abort();
  if (is_record) bench.runs.advance();  // starts nothing
  expect_nothing_outside();
}

}  // namespace
}  // namespace flangeway::workbench

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(text.find('\n'), size);
  flangeway::workbench::check(text.substr(0, end), text.substr(std::min(size, end + 1)));
  return 0;
}
