// Meshes of the vehicle and its track from the shapes in the results.

const material = (name, more = {}) => new three.MeshLambertMaterial({color: theme.colour(name), side: three.DoubleSide, ...more});

/** Of meshes: drawn in software, every corner costs. */
const detail = {coarse: false};

/** Both wheels turned on the lathe from their profiles, and the axle; the axis is y. */
function wheelsetShape(shape) {
  const made = new three.Group(), steel = material('steel'), {radius: r0, profile_position: place} = shape;
  for (const [side, sign] of [['left', 1], ['right', -1]]) {
    const profile = shape[side].filter((_, i) => i % (detail.coarse ? 8 : 3) === 0), first = profile[0][0], last = profile[profile.length - 1][0], middle = (first + last) / 2;
    const section = [[0.09, first], [0.15, first], [0.17, middle - 0.015], [r0 - 0.075, middle - 0.015], [r0 - 0.05, first],
      ...profile.map(([y, z]) => [r0 - z, y]), [r0 - 0.05, last], [r0 - 0.075, middle + 0.015], [0.17, middle + 0.015], [0.15, last - 0.02], [0.09, last - 0.02]];
    made.add(new three.Mesh(new three.LatheGeometry(section.map(([r, y]) => new three.Vector2(r, sign * (place + y))), detail.coarse ? 32 : 48), steel));
    const mark = new three.Mesh(new three.BoxGeometry(0.05, 0.012, r0 - 0.22), material('c1'));
    mark.position.set(0, sign * (place + middle + 0.018), r0 / 2);
    made.add(mark);
  }
  made.add(new three.Mesh(new three.CylinderGeometry(0.085, 0.085, 2 * place + 0.55, 20), steel));
  return made;
}

/** A flat body is drawn as a frame of beams, any other as a box; both have the body's equivalent size. */
function bodyShape(body) {
  const made = new three.Group(), [length, width, height] = body.size;
  const box = (l, w, h, x, y, colour) => {
    const mesh = new three.Mesh(new three.BoxGeometry(l, w, h), colour);
    mesh.position.set(x, y, 0);
    made.add(mesh);
  };
  if (height < 0.8) {
    const beam = material('frame'), depth = Math.max(height * 0.5, 0.12), side = Math.max(width / 2 - 0.35, width * 0.3);
    box(length, 0.18, depth, 0, side, beam);
    box(length, 0.18, depth, 0, -side, beam);
    box(0.5, 2 * side, depth, 0, 0, beam);
  } else {
    box(length, width, height, 0, 0, material('carbody', {transparent: true, opacity: 0.24, depthWrite: false}));
    made.add(edges(length / 2, width / 2, height / 2));
  }
  return made;
}

function edges(a, b, c) {
  const corner = k => [k & 1 ? a : -a, k & 2 ? b : -b, k & 4 ? c : -c], points = [];
  for (let k = 0; k < 8; ++k) for (const bit of [1, 2, 4]) if (!(k & bit)) points.push(...corner(k), ...corner(k | bit));
  const lines = new three.BufferGeometry();
  lines.setAttribute('position', new three.BufferAttribute(new Float32Array(points), 3));
  return new three.LineSegments(lines, new three.LineBasicMaterial({color: theme.colour('ink')}));
}

/** The rail's own head with a web and a foot below it, which no file gives; [y, z] in the track frame. */
function railSection(rail, side) {
  const head = rail.points.filter((_, i) => i % (detail.coarse ? 30 : 12) === 0 || i === rail.points.length - 1);
  const y = head.reduce((sum, p) => sum + p[0], 0) / head.length, low = Math.min(head[0][1], head[head.length - 1][1]) - 0.01;
  const foot = [[y + 0.009, low], [y + 0.009, -0.14], [y + 0.075, -0.158], [y + 0.075, -0.17], [y - 0.075, -0.17], [y - 0.075, -0.158], [y - 0.009, -0.14], [y - 0.009, low]];
  return [...head, ...foot, head[0]].map(([a, b]) => [side === 'left' ? a : -a, b]);
}

/** Surface of a section carried along stations: each a function from [y, z] to a point. */
function swept(section, stations, colour) {
  const n = section.length, points = new Float32Array(3 * n * stations.length), faces = [];
  stations.forEach((place, k) => section.forEach((p, i) => points.set(place(p), 3 * (k * n + i))));
  for (let k = 0; k + 1 < stations.length; ++k) {
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

const reach = 110;  // m of track before and behind

/** Rails, sleepers and ballast around a place, seen from there; rail displacements enlarged. */
function trackShape(path, rails, about, factor) {
  const made = new three.Group(), origin = path.position(about), places = [];
  // Fine where one looks, coarse far away.
  for (let s = -reach; s <= reach; s += (Math.abs(s) < 30 ? 0.5 : 1.5) * (detail.coarse ? 2 : 1)) places.push(about + s);
  const frames = places.map(s => path.frame(s, origin)), point = new three.Vector3();
  const at = (frame, y, z) => point.set(0, y, z).applyMatrix4(frame).toArray();
  for (const side of ['left', 'right']) {
    const stations = places.map((s, k) => {
      const [dy, dz] = path.displacement(side, s).map(d => d * factor);
      return ([y, z]) => at(frames[k], y + dy, z + dz);
    });
    made.add(swept(railSection(rails[side], side), stations, material('rail')));
  }
  const bed = [[2.4, -0.62], [1.7, -0.24], [-1.7, -0.24], [-2.4, -0.62]];
  made.add(swept(bed, frames.map(frame => ([y, z]) => at(frame, y, z)), material('ballast')));
  made.add(swept([[150, -0.63], [-150, -0.63]], frames.map(frame => ([y, z]) => at(frame, y, z)), material('ground')));
  const first = Math.ceil((about - reach) / 0.6), count = Math.floor(2 * reach / 0.6);
  const sleepers = new three.InstancedMesh(new three.BoxGeometry(0.24, 2.6, 0.12), material('sleeper'), count);
  const down = new three.Matrix4().makeTranslation(0, 0, -0.235);
  for (let k = 0; k < count; ++k) sleepers.setMatrixAt(k, path.frame((first + k) * 0.6, origin).multiply(down));
  sleepers.name = 'sleepers';
  made.add(sleepers);
  made.userData = {origin, about};
  return made;
}

/** An arrow of length 1 along z. */
function arrowShape(colour) {
  // Seen through wheels and rails.
  const made = new three.Group(), paint = new three.MeshBasicMaterial({color: theme.colour(colour), depthTest: false, transparent: true});
  const shaft = new three.Mesh(new three.CylinderGeometry(0.018, 0.018, 0.85, 8), paint), head = new three.Mesh(new three.ConeGeometry(0.055, 0.17, 14), paint);
  for (const [mesh, height] of [[shaft, 0.425], [head, 0.925]]) {
    mesh.rotation.x = Math.PI / 2;
    mesh.position.z = height;
    mesh.renderOrder = 2;
    made.add(mesh);
  }
  return made;
}

function disposeOf(object) {
  object.traverse(part => {
    if (part.geometry) part.geometry.dispose();
    if (part.material) part.material.dispose();
    if (part.isInstancedMesh) part.dispose();
  });
}
