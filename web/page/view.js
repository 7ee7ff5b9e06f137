// The vehicle on its track, moving.

const newtonsPerMetre = 60e3;  // of the arrows
const longestArrow = 2.5;      // m: longer ones would leave the picture

/** What it says, whether of a wheelset (else of the vehicle), where the camera is in m (in lengths of the vehicle), and how high it looks. */
const looks = {
  whole: ['the vehicle', false, [-0.62, -0.55, 0.24], 1.2],
  side: ['from the side', false, [0.01, -0.95, 0.08], 1.4],
  behind: ['from behind', false, [-0.95, 0.005, 0.12], 1.2],
  front: ['from the front', false, [0.95, 0.005, 0.12], 1.2],
  above: ['from above', false, [-0.01, 0, 1], 1.2],
  wheels: ['the leading wheelset', true, [-2.9, -2.7, 1.3], 0.45],
};

/** Sections through the picture: what they say, and the directions along which the track's axes lead to the side that is left out. */
const cuts = {
  none: ['no section', null],
  left: ['section: without the left half', [0, 1]],
  right: ['section: without the right half', [0, -1]],
  ahead: ['section: nothing ahead of what is followed', [1, 0]],
  behind: ['section: nothing behind what is followed', [-1, 0]],
};

/** Whether the browser has no graphics processor to draw with. */
function drawnInSoftware() {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return false;
  const names = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : context.RENDERER);
  const loss = context.getExtension('WEBGL_lose_context');
  if (loss) loss.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

class View {
  constructor(stage, run) {
    Object.assign(this, {stage, run, scene: run.scene, path: new TrackPath(run.scene), factor: 1, yielding: null, speed: 1, fixed: null, playing: false, arrowsShown: true, saves: true, savings: new Savings()});
    this.deformed = DeformedTrack.of(run);
    this.bending = Bending.of(run);
    this.rest = new Map(this.scene.bodies.map(body => [body.name, body.wheelset ? this.standing(body) : body.position]));
    const times = run.frameTimes;
    [this.first, this.last] = [times[0], times[times.length - 1]];
    this.time = clamp(stage.time, this.first, this.last);
    this.followed = this.heaviest = this.scene.bodies.reduce((a, b) => b.mass > a.mass ? b : a).name;
    this.section = run.wheelsets.length ? new CrossSection(run, this.path, this.deformed) : null;
    this.canvas = element('canvas', {class: 'space', tabindex: 0, 'aria-label': 'view of the vehicle'});
    this.points = new MovablePoints(this);
    this.chooser = new Chooser(this);
    this.box = element('div', {class: 'view'}, this.controls(), element('div', {class: 'stage'}, this.canvas, this.section ? this.section.box : null), this.note());
    this.box.addEventListener('keydown', event => this.key(event));
    whenSeen(this.box, () => this.start(), false);
    paper.onPrint(() => this.toPaper());
    stage.on('time', () => { if (!this.telling) this.show(stage.time); });
    theme.onChange(() => { if (this.renderer && !paper.printing) this.furnish(); });
  }

  /** Where a wheelset stands on rails that lie in their places: profiles and contacts put it a little off its nominal height, which must not be enlarged. */
  standing(body) {
    const {run, path, deformed} = this, t = run.frameTimes[0], s = run.at(`${body.name}.s`, t);
    if (deformed) deformed.show(t);
    const rails = ['left', 'right'].map((side, k) => path.displacement(side, s)[1] + (deformed ? deformed.rail(k, s)[1] : 0));
    return [body.position[0], body.position[1], run.at(`${body.name}.z`, t) - (rails[0] + rails[1]) / 2];
  }

  controls() {
    const button = (text, title, act) => element('button', {type: 'button', title, onclick: act}, text);
    this.play = element('button', {type: 'button', class: 'play', title: 'play or stop (space)', onclick: () => this.setPlaying(!this.playing)}, '▶ play');
    this.slider = element('input', {type: 'range', class: 'time', min: this.first, max: this.last, step: 'any', value: this.time, 'aria-label': 'time', oninput: () => this.tell(Number(this.slider.value))});
    this.clock = element('output', {class: 'clock'});
    this.following = choice(this.scene.bodies.map(b => [b.name, `follow ${b.name}`]), this.followed, name => this.follow(name), {class: 'follow', title: 'camera'});
    this.standing_ = element('input', {type: 'number', class: 'stand', placeholder: 'track at, m', title: 'the camera stands at this place of the track; empty: it follows the vehicle', onchange: () => this.standAt(this.standing_.value)});
    const wheels = [['', 'look at wheel'], ...this.run.wheelsets.flatMap(w => this.run.sides(w).map(side => [`${w}.${side}`, `wheel ${w}.${side}`]))];
    const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 5].map(v => [String(v), `${v} × real time`]);
    const factors = [1, 2, 5, 10, 20, 50].map(v => [String(v), `motion × ${v}`]);
    const yields = [['', 'track as motion'], ...[1, 10, 20, 50, 100, 200].map(v => [String(v), `track yields × ${v}`])];
    const moves = this.first < this.last;
    return element('div', {class: 'controls'}, moves ? [this.play, this.slider, this.clock,
        choice(speeds, '1', value => { this.speed = Number(value); }, {class: 'speed', title: 'speed'})] : null,
        this.following, choice(wheels, '', name => this.lookAtWheel(name), {class: 'wheel-look', title: 'the camera stands beside this wheel'}), this.standing_,
        choice(factors, '1', value => { this.factor = Number(value); this.layTrack(); this.draw(); }, {class: 'factor', title: 'enlarges displacements and turns of bodies and rails against their nominal places'}),
        this.deformed ? choice(yields, '', value => { this.yielding = value === '' ? null : Number(value); this.draw(); },
            {class: 'yields', title: 'enlarges how far rails and sleepers give way, and carries the vehicle along'}) : null,
        choice([['save', 'details: automatic'], ['full', 'details: all']], 'save', value => this.keepUp(value === 'save'), {class: 'detail', title: 'whether details are left out to show 30 pictures a second'}),
        this.savers(moves),
        choice(Object.entries(cuts).map(([name, [text]]) => [name, text]), 'none', name => { this.cut = cuts[name][1]; this.draw(); }, {class: 'cut', title: 'leaves a part out, so that one sees into the rest'}),
        toggle('names', false, on => { this.namesShown = on; this.draw(); }, {class: 'names'}),
        toggle('forces', true, on => { this.arrowsShown = on; this.draw(); }),
        Object.entries(looks).map(([name, [title]]) => button(name, title, () => this.lookAs(name))));
  }
  /** Buttons that save the view as it is, and as a video of the rest of the run. */
  savers(moves) {
    this.filming = false;
    this.film = element('button', {type: 'button', class: 'save-video', title: 'saves a video (WebM) from this instant to the end, at the chosen speed', onclick: () => this.filming ? (this.filming = false) : this.saveVideo()}, 'save video');
    return element('span', {class: 'buttons'}, element('button', {type: 'button', class: 'save-picture', title: 'saves the view as it is (PNG, or SVG without WebGL)', onclick: () => this.savePicture()}, 'save picture'), moves ? this.film : null);
  }
  /** The view on a canvas of even size, as videos need it, with the clock below. WebGL forgets what it drew when the browser has shown it. */
  pictured(target) {
    const {width, height} = this.canvas, pen = target.getContext('2d');
    [target.width, target.height] = [width - width % 2, height - height % 2];
    this.move();
    this.render();
    pen.drawImage(this.canvas, 0, 0);
    const size = Math.max(Math.round(height / 40), 11);
    pen.font = `${size}px system-ui, sans-serif`;
    pen.fillStyle = theme.colour('ink');
    pen.fillText(`${this.run.label} · ${this.placeText()}`, size, height - size);
    return target;
  }
  placeText() { return `${number(this.time, 5)} s · ${number(this.run.at('distance', this.time), 5)} m`; }
  async savePicture() {
    const title = `${this.run.label} ${number(this.time, 5)} s`;
    if (this.flat) return save(new Blob([new XMLSerializer().serializeToString(this.flat.firstChild)], {type: 'image/svg+xml'}), fileName(title, 'svg'));
    if (!this.renderer) return;
    const picture = this.pictured(element('canvas'));
    save(await new Promise(done => picture.toBlob(done, 'image/png')), fileName(title, 'png'));
  }
  async saveVideo() {
    if (!this.renderer || !('VideoEncoder' in window)) {
      this.status.textContent = this.renderer ? 'This browser cannot encode videos: it has no WebCodecs.' : 'Without WebGL there is no video.';
      return;
    }
    const first = this.time >= this.last ? this.first : this.time, count = Math.min(Math.floor((this.last - first) / this.speed * videoRate) + 1, longestVideo * videoRate), sheet = element('canvas');
    this.setPlaying(false);
    [this.filming, this.film.textContent] = [true, 'stop video'];
    this.show(first);
    this.pictured(sheet);
    const {width, height} = sheet;
    try {
      const video = await videoOf(count, width, height, k => {
        this.show(first + k * this.speed / videoRate);
        return this.pictured(sheet);
      }, k => {
        this.status.textContent = `Frame ${k + 1} of ${count}.`;
        return this.filming && this.canvas.width - this.canvas.width % 2 === width && this.canvas.height - this.canvas.height % 2 === height;
      });
      save(video, fileName(this.run.label, 'webm'));
      this.status.textContent = 'The video is saved.';
    } catch (problem) {
      this.status.textContent = `The video could not be made: ${problem.message}`;
    }
    [this.filming, this.film.textContent] = [false, 'save video'];
  }
  note() {
    this.status = element('span', {class: 'frames', role: 'status'});
    return element('p', {class: 'note screen'}, 'Mouse: turn, wheel to come nearer, right button to move, click to choose a body or an element. In the workbench the points of what is chosen may be moved. Keys: space plays, ← → step, Home and End, 1 to 6 looks. Arrows: contact forces on the wheels, ',
        `1 m for ${newtonsPerMetre / 1e3} kN. `, 'Bodies have the shape of their file (key shape), else the size of the homogeneous box with the body’s moments of inertia and the shape of their role; coils, dampers, stops and rods stand for the elements; wheels and rail heads have their real profiles, ',
        this.bending.size ? 'bodies with modes bend by them, enlarged like the motion, ' : '',
        'webs and feet of the rails, sleepers and ballast are added. The cross-section is not enlarged by the motion factor and leaves yaw out. ', this.deformed ? this.deformed.note() : '', this.points.status, this.chooser.status, this.status);
  }
  key(event) {
    if (/^(SELECT)$/.test(event.target.tagName) || event.target.type === 'number') return;
    const step = (event.shiftKey ? 0.1 : 0.01) * (this.last - this.first) * 0.2;
    const acts = {' ': () => this.setPlaying(!this.playing), ArrowLeft: () => this.tell(this.time - step), ArrowRight: () => this.tell(this.time + step),
      Home: () => this.tell(this.first), End: () => this.tell(this.last), };
    Object.keys(looks).forEach((name, i) => { acts[i + 1] = () => this.lookAs(name); });
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }

  start() {
    this.software = drawnInSoftware();
    this.savings.reset();
    this.tellDetail();
    try {
      // Without a channel for transparency the browser need not mix the picture with what lies below.
      const context = this.canvas.getContext('webgl2', {alpha: false, antialias: !this.software});
      if (!context) throw new Error('no WebGL');  // which the renderer would tell the console
      this.renderer = new three.WebGLRenderer({canvas: this.canvas, context});
      this.renderer.outputColorSpace = 'srgb-linear';  // as screenColour() says
    } catch (error) {
      this.status.textContent = 'This browser has no WebGL: the vehicle is drawn from the side.';
      this.canvas.hidden = true;
      this.flat = element('div', {class: 'flat'});
      this.canvas.before(this.flat);
      this.box.dataset.ready = 'flat';
      this.draw();
      return;
    }
    this.camera = new three.PerspectiveCamera(40, 2, 0.1, 400);
    this.camera.up.set(0, 0, 1);
    this.orbit = new three.OrbitControls(this.camera, this.canvas);
    this.orbit.addEventListener('change', () => { if (!this.moving) this.render(); });
    this.orbit.maxPolarAngle = 1.65;
    this.orbit.addEventListener('start', () => { this.looked = null; });
    this.orbit.addEventListener('end', () => this.chooser.tellCamera());
    this.lookAs('whole', false);
    new ResizeObserver(() => this.fit()).observe(this.canvas);
    this.furnish();
    if (this.chooser.wanted) this.chooser.takeCamera(this.chooser.wanted);
    this.box.dataset.ready = 'yes';
  }
  fit() {
    const {clientWidth: w, clientHeight: h} = this.canvas;
    if (!w || !h) return;
    this.renderer.setPixelRatio(detail.ratio);
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.updateProjectionMatrix();
    if (this.looked) this.lookAs(this.looked, false);
    this.draw();
  }
  lookAs(name, now = true) {
    const [, near, place, height] = looks[name];
    if (near) this.follow((this.scene.wheelsets[0] || this.scene.bodies[0] && {body: this.followed}).body);
    else this.follow(this.heaviest);
    const xs = this.scene.bodies.flatMap(b => extentOf(this.scene, b).map(x => b.position[0] + x));
    const length = near ? 1 : Math.max(Math.max(...xs) - Math.min(...xs), 4);
    this.look(...place.map(p => p * length), height, now);
    this.looked = name;
    this.halfLength = (Math.max(...xs) - Math.min(...xs)) / 2;
    if (!near) this.fitIn(xs);
  }
  /** Goes back or nearer until the whole vehicle is seen, whatever the shape of the picture. */
  fitIn(xs) {
    if (!this.camera) return;
    const {position, quaternion} = this.camera, target = this.orbit.target, c = Math.cos(this.heading || 0), s = Math.sin(this.heading || 0);
    const middle = this.scene.bodies.find(b => b.name === this.followed).position[0], inverse = quaternion.clone().invert();
    const high = Math.tan(this.camera.fov / 2 * Math.PI / 180), wide = high * this.camera.aspect, distance = position.distanceTo(target);
    const aside = (Math.max(...xs) + Math.min(...xs)) / 2 - middle, shift = new three.Vector3(c * aside, s * aside, 0);
    target.add(shift);
    position.add(shift);  // the middle of a train is not that of the body which is followed
    let needed = 0;
    for (const x of [Math.min(...xs) - middle, Math.max(...xs) - middle]) for (const y of [-1.5, 1.5]) for (const z of [0, 4]) {
      const at = new three.Vector3(c * x - s * y, s * x + c * y, z).sub(target).applyQuaternion(inverse);
      needed = Math.max(needed, at.z + 1.05 * Math.max(Math.abs(at.x) / wide, Math.abs(at.y) / high));
    }
    position.sub(target).multiplyScalar(needed / distance).add(target);
    this.orbit.update();
  }
  /** The camera stands at a place of the track, such as a crossing, and sees the vehicle pass. */
  standAt(text) {
    const place = text.trim() === '' ? null : Number(text);
    this.fixed = place !== null && Number.isFinite(place) ? place : null;
    if (this.fixed !== null) this.look(-5, -4.5, 2.2, 0.4, false);
    this.draw();
  }
  /** The camera stands beside a wheel and moves on with it. */
  lookAtWheel(wheel) {
    if (!wheel) return;
    const [wheelset, side] = [wheel.slice(0, wheel.lastIndexOf('.')), wheel.slice(wheel.lastIndexOf('.') + 1)];
    this.fixed = null; this.standing_.value = '';
    this.follow(wheelset);
    this.look(-1.3, (side === 'left' ? 1 : -1) * 1.9, 0.55, 0.3);
    this.looked = null;
  }
  follow(name) {
    this.followed = this.following.value = name;
    this.draw();
  }
  /** The camera's place against what it follows, in directions of the track. */
  look(x, y, z, height, now = true) {
    if (!this.camera) return;
    const psi = this.heading || 0;
    this.orbit.target.set(0, 0, height);
    this.camera.position.set(x * Math.cos(psi) - y * Math.sin(psi), x * Math.sin(psi) + y * Math.cos(psi), z);
    this.orbit.update();
    if (now) this.draw();
  }

  furnish() {
    if (this.space) disposeOf(this.space);
    const space = this.space = new three.Scene(), sky = screenColour('sky');
    space.background = sky;
    space.fog = new three.Fog(sky, 0.45 * detail.reach, detail.reach);
    this.bodies = this.scene.bodies.map(body => {
      const shape = body.wheelset ? wheelsetShape(this.scene.wheelsets.find(w => w.body === body.name)) : bodyShape(this.scene, body);
      shape.matrixAutoUpdate = false;
      space.add(shape);
      const bending = this.bending.get(body.name);
      return {...body, shape, bent: bending ? new BentShape(shape, bending) : null};
    });
    this.furnishElements();
    this.arrows = this.run.wheelsets.flatMap(w => this.run.sides(w).flatMap(side => contactKinds.map(([kind, colour]) => {
      const shape = arrowShape(colour);
      space.add(shape);
      return {wheelset: w, side, kind, shape};
    })));
    this.track = null;
    this.chooser.mark();
    this.points.mark();
    this.draw();
  }
  furnishElements() {
    const lines = this.scene.elements.filter(e => Math.hypot(...e.point_i) < 1e3);
    const shapes = (body, point) => this.bending.has(body) ? this.bending.get(body).shapes(point) : null;
    this.elements = lines.map(e => ({...e, shapes_i: shapes(e.i, e.point_i), shapes_j: shapes(e.j, e.point_j)}));
    this.drawnElements = Object.keys(elementShapes).map(kind => {
      const list = this.elements.filter(e => kindOfElement(e.type) === kind), mesh = new three.InstancedMesh(elementShapes[kind](), material(elementColours[kind]), Math.max(list.length, 1));
      mesh.frustumCulled = false;
      mesh.count = list.length;
      this.space.add(mesh);
      return {kind, list, mesh};
    });
  }
  layTrack() {
    if (!this.space) return;
    if (this.track) { this.space.remove(this.track.group); disposeOf(this.track.group); }
    let close = null;
    if (this.deformed) {
      this.deformed.show(this.time);
      const [from, to] = this.deformed.reach();
      close = [from - this.ahead, to + this.ahead];
    }
    this.track = this.scene.rollers ? new RollerRig(this.path, this.scene, this.place) : new TrackShape(this.path, this.scene, this.place, this.factor, close);
    this.space.add(this.track.group);
    this.track.sleepers.visible = detail.sleepers;
  }
  /** m that the vehicle may go on until the track is laid anew. */
  get ahead() { return this.deformed ? 10 : 25; }
  get yields() { return this.yielding === null ? this.factor : this.yielding; }

  /** Tells the plots as well. */
  tell(time) {
    this.telling = true;
    this.show(clamp(time, this.first, this.last));
    this.stage.setTime(this.time);
    this.telling = false;
  }
  show(time) {
    this.time = clamp(time, this.first, this.last);
    this.draw();
  }
  setPlaying(on) {
    this.playing = on;
    this.play.textContent = on ? '❚❚ stop' : '▶ play';
    if (!on) return this.draw();
    if (this.time >= this.last) this.time = this.first;
    this.before = null;
    this.drawn = [];
    requestAnimationFrame(now => this.step(now));
  }
  step(now) {
    if (!this.playing) return;
    if (this.before !== null) {
      const passed = (now - this.before) / 1e3;
      this.measure(passed);
      this.show(this.time + passed * this.speed);
      if (now - (this.told || 0) > 250) { this.told = now; this.tell(this.time); }
    }
    this.before = now;
    if (this.time >= this.last) this.setPlaying(false); else requestAnimationFrame(later => this.step(later));
  }
  /** Frames per second; draws coarser where they are too few, and says so. */
  measure(passed) {
    const looked = passed <= 2 || this.gap;  // after one long pause nobody did; after two the machine is that slow
    this.gap = passed > 2;
    if (!this.renderer || !looked) return;
    this.drawn.push(passed);
    const span = this.drawn.reduce((a, b) => a + b, 0), rate = this.drawn.length / span;
    if (span < 1) return;
    this.drawn = [];
    this.box.dataset.rate = rate.toFixed(1);
    // Far too slow: more than one thing at a time.
    if (this.saves && rate < 28) for (let k = 0; k < (rate < 14 ? 2 : 1); ++k) this.save();
    this.tellDetail(rate);
  }
  save() {
    const anew = this.savings.take();
    if (anew === 'size') this.fit();
    if (anew === 'scene') this.furnish();
  }
  keepUp(saves) {
    this.saves = saves;
    this.savings.reset();
    this.drawn = [];
    if (!this.renderer) return;
    this.tellDetail();
    this.furnish();
    this.fit();
  }
  tellDetail(rate) {
    const left = [this.software ? 'smooth edges (there is no graphics processor)' : '', this.savings.text].filter(Boolean).join(', ');
    const slow = rate !== undefined && rate < 28 && this.saves && !this.savings.next ? ' This machine draws no faster.' : '';
    this.box.dataset.left = this.savings.taken;
    this.status.textContent = `${rate === undefined ? '' : `${rate.toFixed(0)} pictures a second. `}${left ? `Left out${this.savings.text ? ' to keep up' : ''}: ${left}.` : ''}${slow}`;
  }

  draw() {
    // While it plays, what stands around the picture changes ten times a second: each change costs the browser a layout.
    const now = performance.now();
    if (!this.playing || !(now - this.written < 100)) {
      this.written = now;
      this.slider.value = this.time;
      this.clock.textContent = `${number(this.time, 5)} s · ${number(this.run.at('distance', this.time), 5)} m${this.run.has('chainage') ? ` · km ${(this.run.at('chainage', this.time) / 1e3).toFixed(4)}` : ''}`;
      if (this.section) this.section.show(this.time);
    }
    if (this.flat) this.drawFlat();
    if (!this.space || this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => { this.waiting = false; this.moving = true; this.move(); this.moving = false; this.render(); });
  }
  /** The vehicle from its right side as an SVG picture, for browsers without WebGL. */
  drawFlat() {
    const {run, time, scene} = this, width = 1000, height = 380, pen = new SvgPen(width, height), place = run.at(`${this.followed}.s`, time);
    const spots = scene.bodies.map(body => ({body, x: run.at(`${body.name}.s`, time) - place, z: this.rest.get(body.name)[2] + this.factor * (run.at(`${body.name}.z`, time) - this.rest.get(body.name)[2])}));
    const ends = spots.flatMap(({body, x}) => extentOf(scene, body).map(end => x + end)), from = Math.min(...ends), to = Math.max(...ends);
    const scale = Math.min((width - 40) / Math.max(to - from, 4), (height - 60) / 4.6), X = x => width / 2 + (x - (from + to) / 2) * scale, Y = z => height - 40 - z * scale;
    const line = (points, colour, thick) => { pen.beginPath(); points.forEach(([x, z]) => pen.lineTo(X(x), Y(z))); pen.strokeStyle = theme.lightOf(colour); pen.lineWidth = thick; pen.stroke(); };
    const half = (width / 2) / scale, middle = (from + to) / 2;
    line([[middle - half, 0], [middle + half, 0]], 'faint', 3);
    const at = new Map(spots.map(spot => [spot.body.name, spot]));
    for (const {body, x, z} of spots) {
      if (body.wheelset) continue;
      const mesh = meshOf(scene, body);
      if (mesh) {
        mesh.side ||= sideOf(mesh);
        line([...mesh.side, mesh.side[0]].map(([along, up]) => [x + along, z + up]), looksLikeFrame(body) ? 'c6' : 'c0', 2);
        continue;
      }
      const [length, , high, middle] = boxOf(scene, body), frame = looksLikeFrame(body), tall = frame ? Math.max(high * 0.5, 0.12) : high, low = z + middle - tall / 2, top = low + tall;
      line([[x - length / 2, low], [x + length / 2, low], [x + length / 2, top], [x - length / 2, top], [x - length / 2, low]], frame ? 'c6' : 'c0', 2);
    }
    for (const e of scene.elements.filter(e => Math.hypot(...e.point_i) < 1e3)) {
      const end = (name, point) => { const spot = at.get(name); return spot ? [spot.x + point[0], spot.z + point[2]] : [point[0], point[2]]; };
      const a = end(e.i, e.point_i), b = end(e.j, e.point_j), colour = elementColours[kindOfElement(e.type)];
      line(Math.hypot(a[0] - b[0], a[1] - b[1]) < 0.05 ? [[a[0], a[1] - 0.15], [a[0], a[1] + 0.15]] : [a, b], colour === 'steel' ? 'faint' : colour, 2.5);
    }
    for (const {body, x, z} of spots.filter(spot => spot.body.wheelset)) {
      const shape = scene.wheelsets.find(w => w.body === body.name), radius = shape ? shape.radius : body.size[2] / 2;
      pen.beginPath(); pen.arc(X(x), Y(z), radius * scale); pen.strokeStyle = '#1b1f24'; pen.lineWidth = 2; pen.stroke();
      const loads = run.sides(body.name).map(side => run.at(`${body.name}.${side}.Q`, time));
      if (!this.arrowsShown || !loads.length) continue;
      const tip = clamp(loads.reduce((a, b) => a + b, 0) / loads.length / newtonsPerMetre, 0, longestArrow);
      line([[x, 0], [x, tip]], 'c1', 2); line([[x - 0.07, tip - 0.15], [x, tip], [x + 0.07, tip - 0.15]], 'c1', 2);
    }
    pen.font = '12px'; pen.fillStyle = '#5b6570'; pen.textAlign = 'left';
    pen.fillText(`${number(time, 5)} s, ${number(place, 6)} m; arrows: mean Q of a wheelset, 1 m for ${newtonsPerMetre / 1e3} kN`, 12, height - 10);
    const svg = new DOMParser().parseFromString(pen.svg, 'image/svg+xml').documentElement;
    svg.setAttribute('class', 'flat-picture');
    this.flat.replaceChildren(document.importNode(svg, true));
  }
  /** A picture in space does not survive printing: its copy does. One that nobody has looked at is not made for paper. */
  toPaper() {
    if (!this.renderer) {
      this.flat = this.flat || element('div', {class: 'flat on-paper'});
      if (!this.flat.parentNode) this.canvas.before(this.flat);
      return this.drawFlat();
    }
    if (this.flat && !this.canvas.hidden) { this.flat.remove(); this.flat = null; }
    this.move();
    this.render();
    this.sheet = this.sheet || this.canvas.parentNode.appendChild(element('canvas', {class: 'sheet on-paper'}));
    [this.sheet.width, this.sheet.height] = [this.canvas.width, this.canvas.height];
    this.sheet.getContext('2d').drawImage(this.canvas, 0, 0);
  }
  render() {
    if (!this.space || !this.track) return;
    const c = Math.cos(this.heading || 0), s = Math.sin(this.heading || 0), away = this.cut;
    this.renderer.clippingPlanes = away ? [{normal: new three.Vector3(-(c * away[0] - s * away[1]), -(s * away[0] + c * away[1]), 0), constant: 0}] : [];
    this.clearAir();
    this.renderer.render(this.space, this.camera);
    this.placeNames();
  }
  /** Haze hides the end of the track, never the vehicle. */
  clearAir() {
    const vehicle = this.camera.position.distanceTo(this.orbit.target) + (this.halfLength || 0);
    this.space.fog.far = Math.max(detail.reach, 2 * vehicle);
    this.space.fog.near = Math.max(0.45 * detail.reach, vehicle);
  }
  /** Names of the bodies, over the picture. Of names that would lie over each other that of the heavier body is shown. */
  placeNames() {
    if (!this.namesShown && !this.tags) return;
    const mass = name => this.scene.bodies.find(body => body.name === name).mass;
    this.tags ||= this.bodies.map(({name}) => ({name, mass: mass(name), tag: this.canvas.parentNode.appendChild(element('span', {class: 'tag'}, name))}));
    const {clientWidth: w, clientHeight: h} = this.canvas, shown = [];
    const spots = this.tags.map(({name, mass, tag}) => ({tag, mass, at: new three.Vector3().setFromMatrixPosition(this.poses.get(name)).project(this.camera)}));
    for (const {tag, at} of spots.sort((a, b) => b.mass - a.mass || a.at.z - b.at.z)) {
      const x = (at.x + 1) / 2 * w, y = (1 - at.y) / 2 * h, half = [tag.textContent.length * 4 + 6, 10];  // px, about
      tag.hidden = !this.namesShown || at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1 ||
          shown.some(other => Math.abs(other.x - x) < other.half[0] + half[0] && Math.abs(other.y - y) < other.half[1] + half[1]);
      if (!tag.hidden) shown.push({x, y, half});
      tag.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -50%)`;
    }
  }

  move() {
    const {run, time, path} = this;
    this.place = this.fixed === null ? run.at(`${this.followed}.s`, time) : this.fixed;
    if (!this.track || Math.abs(this.track.about - this.place) > this.ahead) this.layTrack();
    const origin = path.position(this.place), point = this.track.origin, carried = this.moveTrack();
    this.track.group.position.set(point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]);
    if (this.scene.rollers) this.track.turn(run, time);
    this.turnCamera(path.angle('heading', this.place));
    this.poses = new Map();
    for (const body of this.bodies) {
      const q = coordinatesOf(run, body.name, time);
      const pose = path.frame(q.s, origin).multiply(poseOnTrack(q, this.rest.get(body.name), this.factor, body.wheelset, carried(body)));
      this.poses.set(body.name, this.points.moved(body.name, pose));
      body.shape.matrix.copy(pose);
      if (body.bent) body.bent.show(this.modes(body.name));
      if (body.wheelset) body.shape.matrix.multiply(new three.Matrix4().makeRotationY(q.pitch));
    }
    this.moveElements(origin);
    this.chooser.move();
    this.points.move();
    this.moveArrows(origin);
    if (this.playing) return;
    this.tellPlaces();
  }
  /** Coordinates of the modes of a body, enlarged like its motion. */
  modes(body) { return this.bending.get(body).at(this.time).map(q => this.factor * q); }
  /** What stands where in the picture, for who looks at the page with a program. */
  tellPlaces() {
    const first = this.bodies[0].shape.matrix.elements, {time, track} = this;
    this.box.dataset.heights = this.run.wheelsets.map(w => [this.poses.get(w).elements[14], ...[0, 1].map(side => track.heightAt(side, this.run.at(`${w}.s`, time)))]
        .map(z => z.toFixed(5)).join(' ')).join(', ');
    this.box.dataset.support = track.support();
    this.box.dataset.at = `${time.toFixed(4)} ${this.place.toFixed(4)} ${this.bodies.map(b => b.shape.matrix.elements[13].toFixed(5)).join(' ')} ${first[12].toFixed(4)}`;
    // Of bodies that bend: heights of the corners of the first shape, in axes of the body.
    const bodies = this.bodies.filter(b => b.bent);
    if (bodies.length) this.box.dataset.bent = bodies.map(b => Array.from({length: b.bent.parts[0].corners.length}, (_, k) => b.bent.parts[0].geometry.attributes.position.getZ(k).toFixed(5)).join(' ')).join(', ');
  }
  /** How far the track carries a body beyond what its coordinates say, because it yields more in the picture than bodies move. */
  moveTrack() {
    if (!this.deformed) return () => [0, 0, 0];
    this.deformed.show(this.time);
    this.track.displace(this.deformed, this.yields);
    const head = -this.scene.structure.rail_centre[1], places = new Map(this.scene.bodies.map(b => [b.name, b.position[0]])), of = this.deformed.carried(places, head), more = this.yields - this.factor;
    return body => of(body.position[0]).map(value => more * value);
  }
  /** The camera turns with the track. */
  turnCamera(heading) {
    if (this.heading !== undefined && this.heading !== null) {
      const turn = heading - this.heading;
      this.camera.position.applyAxisAngle(new three.Vector3(0, 0, 1), turn);
      this.orbit.target.applyAxisAngle(new three.Vector3(0, 0, 1), turn);
      this.orbit.update();
    }
    this.heading = heading;
  }
  moveElements(origin) {
    const at = new three.Vector3(), other = new three.Vector3(), along = new three.Vector3(), up = new three.Vector3(0, 0, 1), turn = new three.Quaternion(), size = new three.Vector3(), matrix = new three.Matrix4();
    for (const {kind, list, mesh} of this.drawnElements) list.forEach((e, k) => {
      const ground = () => this.path.frame(this.run.at(`${e.i || e.j}.s`, this.time), origin);
      at.fromArray(e.shapes_i ? bent(e.point_i, e.shapes_i, this.modes(e.i)) : e.point_i).applyMatrix4(e.i ? this.poses.get(e.i) : ground());
      other.fromArray(e.shapes_j ? bent(e.point_j, e.shapes_j, this.modes(e.j)) : e.point_j).applyMatrix4(e.j ? this.poses.get(e.j) : ground());
      // An element whose ends lie at one place, such as a shear spring, stands upright about it.
      let length = along.subVectors(other, at).length();
      if (length < 0.05) {
        length = kind === 'coil' ? 0.3 : 0.12;
        at.set((at.x + other.x) / 2, (at.y + other.y) / 2, (at.z + other.z) / 2 - length / 2);
        along.copy(up);
      } else along.divideScalar(length);
      turn.setFromUnitVectors(up, along);
      mesh.setMatrixAt(k, matrix.compose(at, turn, size.set(1, 1, length)));
      mesh.instanceMatrix.needsUpdate = true;
    });
  }
  /** Normal and creep force of each contact on the wheel. */
  moveArrows(origin) {
    const up = new three.Vector3(0, 0, 1), force = new three.Vector3(), at = new three.Vector3();
    for (const {wheelset, side, kind, shape} of this.arrows) {
      const of = quantity => this.run.near(`${wheelset}.${side}.${kind}.${quantity}`, this.time), normal = of('normal_force');
      shape.visible = this.arrowsShown && normal > 0;
      if (!shape.visible) continue;
      const sign = side === 'left' ? 1 : -1, angle = of('contact_angle'), s = this.run.at(`${wheelset}.s`, this.time), rail = this.scene.rails[side];
      const [y, z] = railInTrack(this.path, side, s, this.deformed, this.factor, this.yields)(pointAt(rail.points, rail.own_y, of('rail_s')));
      const creep = of('creep_force_y');
      force.set(of('creep_force_x'), creep * Math.cos(angle) - sign * normal * Math.sin(angle), normal * Math.cos(angle) + sign * creep * Math.sin(angle));
      const frame = this.path.frame(s, origin), length = force.length() / newtonsPerMetre;
      shape.position.copy(at.set(0, y, z).applyMatrix4(frame));
      shape.quaternion.setFromUnitVectors(up, force.transformDirection(frame));
      shape.scale.set(1, 1, clamp(length, 0.02, longestArrow));
    }
  }
}

function viewSection(stage, fewestInstants = 2) {
  const run = stage.runs.find(r => r.hasScene && r.frameTimes.length >= fewestInstants);
  if (!run) return null;
  return section('view', 'View', new View(stage, run).box);
}

/** The view alone, filling the window. */
function viewPage(runs) {
  const stage = new Stage(runs), run = runs[0];
  document.title = run.label;
  document.documentElement.classList.add('whole');
  const part = viewSection(stage);
  return [heading(run.label, statusOf(run)), part || element('p', {}, run.hasScene ? 'The file has fewer than two recorded instants: there is nothing to show yet.'
      : 'The file says nothing of shapes: it was written by an older Flangeway. Repeat the run.')];
}

/** What a shape from a file is like. */
function shapeText(scene, body) {
  const mesh = meshOf(scene, body);
  return mesh ? `${scene.shapes[body.shape].file}: ${mesh.low.map((low, axis) => number(mesh.high[axis] - low, 4)).join(' × ')} m, ${mesh.triangles.length / 3} triangles` : '';
}

/** A case before it runs: the vehicle on its track, what it consists of, and its files. */
function startPage(runs, files) {
  const stage = new Stage(runs), run = runs[0], {bodies, elements, shapes} = run.scene;
  document.title = run.label;
  const table = (names, rows) => element('div', {class: 'wide'}, element('table', {}, element('thead', {}, element('tr', {}, names.map(name => element('th', {}, name)))),
      element('tbody', {}, rows.map(row => element('tr', {}, row.map(cell => element('td', {}, cell)))))));
  const place = point => point.map(x => number(x, 5)).join(', ');
  const parts = [viewSection(stage, 1),
    section('bodies', 'Bodies', table(['body', 'mass in kg', 'x, y, z in m', ...(shapes ? ['shape'] : [])], bodies.map(b => [b.name, number(b.mass, 6), place(b.position), ...(shapes ? [shapeText(run.scene, b)] : [])]))),
    section('elements', 'Elements', table(['element', 'kind', 'from', 'to'], elements.map(e =>
        [e.name, e.type.replaceAll('_', ' '), e.i || 'track', e.j || 'track']))),
    section('files', 'Files, with all values', files.map(file => element('details', {}, element('summary', {}, file.path), element('pre', {}, file.text))))];
  return [heading(run.label, element('span', {class: 'status'}, 'at the start, before a run')), contents(parts), element('main', {}, parts)];
}
