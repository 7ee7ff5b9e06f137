// Points of the model that may be moved in the picture: ends of elements, and bodies. The workbench, in whose frame the
// page is, says where they are in its text; it is told where one has been put, and changes the number there.

const pointGrid = 1e-3;  // m: a moved point is put on whole millimetres
const pointReach = 12;   // pixels from which a point is taken

class MovablePoints {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    /** @type {Map<string, Record<string, number[]>>} places in the axes of the vehicle, in m, by name and key */
    this.places = new Map();
    this.shifts = new Map();
    this.marks = [];
    this.moving = null;
    this.status = element('span', {class: 'moved', role: 'status'});
    const {canvas} = view;
    // In front of what turns the picture.
    canvas.addEventListener('pointerdown', event => this.take(event));
    canvas.addEventListener('pointermove', event => this.drag(event));
    canvas.addEventListener('pointerup', () => this.leave());
    canvas.addEventListener('pointercancel', () => this.leave());
    addEventListener('message', event => {
      if (event.source !== parent || !event.data || !event.data.flangewayPlaces || this.moving) return;
      for (const [name, place] of Object.entries(event.data.flangewayPlaces)) this.put(name, /** @type {any} */ (place));
      this.mark();
      view.draw();
    });
  }

  body(name) { return this.view.scene.bodies.find(body => body.name === name); }
  /** Where the nominal place of a body is now, in m. @param {string | null} name */
  origin(name) {
    const body = name && this.body(name), shift = this.shifts.get(name) || [0, 0, 0];
    return body ? body.position.map((x, k) => x + shift[k]) : null;
  }
  /** The body and point of an element that a key of the file is about. */
  end(found, key) { return key === 'position_j' ? [found.j, found.point_j] : [found.i || found.j, found.i ? found.point_i : found.point_j]; }

  /** Shows an element or a body at the places that the text has. @param {string} name @param {Record<string, number[]>} place */
  put(name, place) {
    this.places.set(name, place);
    const body = this.body(name), found = this.view.scene.elements.find(one => one.name === name);
    if (body && place.position) this.shiftBody(body, place.position);
    if (body && place.x) this.shiftBody(body, [place.x[0], body.position[1], body.position[2]]);
    if (!found) return;
    for (const [key, at] of Object.entries(place)) {
      const both = key === 'position' && found.i && found.j ? [[found.i, found.point_i], [found.j, found.point_j]] : [this.end(found, key)];
      // An element at one place may have its ends apart: they keep their distance.
      const first = both[0][0] && this.origin(both[0][0]), change = first ? at.map((x, k) => x - first[k] - both[0][1][k]) : null;
      if (change) for (const [, point] of both) change.forEach((x, k) => { point[k] += x; });
    }
  }
  /** Ends of elements stay where they are when their body goes. */
  shiftBody(body, position) {
    const before = this.shifts.get(body.name) || [0, 0, 0], now = position.map((x, k) => x - body.position[k]);
    if (now.every((x, k) => Math.abs(x - before[k]) < 1e-9)) return;
    this.shifts.set(body.name, now);
    for (const one of this.view.scene.elements) for (const [name, point] of [[one.i, one.point_i], [one.j, one.point_j]]) if (name === body.name) now.forEach((x, k) => { point[k] -= x - before[k]; });
  }
  /** What is added to the pose of a body in the picture. */
  moved(name, pose) {
    const shift = this.shifts.get(name);
    return shift ? pose.multiply(new three.Matrix4().makeTranslation(...shift)) : pose;
  }

  /** Marks at the points of what is chosen. */
  mark() {
    const {view} = this, name = view.chooser.name, place = this.places.get(name);
    for (const {shape} of this.marks) {
      shape.removeFromParent();
      disposeOf(shape);
    }
    this.marks = [];
    if (!view.space || !place) return;
    const found = view.scene.elements.find(one => one.name === name);
    for (const key of Object.keys(place)) {
      const body = found ? this.end(found, key)[0] : name;
      if (!body) continue;  // a point of the track, which the picture does not place
      const shape = new three.Mesh(new three.BoxGeometry(1, 1, 1), new three.MeshBasicMaterial({color: screenColour('alarm'), depthTest: false, transparent: true}));
      shape.renderOrder = 8;
      shape.frustumCulled = false;
      view.space.add(shape);
      this.marks.push({name, key, body, shape});
    }
  }
  /** Puts the marks where the points are now, of one size in the picture. */
  move() {
    const {view} = this;
    for (const {name, key, body, shape} of this.marks) {
      shape.position.copy(this.inSpace(name, key, body));
      shape.scale.setScalar(0.016 * shape.position.distanceTo(view.camera.position));
      shape.quaternion.setFromRotationMatrix(view.poses.get(body));
    }
    // For who looks at the page with a program.
    view.box.dataset.points = JSON.stringify(this.marks.map(mark => [mark.key, ...this.onScreen(mark).map(Math.round)]));
  }
  inSpace(name, key, body) {
    const place = this.places.get(name)[key], origin = this.origin(body), point = key === 'x' ? [0, 0, 0] : place.map((x, k) => x - origin[k]);
    return new three.Vector3(...point).applyMatrix4(this.view.poses.get(body));
  }
  onScreen({shape}) {
    const at = shape.position.clone().project(this.view.camera), {clientWidth, clientHeight} = this.view.canvas;
    return [(at.x + 1) / 2 * clientWidth, (1 - at.y) / 2 * clientHeight];
  }

  take(event) {
    const box = this.view.canvas.getBoundingClientRect(), far = mark => { const [x, y] = this.onScreen(mark); return Math.hypot(event.clientX - box.x - x, event.clientY - box.y - y); };
    if (event.button || !this.marks.length || !this.view.camera) return;
    const nearest = this.marks.reduce((a, b) => far(b) < far(a) ? b : a);
    if (far(nearest) > pointReach) return;
    const pose = this.view.poses.get(nearest.body), axes = [0, 1, 2].map(k => new three.Vector3().setFromMatrixColumn(pose, k));
    const start = nearest.shape.position.clone(), sight = start.clone().sub(this.view.camera.position).normalize();
    // It moves in the plane of two axes of the vehicle that is seen best; an axle along the vehicle only.
    const normal = axes.reduce((a, b) => Math.abs(b.dot(sight)) > Math.abs(a.dot(sight)) ? b : a);
    this.moving = {...nearest, axes, start, normal, first: [...this.places.get(nearest.name)[nearest.key]], offset: null};
    this.moving.offset = this.hit(event).sub(start);
    this.view.orbit.enabled = false;
    this.view.canvas.setPointerCapture(event.pointerId);
  }
  /** Where the ray of the pointer meets the plane of the moved point. */
  hit(event) {
    const {view, moving} = this, box = view.canvas.getBoundingClientRect(), ray = new three.Raycaster();
    ray.setFromCamera(new three.Vector2(2 * (event.clientX - box.x) / box.width - 1, 1 - 2 * (event.clientY - box.y) / box.height), view.camera);
    const {origin, direction} = ray.ray, along = moving.start.clone().sub(origin).dot(moving.normal) / direction.dot(moving.normal);
    return origin.clone().addScaledVector(direction, along);
  }
  drag(event) {
    const {moving, view} = this;
    if (!moving) return;
    const change = this.hit(event).sub(moving.start).sub(moving.offset), place = moving.first.map((x, k) => Math.round((x + change.dot(moving.axes[k])) / pointGrid) * pointGrid);
    // Numbers across the plane stay as they are written.
    moving.now = place.map((x, k) => Math.abs(x - moving.first[k]) < pointGrid / 2 || moving.axes[k] === moving.normal ? moving.first[k] : x);
    this.put(moving.name, {...this.places.get(moving.name), [moving.key]: moving.now});
    this.status.textContent = `${moving.name}, ${moving.key.replace('_', ' ')}: ${moving.now.map(x => x.toFixed(3)).join(', ')} m. `;
    view.draw();
  }
  leave() {
    const {moving, view} = this;
    if (!moving) return;
    this.moving = null;
    view.orbit.enabled = true;
    if (moving.now) parent.postMessage({flangewayMoved: {name: moving.name, key: moving.key, place: moving.now}}, '*');
  }
}
