// Any bytes as the two files of a run of a study, parted by a line of "---": they count as they were written,
// or do not count; the status of the folder is reported; never a crash.
#include <fmt/format.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "flangeway/campaign/status.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, std::string_view text) {
  std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

class Folder {
 public:
  Folder() {
    Findings findings;
    auto folder = StudyFolder::open(path_, {"1", "", {}, "settings", {}}, "", true, findings);
    if (!folder) std::abort();
    folder_.emplace(std::move(*folder));
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  void check(std::string_view summary, std::string_view channels) const {
    const Run run{"1", {}, {}};
    write(path_ / "runs/1.json", summary);
    write(path_ / "runs/1.csv", channels);
    if (const auto outcome = folder_->read(run)) {
      folder_->write(run, *outcome);  // what counts is written as it was
      const auto again = folder_->read(run);
      if (!again || again->summary != outcome->summary || again->trace.columns != outcome->trace.columns)
        std::abort();
    }
    Findings findings;
    const StudyStatus status = status_of(path_, findings);
    if (!findings.empty() || status.done() + status.damaged.size() != 1) std::abort();
    (void)status_json(status);
  }

 private:
  fs::path path_ = fs::temp_directory_path() / fmt::format("run_files_fuzz_{}", ::getpid());
  std::optional<StudyFolder> folder_;
};

}  // namespace
}  // namespace flangeway::campaign

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const flangeway::campaign::Folder folder;
  const std::string_view text(reinterpret_cast<const char*>(data), size), mark = "\n---\n";
  const std::size_t middle = std::min(text.find(mark), size);
  folder.check(text.substr(0, middle), text.substr(std::min(size, middle + mark.size())));
  return 0;
}
