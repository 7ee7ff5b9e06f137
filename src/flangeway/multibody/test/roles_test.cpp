#include "flangeway/multibody/roles.hpp"

#include <gtest/gtest.h>

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {
namespace {

// A vehicle of bodies and connections; names say nothing.
class Builder {
 public:
  std::size_t body(double mass, double x, double y = 0, bool wheelset = false) {
    Body body;
    body.name = "b" + std::to_string(model.bodies.size());
    body.mass = mass, body.wheelset = wheelset;
    body.initial(0) = x, body.initial(1) = y;
    model.bodies.push_back(body);
    return model.bodies.size() - 1;
  }
  std::size_t wheelset(double x) { return body(1500, x, 0, true); }
  void connect(std::size_t i, std::size_t j, const char* type = "spring") {
    ElementInfo element;
    element.type = type, element.i = i, element.j = j;
    model.elements.push_back(element);
  }
  [[nodiscard]] std::string role(std::size_t i) const { return text_of(roles_of(model)[i]); }
  void give(std::size_t i, std::optional<Role> given) {
    model.lists->given_roles.resize(model.bodies.size());
    model.lists->given_roles[i] = given;
  }
  Model model;
};

TEST(Roles, OfACoachWithBolsters) {
  Builder b;
  const std::size_t body = b.body(32e3, 0);
  std::vector<std::size_t> frames, bolsters, wheelsets, motors;
  for (const double x : {-9.0, 9.0}) {  // the rear one first
    frames.push_back(b.body(2600, x)), bolsters.push_back(b.body(500, x)),
        motors.push_back(b.body(800, x + 0.5));
    b.connect(frames.back(), bolsters.back()), b.connect(bolsters.back(), body);
    b.connect(motors.back(), frames.back());
    for (const double at : {x - 1.25, x + 1.25}) {
      wheelsets.push_back(b.wheelset(at));
      b.connect(wheelsets.back(), frames.back());
    }
    b.connect(motors.back(), wheelsets.back(), "gear");
  }
  EXPECT_EQ(b.role(body), "car body 1");
  EXPECT_EQ(b.role(frames[0]), "bogie frame 2");
  EXPECT_EQ(b.role(frames[1]), "bogie frame 1");
  EXPECT_EQ(b.role(bolsters[1]), "bolster 1");
  EXPECT_EQ(b.role(wheelsets[0]), "wheelset 4");
  EXPECT_EQ(b.role(wheelsets[3]), "wheelset 1");
  EXPECT_EQ(b.role(motors[0]), "other");
}

TEST(Roles, OfATwoAxleWagonOnAxleboxesInATrain) {
  Builder b;
  const std::size_t wagon = b.body(20e3, 0), coach = b.body(40e3, 20);
  const std::size_t front = b.wheelset(3), rear = b.wheelset(-3);
  std::vector<std::size_t> boxes;
  for (const std::size_t axle : {front, rear})
    for (const double y : {1.0, -1.0}) {
      boxes.push_back(b.body(100, b.model.bodies[axle].initial(0), y));
      b.connect(boxes.back(), axle), b.connect(boxes.back(), wagon);
    }
  const std::size_t frame = b.body(2600, 20), axle = b.wheelset(21);
  b.connect(axle, frame), b.connect(frame, coach);
  b.connect(wagon, coach, "coupler");
  EXPECT_EQ(b.role(wagon), "car body 2");
  EXPECT_EQ(b.role(coach), "car body 1");
  EXPECT_EQ(b.role(boxes[0]), "axlebox 1 left");
  EXPECT_EQ(b.role(boxes[3]), "axlebox 2 right");
  EXPECT_EQ(b.role(frame), "bogie frame 1");
}

TEST(Roles, OfThreePieceAndOfLoneBogies) {
  Builder b;
  const std::size_t body = b.body(80e3, 0), bolster = b.body(650, 5);
  const std::size_t front = b.wheelset(6), rear = b.wheelset(4);
  std::vector<std::size_t> sides;
  for (const double y : {1.0, -1.0}) {
    sides.push_back(b.body(500, 5, y));
    b.connect(sides.back(), front), b.connect(sides.back(), rear), b.connect(sides.back(), bolster);
  }
  b.connect(bolster, body);
  EXPECT_EQ(b.role(sides[0]), "bogie frame 1 left");
  EXPECT_EQ(b.role(sides[1]), "bogie frame 1 right");
  EXPECT_EQ(b.role(bolster), "bolster 1");
  Builder lone;
  const std::size_t frame = lone.body(3000, 0);
  lone.connect(frame, lone.wheelset(1.25)), lone.connect(frame, lone.wheelset(-1.25));
  EXPECT_EQ(lone.role(frame), "bogie frame 1");
}

TEST(Roles, WagonsWithoutWheelsetsAreCarBodies) {
  Builder train;
  const std::size_t locomotive = train.body(84e3, 20), wagon = train.body(60e3, 0), hook = train.body(50, 10);
  train.connect(locomotive, wagon), train.connect(wagon, hook);
  EXPECT_EQ(train.role(locomotive), "car body 1");
  EXPECT_EQ(train.role(wagon), "car body 2");
  EXPECT_EQ(train.role(hook), "other");
}

// A container is heavier than its wagon, and a motor looks like the frame of a bogie.
TEST(Roles, GivenOnesDecideThoseOfNeighbours) {
  Builder train;
  const std::size_t wagon = train.body(12e3, 0), container = train.body(30e3, 0), motor = train.body(900, 4);
  const std::size_t front = train.wheelset(4), rear = train.wheelset(-4);
  for (const std::size_t axle : {front, rear}) train.connect(axle, wagon);
  train.connect(wagon, container), train.connect(motor, front), train.connect(motor, wagon);
  EXPECT_EQ(train.role(container), "car body 1");
  EXPECT_EQ(train.role(wagon), "bogie frame 1");
  train.give(container, Role::other);
  EXPECT_EQ(train.role(container), "other");
  EXPECT_EQ(train.role(wagon), "car body 1");
  EXPECT_EQ(train.role(motor), "bogie frame 1");
  train.give(motor, Role::other);
  EXPECT_EQ(train.role(motor), "other");
  train.give(container, Role::car_body), train.give(wagon, std::nullopt);
  EXPECT_EQ(train.role(wagon), "bogie frame 1");
}

}  // namespace
}  // namespace flangeway::multibody
