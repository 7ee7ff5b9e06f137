// The seal of a file that is complete: a checksum of all its bytes, behind them. Private to the room.
//
// HDF5 reads wrong bytes without checks: one wrong bit becomes a wrong number, or ends the program. A sealed
// file is checked before HDF5 sees it. Programs that know no seal are not disturbed, because HDF5 ignores
// what lies behind the end that the file states for itself; one that changes the file takes the seal away.
#pragma once

#include <cstdint>
#include <string>

#include "flangeway/results/hdf5_handle.hpp"

namespace flangeway::results {

/// Closes a complete file and seals it. Without space for a seal it gets none. A process that is killed
/// meanwhile leaves a file that can be read.
bool close_and_seal(Handle& file);

/// Whether a file without a seal had one, and no other program has changed it since: HDF5 leaves nothing
/// behind the end that it states. `size`: of the file.
[[nodiscard]] bool has_lost_its_seal(hid_t file, std::uint64_t size);

enum class Seal { none, right, wrong };
struct SealedFile {
  Seal seal = Seal::none;
  std::uint64_t size = 0;  ///< of the file, with its seal
};
/// Reads the whole file if it has a seal.
[[nodiscard]] SealedFile check_seal(const std::string& path);

/// Before a file is changed. Whether it had a seal.
bool take_seal_off(const std::string& path);

}  // namespace flangeway::results
