// A wheel on a rail by boundary elements against published results: the Manchester benchmark and the
// worn wheel of [Vollebregt2021, section 4.1]. Tables: docs/validation/wheel_on_rail.md.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

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
  ContactProblem problem = manchester();
  Workspace workspace;
  Contact contact;
  Deviations worst;
  double curved_force = 0;
  for (const CsvRow& row : rows) {
    place(row, problem);
    problem.reference.surface = Surface::plane;
    solve(problem, nullptr, workspace, contact);
    ASSERT_EQ(contact.status, Status::solved);
    compare(row, contact, worst);
    const Vec3 planar = contact.total.track.force;
    problem.reference.surface = Surface::curved;
    solve(problem, nullptr, workspace, contact);
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
  contact::patch::NormalMethod normal;
  contact::patch::TangentialMethod tangential;
};

using contact::patch::NormalMethod;
using contact::patch::TangentialMethod;
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
  ContactProblem problem = manchester();
  Workspace workspace;
  std::vector<Contact> elastic(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    place(rows[i], problem);
    solve(problem, nullptr, workspace, elastic[i]);
  }
  fmt::print(
      "| method | creep force | moment | approach | pmax | area |\n| --- | --- | --- | --- | --- | --- |\n");
  for (const Way& way : ways) {
    problem.method.normal = way.normal, problem.method.tangential = way.tangential;
    Apart apart;
    Contact fast;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      place(rows[i], problem);
      solve(problem, nullptr, workspace, fast);
      ASSERT_EQ(fast.status, Status::solved) << way.name << " row " << i;
      ASSERT_EQ(fast.patches.size(), 1U);
      apart.take(fast.patches[0], elastic[i].patches[0], true);
    }
    fmt::print("| {} | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % | {:.1f} % |\n", way.name, 100 * apart.force,
               100 * apart.moment, 100 * apart.approach, 100 * apart.pressure, 100 * apart.area);
    const bool virtually = way.normal == NormalMethod::kik_piotrowski || way.normal == NormalMethod::analyn;
    EXPECT_LT(apart.force, virtually ? 0.15 : 0.06) << way.name;
    EXPECT_LT(apart.approach, virtually ? 0.07 : 0.01) << way.name;
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

// The same of its KPEC (cases 2 and 3; revision 2447 of 2023-11-04). In case 1 the force does not rise with
// the approach where a second region joins: the program finds 17.8 µm, and here 13.0 µm carry the same load.
const Printed kpec_printed[] = {
    {0.5, -2.304e-5, 1.2e-3, 4.3474134, 9890, -982.5, -2247, -3895, 2.017e-2, 569.8, 939, 378},
    {5, -3.554e-4, 1.2e-2, 4.3353637, 9622, -965.7, -2719, -1353, 2.993e-2, 1625, 225, 0},
};

TEST(Kpec, IsThatOfTheProgramContact) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  ContactProblem problem = manchester();
  problem.method.normal = NormalMethod::kpec, problem.method.tangential = TangentialMethod::fastsim;
  problem.method.ellipse_by_extent = true;
  problem.resolution.weighted_parts = false;
  problem.resolution.surfaces = wheel_on_rail::Surfaces::meshed;
  Workspace workspace;
  Contact contact;
  for (const Printed& row : kpec_printed) {
    problem.motion.y = 1e-3 * row.y;
    problem.motion.roll = -row.roll, problem.motion.yaw = row.yaw;
    problem.motion.velocity_pitch = row.pitch_velocity;
    solve(problem, nullptr, workspace, contact);
    ASSERT_EQ(contact.status, Status::solved);
    ASSERT_EQ(contact.patches.size(), 1U);
    const Patch& p = contact.patches[0];
    fmt::print("{} FN {} FX {} FS {} MN {} approach {} pmax {} con {} adh {}\n", row.y, p.normal_force,
               -p.longitudinal_force, -p.lateral_force, -1e3 * p.moment.z(), 1e3 * p.interpenetration,
               1e-6 * p.max_pressure, p.contact_elements, p.adhesion_elements);
    EXPECT_NEAR(p.normal_force, row.fn, 1e-3 * row.fn);
    EXPECT_NEAR(1e3 * p.interpenetration, row.approach, 0.02 * row.approach);
    EXPECT_NEAR(1e-6 * p.max_pressure, row.pmax, 0.02 * row.pmax);
    EXPECT_NEAR(-p.longitudinal_force, row.fx, 0.01 * row.fn);
    EXPECT_NEAR(-p.lateral_force, row.fs, 0.01 * row.fn);
  }
}

TEST(Analyn, IsThatOfTheProgramContact) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  ContactProblem problem = manchester();
  problem.method.normal = NormalMethod::analyn, problem.method.tangential = TangentialMethod::fastsim;
  // At 5 mm there is a second region 7 mm off: the program weighs influences with boundary elements only.
  problem.resolution.combine_distance = problem.resolution.separate_distance;
  Workspace workspace;
  Contact contact;
  for (const Printed& row : analyn_printed) {
    problem.motion.y = 1e-3 * row.y;  // the left pair is the mirror image of the right one
    problem.motion.roll = -row.roll, problem.motion.yaw = row.yaw;
    problem.motion.velocity_pitch = row.pitch_velocity;
    solve(problem, nullptr, workspace, contact);
    ASSERT_EQ(contact.status, Status::solved);
    ASSERT_EQ(contact.patches.size(), 1U);
    const Patch& p = contact.patches[0];
    EXPECT_NEAR(p.normal_force, row.fn, 1e-3 * row.fn);
    // The position of the grid depends on the depth at which the patch was formed: worth 2 % with 250
    // elements, and 0.2 % with 1000.
    EXPECT_NEAR(1e3 * p.interpenetration, row.approach, 6.0 / row.contact * row.approach);
    EXPECT_NEAR(1e-6 * p.max_pressure, row.pmax, 9e-3 * row.pmax);
    EXPECT_NEAR(p.contact_elements, row.contact, 9);
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
ContactProblem worn_pair() {
  ContactProblem problem;
  problem.wheel = shared_profile("worn_high_mileage.prw", profile::Kind::wheel, true);
  problem.rail = shared_profile("site_b_hr.prr", profile::Kind::rail, true);
  problem.wheel_place.back_distance = 1.3463;
  problem.wheel_place.back_position = 0;
  problem.wheel_place.nominal_radius = 0.444;
  problem.motion.y = 14.85e-3;
  problem.motion.roll = 1.3e-3;
  problem.motion.yaw = 5e-3;
  problem.motion.velocity = Vec3(15, 0, 0);
  problem.motion.velocity_pitch = 32.1;
  problem.friction = {{20 * pi / 180, {}}, {30 * pi / 180, {}}};
  problem.friction[0].law.kinetic = 0.35;
  problem.friction[1].law.kinetic = 0.20;
  problem.wheel_material = problem.rail_material = {2 * 82e9 * 1.28, 0.28};
  problem.resolution.dx = problem.resolution.ds = 4e-4;
  return problem;
}

const Reference icp_loc{Surface::plane, ReferencePosition::deepest, ReferenceAngle::local, 2};
const Reference wgt_angle{Surface::plane, ReferencePosition::weighted, ReferenceAngle::weighted, 2};
const Reference curved{Surface::curved, ReferencePosition::weighted, ReferenceAngle::weighted, 2};

void use(const Reference& reference, ContactProblem& problem) {
  problem.reference = reference;
  const bool greedy = reference.surface == Surface::curved;  // all parts in one patch
  problem.resolution.combine_distance = greedy ? 30e-3 : 4e-3;
  problem.resolution.separate_distance = greedy ? 30e-3 : 8e-3;
}

// Vertical force in kN and L/V at one height.
struct Load {
  std::size_t patches = 0;
  double vertical = 0, ratio = 0;
};
Load load_of(const ContactProblem& problem, Workspace& workspace, Contact& contact) {
  solve(problem, nullptr, workspace, contact);
  const Vec3& force = contact.total.track.force;
  return {contact.patches.size(), 1e-3 * force.z(), -force.y() / force.z()};
}

TEST(WornWheelOnWornRail, JumpsOnPlanesWherePatchesMergeAndNotOnTheCurvedSurface) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  ContactProblem problem = worn_pair();
  Workspace workspace;
  Contact contact;
  std::vector<Load> planar, bent;
  for (double z = 1.15e-3; z < 1.2201e-3; z += 0.005e-3) {
    problem.motion.z = -z;
    use(icp_loc, problem);
    planar.push_back(load_of(problem, workspace, contact));
    use(curved, problem);
    bent.push_back(load_of(problem, workspace, contact));
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
  EXPECT_GT(drop, 3);
  EXPECT_GT(rise, 0.2);
}

// The geometry with which the decks of the program CONTACT's test bank (cases 33 to 35) place these profiles.
// The paper prints for its figure 13: merged at 1.18 mm, the vertical force drops by 18.1 kN, L/V rises from
// 0.92 to 1.13. Its planes do not turn towards each other, and regions are one patch when they touch.
TEST(WornWheelOnWornRail, MergesAsInThePaperWithTheGeometryOfTheTestBank) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  ContactProblem problem = worn_pair();
  problem.rail_place.gauge = 1.4351;
  problem.rail_place.gauge_depth = 15.875e-3;
  problem.wheel_place.back_distance = 1.3474;
  use(icp_loc, problem);
  problem.resolution.combine_distance = problem.resolution.separate_distance = 0;
  problem.resolution.turn_distance = 0;
  Workspace workspace;
  Contact contact;
  Load before, after;
  double height = 0;
  for (double z = 1.180e-3; z < 1.1901e-3 && height == 0; z += 0.0005e-3) {
    problem.motion.z = -z;
    before = std::exchange(after, load_of(problem, workspace, contact));
    fmt::print("z {:.4f} mm: {} patches, {:.1f} kN, L/V {:.3f}\n", 1e3 * z, after.patches, after.vertical,
               after.ratio);
    if (after.ratio > before.ratio + 0.1 && before.patches > 0) height = z;
  }
  EXPECT_NEAR(height, 1.18e-3, 0.007e-3);
  EXPECT_NEAR(before.vertical - after.vertical, 18.1, 0.5);
  EXPECT_NEAR(before.ratio, 0.92, 0.01);
  EXPECT_NEAR(after.ratio, 1.13, 0.01);
}

// Flange root and tread in one region, far from any ellipse: the same heights of the wheel, by fast methods.
TEST(FastMethods, OnTheWornWheel) {
  if (!std::filesystem::exists(shared_data / "contact")) GTEST_SKIP() << "the shared data are not here";
  ContactProblem problem = worn_pair();
  use(wgt_angle, problem);
  Workspace workspace;
  fmt::print("| method | vertical force | longitudinal, lateral: of the vertical force | pmax |\n");
  fmt::print("| --- | --- | --- | --- |\n");
  for (const Way& way : ways) {
    double vertical = 0, across = 0, pressure = 0;
    for (const double z : {1.0e-3, 1.1e-3, 1.15e-3, 1.22e-3}) {
      problem.motion.z = -z;
      Contact elastic, fast;
      problem.method = {};
      solve(problem, nullptr, workspace, elastic);
      problem.method.normal = way.normal, problem.method.tangential = way.tangential;
      solve(problem, nullptr, workspace, fast);
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
  ContactProblem problem = worn_pair();
  problem.motion.y = 14.78e-3;  // flange root and tread in one region
  problem.vertical = VerticalControl::force;
  problem.vertical_force = 160e3;
  Workspace workspace;
  Contact contact;
  double last[3] = {-1e9, -1e9, -1e9};
  for (const double velocity : {33.0, 33.4, 33.6, 33.7, 33.8, 33.9, 34.2, 34.6}) {
    problem.motion.velocity_pitch = velocity;
    fmt::print("omega {:.1f} rad/s:", velocity);
    int method = 0;
    for (const Reference& reference : {icp_loc, wgt_angle, curved}) {
      use(reference, problem);
      solve(problem, nullptr, workspace, contact);
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
