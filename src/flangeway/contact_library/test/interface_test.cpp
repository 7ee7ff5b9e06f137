// The C interface: values in, values out, refusals, threads.
#include <gmock/gmock.h>

#include <cfenv>
#include <cmath>
#include <limits>
#include <thread>

#include "flangeway/contact/patch/problem/elastic_pair.hpp"
#include "flangeway/contact_case/toml_case.hpp"
#include "flangeway/contact_library/test/handles.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace flangeway::contact_library::test {
namespace {

using ::testing::AllOf, ::testing::HasSubstr, ::testing::StartsWith;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string refusal(const Handle& contact, int code) {
  EXPECT_EQ(code, FLANGEWAY_CONTACT_BAD_INPUT);
  return message(contact.get());
}

TEST(ContactLibrary, GivesTheBitsOfTheCppFunction) {
  const Handle contact = wheel_on_rail();
  solve(contact);
  contact_case::WheelOnRailSpec spec;
  spec.wheel.value = "s1002";
  spec.rail.value = "60e1";
  spec.rail_place.inclination_angle = 0.025;
  spec.vertical_force = 60e3;
  spec.wheelset.speed = 20;
  spec.wheelset.y = 1e-3;
  spec.wheelset.yaw = 2e-3;
  spec.elements.dx = spec.elements.ds = 1e-3;
  contact_case::ProfileCache cache;
  Findings findings;
  const auto given = contact_case::wheel_rail_case(spec, cache, findings);
  ASSERT_TRUE(given) << findings.text();
  const wheel_on_rail::Contact expected = wheel_on_rail::solve(given->problem);
  const Vec3& force = expected.total.track.force;
  EXPECT_EQ(loads(contact).force, (std::array{force.x(), force.y(), force.z()}));
  EXPECT_NEAR(force.z(), 60e3, 1);
  EXPECT_EQ(patch_number(contact, "max_pressure"), expected.patches[0].max_pressure);
  EXPECT_EQ(field(contact, "traction_y").values, expected.patches[0].solution.tractions.y);
}

TEST(ContactLibrary, PatchIsThatOfHertz) {
  const Handle contact = ball();
  solve(contact);
  int count = 0;
  EXPECT_EQ(flangeway_contact_get_patch_count(contact.get(), &count), 0);
  EXPECT_EQ(count, 1);
  const double modulus = 8.2e10 / (1 - 0.28);  // of both bodies together
  const double radius = std::cbrt(0.75 * 50e3 * 0.4 / modulus);
  EXPECT_NEAR(patch_number(contact, "max_pressure") / (1.5 * 50e3 / (3.14159265 * radius * radius)), 1, 0.02);
  EXPECT_NEAR(patch_number(contact, "normal_force"), 50e3, 1);
  EXPECT_LT(patch_number(contact, "longitudinal_force"), -0.3 * 0.3 * 50e3);
  Loads own;
  EXPECT_EQ(flangeway_contact_get_patch_force(contact.get(), 0, "patch", own.force.data(), own.moment.data()),
            0);
  EXPECT_EQ(own.force[0], patch_number(contact, "longitudinal_force"));
}

TEST(ContactLibrary, RightWheelIsTheMirrorImage) {
  const Handle left = wheel_on_rail(), right = wheel_on_rail("right");
  set(right, "wheel_on_rail.wheelset.y", -1e-3);
  set(right, "wheel_on_rail.wheelset.yaw", -2e-3);
  solve(left);
  solve(right);
  for (const char* frame : {"track", "rail", "wheel", "wheelset"}) {
    const Loads ours = loads(left, frame), mirrored = loads(right, frame);
    EXPECT_EQ(mirrored.force, (std::array{ours.force[0], -ours.force[1], ours.force[2]})) << frame;
    EXPECT_EQ(mirrored.moment, (std::array{-ours.moment[0], ours.moment[1], -ours.moment[2]})) << frame;
  }
  EXPECT_EQ(patch_number(right, "y"), -patch_number(left, "y"));
  EXPECT_EQ(patch_number(right, "spin"), -patch_number(left, "spin"));
  EXPECT_EQ(patch_number(right, "normal_force"), patch_number(left, "normal_force"));
  const FieldOf ours = field(left, "traction_y"), mirrored = field(right, "traction_y");
  double largest = 0;
  for (int iy = 0; iy < ours.size[1]; ++iy)
    for (int ix = 0; ix < ours.size[0]; ++ix) {
      EXPECT_EQ(mirrored.at(ix, iy), -ours.at(ix, ours.size[1] - 1 - iy));
      largest = std::max(largest, std::abs(ours.at(ix, iy)));
    }
  EXPECT_GT(largest, 1e6);
  EXPECT_DOUBLE_EQ(mirrored.geometry[3], -(ours.geometry[3] + (ours.size[1] - 1) * ours.geometry[1]));
}

TEST(ContactLibrary, ChangedNumbersAreThoseOfAFreshHandle) {
  const Handle used = wheel_on_rail(), fresh = wheel_on_rail();
  solve(used);
  for (const Handle* contact : {&used, &fresh}) {
    const std::array<double, 6> position{0, -2e-3, 0, 1e-4, 0, -1e-3}, velocity{25, 0.01, 0, 0, 0, 0.1};
    EXPECT_EQ(flangeway_contact_set_wheelset((*contact).get(), position.data(), velocity.data()), 0);
    set(*contact, "wheel_on_rail.vertical_force", 50e3);
    set(*contact, "wheel_on_rail.friction.coefficient", 0.25);
    solve(*contact);
  }
  EXPECT_EQ(loads(used), loads(fresh));
  set(used, "wheel_on_rail.method.normal",
      "strip");  // goes through the reader, with all numbers that were set
  set(fresh, "wheel_on_rail.method.normal", "strip");
  solve(used);
  solve(fresh);
  EXPECT_EQ(loads(used), loads(fresh));
  EXPECT_NEAR(loads(used).force[2], 50e3, 1);
}

TEST(ContactLibrary, ReportsAllFindingsAtOnce) {
  const Handle contact = wheel_on_rail();
  set(contact, "wheel_on_rail.wheelset.yaaw", 1e-3);
  set(contact, "wheel_on_rail.friction.coefficient", -1.0);
  set(contact, "wheel_on_rail.curvature", nan);
  set(contact, "wheel_on_rail.method.normal", "halfspaces");
  const std::string text = refusal(contact, flangeway_contact_solve(contact.get()));
  EXPECT_THAT(text, AllOf(HasSubstr("wheel_on_rail.wheelset.yaaw: is not a known key"), HasSubstr("'yaw'"),
                          HasSubstr("wheel_on_rail.friction.coefficient: is out of range (got -1"),
                          HasSubstr("wheel_on_rail.curvature: is not finite"),
                          HasSubstr("wheel_on_rail.method.normal: is not one of the choices")))
      << text;
  int status = 0;
  EXPECT_EQ(flangeway_contact_get_status(contact.get(), &status), 0);
  EXPECT_EQ(status, FLANGEWAY_CONTACT_NOTHING_SOLVED);
  for (const char* key : {"wheel_on_rail.wheelset.yaaw", "wheel_on_rail.friction.coefficient",
                          "wheel_on_rail.curvature", "wheel_on_rail.method.normal"})
    EXPECT_EQ(flangeway_contact_unset(contact.get(), key), 0);
  solve(contact);
  EXPECT_EQ(message(contact.get()), "");
}

TEST(ContactLibrary, RefusesWhatHasNoEffect) {
  const Handle contact = wheel_on_rail();
  set(contact, "wheel_on_rail.friction.fall_1", 0.0);
  solve(contact);
  set(contact, "wheel_on_rail.friction.fall_1", 0.1);  // friction is constant
  EXPECT_THAT(refusal(contact, flangeway_contact_check(contact.get())),
              HasSubstr("wheel_on_rail.friction.fall_1"));
  EXPECT_EQ(flangeway_contact_unset(contact.get(), "wheel_on_rail.friction.fall_1"), 0);
  EXPECT_EQ(flangeway_contact_check(contact.get()), 0);
  set(contact, "wheel_on_rail.step", 1e-3);
  EXPECT_THAT(refusal(contact, flangeway_contact_check(contact.get())),
              HasSubstr("wheel_on_rail.step: is the distance of a step"));
  EXPECT_EQ(flangeway_contact_unset(contact.get(), "wheel_on_rail.step"), 0);
  EXPECT_EQ(flangeway_contact_set_flag(contact.get(), "wheel_on_rail.stiffness", 1), 0);
  EXPECT_THAT(refusal(contact, flangeway_contact_solve(contact.get())),
              HasSubstr("wheel_on_rail.stiffness: is not computed with the solution. Take it out, and call "
                        "flangeway_contact_get_stiffness."));
}

TEST(ContactLibrary, RefusesCallsWithoutSense) {
  flangeway_contact* none = nullptr;
  EXPECT_EQ(flangeway_contact_create(FLANGEWAY_CONTACT_INTERFACE + 1, &none), FLANGEWAY_CONTACT_BAD_INPUT);
  EXPECT_EQ(none, nullptr);
  EXPECT_THAT(message(nullptr),
              HasSubstr("interface_version: is not that of this library (got 2; allowed 1)"));
  EXPECT_EQ(flangeway_contact_solve(nullptr), FLANGEWAY_CONTACT_BAD_INPUT);
  EXPECT_THAT(message(nullptr), HasSubstr("the handle is NULL"));
  flangeway_contact_destroy(nullptr);

  const Handle contact = make();
  EXPECT_THAT(refusal(contact, flangeway_contact_solve(contact.get())), HasSubstr("describes no contact"));
  EXPECT_THAT(refusal(contact, flangeway_contact_set_number(contact.get(), nullptr, 1)),
              StartsWith("key: is NULL"));
  EXPECT_THAT(refusal(contact, flangeway_contact_set_number(contact.get(), "a=1\nb", 1)),
              HasSubstr("is not the path of a key"));
  EXPECT_THAT(refusal(contact, flangeway_contact_unset(contact.get(), "patch.spin")),
              HasSubstr("was not set by the caller"));
  EXPECT_THAT(refusal(contact, flangeway_contact_set_flag(contact.get(), "patch.coupled", 2)),
              HasSubstr("allowed 0 or 1"));
  EXPECT_THAT(refusal(contact, flangeway_contact_load_file(contact.get(), "no_such_file.toml")),
              HasSubstr("no_such_file.toml"));
  EXPECT_THAT(refusal(contact, flangeway_contact_load_text(contact.get(), "sequence = true\n[patch]\n")),
              HasSubstr("patch.surface: is missing"));
  double value = 0;
  EXPECT_THAT(refusal(contact, flangeway_contact_get_patch_number(contact.get(), 0, "spin", &value)),
              HasSubstr("result: there is none. Call flangeway_contact_solve"));
  EXPECT_THAT(refusal(contact, flangeway_contact_accept(contact.get())), HasSubstr("result: there is none"));

  const Handle solved = ball();
  solve(solved);
  EXPECT_THAT(refusal(solved, flangeway_contact_get_patch_number(solved.get(), 0, "max_presure", &value)),
              HasSubstr("The nearest is \"max_pressure\""));
  EXPECT_THAT(refusal(solved, flangeway_contact_get_patch_number(solved.get(), 1, "spin", &value)),
              HasSubstr("patch: does not exist (got 1; allowed 0 … 0)"));
  EXPECT_THAT(refusal(solved, flangeway_contact_get_field(solved.get(), 0, "pressure", 1, &value)),
              HasSubstr("capacity: is too small (got 1; allowed ≥ 240)"));
  std::vector<double> field(240);
  EXPECT_THAT(
      refusal(solved, flangeway_contact_get_field(solved.get(), 0, "temperature_rail", 240, field.data())),
      HasSubstr("was not computed"));
  Loads loads;
  EXPECT_THAT(refusal(solved, flangeway_contact_get_force(solved.get(), "track", loads.force.data(),
                                                          loads.moment.data())),
              HasSubstr("is that of a patch"));
}

TEST(ContactLibrary, NoContactIsAResult) {
  const Handle contact = ball("none");
  set(contact, "patch.control", "approach");
  EXPECT_EQ(flangeway_contact_unset(contact.get(), "patch.normal_force"), 0);
  EXPECT_EQ(flangeway_contact_unset(contact.get(), "patch.surface.curvatures"), 0);
  EXPECT_EQ(flangeway_contact_unset(contact.get(), "patch.longitudinal_creepage"), 0);
  const std::array<double, 6> plane{1, 0, 1, 0, 0, 1e-3};
  EXPECT_EQ(flangeway_contact_set_numbers(contact.get(), "patch.surface.quadratic", 6, plane.data()), 0);
  set(contact, "patch.approach", 1e-4);
  set(contact, "patch.elements.dx", 1e-3);
  set(contact, "patch.elements.dy", 1e-3);
  solve(contact);
  int status = -1, count = -1;
  EXPECT_EQ(flangeway_contact_get_status(contact.get(), &status), 0);
  EXPECT_EQ(status, FLANGEWAY_CONTACT_NO_CONTACT);
  EXPECT_EQ(flangeway_contact_get_patch_count(contact.get(), &count), 0);
  EXPECT_EQ(count, 0);
}

TEST(ContactLibrary, ForceOutOfReachIsNotSolved) {
  const Handle contact = ball();
  EXPECT_EQ(flangeway_contact_unset(contact.get(), "patch.longitudinal_creepage"), 0);
  set(contact, "patch.longitudinal", "force");
  set(contact, "patch.longitudinal_force", 20e3);
  EXPECT_EQ(flangeway_contact_solve(contact.get()), FLANGEWAY_CONTACT_NOT_SOLVED);
  EXPECT_THAT(message(contact.get()), HasSubstr("exceeds"));
  int status = -1;
  EXPECT_EQ(flangeway_contact_get_status(contact.get(), &status), 0);
  EXPECT_EQ(status, FLANGEWAY_CONTACT_UNREACHED);
  EXPECT_NEAR(patch_number(contact, "normal_force"), 50e3, 1);
}

TEST(ContactLibrary, TakesProfilesByTheirPoints) {
  Findings findings;
  const auto shape = profile::load_profile("s1002", profile::Kind::wheel, {}, {}, findings);
  std::vector<double> y, z;
  for (const Vec2& point : shape->curve.points()) y.push_back(point.x()), z.push_back(point.y());
  const Handle named = wheel_on_rail(), own = wheel_on_rail();
  EXPECT_EQ(flangeway_contact_add_profile(own.get(), "mine", "wheel", y.size(), y.data(), z.data()), 0)
      << message(own.get());
  set(own, "wheel_on_rail.wheel", "mine");
  solve(named);
  solve(own);
  EXPECT_NEAR(loads(own).force[1] / loads(named).force[1], 1, 0.02);
  set(own, "wheel_on_rail.rail", "mine");
  EXPECT_THAT(refusal(own, flangeway_contact_solve(own.get())), HasSubstr("is a profile of the other kind"));
  z[3] = nan;
  EXPECT_THAT(
      refusal(own, flangeway_contact_add_profile(own.get(), "bad", "wheel", y.size(), y.data(), z.data())),
      StartsWith("z[3]: is not finite"));
  z[3] = z[4];
  EXPECT_THAT(
      refusal(own, flangeway_contact_add_profile(own.get(), "bad", "wheels", y.size(), y.data(), z.data())),
      HasSubstr("wheel or rail"));
}

TEST(ContactLibrary, LoadsFilesAndTexts) {
  const Handle set_by_keys = ball(), loaded = make();
  EXPECT_EQ(
      flangeway_contact_load_text(loaded.get(),
                                  "[patch]\nnormal_force = 5e4\nspeed = 10\nlongitudinal_creepage = 1e-3\n"
                                  "surface.curvatures = [2.5, 2.5]\nelements = { nx = 16, ny = 15 }\n"),
      0)
      << message(loaded.get());
  solve(set_by_keys);
  solve(loaded);
  EXPECT_EQ(field(loaded, "traction_x").values, field(set_by_keys, "traction_x").values);
  set(loaded, "patch.speed", 0.0);
  EXPECT_THAT(refusal(loaded, flangeway_contact_solve(loaded.get())), HasSubstr("patch.speed"));
}

TEST(ContactLibrary, StiffnessAndStresses) {
  const Handle contact = ball();
  set(contact, "patch.longitudinal_creepage", 0.0);
  solve(contact);
  std::array<double, 9> k{};
  EXPECT_EQ(flangeway_contact_get_stiffness(contact.get(), 0, k.data()), 0) << message(contact.get());
  EXPECT_LT(k[0], 0);
  EXPECT_NEAR(k[1] / k[0], 0, 1e-6);
  EXPECT_NEAR(k[5] / k[7], -1, 0.2);  // C23 in both
  const std::array<double, 2> x{0, 0}, y{0, 1e-3};
  std::array<double, 18> s{};
  EXPECT_EQ(flangeway_contact_get_stresses(contact.get(), 0, 1e-6, 2, x.data(), y.data(), s.data()), 0);
  EXPECT_NEAR(-s[2] / patch_number(contact, "max_pressure"), 1, 0.02);
}

TEST(ContactLibrary, HandlesOfManyThreadsGiveTheSameBits) {
  const Handle alone = wheel_on_rail();
  solve(alone);
  const Handle shared = wheel_on_rail();
  std::vector<Loads> found(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < found.size(); ++i)
    threads.emplace_back([&, i] {
      const Handle own = i < 2 ? wheel_on_rail() : nullptr;
      const Handle& contact = own ? own : shared;
      solve(contact);
      found[i] = loads(contact);
    });
  for (std::thread& thread : threads) thread.join();
  for (const Loads& one : found) EXPECT_EQ(one, loads(alone));
}

TEST(ContactLibrary, LeavesTheFloatingPointEnvironmentAlone) {
  const Handle near = wheel_on_rail(), up = wheel_on_rail();
  solve(near);
  std::fesetround(FE_UPWARD);
  std::feclearexcept(FE_ALL_EXCEPT);
  const int code = flangeway_contact_solve(up.get());
  const int rounding = std::fegetround(), raised = std::fetestexcept(FE_ALL_EXCEPT);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(code, 0);
  EXPECT_EQ(rounding, FE_UPWARD);
  EXPECT_EQ(raised, 0);
  EXPECT_EQ(loads(up), loads(near));
}

TEST(ContactLibrary, CopiesMessagesThatAreTooLong) {
  const Handle contact = make();
  EXPECT_EQ(flangeway_contact_solve(contact.get()), FLANGEWAY_CONTACT_BAD_INPUT);
  const std::string whole = message(contact.get());
  std::array<char, 8> part{};
  std::size_t size = 0;
  EXPECT_EQ(flangeway_contact_get_message(contact.get(), part.data(), part.size(), &size), 0);
  EXPECT_EQ(size, whole.size());
  EXPECT_EQ(std::string(part.data()), whole.substr(0, 7));
}

}  // namespace
}  // namespace flangeway::contact_library::test
