// Reserves disk space before HDF5 needs it.
#pragma once

#include <hdf5.h>

#include <cstddef>

namespace flangeway::results {

/// Makes room for `bytes` of numbers and the index entries of `datasets` behind the end of the file, and
/// moves the end that the file states for itself there. So
/// - a full disk is detected before HDF5 has begun a change that it then could not complete, and
/// - in the few milliseconds of a flush no index entry on the disk points behind the stated end, which would
///   make the file unreadable if the run were killed just then.
/// HDF5 states the true end again with each flush. Returns 0 or an errno.
[[nodiscard]] int reserve_disk_space(hid_t file, std::size_t bytes, std::size_t datasets);

/// Another descriptor of an open file, for use after HDF5 has closed it; below 0: none.
[[nodiscard]] int second_descriptor(hid_t file);

/// Cuts a file that HDF5 has closed at the end that it states for itself.
void release_disk_space(int descriptor);

}  // namespace flangeway::results
