#include "progress_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

namespace flangeway::app {

ProgressFile::ProgressFile() {
  const char* name = std::getenv("FLANGEWAY_PROGRESS");
  if (name == nullptr || *name == '\0') return;
  file_ = ::open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
}

ProgressFile::~ProgressFile() {
  if (file_ >= 0) ::close(file_);
}

void ProgressFile::write(double fraction, std::optional<double> simulated, std::string_view text,
                         double elapsed) {
  const Clock::time_point now = Clock::now();
  if (!is_open() || (written_ && fraction < 1 && now - *written_ < std::chrono::milliseconds(200))) return;
  written_ = now;
  fraction = std::clamp(fraction, 0.0, 1.0);
  nlohmann::ordered_json json{
      {"fraction", fraction}, {"time", nullptr}, {"rate", nullptr}, {"left", nullptr}, {"text", text}};
  if (simulated) json["time"] = *simulated;
  if (simulated && elapsed > 0) json["rate"] = *simulated / elapsed;
  if (fraction > 0) json["left"] = elapsed * (1 - fraction) / fraction;
  // One write of one size: a reader never sees a part of it.
  constexpr std::size_t size = 400;
  std::string line = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (line.size() >= size) return;
  line.resize(size - 1, ' ');
  line += '\n';
  (void)!::pwrite(file_, line.data(), line.size(), 0);
}

}  // namespace flangeway::app
