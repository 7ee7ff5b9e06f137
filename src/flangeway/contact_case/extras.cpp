#include "flangeway/contact_case/extras.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "flangeway/contact/patch/stiffness.hpp"

namespace flangeway::contact_case {
namespace {

using contact::patch::Grid;
using contact::patch::Invariants;
using contact::patch::PointStress;
using contact::patch::StressField;
using nlohmann::ordered_json;

// One point in the axes of the output.
struct Place {
  double x, y, z;
};

// Extremes of one block of points.
class Maxima {
 public:
  Maxima(bool deck, double length, double stress) : deck_(deck), length_(length), stress_(stress) {}

  void add(const PointStress& s, const Place& at) {
    const double hydrostatic = contact::patch::hydrostatic(s), mises = contact::patch::mises(s);
    try_one(hydrostatic_, hydrostatic, at);
    try_one(mises_, mises, at);
    try_one(along_x, s.xx, at);
    try_one(along_y, s.yy, at);
    try_one(along_z, s.zz, at);
    if (may_matter(hydrostatic, mises)) {
      const Invariants i = invariants(s);
      try_one(tresca_, i.tresca, at);
      try_one(largest_, i.largest, at);
      try_one(least_, i.least, at);
    }
    any_ = true;
  }

  [[nodiscard]] ordered_json json() const {
    ordered_json result = ordered_json::object();
    if (!any_) return result;
    for (std::size_t k = 0; k < count; ++k) {
      const Found& f = found_[k];
      result[deck_ ? kinds[k].deck : kinds[k].house] = {stress_ * f.value, length_ * f.at.x, length_ * f.at.y,
                                                        length_ * f.at.z};
    }
    return result;
  }

 private:
  struct Kind {
    const char *deck, *house;
    bool by_size;
    double sign;
  };
  enum Quantity : std::size_t {
    hydrostatic_,
    mises_,
    tresca_,
    largest_,
    least_,
    along_x,
    along_y,
    along_z,
    count
  };
  static constexpr Kind kinds[count] = {{"ABSMAX SIGHYD", "hydrostatic", true, 1},
                                        {"MAX SIGVM", "mises", false, 1},
                                        {"MAX SIGTR", "tresca", false, 1},
                                        {"MAX SIGMA1", "largest_principal", false, 1},
                                        {"MIN SIGMA3", "least_principal", false, -1},
                                        {"ABSMAX SIGXX", "xx", true, 1},
                                        {"ABSMAX SIGYY", "yy", true, 1},
                                        {"ABSMAX SIGZZ", "zz", true, 1}};
  struct Found {
    double weight = 0, value = 0;
    Place at{};
  };

  void try_one(Quantity k, double value, const Place& at) {
    const double weight = kinds[k].by_size ? std::abs(value) : kinds[k].sign * value;
    if (!any_ || weight > found_[k].weight) found_[k] = {weight, value, at};
  }

  /// Whether principal stresses could be the largest so far. They are up to 2/3 of the equivalent stress away
  /// from the mean and up to 2/√3 of it from each other: their cost is most of that of a point.
  [[nodiscard]] bool may_matter(double hydrostatic, double mises) const {
    constexpr double rounding = 1 + 1e-12;
    const double away = rounding * (2.0 / 3) * mises + 1e-12 * std::abs(hydrostatic);
    return !any_ || rounding * 2 / std::sqrt(3.0) * mises > found_[tresca_].weight ||
           hydrostatic + away > found_[largest_].weight || away - hydrostatic > found_[least_].weight;
  }

  bool deck_;
  double length_, stress_;
  bool any_ = false;
  Found found_[count];
};

class Layers {
 public:
  Layers(const Extras& extras, const PatchAxes& axes, const SolvedPatch& patch, unsigned threads,
         PatchFields* fields)
      : extras_(extras),
        axes_(axes),
        grid_(patch.problem.grid),
        tractions_(patch.solution.tractions),
        threads_(threads),
        fields_(fields),
        deck_(axes.convention == Convention::deck),
        length_(deck_ ? 1e3 : 1),
        stress_(deck_ ? 1e-6 : 1) {}

  [[nodiscard]] ordered_json json() {
    ordered_json blocks = ordered_json::array();
    for (const Below& block : extras_.below) blocks.push_back(block_json(block));
    return blocks;
  }

 private:
  ordered_json block_json(const Below& block) {
    begin_points(block);
    Maxima maxima(deck_, length_, stress_);
    ordered_json rows = ordered_json::array();
    const bool under_elements = block.x.empty();
    const auto at_depth = [&](double z) {
      return [&, z](const PointStress& stress, double x, double y) {
        const Place at{x, y, z};
        maxima.add(stress, at);
        if (kept_ != nullptr) kept_->points.push_back({x, y, z, stress});
        if (!under_elements) rows.push_back(row(stress, at));
      };
    };
    if (under_elements) {
      under(block, at_depth);
    } else {
      for (const double z : block.z) at_points(block, z, at_depth(z));
    }
    if (deck_) return maxima.json();
    ordered_json result{{"maxima", maxima.json()}};
    if (!rows.empty())
      result["points"] = {{"columns",
                           {"x", "y", "z", "xx", "yy", "zz", "xy", "xz", "yz", "ux", "uy", "uz", "mises",
                            "tresca", "hydrostatic"}},
                          {"rows", std::move(rows)}};
    return result;
  }

  static std::size_t inside_grid(const std::vector<int>& numbers, int end) {
    return static_cast<std::size_t>(
        std::count_if(numbers.begin(), numbers.end(), [end](int i) { return i >= 0 && i < end; }));
  }

  void begin_points(const Below& block) {
    kept_ = nullptr;
    if (fields_ == nullptr || !fields_->points) return;
    kept_ = &fields_->points->emplace_back();
    auto& [along, across, down] = kept_->counts;
    down = block.z.size();
    if (!block.x.empty()) {
      along = block.x.size(), across = block.y.size();
    } else if (block.everywhere) {
      along = static_cast<std::size_t>(grid_.nx), across = static_cast<std::size_t>(grid_.ny);
    } else {
      along = inside_grid(block.columns, grid_.nx), across = inside_grid(block.rows, grid_.ny);
    }
  }

  // Which body a place lies in: z of the problem points into body 1.
  [[nodiscard]] const contact::Material& body(double z) const {
    return z < 0 ? extras_.beneath : extras_.above;
  }
  [[nodiscard]] double inside(double z) const {
    const double own = axes_.z * z;
    // The surface belongs to the body into which the given z points.
    return own == 0 && axes_.z < 0 ? -1e-12 : own;
  }

  // A few layers at a time: all of them might not fit into memory.
  template <typename AtDepth>
  void under(const Below& block, const AtDepth& at_depth) {
    using contact::patch::LayerValues;
    // Displacements are only written with whole layers.
    if (!layers_)
      layers_.emplace(grid_, tractions_,
                      fields_ == nullptr ? LayerValues::stresses : LayerValues::stresses_and_displacements);
    const std::size_t at_once = 4 * std::size_t{threads_};
    for (std::size_t first = 0; first < block.z.size(); first += at_once) {
      std::vector<contact::patch::StressLayers::Depth> depths;
      for (std::size_t i = first; i < std::min(first + at_once, block.z.size()); ++i)
        depths.push_back({body(block.z[i]), inside(block.z[i])});
      layers_->at(depths, threads_, batch_);
      for (std::size_t i = 0; i < batch_.size(); ++i)
        visit_layer(block, batch_[i], at_depth(block.z[first + i]));
    }
  }

  template <typename Visit>
  void visit_layer(const Below& block, StressField& field, const Visit& visit) {
    const auto take = [&](int ix, int iy) {
      if (ix < 0 || ix >= grid_.nx || iy < 0 || iy >= grid_.ny) return;
      const int own = axes_.y < 0 ? grid_.ny - 1 - iy : iy;
      visit(in_axes(field.points[grid_.index(ix, own)]), grid_.x(ix), axes_.y * grid_.y(own));
    };
    if (block.everywhere) {
      for (int iy = 0; iy < grid_.ny; ++iy)
        for (int ix = 0; ix < grid_.nx; ++ix) take(ix, iy);
    } else {
      for (const int iy : block.rows)
        for (const int ix : block.columns) take(ix, iy);
    }
    if (fields_ != nullptr) fields_->below.push_back(std::move(field));
  }

  template <typename Visit>
  void at_points(const Below& block, double z, const Visit& visit) {
    std::vector<Vec2> points;
    for (const double y : block.y)
      for (const double x : block.x) points.emplace_back(x, axes_.y * y);
    const auto found = subsurface_stress_at(grid_, tractions_, body(z), inside(z), points);
    for (std::size_t i = 0; i < points.size(); ++i)
      visit(in_axes(found[i]), points[i].x(), axes_.y * points[i].y());
  }

  [[nodiscard]] PointStress in_axes(PointStress s) const {
    s.xy *= axes_.y, s.xz *= axes_.z, s.yz *= axes_.y * axes_.z;
    s.uy *= axes_.y, s.uz *= axes_.z;
    return s;
  }

  [[nodiscard]] ordered_json row(const PointStress& s, const Place& at) const {
    const Invariants i = invariants(s);
    ordered_json values = ordered_json::array();
    for (const double v : {at.x, at.y, at.z}) values.push_back(length_ * v);
    for (const double v : {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz}) values.push_back(stress_ * v);
    for (const double v : {s.ux, s.uy, s.uz}) values.push_back(length_ * v);
    for (const double v : {i.mises, i.tresca, i.hydrostatic}) values.push_back(stress_ * v);
    return values;
  }

  const Extras& extras_;
  const PatchAxes& axes_;
  const Grid& grid_;
  const contact::patch::Tractions& tractions_;
  unsigned threads_;
  std::optional<contact::patch::StressLayers> layers_;  // where whole layers are requested
  std::vector<StressField> batch_;                      // a few of them
  PatchFields* fields_;
  StressPoints* kept_ = nullptr;  // of the block in hand, where its points are requested
  bool deck_;
  double length_, stress_;
};

}  // namespace

void add_extras(const Extras& extras, const PatchAxes& axes, const SolvedPatch& patch, Workspaces& workspaces,
                ordered_json& json, PatchFields* fields) {
  if (!extras.below.empty() && patch.solution.contact_elements > 0) {
    const char* key = axes.convention == Convention::deck ? "subsurface_maxima" : "subsurface";
    json[key] = Layers(extras, axes, patch, workspaces.threads, fields).json();
  }
  if (!extras.stiffness) return;
  const auto k = tangential_stiffness(patch.problem, patch.previous, patch.solution, workspaces.patch);
  const double along = axes.force, across = axes.force * axes.y;
  json["tangential_stiffness"] = {
      {"FX", {along * k.x_by_x, across * k.x_by_y, across * k.x_by_spin}},
      {"FS", {across * k.y_by_x, along * k.y_by_y, along * k.y_by_spin}},
      {"MN", {across * k.moment_by_x, along * k.moment_by_y, along * k.moment_by_spin}}};
}

}  // namespace flangeway::contact_case
