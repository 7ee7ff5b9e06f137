// Which body carries which wheelsets.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "flangeway/quasistatic/steady.hpp"

namespace flangeway::quasistatic {
namespace {

using Wheelsets = std::set<std::size_t>;           // of the case
using Carried = std::map<std::size_t, Wheelsets>;  // by the body that carries them
using Neighbours = std::map<std::size_t, std::set<std::size_t>>;

Neighbours neighbours_of(const multibody::Model& vehicle) {
  Neighbours neighbours;
  const auto join = [&](std::size_t i, std::size_t j) {
    if (i < vehicle.body_count() && j < vehicle.body_count())
      neighbours[i].insert(j), neighbours[j].insert(i);
  };
  for (const multibody::ElementInfo& e : vehicle.elements) join(e.i, e.j);
  for (const multibody::Joint& joint : vehicle.joints) join(joint.i, joint.j);
  return neighbours;
}

// Climbs from what carries one wheelset, such as an axlebox, to the bodies that stand on it.
void climb(const multibody::Model& vehicle, const Neighbours& neighbours, Carried& carried) {
  const std::size_t top = carbody(vehicle);
  std::set<std::size_t> climbed;
  for (bool again = true; again;) {
    again = false;
    const Carried before = carried;
    for (const auto& [body, wheelsets] : before) {
      if (body == top || wheelsets.size() > 1 || !climbed.insert(body).second) continue;
      again = true;
      for (const std::size_t next : neighbours.at(body)) {
        const auto known = before.find(next);
        const bool beside = next != top && known != before.end() && known->second.size() == 1;
        if (!vehicle.bodies[next].wheelset && !beside)
          carried[next].insert(wheelsets.begin(), wheelsets.end());
      }
    }
  }
}

// Whether others, each chosen by `counts`, carry all these wheelsets.
template <typename Counts>
bool covered(const Wheelsets& wheelsets, const Carried& carried, const Counts& counts) {
  Wheelsets by_others;
  for (const auto& other : carried)
    if (counts(other)) by_others.insert(other.second.begin(), other.second.end());
  return std::includes(by_others.begin(), by_others.end(), wheelsets.begin(), wheelsets.end());
}

// Axleboxes below a bogie are no bogies, and neither is a carbody above bogies.
void leave_out_covered(std::size_t top, Carried& carried) {
  std::erase_if(carried, [all = carried](const auto& one) {
    return one.second.size() == 1 &&
           covered(one.second, all, [](const auto& other) { return other.second.size() > 1; });
  });
  std::erase_if(carried, [&, all = carried](const auto& one) {
    return covered(one.second, all, [&](const auto& other) {
      const bool inside =
          other.second.size() < one.second.size() &&
          std::includes(one.second.begin(), one.second.end(), other.second.begin(), other.second.end());
      return inside || (one.first == top && other.first != top);
    });
  });
}

Bogie bogie_of(const vehicle_case::CaseModel& model, std::size_t frame, const Wheelsets& wheelsets) {
  Bogie bogie{.frame = frame, .wheelsets = {wheelsets.begin(), wheelsets.end()}};
  const auto place = [&](std::size_t w) {
    return model.vehicle.bodies.bodies[model.contact.wheelsets[w].body].initial(0);
  };
  std::sort(bogie.wheelsets.begin(), bogie.wheelsets.end(),
            [&](std::size_t a, std::size_t b) { return place(a) > place(b); });
  const double front = place(bogie.wheelsets.front()), rear = place(bogie.wheelsets.back());
  bogie.middle = (front + rear) / 2, bogie.base = front - rear;
  return bogie;
}

void check_bogies(const vehicle_case::CaseModel& model, const std::vector<Bogie>& groups,
                  Findings& findings) {
  constexpr double same = 1e-6;  // m
  const auto& bodies = model.vehicle.bodies.bodies;
  for (std::size_t w = 0; w < model.contact.wheelsets.size(); ++w) {
    const std::string& name = bodies[model.contact.wheelsets[w].body].name;
    const Bogie* first = nullptr;
    for (const Bogie& group : groups) {
      if (std::find(group.wheelsets.begin(), group.wheelsets.end(), w) == group.wheelsets.end()) continue;
      if (first == nullptr) {
        first = &group;
      } else if (std::abs(group.middle - first->middle) > same) {
        findings.add({model.where, "vehicle",
                      fmt::format("has no clear bogies: {} is carried by {} with its middle at {:g} m and by "
                                  "{} with its middle at {:g} m",
                                  name, bodies[first->frame].name, first->middle, bodies[group.frame].name,
                                  group.middle),
                      "", "", "Choose another test"});
      }
    }
    if (first == nullptr)
      findings.add({model.where, "vehicle",
                    fmt::format("has no clear bogies: no element or joint holds {} to a body", name), "", "",
                    "Choose another test"});
  }
}

}  // namespace

std::vector<Bogie> bogies(const vehicle_case::CaseModel& model, Findings& findings) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  const Neighbours neighbours = neighbours_of(vehicle);
  Carried carried;
  for (std::size_t w = 0; w < model.contact.wheelsets.size(); ++w) {
    const auto joined = neighbours.find(model.contact.wheelsets[w].body);
    if (joined == neighbours.end()) continue;
    for (const std::size_t body : joined->second)
      if (!vehicle.bodies[body].wheelset) carried[body].insert(w);
  }
  climb(vehicle, neighbours, carried);
  const Carried all = carried;
  leave_out_covered(carbody(vehicle), carried);
  std::vector<Bogie> result;
  for (const auto& [frame, wheelsets] : carried) {
    result.push_back(bogie_of(model, frame, wheelsets));
    for (const auto& [body, one] : all)
      if (body != frame && body != carbody(vehicle) && one.size() == 1 && wheelsets.contains(*one.begin()))
        result.back().axleboxes.push_back(body);
  }
  std::sort(result.begin(), result.end(), [](const Bogie& a, const Bogie& b) { return a.middle > b.middle; });
  check_bogies(model, result, findings);
  return result;
}

}  // namespace flangeway::quasistatic
