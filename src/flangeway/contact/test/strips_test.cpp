#include "flangeway/contact/patch/strips/normal_problem.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/hertz.hpp"
#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/contact/patch/strips/kernel.hpp"
#include "halfspace_cases.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;
using strips::Section;
using strips::solve_normal;

// φ and its integrals by plain sums of σ = sin θ.
TEST(StripKernel, IsTheIntegralOfItsDefinition) {
  const auto sum = [](double s, bool bending) {
    constexpr int n = 20000;
    double total = 0;
    for (int i = 0; i < n; ++i) {
      const double sine = std::sin(pi * ((i + 0.5) / n - 0.5)), rho = std::hypot(sine, s);
      total += bending ? -sine * sine / (rho * rho * rho) : (1 - sine * sine) / rho;
    }
    return total * pi / n;
  };
  const strips::Kernel& kernel = strips::Kernel::instance();
  for (const double s : {0.05, 0.4, 1.3, 6.0}) {
    EXPECT_NEAR(strips::line_deflection(s), sum(s, false), 1e-6 * sum(s, false));
    const double h = 1e-3 * s;
    const auto ahead = kernel(s + h), behind = kernel(s - h);
    EXPECT_NEAR((ahead.deflection - behind.deflection) / (2 * h), sum(s, false), 2e-5 * sum(s, false)) << s;
    EXPECT_NEAR((ahead.bending - behind.bending) / (2 * h), sum(s, true), 2e-5 * -sum(s, true)) << s;
  }
  EXPECT_EQ(kernel(-0.7).deflection, -kernel(0.7).deflection);
  EXPECT_EQ(kernel(0).deflection, 0);
  // Far away a strip is a point: Φ grows by π/2 per factor e.
  EXPECT_NEAR(kernel(std::exp(12.0)).deflection - kernel(std::exp(9.0)).deflection, 1.5 * pi, 1e-6);
}

// Gap ½(cx x² + cy y²) on strips about the origin.
Section parabolic(double cx, double cy, int count, double half_width) {
  Section section;
  section.width = 2 * half_width / count;
  section.first = -half_width + section.width / 2;
  section.resize(static_cast<std::size_t>(count));
  for (std::size_t j = 0; j < section.size(); ++j) {
    section.distance[j] = 0.5 * cy * section.y(j) * section.y(j);
    section.curvature[j] = cx, section.centre[j] = 0;
  }
  return section;
}

struct Ratio {
  double force, pressure, length, area;
};

// Over Hertz's, for an approach that he gives to 80 kN.
Ratio over_hertz(NormalMethod method, double cx, double cy, int count) {
  constexpr double force = 80e3;
  const UnitPatch unit = unit_patch(cx, cy, steel, steel);
  const double a = unit.a * std::cbrt(force), b = unit.b * std::cbrt(force),
               approach = unit.approach * std::cbrt(force * force);
  strips::NormalWork work;
  strips::StripContact contact;
  solve_normal(method, parabolic(cx, cy, count, 2 * b), combine(steel, steel), NormalControl::approach,
               approach, work, contact);
  EXPECT_TRUE(contact.converged);
  return {contact.normal_force / force, contact.max_pressure / (1.5 * force / (pi * a * b)),
          contact.ellipse.a / a, contact.area / (pi * a * b)};
}

// The pressures of Hertz are strips of this kind, and the surface under them is a parabola: the method is
// exact but for the width of the strips.
TEST(Strips, GiveHertzForEveryEllipse) {
  for (const auto& [cx, cy] : {std::array{1.0, 1.0}, {1.1, 8.0}, {2.2, 0.3}}) {
    const Ratio coarse = over_hertz(NormalMethod::strips, cx, cy, 41),
                fine = over_hertz(NormalMethod::strips, cx, cy, 161);
    EXPECT_NEAR(coarse.force, 1, 0.012) << cx << " " << cy;
    EXPECT_NEAR(fine.force, 1, 0.003) << cx << " " << cy;
    EXPECT_NEAR(fine.pressure, 1, 0.005) << cx << " " << cy;
    EXPECT_NEAR(fine.length, 1, 0.006) << cx << " " << cy;
    EXPECT_NEAR(fine.area, 1, 0.02) << cx << " " << cy;
  }
}

// Its overlap has the area of Hertz's ellipse and the ratio of its axes.
TEST(KikPiotrowski, IsHertzForEveryEllipse) {
  for (const auto& [cx, cy] : {std::array{1.0, 1.0}, {1.1, 8.0}, {2.2, 0.3}}) {
    const Ratio ratio = over_hertz(NormalMethod::kik_piotrowski, cx, cy, 161);
    EXPECT_NEAR(ratio.force, 1, 0.003) << cx << " " << cy;
    EXPECT_NEAR(ratio.pressure, 1, 0.006) << cx << " " << cy;
    EXPECT_NEAR(ratio.length, 1, 0.006) << cx << " " << cy;
    EXPECT_NEAR(ratio.area, 1, 0.01) << cx << " " << cy;
  }
}

// Its share of the approach gives the ends of Hertz's ellipse along and across.
TEST(Kpec, IsHertzForEveryEllipse) {
  for (const auto& [cx, cy] : {std::array{1.0, 1.0}, {1.1, 8.0}, {2.2, 0.3}}) {
    const Ratio ratio = over_hertz(NormalMethod::kpec, cx, cy, 161);
    EXPECT_NEAR(ratio.force, 1, 0.01) << cx << " " << cy;
    EXPECT_NEAR(ratio.pressure, 1, 0.01) << cx << " " << cy;
    EXPECT_NEAR(ratio.length, 1, 1e-3) << cx << " " << cy;
    EXPECT_NEAR(ratio.area, 1, 0.01) << cx << " " << cy;
  }
}

// A second part next to the deepest one widens the ellipse, whose middle is then between both.
TEST(Kpec, TakesBothPartsIntoOneEllipse) {
  strips::Section section = parabolic(1, 1, 81, 0.02);
  for (std::size_t j = 0; j < section.size(); ++j) {
    const double y = section.y(j);
    section.distance[j] = std::min(2 * std::pow(y + 8e-3, 2), 2 * std::pow(y - 8e-3, 2) + 5e-6);
  }
  strips::NormalWork work;
  strips::StripContact contact;
  solve_normal(NormalMethod::kpec, section, combine(steel, steel), NormalControl::approach, 4e-5, work,
               contact);
  double begin = 1, end = -1;
  for (const strips::Strip& strip : contact.strips)
    if (strip.half_length > 0) begin = std::min(begin, strip.y), end = std::max(end, strip.y);
  EXPECT_NEAR(begin, -end, 2e-3);
  EXPECT_GT(end, 8e-3);
  strips::set_ellipse_by_extent(section.width, contact);
  EXPECT_NEAR(pi * contact.ellipse.a * contact.ellipse.b / contact.area, 1, 1e-12);
  double longest = 0;
  for (const strips::Strip& strip : contact.strips) longest = std::max(longest, strip.half_length);
  EXPECT_NEAR(contact.ellipse.a / contact.ellipse.b, 2 * longest / (end - begin + section.width), 1e-12);
}

// Each row is the section of one and the same Hertzian contact.
TEST(Analyn, IsHertzForEveryEllipse) {
  for (const auto& [cx, cy] : {std::array{1.0, 1.0}, {1.1, 8.0}, {2.2, 0.3}, {1.0, 60.0}}) {
    const Ratio coarse = over_hertz(NormalMethod::analyn, cx, cy, 41),
                fine = over_hertz(NormalMethod::analyn, cx, cy, 161);
    EXPECT_NEAR(coarse.pressure, 1, 1e-9) << cx << " " << cy;  // a row lies on the deepest line
    EXPECT_NEAR(coarse.length, 1, 1e-9) << cx << " " << cy;
    EXPECT_NEAR(coarse.force, 1, 2e-3) << cx << " " << cy;  // rows at the edge are cut off or whole
    EXPECT_NEAR(fine.force, 1, 2e-4) << cx << " " << cy;
    EXPECT_NEAR(fine.area, 1, 3e-3) << cx << " " << cy;
  }
}

// Row by row: length and pressure of Hertz's ellipse at each y, and nothing beyond its ends.
TEST(Analyn, RowsLieOnHertzsEllipsoid) {
  const UnitPatch unit = unit_patch(1.1, 8, steel, steel);
  const double force = 80e3, a = unit.a * std::cbrt(force), b = unit.b * std::cbrt(force);
  strips::NormalWork work;
  strips::StripContact contact;
  solve_normal(NormalMethod::analyn, parabolic(1.1, 8, 61, 1.5 * b), combine(steel, steel),
               NormalControl::approach, unit.approach * std::cbrt(force * force), work, contact);
  const double peak = 1.5 * force / (pi * a * b);
  for (const strips::Strip& strip : contact.strips) {
    const double part = std::sqrt(std::max(0.0, 1 - std::pow(strip.y / b, 2)));
    EXPECT_NEAR(strip.half_length, part * a, 1e-9 * a);
    EXPECT_NEAR(strip.max_pressure, part * peak, 1e-9 * peak);
  }
}

// Rows that part less than by a radius of 5 m across, or come closer, count as if they parted so.
TEST(Analyn, HollowRowsCountAsNearlyFlat) {
  Section flat = parabolic(1.1, 0, 41, 8e-3), hollow = parabolic(1.1, -1e-3, 41, 8e-3),
          least = parabolic(1.1, 0.2, 41, 8e-3);
  strips::NormalWork work;
  strips::StripContact contact;
  const auto pressure = [&](const Section& section) {
    solve_normal(NormalMethod::analyn, section, combine(steel, steel), NormalControl::approach, 50e-6, work,
                 contact);
    return contact.max_pressure;
  };
  EXPECT_DOUBLE_EQ(pressure(flat), pressure(least));
  const double nearer = -hollow.distance.front();  // its ends are the deepest rows
  EXPECT_NEAR(pressure(hollow), pressure(least) * std::sqrt(1 + nearer / 50e-6), 1e-9 * pressure(least));
}

// A yawed ellipse: the line of least distance is oblique, and the rows know the curvature across it at their
// own x.
TEST(Analyn, CurvatureAcrossIsTakenAtTheRowsOwnPlace) {
  Section straight = parabolic(1.1, 8, 41, 8e-3), oblique = straight;
  for (std::size_t j = 0; j < oblique.size(); ++j) oblique.centre[j] = 0.3 * oblique.y(j);
  strips::NormalWork work;
  strips::StripContact contact;
  solve_normal(NormalMethod::analyn, oblique, combine(steel, steel), NormalControl::approach, 50e-6, work,
               contact);
  // h(x, y) = 4 y² + 0.55 (x − 0.3 y)²: twice the coefficient of y² is 8 + 1.1 · 0.09.
  const UnitPatch unit = unit_patch(1.1, 8 + 1.1 * 0.09, steel, steel);
  const double force = std::pow(50e-6 / unit.approach, 1.5);
  EXPECT_NEAR(contact.max_pressure, 1.5 * std::cbrt(force) / (pi * unit.a * unit.b),
              1e-6 * contact.max_pressure);
}

TEST(Strips, AForceIsMetAndScalesLikeHertz) {
  const Section section = parabolic(1.1, 8, 41, 8e-3);
  for (const NormalMethod method :
       {NormalMethod::kik_piotrowski, NormalMethod::kpec, NormalMethod::strips, NormalMethod::analyn}) {
    strips::NormalWork work;
    strips::StripContact contact;
    solve_normal(method, section, combine(steel, steel), NormalControl::force, 60e3, work, contact);
    EXPECT_NEAR(contact.normal_force, 60e3, 1);
    const double approach = contact.approach;
    strips::StripContact again;
    solve_normal(method, section, combine(steel, steel), NormalControl::approach, approach, work, again);
    EXPECT_NEAR(again.normal_force, 60e3, 3);
  }
}

TEST(Strips, NoContactIsZeroAndEdgesAreKept) {
  Section section = parabolic(1.1, 8, 41, 8e-3);
  strips::NormalWork work;
  strips::StripContact contact;
  solve_normal(NormalMethod::strips, section, combine(steel, steel), NormalControl::approach, -1e-6, work,
               contact);
  EXPECT_EQ(contact.normal_force, 0);
  EXPECT_EQ(contact.area, 0);
  for (std::size_t j = 0; j < 18; ++j) section.distance[j] = std::numeric_limits<double>::infinity();
  for (const NormalMethod method :
       {NormalMethod::kik_piotrowski, NormalMethod::kpec, NormalMethod::strips, NormalMethod::analyn}) {
    solve_normal(method, section, combine(steel, steel), NormalControl::approach, 60e-6, work, contact);
    EXPECT_TRUE(contact.converged);
    EXPECT_GT(contact.normal_force, 1e4);
    EXPECT_EQ(contact.strips[17].half_length, 0);
    for (const strips::Strip& strip : contact.strips) EXPECT_TRUE(std::isfinite(strip.max_pressure));
  }
}

TEST(Strips, AllocateNothingTheSecondTime) {
  const Section section = parabolic(1.1, 8, 41, 8e-3);
  strips::NormalWork work;
  strips::StripContact contact;
  for (const NormalMethod method :
       {NormalMethod::kik_piotrowski, NormalMethod::kpec, NormalMethod::strips, NormalMethod::analyn}) {
    solve_normal(method, section, combine(steel, steel), NormalControl::approach, 80e-6, work, contact);
    const flangeway::test::AllocationGuard guard;
    solve_normal(method, section, combine(steel, steel), NormalControl::approach, 70e-6, work, contact);
    EXPECT_EQ(guard.count(), 0u);
  }
}

// Two bodies that touch at two places across: the strips against boundary elements on the same rows.
TEST(Strips, AreCloseToBoundaryElementsAwayFromHertz) {
  Problem p = quadratic(centred(40, 40, 8e-3, 8e-3), 0.6, 0, steel, steel);
  for (int iy = 0; iy < 40; ++iy)
    for (int ix = 0; ix < 40; ++ix) {
      const double y = p.grid.y(iy) * 1e3;
      p.gap[p.grid.index(ix, iy)] += 1e-6 * (40 * std::pow(y / 5, 4) - 20 * std::pow(y / 5, 2) + 4 * y / 5);
    }
  p.normal_control = NormalControl::approach;
  p.approach = 60e-6;
  p.motion.kind = TangentialKind::none;
  const Solution elastic = solve(p);
  p.method.normal = NormalMethod::strips;
  const Solution stripwise = solve(p);
  EXPECT_NEAR(stripwise.normal_force, elastic.normal_force, 0.03 * elastic.normal_force);
  EXPECT_NEAR(stripwise.max_pressure, elastic.max_pressure, 0.05 * elastic.max_pressure);
  EXPECT_NEAR(stripwise.centre_y, elastic.centre_y, 1e-4);
  p.method.normal = NormalMethod::kik_piotrowski;
  EXPECT_NEAR(solve(p).normal_force, elastic.normal_force, 0.25 * elastic.normal_force);
  p.method.normal = NormalMethod::analyn;
  EXPECT_NEAR(solve(p).normal_force, elastic.normal_force, 0.25 * elastic.normal_force);
}

Solution by(TangentialMethod method, Problem p) {
  p.given_pressure = ellipse_pressure(p.grid, 8e-3, 4e-3, 82e3, PressureShape::elliptic);
  p.method.tangential = method;
  p.method.ellipse = Ellipse{8e-3, 4e-3};
  return solve(p);
}

// CONTACT's FaStrip on the same elements, to the digits that it prints. Directions of slip differ.
TEST(Fastrip, SpinAndLateralCreepageOfAnEllipse) {
  const Solution s = by(TangentialMethod::fastrip, spin_ellipse(44));
  EXPECT_NEAR(s.force_y, -15830, 0.005 * 82e3);
  EXPECT_NEAR(s.moment_z * 1e3, -48160, 0.05 * 48160);
  EXPECT_EQ(s.contact_elements, 1264);
  EXPECT_NEAR(s.adhesion_elements, 626, 0.015 * 1264);
}

// A strip of great width is Carter's cylinder; and for small creepages every ellipse has Kalker's slopes.
TEST(Fastrip, MeetsCarterAndKalker) {
  Problem wide = carter(200);
  wide.grid.dy = 0.2;
  wide.given_pressure = ellipse_pressure(wide.grid, 1e-3, 10, 35780, PressureShape::elliptic);
  wide.method.tangential = TangentialMethod::fastrip;
  const double over_limit = solve(wide).force_x / (0.3 * 35780);
  EXPECT_NEAR(over_limit, 0.64, 0.02);
  for (const auto& [xi, eta, phi] : {std::array{1e-5, 0.0, 0.0}, {0.0, 1e-5, 0.0}, {0.0, 0.0, 1e-3}}) {
    Problem p = spin_ellipse(150);
    p.motion.longitudinal.value = xi, p.motion.lateral.value = eta, p.motion.spin = phi;
    CreepModel model;
    model.law = CreepLaw::kalker_linear;
    model.shear_modulus = 82e9;
    const Curvatures c = curvatures_of(8e-3, 4e-3, 82e3, steel);
    const CreepForces f =
        creep_forces<double>(model, unit_patch(2 * c.x, 2 * c.y, steel, steel), 82e3, {xi, eta, phi}, 0.0);
    const Solution s = by(TangentialMethod::fastrip, p);
    EXPECT_NEAR(s.force_x, f.longitudinal, 0.01 * std::abs(f.longitudinal) + 1e-6);
    EXPECT_NEAR(s.force_y, f.lateral, 0.01 * std::abs(f.lateral) + 1e-6);
  }
}

TEST(Fastrip, BackwardRollingIsTheMirrorImage) {
  Problem p = spin_ellipse(44);
  const Solution forward = by(TangentialMethod::fastrip, p);
  p.motion.direction = -1;
  p.motion.spin *= -1;
  const Solution backward = by(TangentialMethod::fastrip, p);
  EXPECT_NEAR(backward.force_y, forward.force_y, 1e-6 * 82e3);
  EXPECT_NEAR(backward.moment_z, -forward.moment_z, 1e-6 * 82e3);
}

// Sections of a wheel's flange striking a rail, where strips at the edge came and went without end.
TEST(Strips, EdgeStripsThatComeAndGoSettle) {
  Section wide, narrow;
  wide.width = narrow.width = 5e-4, wide.first = -2.5e-3, narrow.first = -1.5e-3;
  wide.distance = {8.31194193336e-05,  2.85617799372e-05, -9.55674192689e-06, -3.43164224549e-05,
                   -4.78822400477e-05, -5.1795060376e-05, -4.71697702703e-05, -3.48032367773e-05,
                   -1.5244830952e-05,  1.11433456121e-05, 4.42144063022e-05};
  wide.curvature = {1.19387109534, 1.26148493452, 1.32309923904, 1.380683906,   1.43567857961, 1.48715251952,
                    1.53634294165, 1.58421005315, 1.6299151964,  1.67431045368, 1.71746607474};
  narrow.distance = {4.15019861424e-05,  9.94064852253e-06, -6.99429767738e-06, -1.20400091582e-05,
                     -7.09422045139e-06, 6.50822014314e-06, 2.78263838482e-05};
  narrow.curvature = {1.47053433098, 1.52304269209, 1.57133958874, 1.61621240357,
                      1.65827103133, 1.69799827415, 1.73577606966};
  const ElasticPair material = combine({2.1e11, 0.28}, {2.1e11, 0.28});
  for (Section* section : {&wide, &narrow}) {
    section->centre.assign(section->size(), 0.0);
    const auto force = [&](double approach) {
      strips::NormalWork work;
      strips::StripContact contact;
      solve_normal(NormalMethod::strips, *section, material, NormalControl::approach, approach, work,
                   contact);
      EXPECT_TRUE(contact.converged);
      return contact.normal_force;
    };
    const double here = force(0);
    EXPECT_LT(force(-1e-7), here);
    EXPECT_GT(force(1e-7), here);
  }
}

// A strip that is over when it stops pressing, and with it its share of the bending, is called back by its
// neighbours: the first two went round so. At the end of a section a slope may turn negative, and the length
// grew beyond all bounds: the third. Sections given at an approach of zero.
TEST(Strips, HaveASolutionWhereStripsCallEachOtherBack) {
  struct Given {
    double width;
    std::vector<double> depth, curvature;  // µm, 1/m
  };
  const std::vector<Given> sections{
      {1.518e-4, {-3.86, 19.27, 27.54, 19.61, -3.97}, {2.337, 2.320, 2.303, 2.286, 2.269}},
      {1.031e-4,
       {-24.7, 0.0128, 18.36, 30.34, 35.94, 35.15, 28.0, 14.46, -5.45},
       {0.493, 0.564, 0.636, 0.707, 0.778, 0.850, 0.921, 0.992, 1.063}},
      {1.6e-4,
       {24.28, 28.395, 30.328, 31.065, 26.897, 23.005},
       {0.791, 1.0016, 1.2122, 1.4228, 1.6335, 1.8441}}};
  for (const Given& given : sections) {
    Section section;
    section.width = given.width;
    for (const double depth : given.depth) section.distance.push_back(-1e-6 * depth);
    section.curvature = given.curvature;
    section.centre.assign(section.size(), 0.0);
    double last = 0;
    for (const double approach : {-2e-8, -1e-8, 0.0, 1e-8, 2e-8}) {
      strips::NormalWork work;
      strips::StripContact contact;
      solve_normal(NormalMethod::strips, section, combine(steel, steel), NormalControl::approach, approach,
                   work, contact);
      EXPECT_TRUE(contact.converged) << given.width << ' ' << approach;
      EXPECT_GT(contact.normal_force, last);
      if (last > 0) {
        EXPECT_LT(contact.normal_force, 1.02 * last);
      }
      last = contact.normal_force;
      for (std::size_t j = 0; j < section.size(); ++j) {
        const double overlap =
            std::sqrt(2 * std::max(0.0, approach - section.distance[j]) / section.curvature[j]);
        EXPECT_LE(contact.strips[j].half_length, overlap * (1 + 1e-12)) << j;
      }
    }
  }
}

TEST(Strips, AreNoLongerThanThereIsRoom) {
  Section section = parabolic(1.1, 8, 41, 8e-3);
  section.room = 4e-3;
  strips::NormalWork work;
  strips::StripContact contact;
  solve_normal(NormalMethod::strips, section, combine(steel, steel), NormalControl::approach, 80e-6, work,
               contact);
  EXPECT_TRUE(contact.converged);
  EXPECT_EQ(contact.ellipse.a, 4e-3);
}

// Two ridges side by side: alone, as a whole, and half of each.
TEST(FastMethods, PartsFeelEachOtherByTheirFactor) {
  Problem p = spin_ellipse(40);
  for (int iy = 0; iy < 40; ++iy)
    for (int ix = 0; ix < 40; ++ix)
      p.gap[p.grid.index(ix, iy)] += 6e-5 * std::exp(-std::pow(p.grid.y(iy) / 4e-4, 2));
  for (int iy = 0; iy < 40; ++iy) p.interaction.part.push_back(iy < 20 ? 0 : 1);
  p.normal_control = NormalControl::approach, p.approach = 8e-5;
  p.method.normal = NormalMethod::strips, p.method.tangential = TangentialMethod::fastrip;
  const auto with = [&](double factor) {
    p.interaction.factor = {1, factor, factor, 1};
    return solve(p);
  };
  const Solution apart = with(0), half = with(0.5), whole = with(1);
  EXPECT_LT(whole.normal_force, 0.95 * apart.normal_force);
  EXPECT_NEAR(half.normal_force, 0.5 * (apart.normal_force + whole.normal_force), 1e-6 * apart.normal_force);
  EXPECT_NEAR(half.force_y, 0.5 * (apart.force_y + whole.force_y), 1e-6 * apart.normal_force);
  p.interaction = {};
  EXPECT_EQ(whole.force_y, solve(p).force_y);
}

// Three parts, two borders: the mean over each border closed or open is the sum over the six runs of parts. A
// border that is closed or open for good leaves fewer.
TEST(FastMethods, EachRunOfPartsIsSolvedOnce) {
  Problem p = spin_ellipse(48);
  for (int iy = 0; iy < 48; ++iy) {
    p.interaction.part.push_back(iy / 16);
    for (int ix = 0; ix < 48; ++ix)
      p.gap[p.grid.index(ix, iy)] += 5e-5 * std::pow(std::sin(1.5 * pi * (p.grid.y(iy) / 4.4e-3 + 1)), 2);
  }
  p.normal_control = NormalControl::approach, p.approach = 1e-4;
  p.method.normal = NormalMethod::strips, p.method.tangential = TangentialMethod::fastrip;
  const auto with = [&](double first, double second) {
    p.interaction.factor = {1, first, first * second, first, 1, second, first * second, second, 1};
    return solve(p);
  };
  const double f = 0.7, g = 0.2;
  const Solution mixed = with(f, g), whole = with(1, 1), first = with(1, 0), second = with(0, 1),
                 apart = with(0, 0);
  const auto mean = [&](auto member) {
    return f * g * (whole.*member) + f * (1 - g) * (first.*member) + (1 - f) * g * (second.*member) +
           (1 - f) * (1 - g) * (apart.*member);
  };
  EXPECT_NEAR(mixed.normal_force, mean(&Solution::normal_force), 1e-9 * whole.normal_force);
  EXPECT_NEAR(mixed.force_y, mean(&Solution::force_y), 1e-9 * whole.normal_force);
  EXPECT_EQ(mixed.outer_iterations, 6);
  EXPECT_EQ(whole.outer_iterations, 1);
  EXPECT_EQ(first.outer_iterations, 2);
  EXPECT_EQ(apart.outer_iterations, 3);
}

TEST(FastMethods, FindTheCreepageOfAGivenForce) {
  for (const TangentialMethod method : {TangentialMethod::fastsim, TangentialMethod::fastrip}) {
    Problem p = spin_ellipse(30);
    p.motion.longitudinal.value = 8e-4;
    const Solution given = by(method, p);
    p.motion.longitudinal = {Control::force, given.force_x};
    p.motion.lateral = {Control::force_over_mu_n, given.force_y / (0.3 * 82e3)};
    const Solution found = by(method, p);
    EXPECT_EQ(found.outcome, Outcome::solved);
    EXPECT_NEAR(found.creepage_x, 8e-4, 2e-6);
    EXPECT_NEAR(found.creepage_y, -6.25e-4, 2e-6);
    p.motion.longitudinal.value = 30e3;
    EXPECT_EQ(by(method, p).outcome, Outcome::force_unreachable);
  }
}

// If all elements slide, friction has fallen below the force that it could carry at rest.
TEST(FastMethods, SayThatAGivenForceWasNotReached) {
  for (const TangentialMethod method : {TangentialMethod::fastsim, TangentialMethod::fastrip}) {
    Problem p = spin_ellipse(20);
    p.friction[0] = {FrictionKind::exponential, 0.1, 0.3, 1e-4};
    p.motion.spin = p.motion.lateral.value = 0;
    p.motion.longitudinal = {Control::force_over_mu_n, 0.98};
    const Solution s = by(method, p);
    EXPECT_EQ(s.outcome, Outcome::not_converged_force);
    EXPECT_STREQ(message(s.outcome), "the prescribed tangential force was not reached");
  }
}

TEST(FastMethods, KnowNoSheet) {
  Problem p = spin_ellipse(10);
  p.layer_flexibility = 1e-14;
  EXPECT_TRUE(find_faults(p).empty());
  p.method.normal = NormalMethod::analyn;
  EXPECT_THAT(find_faults(p),
              testing::ElementsAre(
                  "method.normal: strips know no layer_flexibility between the bodies (got layer_flexibility "
                  "= 1e-14; allowed: 0 m/Pa)"));
  p.method.normal = NormalMethod::boundary_elements;
  p.layer_flexibility = -1e-14;
  EXPECT_THAT(find_faults(p),
              testing::ElementsAre("layer_flexibility is negative (got -1e-14; allowed: >= 0 m/Pa)"));
}

// A slope factor turns the directions of slip and leaves the adhering part to the elastic theory: along x
// alone nothing changes, and with lateral creepage and spin FaStrip stays near the boundary elements.
TEST(Fastrip, SlopeFactorTurnsDirectionsOnly) {
  Problem p = spin_ellipse(40);
  const Solution elastic = solve(p);
  const double bound = 0.3 * elastic.normal_force;
  p.method.tangential = TangentialMethod::fastrip;
  p.method.slope = {0.5, 1, 0};
  const Solution soft = solve(p);
  EXPECT_NEAR(soft.force_y, elastic.force_y, 0.05 * bound);
  p.method.tangential = TangentialMethod::fastsim;
  EXPECT_GT(std::abs(solve(p).force_y - elastic.force_y), 0.1 * bound);  // softer as a whole
  p.method.tangential = TangentialMethod::fastrip;
  p.motion = {};
  p.motion.longitudinal.value = 5e-4;
  const double softened = solve(p).force_x;
  p.method.slope = {};
  EXPECT_NEAR(softened, solve(p).force_x, 1e-9 * bound);
}

TEST(Fastrip, IsForSteadyRolling) {
  Problem p = spin_ellipse(10);
  p.method.tangential = TangentialMethod::fastrip;
  EXPECT_TRUE(find_faults(p).empty());
  p.motion.kind = TangentialKind::shift;
  EXPECT_THAT(find_faults(p), testing::ElementsAre("method.tangential: FaStrip is for steady rolling"));
  p.method.tangential = TangentialMethod::fastsim;
  EXPECT_THAT(find_faults(p), testing::IsEmpty());
}

TEST(FrictionMemory, FaultsAreNamed) {
  Problem p = spin_ellipse(10);
  p.memory = {-3e-6, 1e-3};
  ASSERT_EQ(find_faults(p).size(), 1u);
  EXPECT_EQ(find_faults(p)[0],
            "memory: a distance or a speed is negative (got -3e-06 m, 0.001000 m/s; allowed: >= 0)");
}

TEST(DoubleEllipse, CarriesTheForceOnBothSidesOfItsMiddle) {
  const Grid g = centred(80, 120, 5e-3, 6e-3);
  const std::vector<double> p = double_ellipse_pressure(g, 5e-3, 8e-3, 4e-3, 1e5);
  double below = 0, above = 0;
  for (int iy = 0; iy < g.ny; ++iy)
    for (int ix = 0; ix < g.nx; ++ix)
      (g.y(iy) < 2e-3 ? below : above) += p[g.index(ix, iy)] * g.element_area();
  EXPECT_NEAR(below, 1e5 * 2 / 3, 200);
  EXPECT_NEAR(above, 1e5 / 3, 200);
  EXPECT_NEAR(*std::max_element(p.begin(), p.end()), 1.5e5 / (pi * 5e-3 * 6e-3), 1e-3 * 1.6e9);
}

// Work of pressing, as the pressures do it where the surfaces touch: 2/5 N δ for Hertz.
TEST(Strips, ElasticEnergyIsThatOfPressing) {
  for (const NormalMethod method :
       {NormalMethod::strips, NormalMethod::kik_piotrowski, NormalMethod::kpec, NormalMethod::analyn}) {
    Problem p = spin_ellipse(60);
    p.motion.kind = TangentialKind::none;
    p.normal_control = NormalControl::force;
    const double exact = solve(p).elastic_energy;
    p.method.normal = method;
    p.method.tangential = TangentialMethod::fastsim;
    EXPECT_NEAR(solve(p).elastic_energy, exact, 0.06 * exact) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace flangeway::contact::patch
