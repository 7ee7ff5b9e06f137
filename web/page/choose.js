// Bodies and elements of the view are chosen by a click. Where the page is in a frame of the workbench, both tell each
// other what is chosen: the one by its name in the vehicle file, the other shows it.

/** " (bogie frame 1)", " (axlebox 2 left)"; nothing for bodies without a role, and for results that record none. */
const roleText = ({role, role_number: number, role_side: side}) => !role || role === 'other' ? '' :
  ` (${role.replaceAll('_', ' ')} ${number}${side > 0 ? ' left' : side < 0 ? ' right' : ''})`;

class Chooser {
  /** @param {any} view */
  constructor(view) {
    this.view = view;
    this.name = '';
    this.status = element('span', {class: 'chosen', role: 'status'});
    let pressed = null;
    view.canvas.addEventListener('pointerdown', event => { pressed = view.points.moving ? null : [event.clientX, event.clientY]; });
    view.canvas.addEventListener('pointerup', event => {
      // Whoever turns the picture chooses nothing.
      if (pressed && Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) < 4) this.choose(this.nameAt(event), true);
      pressed = null;
    });
    addEventListener('message', event => {
      if (event.source !== parent || !event.data) return;
      if (typeof event.data.flangewayChosen === 'string') this.choose(event.data.flangewayChosen);
      if (event.data.flangewayCamera) this.takeCamera(event.data.flangewayCamera);
    });
  }

  /** What is under the pointer: an element before a body, a bogie or wheelset before the car body around it. */
  nameAt(event) {
    const {view} = this, box = view.canvas.getBoundingClientRect(), ray = new three.Raycaster();
    if (!view.space) return '';
    ray.params.Line.threshold = 0.03;
    ray.setFromCamera(new three.Vector2(2 * (event.clientX - box.x) / box.width - 1, 1 - 2 * (event.clientY - box.y) / box.height), view.camera);
    for (const {list, mesh} of view.drawnElements) {
      mesh.computeBoundingSphere();  // the elements have moved
      const [hit] = ray.intersectObject(mesh);
      if (hit) return list[hit.instanceId].name;
    }
    const hits = view.bodies.map(body => [body, ray.intersectObject(body.shape)[0]]).filter(([, hit]) => hit);
    hits.sort(([a, one], [b, other]) => Number(a.role === 'car_body') - Number(b.role === 'car_body') || one.distance - other.distance);
    return hits.length ? hits[0][0].name : '';
  }

  choose(name, tells = false) {
    const {view} = this, {elements} = view.scene, body = view.scene.bodies.find(one => one.name === name);
    // An entry that is mirrored has two elements.
    const found = elements.find(one => one.name === name) || elements.find(one => name && one.name.replace(/_(left|right)$/, '') === name);
    this.name = body ? name : found ? found.name : '';
    this.status.textContent = body ? `Chosen: ${name}${roleText(body)}. ` : found ? `Chosen: ${found.name} (${found.type.replaceAll('_', ' ')}). ` : '';
    view.box.dataset.chosen = this.name;
    this.mark();
    view.points.mark();
    view.draw();
    if (tells && this.name && parent !== window) parent.postMessage({flangewayChosen: this.name}, '*');
  }

  /** The workbench makes the page anew after each save and gives the new one the camera of the old. */
  tellCamera() {
    const {camera, orbit, followed} = this.view;
    if (parent !== window) parent.postMessage({flangewayCamera: {position: camera.position.toArray(), target: orbit.target.toArray(), followed}}, '*');
  }
  takeCamera({position, target, followed}) {
    const {view} = this;
    this.wanted = {position, target, followed};  // until there is a camera
    if (!view.camera || !view.scene.bodies.some(body => body.name === followed)) return;
    view.looked = null;
    view.follow(followed);
    view.camera.position.fromArray(position);
    view.orbit.target.fromArray(target);
    view.orbit.update();
    view.draw();
  }

  /** A box around what is chosen. */
  mark() {
    const {view, name} = this;
    if (this.shape) {
      this.shape.removeFromParent();
      disposeOf(this.shape);
      this.shape = null;
    }
    if (!view.space || !name) return;
    const body = view.scene.bodies.find(one => one.name === name), [length, width, height, middle] = body ? boxOf(view.scene, body) : [0.34, 0.34, 1.04, 0.5];
    this.shape = new three.Mesh(new three.BoxGeometry(length + 0.06 * Boolean(body), width + 0.06 * Boolean(body), height).translate(0, 0, middle), material('c1', {transparent: true, opacity: 0.65, depthWrite: false, depthTest: false}));
    this.shape.matrixAutoUpdate = false;
    this.shape.frustumCulled = false;
    view.space.add(this.shape);
  }
  /** Moves the box to where the chosen thing is now. */
  move() {
    if (!this.shape) return;
    const {view, name} = this, pose = view.poses.get(name);
    if (pose) return this.shape.matrix.copy(pose);
    for (const {list, mesh} of view.drawnElements) {
      const at = list.findIndex(one => one.name === name);
      if (at >= 0) mesh.getMatrixAt(at, this.shape.matrix);
    }
  }
}
