// The page of the workbench, bundled into the program.
#pragma once

#include <string>
#include <vector>

namespace flangeway::workbench {

struct PageFile {
  std::string path;  ///< "/workbench.js"
  std::string type;  ///< "text/javascript; charset=utf-8"
  std::string text;
};
[[nodiscard]] const std::vector<PageFile>& page_files();

}  // namespace flangeway::workbench
