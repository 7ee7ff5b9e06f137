// What every new result file begins with. Private to the room.
#pragma once

#include <hdf5.h>

#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/channel.hpp"

namespace flangeway::results {

/// Finds that `path` is a folder, is there already without `force`, or has no folder to lie in.
void check_place(const std::string& path, bool force, Findings& findings);

/// The attributes of a file that tell where its numbers come from; status `running`.
bool write_provenance(hid_t file, const char* format, const Provenance& from);

}  // namespace flangeway::results
