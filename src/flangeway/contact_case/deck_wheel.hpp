// From a case of module 1 of a deck to a wheel on a rail. Private to the room.
#pragma once

#include <map>
#include <mutex>

#include "flangeway/contact_case/case.hpp"
#include "flangeway/deck/spec.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway::contact_case {

/// Profiles that many cases share are read once. Safe to use from several threads.
class ProfileShelf {
 public:
  /// Null, and findings, where the file cannot be read. `folder`: of the deck.
  std::shared_ptr<const profile::Curve> get(const deck::ProfileFile& file, profile::Kind kind,
                                            const std::string& deck_file, Findings& findings);

 private:
  struct Slot {
    std::shared_ptr<const profile::Curve> curve;
    Findings findings;
  };
  std::mutex mutex_;
  std::map<std::string, Slot> slots_;
};

[[nodiscard]] std::optional<WheelRailCase> wheel_rail_case(const deck::Case& one,
                                                           const std::string& deck_file, ProfileShelf& shelf,
                                                           Findings& findings);

}  // namespace flangeway::contact_case
