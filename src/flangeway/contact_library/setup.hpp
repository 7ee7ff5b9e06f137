// The problem of a handle: a contact file and the caller's settings on top of it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "flangeway/contact_case/case.hpp"
#include "flangeway/contact_case/profile_cache.hpp"
#include "flangeway/contact_case/spec.hpp"
#include "flangeway/contact_library/key_table.hpp"

namespace flangeway::contact_library {

class Setup {
 public:
  /// Takes a contact file, and forgets all settings.
  void load_file(const std::filesystem::path& file, Findings& findings);
  void load_text(const std::string& text, Findings& findings);

  /// A profile by its points, m. Nothing is changed where there is a finding.
  void add_profile(const std::string& name, profile::Kind kind, std::span<const double> y,
                   std::span<const double> z, Findings& findings);
  void add_profile(const std::string& name, std::shared_ptr<const profile::Profile> profile);

  /// Values are checked in prepare().
  void set_number(const std::string& key, double value);
  void set_numbers(const std::string& key, std::span<const double> values);
  void set(const std::string& key, Setting setting);
  /// False: it was not set.
  [[nodiscard]] bool unset(const std::string& key);

  /// The problem as it is now, and all that is wrong with it. Nothing is returned if and only if there is a
  /// finding.
  [[nodiscard]] std::optional<contact_case::Prepared> prepare(Findings& findings);

 private:
  void load(std::string text, std::string file, Findings& findings);
  void read(Findings& findings);

  std::string text_, file_ = "flangeway_contact_set";
  Settings settings_;
  contact_case::ContactSpec spec_;
  std::optional<KeyTable> table_;  ///< of the Spec that was read
  bool is_read_ = false;           ///< the Spec has the values of the text and the settings
  std::unique_ptr<contact_case::ProfileCache> profiles_ = std::make_unique<contact_case::ProfileCache>();
};

}  // namespace flangeway::contact_library
