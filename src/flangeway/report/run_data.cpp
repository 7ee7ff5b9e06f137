#include "flangeway/report/run_data.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "flangeway/assess/series.hpp"
#include "flangeway/assess/spectrum.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/report/curves.hpp"
#include "flangeway/report/derived.hpp"
#include "flangeway/report/encode.hpp"
#include "flangeway/report/key_numbers.hpp"
#include "flangeway/report/position_axis.hpp"

namespace flangeway::report {
namespace {

using document::Visitor;
using Json = nlohmann::json;
using results::Reader;

// Instants that the view plays, and over which contacts are drawn.
constexpr std::size_t max_frames = 2500;

// The one key of a case that the page names; all others are unknown here, and their findings are dropped.
struct CaseKeys {
  document::Located<std::string> name;
};

void describe(Visitor& v, CaseKeys& keys) {
  v.text("name", keys.name, document::Presence::optional, "");
}

/// Applies the lines `# --set key.path=value` that follow the case.
void apply_sets(document::Document& document, const std::string& settings, Findings& ignored) {
  constexpr std::string_view mark = "# --set ";
  std::istringstream lines(settings);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(mark)) document.set(line.substr(mark.size()), ignored);
  }
}

Json object_of(const std::string& text) {
  Json json = parse_json<Json>(text);
  return json.is_object() ? json : Json::object();
}

/// Places and turns that would be seen to jump with 16 bits.
bool needs_all_digits(std::string_view name) {
  return name == "t" || name == "distance" || name == "chainage" || name.ends_with(".s") ||
         name.ends_with(".pitch");
}

Json encoded(std::string_view name, const std::vector<double>& values, bool whole) {
  return whole && needs_all_digits(name) ? exact(values) : compact(values);
}

class Channels {
 public:
  explicit Channels(std::size_t run) : run_(run) {}

  void add(const results::Channel& channel, const std::vector<double>& values, bool derived) {
    Json data =
        encoded(channel.name, place(channel.name) ? thinned_places(values, run_) : thinned(values, run_),
                run_ == 1 || place(channel.name));
    data["name"] = channel.name;
    data["unit"] = channel.unit;
    data["frame"] = channel.frame;
    data["description"] = channel.description;
    if (derived) data["derived"] = true;
    list_.push_back(std::move(data));
  }
  Json& list() { return list_; }

 private:
  static bool place(std::string_view name) { return name == "t" || name == "distance" || name == "chainage"; }
  std::size_t run_;
  Json list_ = Json::array();
};

bool in_frames(const std::string& name) {
  static constexpr std::array<const char*, 20> endings{".s",
                                                       ".rail_y",
                                                       ".rail_z",
                                                       ".rail_roll",
                                                       ".y",
                                                       ".z",
                                                       ".roll",
                                                       ".pitch",
                                                       ".yaw",
                                                       ".Q",
                                                       ".Y",
                                                       ".lift",
                                                       ".wheel_s",
                                                       ".rail_s",
                                                       ".contact_angle",
                                                       ".normal_force",
                                                       ".creep_force_x",
                                                       ".creep_force_y",
                                                       ".semi_axis_a",
                                                       ".semi_axis_b"};
  if (name.starts_with("track.")) return false;  // at places beside the vehicle
  const std::size_t digits = name.find_last_not_of("0123456789") + 1;
  if (digits < name.size() && name.substr(0, digits).ends_with(".mode")) return true;
  return name == "t" || name == "distance" || name == "chainage" ||
         std::any_of(endings.begin(), endings.end(),
                     [&](const char* ending) { return name.ends_with(ending); });
}

/// Every so many rows what the view needs of them; null where the channels themselves have all rows.
Json frames(const Reader& results, std::size_t run) {
  if (run == 1) return nullptr;
  const std::size_t every = (results.rows() + max_frames - 1) / max_frames;
  Json json{{"every", every}, {"channels", Json::object()}};
  for (const results::Channel& channel : results.channels()) {
    if (!in_frames(channel.name)) continue;
    json["channels"][channel.name] =
        encoded(channel.name, results.read(channel.name, {.every = every}), true);
  }
  return json;
}

/// Whether the arrays that the view draws are there, in rows of two rails: a damaged file may lack some.
bool is_drawable(const results::ArrayGroup& group) {
  const auto has = [&](const char* name, std::size_t rank) {
    return std::any_of(group.arrays.begin(), group.arrays.end(), [&](const results::Array& array) {
      return array.name == name && array.extents.size() == rank && (rank == 0 || array.extents[0] == 2);
    });
  };
  return has("t", 0) && has("s", 0) && has("rail_y", 2) && has("rail_z", 2) && has("rail_roll", 2) &&
         has("sleeper_y", 2) && has("sleeper_z", 2);
}

/// As many records of the deformed track as `max_numbers` allow, evenly; null without any.
Json deformed_track(const Reader& results, std::size_t max_numbers) {
  const results::ArrayGroup& group = results.deformed_track();
  const std::size_t records = results.deformed_track_records(), numbers = group.numbers();
  if (records == 0 || !is_drawable(group)) return nullptr;
  const std::size_t every = std::max<std::size_t>((records * numbers + max_numbers - 1) / max_numbers, 1);
  Json json{{"every", every}, {"records", records}, {"arrays", Json::object()}};
  for (const auto& [name, value] : group.facts) json[name] = value;
  for (const results::Array& array : group.arrays) {
    const std::vector<double> values = results.read_deformed_track(array.name, {.every = every});
    json["arrays"][array.name] = array.extents.empty() ? exact(values) : compact(values);
    json["arrays"][array.name]["extents"] = array.extents;
  }
  return json;
}

Json spectra(const Reader& results, const std::vector<Derived>& derived) {
  Json list = Json::array();
  const std::optional<double> step = results.has("t") ? assess::even_step(results.read("t")) : std::nullopt;
  if (!step) return list;
  for (const Derived& one : derived) {
    if (!one.channel.name.ends_with(".ay") && !one.channel.name.ends_with(".az")) continue;
    const assess::Spectrum spectrum = assess::power_spectral_density(one.values, *step);
    if (spectrum.frequency.empty()) continue;
    Json density = Json::array();
    for (const double value : spectrum.density) density.push_back(static_cast<float>(value));
    list.push_back({{"channel", one.channel.name},
                    {"resolution", spectrum.frequency.front()},
                    {"density", std::move(density)}});
  }
  return list;
}

/// [{title, svg}] of wear numbers over both rails and of the shakedown diagram.
Json pictures_of_rails(const Reader& results, const std::vector<Derived>& derived) {
  Json list = Json::array();
  if (const plot::Figure rails = rail_figure(results, derived); !rails.panels.empty())
    list.push_back({{"title", "Wear numbers and contacts over both rails"}, {"svg", plot::svg(rails)}});
  if (const plot::Figure one = shakedown_figure(results, assumed_yield_in_shear); !one.panels.empty())
    list.push_back({{"title", "Shakedown diagram"}, {"svg", plot::svg(one)}});
  return list;
}

}  // namespace

Json provenance_json(const results::Provenance& from) {
  Json inputs = Json::array();
  for (const results::InputFile& input : from.inputs)
    inputs.push_back({{"path", input.path}, {"sha256", input.sha256}});
  return {{"version", from.version},   {"commit", from.commit},        {"command_line", from.command_line},
          {"started", from.started},   {"inputs", std::move(inputs)},  {"method", from.method},
          {"settings", from.settings}, {"integrator", from.integrator}};
}

std::string case_name(const results::Provenance& provenance) {
  Findings ignored;
  document::Document document = document::Document::from_text(provenance.settings, "case", ignored);
  apply_sets(document, provenance.settings, ignored);
  CaseKeys keys;
  document.fill(keys, ignored);
  return keys.name.value;
}

Json run_data(const Reader& results, std::size_t max_numbers) {
  const std::vector<Derived> derived = derived_channels(results);
  const std::size_t count = results.channels().size() + derived.size();
  const std::size_t points = std::max<std::size_t>(max_numbers / std::max<std::size_t>(count, 1), 2);
  // Two numbers stay of each run.
  const std::size_t run = results.rows() <= points ? 1 : (2 * results.rows() + points - 1) / points;
  Channels channels(run);
  for (const results::Channel& channel : results.channels())
    channels.add(channel, results.read(channel.name), false);
  for (const Derived& one : derived) channels.add(one.channel, one.values, true);
  const std::vector<LinePart> parts = line_parts(results, derived);
  const Json summary = object_of(results.summary_json()), scene = object_of(results.provenance().scene);
  return {{"path", results.path()},
          {"name", case_name(results.provenance())},
          {"status", results::to_string(results.status())},
          {"rows", results.rows()},
          {"run", run},
          {"provenance", provenance_json(results.provenance())},
          {"summary", summary},
          {"scene", scene},
          {"numbers", key_numbers(results, derived, summary, scene)},
          {"parts", parts_json(parts)},
          {"fatigue", fatigue_text(parts, chainage_table(summary))},
          {"rails", parts.empty() ? Json::array() : pictures_of_rails(results, derived)},
          {"channels", std::move(channels.list())},
          {"frames", frames(results, run)},
          {"deformed_track", deformed_track(results, max_numbers / 4)},
          {"spectra", spectra(results, derived)}};
}

}  // namespace flangeway::report
