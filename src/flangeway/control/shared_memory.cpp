#include "flangeway/control/shared_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "flangeway/core/utf8.hpp"

namespace flangeway::control {
namespace {

constexpr std::array<char, 8> magic{'F', 'W', 'C', 'O', 'N', 'T', 'R', 'L'};
constexpr std::uint32_t version = 1;

double seconds_now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

std::string failure(const std::string& file) {
  return fmt::format("its file \"{}\" cannot be made: {}", file, std::strerror(errno));
}

/// A file of that name that may be replaced: an exchange that a run has left which did not end in order.
std::string fault_of_old_file(const std::string& file) {
  const int old = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (old < 0) return errno == ENOENT ? "" : failure(file);
  std::array<char, 8> begin{};
  const bool known =
      ::read(old, begin.data(), begin.size()) == static_cast<ssize_t>(begin.size()) && begin == magic;
  const bool free = ::flock(old, LOCK_SH | LOCK_NB) == 0;
  ::close(old);
  if (!known) return fmt::format("its file \"{}\" is there and is no exchange of a controller", file);
  return free ? "" : fmt::format("its file \"{}\" belongs to another run that goes on", file);
}

// The program may write at any time: the text ends within its field, whatever it wrote.
std::string text_of(const std::array<char, 208>& field) {
  std::string text(field.data(), ::strnlen(field.data(), field.size()));
  for (std::size_t bad = first_not_utf8(text); bad < text.size(); bad = first_not_utf8(text)) text[bad] = '?';
  return text;
}

/// Until the counter has the value: at first without a pause, then with longer and longer ones.
bool wait_for(const std::uint64_t& counter, std::uint64_t value, double until,
              const std::function<bool()>& interrupted, bool& stopped) {
  constexpr int spins = 2000;
  constexpr long min_pause = 20'000, max_pause = 1'000'000;  // ns
  constexpr double slice = 0.2;                              // s
  const auto answered = [&] { return __atomic_load_n(&counter, __ATOMIC_ACQUIRE) == value; };
  for (int k = 0; k < spins; ++k)
    if (answered()) return true;
  double next_question = seconds_now() + slice;
  for (long pause = min_pause; !answered(); pause = std::min(max_pause, pause + pause / 8)) {
    const double t = seconds_now();
    if (t > until) return false;
    if (t > next_question) {
      next_question = t + slice;
      stopped = interrupted && interrupted();
      if (stopped) return false;
    }
    const timespec rest{0, pause};
    ::nanosleep(&rest, nullptr);
  }
  return true;
}

}  // namespace

std::string SharedMemory::open(const std::string& file, std::size_t inputs, std::size_t outputs) {
  if (header_ != nullptr) return "";
  if (std::string fault = fault_of_old_file(file); !fault.empty()) return fault;
  // A name of its own until all is in place: the program finds the whole file or none.
  const std::string fresh = fmt::format("{}.{}", file, ::getpid());
  ::unlink(fresh.c_str());
  descriptor_ = ::open(fresh.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (descriptor_ < 0) return failure(file);
  size_ = shared_numbers + (1 + inputs + outputs) * sizeof(double);
  void* memory = MAP_FAILED;
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0 &&
      ::ftruncate(descriptor_, static_cast<off_t>(size_)) == 0)
    memory = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) {
    std::string problem = failure(file);
    ::unlink(fresh.c_str());
    return problem;
  }
  header_ = static_cast<SharedHeader*>(memory);
  header_->magic = magic, header_->version = version;
  header_->inputs = static_cast<std::uint32_t>(inputs),
  header_->outputs = static_cast<std::uint32_t>(outputs);
  if (::rename(fresh.c_str(), file.c_str()) != 0) {
    std::string problem = failure(file);
    ::unlink(fresh.c_str());
    return problem;
  }
  file_ = file;
  return "";
}

std::string SharedMemory::ask(double t, std::span<const double> inputs, std::span<double> outputs,
                              double seconds, const std::function<bool()>& interrupted) {
  auto* numbers = reinterpret_cast<double*>(reinterpret_cast<std::byte*>(header_) + shared_numbers);
  numbers[0] = t;
  std::copy(inputs.begin(), inputs.end(), numbers + 1);
  const std::uint64_t request = header_->requests + 1;
  __atomic_store_n(&header_->requests, request, __ATOMIC_RELEASE);
  bool stopped = false;
  if (!wait_for(header_->answers, request, seconds_now() + seconds, interrupted, stopped)) {
    if (stopped) return "it was interrupted";
    return __atomic_load_n(&header_->answers, __ATOMIC_RELAXED) == 0
               ? fmt::format("no program has answered over \"{}\" in time", file_)
               : "it did not answer in time";
  }
  if (std::string problem = text_of(header_->problem); !problem.empty()) return problem;
  const double* answer = numbers + 1 + inputs.size();
  std::copy(answer, answer + outputs.size(), outputs.begin());
  return "";
}

SharedMemory::~SharedMemory() {
  if (header_ != nullptr) {
    __atomic_store_n(&header_->ended, std::uint32_t{1}, __ATOMIC_RELEASE);
    ::munmap(header_, size_);
    if (!file_.empty()) ::unlink(file_.c_str());
  }
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace flangeway::control
