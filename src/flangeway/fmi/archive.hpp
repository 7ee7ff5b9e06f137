// Reads the zip archive of an FMU.
#pragma once

#include <string>
#include <vector>

struct zip;

namespace flangeway::fmi {

class Archive {
 public:
  explicit Archive(const std::string& file);
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive();

  [[nodiscard]] bool good() const { return zip_ != nullptr; }
  /// Names of the files in it, without folders.
  [[nodiscard]] std::vector<std::string> names() const;
  /// False where there is no such file, or it cannot be read.
  [[nodiscard]] bool read(const std::string& name, std::string& content) const;

 private:
  zip* zip_ = nullptr;
};

}  // namespace flangeway::fmi
