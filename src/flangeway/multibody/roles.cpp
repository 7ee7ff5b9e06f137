#include "flangeway/multibody/roles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>

#include "flangeway/multibody/elements/list.hpp"

namespace flangeway::multibody {
namespace {

constexpr double beside_middle = 0.3;                               // m
constexpr double same_place = 0.1;                                  // m, along the vehicle
constexpr double car_share = 0.3;                                   // of the heaviest body
constexpr double lone_frame_mass = 8000, lone_frame_wheelbase = 4;  // kg, m

class Topology {
 public:
  explicit Topology(const Model& model)
      : model_(model),
        neighbours_(model.bodies.size()),
        level_(model.bodies.size(), far),
        roles_(level_.size()) {
    for (const ElementInfo& element : model.elements)
      if (element.type != "coupler" && element.type != "buffer") connect(element.i, element.j);
    for (const Joint& joint : model.joints) connect(joint.i, joint.j);
    find_levels();
  }

  std::vector<BodyRole> find() {
    for (std::size_t i = 0; i < roles_.size(); ++i) {
      const Body& body = model_.bodies[i];
      roles_[i].side = side_of(i);
      if (body.wheelset) roles_[i].role = Role::wheelset;
      if (const auto given = given_role(model_, i)) roles_[i].role = *given;
    }
    find_car_bodies();
    each_without_role([&](std::size_t i) {
      if (roles_[i].side != 0 && count(i, Role::wheelset) == 1) roles_[i].role = Role::axlebox;
    });
    std::vector<std::size_t> frames;
    each_without_role([&](std::size_t i) {
      const std::size_t wheelsets = count(i, Role::wheelset);
      if (wheelsets > 1 || count(i, Role::axlebox) > 0 || (wheelsets == 1 && count(i, Role::car_body) > 0))
        frames.push_back(i);
    });
    for (const std::size_t i : frames) roles_[i].role = Role::bogie_frame;
    each_without_role([&](std::size_t i) {
      if (count(i, Role::bogie_frame) > 0 && count(i, Role::car_body) > 0) roles_[i].role = Role::bolster;
    });
    number_all();
    return std::move(roles_);
  }

 private:
  static constexpr std::size_t far = std::numeric_limits<std::size_t>::max();

  void connect(std::size_t i, std::size_t j) {
    if (i >= neighbours_.size() || j >= neighbours_.size() || i == j) return;
    for (const auto& [from, to] : {std::pair(i, j), std::pair(j, i)})
      if (std::find(neighbours_[from].begin(), neighbours_[from].end(), to) == neighbours_[from].end())
        neighbours_[from].push_back(to);
  }
  // Connections from the nearest wheelset. Trains of bodies without wheelsets run on the track themselves.
  void find_levels() {
    std::deque<std::size_t> next;
    if (std::none_of(model_.bodies.begin(), model_.bodies.end(),
                     [](const Body& body) { return body.wheelset; }))
      std::fill(level_.begin(), level_.end(), std::size_t{1});
    for (std::size_t i = 0; i < level_.size(); ++i)
      if (model_.bodies[i].wheelset) level_[i] = 0, next.push_back(i);
    for (; !next.empty(); next.pop_front())
      for (const std::size_t other : neighbours_[next.front()])
        if (level_[other] == far) level_[other] = level_[next.front()] + 1, next.push_back(other);
  }
  [[nodiscard]] int side_of(std::size_t i) const {
    const double y = model_.bodies[i].initial(1);
    return y > beside_middle ? 1 : y < -beside_middle ? -1 : 0;
  }
  [[nodiscard]] std::size_t count(std::size_t i, Role role) const {
    return static_cast<std::size_t>(std::count_if(neighbours_[i].begin(), neighbours_[i].end(),
                                                  [&](std::size_t k) { return roles_[k].role == role; }));
  }
  template <typename Action>
  void each_without_role(const Action& action) {
    for (std::size_t i = 0; i < roles_.size(); ++i)
      if (roles_[i].role == Role::other && !given_role(model_, i) && level_[i] != far) action(i);
  }
  // A load with the role "other" does not make its wagon a bogie frame.
  [[nodiscard]] bool may_be_car_body(std::size_t i) const {
    return !model_.bodies[i].wheelset && given_role(model_, i).value_or(Role::car_body) == Role::car_body;
  }
  void find_car_bodies() {
    double heaviest = 0;
    for (std::size_t i = 0; i < roles_.size(); ++i)
      if (level_[i] != far && may_be_car_body(i)) heaviest = std::max(heaviest, model_.bodies[i].mass);
    each_without_role([&](std::size_t i) {
      const bool is_top = std::none_of(neighbours_[i].begin(), neighbours_[i].end(), [&](std::size_t k) {
        return level_[k] > level_[i] && may_be_car_body(k) && model_.bodies[k].mass >= car_share * heaviest;
      });
      if (is_top && model_.bodies[i].mass >= car_share * heaviest && !is_lone_frame(i))
        roles_[i].role = Role::car_body;
    });
  }
  [[nodiscard]] bool is_lone_frame(std::size_t i) const {
    double front = -std::numeric_limits<double>::infinity(), rear = -front;
    for (const std::size_t k : neighbours_[i]) {
      if (!model_.bodies[k].wheelset) continue;
      front = std::max(front, model_.bodies[k].initial(0)),
      rear = std::min(rear, model_.bodies[k].initial(0));
    }
    return level_[i] == 1 && model_.bodies[i].mass < lone_frame_mass && front > rear &&
           front - rear < lone_frame_wheelbase;
  }
  // From the front on; bodies of a role at one place, as those of both sides, have one number.
  void number_all() {
    std::map<Role, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < roles_.size(); ++i) groups[roles_[i].role].push_back(i);
    for (auto& [role, bodies] : groups) {
      if (role == Role::other) continue;
      const auto x = [&](std::size_t i) { return model_.bodies[i].initial(0); };
      std::stable_sort(bodies.begin(), bodies.end(),
                       [&](std::size_t a, std::size_t b) { return x(a) > x(b); });
      std::size_t number = 0;
      for (std::size_t k = 0; k < bodies.size(); ++k) {
        const bool beside =
            k > 0 && roles_[bodies[k]].side != 0 && x(bodies[k - 1]) - x(bodies[k]) < same_place;
        roles_[bodies[k]].number = beside ? number : ++number;
      }
    }
  }

  const Model& model_;
  std::vector<std::vector<std::size_t>> neighbours_;
  std::vector<std::size_t> level_;
  std::vector<BodyRole> roles_;
};

}  // namespace

const char* to_string(Role role) {
  static constexpr const char* names[] = {"other",       "wheelset", "axlebox",
                                          "bogie_frame", "bolster",  "car_body"};
  return names[static_cast<std::size_t>(role)];
}

std::string noun_of(Role role) {
  if (role == Role::other) return "body without a role";
  std::string noun = to_string(role);
  std::replace(noun.begin(), noun.end(), '_', ' ');
  return noun;
}

std::string text_of(const BodyRole& role) {
  if (role.role == Role::other) return to_string(role.role);
  std::string text = noun_of(role.role);
  text += fmt::format(" {}", role.number);
  return role.side == 0 ? text : text + (role.side > 0 ? " left" : " right");
}

std::optional<Role> given_role(const Model& model, std::size_t body) {
  const auto& roles = model.lists->given_roles;
  return body < roles.size() ? roles[body] : std::nullopt;
}

std::vector<BodyRole> roles_of(const Model& model) {
  return Topology(model).find();
}

}  // namespace flangeway::multibody
