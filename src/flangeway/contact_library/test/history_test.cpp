// History of a handle: rejected steps leave no trace, and it can be kept, restored and written.
#include <gmock/gmock.h>

#include "flangeway/contact_library/test/handles.hpp"

namespace flangeway::contact_library::test {
namespace {

using ::testing::HasSubstr;

// A step of the wheel: it goes on by 0.8 mm and turns.
void move(const Handle& contact, int step) {
  const std::array<double, 6> position{8e-4 * step, 1e-3 + 2e-5 * step, 0, 0, 0, 2e-3 - 1e-4 * step},
      velocity{20, 0, 0, 0, 0, 0};
  EXPECT_EQ(flangeway_contact_set_wheelset(contact.get(), position.data(), velocity.data()), 0);
}

Handle rolling_wheel() {
  Handle contact = wheel_on_rail("right", "transient_rolling");
  set(contact, "wheel_on_rail.step", 8e-4);
  return contact;
}

Handle rolling_ball() {
  Handle contact = ball("transient_rolling");
  set(contact, "patch.step", 1e-4);
  return contact;
}

void accept(const Handle& contact) {
  EXPECT_EQ(flangeway_contact_accept(contact.get()), 0) << message(contact.get());
}

Kept keep(const Handle& contact) {
  flangeway_contact_history* kept = nullptr;
  EXPECT_EQ(flangeway_contact_keep(contact.get(), &kept), 0);
  return Kept(kept);
}

std::vector<std::byte> written(const Handle& contact) {
  std::size_t size = 0;
  EXPECT_EQ(flangeway_contact_write_history(contact.get(), nullptr, 0, &size), 0);
  std::vector<std::byte> bytes(size);
  EXPECT_EQ(flangeway_contact_write_history(contact.get(), bytes.data(), size, &size), 0);
  return bytes;
}

// Three accepted steps, with other solutions in between where `disturbed`.
std::vector<Loads> three_steps(const Handle& contact, bool disturbed) {
  std::vector<Loads> found;
  for (int step = 0; step < 3; ++step) {
    const Kept before = keep(contact);
    if (disturbed) {
      move(contact, step + 7);
      solve(contact);
      accept(contact);
      solve(contact);
      EXPECT_EQ(flangeway_contact_restore(contact.get(), before.get()), 0);
    }
    move(contact, step);
    for (int i = 0; i < (disturbed ? 2 : 1); ++i) solve(contact);
    accept(contact);
    found.push_back(loads(contact));
  }
  return found;
}

TEST(ContactHistory, RejectedStepsLeaveNoTrace) {
  const std::vector<Loads> plain = three_steps(rolling_wheel(), false);
  EXPECT_EQ(three_steps(rolling_wheel(), true), plain);
  EXPECT_FALSE(plain[1] == plain[2]);
}

TEST(ContactHistory, CountsOnlyWhereItIsAccepted) {
  const Handle contact = rolling_ball();
  solve(contact);
  const double first = patch_number(contact, "longitudinal_force");
  solve(contact);
  EXPECT_EQ(patch_number(contact, "longitudinal_force"), first);
  accept(contact);
  solve(contact);
  const double second = patch_number(contact, "longitudinal_force");
  EXPECT_LT(second, 1.3 * first);  // both negative: tractions build up
  EXPECT_EQ(flangeway_contact_forget(contact.get()), 0);
  solve(contact);
  EXPECT_EQ(patch_number(contact, "longitudinal_force"), first);
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
  const Handle contact = rolling_ball();
  const std::vector<std::byte> bytes = written(contact);
  solve(contact);
  const double first = patch_number(contact, "longitudinal_force");
  accept(contact);
  EXPECT_EQ(flangeway_contact_read_history(contact.get(), bytes.data(), bytes.size()), 0);
  solve(contact);
  EXPECT_EQ(patch_number(contact, "longitudinal_force"), first);
}

TEST(ContactHistory, DamagedBytesAreRefusedAndChangeNothing) {
  const Handle contact = rolling_ball();
  solve(contact);
  accept(contact);
  const std::vector<std::byte> bytes = written(contact);
  for (const std::size_t at : {std::size_t{0}, std::size_t{30}, std::size_t{100}, bytes.size() - 1}) {
    std::vector<std::byte> damaged = bytes;
    damaged[at] ^= std::byte{1};
    EXPECT_EQ(flangeway_contact_read_history(contact.get(), damaged.data(), damaged.size()),
              FLANGEWAY_CONTACT_BAD_INPUT);
    EXPECT_THAT(message(contact.get()), HasSubstr("are damaged, or no history of this version"));
    EXPECT_EQ(flangeway_contact_read_history(contact.get(), bytes.data(), at), FLANGEWAY_CONTACT_BAD_INPUT);
  }
  std::size_t size = 0;
  std::byte small{};
  EXPECT_EQ(flangeway_contact_write_history(contact.get(), &small, 1, &size), FLANGEWAY_CONTACT_BAD_INPUT);
  EXPECT_EQ(size, bytes.size());
  EXPECT_EQ(written(contact), bytes);
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
