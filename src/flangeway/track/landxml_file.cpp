#include "flangeway/track/landxml_file.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace flangeway::track {

bool is_landxml(const std::string& file) {
  std::string extension = std::filesystem::path(file).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".xml";
}

TrackSpec spec_of_landxml(const std::string& file) {
  TrackSpec spec;
  spec.alignment.emplace();
  spec.alignment->file = {file, {file}};
  spec.alignment->where = {file};
  spec.alignment->key = "alignment";
  return spec;
}

}  // namespace flangeway::track
