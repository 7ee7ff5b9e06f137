#include "flangeway/vehicle/vehicle_spec.hpp"

#include "flangeway/document/number_text.hpp"
#include "flangeway/vehicle/element_lists.hpp"
#include "flangeway/vehicle/parameters.hpp"
#include "flangeway/vehicle/vehicle_elements.hpp"

namespace flangeway::vehicle {

using document::Presence;
using document::Visitor;

namespace {

template <typename Spec>
void remember_place(const Visitor& v, Spec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
}

}  // namespace

void describe(Visitor& v, ShapeSpec& spec) {
  remember_place(v, spec);
  v.path("file", spec.file, Presence::required,
         "STL file (binary or text), or glTF 2.0 (.glb or .gltf); its colours are not used");
  v.number("scale", spec.scale, {.unit = "m", .minimum = 1e-6, .maximum = 1e6},
           "length of one unit of the file: 0.001 where it is drawn in millimetres");
  v.triple("rotation_deg", spec.rotation, {.unit = "deg", .minimum = -360, .maximum = 360},
           "turns the shape about x, then y, then z; without it x of an STL file and z of a glTF file point "
           "forward, z and y upwards");
  v.triple("origin", spec.origin, {.unit = "m", .minimum = -1000, .maximum = 1000},
           "nominal position of the origin of the file's axes");
}

void describe(Visitor& v, BodySpec& spec) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required, "name of the body; no two names are equal");
  v.number("mass", spec.mass, required_positive("kg"), "mass");
  v.triple("inertia", spec.inertia, required_positive("kg m²"),
           "moments of inertia Ixx (roll), Iyy (pitch), Izz (yaw) about the centre of gravity");
  v.triple("products_of_inertia", spec.products_of_inertia, {.unit = "kg m²"},
           "integrals of xy, xz and yz over the mass, with respect to the centre of gravity");
  v.triple(
      "position", spec.position, required_point(),
      "nominal position of the centre of gravity: x forward, y to the left, z above the top of the rails");
  v.choice("role", spec.role,
           "role of the body in assessments, checks, quasi-static tests, comparisons and pictures; flangeway "
           "check prints the roles of all bodies");
  v.section("shape", spec.shape,
            "shape of the body in pictures, from a file; without it bodies are drawn by their role and their "
            "moments of inertia. It has no effect on the motion");
}

void describe(Visitor& v, WheelsetSpec& spec) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required, "name of the wheelset");
  v.number("mass", spec.mass, required_positive("kg"),
           "mass, including the axle boxes unless these are bodies on revolute_joints");
  v.triple(
      "inertia", spec.inertia, required_positive("kg m²"),
      "moments of inertia about the x, y (axle) and z axes; the difference of those about x and z belongs to "
      "parts that do not spin");
  v.number("x", spec.x, {.presence = Presence::required, .unit = "m", .minimum = -1000, .maximum = 1000},
           "position of the axle along the vehicle");
  v.number("wheel_radius", spec.wheel_radius,
           {.presence = Presence::required, .unit = "m", .minimum = 0.05, .maximum = 3},
           "nominal rolling radius; the axle lies at this height");
  v.text("wheel_profile", spec.wheel_profile, Presence::optional,
         "name or file of the profile of both wheels");
  v.text("wheel_profile_left", spec.wheel_profile_left, Presence::optional,
         "name or file of the profile of the left wheel, instead of wheel_profile");
  v.text("wheel_profile_right", spec.wheel_profile_right, Presence::optional,
         "name or file of the profile of the right wheel, instead of wheel_profile");
  v.number(
      "profile_position", spec.profile_position, {.unit = "m", .minimum = 0, .maximum = 1.5},
      "distance from the middle of the wheelset to the origin of the wheel profile; instead of back_to_back");
  v.number("back_to_back", spec.back_to_back, {.unit = "m", .minimum = 0, .maximum = 3},
           "distance between the flange backs; instead of profile_position");
  v.number("tape_circle_from_back", spec.tape_circle_from_back, {.unit = "m", .minimum = 0, .maximum = 0.2},
           "distance of the profile's origin from the flange back; with back_to_back");
  v.choice("wheels", spec.wheels,
           "the wheels that the body has; the centre of gravity of the carrier of one wheel is beside the "
           "middle by profile_position");
  v.choice(
      "rotation", spec.rotation,
      "whether the wheels turn together; half the moment of inertia about the axle is that of each wheel");
  v.number("torsional_stiffness", spec.torsional_stiffness, {.unit = "N m/rad", .minimum = 0},
           "torque between the wheels per twist of the axle; with rotation = \"torsion\"");
  v.number("torsional_damping", spec.torsional_damping, {.unit = "N m s/rad", .minimum = 0},
           "torque between the wheels per rate of the twist; with rotation = \"torsion\"");
  v.text("torque_reaction", spec.torque_reaction, Presence::optional,
         "body that motors and brakes are mounted on: drive.torque and the torques that controllers command "
         "on the wheels react on it; not given: on nothing");
}

void describe(Visitor& v, PartSpec& spec) {
  remember_place(v, spec);
  v.text("name", spec.name, Presence::required,
         "name of the part: that of each of its bodies and elements begins with it and '_'");
  v.path("file", spec.file, Presence::required, "vehicle file of the part");
  v.number("x", spec.x, {.unit = "m", .minimum = -10000, .maximum = 10000},
           "position of the origin of the part's file along the vehicle");
  v.integer("count", spec.count, {.minimum = 1, .maximum = 1000},
            "number of such parts in a row; with more than one their names end in 1, 2, …");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = -1000, .maximum = 1000},
           "distance of each of the row ahead of the one before; negative: behind it");
  v.number("speed_difference", spec.speed_difference, {.unit = "m/s", .minimum = -100, .maximum = 100},
           "by how much the part is faster than the vehicle at the start, as in a shunting impact");
  v.settings("parameters", spec.parameters,
             "parameters of the part's file: numbers, or expressions of the parameters of this file");
  v.settings("set", spec.set, "any other keys of the part's file, such as \"bodies[0].mass\" = 3000.0");
}

void describe(Visitor& v, VehicleSpec& spec) {
  remember_place(v, spec);
  ElementSpecs& elements = *spec.elements;
  v.settings(
      "parameters", elements.parameters,
      "names for numbers: any number of the file may be an expression of them in quotes, \"2 * load\"");
  if (!elements.parameters.empty()) {
    document::read_texts_as_numbers(
        v, [known = Parameters(elements.parameters)](const std::string& text, std::string& problem) {
          return known.value(text, problem);
        });
  }
  v.renamed({{"series", "maxwell_dampers"},
             {"shear_springs", "bushings"},
             {"constants", "applied_forces"},
             {"shortest_relaxation_time", "min_relaxation_time"}});
  v.text("name", spec.name, Presence::required, "name of the vehicle");
  v.number("gravity", spec.gravity, {.unit = "m/s²", .minimum = 0, .maximum = 100},
           "gravitational acceleration");
  v.number(
      "min_relaxation_time", spec.min_relaxation_time, {.unit = "s", .minimum = 0, .maximum = 1},
      "a damper whose series spring relaxes faster than this (damping/stiffness) counts as rigidly mounted; "
      "explicit integrators need at least about half of their step");
  v.list("bodies", spec.bodies, {}, "rigid bodies other than wheelsets");
  v.list("wheelsets", spec.wheelsets, {}, "wheelsets in any order");
  v.list(
      "parts", elements.parts, {},
      "other vehicle files that are placed in this one: bogies in a vehicle, vehicles in a train; their own "
      "gravity and min_relaxation_time do not count");
  describe_elements(v, *spec.elements);
}

}  // namespace flangeway::vehicle
