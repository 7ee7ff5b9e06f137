// Access to the HDF5 C library for the sources of this room: handles that close themselves, and text
// attributes.
#pragma once

#include <hdf5.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flangeway::results {

/// Owns one HDF5 identifier; below 0 is "none".
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, H5I_INVALID_HID);
      close_ = other.close_;
    }
    return *this;
  }
  ~Handle() { reset(); }
  [[nodiscard]] hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  /// Closes now; false where the library reports an error. Datasets that were written are closed by this:
  /// HDF5 may write their last bytes only then.
  bool reset() { return id_ < 0 || close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// While it lives, HDF5 prints nothing on standard error.
class QuietErrors {
 public:
  QuietErrors() {
    // A file that a full disk kept from being closed crashes HDF5's clearing up at the end of the program.
    H5dont_atexit();
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// File access without locks (a reader never blocks a writer, nor the other way round) and in the oldest
/// format: it has no "open for writing" mark, which a killed run would leave behind.
[[nodiscard]] Handle file_access();

/// Sets an attribute to UTF-8 text of any length (h5py reads a `str`); creates it where it is missing.
bool write_text(hid_t object, const char* name, const std::string& text);
/// The same for a list of texts.
bool write_texts(hid_t object, const char* name, const std::vector<std::string>& texts);
/// Only of files that this process has written, or that have no StoredTexts: damaged ones crash the library.
[[nodiscard]] std::vector<std::string> read_texts(hid_t object, const char* name);

bool write_number(hid_t object, const char* name, double value);
/// The attributes of an object that are one number, by name.
[[nodiscard]] std::vector<std::string> number_names(hid_t object);
[[nodiscard]] std::optional<double> read_number(hid_t object, const char* name);
bool write_integer(hid_t object, const char* name, long long value);
[[nodiscard]] std::optional<long long> read_integer(hid_t object, const char* name);

}  // namespace flangeway::results
