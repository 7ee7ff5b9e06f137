// Reads influence coefficients that many cases share only once. Private to the room.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/deck/coefficients.hpp"

namespace flangeway::contact_case {

/// May be used from several threads.
class CoefficientCache {
 public:
  /// Reads a file with a path relative to the deck. Null, and findings, if it cannot be read.
  std::shared_ptr<const deck::Coefficients> get(const std::string& file, const std::string& deck_file,
                                                Findings& findings);

 private:
  struct Slot {
    std::shared_ptr<const deck::Coefficients> coefficients;
    Findings findings;
  };
  std::mutex mutex_;
  std::map<std::string, Slot> slots_;
};

}  // namespace flangeway::contact_case
