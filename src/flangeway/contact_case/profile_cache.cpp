#include "flangeway/contact_case/profile_cache.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "flangeway/deck/slices.hpp"
#include "flangeway/document/file.hpp"

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

constexpr std::size_t max_slices_size = std::size_t{1} << 24;

// Features are counted from the track side of a rail and the field side of a wheel; our wheels begin at the
// flange.
std::vector<double> features_of(const deck::SliceFile& slice, const profile::Curve& curve,
                                profile::Kind kind) {
  std::vector<double> features;
  for (const double feature : slice.features) features.push_back(feature < 0 ? -1 : 1e-3 * feature);
  if (kind == profile::Kind::rail) return features;
  double whole = 0;
  const std::vector<Vec2> points = curve.points();
  for (std::size_t i = 1; i < points.size(); ++i) whole += (points[i] - points[i - 1]).norm();
  for (double& feature : features) feature = std::max(whole - feature, 0.0);  // the last may lie beyond
  return {features.rbegin(), features.rend()};
}

bool is_interrupted(const deck::SliceFile& slice) {
  return std::any_of(slice.features.begin(), slice.features.end(),
                     [](double feature) { return feature < 0; });
}

std::shared_ptr<const profile::SlicedProfile> load_slices(const std::filesystem::path& path,
                                                          profile::Kind kind,
                                                          const profile::ReadOptions& options,
                                                          const SourceLocation& where, Findings& findings) {
  if (deck::is_wheel_slices(path.string()) != (kind == profile::Kind::wheel)) {
    findings.add({where,
                  {},
                  fmt::format("the slices are not those of a {}", profile::kind_name(kind)),
                  path.filename().string(),
                  kind == profile::Kind::wheel ? ".slcw" : ".slcs",
                  {}});
    return nullptr;
  }
  const auto text = document::read_file(path, max_slices_size, findings);
  if (!text) return nullptr;
  const auto file = deck::read_slices(*text, path.string(), findings);
  if (!file) return nullptr;
  std::vector<profile::Slice> slices;
  for (const deck::SliceFile& slice : file->slices) {
    if (kind == profile::Kind::wheel && is_interrupted(slice)) {
      findings.add({slice.where,
                    {},
                    "a wheel has a feature that is not in all of its slices",
                    "S_F < 0",
                    {},
                    "Give every slice all of them"});
      return nullptr;
    }
    auto read = profile::load_profile(slice.file, kind, options, slice.where, findings);
    if (!read) return nullptr;
    auto curve = std::make_shared<const profile::Curve>(std::move(read->curve));
    const double place = kind == profile::Kind::rail ? 1e-3 * slice.place : slice.place;
    auto features = features_of(slice, *curve, kind);
    slices.push_back({place, std::move(curve), std::move(features)});
  }
  const auto fit = file->approximate ? profile::SliceFit::approximate : profile::SliceFit::interpolate;
  return std::make_shared<const profile::SlicedProfile>(slices, fit);
}

}  // namespace

std::shared_ptr<const profile::SlicedProfile> ProfileCache::get_sliced(const std::string& file,
                                                                       profile::Kind kind,
                                                                       const profile::ReadOptions& options,
                                                                       const SourceLocation& where,
                                                                       Findings& findings) {
  const std::lock_guard lock(mutex_);
  const auto [found, fresh] = slots_.try_emplace(key_of(file, kind, options, where));
  Slot& slot = found->second;
  if (fresh)
    slot.sliced = load_slices(std::filesystem::path(where.file).parent_path() / file, kind, options, where,
                              slot.findings);
  findings.append(slot.findings);
  return slot.sliced;
}

std::shared_ptr<const profile::Profile> ProfileCache::get(const std::string& name_or_file, profile::Kind kind,
                                                          const profile::ReadOptions& options,
                                                          const SourceLocation& where, Findings& findings) {
  const std::lock_guard lock(mutex_);
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
