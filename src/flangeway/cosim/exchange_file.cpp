#include "flangeway/cosim/exchange_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

namespace flangeway::cosim {
namespace {

struct flock one_byte(LockedByte byte, short type) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(byte);
  lock.l_len = 1;
  return lock;
}

[[noreturn]] void raise(const std::filesystem::path& path, const char* what) {
  throw std::system_error(errno, std::generic_category(), path.string() + ": " + what);
}

Finding found(const std::filesystem::path& path, const std::string& problem, const std::string& advice) {
  return {{path.string(), 0, 0}, "", problem, "", "", advice};
}

// Others may not read or write it.
bool check_owner(const std::filesystem::path& path, const struct stat& at, Findings& findings) {
  if (at.st_uid == geteuid() && (at.st_mode & 077U) == 0) return true;
  findings.add(found(path, "can be used by others", "Take another folder, or chmod go-rwx it"));
  return false;
}

class Opening {
 public:
  Opening(const std::filesystem::path& file, std::size_t seat, const Agreement& agreement, Findings& findings,
          std::string& note)
      : file_(file), seat_(seat), agreement_(agreement), findings_(findings), note_(note) {}

  // The file, its gate locked, with a seat to take; −1 with findings.
  int open() {
    for (;;) {
      descriptor_ =
          ::open(file_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR);
      if (descriptor_ < 0) raise(file_, "cannot be opened");
      if (fstat(descriptor_, &at_) != 0) raise(file_, "cannot be inspected");
      if (!S_ISREG(at_.st_mode)) {
        findings_.add(found(file_, "is not a file", "Remove it"));
        return give_up();
      }
      lock(descriptor_, LockedByte::gate);
      if (fstat(descriptor_, &at_) != 0) raise(file_, "cannot be inspected");
      if (at_.st_nlink > 0) {
        if (at_.st_size == 0) {
          if (!create()) return give_up();
        } else if (!check())
          return give_up();
        else if (!is_left())
          return descriptor_;
        else
          remove_left();
        if (at_.st_size == 0) return descriptor_;
      }
      ::close(descriptor_);  // removed meanwhile: once more
    }
  }

 private:
  int give_up() {
    ::close(descriptor_);
    return -1;
  }

  // False with a finding.
  bool create() {
    const std::size_t size = file_size(agreement_);
    // With its pages: where none are left, a sparse file would end the program that writes to it.
    int error = EINTR;
    while (error == EINTR) error = posix_fallocate(descriptor_, 0, static_cast<off_t>(size));
    if (error != 0) {
      ::unlink(file_.c_str());
      findings_.add(found(file_, fmt::format("cannot be made: {}", std::strerror(error)),
                          fmt::format("Give --exchange a folder where {} bytes are free", size)));
      return false;
    }
    void* const at = mmap(nullptr, sizeof(Header), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, 0);
    if (at == MAP_FAILED) raise(file_, "cannot be mapped");
    fill_header(agreement_, *new (at) Header);
    munmap(at, sizeof(Header));
    return true;
  }

  // False with findings.
  bool check() {
    if (!check_owner(file_, at_, findings_)) return false;
    const auto size = static_cast<std::size_t>(at_.st_size);
    std::vector<std::byte> head(std::min(size, sizeof(Header)));
    if (pread(descriptor_, head.data(), head.size(), 0) != static_cast<ssize_t>(head.size()))
      raise(file_, "cannot be read");
    const HeaderFault fault = find_fault(head.data(), size, agreement_);
    // Left by a killed run of another case or version: open() removes it. Others' files stay.
    if (is_ours(fault) && is_left()) return true;
    if (fault != HeaderFault::none) {
      tell_other(fault);
      findings_.add(describe_fault(fault, head.data(), size, agreement_, file_.string()));
      return false;
    }
    return is_left() || check_seat();
  }

  static bool is_ours(HeaderFault fault) {
    return fault == HeaderFault::version || fault == HeaderFault::identity || fault == HeaderFault::messages;
  }

  // Neither side holds it.
  [[nodiscard]] bool is_left() const {
    return !is_locked(descriptor_, LockedByte::vehicle) && !is_locked(descriptor_, LockedByte::track);
  }

  bool check_seat() {
    const std::uint32_t mine = number(offset_of_seat(seat_)), others = number(offset_of_seat(1 - seat_));
    if (mine == 0) return true;
    const bool held = is_locked(descriptor_, seat_ == 0 ? LockedByte::vehicle : LockedByte::track);
    findings_.add({{file_.string(), 0, 0},
                   "",
                   fmt::format("is used by another run: process {} is {} {} side", held ? mine : others,
                               "its", (held ? seat_ : 1 - seat_) == 0 ? "vehicle" : "track"),
                   "",
                   "",
                   "Wait for its end, or give --exchange another folder"});
    return false;
  }

  void remove_left() {
    note_ = fmt::format("{}: was left by a run that did not end in order; it is replaced", file_.string());
    ::unlink(file_.c_str());
  }

  // A program that waits hears of one that cannot join it; what stands here is where it is in all versions.
  void tell_other(HeaderFault fault) const {
    if (fault != HeaderFault::version && fault != HeaderFault::identity) return;
    const std::uint32_t visitor = fault == HeaderFault::version ? exchange_version : other_case;
    if (pwrite(descriptor_, &visitor, sizeof visitor, offsetof(Header, visitor)) < 0) return;
  }

  static constexpr std::size_t offset_of_seat(std::size_t seat) {
    return offsetof(Header, seats) + seat * sizeof(Seat) + offsetof(Seat, process);
  }
  [[nodiscard]] std::uint32_t number(std::size_t offset) const {
    std::uint32_t value = 0;
    if (pread(descriptor_, &value, sizeof value, static_cast<off_t>(offset)) < 0)
      raise(file_, "cannot be read");
    return value;
  }

  const std::filesystem::path& file_;
  std::size_t seat_;
  const Agreement& agreement_;
  Findings& findings_;
  std::string& note_;
  int descriptor_ = -1;
  struct stat at_ {};
};

}  // namespace

void lock(int descriptor, LockedByte byte) {
  struct flock request = one_byte(byte, F_WRLCK);
  while (fcntl(descriptor, F_OFD_SETLKW, &request) != 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot lock the exchange");
  }
}

void unlock(int descriptor, LockedByte byte) {
  struct flock request = one_byte(byte, F_UNLCK);
  (void)fcntl(descriptor, F_OFD_SETLK, &request);
}

bool is_locked(int descriptor, LockedByte byte) {
  struct flock request = one_byte(byte, F_WRLCK);
  return fcntl(descriptor, F_OFD_GETLK, &request) == 0 && request.l_type != F_UNLCK;
}

void check_private_folder(const std::filesystem::path& folder, Findings& findings) {
  if (mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
    findings.add({{folder.string(), 0, 0},
                  "",
                  std::string("cannot be made: ") + std::strerror(errno),
                  "",
                  "",
                  "Give --exchange a folder whose parent is there"});
    return;
  }
  struct stat at {};
  if (lstat(folder.c_str(), &at) != 0) raise(folder, "cannot be inspected");
  if (!S_ISDIR(at.st_mode)) {
    findings.add(found(folder, "is not a folder", "Give --exchange a folder"));
    return;
  }
  (void)check_owner(folder, at, findings);
}

int open_exchange(const std::filesystem::path& file, std::size_t seat, const Agreement& agreement,
                  Findings& findings, std::string& note) {
  return Opening(file, seat, agreement, findings, note).open();
}

}  // namespace flangeway::cosim
