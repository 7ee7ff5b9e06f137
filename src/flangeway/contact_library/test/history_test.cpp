// History of a handle: rejected steps leave no trace, and it can be kept, restored and written.
#include <gmock/gmock.h>

#include "flangeway/contact_library/test/handles.hpp"

namespace flangeway::contact_library::test {
namespace {

using ::testing::HasSubstr;

// A step of the wheel: it goes on by 0.8 mm and turns.
void move(const Handle& h, int step) {
  const std::array<double, 6> position{8e-4 * step, 1e-3 + 2e-5 * step, 0, 0, 0, 2e-3 - 1e-4 * step},
      velocity{20, 0, 0, 0, 0, 0};
  EXPECT_EQ(flangeway_contact_set_wheelset(h.get(), position.data(), velocity.data()), 0);
}

Handle rolling_wheel() {
  Handle h = wheel_on_rail("right", "transient_rolling");
  set(h, "wheel_on_rail.step", 8e-4);
  return h;
}

Handle rolling_ball() {
  Handle h = ball("transient_rolling");
  set(h, "patch.step", 1e-4);
  return h;
}

void accept(const Handle& h) {
  EXPECT_EQ(flangeway_contact_accept(h.get()), 0) << message(h.get());
}

Kept keep(const Handle& h) {
  flangeway_contact_history* kept = nullptr;
  EXPECT_EQ(flangeway_contact_keep(h.get(), &kept), 0);
  return Kept(kept);
}

std::vector<std::byte> written(const Handle& h) {
  std::size_t size = 0;
  EXPECT_EQ(flangeway_contact_write_history(h.get(), nullptr, 0, &size), 0);
  std::vector<std::byte> bytes(size);
  EXPECT_EQ(flangeway_contact_write_history(h.get(), bytes.data(), size, &size), 0);
  return bytes;
}

// Three accepted steps, with other solutions in between where `disturbed`.
std::vector<Loads> three_steps(const Handle& h, bool disturbed) {
  std::vector<Loads> found;
  for (int step = 0; step < 3; ++step) {
    const Kept before = keep(h);
    if (disturbed) {
      move(h, step + 7);
      solve(h);
      accept(h);
      solve(h);
      EXPECT_EQ(flangeway_contact_restore(h.get(), before.get()), 0);
    }
    move(h, step);
    for (int i = 0; i < (disturbed ? 2 : 1); ++i) solve(h);
    accept(h);
    found.push_back(loads(h));
  }
  return found;
}

TEST(ContactHistory, RejectedStepsLeaveNoTrace) {
  const std::vector<Loads> plain = three_steps(rolling_wheel(), false);
  EXPECT_EQ(three_steps(rolling_wheel(), true), plain);
  EXPECT_FALSE(plain[1] == plain[2]);
}

TEST(ContactHistory, CountsOnlyWhereItIsAccepted) {
  const Handle h = rolling_ball();
  solve(h);
  const double first = patch_number(h, "longitudinal_force");
  solve(h);
  EXPECT_EQ(patch_number(h, "longitudinal_force"), first);
  accept(h);
  solve(h);
  const double second = patch_number(h, "longitudinal_force");
  EXPECT_LT(second, 1.3 * first);  // both negative: tractions build up
  EXPECT_EQ(flangeway_contact_forget(h.get()), 0);
  solve(h);
  EXPECT_EQ(patch_number(h, "longitudinal_force"), first);
}

TEST(ContactHistory, IsWrittenAndRead) {
  for (const bool wheel : {false, true}) {
    const Handle one = wheel ? rolling_wheel() : rolling_ball(),
                 other = wheel ? rolling_wheel() : rolling_ball();
    solve(one);
    accept(one);
    const std::vector<std::byte> bytes = written(one);
    EXPECT_EQ(flangeway_contact_read_history(other.get(), bytes.data(), bytes.size()), 0)
        << message(other.get());
    EXPECT_EQ(written(other), bytes);
    solve(one);
    solve(other);
    EXPECT_EQ(field(one, "traction_x").values, field(other, "traction_x").values);
  }
}

TEST(ContactHistory, NoneIsWrittenToo) {
  const Handle h = rolling_ball();
  const std::vector<std::byte> bytes = written(h);
  solve(h);
  const double first = patch_number(h, "longitudinal_force");
  accept(h);
  EXPECT_EQ(flangeway_contact_read_history(h.get(), bytes.data(), bytes.size()), 0);
  solve(h);
  EXPECT_EQ(patch_number(h, "longitudinal_force"), first);
}

TEST(ContactHistory, DamagedBytesAreRefusedAndChangeNothing) {
  const Handle h = rolling_ball();
  solve(h);
  accept(h);
  const std::vector<std::byte> bytes = written(h);
  for (const std::size_t at : {std::size_t{0}, std::size_t{30}, std::size_t{100}, bytes.size() - 1}) {
    std::vector<std::byte> damaged = bytes;
    damaged[at] ^= std::byte{1};
    EXPECT_EQ(flangeway_contact_read_history(h.get(), damaged.data(), damaged.size()),
              FLANGEWAY_CONTACT_BAD_INPUT);
    EXPECT_THAT(message(h.get()), HasSubstr("are damaged, or no history of this version"));
    EXPECT_EQ(flangeway_contact_read_history(h.get(), bytes.data(), at), FLANGEWAY_CONTACT_BAD_INPUT);
  }
  std::size_t size = 0;
  std::byte small{};
  EXPECT_EQ(flangeway_contact_write_history(h.get(), &small, 1, &size), FLANGEWAY_CONTACT_BAD_INPUT);
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(written(h), bytes);
}

TEST(ContactHistory, OfAnotherProblemIsRefused) {
  const Handle patch = rolling_ball(), wheel = rolling_wheel();
  solve(patch);
  accept(patch);
  const Kept of_patch = keep(patch);
  EXPECT_EQ(flangeway_contact_restore(wheel.get(), of_patch.get()), 0);
  EXPECT_EQ(flangeway_contact_solve(wheel.get()), FLANGEWAY_CONTACT_BAD_INPUT);
  EXPECT_THAT(message(wheel.get()), HasSubstr("history: is that of a patch. Call flangeway_contact_forget"));
  set(patch, "patch.normal_force", 60e3);  // the grid follows the ellipse
  EXPECT_EQ(flangeway_contact_solve(patch.get()), FLANGEWAY_CONTACT_BAD_INPUT);
  EXPECT_THAT(message(patch.get()), HasSubstr("history: has other elements than the problem"));
}

}  // namespace
}  // namespace flangeway::contact_library::test
