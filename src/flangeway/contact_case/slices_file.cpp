#include "flangeway/contact_case/slices_file.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "flangeway/deck/slices.hpp"
#include "flangeway/document/file.hpp"

namespace flangeway::contact_case {
namespace {

constexpr std::size_t max_slices_size = std::size_t{1} << 24;

// Features are counted from the track side of a rail and the field side of a wheel; our wheels begin at the
// flange.
std::vector<double> features_of(const deck::SliceFile& slice, const profile::Curve& curve,
                                profile::Kind kind) {
  constexpr double not_there = -1;
  std::vector<double> features;
  for (const double feature : slice.features) features.push_back(feature < 0 ? not_there : 1e-3 * feature);
  if (kind == profile::Kind::rail) return features;
  double whole = 0;
  const std::vector<Vec2> points = curve.points();
  for (std::size_t i = 1; i < points.size(); ++i) whole += (points[i] - points[i - 1]).norm();
  for (double& feature : features)
    if (feature != not_there) feature = std::max(whole - feature, 0.0);  // the last may lie beyond
  return {features.rbegin(), features.rend()};
}

}  // namespace

std::optional<SlicesFile> load_slices(const std::filesystem::path& path, profile::Kind kind,
                                      const profile::ReadOptions& options, const SourceLocation& where,
                                      Findings& findings) {
  if (deck::is_wheel_slices(path.string()) != (kind == profile::Kind::wheel)) {
    findings.add({where,
                  {},
                  fmt::format("the slices are not those of a {}", profile::kind_name(kind)),
                  path.filename().string(),
                  kind == profile::Kind::wheel ? ".slcw" : ".slcs",
                  {}});
    return std::nullopt;
  }
  const auto text = document::read_file(path, max_slices_size, findings);
  if (!text) return std::nullopt;
  const auto file = deck::read_slices(*text, path.string(), findings);
  if (!file) return std::nullopt;
  SlicesFile made;
  made.fit = file->approximate ? profile::SliceFit::approximate : profile::SliceFit::interpolate;
  made.where_fit = file->where_fit;
  std::map<std::string, std::shared_ptr<const profile::Curve>> curves;
  for (const deck::SliceFile& slice : file->slices) {
    auto& curve = curves[slice.file];
    if (!curve) {
      auto read = profile::load_profile(slice.file, kind, options, slice.where, findings);
      if (!read) return std::nullopt;
      curve = std::make_shared<const profile::Curve>(std::move(read->curve));
      made.files.push_back(path.parent_path() / slice.file);
    }
    const double place = kind == profile::Kind::rail ? 1e-3 * slice.place : slice.place;
    made.slices.push_back({place, curve, features_of(slice, *curve, kind)});
    made.where.push_back(slice.where);
  }
  return made;
}

}  // namespace flangeway::contact_case
