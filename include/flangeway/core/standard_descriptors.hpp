// The descriptors of standard input, output and error.
#pragma once

namespace flangeway {

/// Opens on /dev/null what of the descriptors 0 to 2 is closed: no file that is opened later gets such a
/// number and takes what is printed. What is written to a standard output that was closed fails as before.
void open_standard_descriptors();

}  // namespace flangeway
