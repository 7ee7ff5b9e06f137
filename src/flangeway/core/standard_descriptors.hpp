// The descriptors of standard input, output and error.
#pragma once

namespace flangeway {

/// Opens closed descriptors among 0 to 2 on /dev/null: no file that is opened later gets one of these numbers
/// and receives printed text. Writing to a standard output that was closed fails as before.
void open_standard_descriptors();

}  // namespace flangeway
