// The track in space, and where bodies are on it.

const three = libraries;

/** An array of equally spaced numbers, linear between them. */
function between(values, start, step, s) {
  const place = clamp((s - start) / step, 0, values.length - 1), i = Math.min(Math.floor(place), values.length - 2);
  return i < 0 ? values[0] : values[i] + (place - i) * (values[i + 1] - values[i]);
}

class TrackPath {
  constructor(scene) {
    this.track = scene.track;
    this.irregularities = scene.irregularities_um;
    this.end = this.track.start + this.track.step * (this.track.x.length - 1);
  }
  /** Position of the centreline; cubic with the tangents of heading and slope, so that curves have no corners. */
  position(s) {
    const {x, y, z, heading, slope, start, step} = this.track;
    const place = clamp((s - start) / step, 0, x.length - 1.000001), i = Math.floor(place), t = place - i;
    const a = t * t * (3 - 2 * t), b = t * (1 - t) * (1 - t) * step, c = t * t * (t - 1) * step;
    const along = (values, tangent) => values[i] * (1 - a) + values[i + 1] * a + b * tangent(i) + c * tangent(i + 1);
    const beyond = s > this.end ? s - this.end : s < start ? s - start : 0, k = s < start ? 0 : x.length - 1;
    const straight = [Math.cos(slope[k]) * Math.cos(heading[k]), Math.cos(slope[k]) * Math.sin(heading[k]), -Math.sin(slope[k])];
    return [along(x, j => Math.cos(slope[j]) * Math.cos(heading[j])) + beyond * straight[0],
      along(y, j => Math.cos(slope[j]) * Math.sin(heading[j])) + beyond * straight[1], along(z, j => -Math.sin(slope[j])) + beyond * straight[2]];
  }
  angle(name, s) { return between(this.track[name], this.track.start, this.track.step, s); }
  /** Track frame → space, seen from `origin`: rotation_z(heading) rotation_y(slope) rotation_x(cant). */
  frame(s, origin) {
    const p = this.position(s);
    const turn = new three.Matrix4().makeRotationZ(this.angle('heading', s))
        .multiply(new three.Matrix4().makeRotationY(this.angle('slope', s))).multiply(new three.Matrix4().makeRotationX(this.angle('cant_angle', s)));
    return new three.Matrix4().makeTranslation(p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]).multiply(turn);
  }
  /** Displacement [y, z] of a rail in the track frame, m. */
  displacement(side, s) {
    const all = this.irregularities;
    return all ? ['y_', 'z_'].map(axis => between(all[axis + side], all.start, all.step, s) * 1e-6) : [0, 0];
  }
}

/** Coordinates of a body at a time: s, y, z, roll, pitch, yaw. */
function coordinatesOf(run, body, time) {
  const q = {};
  for (const name of ['s', 'y', 'z', 'roll', 'pitch', 'yaw']) q[name] = run.at(`${body}.${name}`, time);
  return q;
}

/** Body → track frame without the rotation of a wheel about its axle; motions enlarged by `factor`, and `carried` [y, z, roll] besides. */
function poseOnTrack(q, nominal, factor, wheelset, carried) {
  const enlarge = (value, rest) => rest + factor * (value - rest);
  const pose = new three.Matrix4().makeTranslation(0, enlarge(q.y, nominal[1]) + carried[0], enlarge(q.z, nominal[2]) + carried[1])
      .multiply(new three.Matrix4().makeRotationZ(factor * q.yaw)).multiply(new three.Matrix4().makeRotationX(factor * q.roll + (wheelset ? carried[2] : 0)));
  return wheelset ? pose : pose.multiply(new three.Matrix4().makeRotationY(factor * q.pitch));
}
