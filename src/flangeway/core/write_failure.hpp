// The failure to write a file of results that is written in parts.
#pragma once

#include <stdexcept>

namespace flangeway {

/// A file of results that could not be written, in words for the user: exit code 1, and no fault of the
/// program.
class WriteFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace flangeway
