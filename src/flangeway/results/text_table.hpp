// The texts of a file once more, where Flangeway reads them.
//
// HDF5 keeps texts of any length in heaps and reads them without checks: one wrong byte there crashes the
// library. Other programs read the attributes; Flangeway reads a dataset of bytes with a hash. Files of
// format version 1 have the attributes only.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/results/hdf5_handle.hpp"

namespace flangeway::results {

/// Bytes with a hash in a dataset of a group, which is made where it is missing. No bytes: it is empty.
bool write_block(hid_t group, const char* name, std::span<const std::byte> bytes);
/// Nothing where there is none that is whole, or where it is empty.
[[nodiscard]] std::optional<std::vector<std::byte>> read_block(hid_t group, const char* name);

/// Whether HDF5 can open all that is in a file, and read its attributes. It does so without checks, and a
/// wrong byte ends the program within the library: so another process reads first. Of a file without a seal.
[[nodiscard]] bool survives_reading(hid_t file);

struct TextEntry {
  std::string object, name;  ///< relative to the group, "" for itself; of the attribute
  std::vector<std::string> texts;
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<TextEntry> entry) {
  codec(entry.object, entry.name, entry.texts);
}

/// Puts the texts of all attributes of a group, and of all that is in it, into its dataset.
bool store_texts(hid_t group);

class StoredTexts {
 public:
  /// From the dataset of a group, or from attributes where the file has format version 1. Nothing where the
  /// dataset is missing or damaged.
  static std::optional<StoredTexts> read(hid_t group, long long format_version);

  [[nodiscard]] std::vector<std::string> texts(const std::string& object, const char* name) const;
  [[nodiscard]] std::optional<std::string> text(const std::string& object, const char* name) const;
  /// Members of a group that have this attribute; none where the file has format version 1.
  [[nodiscard]] std::vector<std::string> members_with(const char* name, const std::string& group) const;

 private:
  hid_t group_ = H5I_INVALID_HID;  // of the attributes, where there is no dataset
  std::vector<TextEntry> entries_;
};

}  // namespace flangeway::results
