#include <algorithm>

#include <fmt/format.h>

#include "flangeway/symbolic_model/elements.hpp"
#include "flangeway/symbolic_model/model.hpp"
#include "flangeway/symbolic_model/names.hpp"
#include "flangeway/symbolic_model/wheel_contact.hpp"

namespace flangeway::symbolic_model {

namespace {

void declare_numbers(const std::vector<document::Setting>& settings, const char* list, Names& names,
                     Model& model, std::vector<NamedSymbol>& symbols) {
  for (const document::Setting& setting : settings) {
    const std::string key = fmt::format("{}.{}", list, setting.key);
    if (!setting.value.number) {
      names.findings().add({setting.value.where, key, "is not a number", setting.value.text, "a number", ""});
      continue;
    }
    const Expression symbol = model.frames.parameter(setting.key);
    if (names.declare(setting.key, symbol, setting.value.where, key))
      symbols.push_back({setting.key, symbol, *setting.value.number});
  }
}

void declare_coordinates(const ModelSpec& spec, Names& names, Model& model) {
  for (std::size_t i = 0; i < spec.coordinates.size(); ++i) {
    const CoordinateSpec& coordinate = spec.coordinates[i];
    const std::string &name = coordinate.name.value, key = key_of("coordinates", i, "name");
    const symbolic::Coordinate q = model.frames.coordinate(name);
    if (!names.declare(name, q.position, coordinate.name.where, key)) continue;
    names.declare("d" + name, q.velocity, coordinate.name.where, key);
    model.coordinate_names.push_back(name);
    model.initial_position.push_back(coordinate.position);
    model.initial_velocity.push_back(coordinate.velocity);
  }
}

// Adds the nodes of a tree whose parents are there, again and again, in any order of the file. What is left
// has a parent that is not declared, or hangs in a loop.
template <typename Spec, typename Has, typename Add>
void grow_tree(const std::vector<Spec>& nodes, const char* list, const char* kind, Names& names, Has has,
               Add add) {
  std::vector<bool> done(nodes.size(), false);
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (done[i] || !has(nodes[i].parent.value)) continue;
      if (has(nodes[i].name.value)) {
        names.refuse(nodes[i].name, key_of(list, i, "name"),
                     fmt::format("is a {} that is there already", kind));
      } else {
        add(i, nodes[i]);
      }
      done[i] = grown = true;
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (done[i]) continue;
    bool declared = false;
    for (const Spec& other : nodes) declared = declared || other.name.value == nodes[i].parent.value;
    names.refuse(
        nodes[i].parent, key_of(list, i, "parent"),
        declared ? fmt::format("closes a loop in the tree of {}s, or hangs on one", kind)
                 : fmt::format("names a {} that is not there", kind),
        declared ? fmt::format("Let the {0}s descend from {1}", kind, kind[0] == 'b' ? "ground" : "origin")
                 : "");
  }
}

// Turns components of the turned base into those of its parent; the sum of squares is 1.
symbolic::Matrix rotation_of(const std::vector<Expression>& e) {
  const Expression &w = e[0], &x = e[1], &y = e[2], &z = e[3];
  return {{{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}}};
}

// Nothing where they are no coordinates: then they have unit length by themselves.
std::vector<std::size_t> coordinates_among(const std::vector<Expression>& e, const Model& model) {
  const std::vector<symbolic::Coordinate>& all = model.frames.coordinates();
  std::vector<std::size_t> found;
  for (const Expression& one : e) {
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const auto& coordinate) { return coordinate.position == one; });
    if (at != all.end()) found.push_back(static_cast<std::size_t>(at - all.begin()));
  }
  return found.size() == e.size() ? found : std::vector<std::size_t>{};
}

void add_bases(const ModelSpec& spec, Names& names, Model& model) {
  grow_tree(
      spec.bases, "bases", "base", names, [&](const std::string& name) { return names.has_base(name); },
      [&](std::size_t i, const BaseSpec& base) {
        const Expression angle = names.expression(base.angle, key_of("bases", i, "angle"));
        const Base parent = names.base(base.parent, "");
        if (!base.euler_parameters.empty()) {
          if (base.axis != std::array<double, 3>{})
            names.refuse(base.name, key_of("bases", i, "axis"), "is given beside euler_parameters",
                         "Leave one of them out");
          const std::vector<Expression> e =
              names.expressions(base.euler_parameters, key_of("bases", i, "euler_parameters"));
          if (const auto among = coordinates_among(e, model); !among.empty())
            model.euler_parameters.push_back({among[0], among[1], among[2], among[3]});
          return names.declare_base(base.name.value,
                                    model.frames.base(base.name.value, parent, rotation_of(e)));
        }
        if (base.axis == std::array<double, 3>{}) {
          names.refuse(base.name, key_of("bases", i, "axis"), "has no length");
          return names.declare_base(base.name.value, parent);
        }
        names.declare_base(base.name.value, model.frames.turn(base.name.value, parent, base.axis, angle));
      });
}

void add_points(const ModelSpec& spec, Names& names, Model& model) {
  grow_tree(
      spec.points, "points", "point", names, [&](const std::string& name) { return names.has_point(name); },
      [&](std::size_t i, const PointSpec& point) {
        const Base base = names.base(point.base, key_of("points", i, "base"));
        const symbolic::Components offset = names.components(point.offset, key_of("points", i, "offset"));
        const Point parent = names.point(point.parent, "");
        names.declare_point(point.name.value, model.frames.point(point.name.value, parent, {base, offset}));
      });
}

void add_constraints(const ModelSpec& spec, Names& names, Model& model) {
  std::vector<Expression> residual;
  for (std::size_t i = 0; i < spec.constraints.size(); ++i) {
    residual.push_back(names.expression(spec.constraints[i].zero, key_of("constraints", i, "zero")));
  }
  for (std::size_t i = 0; i < spec.loops.size(); ++i) {
    const LoopSpec& loop = spec.loops[i];
    const Base base = names.base(loop.base, key_of("loops", i, "base"));
    const symbolic::Vector gap = model.frames.position(names.point(loop.a, key_of("loops", i, "a")),
                                                       names.point(loop.b, key_of("loops", i, "b")));
    residual.push_back(dot(model.frames.in(gap, base), {base, {loop.axis[0], loop.axis[1], loop.axis[2]}}));
  }
  const std::size_t of_file = residual.size();
  for (const std::array<std::size_t, 4>& four : model.euler_parameters) {
    Expression length = -1;
    for (const std::size_t k : four) {
      const Expression& e = model.frames.coordinates()[k].position;
      length = length + e * e;
    }
    residual.push_back(length);
  }
  model.constraints = symbolic::constrain(model.frames, residual);
  for (std::size_t i = 0; i < of_file; ++i) {
    const std::vector<Expression>& row = model.constraints.jacobian[i];
    const bool moves =
        std::any_of(row.begin(), row.end(), [](const Expression& x) { return !(x == Expression(0)); });
    if (moves) continue;
    const std::size_t loop = i - spec.constraints.size();
    if (i < spec.constraints.size()) {
      names.refuse(spec.constraints[i].zero, key_of("constraints", i, "zero"),
                   "does not depend on any coordinate");
    } else {
      names.refuse(spec.loops[loop].a, key_of("loops", loop, "a"), "does not move against b along the axis");
    }
  }
}
// Along their own direction Euler parameters turn nothing, so that nothing resists there. A mass of 1 kg m²
// in this direction, with the force that it takes where the length stays 1 (e·ë = −ė·ė), changes no motion.
void weigh_lengths(Model& model) {
  const std::vector<symbolic::Coordinate>& all = model.frames.coordinates();
  symbolic::EquationsOfMotion& equations = model.equations;
  for (const std::array<std::size_t, 4>& four : model.euler_parameters) {
    for (const std::size_t i : four) {
      const Expression& e = all[i].position;
      for (const std::size_t j : four) {
        const Expression mass = e * all[j].position, force = -(e * all[j].velocity * all[j].velocity);
        equations.mass[i][j] = equations.mass[i][j] + mass;
        equations.force[i] = equations.force[i] + force;
        equations.inverse_dynamics[i] = equations.inverse_dynamics[i] + force - mass * all[j].acceleration;
      }
    }
  }
}

// Symbolic steps that follow from sound input, and can still divide by zero.
void assemble(const ModelSpec& spec, Names& names, Model& model) {
  symbolic::VirtualPower power(model.frames);
  System system{model.frames, power};
  add_elements(spec, names, system);
  if (!names.findings().empty()) return;
  model.kinetic_energy = system.kinetic;
  model.potential_energy = system.potential;
  model.equations = power.equations();
  weigh_lengths(model);
  add_constraints(spec, names, model);
  add_wheels(spec, names, model);
}

}  // namespace

std::unique_ptr<Model> build(const ModelSpec& spec, Findings& findings) {
  auto model = std::make_unique<Model>();
  model->name = spec.name.value;
  Findings own;
  Names names(own);
  declare_coordinates(spec, names, *model);
  declare_numbers(spec.parameters, "parameters", names, *model, model->parameters);
  declare_numbers(spec.inputs, "inputs", names, *model, model->inputs);
  try {
    add_bases(spec, names, *model);
    add_points(spec, names, *model);
    if (own.empty()) assemble(spec, names, *model);
  } catch (const expression::SymbolicError& error) {
    own.add({spec.name.where, "", fmt::format("leads to equations in which something {}", error.what()), "",
             "", ""});
  }
  findings.append(own);
  return own.empty() ? std::move(model) : nullptr;
}

}  // namespace flangeway::symbolic_model
