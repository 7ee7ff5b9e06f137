// A file that was read, for the record of a computation and to find out later whether it has changed.
#pragma once

#include <string>

namespace flangeway::document {

struct SourceFile {
  std::string path, text;
};

}  // namespace flangeway::document
