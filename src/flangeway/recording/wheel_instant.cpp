#include "flangeway/recording/wheel_instant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/geometry/pair.hpp"
#include "flangeway/math/rotation.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/recording/recorded_case.hpp"
#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/motion_on_rail.hpp"
#include "flangeway/wheelrail/patch_friction.hpp"

namespace flangeway::recording {
namespace {

using wheelrail::elastic::Placement;

// One row of the result, by names of channels.
class Row {
 public:
  Row(const results::Reader& result, std::size_t row) : result_(result), row_(row) {}
  [[nodiscard]] double operator()(const std::string& channel) const {
    return result_.read(channel, {row_, row_ + 1}).front();
  }
  [[nodiscard]] double or_zero(const std::string& channel) const {
    return result_.has(channel) ? (*this)(channel) : 0;
  }
  [[nodiscard]] bool has(const std::string& channel) const { return result_.has(channel); }

 private:
  const results::Reader& result_;
  std::size_t row_;
};

struct WheelOfModel {
  std::size_t wheelset = 0, body = 0, side = 0;
  std::string name, prefix;  // "wheelset1", "wheelset1.left."
  geometry::Side placed;     // the wheel and its rail, left-hand
};

// Content of a contact file at one instant.
struct Instant {
  double time = 0, force = 0, coefficient = 0;
  wheel_on_rail::WheelsetMotion motion;  // left-hand
};

constexpr std::array<const char*, 6> coordinates{"s", "y", "z", "roll", "pitch", "yaw"};

multibody::BodyState body_at(const vehicle_case::CaseModel& model, const WheelOfModel& wheel,
                             const Row& row) {
  const multibody::Model& bodies = model.vehicle.bodies;
  std::vector<double> state(bodies.state_size(), 0.0);
  for (std::size_t i = 0; i < bodies.bodies.size(); ++i)
    for (std::size_t k = 0; k < 6; ++k)
      state[6 * i + k] = bodies.bodies[i].initial[static_cast<Eigen::Index>(k)];
  for (std::size_t k = 0; k < 6; ++k) {
    state[6 * wheel.body + k] = row(fmt::format("{}.{}", wheel.name, coordinates[k]));
    state[bodies.velocity_offset() + 6 * wheel.body + k] =
        row(fmt::format("{}.v{}", wheel.name, coordinates[k]));
  }
  for (std::size_t i = 0; i < bodies.bodies.size(); ++i)
    state[6 * i] = state[6 * wheel.body];  // on the track
  multibody::Workspace workspace = multibody::make_workspace(bodies);
  multibody::evaluate_kinematics(bodies, model.track, state.data(), workspace);
  return workspace.bodies[wheel.body];
}

wheelrail::RailMotion rail_at(const WheelOfModel& wheel, const Row& row) {
  wheelrail::RailMotion rail;
  rail.displacement = Vec3(0, row.or_zero(wheel.prefix + "rail_y"), row.or_zero(wheel.prefix + "rail_z"));
  rail.rotation = Vec3(row.or_zero(wheel.prefix + "rail_roll"), 0, row.or_zero(wheel.prefix + "rail_yaw"));
  return rail;
}

// The more loaded of tread and flange.
std::string main_contact(const WheelOfModel& wheel, const Row& row) {
  const auto load = [&](const char* zone) { return row(wheel.prefix + zone + ".normal_force"); };
  return wheel.prefix + (load("flange") > load("tread") ? "flange." : "tread.");
}

Instant instant_at(const vehicle_case::CaseModel& model, const WheelOfModel& wheel, const Row& row) {
  const multibody::BodyState body = body_at(model, wheel, row);
  const double s = row(wheel.name + ".s"), sign = wheelrail::sign_of(wheel.side);
  track::Irregularity irregularity{};
  track::evaluate_irregularity(model.track, s, irregularity);
  const wheelrail::RailMotion rail = rail_at(wheel, row);
  const Placement place = wheelrail::elastic::place_wheel(body, irregularity, s,
                                                          model.contact.rail_half_distance, rail, wheel.side);
  const double spin =
      row.has(wheel.prefix + "spin") ? row(wheel.prefix + "spin") : row(wheel.name + ".vpitch");
  const Vec3 turning = body.intermediate_angular_velocity + spin * body.pitch_axis;
  Instant instant;
  instant.time = row("t");
  instant.motion = wheelrail::elastic::motion_on_rail(body, turning, rail, place,
                                                      {wheel.placed.rail_lateral, wheel.placed.rail_height},
                                                      wheel.placed.radius, wheel.side);
  const Vec3 on_wheel(0, -sign * row(wheel.prefix + "Y"), row(wheel.prefix + "Q"));
  instant.force = wheelrail::elastic::rail_axes(place.rail).col(2).dot(on_wheel);
  const std::string contact = main_contact(wheel, row);
  instant.coefficient = row.has(contact + "friction")
                            ? row(contact + "friction")
                            : wheelrail::friction_coefficient(model.contact.settings.friction[wheel.side],
                                                              row(contact + "contact_angle"), s);
  return instant;
}

std::string friction_text(const wheelrail::RailFriction& rail, double coefficient) {
  const contact::patch::FrictionLaw law = wheelrail::elastic::patch_friction_law(rail.law, coefficient);
  if (law.kind == contact::patch::FrictionKind::exponential)
    return fmt::format("coefficient = {}, law = \"exponential\", fall_1 = {}, speed_1 = {}", law.kinetic,
                       law.amplitude_1, law.speed_1);
  if (rail.stations.empty() && !rail.over_angle.empty()) {
    std::vector<std::string> pairs;
    for (const wheel_on_rail::FrictionAt& at : wheelrail::elastic::patch_friction(rail))
      pairs.push_back(fmt::format("[{}, {}]", at.inclination, at.law.kinetic));
    return fmt::format("over_inclination = [{}]", fmt::join(pairs, ", "));
  }
  return fmt::format("coefficient = {}", coefficient);
}

std::string contact_file_name(const std::string& prefix) {
  return prefix.empty() ? "contact.toml" : prefix.substr(0, prefix.size() - 1) + ".toml";
}

struct Key {
  const char* name;
  double value;
};

// In the axes of a contact file: y, roll and yaw of a right wheel are turned round again.
std::vector<Key> keys_of(const Instant& instant, double sign) {
  const wheel_on_rail::WheelsetMotion& m = instant.motion;
  return {{"vertical_force", instant.force},
          {"wheelset.y", sign * m.y},
          {"wheelset.roll", sign * m.roll},
          {"wheelset.yaw", sign * m.yaw},
          {"wheelset.speed", m.velocity.x()},
          {"wheelset.velocity_y", sign * m.velocity.y()},
          {"wheelset.velocity_z", m.velocity.z()},
          {"wheelset.velocity_roll", sign * m.velocity_roll},
          {"wheelset.velocity_pitch", m.velocity_pitch},
          {"wheelset.velocity_yaw", sign * m.velocity_yaw}};
}

std::string material_text(const contact::Material& material) {
  return fmt::format("{{ shear_modulus = {}, poisson_ratio = {} }}", material.shear_modulus(),
                     material.poisson_ratio);
}

// The contact file names files that begin with `prefix`.
std::string contact_toml(const vehicle_case::CaseModel& model, const results::Reader& result,
                         const WheelOfModel& wheel, const std::vector<Instant>& instants,
                         const std::string& prefix) {
  const geometry::Side& placed = wheel.placed;
  const double sign = wheelrail::sign_of(wheel.side);
  const wheelrail::Settings& settings = model.contact.settings;
  std::string text =
      fmt::format("# {} wheel of {} in {}\n# Solve it with: flangeway contact {}\n",
                  wheel.side == 0 ? "Left" : "Right", wheel.name, result.path(), contact_file_name(prefix));
  if (instants.size() == 1)
    text += fmt::format("name = \"{} at {:.6g} s\"\n", wheel.name, instants.front().time);
  if (instants.size() > 1) text += fmt::format("table = \"{}instants.csv\"\n", prefix);
  text += fmt::format("\n[wheel_on_rail]\nwheel = \"{0}wheel.csv\"\nrail = \"{0}rail.csv\"\n", prefix);
  text += fmt::format("side = \"{}\"\nvertical = \"force\"\n", wheel.side == 0 ? "left" : "right");
  text += fmt::format("elements = {{ dx = {0}, ds = {0} }}\n", settings.patch_solution.element);
  text += fmt::format("wheel_material = {}\nrail_material = {}\n", material_text(settings.patch.wheel),
                      material_text(settings.patch.rail));
  text += fmt::format("friction = {{ {} }}\n",
                      friction_text(settings.friction[wheel.side], instants.front().coefficient));
  text += fmt::format("rail_place = {{ placing = \"position\", y = {}, z = {}, inclination_angle = {} }}\n",
                      sign * placed.rail_lateral, placed.rail_height, placed.inclination_angle);
  text += fmt::format("wheel_place = {{ back_to_back = {}, back_position = 0, wheel_radius = {} }}\n",
                      2 * placed.wheel_lateral, placed.radius);
  text += "# The motion is that over the rail, in the axes of the rail beside the wheelset.\n";
  for (const Key& key : keys_of(instants.front(), sign))
    text += fmt::format("{} = {}\n", key.name, key.value);
  return text;
}

std::string instants_csv(const std::vector<Instant>& instants, double sign) {
  std::string text = "name";
  for (const Key& key : keys_of(instants.front(), sign)) text += fmt::format(",wheel_on_rail.{}", key.name);
  for (const Instant& instant : instants) {
    text += fmt::format("\n{:.6g} s", instant.time);
    for (const Key& key : keys_of(instant, sign)) text += fmt::format(",{}", key.value);
  }
  return text + "\n";
}

void complain(const std::string& option, std::string problem, std::string got, std::string allowed,
              std::string advice, Findings& findings) {
  findings.add({{option}, "", std::move(problem), std::move(got), std::move(allowed), std::move(advice)});
}

void check_channels(const results::Reader& result, const WheelOfModel& wheel, Findings& findings) {
  std::vector<std::string> needed{"t", wheel.prefix + "Q", wheel.prefix + "Y"};
  for (const char* coordinate : coordinates)
    for (const char* rate : {"", "v"}) needed.push_back(fmt::format("{}.{}{}", wheel.name, rate, coordinate));
  for (const char* zone : {"tread", "flange"})
    for (const char* quantity : {"normal_force", "contact_angle"})
      needed.push_back(fmt::format("{}{}.{}", wheel.prefix, zone, quantity));
  for (const std::string& channel : needed)
    if (!result.has(channel))
      complain(result.path(), "has no channel that is needed", channel, "",
               "Repeat the run with flangeway run, which records it", findings);
}

std::optional<WheelOfModel> wheel_of(const vehicle_case::CaseModel& model, const results::Reader& result,
                                     const WheelInstants& wanted, Findings& findings) {
  if (model.contact.settings.friction_law != nullptr) {
    complain("--wheel", "is on a rail with a friction law of your own, which no contact file can have",
             model.contact.settings.friction_law->name, "", "Repeat the run without contact.friction.library",
             findings);
    return std::nullopt;
  }
  const vehicle::VehicleModel& vehicle = model.vehicle;
  std::vector<std::string> names;
  for (const vehicle::Wheelset& wheelset : vehicle.wheelsets)
    names.push_back(vehicle.bodies.bodies[wheelset.body].name);
  const auto found = std::find(names.begin(), names.end(), wanted.wheelset);
  if (found == names.end()) {
    complain("--wheel", "names no wheelset of the vehicle", wanted.wheelset,
             fmt::format("{}", fmt::join(names, ", ")), "Name one of them", findings);
    return std::nullopt;
  }
  const auto index = static_cast<std::size_t>(found - names.begin());
  const vehicle::Wheelset& wheelset = vehicle.wheelsets[index];
  if (multibody::carries_one_wheel(vehicle.bodies.bodies[wheelset.body])) {
    complain("--wheel", "is on a carrier of its own, whose wheel no contact file can have", wanted.wheelset,
             "", "Name a wheelset with two wheels", findings);
    return std::nullopt;
  }
  const profile::Profile &own = model.shapes.wheels[2 * index + wanted.side],
                         &rail = model.shapes.rails[wanted.side];
  WheelOfModel wheel{index,
                     wheelset.body,
                     wanted.side,
                     wanted.wheelset,
                     fmt::format("{}.{}.", wanted.wheelset, wanted.side == 0 ? "left" : "right"),
                     {own.curve, rail.curve, wheelset.profile_position, 0, 0, 0, wheelset.wheel_radius}};
  geometry::place_rail(rail, model.shapes.placement, wheel.placed);
  const std::size_t pair = model.contact.wheelsets[index].pair;
  if (!model.contact.pairs[pair]->shapes[wheel.side].varying.empty())
    complain("--wheel", "runs on rails that vary along the track: a contact file has one section of the rail",
             wheel.name, "", "Write its contact file by hand, with a slices file (docs/contact.md)",
             findings);
  check_channels(result, wheel, findings);
  return wheel;
}

NamedTexts files_of(const vehicle_case::CaseModel& model, const results::Reader& result,
                    const WheelOfModel& wheel, const std::vector<Instant>& instants,
                    const std::string& prefix) {
  NamedTexts files{
      {contact_file_name(prefix), contact_toml(model, result, wheel, instants, prefix)},
      {prefix + "wheel.csv", profile::write_csv(model.shapes.wheels[2 * wheel.wheelset + wheel.side])},
      {prefix + "rail.csv", profile::write_csv(model.shapes.rails[wheel.side])}};
  if (instants.size() > 1)
    files.emplace_back(prefix + "instants.csv", instants_csv(instants, wheelrail::sign_of(wheel.side)));
  return files;
}

// The row next to a time; none, with a finding, outside the run.
std::optional<std::size_t> row_at(const std::vector<double>& recorded, double time, Findings& findings) {
  if (recorded.empty() || !(time >= recorded.front() && time <= recorded.back())) {
    complain("--at", "lies outside the run", fmt::format("{:.6g}", time),
             recorded.empty() ? "no row was recorded"
                              : fmt::format("{:.6g} to {:.6g} in s", recorded.front(), recorded.back()),
             "Name a time of the run", findings);
    return std::nullopt;
  }
  const auto after = std::lower_bound(recorded.begin(), recorded.end(), time);
  const bool before = after != recorded.begin() && time - *(after - 1) < *after - time;
  return static_cast<std::size_t>(after - recorded.begin()) - (before ? 1 : 0);
}

}  // namespace

WheelInstants wheel_instants(const std::string& wheel, std::vector<double> times, Findings& findings) {
  const std::size_t dot = wheel.rfind('.');
  const std::string side = dot == std::string::npos ? "" : wheel.substr(dot + 1);
  if (side != "left" && side != "right")
    complain("--wheel", "names no wheel", wheel, "WHEELSET.left or WHEELSET.right", "", findings);
  if (times.empty()) complain("--at", "names no time", "", "", "Name a time of the run", findings);
  return {.wheelset = wheel.substr(0, dot), .side = side == "right" ? 1U : 0U, .times = std::move(times)};
}

std::optional<NamedTexts> contact_files(const vehicle_case::CaseModel& model, const results::Reader& result,
                                        const WheelInstants& wanted, Findings& findings) {
  Findings mine;
  const std::optional<WheelOfModel> wheel = wheel_of(model, result, wanted, mine);
  std::vector<Instant> instants;
  const std::vector<double> recorded = result.has("t") ? result.read("t") : std::vector<double>();
  for (const double time : wanted.times) {
    const std::optional<std::size_t> row = row_at(recorded, time, mine);
    if (!wheel || !row || !mine.empty()) continue;
    instants.push_back(instant_at(model, *wheel, {result, *row}));
    if (!(instants.back().force > 0))
      complain("--at", "is an instant at which the wheel does not press on its rail",
               fmt::format("{:.6g}", time), "", "Choose another", mine);
  }
  if (!mine.empty() || instants.empty()) {
    findings.append(mine);
    return std::nullopt;
  }
  return files_of(model, result, *wheel, instants, "");
}

namespace {

// Rows next to the wanted times, each once.
std::vector<std::size_t> rows_at(const std::vector<double>& recorded, const std::vector<double>& times,
                                 double every, Findings& findings) {
  std::vector<double> wanted = times;
  if (every > 0 && !recorded.empty())
    for (std::size_t k = 0; recorded.front() + static_cast<double>(k) * every <= recorded.back(); ++k)
      wanted.push_back(recorded.front() + static_cast<double>(k) * every);
  std::vector<std::size_t> rows;
  for (const double time : wanted)
    if (const auto row = row_at(recorded, time, findings)) rows.push_back(*row);
  std::sort(rows.begin(), rows.end());
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

WheelFiles files_of_wheel(const vehicle_case::CaseModel& model, const results::Reader& result,
                          const WheelOfModel& wheel, const std::vector<std::size_t>& rows) {
  WheelFiles out;
  out.wheel = wheel.prefix.substr(0, wheel.prefix.size() - 1);
  std::vector<Instant> instants;
  for (const std::size_t row : rows) {
    Instant instant = instant_at(model, wheel, {result, row});
    (instant.force > 0 ? out.times : out.unloaded).push_back(instant.time);
    if (instant.force > 0) instants.push_back(std::move(instant));
  }
  if (!instants.empty()) out.files = files_of(model, result, wheel, instants, out.wheel + "_");
  return out;
}

// A recorded result and its case, read again.
struct RecordedRun {
  results::Reader reader;
  vehicle_case::CaseModel model;
};
std::optional<RecordedRun> read_run(const std::string& result, Findings& findings) {
  auto reader = results::Reader::open(result, findings);
  const auto stored = reader ? results::read_origin(result, findings) : std::nullopt;
  if (!findings.empty()) return std::nullopt;
  auto model = load_recorded_case(result, stored->origin, stored->provenance, findings);
  if (!findings.empty()) return std::nullopt;
  return RecordedRun{std::move(*reader), std::move(*model)};
}

}  // namespace

std::optional<WheelBatch> contact_files_of_all(const std::string& result, const std::vector<double>& times,
                                               double every, Findings& findings) {
  const auto run = read_run(result, findings);
  if (!run) return std::nullopt;
  const std::vector<double> recorded = run->reader.has("t") ? run->reader.read("t") : std::vector<double>();
  const std::vector<std::size_t> rows = rows_at(recorded, times, every, findings);
  if (!findings.empty()) return std::nullopt;
  WheelBatch batch;
  for (const vehicle::Wheelset& wheelset : run->model.vehicle.wheelsets) {
    for (const std::size_t side : {0u, 1u}) {
      const std::string& name = run->model.vehicle.bodies.bodies[wheelset.body].name;
      Findings reasons;
      const auto wheel = wheel_of(run->model, run->reader, {name, side, {}}, reasons);
      if (wheel && reasons.empty())
        batch.wheels.push_back(files_of_wheel(run->model, run->reader, *wheel, rows));
      else
        batch.left_out.push_back(
            fmt::format("{}.{}: {}", name, side == 0 ? "left" : "right", reasons.text()));
    }
  }
  return batch;
}

std::optional<NamedTexts> contact_files(const std::string& result, const WheelInstants& wanted,
                                        Findings& findings) {
  const auto run = read_run(result, findings);
  return run ? contact_files(run->model, run->reader, wanted, findings) : std::nullopt;
}

}  // namespace flangeway::recording
