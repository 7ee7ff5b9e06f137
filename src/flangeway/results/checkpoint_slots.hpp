// The two places in a result file to which checkpoints are written in turn. Private to the room.
#pragma once

#include <array>
#include <optional>

#include "flangeway/results/checkpoint.hpp"
#include "flangeway/results/stored_file.hpp"

namespace flangeway::results {

/// A checkpoint is written over the one before the last, and carries the hash of its bytes: whenever a run is
/// killed, one of the two is whole.
class CheckpointSlots {
 public:
  static constexpr std::size_t chunk_bytes = 1 << 16;

  /// Makes the group and its two empty datasets.
  bool create(hid_t file, const CheckpointOrigin& origin);
  /// Opens the slots of a file that has them.
  bool open(hid_t file);
  /// Hands it to HDF5, which flushes it. The rows that it counts must be on the disk.
  bool write(const Checkpoint& checkpoint);
  /// Upper bound of the size that the next write() of so many bytes adds to the file.
  [[nodiscard]] static std::size_t new_bytes(std::size_t bytes);
  /// Takes both datasets out of the file; the place of the case stays.
  bool remove(hid_t file);
  /// False where the last bytes could not be written.
  bool close();
  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(slots_[0]); }

  /// The whole ones, the newest first. `damaged`: there was one that is not whole.
  [[nodiscard]] std::vector<Checkpoint> whole(bool& damaged) const;

 private:
  std::array<Handle, 2> slots_;
  std::vector<std::byte> buffer_;
};

/// Nothing where the file has no checkpoints.
[[nodiscard]] std::optional<CheckpointOrigin> read_checkpoint_origin(const StoredFile& file);

}  // namespace flangeway::results
