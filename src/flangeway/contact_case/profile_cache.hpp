// Reads profiles that many cases share only once. Private to the room.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/sliced.hpp"

namespace flangeway::contact_case {

/// May be used from several threads.
class ProfileCache {
 public:
  /// Null, and findings, where it cannot be read; see profile::load_profile.
  std::shared_ptr<const profile::Profile> get(const std::string& name_or_file, profile::Kind kind,
                                              const profile::ReadOptions& options,
                                              const SourceLocation& where, Findings& findings);

  /// Adds a profile that has no file under a name, which precedes standard shapes and files.
  void add(const std::string& name, std::shared_ptr<const profile::Profile> profile);

  /// A slices file of the program CONTACT; as get.
  std::shared_ptr<const profile::SlicedProfile> get_sliced(const std::string& file, profile::Kind kind,
                                                           const profile::ReadOptions& options,
                                                           const SourceLocation& where, Findings& findings);

 private:
  struct Slot {
    std::shared_ptr<const profile::Profile> profile;
    std::shared_ptr<const profile::SlicedProfile> sliced;
    Findings findings;
  };
  std::mutex mutex_;
  std::map<std::string, Slot> slots_;
  std::map<std::string, std::shared_ptr<const profile::Profile>> added_;
};

}  // namespace flangeway::contact_case
