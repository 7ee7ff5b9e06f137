// Claims of runs on a folder that several processes share.
//
// A claim is a file. It is made by link(2) of a file that is complete: of several processes exactly one
// succeeds, which POSIX and every version of NFS promise (O_EXCL came with NFSv3 only). The answer to link()
// may be lost on NFS while the link was made, so that the number of links of the file counts. A process
// renews its claims by writing a new number into them. Who sees the same number for the length of a lease, by
// its own clock, takes the claim away with rename(2), which also succeeds once. So clocks of machines are
// never compared.
//
// Claims save work. Results do not depend on them: a run that two processes do gives one result
// (StudyFolder::publish).
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace flangeway::campaign {

/// host.process.number: a name for this process that differs from those of all others on all machines.
[[nodiscard]] std::string unique_owner();

class Claims {
 public:
  using Clock = std::chrono::steady_clock;
  Claims(std::filesystem::path folder, std::chrono::milliseconds lease, std::string owner = unique_owner());
  ~Claims();  ///< gives back what is held
  Claims(const Claims&) = delete;
  Claims& operator=(const Claims&) = delete;

  /// True if the claim is ours now.
  [[nodiscard]] bool take(const std::string& name);
  /// To be called more often than the lease lasts; does something once in a quarter of it.
  void renew();
  void give_back(const std::string& name);
  [[nodiscard]] const std::string& owner() const { return owner_; }

 private:
  struct Seen {
    std::string content;
    Clock::time_point since;
  };
  [[nodiscard]] std::filesystem::path file_of(const std::string& name) const;
  [[nodiscard]] bool make(const std::string& name);
  [[nodiscard]] bool is_lost(const std::string& name);

  std::filesystem::path folder_;
  std::chrono::milliseconds lease_;
  std::string owner_;
  std::mutex mutex_;
  std::set<std::string> held_;
  std::map<std::string, Seen> seen_;
  Clock::time_point renewed_ = Clock::now();
  unsigned long count_ = 0;
};

}  // namespace flangeway::campaign
