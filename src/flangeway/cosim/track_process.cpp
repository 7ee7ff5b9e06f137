#include "flangeway/cosim/track_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace flangeway::cosim {

TrackProcess::~TrackProcess() {
  if (ends_soon()) return;
  kill(process_, SIGKILL);
  (void)waitpid(process_, &status_, 0);
}

bool TrackProcess::ended() {
  if (!ended_) ended_ = waitpid(process_, &status_, WNOHANG) == process_;
  return ended_;
}

std::optional<int> TrackProcess::failure() {
  if (!ends_soon() || !WIFEXITED(status_) || WEXITSTATUS(status_) == 0) return std::nullopt;
  return WEXITSTATUS(status_);
}

bool TrackProcess::ends_soon() {
  for (int i = 0; i < 100 && !ended(); ++i) usleep(20'000);
  return ended();
}

}  // namespace flangeway::cosim
