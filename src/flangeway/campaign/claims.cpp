#include "claims.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <iterator>
#include <random>
#include <system_error>

#include "flangeway/core/regular_file.hpp"

#include "flangeway/core/atomic_file.hpp"

namespace flangeway::campaign {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  return read_regular_file(file).value_or("");
}

// Has a fixed width, so that a renewal changes digits and never the length.
std::string claim_text(const std::string& owner, unsigned long count) {
  return fmt::format("{} {:012}\n", owner, count);
}

bool is_of(const std::string& content, const std::string& owner) {
  return content.starts_with(owner + ' ');
}

}  // namespace

std::string unique_owner() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host = {'h', 'o', 's', 't'};
  std::random_device device;
  return fmt::format("{}.{}.{:08x}", host.data(), ::getpid(), device());
}

Claims::Claims(fs::path folder, std::chrono::milliseconds lease, std::string owner)
    : folder_(std::move(folder)), lease_(lease), owner_(std::move(owner)) {}

Claims::~Claims() {
  const std::set<std::string> held = held_;
  for (const std::string& name : held) give_back(name);
}

fs::path Claims::file_of(const std::string& name) const {
  return folder_ / (name + ".claim");
}

bool Claims::make(const std::string& name) {
  const fs::path own = write_part(file_of(name), claim_text(owner_, count_));
  const bool linked = ::link(own.c_str(), file_of(name).c_str()) == 0;
  struct stat facts {};
  const bool ours = linked || (::stat(own.c_str(), &facts) == 0 && facts.st_nlink == 2);
  ::unlink(own.c_str());
  return ours;
}

bool Claims::is_lost(const std::string& name) {
  const std::string content = content_of(file_of(name));
  const auto now = Clock::now();
  const auto known = seen_.find(name);
  if (known == seen_.end() || known->second.content != content) {
    seen_[name] = {content, now};
    return false;
  }
  return now - known->second.since > lease_;
}

bool Claims::take(const std::string& name) {
  const std::lock_guard lock(mutex_);
  bool ours = make(name);
  if (!ours && is_lost(name)) {
    const fs::path away = folder_ / fmt::format("{}.{}.lost.part", name, owner_);
    if (::rename(file_of(name).c_str(), away.c_str()) == 0) {
      ::unlink(away.c_str());
      ours = make(name);
    }
  }
  if (!ours) return false;
  seen_.erase(name);
  held_.insert(name);
  return true;
}

void Claims::renew() {
  const std::lock_guard lock(mutex_);
  if (Clock::now() - renewed_ < lease_ / 4) return;
  renewed_ = Clock::now();
  ++count_;
  const std::string text = claim_text(owner_, count_);
  for (const std::string& name : held_) {
    const int file = ::open(file_of(name).c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (file < 0) continue;  // was taken over
    std::string before(text.size(), '\0');
    const bool ours = ::pread(file, before.data(), before.size(), 0) == static_cast<ssize_t>(before.size()) &&
                      is_of(before, owner_);
    // A renewal that fails is as if it came late.
    if (ours) (void)!::pwrite(file, text.data(), text.size(), 0);
    ::close(file);
  }
}

void Claims::give_back(const std::string& name) {
  const std::lock_guard lock(mutex_);
  if (held_.erase(name) > 0 && is_of(content_of(file_of(name)), owner_)) ::unlink(file_of(name).c_str());
}

}  // namespace flangeway::campaign
