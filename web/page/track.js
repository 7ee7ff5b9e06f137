// Rails, sleepers and ballast in space.

/** The rail's own head with a web and a foot below it, which no file gives; [y, z] in the track frame. */
function railSection(rail, side) {
  const head = profileOf(rail.points);
  const y = head.reduce((sum, p) => sum + p[0], 0) / head.length, low = Math.min(head[0][1], head[head.length - 1][1]) - 0.01;
  const foot = [[y + 0.009, low], [y + 0.009, -0.14], [y + 0.075, -0.158], [y + 0.075, -0.17], [y - 0.075, -0.17], [y - 0.075, -0.158], [y - 0.009, -0.14], [y - 0.009, low]];
  const section = [...head, ...foot, head[0]].map(([a, b]) => [side === 'left' ? a : -a, b]);
  return isClockwise(section) ? section : section.reverse();
}

function isClockwise(section) {
  let area = 0;
  for (let i = 0; i + 1 < section.length; ++i) area += section[i][0] * section[i + 1][1] - section[i + 1][0] * section[i][1];
  return area < 0;
}

/** Corners of a section carried along stations, of which each gives axes [origin, y, z] and where it has moved: [dy, dz, roll] about `centre`. */
function placeSection(section, centre, {axes: [o, ey, ez], moved: [dy, dz, roll]}, to, at) {
  const c = Math.cos(roll), s = Math.sin(roll);
  for (let i = 0; i < section.length; ++i) {
    const a = section[i][0] - centre[0], b = section[i][1] - centre[1], y = centre[0] + c * a - s * b + dy, z = centre[1] + s * a + c * b + dz;
    to[at++] = o.x + y * ey.x + z * ez.x;
    to[at++] = o.y + y * ey.y + z * ez.y;
    to[at++] = o.z + y * ey.z + z * ez.z;
  }
}

/** Stations may have sections of their own, with as many corners, and `ends` where nothing follows. */
function swept(section, centre, stations, colour) {
  const n = section.length, points = new Float32Array(3 * n * stations.length), faces = [];
  stations.forEach((station, k) => placeSection(station.section || section, centre, station, points, 3 * k * n));
  for (let k = 0; k + 1 < stations.length; ++k) {
    if (stations[k].ends) continue;
    for (let i = 0; i + 1 < n; ++i) {
      const a = k * n + i;
      faces.push(a, a + 1, a + n, a + 1, a + n + 1, a + n);
    }
  }
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(points, 3));
  geometry.setIndex(faces);
  geometry.computeVertexNormals();
  return new three.Mesh(geometry, colour);
}

/** Of one of several rails of a side: its head alone. */
function headSection(points, side) {
  const section = [...points, points[0]].map(([a, b]) => [side === 'left' ? a : -a, b]);
  return side === 'left' ? section : section.reverse();
}

/** Without a structure in the file: the usual one. */
const usualSleeper = {kind: 'mono_block', spacing: 0.6, offset: 0, length: 2.6, height: 0.12, block_length: 0};

function sleeperShape(sleeper, spacing) {
  const {length, height, block_length: block} = sleeper, width = sleeper.kind === 'slab' ? spacing : 0.24;
  const middle = (length - block) / 2, part = (l, w, h, y) => [l, w, h, 0, y, -h / 2];
  return boxes(sleeper.kind === 'twin_block' ? [part(width, block, height, middle), part(width, block, height, -middle), part(0.08, length - 2 * block, 0.08, 0)] : [part(width, length, height, 0)]);
}

/** The track around a place, seen from there. */
class TrackShape {
  /** `factor` enlarges the irregularities; `close`: from where to where it may be displaced later, or null. */
  constructor(path, scene, about, factor, close) {
    Object.assign(this, {path, scene, about, factor, group: new three.Group(), origin: path.position(about)});
    const structure = scene.structure;
    this.centre = structure ? structure.rail_centre : [0, 0];
    this.layRails(close);
    const bed = [[2.4, -0.62], [1.7, -0.24], [-1.7, -0.24], [-2.4, -0.62]], far = this.stations.filter((_, k) => k % 4 === 0 || k + 1 === this.stations.length).map(({axes}) => ({axes, moved: [0, 0, 0]}));
    const add = (shape, order) => { shape.renderOrder = order; this.group.add(shape); };
    // What is near is drawn first, so that what it hides costs nothing.
    this.rails.concat(this.pieces).forEach(rail => add(rail.shape, 2));
    this.laySleepers((structure || {sleeper: usualSleeper}).sleeper);
    this.sleepers.children.forEach(shape => { shape.renderOrder = 3; });
    this.group.add(this.sleepers);
    add(swept(bed, [0, 0], far, material('ballast')), 4);
    add(swept([[150, -0.63], [-150, -0.63]], [0, 0], far, material('ground')), 5);
  }
  frameAt(s) {
    const frame = this.path.frame(s, this.origin), [x, y, z] = [0, 1, 2].map(() => new three.Vector3());
    frame.extractBasis(x, y, z);
    return {frame, axes: [new three.Vector3().setFromMatrixPosition(frame), y, z]};
  }
  layRails(close) {
    this.stations = [];
    // Fine where one looks, coarse far away.
    const isClose = s => close && s >= close[0] && s <= close[1], wide = detail.coarse ? 2 : 1;
    for (let x = -detail.reach; x <= detail.reach; x += isClose(this.about + x) ? 0.2 : (Math.abs(x) < 30 ? 0.5 : 1.5) * wide)
      this.stations.push({s: this.about + x, axes: this.frameAt(this.about + x).axes});
    this.rails = ['left', 'right'].map((side, index) => {
      const section = railSection(this.scene.rails[side], side), centre = this.centreOf(index), missing = this.scene.rails[side].missing || [];
      const places = this.stations.map(({s}) => s), isMissing = s => missing.some(([from, to]) => s > from && s < to);
      // Rails end where they end, not at the next place.
      for (const place of missing.flat()) if (place > places[0] && place < places[places.length - 1] && !places.includes(place)) places.push(place);
      places.sort((a, b) => a - b);
      const stations = places.map((s, k) => ({...this.stationAt(side, s), ends: k + 1 < places.length && isMissing((s + places[k + 1]) / 2)}));
      const shape = swept(section, centre, stations, material('rail'));
      shape.frustumCulled = false;
      return {side: index, section, centre, stations, shape, displaced: [0, -1]};
    });
    this.pieces = ['left', 'right'].flatMap((side, index) => (this.scene.rails[side].pieces || []).map(piece => this.layPiece(piece, side, index)).filter(Boolean));
  }
  centreOf(index) { return [index === 0 ? this.centre[0] : -this.centre[0], this.centre[1]]; }
  stationAt(side, s) { return {s, axes: this.frameAt(s).axes, moved: [...this.path.displacement(side, s).map(d => d * this.factor), 0]}; }
  /** One of several rails of a side, or a check rail: sections at places. */
  layPiece({s, sections}, side, index) {
    const stations = [], near = place => Math.abs(place - this.about) < detail.reach;
    for (let k = 0; k < s.length; ++k) {
      if (near(s[k])) stations.push({...this.stationAt(side, s[k]), section: headSection(sections[k], side)});
      // The track may bend between two places that are far apart.
      const parts = k + 1 < s.length ? Math.ceil(s[k + 1] - s[k]) : 0;
      for (let i = 1; i < parts; ++i) {
        const t = i / parts, place = s[k] + t * (s[k + 1] - s[k]);
        if (near(place)) stations.push({...this.stationAt(side, place), section: headSection(sections[k].map(([y, z], c) => [y + t * (sections[k + 1][c][0] - y), z + t * (sections[k + 1][c][1] - z)]), side)});
      }
    }
    if (stations.length < 2) return null;
    const section = stations[0].section, centre = this.centreOf(index), shape = swept(section, centre, stations, material('rail'));
    shape.frustumCulled = false;
    return {side: index, section, centre, stations, shape, displaced: [0, -1]};
  }
  laySleepers(sleeper) {
    const first = Math.ceil((this.about - detail.reach - sleeper.offset) / sleeper.spacing), count = Math.floor(2 * detail.reach / sleeper.spacing);
    const top = this.scene.structure ? -this.scene.structure.rail_height - 0.004 : -0.175;
    const down = new three.Matrix4().makeTranslation(0, 0, top), slab = sleeper.slab, places = [...Array(count).keys()].map(k => sleeper.offset + (first + k) * sleeper.spacing);
    const onSlab = s => slab && s >= slab.from - 1e-6 && s <= slab.to + 1e-6, slabs = places.filter(onSlab).length;
    this.sleepers = new three.Group();
    const lay = (shape, many) => {
      const mesh = new three.InstancedMesh(sleeperShape(shape, sleeper.spacing), material('sleeper'), Math.max(many, 1));
      mesh.count = 0;
      mesh.frustumCulled = false;
      this.sleepers.add(mesh);
      return mesh;
    };
    const plain = lay(sleeper, count - slabs), concrete = slab && lay(slab, slabs);
    this.beds = places.map(s => {
      const shape = onSlab(s) ? concrete : plain, matrix = this.frameAt(s).frame.multiply(down), index = shape.count++;
      shape.setMatrixAt(index, matrix);
      return {s, matrix, shape, index};
    });
    this.displaced = [0, -1];
  }
  /** How many sleepers are drawn, and how many pieces of a slab beside them. */
  support() { return this.sleepers.children.map(shape => shape.count).join(' '); }
  /** Draws the track as it lies at the instant that `deformed` looks at, `times` enlarged. */
  displace(deformed, times) {
    const ends = deformed.reach();
    for (const rail of this.rails.concat(this.pieces)) this.displaceRail(rail, deformed, times, ends);
    this.displaceSleepers(deformed, times, ends);
  }
  /** Height of a rail's section as it is drawn. */
  heightAt(side, s) {
    const {stations, section, shape} = this.rails[side], n = section.length, points = shape.geometry.attributes.position.array;
    const k = clamp(stations.findIndex(station => station.s > s) - 1, 0, stations.length - 2), part = (s - stations[k].s) / (stations[k + 1].s - stations[k].s);
    const mean = at => section.reduce((sum, _, i) => sum + points[3 * (at * n + i) + 2], 0) / n;
    return mean(k) + part * (mean(k + 1) - mean(k)) + this.group.position.z;
  }
  displaceRail(rail, deformed, times, [from, to]) {
    const {stations, section, centre, displaced} = rail, position = rail.shape.geometry.attributes.position;
    const low = stations.findIndex(station => station.s >= from), high = stations.findLastIndex(station => station.s <= to);
    for (let k = Math.min(displaced[0], low); k <= Math.max(displaced[1], high); ++k) {
      if (k < 0) continue;
      const {s, axes, moved, section: own} = stations[k], here = k >= low && k <= high ? deformed.rail(rail.side, s) : [0, 0, 0];
      placeSection(own || section, centre, {axes, moved: moved.map((d, i) => d + here[i] * times)}, position.array, 3 * k * section.length);
    }
    rail.displaced = [low < 0 ? 0 : low, high];
    position.needsUpdate = true;
  }
  displaceSleepers(deformed, times, [from, to]) {
    const low = this.beds.findIndex(bed => bed.s >= from - 1e-6), high = this.beds.findLastIndex(bed => bed.s <= to + 1e-6), matrix = new three.Matrix4(), turn = new three.Matrix4();
    for (let k = Math.max(Math.min(this.displaced[0], low), 0); k <= Math.max(this.displaced[1], high); ++k) {
      const [[yl, zl], [yr, zr]] = deformed.sleeper(this.beds[k].s);
      matrix.makeTranslation(0, times * (yl + yr) / 2, times * (zl + zr) / 2).multiply(turn.makeRotationX(times * (zl - zr) / (2 * this.centre[0])));
      const {shape, index, matrix: bed} = this.beds[k];
      shape.setMatrixAt(index, matrix.premultiply(bed));
    }
    this.displaced = [Math.max(low, 0), high];
    for (const shape of this.sleepers.children) shape.instanceMatrix.needsUpdate = true;
  }
}

/** Two rollers on an axle, turned on the lathe from the heads of the rails; the axis is y. */
function rollersShape(scene) {
  const {radius, axle_height: height} = scene.rollers, made = new three.Group(), parts = [], marks = [];
  for (const [side, sign] of [['left', 1], ['right', -1]]) {
    const points = profileOf(scene.rails[side].points), rim = points[0][0] < points[points.length - 1][0] ? points : [...points].reverse();
    const first = rim[0][0], last = rim[rim.length - 1][0], middle = (first + last) / 2;
    const section = [[0.08, middle - 0.02], [radius - 0.12, middle - 0.02], [radius - 0.06, first], ...rim.map(([y, z]) => [z - height, y]), [radius - 0.06, last], [radius - 0.12, middle + 0.02], [0.08, middle + 0.02]];
    parts.push(new three.LatheGeometry(section.map(([r, y]) => new three.Vector2(r, sign * y))[sign > 0 ? 'slice' : 'reverse'](), detail.coarse ? 32 : 64));
    marks.push([0.05, 0.012, radius - 0.22, 0, sign * (middle + 0.023), radius / 2]);
  }
  const length = 2 * Math.abs(scene.rails.left.points[0][0]) + 0.6;
  parts.push(new three.CylinderGeometry(0.08, 0.08, length, detail.coarse ? 8 : 20));
  made.add(new three.Mesh(merged(parts), material('rail')), new three.Mesh(boxes(marks), material('c1')));
  made.matrixAutoUpdate = false;
  return made;
}

/** A roller rig in place of a track. */
class RollerRig {
  constructor(path, scene, about) {
    Object.assign(this, {path, scene, about, group: new three.Group(), origin: path.position(about), sleepers: new three.Group()});
    this.axles = scene.wheelsets.map(() => rollersShape(scene));
    const floor = new three.Mesh(new three.PlaneGeometry(300, 300).translate(0, 0, scene.rollers.axle_height - scene.rollers.radius - 0.1), material('ground'));
    this.group.add(...this.axles, floor);
  }
  /** Where the rollers are and how they have turned: as the wheels above them. */
  turn(run, time) {
    const {radius, axle_height: height, held, ahead} = this.scene.rollers, s = run.at(`${held}.s`, time);
    this.axles.forEach((axle, k) => {
      const wheelset = this.scene.wheelsets[k], angle = -run.at(`${wheelset.body}.pitch`, time) * wheelset.radius / radius;
      axle.matrix.copy(this.path.frame(s + ahead[k], this.origin).multiply(new three.Matrix4().makeTranslation(0, 0, height)).multiply(new three.Matrix4().makeRotationY(angle)));
    });
  }
  heightAt() { return this.group.position.z; }
  /** Where the axles of the rollers are, and cosine and sine of how far they have turned. */
  support() { return this.axles.map(axle => [12, 14, 0, 8].map(k => (axle.matrix.elements[k] + (k === 12 ? this.group.position.x : 0)).toFixed(4)).join(' ')).join(', '); }
}
