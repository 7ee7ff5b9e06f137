#include "flangeway/deck/slices.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "flangeway/deck/scanner.hpp"

namespace flangeway::deck {
namespace {

constexpr double min_slice_distance = 1e-3;  // of slices, mm or rad
constexpr double min_part_length = 1e-6;     // of a part, mm

std::string ending_of(const std::string& file_name) {
  std::string ending = std::filesystem::path(file_name).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

class SlicesReader {
 public:
  SlicesReader(std::string_view text, const std::string& file, Findings& findings)
      : findings_(findings), in_(text, file), of_wheel_(is_wheel_slices(file)) {
    in_.set_key("slices");
  }

  std::optional<Slices> read() {
    const std::size_t before = findings_.all().size();
    read_numbers();
    read_files();
    read_parts();
    if (features_ > 1) read_features();
    in_.hand_over(findings_);
    if (findings_.all().size() != before) return std::nullopt;
    return std::move(made_);
  }

 private:
  void read_numbers() {
    in_.group();
    offset_ = position("U_OFFSET");
    scale_ = in_.real("U_SCALE");
    in_.group();
    count_ = in_.integer("NSLC", {4, 4999});
    in_.group();
    features_ = in_.integer("NFEAT", {0, 1000});
    kinks_ = in_.integer("NKINK", {0, 1000});
    accelerations_ = in_.integer("NACCEL", {0, 1000});
    in_.group();
    made_.approximate = in_.integer("U_INTPOL", {1, 2}) == 2;
    made_.where_fit = in_.here();
  }

  double position(const char* name) { return of_wheel_ ? in_.angle(name) : in_.real(name); }

  [[nodiscard]] double place() { return scale_ * (offset_ + position("U_SLC")); }

  void read_files() {
    for (long i = 0; i < count_ && !in_.failed(); ++i) {
      in_.group();
      SliceFile slice;
      slice.place = place();
      slice.file = in_.string("FNAME");
      std::replace(slice.file.begin(), slice.file.end(), '\\', '/');
      slice.where = in_.here();
      if (i > 0 && !in_.failed() && !(slice.place > made_.slices.back().place + min_slice_distance))
        in_.complain("the slices do not follow each other", fmt::format("{:.10g}", slice.place),
                     fmt::format("more than {:.10g}", made_.slices.back().place));
      made_.slices.push_back(std::move(slice));
    }
  }

  // Reads parts, which have no effect.
  void read_parts() {
    for (const auto& [count, name] : {std::pair{kinks_, "P_KINK"}, std::pair{accelerations_, "P_ACCEL"}}) {
      if (count == 0 || features_ <= 1) continue;
      in_.group();
      for (long i = 0; i < count && !in_.failed(); ++i) (void)in_.integer(name);
    }
  }

  void read_features() {
    for (SliceFile& slice : made_.slices) {
      in_.group();
      const double at = place();
      if (!in_.failed() && std::abs(at - slice.place) > min_slice_distance)
        in_.complain("features are given for another slice", fmt::format("{:.10g}", at),
                     fmt::format("{:.10g}", slice.place));
      slice.features = in_.reals("S_F", static_cast<std::size_t>(features_));
      if (in_.failed()) return;
      if (!in_order(slice.features)) return;
    }
    check_runs();
  }

  // Features that are not in this slice (S_F < 0) come before or after all others.
  [[nodiscard]] bool in_order(const std::vector<double>& features) {
    const auto is_there = [](double feature) { return feature >= 0; };
    const auto begin = std::find_if(features.begin(), features.end(), is_there);
    const auto end = std::find_if(features.rbegin(), features.rend(), is_there).base();
    if (end - begin < 2) {
      in_.complain("the slice has fewer than two features", "S_F < 0");
    } else if (!std::all_of(begin, end, is_there)) {
      in_.complain("a feature between others is not in this slice", "S_F < 0", {},
                   "Only the first and the last features may be left out");
    } else if (std::adjacent_find(begin, end,
                                  [](double a, double b) { return !(b - a >= min_part_length); }) != end) {
      in_.complain("the features of a slice do not follow each other");
    } else {
      return true;
    }
    return false;
  }

  [[nodiscard]] bool has_part(std::size_t slice, std::size_t part) const {
    const auto& features = made_.slices[slice].features;
    return features[part] >= 0 && features[part + 1] >= 0;
  }

  // A spline along the slices needs four of them, and a gap that is not a fault of one slice some more.
  void check_runs() {
    for (std::size_t i = 0; i + 1 < made_.slices.size(); ++i) {
      bool shared = false;
      for (std::size_t part = 0; part + 1 < static_cast<std::size_t>(features_); ++part)
        shared = shared || (has_part(i, part) && has_part(i + 1, part));
      if (!shared) complain_of(i, "has no part in common with the next slice", {}, {});
    }
    for (std::size_t part = 0; part + 1 < static_cast<std::size_t>(features_); ++part) check_runs_of(part);
  }

  void check_runs_of(std::size_t part) {
    const std::size_t count = made_.slices.size();
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
      const bool there = has_part(begin, part);
      while (end < count && has_part(end, part) == there) ++end;
      const std::size_t least = there ? 4 : begin == 0 || end == count ? 2 : 4;
      if (end - begin < least)
        complain_of(begin,
                    fmt::format("begins a run of slices {} part {} that is too short",
                                there ? "with" : "without", part + 1),
                    fmt::format("{} slices", end - begin), fmt::format("at least {}", least));
    }
  }

  void complain_of(std::size_t slice, std::string problem, std::string got, std::string allowed) {
    findings_.add({made_.slices[slice].where, fmt::format("slice {}", slice + 1), std::move(problem),
                   std::move(got), std::move(allowed), "Features with S_F < 0 end the parts beside them"});
  }

  Findings& findings_;
  Scanner in_;
  Slices made_;
  double offset_ = 0, scale_ = 1;
  long count_ = 0, features_ = 0, kinks_ = 0, accelerations_ = 0;
  bool of_wheel_;
};

}  // namespace

bool is_wheel_slices(const std::string& file_name) {
  return ending_of(file_name) == ".slcw";
}

bool is_slices(const std::string& file_name) {
  return ending_of(file_name) == ".slcs" || is_wheel_slices(file_name);
}

std::optional<Slices> read_slices(std::string_view text, const std::string& file_name, Findings& findings) {
  return SlicesReader(text, file_name, findings).read();
}

}  // namespace flangeway::deck
