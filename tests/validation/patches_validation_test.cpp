// A wheel on a rail by boundary elements against published results: the Manchester benchmark and the
// worn wheel of [Vollebregt2021, section 4.1]. Tables: docs/validation/wheel_on_rail.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/wheel_on_rail/solve.hpp"
#include "support/contact_pairs.hpp"

namespace flangeway::validation {
namespace {

using namespace wheel_on_rail;

using namespace test;

// ---- Manchester benchmark, left wheel

struct Deviations {
  double force = 0, position = 0, angle = 0, pressure = 0, area = 0;
};

void compare(const CsvRow& row, const Contact& contact, Deviations& worst) {
  ASSERT_EQ(contact.patches.size(), 1U);
  const Patch& p = contact.patches[0];
  for (const double force :
       {p.normal_force - row.at("FN"), -p.longitudinal_force - row.at("FX"), p.lateral_force - row.at("FS")})
    worst.force = std::max(worst.force, std::abs(force) / 10e3);
  worst.position = std::max({worst.position, std::abs(p.position.x() - 1e-3 * row.at("xcp_tr")),
                             std::abs(p.position.y() + 1e-3 * row.at("ycp_tr"))});
  worst.angle = std::max(worst.angle, std::abs(p.angle - row.at("delta_cp")));
  worst.pressure = std::max(worst.pressure, std::abs(1e-6 * p.max_pressure / row.at("pmax_MPa") - 1));
  worst.area = std::max(worst.area, std::abs(1e6 * p.contact_area / row.at("area_mm2") - 1));
}

TEST(ManchesterContact, AllRowsOfTheLeftWheelAgree) {
  const auto rows = manchester_rows();
  if (rows.empty()) GTEST_SKIP() << "the shared data are not here";
  Situation situation = manchester();
  Workspace workspace;
  Contact contact;
  Deviations worst;
  double curved_force = 0;
  for (const CsvRow& row : rows) {
    place(row, situation);
    situation.reference.surface = Surface::plane;
    solve(situation, nullptr, workspace, contact);
    ASSERT_EQ(contact.status, Status::solved);
    compare(row, contact, worst);
    const Vec3 planar = contact.total.track.force;
    situation.reference.surface = Surface::curved;
    solve(situation, nullptr, workspace, contact);
    curved_force = std::max(curved_force, (contact.total.track.force - planar).norm() / 10e3);
    fmt::print("y {:5.1f} mm: curved - planar: FX {:+.4f} FY {:+.4f} of the wheel load\n", row.at("y_ws_mm"),
               (contact.total.track.force.x() - planar.x()) / 10e3,
               (contact.total.track.force.y() - planar.y()) / 10e3);
  }
  fmt::print(
      "worst: force {:.5f} of the wheel load, position {:.4f} mm, angle {:.4f} mrad, pmax {:.4f}, area "
      "{:.4f}\n",
      worst.force, 1e3 * worst.position, 1e3 * worst.angle, worst.pressure, worst.area);
  EXPECT_LT(worst.force, 0.005);
  EXPECT_LT(worst.position, 0.05e-3);
  EXPECT_LT(worst.angle, 1e-3);
  EXPECT_LT(worst.pressure, 0.02);
  EXPECT_LT(worst.area, 0.03);
  EXPECT_LT(curved_force, 0.03);
}

// ---- Fast methods against boundary elements

struct Way {
  const char* name;
  contact::halfspace::NormalMethod normal;
  contact::halfspace::TangentialMethod tangential;
};

using contact::halfspace::NormalMethod;
using contact::halfspace::TangentialMethod;
const Way ways[] = {
    {"strips, FaStrip", NormalMethod::strips, TangentialMethod::fastrip},
    {"strips, FASTSIM", NormalMethod::strips, TangentialMethod::fastsim},
    {"Kik-Piotrowski, FaStrip", NormalMethod::kik_piotrowski, TangentialMethod::fastrip},
    {"Kik-Piotrowski, FASTSIM", NormalMethod::kik_piotrowski, TangentialMethod::fastsim},
    {"ANALYN, FaStrip", NormalMethod::analyn, TangentialMethod::fastrip},
    {"ANALYN, FASTSIM", NormalMethod::analyn, TangentialMethod::fastsim},
    {"boundary elements, FASTSIM", NormalMethod::boundary_elements, TangentialMethod::fastsim},
    {"boundary elements, FaStrip", NormalMethod::boundary_elements, TangentialMethod::fastrip},
};

// Largest deviations: creep force over μN, moment over μN√area, the others over themselves.
struct Apart {
  double force = 0, moment = 0, approach = 0, pressure = 0, area = 0, normal = 0;
  void take(const Patch& fast, const Patch& elastic, bool by_force) {
    const double bound = elastic.friction * elastic.normal_force;
    const auto keep = [](double& worst, double value) { worst = std::max(worst, std::abs(value)); };
    keep(force, std::hypot(fast.longitudinal_force - elastic.longitudinal_force,
                           fast.lateral_force - elastic.lateral_force) /
                    bound);
    keep(moment, (fast.moment.z() - elastic.moment.z()) / (bound * std::sqrt(elastic.contact_area)));
    keep(by_force ? approach : normal, by_force ? fast.interpenetration / elastic.interpenetration - 1
                                                : fast.normal_force / elastic.normal_force - 1);
    keep(pressure, fast.max_pressure / elastic.max_pressure - 1);
    keep(area, fast.contact_area / elastic.contact_area - 1);
  }
};

// 0 mm to 10 mm of shift: from nearly elliptic patches to the flange root.
TEST(FastMethods, OnTheManchesterBenchmark) {
  const auto rows = manchester_rows();
  if (rows.empty()) GTEST_SKIP() << "the shared data are not here";
  Situation situation = manchester();
  Workspace workspace;
  std::vector<Contact> elastic(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    place(rows[i], situation);
    solve(situation, nullptr, workspace, elastic[i]);
  }
  fmt::print(
      "| method | creep force | moment | approach | pmax | area |\n| --- | --- | --- | --- | --- | --- |\n");
  for (const Way& way : ways) {
    situation.method.normal = way.normal, situation.method.tangential = way.tangential;
    Apart apart;
    Contact fast;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      place(rows[i], situation);
      solve(situation, nullptr, workspace, fast);
      ASSERT_EQ(fast.status, Status::solved) << way.name << " row " << i;
      ASSERT_EQ(fast.patches.size(), 1U);
      apart.take(fast.patches[0], elastic[i].patches[0], true);
    }
    fmt::print("| {} | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % |\n", way.name, 100 * apart.force,
               100 * apart.moment, 100 * apart.approach, 100 * apart.pressure, 100 * apart.area);
    const bool virtually = way.normal == NormalMethod::kik_piotrowski || way.normal == NormalMethod::analyn;
    EXPECT_LT(apart.force, virtually ? 0.15 : 0.06) << way.name;
    EXPECT_LT(apart.approach, virtually ? 0.06 : 0.01) << way.name;
    EXPECT_LT(apart.pressure, virtually ? 0.12 : 0.01) << way.name;
  }
}

// The program's own ANALYN and FASTSIM on the right wheel of the benchmark, as its example mbench_a22_kpec
// prints them (cases 4 to 6; revision 2593 of 2024-08-14). mm, N, MPa; y to the right, forces on
// the rail.
struct Printed {
  double y, roll, yaw, pitch_velocity;
  double fn, fx, fs, mn, approach, pmax;
  int contact, adhesion;
};
const Printed analyn_printed[] = {
    {0, 0, 0, 4.3481181, 9997, 340.5, -261.6, -3303, 1.646e-2, 352.1, 1224, 1087},
    {0.5, -2.304e-5, 1.2e-3, 4.3474134, 9887, -1098, -2301, -2942, 2.055e-2, 710.4, 1016, 325},
    {5, -3.554e-4, 1.2e-2, 4.3353637, 9621, -963.3, -2719, -1004, 2.905e-2, 1630, 256, 0},
};

TEST(Analyn, IsThatOfTheProgramContact) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  Situation situation = manchester();
  situation.method.normal = NormalMethod::analyn, situation.method.tangential = TangentialMethod::fastsim;
  // At 5 mm there is a second region 7 mm off: the program weighs influences with boundary elements only.
  situation.resolution.combine_distance = situation.resolution.separate_distance;
  Workspace workspace;
  Contact contact;
  for (const Printed& row : analyn_printed) {
    situation.motion.y = 1e-3 * row.y;  // the left pair is the mirror image of the right one
    situation.motion.roll = -row.roll, situation.motion.yaw = row.yaw;
    situation.motion.velocity_pitch = row.pitch_velocity;
    solve(situation, nullptr, workspace, contact);
    ASSERT_EQ(contact.status, Status::solved);
    ASSERT_EQ(contact.patches.size(), 1U);
    const Patch& p = contact.patches[0];
    EXPECT_NEAR(p.normal_force, row.fn, 1e-3 * row.fn);
    // Where the grid lies depends on the depth at which the patch was formed: worth 0.8 % with 250 elements.
    EXPECT_NEAR(1e3 * p.interpenetration, row.approach, 1.2e-2 * row.approach);
    EXPECT_NEAR(1e-6 * p.max_pressure, row.pmax, 9e-3 * row.pmax);
    EXPECT_NEAR(p.contact_elements, row.contact, 0.03 * row.contact);
    EXPECT_NEAR(-p.longitudinal_force, row.fx, 0.01 * row.fn);
    EXPECT_NEAR(-p.lateral_force, row.fs, 0.01 * row.fn);
    EXPECT_NEAR(-1e3 * p.moment.z(), row.mn, 0.01 * row.fn * 1e3 * std::sqrt(p.contact_area));
    EXPECT_NEAR(p.adhesion_elements, row.adhesion, 0.08 * row.contact);
    fmt::print("{} FN {} FX {} FS {} MN {} approach {} pmax {} con {} adh {}\n", row.y, p.normal_force,
               -p.longitudinal_force, -p.lateral_force, -1e3 * p.moment.z(), 1e3 * p.interpenetration,
               1e-6 * p.max_pressure, p.contact_elements, p.adhesion_elements);
  }
}

// ---- A worn wheel on a worn high rail

// The paper prints neither the gauge nor the distance of the flange backs: this one gives flange, flange root
// and tread at y = 14.85 mm as it shows them. The right-hand pair of the paper, mirrored.
Situation worn_pair() {
  Situation situation;
  situation.wheel = shared_profile("worn_high_mileage.prw", profile::Kind::wheel, true);
  situation.rail = shared_profile("site_b_hr.prr", profile::Kind::rail, true);
  situation.wheel_place.back_distance = 1.3463;
  situation.wheel_place.back_position = 0;
  situation.wheel_place.nominal_radius = 0.444;
  situation.motion.y = 14.85e-3;
  situation.motion.roll = 1.3e-3;
  situation.motion.yaw = 5e-3;
  situation.motion.velocity = Vec3(15, 0, 0);
  situation.motion.velocity_pitch = 32.1;
  situation.friction = {{20 * pi / 180, {}}, {30 * pi / 180, {}}};
  situation.friction[0].law.kinetic = 0.35;
  situation.friction[1].law.kinetic = 0.20;
  situation.wheel_material = situation.rail_material = {2 * 82e9 * 1.28, 0.28};
  situation.resolution.dx = situation.resolution.ds = 4e-4;
  return situation;
}

const Reference icp_loc{Surface::plane, ReferencePosition::deepest, ReferenceAngle::local, 2};
const Reference wgt_angle{Surface::plane, ReferencePosition::weighted, ReferenceAngle::weighted, 2};
const Reference curved{Surface::curved, ReferencePosition::weighted, ReferenceAngle::weighted, 2};

void use(const Reference& reference, Situation& situation) {
  situation.reference = reference;
  const bool greedy = reference.surface == Surface::curved;  // all parts in one patch
  situation.resolution.combine_distance = greedy ? 30e-3 : 4e-3;
  situation.resolution.separate_distance = greedy ? 30e-3 : 8e-3;
}

// Vertical force in kN and L/V at one height.
struct Load {
  std::size_t patches = 0;
  double vertical = 0, ratio = 0;
};
Load load_of(const Situation& situation, Workspace& workspace, Contact& contact) {
  solve(situation, nullptr, workspace, contact);
  const Vec3& force = contact.total.track.force;
  return {contact.patches.size(), 1e-3 * force.z(), -force.y() / force.z()};
}

TEST(WornWheelOnWornRail, JumpsOnPlanesWherePatchesMergeAndNotOnTheCurvedSurface) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  Situation situation = worn_pair();
  Workspace workspace;
  Contact contact;
  std::vector<Load> planar, bent;
  for (double z = 1.15e-3; z < 1.2201e-3; z += 0.005e-3) {
    situation.motion.z = -z;
    use(icp_loc, situation);
    planar.push_back(load_of(situation, workspace, contact));
    use(curved, situation);
    bent.push_back(load_of(situation, workspace, contact));
    fmt::print(
        "z {:.3f} mm: icp-loc {} patches {:7.2f} kN L/V {:.3f}; curved {} patch {:7.2f} kN L/V {:.3f}\n",
        1e3 * z, planar.back().patches, planar.back().vertical, planar.back().ratio, bent.back().patches,
        bent.back().vertical, bent.back().ratio);
  }
  double drop = 0, rise = 0;
  for (std::size_t i = 1; i < planar.size(); ++i) {
    drop = std::max(drop, planar[i - 1].vertical - planar[i].vertical);
    rise = std::max(rise, planar[i].ratio - planar[i - 1].ratio);
    const double step = bent[i].vertical - bent[i - 1].vertical;
    EXPECT_GT(step, 0);  // pressed deeper, it carries more: without a step that stands out
    EXPECT_LT(step, 13);
    EXPECT_LT(bent[i].ratio, bent[i - 1].ratio);
  }
  fmt::print("icp-loc: the vertical force drops by {:.1f} kN, L/V rises by {:.2f}\n", drop, rise);
  EXPECT_GT(drop, 4);
  EXPECT_GT(rise, 0.1);
}

// Flange root and tread in one region, far from any ellipse: the same heights of the wheel, by fast methods.
TEST(FastMethods, OnTheWornWheel) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  Situation situation = worn_pair();
  use(wgt_angle, situation);
  Workspace workspace;
  fmt::print("| method | vertical force | longitudinal, lateral: of the vertical force | pmax |\n");
  fmt::print("| --- | --- | --- | --- |\n");
  for (const Way& way : ways) {
    double vertical = 0, across = 0, pressure = 0;
    for (const double z : {1.0e-3, 1.1e-3, 1.15e-3, 1.22e-3}) {
      situation.motion.z = -z;
      Contact elastic, fast;
      situation.method = {};
      solve(situation, nullptr, workspace, elastic);
      situation.method.normal = way.normal, situation.method.tangential = way.tangential;
      solve(situation, nullptr, workspace, fast);
      ASSERT_EQ(fast.patches.size(), elastic.patches.size());
      const Vec3 a = fast.total.track.force, b = elastic.total.track.force;
      vertical = std::max(vertical, std::abs(a.z() / b.z() - 1));
      across = std::max(across, std::hypot(a.x() / a.z() - b.x() / b.z(), a.y() / a.z() - b.y() / b.z()));
      for (std::size_t i = 0; i < fast.patches.size(); ++i)
        pressure =
            std::max(pressure, std::abs(fast.patches[i].max_pressure / elastic.patches[i].max_pressure - 1));
    }
    fmt::print("| {} | {:.1f} % | {:.1f} % | {:.1f} % |\n", way.name, 100 * vertical, 100 * across,
               100 * pressure);
    const bool coarse = way.normal == NormalMethod::kik_piotrowski || way.normal == NormalMethod::analyn;
    EXPECT_LT(vertical, coarse ? 0.5 : 0.05) << way.name;
  }
}

TEST(WornWheelOnWornRail, CreepForcesOverThePitchVelocity) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  Situation situation = worn_pair();
  situation.motion.y = 14.78e-3;  // flange root and tread in one region
  situation.vertical = VerticalControl::force;
  situation.vertical_force = 160e3;
  Workspace workspace;
  Contact contact;
  double last[3] = {-1e9, -1e9, -1e9};
  for (const double velocity : {33.0, 33.4, 33.6, 33.7, 33.8, 33.9, 34.2, 34.6}) {
    situation.motion.velocity_pitch = velocity;
    fmt::print("omega {:.1f} rad/s:", velocity);
    int method = 0;
    for (const Reference& reference : {icp_loc, wgt_angle, curved}) {
      use(reference, situation);
      solve(situation, nullptr, workspace, contact);
      fmt::print("  FX {:7.2f} FY {:7.2f} kN", 1e-3 * contact.total.track.force.x(),
                 1e-3 * contact.total.track.force.y());
      EXPECT_NEAR(contact.total.track.force.z(), 160e3, 2);
      EXPECT_GT(contact.total.track.force.x(), last[method] - 500);  // faster turning drives more
      last[method++] = contact.total.track.force.x();
    }
    fmt::print("\n");
  }
}

}  // namespace
}  // namespace flangeway::validation
