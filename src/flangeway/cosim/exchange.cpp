#include "flangeway/cosim/exchange.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

#include "flangeway/core/assertion.hpp"
#include "flangeway/cosim/exchange_file.hpp"

namespace flangeway::cosim {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds slice{50};  // between two looks whether the other side lives

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

LockedByte byte_of(Side side) {
  return side == Side::vehicle ? LockedByte::vehicle : LockedByte::track;
}

}  // namespace

const char* side_name(Side side) {
  return side == Side::vehicle ? "vehicle" : "track";
}

std::optional<Exchange> Exchange::join(const std::filesystem::path& folder, Side side,
                                       const Agreement& agreement, Findings& findings, std::string& note) {
  Findings of_folder;
  check_private_folder(folder, of_folder);
  findings.append(of_folder);
  if (!of_folder.empty()) return std::nullopt;
  const std::filesystem::path file = folder / exchange_name;
  const int descriptor = open_exchange(file, static_cast<std::size_t>(side), agreement, findings, note);
  if (descriptor < 0) return std::nullopt;
  Exchange exchange(file, descriptor, side, agreement);
  lock(descriptor, byte_of(side));
  unlock(descriptor, LockedByte::gate);
  exchange.seat(side).process.store(static_cast<std::uint32_t>(getpid()), std::memory_order_release);
  return exchange;
}

void Exchange::announce_ready() {
  std::atomic<std::uint32_t>& ready = seat(side_).ready;
  ready.store(1, std::memory_order_release);
  wake(ready);
}

Exchange::Exchange(std::filesystem::path file, int descriptor, Side side, const Agreement& agreement)
    : file_(std::move(file)), descriptor_(descriptor), side_(side), agreement_(agreement) {
  void* const at = mmap(nullptr, file_size(agreement), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (at == MAP_FAILED) throw std::system_error(errno, std::generic_category(), file_.string());
  header_ = static_cast<Header*>(at);
}

Exchange::Exchange(Exchange&& o) noexcept
    : file_(std::move(o.file_)),
      descriptor_(o.descriptor_),
      side_(o.side_),
      agreement_(std::move(o.agreement_)),
      header_(std::exchange(o.header_, nullptr)),
      seen_(o.seen_),
      finished_(o.finished_),
      closed_(o.closed_),
      problem_(std::move(o.problem_)) {}

Exchange::~Exchange() {
  if (header_ == nullptr) return;
  close("it ended early");
  munmap(header_, file_size(agreement_));
  ::close(descriptor_);
}

Seat& Exchange::seat(Side side) const {
  return header_->seats[static_cast<std::size_t>(side)];
}

// A message begins with its length.
std::byte* Exchange::message_of(Side side) const {
  auto* const first = reinterpret_cast<std::byte*>(header_ + 1);
  return side == Side::vehicle ? first : first + sizeof(std::uint64_t) + agreement_.request_bytes;
}

std::size_t Exchange::max_bytes(Side side) const {
  return side == Side::vehicle ? agreement_.request_bytes : agreement_.reply_bytes;
}

std::span<const std::byte> Exchange::incoming() const {
  const std::byte* const message = message_of(other());
  std::uint64_t size = 0;
  std::memcpy(&size, message, sizeof size);
  return {message + sizeof size, std::min<std::size_t>(size, max_bytes(other()))};
}

bool Exchange::other_is_alive() const {
  return is_locked(descriptor_, byte_of(other()));
}

std::string Exchange::other_name() const {
  return fmt::format("the {} side (process {})", side_name(other()), seat(other()).process.load());
}

bool Exchange::give_up(std::string problem) {
  problem_ = std::move(problem);
  return false;
}

bool Exchange::wait_for_other(double seconds, const std::function<std::string()>& hindrance) {
  const auto started = Clock::now();
  const std::atomic<std::uint32_t>& ready = seat(other()).ready;
  while (ready.load(std::memory_order_acquire) == 0) {
    const bool came = seat(other()).process.load(std::memory_order_acquire) != 0;
    if (came && !other_is_alive()) return give_up(other_name() + " has ended before the run");
    if (const std::uint32_t visitor = header_->visitor.load(); visitor == other_case) {
      return give_up(
          fmt::format("a {} side with another case tried to join. Give both sides the same case "
                      "file and the same --set",
                      side_name(other())));
    } else if (visitor != 0) {
      return give_up(
          fmt::format("a {} side with version {} of the exchange tried to join, but this one has version {}. "
                      "Start both sides from the same program",
                      side_name(other()), visitor, header_->version));
    }
    if (std::string text = hindrance(); !text.empty()) return give_up(std::move(text));
    if (!came && since(started) > seconds) {
      return give_up(
          fmt::format("no {} side came within {:g} s. Start it with --side {}, the same case and "
                      "the same --exchange",
                      side_name(other()), seconds, side_name(other())));
    }
    sleep_on(ready, 0, slice);
  }
  return true;
}

void Exchange::send(std::span<const std::byte> message) {
  FLANGEWAY_ASSERT(message.size() <= max_bytes(side_), "the message fits into its part of the mapped file");
  std::byte* const to = message_of(side_);
  const std::uint64_t size = message.size();
  std::memcpy(to, &size, sizeof size);
  std::copy(message.begin(), message.end(), to + sizeof size);
  announce();
}

void Exchange::announce() {
  std::atomic<std::uint32_t>& sent = seat(side_).sent;
  sent.fetch_add(1, std::memory_order_release);
  wake(sent);
}

// The other side has said that it ends: true.
bool Exchange::take_close() {
  const Seat& from = seat(other());
  if (from.closed.load(std::memory_order_acquire) == 0) return false;
  const std::string why(from.text.data(), strnlen(from.text.data(), from.text.size()));
  finished_ = why.empty();
  if (!finished_) problem_ = fmt::format("{} has ended: {}", other_name(), why);
  return true;
}

bool Exchange::receive(double seconds, const std::function<bool()>& stop) {
  const std::atomic<std::uint32_t>& sent = seat(other()).sent;
  const auto arrived = [&] { return sent.load(std::memory_order_acquire) != seen_; };
  if (!spin_.wait(sent, seen_)) {
    const auto started = Clock::now();
    while (!arrived()) {
      const bool alive = other_is_alive();  // its last messages before its death count
      if (arrived()) break;
      if (take_close()) return false;
      if (stop && stop()) return false;
      if (!alive) return give_up(other_name() + " has ended without a message");
      if (since(started) > seconds) {
        return give_up(fmt::format("{} has not answered for {:g} s", other_name(), seconds));
      }
      sleep_on(sent, seen_, slice);
    }
  }
  ++seen_;
  return !take_close();
}

void Exchange::close(const std::string& why) {
  if (std::exchange(closed_, true)) return;
  Seat& mine = seat(side_);
  std::copy_n(why.begin(), std::min(why.size(), mine.text.size() - 1), mine.text.begin());
  mine.closed.store(1, std::memory_order_release);
  announce();
  // Only the file of this run: there may be another one already.
  struct stat here {
  }, there{};
  if (fstat(descriptor_, &here) == 0 && stat(file_.c_str(), &there) == 0 && here.st_ino == there.st_ino)
    ::unlink(file_.c_str());
}

}  // namespace flangeway::cosim
