#include "flangeway/deck/slices.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/deck/scanner.hpp"

namespace flangeway::deck {
namespace {

constexpr double least_distance = 1e-3;  // of slices, mm or rad

class SlicesReader {
 public:
  SlicesReader(std::string_view text, const std::string& file, Findings& findings)
      : findings_(findings), in_(text, file, findings) {
    in_.set_key("slices");
  }

  std::optional<Slices> read() {
    const std::size_t before = findings_.all().size();
    read_numbers();
    read_files();
    read_parts();
    if (features_ > 1) read_features();
    if (findings_.all().size() != before) return std::nullopt;
    return std::move(made_);
  }

 private:
  void read_numbers() {
    in_.group();
    offset_ = in_.real("U_OFFSET");
    scale_ = in_.real("U_SCALE");
    in_.group();
    count_ = in_.integer("NSLC", {4, 4999});
    in_.group();
    features_ = in_.integer("NFEAT", {0, 1000});
    kinks_ = in_.integer("NKINK", {0, 1000});
    accelerations_ = in_.integer("NACCEL", {0, 1000});
    in_.group();
    made_.approximate = in_.integer("U_INTPOL", {1, 2}) == 2;
  }

  [[nodiscard]] double place() { return scale_ * (offset_ + in_.real("U_SLC")); }

  void read_files() {
    for (long i = 0; i < count_ && !in_.failed(); ++i) {
      in_.group();
      SliceFile slice;
      slice.place = place();
      slice.file = in_.string("FNAME");
      slice.where = in_.here();
      if (i > 0 && !in_.failed() && !(slice.place > made_.slices.back().place + least_distance))
        in_.complain("the slices do not follow each other", fmt::format("{:.10g}", slice.place),
                     fmt::format("more than {:.10g}", made_.slices.back().place));
      made_.slices.push_back(std::move(slice));
    }
  }

  // They have no effect.
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
      if (!in_.failed() && std::abs(at - slice.place) > least_distance)
        in_.complain("features are given for another slice", fmt::format("{:.10g}", at),
                     fmt::format("{:.10g}", slice.place));
      slice.features = in_.reals("S_F", static_cast<std::size_t>(features_));
      if (in_.failed()) return;
      const auto& s = slice.features;
      if (s.front() < 0 || s.back() < 0)
        in_.complain("a feature that is not in all slices is not supported", "S_F < 0");
      else if (!std::is_sorted(s.begin(), s.end()))
        in_.complain("the features of a slice do not follow each other");
    }
  }

  Findings& findings_;
  Scanner in_;
  Slices made_;
  double offset_ = 0, scale_ = 1;
  long count_ = 0, features_ = 0, kinks_ = 0, accelerations_ = 0;
};

}  // namespace

std::optional<Slices> read_slices(std::string_view text, const std::string& file_name, Findings& findings) {
  return SlicesReader(text, file_name, findings).read();
}

}  // namespace flangeway::deck
