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

void add_bases(const ModelSpec& spec, Names& names, Model& model) {
  grow_tree(
      spec.bases, "bases", "base", names, [&](const std::string& name) { return names.has_base(name); },
      [&](std::size_t i, const BaseSpec& base) {
        const Expression angle = names.expression(base.angle, key_of("bases", i, "angle"));
        const Base parent = names.base(base.parent, "");
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
  model.constraints = symbolic::constrain(model.frames, residual);
  for (std::size_t i = 0; i < residual.size(); ++i) {
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
// Symbolic steps that follow from sound input, and can still divide by zero.
void assemble(const ModelSpec& spec, Names& names, Model& model) {
  symbolic::VirtualPower power(model.frames);
  System system{model.frames, power};
  add_elements(spec, names, system);
  if (!names.findings().empty()) return;
  model.kinetic_energy = system.kinetic;
  model.potential_energy = system.potential;
  model.equations = power.equations();
  add_constraints(spec, names, model);
  add_wheels(spec, names, model);
}

}  // namespace

std::unique_ptr<Model> build(const ModelSpec& spec, Findings& findings) {
  auto model = std::make_unique<Model>();
  model->name = spec.name.value;
  Findings own;
  Names names(model->graph, own);
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
