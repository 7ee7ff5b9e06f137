#include "flangeway/profile.hpp"

#include <fmt/format.h>

#include "flangeway/api/profile_data.hpp"
#include "flangeway/api/translate.hpp"
#include "flangeway/geometry/wear.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway {
namespace {

profile::Kind engine_kind(ProfileKind kind) {
  return kind == ProfileKind::wheel ? profile::Kind::wheel : profile::Kind::rail;
}

Profile profile_of(profile::Profile made) {
  return Profile(std::make_shared<const Profile::Data>(std::move(made)));
}

void check_smoothing(double smoothing) {
  if (!(smoothing >= 0 && smoothing <= 50))
    api::refuse("smoothing", "is out of range", fmt::format("{}", smoothing), "0 … 50 mm");
}

}  // namespace

Profile::Profile(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

Profile Profile::load(const std::string& name_or_file, const ProfileOptions& options) {
  check_smoothing(options.smoothing);
  return api::translated([&] {
    const auto kind =
        options.kind ? std::optional(engine_kind(*options.kind)) : profile::kind_of(name_or_file);
    if (!kind)
      api::refuse("kind", "is needed: the name does not tell whether it is a wheel or a rail", name_or_file,
                  "");
    Findings findings;
    return profile_of(api::checked(
        profile::load_profile(name_or_file, *kind, {.smoothing = options.smoothing}, {}, findings),
        findings));
  });
}

// By the text of a two-column file, so that points meet the same checks and repairs as a file.
Profile Profile::from_points(std::span<const ProfilePoint> points, ProfileKind kind, const std::string& name,
                             double smoothing) {
  check_smoothing(smoothing);
  return api::translated([&] {
    std::string text;
    for (const ProfilePoint& p : points) text += fmt::format("{:.17g},{:.17g}\n", 1e3 * p.y, 1e3 * p.z);
    Findings findings;
    profile::Profile made = api::checked(
        profile::read_profile(text, name + ".csv", engine_kind(kind), {.smoothing = smoothing}, findings),
        findings);
    made.name = name;
    return profile_of(std::move(made));
  });
}

std::vector<std::string> Profile::standard_names(ProfileKind kind) {
  return profile::standard_profile_names(engine_kind(kind));
}

ProfileKind Profile::kind() const {
  return data_->profile.kind == profile::Kind::wheel ? ProfileKind::wheel : ProfileKind::rail;
}

const std::string& Profile::name() const {
  return data_->profile.name;
}

const std::string& Profile::source() const {
  return data_->profile.source;
}

double Profile::length() const {
  return data_->profile.curve.length();
}

std::vector<ProfilePoint> Profile::points() const {
  std::vector<ProfilePoint> all;
  for (const Vec2& point : data_->profile.curve.points()) all.push_back({point.x(), point.y()});
  return all;
}

ProfilePoint Profile::at(double s) const {
  if (!(s >= 0 && s <= length()))
    api::refuse("s", "is not on the profile", fmt::format("{}", s), fmt::format("0 … {} m", length()));
  const Vec2 point = data_->profile.curve.point(s);
  return {point.x(), point.y()};
}

std::vector<std::string> Profile::repairs() const {
  std::vector<std::string> repairs;
  for (const profile::Repair& repair : data_->profile.repairs) repairs.push_back(repair.what);
  return repairs;
}

std::vector<std::string> Profile::warnings() const {
  return profile::warnings_of(data_->profile);
}

std::string Profile::csv() const {
  return profile::write_csv(data_->profile);
}

Profile worn_wheel(const Profile& wheel, const Profile& rail, const WheelUse& use) {
  api::need_kind(wheel, ProfileKind::wheel);
  api::need_kind(rail, ProfileKind::rail);
  if (use.passes < 1) api::refuse("passes", "is too small", fmt::format("{}", use.passes), "1 or more");
  for (const auto& [name, value] : {std::pair{"mean_shift", use.mean_shift},
                                    {"shift_spread", use.shift_spread},
                                    {"worn_area", use.worn_area},
                                    {"flange_share", use.flange_share},
                                    {"waviness", use.waviness}})
    if (!std::isfinite(value)) api::refuse(name, "is no finite number", fmt::format("{}", value), "");
  return api::translated([&] {
    const profile::Profile& shape = wheel.data().profile;
    const auto prepared =
        geometry::spatial::make_rail(std::make_shared<profile::Curve>(rail.data().profile.curve));
    const geometry::Usage usage{use.mean_shift, use.shift_spread, use.worn_area, use.flange_share,
                                use.waviness,   use.passes,       use.seed};
    return profile_of({profile::Kind::wheel, shape.name + ", worn",
                       geometry::worn_wheel(shape.curve, prepared, {}, usage)});
  });
}

std::vector<WheelUse> random_wheel_uses(std::size_t count, std::uint64_t seed) {
  std::vector<WheelUse> all;
  for (const geometry::Usage& u : geometry::random_uses(count, seed))
    all.push_back({u.mean_shift, u.shift_spread, u.worn_area, u.flange_share, u.waviness, u.passes, u.seed});
  return all;
}

void api::need_kind(const Profile& profile, ProfileKind kind) {
  if (profile.kind() == kind) return;
  const auto word = [](ProfileKind k) { return k == ProfileKind::wheel ? "wheel" : "rail"; };
  refuse("profile", fmt::format("is that of a {}", word(profile.kind())), profile.name(),
         fmt::format("a profile of a {}", word(kind)));
}

}  // namespace flangeway
