// Contact patches: fields, sections, profiles, sweeps.

/** Perceptually even and safe for the colour-blind: viridis, at eight places. */
const ramp = [[68, 1, 84], [70, 51, 127], [54, 92, 141], [39, 127, 142], [31, 161, 135], [74, 194, 109], [159, 218, 58], [253, 231, 37]];

function rampColour(part) {
  const place = clamp(part, 0, 1) * (ramp.length - 1), i = Math.min(Math.floor(place), ramp.length - 2), t = place - i;
  return `rgb(${ramp[i].map((c, k) => Math.round(c + t * (ramp[i + 1][k] - c))).join()})`;
}

class Patch {
  constructor(json) {
    Object.assign(this, json);
    this.cache = new Map();
  }
  field(name) {
    if (!this.cache.has(name)) this.cache.set(name, decoded(this.fields[name], this.nx * this.ny));
    return this.cache.get(name);
  }
  get state() { return this.field('state'); }
}

const maps = [
  {title: 'Pressure', unit: 'MPa', value: patch => patch.field('pressure').map(v => v * 1e-6)},
  {title: 'Tangential traction', unit: 'MPa', arrows: ['traction_x', 'traction_y'], value: patch => patch.field('traction').map(v => v * 1e-6)},
  {title: 'Adhesion and slip', arrows: ['slip_x', 'slip_y'], kinds: true, value: patch => patch.state},
  {title: 'Traction over its bound μp', unit: '', value: patch => patch.field('utilisation')},
  {title: 'Temperature of the upper surface', unit: '°C', field: 'temperature_1', value: patch => patch.field('temperature_1')},
  {title: 'Temperature of the lower surface', unit: '°C', field: 'temperature_2', value: patch => patch.field('temperature_2')},
  {title: 'Von Mises stress below the surface', unit: 'MPa', field: 'below_1_mises', everywhere: true, value: (patch, layer) => patch.field(`below_${layer + 1}_mises`).map(v => v * 1e-6)},
];

/** Columns and rows [left, right, low, high] around what touches, with a margin; the whole patch where nothing does. */
function touchedSection({nx, ny, state}) {
  let [left, right, low, high] = [nx, -1, ny, -1];
  for (let i = 0; i < nx * ny; ++i) {
    if (!state[i]) continue;
    const x = i % nx, y = Math.floor(i / nx);
    left = Math.min(left, x); right = Math.max(right, x); low = Math.min(low, y); high = Math.max(high, y);
  }
  return right < 0 ? [0, nx - 1, 0, ny - 1] : [Math.max(left - 1, 0), Math.min(right + 1, nx - 1), Math.max(low - 1, 0), Math.min(high + 1, ny - 1)];
}

/** The cases one after the other: all in the same section of the plane and in the same colours. */
class Film {
  constructor(page) {
    Object.assign(this, {page, on: false, playing: false, tops: new Map()});
    const last = page.withFields.length - 1;
    this.button = element('button', {type: 'button', class: 'play', title: 'play or stop the cases', onclick: () => this.play(!this.playing)}, '▶ play');
    this.slider = element('input', {type: 'range', class: 'film', min: 0, max: last, step: 1, value: 0, 'aria-label': 'case', oninput: () => this.show(Number(this.slider.value))});
    this.box = last >= 2 ? element('span', {class: 'buttons'}, this.button, this.slider) : null;
  }
  get patches() { return this.all ||= this.page.withFields.map(c => new Patch(c.patches[0])); }
  show(index) {
    this.on = true;
    this.slider.value = index;
    this.page.chooseCase(index);
  }
  play(on) {
    this.playing = on;
    this.button.textContent = on ? '❚❚ stop' : '▶ play';
    if (!on) return;
    if (Number(this.slider.value) >= this.page.withFields.length - 1) this.slider.value = -1;
    this.step();
  }
  step() {
    if (!this.playing) return;
    const next = Number(this.slider.value) + (this.on ? 1 : 0);
    this.show(Math.min(next, this.page.withFields.length - 1));
    if (next >= this.page.withFields.length - 1) this.play(false); else setTimeout(() => this.step(), 150);
  }
  /** The largest value of a map in all cases. */
  top(map) {
    const name = `${map.description.title} ${this.page.layer}`;
    if (!this.tops.has(name)) this.tops.set(name, Math.max(0, ...this.patches.filter(patch => !map.description.field || map.description.field in patch.fields)
        .map(patch => map.description.value(patch, Math.min(this.page.layer, patch.depths.length - 1)).reduce((a, b) => Math.max(a, b), 0))));
    return this.tops.get(name);
  }
  /** The section around what touches in any case, in m. */
  get extent() {
    if (!this.around) {
      const ends = this.patches.map(patch => { const [left, right, low, high] = touchedSection(patch); return [patch.x0 + left * patch.dx, patch.x0 + right * patch.dx, patch.y0 + low * patch.dy, patch.y0 + high * patch.dy]; });
      this.around = [0, 1, 2, 3].map(k => Math[k % 2 ? 'max' : 'min'](...ends.map(e => e[k])));
    }
    return this.around;
  }
  section({x0, dx, y0, dy}) {
    const [left, right, low, high] = this.extent;
    return [Math.round((left - x0) / dx), Math.round((right - x0) / dx), Math.round((low - y0) / dy), Math.round((high - y0) / dy)];
  }
}

/** A field over the plane of the patch: rolling to the right, left upwards. */
class FieldMap {
  constructor(page, description) {
    Object.assign(this, {page, description});
    this.picture = new Picture({class: 'map'}, (pen, w, h) => this.drawOn(pen, w, h));
    this.read = element('span', {class: 'unit'}, description.unit || '');
    this.box = element('div', {class: 'panel', 'data-panel': description.title}, element('h3', {}, description.title, this.read, pictureTools(description.title, this.picture, () => this.table())), this.picture.canvas);
    this.picture.canvas.addEventListener('mousemove', event => this.hover(event));
    this.picture.canvas.addEventListener('mouseleave', () => { this.read.textContent = description.unit || ''; });
    this.picture.canvas.addEventListener('click', event => { const at = this.elementAt(event); if (at) page.setRow(at[1]); });
  }
  values() { return this.description.value(this.page.patch, this.page.layer); }
  /** Whether the chosen patch has the field. */
  get there() { return !this.description.field || this.description.field in this.page.patch.fields; }
  /** The end of the scale of colours: the largest value of this patch, or while a sequence plays of all of them. */
  top() {
    if (this.page.film.on) return this.page.film.top(this);
    const {state} = this.page.patch;
    let top = 0;
    this.values().forEach((v, i) => { if (state[i] || this.description.everywhere) top = Math.max(top, v); });
    return top;
  }
  /** A row for each element that touches. */
  table() {
    const {patch} = this.page, {title, unit, arrows = [], kinds} = this.description, values = this.values(), vectors = arrows.map(name => patch.field(name));
    const rows = [['x in mm', 'y in mm', title + (unit ? ` [${unit}]` : ''), ...arrows]];
    patch.state.forEach((state, i) => {
      const x = patch.x0 + patch.dx * (i % patch.nx), y = patch.y0 + patch.dy * Math.floor(i / patch.nx);
      if (state) rows.push([x * 1e3, y * 1e3, kinds ? ['', 'adhesion', 'slip'][state] : values[i], ...vectors.map(v => v[i])]);
    });
    return rows;
  }
  /** [column, row] ranges around what touches. */
  layout(width, height) {
    const {patch} = this.page, [left, right, low, high] = this.page.film.on ? this.page.film.section(patch) : touchedSection(patch);
    const scale = Math.min((width - 130) / ((right - left + 1) * patch.dx), (height - 46) / ((high - low + 1) * patch.dy));
    return {left, right, low, high, dx: patch.dx * scale, dy: patch.dy * scale, x0: 46, y0: 8, scale};
  }
  drawOn(pen, width, height) {
    if (!this.there) return;
    const {patch} = this.page, at = this.at = this.layout(width, height), values = this.values(), {state} = patch, top = this.top();
    for (let y = Math.max(at.low, 0); y <= Math.min(at.high, patch.ny - 1); ++y) {
      for (let x = Math.max(at.left, 0); x <= Math.min(at.right, patch.nx - 1); ++x) {
        const i = y * patch.nx + x;
        if (!state[i] && !this.description.everywhere) continue;
        pen.fillStyle = this.description.kinds ? theme.colour(state[i] === 2 ? 'c1' : 'c0') : rampColour(top > 0 ? values[i] / top : 0);
        const px = Math.floor(at.x0 + (x - at.left) * at.dx), py = Math.floor(at.y0 + (at.high - y) * at.dy);
        pen.fillRect(px, py, Math.ceil(at.dx) + 0.5, Math.ceil(at.dy) + 0.5);
      }
    }
    if (this.description.arrows) this.drawArrows(pen, at);
    this.drawAxes(pen, at);
    this.drawKey(pen, at.x0 + (at.right - at.left + 1) * at.dx + 14, top);
  }
  drawArrows(pen, at) {
    const {patch} = this.page, [ax, ay] = this.description.arrows.map(name => patch.field(name)), {state} = patch;
    const step = Math.max(1, Math.round(14 / at.dx)), rise = Math.max(1, Math.round(14 / at.dy));
    let longest = 0;
    for (let i = 0; i < ax.length; ++i) if (state[i]) longest = Math.max(longest, Math.hypot(ax[i], ay[i]));
    if (!longest) return;
    pen.strokeStyle = '#fff'; pen.lineWidth = 1;
    for (let y = Math.max(at.low, 0); y <= Math.min(at.high, patch.ny - 1); y += rise) {
      for (let x = Math.max(at.left, 0); x <= Math.min(at.right, patch.nx - 1); x += step) {
        const i = y * patch.nx + x;
        if (!state[i]) continue;
        const px = at.x0 + (x - at.left + 0.5) * at.dx, py = at.y0 + (at.high - y + 0.5) * at.dy, vx = ax[i] / longest * 13, vy = -ay[i] / longest * 13;
        pen.beginPath(); pen.moveTo(px, py); pen.lineTo(px + vx, py + vy); pen.stroke();
        pen.fillStyle = '#fff'; pen.beginPath(); pen.arc(px + vx, py + vy, 1.6, 0, 7); pen.fill();
      }
    }
  }
  drawAxes(pen, at) {
    const {patch, row} = this.page, w = (at.right - at.left + 1) * at.dx, h = (at.high - at.low + 1) * at.dy;
    pen.strokeStyle = theme.colour('line'); pen.lineWidth = 1; pen.strokeRect(at.x0, at.y0, w, h);
    pen.fillStyle = theme.colour('faint'); pen.font = '11px system-ui, sans-serif';
    const mm = v => number(v * 1e3, 3);
    pen.textAlign = 'center';
    pen.fillText(mm(patch.x0 + patch.dx * at.left), at.x0, at.y0 + h + 14); pen.fillText(mm(patch.x0 + patch.dx * at.right), at.x0 + w, at.y0 + h + 14);
    pen.fillText('x forwards, mm', at.x0 + w / 2, at.y0 + h + 27);
    pen.textAlign = 'right';
    pen.fillText(mm(patch.y0 + patch.dy * at.high), at.x0 - 4, at.y0 + 10); pen.fillText(mm(patch.y0 + patch.dy * at.low), at.x0 - 4, at.y0 + h);
    pen.fillText('y, mm', at.x0 - 4, at.y0 + h / 2 + 4);
    const y = at.y0 + (at.high - row + 0.5) * at.dy;
    if (row < at.low || row > at.high) return;
    pen.strokeStyle = theme.colour('ink'); pen.setLineDash([4, 3]);
    pen.beginPath(); pen.moveTo(at.x0, y); pen.lineTo(at.x0 + w, y); pen.stroke(); pen.setLineDash([]);
  }
  drawKey(pen, x, top) {
    pen.textAlign = 'left'; pen.font = '11px system-ui, sans-serif';
    if (this.description.kinds) {
      [['c0', 'adhesion'], ['c1', 'slip']].forEach(([colour, text], i) => {
        pen.fillStyle = theme.colour(colour); pen.fillRect(x, 12 + 18 * i, 10, 10);
        pen.fillStyle = theme.colour('faint'); pen.fillText(text, x + 14, 21 + 18 * i);
      });
      return;
    }
    for (let k = 0; k < 60; ++k) { pen.fillStyle = rampColour(1 - k / 59); pen.fillRect(x, 10 + 2 * k, 12, 2.5); }
    pen.fillStyle = theme.colour('faint');
    pen.fillText(number(top, 3), x + 16, 18); pen.fillText('0', x + 16, 132);
  }
  elementAt(event) {
    const at = this.at;
    if (!at) return null;
    const x = at.left + Math.floor((event.offsetX - at.x0) / at.dx), y = at.high - Math.floor((event.offsetY - at.y0) / at.dy);
    return x >= at.left && x <= at.right && y >= at.low && y <= at.high ? [x, y] : null;
  }
  hover(event) {
    const at = this.elementAt(event), {patch} = this.page;
    if (!at) return;
    const [x, y] = at, value = x >= 0 && x < patch.nx && y >= 0 && y < patch.ny ? this.values()[y * patch.nx + x] : 0;
    const text = this.description.kinds ? ['outside', 'adhesion', 'slip'][value] : `${number(value)} ${this.description.unit}`;
    this.read.textContent = `${text} at x ${number((patch.x0 + x * patch.dx) * 1e3, 3)}, y ${number((patch.y0 + y * patch.dy) * 1e3, 3)} mm`;
  }
}

/** Curves along the chosen row, or across through the middle of the patch. */
function sectionPlot(place, title, upwards, x, curves) {
  const axis = (size, label) => ({stroke: theme.colour('faint'), grid: {stroke: theme.colour('grid'), width: 1}, ticks: {stroke: theme.colour('line'), width: 1}, font: '12px system-ui, sans-serif', size, label, labelSize: label ? 16 : 0, labelFont: '12px system-ui, sans-serif'});
  return new uPlot({width: place.clientWidth, height: 240, scales: {x: {time: false}}, axes: [{...axis(34, title), values: (u, splits) => splits.map(ticked)}, {...axis(64, upwards), values: (u, splits) => splits.map(ticked)}],
    series: [{label: title, value: (u, v) => number(v)}, ...curves.map(([label, , colour, dash]) => ({label, stroke: theme.colour(colour), light: theme.lightOf(colour), width: 1.5, dash: dash || [], points: {show: false}, value: (u, v) => number(v)}))],
    legend: {live: true}}, [x, ...curves.map(curve => curve[1])], place);
}

/** A title, buttons that save what plotOf() gives, and the place of the plot. */
function titledPlot(title, place, plotOf) {
  return element('div', {class: 'panel', 'data-panel': title}, element('h3', {}, title, exportTools(() => shownOf(title, '', plotOf()))), place);
}

class PatchesPage {
  constructor(file) {
    this.file = file;
    this.cases = file.cases;
    this.withFields = this.cases.filter(c => c.patches.length);
    this.chosen = this.withFields[0] || null;
    this.patch = this.chosen ? new Patch(this.chosen.patches[0]) : null;
    this.row = this.patch ? this.patch.peak.row : 0;
    this.layer = 0;
    this.film = new Film(this);
    this.maps = maps.map(m => new FieldMap(this, m));
    this.along = element('div', {class: 'plot'});
    this.across = element('div', {class: 'plot'});
    this.profiles = new Picture({class: 'whole-profiles'}, (pen, w, h) => this.drawProfiles(pen, w, h));
    this.words = element('p', {class: 'note'});
    theme.onChange(() => this.draw());
  }
  chooser() {
    const label = c => `case ${c.number}${c.name ? ': ' + c.name : ''}${c.state && c.state !== 'solved' ? ` (${c.state})` : ''}`;
    this.patchChoice = element('span', {});
    this.caseChoice = choice(this.withFields.map((c, i) => [String(i), label(c)]), '0', i => { this.film.play(false); this.film.on = false; this.film.slider.value = i; this.chooseCase(Number(i)); }, {class: 'case'});
    this.depthChoice = element('span', {});
    return element('div', {class: 'toolbar'}, this.caseChoice, this.film.box, this.patchChoice, this.depthChoice, this.words);
  }
  chooseCase(index) {
    this.caseChoice.value = String(index);
    this.chosen = this.withFields[index];
    this.choosePatch(0);
  }
  choosePatch(index) {
    this.patch = new Patch(this.chosen.patches[index]);
    this.index = index;
    const {depths} = this.patch, depthText = (z, k) => z === null ? `layer ${k + 1} below the surface` : `${number(Math.abs(z) * 1e3, 3)} mm below the surface${z > 0 ? ' of the upper body' : z < 0 ? ' of the lower body' : ''}`;
    this.layer = Math.min(this.layer, Math.max(depths.length - 1, 0));
    this.depthChoice.replaceChildren(...(depths.length > 1 ? [choice(depths.map((z, k) => [String(k), depthText(z, k)]), String(this.layer), k => { this.layer = Number(k); this.draw(); }, {class: 'depth', title: 'where the stress is shown'})] : []));
    this.patchChoice.replaceChildren(...(this.chosen.patches.length > 1 ? [choice(this.chosen.patches.map((p, i) => [String(i), `patch ${i + 1}`]), String(index), i => this.choosePatch(Number(i)))] : []));
    this.row = this.patch.peak.row;
    this.draw();
  }
  get numbers() {
    const results = this.chosen.results;
    return results && Array.isArray(results.patches) ? results.patches[this.index || 0] : null;
  }
  setRow(row) { this.row = row; this.draw(); }
  draw() {
    if (!this.patch) return;
    this.maps.forEach(m => { m.box.classList.toggle('empty', !m.there); m.picture.draw(); });
    this.profiles.draw();
    this.drawSections();
    const n = this.numbers, deck = this.file.deck;
    this.words.textContent = n ? `FN ${number(n.FN)} N, FX ${number(n.FX)} N, FS ${number(n.FS)} N; largest pressure ${number(deck ? n.pmax : n.pmax / 1e6)} MPa; ` +
        `${n.elements.contact} elements in contact, ${n.elements.adhesion} adhering, ${n.elements.slip} slipping` : '';
  }
  drawSections() {
    const {patch, row} = this, {nx, ny} = patch, mm = (n, first, step) => Array.from({length: n}, (_, i) => (first + i * step) * 1e3);
    for (const [place, old] of [[this.along, 'alongPlot'], [this.across, 'acrossPlot']]) {
      if (this[old]) this[old].destroy();
      if (!place.clientWidth) return;
    }
    const line = (name, factor) => Array.from({length: nx}, (_, x) => patch.field(name)[row * nx + x] * factor);
    const bound = line('bound', 1e-6);
    this.alongPlot = sectionPlot(this.along, 'x in mm', 'stress in MPa', mm(nx, patch.x0, patch.dx), [['pressure, MPa', line('pressure', 1e-6), 'c0'], ['traction x, MPa', line('traction_x', 1e-6), 'c1'],
      ['traction y, MPa', line('traction_y', 1e-6), 'c2'], ['μ p', bound, 'faint', [5, 4]], ['−μ p', bound.map(v => -v), 'faint', [5, 4]]]);
    const across = name => Array.from({length: ny}, (_, y) => patch.field(name)[y * nx + patch.peak.column] * 1e6);
    this.acrossPlot = sectionPlot(this.across, 'y in mm', 'gap in µm', mm(ny, patch.y0, patch.dy), [['gap of the undeformed bodies, pressed, µm', across('pressed_gap'), 'c0'], ['after deformation, µm', across('deformed_gap'), 'c1', [6, 4]]]);
  }
  /** The wheel on the rail's reference point, with a normal per patch. */
  drawProfiles(pen, width, height) {
    const shapes = this.file.profiles, results = this.chosen.results;
    if (!shapes || !results || !Array.isArray(results.patches)) return;
    const spots = results.patches.filter(p => Array.isArray(p.on_rail_profile) && Array.isArray(p.on_wheel_profile));
    const factor = this.file.deck ? 1e-3 : 1, scale = Math.min(width / 0.3, height / 0.075);
    const draw = (points, x0, y0) => {
      pen.beginPath();
      points.forEach(([y, z]) => pen.lineTo(x0 - y * scale, y0 - z * scale));
      pen.strokeStyle = theme.colour('ink'); pen.lineWidth = 1.5; pen.stroke();
    };
    const rail = [width * 0.24, height * 0.3], wheel = [width * 0.74, height * 0.38];
    draw(shapes.rail, ...rail); draw(shapes.wheel, ...wheel);
    spots.forEach((p, i) => {
      const ahead = [-Math.sin(p.contact_angle), Math.cos(p.contact_angle)], on = p.on_wheel_profile.slice(-2);
      for (const [[y, z], [x0, y0]] of [[p.on_rail_profile, rail], [on, wheel]]) {
        const x = x0 - y * factor * scale, top = y0 - z * factor * scale, size = 26;
        pen.strokeStyle = pen.fillStyle = theme.curve(i); pen.lineWidth = 2;
        pen.beginPath(); pen.moveTo(x, top); pen.lineTo(x - ahead[0] * size, top - ahead[1] * size); pen.stroke();
        pen.beginPath(); pen.arc(x, top, 4, 0, 7); pen.fill();
      }
    });
    pen.fillStyle = theme.colour('faint'); pen.font = '11px system-ui, sans-serif'; pen.textAlign = 'center';
    pen.fillText('rail profile, as of a left-hand pair, seen from behind', rail[0], height - 5); pen.fillText('wheel profile', wheel[0], height - 5);
  }
  profileTable() {
    const {rail, wheel} = this.file.profiles, points = (name, list) => list.map(([y, z]) => [name, y * 1e3, z * 1e3]);
    return [['profile', 'y in mm', 'z in mm'], ...points('rail', rail), ...points('wheel', wheel)];
  }
  /** Forces over the cases: what was varied is the horizontal axis where one number was. */
  sweep() {
    const solved = this.cases.filter(c => c.results && Array.isArray(c.results.patches) && c.results.patches.length);
    if (solved.length < 3) return null;
    const axes = [['case', c => c.number], ['longitudinal creepage', c => c.results.patches[0].creepages[0]], ['lateral creepage', c => c.results.patches[0].creepages[1]],
      ['spin creepage', c => c.results.patches[0].creepages[2]]].filter(([, read]) => new Set(solved.map(read)).size === solved.length);
    const place = element('div', {class: 'plot'});
    let plot = null;
    const make = name => {
      if (plot) plot.destroy();
      const [title, read] = axes.find(([n]) => n === name) || axes[0], ordered = [...solved].sort((a, b) => read(a) - read(b));
      plot = sectionPlot(place, title, 'force in kN', ordered.map(read), [['FN, kN', ordered.map(c => c.totals.FN / 1e3), 'c0'], ['FX, kN', ordered.map(c => c.totals.FX / 1e3), 'c1'],
        ['FS, kN', ordered.map(c => c.totals.FS / 1e3), 'c2']]);
    };
    const first = (axes.find(([name]) => name !== 'case') || axes[0])[0];
    whenSeen(place, () => make(first));
    return section('sweep', 'All cases', exportTools(() => shownOf('All cases', '', plot)), choice(axes.map(([name]) => [name, 'over ' + name]), first, make, {class: 'sweep-over'}), place);
  }
  table() {
    const heads = ['case', 'name', 'state', 'patches', 'FN, N', 'FX, N', 'FS, N'];
    const rows = this.cases.slice(0, 500).map(c => element('tr', {}, element('th', {}, String(c.number)), element('td', {}, c.name), element('td', {class: c.state === 'solved' ? null : 'over'}, c.state),
        element('td', {}, c.results && Array.isArray(c.results.patches) ? String(c.results.patches.length) : '–'), cell((c.totals || {}).FN, 1, 1), cell((c.totals || {}).FX, 1, 1), cell((c.totals || {}).FS, 1, 1)));
    return element('details', {open: rows.length <= 12}, element('summary', {}, `${this.cases.length} cases${rows.length < this.cases.length ? ', the first 500 listed' : ''}`),
        element('div', {class: 'wide'}, element('table', {class: 'numbers'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows)));
  }
  facts() {
    const {provenance: p, status, path} = this.file, rows = [['Status', statusTexts[status]], ['Command line', p.command_line], ['Input', p.inputs.map(i => `${i.path} ${i.sha256}`).join(' ')],
      ['Started', p.started], ['Program', `Flangeway ${p.version}${p.commit ? ` (${p.commit})` : ''}`], ['Fields', path]];
    return factsTable(rows);
  }
  build() {
    const title = this.file.path.split(/[\\/]/).pop();
    document.title = title;
    const left = this.file.cases_without_fields;
    const parts = [section('run', 'What was computed', this.facts(), this.table()), this.sweep(), this.patch ? section('patch', 'A patch', this.chooser(),
        left ? element('p', {class: 'note'}, `To keep the page small, fields of ${left} cases are left out; their numbers are here.`) : null,
        this.file.profiles ? element('div', {class: 'panel', 'data-panel': 'Profiles'}, element('h3', {}, 'Profiles, reference points and normals of the patches',
            pictureTools('Profiles', this.profiles, () => this.profileTable())), this.profiles.canvas) : null,
        element('div', {class: 'maps'}, this.maps.map(m => m.box)), element('p', {class: 'note'}, 'On the wheel, or the upper body. Rolling is to the right, left is up. A click chooses the row of the section (dashed). White: arrows of the traction, or of the slip.'),
        titledPlot('Along the row', this.along, () => this.alongPlot), titledPlot('Across, through the largest pressure: the gap', this.across, () => this.acrossPlot)) : element('p', {}, 'The file holds no fields.')].filter(Boolean);
    whenSeen(this.along, () => { if (this.chosen) this.choosePatch(0); });
    return [heading(title, element('span', {class: 'status ' + this.file.status}, statusTexts[this.file.status])), contents(parts.filter(p => p.id)), element('main', {}, parts)];
  }
}
