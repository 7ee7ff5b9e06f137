// How a body bends, by the modes of its run.

class Bending {
  constructor(run, body) {
    Object.assign(this, {run, name: body.name, sections: body.bending});
    this.modes = body.bending[0].move.length;
  }
  /** Of all bodies of a run that bend, by their names. */
  static of(run) {
    return new Map(run.scene.bodies.filter(body => body.bending).map(body => [body.name, new Bending(run, body)]));
  }

  /** m of each mode at an instant. */
  at(time) { return Array.from({length: this.modes}, (_, mode) => this.run.at(`${this.name}.mode${mode + 1}`, time)); }

  /** Displacement of a point [x, y, z] from the centre of gravity per metre of each mode: the sections before and behind it move it along as if it were a part of them, by its distance from them. */
  shapes(point) {
    const {sections} = this, next = sections.findIndex(section => section.place[0] > point[0]);
    const after = next < 0 ? sections.length - 1 : next, before = next < 0 ? after : Math.max(next - 1, 0);
    const [a, b] = [sections[before], sections[after]], span = b.place[0] - a.place[0], part = span > 0 ? (point[0] - a.place[0]) / span : 0;
    return Array.from({length: this.modes}, (_, mode) => {
      const [from, to] = [movedBy(a, mode, point), movedBy(b, mode, point)];
      return from.map((value, axis) => (1 - part) * value + part * to[axis]);
    });
  }
}

/** Displacement of a point by the motion of a section in a mode. */
function movedBy(section, mode, point) {
  const [x, y, z] = section.turn[mode], [a, b, c] = point.map((value, axis) => value - section.place[axis]), move = section.move[mode];
  return [move[0] + y * c - z * b, move[1] + z * a - x * c, move[2] + x * b - y * a];
}

/** The point where the modes bring it. */
const bent = (point, shapes, modes) => point.map((value, axis) => modes.reduce((sum, q, mode) => sum + q * shapes[mode][axis], value));

/** The meshes of a body, bent: each corner is moved. */
class BentShape {
  constructor(shape, bending) {
    this.parts = [];
    shape.traverse(({geometry}) => {
      if (!geometry) return;
      const places = geometry.attributes.position, corners = [];
      for (let k = 0; k < places.count; ++k) {
        const point = [places.getX(k), places.getY(k), places.getZ(k)];
        corners.push({point, shapes: bending.shapes(point)});
      }
      this.parts.push({geometry, corners});
    });
  }
  show(modes) {
    for (const {geometry, corners} of this.parts) {
      const places = geometry.attributes.position;
      corners.forEach(({point, shapes}, k) => places.setXYZ(k, ...bent(point, shapes, modes)));
      places.needsUpdate = true;
    }
  }
}
