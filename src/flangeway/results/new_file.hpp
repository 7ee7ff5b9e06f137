// Creates a result file with the attributes that every kind of result file has. Private to the room.
#pragma once

#include <hdf5.h>

#include <functional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"

namespace flangeway::results {

/// Lets `make` create the file, with H5F_ACC_EXCL, under a name of its own beside `path` and renames it when
/// that succeeds, so that no reader ever meets half a file. A failure leaves nothing behind and is a finding,
/// or a std::system_error where the place is no mistake: a full disk, a limit of the system.
bool create_under_temporary_name(const std::string& path, Findings& findings,
                                 const std::function<bool(const std::string& temporary)>& make);

/// No entry of the metadata leaves memory between two flushes, so the file never shows half a change.
void keep_metadata_until_flush(hid_t file);

/// The attributes of a file that tell where its numbers come from; status `running`.
bool write_provenance(hid_t file, const char* format, const Provenance& from);

}  // namespace flangeway::results
