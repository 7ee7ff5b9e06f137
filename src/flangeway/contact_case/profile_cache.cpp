#include "flangeway/contact_case/profile_cache.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "flangeway/contact_case/slices_file.hpp"

namespace flangeway::contact_case {
namespace {

const char* text_of(const std::optional<bool>& value) {
  return !value ? "?" : *value ? "1" : "0";
}

// All that the shape depends on.
std::string key_of(const std::string& name, profile::Kind kind, const profile::ReadOptions& o,
                   const SourceLocation& where) {
  return fmt::format("{}|{}|{}|{}{}{}{}|{}|{}|{}|{}|{}|{}|{}", name, where.file, profile::kind_name(kind),
                     text_of(o.mirror_y), text_of(o.mirror_z), o.combine_y ? 1 : 0, o.combine_z ? 1 : 0,
                     o.scale, o.smoothing, static_cast<int>(o.smoothing_method), o.zigzag, o.kink_high,
                     o.kink_low, o.kink_width);
}

}  // namespace

void ProfileCache::add(const std::string& name, std::shared_ptr<const profile::Profile> profile) {
  const std::lock_guard lock(mutex_);
  added_[name] = std::move(profile);
}

std::shared_ptr<const profile::SlicedProfile> ProfileCache::get_sliced(const std::string& file,
                                                                       profile::Kind kind,
                                                                       const profile::ReadOptions& options,
                                                                       const SourceLocation& where,
                                                                       Findings& findings) {
  const std::lock_guard lock(mutex_);
  const auto [found, fresh] = slots_.try_emplace(key_of(file, kind, options, where));
  Slot& slot = found->second;
  if (fresh) {
    const std::filesystem::path path = std::filesystem::path(where.file).parent_path() / file;
    if (const auto read = load_slices(path, kind, options, where, slot.findings))
      slot.sliced = std::make_shared<const profile::SlicedProfile>(read->slices, read->fit);
  }
  findings.append(slot.findings);
  return slot.sliced;
}

std::shared_ptr<const profile::Profile> ProfileCache::get(const std::string& name_or_file, profile::Kind kind,
                                                          const profile::ReadOptions& options,
                                                          const SourceLocation& where, Findings& findings) {
  const std::lock_guard lock(mutex_);
  if (const auto added = added_.find(name_or_file); added != added_.end()) {
    if (added->second->kind == kind) return added->second;
    findings.add({where,
                  {},
                  "is a profile of the other kind",
                  fmt::format("{}, {}", name_or_file, profile::kind_name(added->second->kind)),
                  profile::kind_name(kind),
                  {}});
    return nullptr;
  }
  const auto [found, fresh] = slots_.try_emplace(key_of(name_or_file, kind, options, where));
  Slot& slot = found->second;
  if (fresh) {
    if (auto read = profile::load_profile(name_or_file, kind, options, where, slot.findings))
      slot.profile = std::make_shared<const profile::Profile>(std::move(*read));
  }
  findings.append(slot.findings);
  return slot.profile;
}

}  // namespace flangeway::contact_case
