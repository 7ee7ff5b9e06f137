// Slips that people make in vehicles, profiles and records. `flangeway check` warns of them before a run.
//
// The slips in vehicles are drawn at random from those that the shipped files allow: a wrong unit (a factor
// of 1000), sign, side, axis or body in one key. Those in profiles and records are tables.
#include "flangeway/inspection/inspection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "flangeway/document/read.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/vehicle/parts.hpp"

namespace flangeway::inspection {
namespace {

namespace fs = std::filesystem;

const fs::path shipped_models = fs::path(FLANGEWAY_SOURCE_DIR) / "models";

// One slip, and whether a warning or a finding names it.
struct Outcome {
  std::string slip;
  bool warned = false;
};

// ---------------------------------------------------------------------------------------------- vehicles

struct VehicleKey {
  std::string list, key, value;
  std::size_t index = 0;
  [[nodiscard]] std::string path() const { return fmt::format("{}[{}].{}", list, index, key); }
};

// Keys of the entries of lists, in one line each.
std::vector<VehicleKey> keys_of(const fs::path& file) {
  std::ifstream text(file);
  std::map<std::string, std::size_t> counts;
  std::vector<VehicleKey> keys;
  std::string list;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with("[[")) {
      list = line.substr(2, line.find("]]") - 2), ++counts[list];
    } else if (line.starts_with("[")) {
      list.clear();
    } else if (const std::size_t at = line.find(" = "); !list.empty() && at != std::string::npos) {
      std::string value = line.substr(at + 3);
      if (const std::size_t comment = value.find('#'); comment != std::string::npos && value[0] != '"')
        value.resize(comment);
      while (!value.empty() && value.back() == ' ') value.pop_back();
      keys.push_back({list, line.substr(0, at), value, counts[list] - 1});
    }
  }
  return keys;
}

// The numbers of "3.5" or "[1, 2.0, 3]"; nothing where it is no such value.
std::vector<double> numbers_of(std::string value) {
  const bool is_list = value.starts_with("[");
  if (is_list != value.ends_with("]")) return {};
  if (is_list) value = value.substr(1, value.size() - 2);
  std::replace(value.begin(), value.end(), ',', ' ');
  std::istringstream stream(value);
  std::vector<double> numbers;
  for (double number; stream >> number;) numbers.push_back(number);
  return stream.eof() ? numbers : std::vector<double>{};
}

std::string text_of(const std::vector<double>& numbers) {
  return numbers.size() == 1 ? fmt::format("{}", numbers[0]) : fmt::format("[{}]", fmt::join(numbers, ","));
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Assignments by kind of slip: "unit", "sign", "side", "axis", "body".
using Slips = std::map<std::string, std::vector<std::string>>;

void add_number_slips(const VehicleKey& key, const std::vector<double>& numbers, Slips& slips) {
  const auto add = [&](const char* kind, const std::vector<double>& wrong) {
    slips[kind].push_back(key.path() + "=" + text_of(wrong));
  };
  const bool is_place = key.key.starts_with("position");
  for (const double factor : {1e3, 1e-3}) {
    std::vector<double> wrong = numbers;
    for (double& number : wrong) number *= factor;
    if (wrong != numbers) add("unit", wrong);
  }
  if (key.key == "wheel_radius") add("unit", {2 * numbers[0]});
  if (key.key == "x") add("sign", {-numbers[0]});
  for (std::size_t a = 0; a < numbers.size() && numbers.size() == 3; ++a) {
    std::vector<double> wrong = numbers;
    if (is_place && std::abs(numbers[a]) > 0.2) wrong[a] = -wrong[a], add("sign", wrong);
    const std::size_t next = (a + 1) % 3;
    if (std::abs(numbers[a] - numbers[next]) <= 0.5 * std::max(std::abs(numbers[a]), std::abs(numbers[next])))
      continue;
    wrong = numbers;
    std::swap(wrong[a], wrong[next]);
    add("axis", wrong);
  }
}

Slips slips_of(const fs::path& file) {
  const std::vector<VehicleKey> keys = keys_of(file);
  std::vector<std::string> bodies;
  for (const VehicleKey& key : keys)
    if (is_one_of(key.list, {"bodies", "wheelsets"}) && key.key == "name") bodies.push_back(key.value);
  Slips slips;
  for (const VehicleKey& key : keys) {
    if (key.list == "applied_forces") continue;
    if (key.key == "mirror_y" && key.value == "true") slips["side"].push_back(key.path() + "=false");
    const bool names_body = is_one_of(key.key, {"body_i", "body_j"}) && key.value != "\"track\"" &&
                            key.value.find('#') == std::string::npos;
    for (const std::string& body : bodies)
      if (names_body && body != key.value) slips["body"].push_back(key.path() + "=" + body);
    if (!is_one_of(key.key, {"mass", "inertia", "position", "position_i", "position_j", "x", "wheel_radius",
                             "profile_position", "stiffness", "damping", "area"}))
      continue;
    const std::vector<double> numbers = numbers_of(key.value);
    if (std::any_of(numbers.begin(), numbers.end(), [](double number) { return number != 0; }))
      add_number_slips(key, numbers, slips);
  }
  return slips;
}

bool is_warned_of(const fs::path& file, const std::string& set) {
  Findings findings;
  document::Document document = document::Document::from_file(file, findings);
  document.set(set, findings);
  vehicle::VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  vehicle::read_vehicle(document, spec, parts, findings);
  const auto vehicle = vehicle::compile(spec, findings);
  return !vehicle || !inspect(*vehicle).warnings.empty();
}

std::vector<Outcome> outcomes_of_vehicles(std::size_t count, unsigned seed) {
  std::vector<std::pair<fs::path, Slips>> vehicles;
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(shipped_models / "vehicles"))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files)
    if (Slips slips = slips_of(file); !slips.empty()) vehicles.emplace_back(file, std::move(slips));
  std::mt19937 random(seed);
  std::vector<Outcome> outcomes;
  while (outcomes.size() < count) {
    const auto& [file, slips] = vehicles[random() % vehicles.size()];
    const auto kind = std::next(slips.begin(), static_cast<std::ptrdiff_t>(random() % slips.size()));
    const std::string& set = kind->second[random() % kind->second.size()];
    outcomes.push_back({file.stem().string() + ": " + kind->first + ": " + set, is_warned_of(file, set)});
  }
  return outcomes;
}

// ---------------------------------------------------------------------------------------------- profiles

using Points = std::vector<std::array<double, 2>>;  // y, z in mm

Points points_of(const std::string& name, profile::Kind kind) {
  Findings findings;
  const auto shape = profile::load_profile(name, kind, {}, {}, findings);
  findings.throw_if_any();
  std::istringstream text(profile::write_csv(*shape));
  Points points;
  for (std::string line; std::getline(text, line);)
    if (const std::vector<double> row = numbers_of("[" + line + "]"); row.size() == 2)
      points.push_back({row[0], row[1]});
  return points;
}

struct ProfileSlip {
  const char* slip;
  const char* shape;
  profile::Kind kind, read_as;
  std::array<double, 2> (*wrong)(double y, double z);
  bool (*is_kept)(double y) = [](double) { return true; };
};

std::vector<ProfileSlip> profile_slips() {
  using enum profile::Kind;
  return {
      {"inches as mm", "s1002", wheel, wheel,
       [](double y, double z) {
         return std::array{y / 25.4, z / 25.4};
       }},
      {"m as mm", "60e1", rail, rail,
       [](double y, double z) {
         return std::array{y / 1e3, z / 1e3};
       }},
      {"cm as mm", "apta_140", wheel, wheel,
       [](double y, double z) {
         return std::array{y / 10, z / 10};
       }},
      {"µm as mm", "s1002", wheel, wheel,
       [](double y, double z) {
         return std::array{y * 1e3, z * 1e3};
       }},
      {"a rail in inches", "140re", rail, rail,
       [](double y, double z) {
         return std::array{y / 25.4, z / 25.4};
       }},
      {"y and z exchanged", "s1002", wheel, wheel,
       [](double y, double z) {
         return std::array{z, y};
       }},
      {"z ten times too large", "54e1", rail, rail,
       [](double y, double z) {
         return std::array{y, 10 * z};
       }},
      {"z ten times too small", "en15302_c", wheel, wheel,
       [](double y, double z) {
         return std::array{y, z / 10};
       }},
      {"a rail as a wheel", "60e1", rail, wheel,
       [](double y, double z) {
         return std::array{y, z};
       }},
      {"a wheel as a rail", "s1002", wheel, rail,
       [](double y, double z) {
         return std::array{y, z};
       }},
      {"rotated by 90 degrees", "apta_220", wheel, wheel,
       [](double y, double z) {
         return std::array{-z, y};
       }},
      {"without its flange", "s1002", wheel, wheel,
       [](double y, double z) {
         return std::array{y, z};
       },
       [](double y) { return y > -25; }},
      {"a diameter in place of a radius: twice as large", "s1002", wheel, wheel,
       [](double y, double z) {
         return std::array{2 * y, 2 * z};
       }},
      {"rotated by 10 degrees", "49e1", rail, rail,
       [](double y, double z) {
         return std::array{0.985 * y - 0.174 * z, 0.174 * y + 0.985 * z};
       }},
  };
}

bool is_warned_of(const ProfileSlip& slip) {
  std::string text;
  for (const auto& [y, z] : points_of(slip.shape, slip.kind)) {
    if (!slip.is_kept(y)) continue;
    const auto [wrong_y, wrong_z] = slip.wrong(y, z);
    text += fmt::format("{},{}\n", wrong_y, wrong_z);
  }
  Findings findings;
  const auto read = profile::read_profile(text, "slip.csv", slip.read_as, {}, findings);
  return !read || !inspect(*read).warnings.empty();
}

// ---------------------------------------------------------------------------------------------- records

using Columns = std::map<std::string, std::vector<double>>;

// The Manchester wagon from straight track into a left curve of 500 m radius without cant, at 20 m/s. Lateral
// forces and loads balance the acceleration across the track, with twice the height of the centre of gravity
// over the distance of the wheels of 2.65; the leading wheelset of a bogie steers against the trailing one.
Columns record_of_curve() {
  constexpr double speed = 20, axle_load = 109.1e3, tread_force = 1286, steering = 6e3;  // m/s, N
  Columns columns;
  for (int i = 0; i <= 500; ++i) {
    const double time = 0.02 * i, curvature = 0.002 * std::clamp((time - 5) / 3, 0.0, 1.0),
                 across = speed * speed * curvature / 9.81;
    columns["t"].push_back(time);
    columns["distance"].push_back(speed * time);
    columns["track.curvature"].push_back(curvature);
    columns["track.cant"].push_back(0);
    for (int k = 0; k < 4; ++k) {
      const std::string name = fmt::format("wheelset{}", k + 1);
      const double steered = (k % 2 == 0 ? 1 : -1) * steering * curvature / 0.002, phase = 5 * time - k;
      for (const double side : {1.0, -1.0}) {
        const double load = axle_load / 2 * (1 - side * 2.65 * across),
                     lateral = side * tread_force - across * axle_load / 2 + steered;
        const std::string wheel = name + (side > 0 ? ".left" : ".right");
        columns[wheel + ".Q"].push_back(load);
        columns[wheel + ".Y"].push_back(lateral);
        columns[wheel + ".YQ"].push_back(std::abs(lateral) / load);
      }
      columns[name + ".s"].push_back(10.78 - 2.56 * k + speed * time);
      columns[name + ".vs"].push_back(speed);
      columns[name + ".y"].push_back(2e-3 * std::sin(phase));
      columns[name + ".vy"].push_back(10e-3 * std::cos(phase));
      columns[name + ".yaw"].push_back(5e-4 * std::cos(phase));
      columns[name + ".vyaw"].push_back(-25e-4 * std::sin(phase));
    }
  }
  return columns;
}

bool is_warned_of(const Columns& columns) {
  return !inspect(acceptance::Record::in_memory("record", columns, {})).warnings.empty();
}

void scale(Columns& columns, const std::string& ending, double factor) {
  for (auto& [name, values] : columns)
    if (name == ending || name.ends_with("." + ending))
      for (double& value : values) value *= factor;
}

void exchange(Columns& columns, const std::string& one, const std::string& other) {
  for (auto& [name, values] : columns)
    if (const std::size_t at = name.find(one); at != std::string::npos) {
      std::string partner = name;
      std::swap(values, columns.at(partner.replace(at, one.size(), other)));
    }
}

struct RecordSlip {
  const char* slip;
  void (*spoil)(Columns& columns);
};

const RecordSlip record_slips[] = {
    {"loads in kN", [](Columns& c) { scale(c, "Q", 1e-3); }},
    {"loads in N that say kN", [](Columns& c) { scale(c, "Q", 1e3); }},
    {"one load in kN", [](Columns& c) { scale(c, "wheelset3.left.Q", 1e-3); }},
    {"loads upwards", [](Columns& c) { scale(c, "Q", -1); }},
    {"lateral forces in kN", [](Columns& c) { scale(c, "Y", 1e-3); }},
    {"one lateral force times 1000", [](Columns& c) { scale(c, "wheelset2.right.Y", 1e3); }},
    {"lateral forces to the right", [](Columns& c) { scale(c, "Y", -1); }},
    {"lateral forces of left wheels outwards", [](Columns& c) { scale(c, "left.Y", -1); }},
    {"time in ms", [](Columns& c) { scale(c, "t", 1e3); }},
    {"distance in km", [](Columns& c) { scale(c, "distance", 1e-3); }},
    {"speed in km/h", [](Columns& c) { scale(c, "vs", 3.6); }},
    {"curvature to the right", [](Columns& c) { scale(c, "curvature", -1); }},
    {"curvature in 1/km", [](Columns& c) { scale(c, "curvature", 1e3); }},
    {"lateral positions in mm", [](Columns& c) { scale(c, "y", 1e3); }},
    {"yaw in degrees", [](Columns& c) { scale(c, "yaw", 57.29578); }},
    {"loads of left and right exchanged", [](Columns& c) { exchange(c, ".left.Q", ".right.Q"); }},
};

// ------------------------------------------------------------------------------------------------- all

TEST(WrongModels, MostSlipsAreWarnedOfBeforeARun) {
  constexpr std::size_t count = 60, least = 55;
  std::vector<Outcome> outcomes;
  for (const ProfileSlip& slip : profile_slips())
    outcomes.push_back({fmt::format("{}: {}", slip.shape, slip.slip), is_warned_of(slip)});
  const Columns columns = record_of_curve();
  EXPECT_FALSE(is_warned_of(columns));
  for (const auto& [slip, spoil] : record_slips) {
    Columns wrong = columns;
    spoil(wrong);
    outcomes.push_back({std::string("record: ") + slip, is_warned_of(wrong)});
  }
  for (Outcome& outcome : outcomes_of_vehicles(count - outcomes.size(), 1))
    outcomes.push_back(std::move(outcome));
  std::size_t warned = 0;
  std::string missed;
  for (const Outcome& outcome : outcomes) {
    warned += outcome.warned ? 1 : 0;
    if (!outcome.warned) missed += "\n  " + outcome.slip;
  }
  EXPECT_EQ(outcomes.size(), count);
  EXPECT_GE(warned, least) << "not warned of:" << missed;
  RecordProperty("warned", std::to_string(warned));
}

// The plain cones have no flange, which is worth a warning. Conicities of reference wheels H and I of EN
// 15302 on 60E1 are above the usual ones: they are shapes to test programs with.
TEST(WrongModels, StandardProfilesAreNotWarnedOf) {
  for (const profile::Kind kind : {profile::Kind::wheel, profile::Kind::rail})
    for (const std::string& name : profile::standard_profile_names(kind)) {
      const std::vector<std::string> warnings = inspect(*profile::standard_profile(name)).warnings;
      if (name == "en15302_h" || name == "en15302_i") {
        EXPECT_THAT(warnings, testing::ElementsAre(testing::HasSubstr("equivalent conicity at 3 mm is 0.")));
        continue;
      }
      EXPECT_EQ(warnings.empty(), !name.starts_with("cone_"))
          << name << ": " << fmt::format("{}", fmt::join(warnings, "\n"));
    }
}

}  // namespace
}  // namespace flangeway::inspection
