// Plausible human slips in shipped vehicles, and vehicles as they are.
#include "flangeway/vehicle_case/vehicle_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "flangeway/document/read.hpp"
#include "flangeway/vehicle/parts.hpp"

namespace flangeway::vehicle_case {
namespace {

const std::filesystem::path vehicles = std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/vehicles";

// Texts about a vehicle before it runs: findings that refuse it, or warnings.
std::vector<std::string> said_of(const std::filesystem::path& file, const std::vector<std::string>& sets) {
  Findings findings;
  document::Document document = document::Document::from_file(file, findings);
  for (const std::string& set : sets) document.set(set, findings);
  vehicle::VehicleSpec spec;
  std::vector<document::SourceFile> parts;
  vehicle::read_vehicle(document, spec, parts, findings);
  const auto vehicle = vehicle::compile(spec, findings);
  if (!vehicle) return {findings.text()};
  return warnings(check_vehicle(*vehicle));
}

TEST(VehicleCheck, AcceptsShippedVehicles) {
  for (const auto& entry : std::filesystem::directory_iterator(vehicles)) {
    if (entry.path().extension() != ".toml") continue;
    EXPECT_THAT(said_of(entry.path(), {}), testing::IsEmpty()) << entry.path();
  }
}

struct Slip {
  const char* what;
  const char* vehicle;
  std::vector<std::string> sets;
};

const std::vector<Slip>& slips() {
  static const std::vector<Slip> all{
      // units
      {"car body in t", "manchester", {"bodies[0].mass=32"}},
      {"car body in g", "manchester", {"bodies[0].mass=3.2e7"}},
      {"bogie frame in t", "manchester", {"bodies[1].mass=2.615"}},
      {"wheelset in t", "manchester", {"wheelsets[0].mass=1.813"}},
      {"inertia in t m²", "manchester", {"bodies[0].inertia=[56.8,1970,1970]"}},
      {"inertia of a frame in kg mm²", "manchester", {"bodies[1].inertia=[1.722e9,1.476e9,3.067e9]"}},
      {"inertia of a wheelset times 1000", "manchester", {"wheelsets[1].inertia=[1.12e6,1.12e5,1.12e6]"}},
      {"height in mm", "manchester", {"bodies[0].position=[0,0,1800]"}},
      {"position of a frame in mm", "manchester", {"bodies[1].position=[9500,0,600]"}},
      {"place of a wheelset in mm", "manchester", {"wheelsets[0].x=10780"}},
      {"wheel radius in mm", "manchester", {"wheelsets[0].wheel_radius=457"}},
      {"tape circle in mm", "manchester", {"wheelsets[0].profile_position=751.5"}},
      {"primary springs in kN/m", "manchester", {"bushings[0].stiffness=[31391,3884,1220]"}},
      {"primary springs times 1000", "manchester", {"bushings[0].stiffness=[3.1391e10,3.884e9,1.22e9]"}},
      {"secondary springs in kN/m", "manchester", {"bushings[1].stiffness=[160,160,430]"}},
      {"secondary springs times 1000", "manchester", {"bushings[1].stiffness=[160e6,160e6,430e6]"}},
      {"vertical dampers in kN s/m", "manchester", {"maxwell_dampers[0].damping=20"}},
      {"vertical dampers times 1000", "manchester", {"maxwell_dampers[0].damping=2e7"}},
      {"place of the springs in mm", "manchester", {"bushings[1].position=[9.5,1000,0.8275]"}},
      {"springs of the Y25 in kN/m", "y25_wagon", {"bushings[0].stiffness=[3000,800,500]"}},
      {"wagon in t", "y25_wagon", {"bodies[0].mass=14"}},
      {"load of a wagon in g", "y25_wagon", {"bodies[0].mass=8.12e7"}},
      {"bowl in kN/m", "y25_wagon", {"centre_bowls[0].contact_stiffness=4e4"}},
      {"air springs in cm²", "metro_coach", {"air_springs[0].area=2000"}},
      {"springs of a bogie in N/mm", "bogie_two_point", {"bushings[0].stiffness=[12000,1500,3000]"}},
      {"inertia of a bolster times 1000", "three_piece_wagon", {"bodies[1].inertia=[2.5e5,1.5e4,2.5e5]"}},
      {"side frame in t", "three_piece_wagon", {"bodies[3].mass=0.48"}},
      {"side frame in mm", "three_piece_wagon", {"bodies[3].position=[6170,1000,460]"}},
      {"wheelset of a bogie in t", "bogie_two_point", {"wheelsets[0].mass=1.568"}},
      {"frame in lb inertia times 1000", "cooperrider", {"bodies[0].inertia=[6.78e6,6.78e6,6.78e6]"}},
      // signs
      {"body below the rails", "manchester", {"bodies[0].position=[0,0,-1.8]"}},
      {"frame below the rails", "manchester", {"bodies[1].position=[9.5,0,-0.6]"}},
      {"wheelset at the other end", "manchester", {"wheelsets[0].x=-10.78"}},
      {"frame at the other end", "manchester", {"bodies[1].position=[-9.5,0,0.6]"}},
      {"springs at the other end", "manchester", {"bushings[1].position=[-9.5,1.0,0.8275]"}},
      {"negative stiffness", "manchester", {"bushings[1].stiffness=[160e3,160e3,-430e3]"}},
      {"negative damping", "manchester", {"maxwell_dampers[0].damping=-20e3"}},
      {"negative mass", "manchester", {"bodies[0].mass=-32000"}},
      {"springs below the rails", "manchester", {"bushings[1].position=[9.5,1.0,-0.8275]"}},
      {"shift with the wrong sign",
       "manchester",
       {"bushings[1].copies=[{name=\"secondary_rear\", body_i=\"bogie_rear\", shift=19.0}]"}},
      // sides
      {"primary springs on one side", "manchester", {"bushings[0].mirror_y=false"}},
      {"secondary springs on one side", "manchester", {"bushings[1].mirror_y=false"}},
      {"vertical dampers on one side", "manchester", {"maxwell_dampers[0].mirror_y=false"}},
      {"springs of the Y25 on one side", "y25_wagon", {"bushings[0].mirror_y=false"}},
      {"car body beside the track", "manchester", {"bodies[0].position=[0,0.9,1.8]"}},
      {"frame beside the track", "manchester", {"bodies[2].position=[-9.5,0.6,0]"}},
      // axes
      {"y and z of the body exchanged", "manchester", {"bodies[0].position=[0,1.8,0]"}},
      {"roll and pitch inertia exchanged", "manchester", {"bodies[0].inertia=[1.97e6,56800,1.97e6]"}},
      {"roll and yaw inertia exchanged", "manchester", {"bodies[0].inertia=[1.97e6,1.97e6,56800]"}},
      {"spin inertia about z", "manchester", {"wheelsets[0].inertia=[1120,1120,112]"}},
      {"spin inertia about x", "manchester", {"wheelsets[0].inertia=[112,1120,1120]"}},
      {"vertical and longitudinal stiffness exchanged",
       "manchester",
       {"bushings[1].stiffness=[430e3,160e3,160e3]"}},
      {"x and y of the springs exchanged", "manchester", {"bushings[1].position=[1.0,9.5,0.8275]"}},
      {"x and z of the frame exchanged", "manchester", {"bodies[1].position=[0.6,0,9.5]"}},
      // bodies exchanged
      {"masses of body and frame exchanged", "manchester", {"bodies[0].mass=2615", "bodies[1].mass=32000"}},
      {"primary springs to the wrong wheelset", "manchester", {"bushings[0].body_j=\"wheelset4\""}},
      {"secondary springs to the wrong frame", "manchester", {"bushings[1].body_i=\"bogie_rear\""}},
      {"secondary springs to a wheelset", "manchester", {"bushings[1].body_i=\"wheelset4\""}},
      {"mass of a wheelset and a frame exchanged", "y25_wagon", {"wheelsets[0].mass=14000"}},
      {"diameter for radius",
       "manchester",
       {"wheelsets[0].wheel_radius=0.914", "wheelsets[1].wheel_radius=0.914",
        "wheelsets[2].wheel_radius=0.914", "wheelsets[3].wheel_radius=0.914"}},
  };
  return all;
}

TEST(VehicleCheck, WarnsOfHumanSlips) {
  std::size_t warned = 0;
  std::string missed;
  for (const Slip& slip : slips()) {
    if (said_of(vehicles / (std::string(slip.vehicle) + ".toml"), slip.sets).empty())
      missed += std::string("\n  ") + slip.vehicle + ": " + slip.what;
    else
      ++warned;
  }
  EXPECT_EQ(slips().size(), 60u);
  EXPECT_GE(warned, 55u) << missed;
  RecordProperty("warned", std::to_string(warned));
}

}  // namespace
}  // namespace flangeway::vehicle_case
