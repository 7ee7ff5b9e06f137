// Meshes of the vehicle and its track from the shapes in the results.

/** A colour of the style sheet as the screen shows it: pictures are not computed in linear light, which would cost a power for each of their points. */
const screenColour = name => new three.Color(theme.colour(name)).convertLinearToSRGB();

/** Surfaces are lit at their corners: diffuse light of the sky and of the sun, as a share of what is white (the power brings it from linear light). */
function litAtCorners(shader) {
  shader.uniforms.brightness = {value: theme.dark ? 0.72 : 1};
  shader.vertexShader = 'varying float light;\nuniform float brightness;\n' + shader.vertexShader.replace('#include <project_vertex>', `#include <project_vertex>
    vec3 faces = normal;
    #ifdef USE_INSTANCING
      faces = mat3(instanceMatrix) * faces;
    #endif
    faces = normalize(mat3(modelMatrix) * faces);
    light = pow(brightness * (0.38 + 0.21 * faces.z + 0.46 * max(dot(faces, vec3(-0.267, -0.535, 0.802)), 0.0)), 0.4545);`);
  shader.fragmentShader = 'varying float light;\n' + shader.fragmentShader.replace('#include <color_fragment>', '#include <color_fragment>\ndiffuseColor.rgb *= light;');
}

function material(name, more = {}) {
  const made = new three.MeshBasicMaterial({color: screenColour(name), ...more});
  made.onBeforeCompile = litAtCorners;
  return made;
}

/** Many shapes as one: each that is drawn for itself costs. */
function merged(geometries) {
  const parts = {position: [], normal: []}, index = [];
  for (const geometry of geometries) {
    const first = parts.position.length / 3;
    for (const name of ['position', 'normal']) for (const value of geometry.attributes[name].array) parts[name].push(value);
    for (const corner of geometry.index.array) index.push(first + corner);
    geometry.dispose();
  }
  const made = new three.BufferGeometry();
  for (const name of ['position', 'normal']) made.setAttribute(name, new three.BufferAttribute(new Float32Array(parts[name]), 3));
  made.setIndex(index);
  return made;
}

/** Boxes [length, width, height, x, y, z of the middle], in so many pieces along x. */
const boxes = (list, pieces = 1) => merged(list.map(([l, w, h, x, y, z]) => new three.BoxGeometry(l, w, h, pieces).translate(x, y, z)));

/** As few of the points as keep the line within `tolerance` [Ramer, Douglas and Peucker]. */
function simplified(points, tolerance) {
  const [a, b] = [points[0], points[points.length - 1]], dx = b[0] - a[0], dy = b[1] - a[1], length = Math.hypot(dx, dy) || 1;
  let worst = 0, most = tolerance;
  for (let i = 1; i + 1 < points.length; ++i) {
    const off = Math.abs(dx * (points[i][1] - a[1]) - dy * (points[i][0] - a[0])) / length;
    if (off > most) { most = off; worst = i; }
  }
  return worst ? [...simplified(points.slice(0, worst + 1), tolerance).slice(0, -1), ...simplified(points.slice(worst), tolerance)] : [a, b];
}
const profileOf = points => simplified(points, detail.coarse ? 2e-3 : 2e-4);

/** The wheels turned on the lathe from their profiles, and the axle, of a single wheel a stub; the axis is y. */
function wheelsetShape(shape) {
  const made = new three.Group(), {radius: r0, profile_position: place} = shape, wheels = [], marks = [];
  for (const [side, sign] of [['left', 1], ['right', -1]].filter(([side]) => shape[side])) {
    const profile = profileOf(shape[side]), first = profile[0][0], last = profile[profile.length - 1][0], middle = (first + last) / 2;
    const section = [[0.09, first], [0.15, first], [0.17, middle - 0.015], [r0 - 0.075, middle - 0.015], [r0 - 0.05, first],
      ...profile.map(([y, z]) => [r0 - z, y]), [r0 - 0.05, last], [r0 - 0.075, middle + 0.015], [0.17, middle + 0.015], [0.15, last - 0.02], [0.09, last - 0.02]];
    wheels.push(new three.LatheGeometry(section.map(([r, y]) => new three.Vector2(r, sign * (place + y)))[sign > 0 ? 'slice' : 'reverse'](), detail.coarse ? 24 : 48));
    marks.push([0.05, 0.012, r0 - 0.22, 0, sign * (place + middle + 0.018), r0 / 2]);
  }
  wheels.push(new three.CylinderGeometry(0.085, 0.085, 2 * place + 0.55, detail.coarse ? 8 : 20));
  made.add(new three.Mesh(merged(wheels), material('steel')), new three.Mesh(boxes(marks), material('c1')));
  return made;
}

/** The beams of a bogie frame: two side beams, the transom, and head beams where the frame is long. */
function frameBeams([length, width, height]) {
  const depth = Math.max(height * 0.5, 0.12), side = Math.max(width / 2 - 0.35, width * 0.3), beams = [[length, 0.18, depth, 0, side, 0], [length, 0.18, depth, 0, -side, 0], [0.5, 2 * side, depth, 0, 0, 0]];
  if (length > 2) for (const end of [1, -1]) beams.push([0.12, 2 * side, 0.6 * depth, end * (length / 2 - 0.06), 0, 0]);
  return beams;
}

/** The mesh of a body whose shape comes from a file: corners [x, y, z] one after the other, and triangles; decoded once. */
function meshOf(scene, body) {
  if (body.shape === undefined) return null;
  const shape = scene.shapes[body.shape];
  if (!shape.mesh) {
    const steps = new Uint16Array(bytesOf(shape.corners)), {low, high} = shape;
    shape.mesh = {low, high, corners: Float32Array.from(steps, (step, k) => low[k % 3] + step / 65535 * (high[k % 3] - low[k % 3])), triangles: new Uint32Array(bytesOf(shape.triangles))};
  }
  return shape.mesh;
}

/** From the lowest to the highest x of a body, from its centre of gravity. */
function extentOf(scene, body) {
  const mesh = meshOf(scene, body);
  return mesh ? [mesh.low[0], mesh.high[0]] : [-body.size[0] / 2, body.size[0] / 2];
}

/** How a mesh looks from its side: its lower and upper edge in so many columns from end to end, as [x, z] all around. */
function sideOf({low, high, corners, triangles}, columns = 240) {
  const width = (high[0] - low[0]) / columns, bottom = new Float64Array(columns + 1).fill(Infinity), top = new Float64Array(columns + 1).fill(-Infinity);
  const at = k => [corners[3 * k], corners[3 * k + 2]];
  for (let k = 0; k < triangles.length; ++k) {
    const [[xa, za], [xb, zb]] = [at(triangles[k]), at(triangles[k % 3 === 2 ? k - 2 : k + 1])];
    const first = Math.ceil((Math.min(xa, xb) - low[0]) / width - 1e-6), last = Math.floor((Math.max(xa, xb) - low[0]) / width + 1e-6);
    for (let column = first; column <= last; ++column) {
      const part = xb === xa ? 0 : clamp((low[0] + column * width - xa) / (xb - xa), 0, 1);
      for (const z of xb === xa ? [za, zb] : [za + part * (zb - za)]) {
        bottom[column] = Math.min(bottom[column], z);
        top[column] = Math.max(top[column], z);
      }
    }
  }
  const seen = Array.from(bottom.keys()).filter(column => bottom[column] <= top[column]), x = column => low[0] + column * width;
  return [...seen.map(column => [x(column), bottom[column]]), ...seen.reverse().map(column => [x(column), top[column]])];
}

/** A body as its file draws it, with flat faces: files give no or wrong normals as often as right ones. */
function bodyFromFile(mesh, name) {
  const made = new three.BufferGeometry();
  made.setAttribute('position', new three.BufferAttribute(Float32Array.from({length: 3 * mesh.triangles.length}, (_, k) => mesh.corners[3 * mesh.triangles[Math.floor(k / 3)] + k % 3]), 3));
  made.computeVertexNormals();
  return new three.Mesh(made, material(name, {side: three.DoubleSide}));
}

/** The box of a body: the box of its shape where a file has one; the box of a car body ends above its bogies, whatever its moments of inertia say. Gives [length, width, height, z of the middle]. */
function boxOf(scene, body) {
  const mesh = meshOf(scene, body);
  if (mesh) return [0, 1, 2].map(axis => mesh.high[axis] - mesh.low[axis]).concat((mesh.low[2] + mesh.high[2]) / 2);
  const [length, width, height] = body.size, floor = 1.05;  // m above the rails
  if (body.role !== 'car_body' || height < 0.8) return [length, width, height, 0];
  const low = Math.max(-height / 2, floor - body.position[2]), high = Math.max(height / 2, low + 1.2);
  return [length, width, high - low, (high + low) / 2];
}

/** Floor, roof with sloping edges, and ends of a car body, as [length, width, height, x, y, z]. */
function carBodyPlates([length, width, height]) {
  const floor = 0.12, roof = 0.08, slope = Math.min(0.22 * height, 0.35), plates = [[length, width, floor, 0, 0, -height / 2 + floor / 2],
    [length, 0.62 * width, roof, 0, 0, height / 2 - roof / 2]];
  for (const side of [1, -1]) {
    plates.push([length, 0.13 * width, roof, 0, side * 0.37 * width, height / 2 - roof / 2 - 0.35 * slope]);
    plates.push([length, 0.07 * width, roof, 0, side * 0.465 * width, height / 2 - roof / 2 - slope]);
    plates.push([0.06, width, 0.36 * height, side * (length / 2 - 0.03), 0, -0.32 * height], [0.06, 0.62 * width, 0.16 * height, side * (length / 2 - 0.03), 0, 0.42 * height]);
    for (const post of [-0.46, -0.16, 0.16, 0.46]) plates.push([0.06, 0.1, height - slope, side * (length / 2 - 0.03), post * width, -slope / 2]);
  }
  return plates;
}

const looksLikeFrame = body => body.role === 'bogie_frame' || body.role === 'bolster' || (body.role !== 'car_body' && body.size[2] < 0.8);

/** A shape from a file is drawn as it is, a frame of beams, a car body with floor, roof and ends, any other body as a box; all have the body's equivalent size. Bodies that bend are of several pieces. */
function bodyShape(scene, body) {
  const made = new three.Group(), [length, width, height, middle] = boxOf(scene, body), pieces = body.bending ? 24 : 1, mesh = meshOf(scene, body);
  if (mesh) {
    made.add(bodyFromFile(mesh, looksLikeFrame(body) ? 'frame' : 'carbody'));
  } else if (looksLikeFrame(body)) {
    made.add(new three.Mesh(boxes(frameBeams(body.size), pieces), material('frame')));
  } else {
    if (body.role === 'car_body' && height > 0.8) made.add(new three.Mesh(boxes(carBodyPlates([length, width, height]).map(([l, w, h, x, y, z]) => [l, w, h, x, y, z + middle]), pieces), material('carbody')));
    if (detail.walls) made.add(new three.Mesh(boxes([[length, width, height, 0, 0, middle]], pieces), material('carbody', {transparent: true, opacity: 0.3, depthWrite: false})));
    made.add(edges(length / 2, width / 2, height / 2, middle, pieces));
  }
  return made;
}

/** Of a box; those along x in so many pieces. */
function edges(a, b, c, middle, pieces) {
  const corner = (k, x = k & 1 ? a : -a) => [x, k & 2 ? b : -b, middle + (k & 4 ? c : -c)], points = [];
  for (let k = 0; k < 8; ++k) for (const bit of [2, 4]) if (!(k & bit)) points.push(...corner(k), ...corner(k | bit));
  for (const k of [0, 2, 4, 6]) for (let i = 0; i < pieces; ++i) points.push(...corner(k, (2 * i / pieces - 1) * a), ...corner(k, (2 * (i + 1) / pieces - 1) * a));
  const lines = new three.BufferGeometry();
  lines.setAttribute('position', new three.BufferAttribute(new Float32Array(points), 3));
  return new three.LineSegments(lines, new three.LineBasicMaterial({color: screenColour('ink')}));
}

/** What an element is drawn as: a coil, a damper, a stop or a rod. */
function kindOfElement(type) {
  if (/damper|dashpot/.test(type)) return 'damper';
  if (/stop|buffer/.test(type)) return 'stop';
  return /spring|bush|air/.test(type) ? 'coil' : 'rod';
}

/** Shapes of elements from z = 0 to z = 1. */
const elementShapes = {
  coil() {
    const turns = 4, corners = 8, radius = 0.085, parts = [], from = new three.Vector3(), to = new three.Vector3(), turn = new three.Quaternion(), up = new three.Vector3(0, 0, 1);
    const at = (k, point) => point.set(radius * Math.cos(2 * Math.PI * k / corners), radius * Math.sin(2 * Math.PI * k / corners), k / (turns * corners));
    for (let k = 0; k < turns * corners; ++k) {
      at(k, from); at(k + 1, to);
      const length = from.distanceTo(to), wire = new three.CylinderGeometry(0.018, 0.018, 1.1 * length, 5).rotateX(Math.PI / 2).translate(0, 0, length / 2);
      turn.setFromUnitVectors(up, to.sub(from).normalize());
      parts.push(wire.applyQuaternion(turn).translate(from.x, from.y, from.z));
    }
    return merged(parts);
  },
  damper: () => merged([new three.CylinderGeometry(0.055, 0.055, 0.6, 12).rotateX(Math.PI / 2).translate(0, 0, 0.3), new three.CylinderGeometry(0.025, 0.025, 0.42, 8).rotateX(Math.PI / 2).translate(0, 0, 0.79)]),
  stop: () => new three.CylinderGeometry(0.07, 0.07, 1, 10).rotateX(Math.PI / 2).translate(0, 0, 0.5),
  rod: () => new three.CylinderGeometry(0.03, 0.03, 1, 8).rotateX(Math.PI / 2).translate(0, 0, 0.5),
};
const elementColours = {coil: 'c2', damper: 'c3', stop: 'c4', rod: 'steel'};

/** An arrow of length 1 along z. */
function arrowShape(colour) {
  // Seen through wheels and rails.
  const made = new three.Group(), paint = new three.MeshBasicMaterial({color: screenColour(colour), depthTest: false, transparent: true});
  const shaft = new three.CylinderGeometry(0.018, 0.018, 0.85, 8).translate(0, 0.425, 0), head = new three.ConeGeometry(0.055, 0.17, 14).translate(0, 0.925, 0);
  const mesh = new three.Mesh(merged([shaft, head]).rotateX(Math.PI / 2), paint);
  mesh.renderOrder = 6;
  made.add(mesh);
  return made;
}

function disposeOf(object) {
  object.traverse(part => {
    if (part.geometry) part.geometry.dispose();
    if (part.material) part.material.dispose();
    if (part.isInstancedMesh) part.dispose();
  });
}
