// Where wheel and rail touch, and how much of the friction is used.

/** The point of an outline at a lateral coordinate `y` of `keys` (one per point). */
function pointAt(points, keys, y) {
  let best = 0, distance = Infinity;
  for (let i = 0; i + 1 < points.length; ++i) {
    const a = keys[i], b = keys[i + 1];
    if ((a - y) * (b - y) <= 0 && a !== b) {
      const part = (y - a) / (b - a);
      return points[i].map((value, k) => value + part * (points[i + 1][k] - value));
    }
    if (Math.abs(a - y) < distance) { distance = Math.abs(a - y); best = i; }
  }
  return points[best];
}

const contactKinds = [['tread', 'c0'], ['flange', 'c1']];

/** A wheel's share of a run: frames in which a contact carries. */
class WheelContacts {
  constructor(run, wheelset, side) {
    Object.assign(this, {run, wheelset, side, name: `${wheelset}.${side}`});
    const shape = run.hasScene ? run.scene.wheelsets.find(w => w.body === wheelset) : null;
    this.wheel = shape ? shape[side] : null;
    this.rail = run.hasScene ? run.scene.rails[side] : null;
    this.friction = run.numbers.friction[side];  // null where the file does not say
  }
  of(kind, quantity) { return this.run.frame(`${this.name}.${kind}.${quantity}`); }
  /** Calls act(frame index) for at most 1200 frames of the stretch in which the contact carries. */
  each(stage, kind, act) {
    const force = this.of(kind, 'normal_force'), places = this.run.frame(channelOf(stage.over));
    if (!force || !places || !places.length) return;
    const [low, high] = stage.shown;
    const first = places.length > 1 ? intervalAt(places, low) : 0, last = places.length > 1 ? intervalAt(places, high) + 1 : 0;
    const step = Math.max(1, Math.ceil((last - first) / 1200));
    for (let i = first; i <= last; i += step) if (force[i] > 0) act(i);
  }
}

function drawProfiles(stage, contacts, pen, width, height) {
  const {wheel, rail} = contacts, sign = contacts.side === 'left' ? -1 : 1;
  const centre = rail.points.reduce((sum, p) => sum + p[0], 0) / rail.points.length;
  const scale = Math.min(width / 0.155, height / 0.105);
  // As seen from behind: the left wheel with its field side on the left.
  const railX = p => width / 2 + sign * (p[0] - centre) * scale, railY = p => height * 0.62 - p[1] * scale;
  const wheelX = p => width / 2 + sign * p[0] * scale, wheelY = p => height * 0.30 - p[1] * scale;
  const outline = (points, x, y, colour) => {
    pen.beginPath();
    points.forEach(p => pen.lineTo(x(p), y(p)));
    pen.strokeStyle = theme.colour(colour); pen.lineWidth = 1.5; pen.stroke();
  };
  outline(rail.points, railX, railY, 'ink');
  outline(wheel, wheelX, wheelY, 'ink');
  const wheelKeys = wheel.map(p => p[0]), now = contacts.run.frameAt(stage.time);
  const dot = (p, x, y, radius) => { pen.beginPath(); pen.arc(x(p), y(p), radius, 0, 7); pen.fill(); };
  for (const [kind, colour] of contactKinds) {
    const onRail = contacts.of(kind, 'rail_s'), onWheel = contacts.of(kind, 'wheel_s'), force = contacts.of(kind, 'normal_force');
    if (!onRail || !onWheel) continue;
    pen.fillStyle = theme.colour(colour);
    pen.globalAlpha = 0.25;
    contacts.each(stage, kind, i => {
      dot(pointAt(rail.points, rail.own_y, onRail[i]), railX, railY, 2.2);
      dot(pointAt(wheel, wheelKeys, onWheel[i]), wheelX, wheelY, 2.2);
    });
    pen.globalAlpha = 1;
    if (!(force[now] > 0)) continue;
    const a = pointAt(rail.points, rail.own_y, onRail[now]), b = pointAt(wheel, wheelKeys, onWheel[now]);
    pen.strokeStyle = theme.colour(colour); pen.lineWidth = 1;
    pen.beginPath(); pen.moveTo(railX(a), railY(a)); pen.lineTo(wheelX(b), wheelY(b)); pen.stroke();
    dot(a, railX, railY, 4.5); dot(b, wheelX, wheelY, 4.5);
  }
  pen.fillStyle = theme.colour('faint'); pen.font = '11px system-ui, sans-serif';
  pen.fillText('wheel', 4, 14); pen.fillText('rail', 4, height - 6);
  pen.strokeStyle = theme.colour('faint');
  pen.beginPath(); pen.moveTo(width - 8 - 0.02 * scale, height - 8); pen.lineTo(width - 8, height - 8); pen.stroke();
  pen.textAlign = 'right'; pen.fillText('20 mm', width - 8, height - 12);
}

function drawFrictionCircle(stage, contacts, pen, width, height) {
  const limit = contacts.friction === null ? 0.3 : contacts.friction;
  const radius = Math.min(width, height) / 2 - 18, scale = radius / (limit * 1.06), x0 = width / 2, y0 = height / 2;
  pen.strokeStyle = theme.colour('grid'); pen.lineWidth = 1;
  pen.beginPath(); pen.moveTo(x0 - radius - 6, y0); pen.lineTo(x0 + radius + 6, y0); pen.moveTo(x0, y0 - radius - 6); pen.lineTo(x0, y0 + radius + 6); pen.stroke();
  pen.strokeStyle = theme.colour('ink'); pen.lineWidth = 1.3;
  pen.beginPath(); pen.arc(x0, y0, limit * scale, 0, 7); pen.stroke();
  const now = contacts.run.frameAt(stage.time);
  for (const [kind, colour] of contactKinds) {
    const fx = contacts.of(kind, 'creep_force_x'), fy = contacts.of(kind, 'creep_force_y'), n = contacts.of(kind, 'normal_force');
    if (!fx || !fy || !n) continue;
    // Across to the left, along upwards: as seen from above.
    const dot = (i, size) => { pen.beginPath(); pen.arc(x0 - fy[i] / n[i] * scale, y0 - fx[i] / n[i] * scale, size, 0, 7); pen.fill(); };
    pen.fillStyle = theme.colour(colour);
    pen.globalAlpha = 0.3;
    contacts.each(stage, kind, i => dot(i, 1.8));
    pen.globalAlpha = 1;
    if (n[now] > 0) dot(now, 4.5);
  }
  pen.fillStyle = theme.colour('faint'); pen.font = '11px system-ui, sans-serif'; pen.textAlign = 'center';
  pen.fillText('forwards', x0, 11);
  pen.fillText(`μ = ${number(limit, 3)}`, x0, height - 3);
  pen.textAlign = 'left'; pen.fillText('left', 1, y0 - 4);
}

/** A row for each contact of each frame that the pictures show. */
function contactTable(stage, contacts, [names, ...quantities], factor) {
  const places = contacts.run.frame(channelOf(stage.over)), rows = [[axisTexts[stage.over], 'contact', ...names]];
  for (const [kind] of contactKinds) {
    const values = quantities.map(name => contacts.of(kind, name));
    if (values.every(Boolean)) contacts.each(stage, kind, i => rows.push([places[i], kind, ...values.map(v => v[i] * factor(contacts.of(kind, 'normal_force')[i]))]));
  }
  return rows;
}

function wheelCard(stage, contacts) {
  const pictures = [], boxes = [];
  const add = (kind, title, draw, table) => {
    const picture = new Picture({class: kind}, (pen, w, h) => draw(stage, contacts, pen, w, h));
    pictures.push(picture);
    boxes.push(element('div', {class: 'panel'}, pictureTools(`${contacts.name} ${title}`, picture, table), picture.canvas));
  };
  if (contacts.wheel) {
    add('profiles', 'contacts on the profiles', drawProfiles,
        () => contactTable(stage, contacts, [['y on the rail in mm', 'y on the wheel in mm'], 'rail_s', 'wheel_s'], () => 1e3));
  }
  if (contacts.of('tread', 'creep_force_x')) {
    add('circle', 'friction circle', drawFrictionCircle,
        () => contactTable(stage, contacts, [['creep force forwards over normal force', 'to the left'], 'creep_force_x', 'creep_force_y'], force => 1 / force));
  }
  return {contacts, pictures, box: element('figure', {class: 'wheel'}, element('figcaption', {}, contacts.name), boxes)};
}

/** Profiles with the positions of the contacts, and creep forces over normal force in the friction circle. */
function contactSection(stage) {
  const grid = element('div', {class: 'wheels-grid'});
  let cards = [], run = stage.runs[0];
  const draw = () => cards.forEach(card => card.pictures.forEach(p => p.draw()));
  const build = () => {
    cards = run.wheelsets.filter(w => stage.wheelsets.has(w)).flatMap(w => run.sides(w).filter(s => stage.sides.has(s)).map(s => wheelCard(stage, new WheelContacts(run, w, s))));
    grid.replaceChildren(...cards.map(card => card.box));
  };
  build();
  if (!cards.some(card => card.pictures.length)) return null;
  for (const what of ['range', 'time', 'over']) stage.on(what, draw);
  stage.on('filter', build);
  theme.onChange(draw);
  const runs = stage.runs.length > 1 ? choice(stage.runs.map(r => [String(r.index), r.label]), '0', value => { run = stage.runs[Number(value)]; build(); }) : null;
  return section('contacts', 'Contacts on the profiles, creep forces in the friction circle', runs, element('p', {class: 'note'},
      key('c0', 'tread'), key('c1', 'flange'), 'Of the stretch that the plots show; large dots: the instant of the view, which a click into a plot sets. ',
      'Wheel and rail are drawn apart, as seen from behind. In the circle: creep force on the wheel over normal force, from above; the circle is the coefficient of friction.'), grid);
}

function key(colour, text) {
  return element('span', {class: 'key'}, element('span', {class: 'swatch', style: `background: var(--${colour})`}), text);
}

/** Power spectral densities of accelerations, both axes logarithmic. */
function spectraSection(stage) {
  const all = stage.runs.flatMap(run => run.spectra.map(s => ({run, ...s})));
  if (!all.length) return null;
  const kinds = [['.ay', 'Lateral'], ['.az', 'Vertical']];
  const boxes = kinds.map(([ending, word]) => {
    const place = element('div', {class: 'plot'});
    const box = element('div', {class: 'panel', 'data-panel': word + ' spectrum'}, element('h3', {}, `${word} acceleration: power spectral density`, element('span', {class: 'unit'}, '(m/s²)²/Hz'),
        exportTools(() => shownOf(`${word} acceleration: power spectral density`, '(m/s²)²/Hz', plot))), place);
    let plot = null;
    const make = () => {
      if (plot) plot.destroy();
      const shown = all.filter(s => s.channel.endsWith(ending) && (stage.wheelsets.has(s.channel.slice(0, -3)) || !stage.runs[0].wheelsets.includes(s.channel.slice(0, -3))));
      if (!shown.length || !place.clientWidth) return;
      plot = spectrumPlot(stage, shown, place);
    };
    whenSeen(box, make);
    stage.on('filter', make);
    theme.onChange(make);
    new ResizeObserver(() => { if (plot) plot.setSize({width: place.clientWidth, height: 260}); }).observe(place);
    return box;
  });
  return section('spectra', 'Spectra', element('p', {class: 'note'}, 'Of the whole run, up to half the rate of the recorded rows; mean of half-overlapping pieces under a Hann window (Welch). Drawn are eight decades. ' +
      'Accelerations are differences of recorded velocities against the track frame: without that of the curve itself.'), boxes);
}

function spectrumPlot(stage, shown, place) {
  const several = stage.runs.length > 1;
  const owners = [...new Set(shown.map(s => s.channel))];
  // Eight decades below the largest: what lies deeper would press the rest together. What lies below 1e-12 is rounding.
  const largest = shown.reduce((most, s) => s.density.reduce((a, b) => Math.max(a, b), most), 0) || 1, floor = 10 ** Math.max(Math.ceil(Math.log10(largest)) - 8, -12);
  const tables = shown.map(s => [Float64Array.from(s.density, (_, k) => (k + 1) * s.resolution), Array.from(s.density, v => v < floor ? null : v)]);
  const decades = (u, splits) => splits.map(v => v > 0 && Math.abs(Math.log10(v) - Math.round(Math.log10(v))) < 1e-6 ? v : null);
  const axis = (size, label) => ({stroke: theme.colour('faint'), grid: {stroke: theme.colour('grid'), filter: decades}, filter: decades,
    ticks: {stroke: theme.colour('line'), filter: decades}, values: (u, splits) => splits.map(v => v === null ? '' : powerOfTen(v)), font: '12px system-ui, sans-serif', size, label, labelSize: label ? 16 : 0, labelFont: '12px system-ui, sans-serif'});
  return new uPlot({
    width: place.clientWidth, height: 260,
    scales: {x: {time: false, distr: 3}, y: {distr: 3, range: [floor, floor * 1e8]}},
    axes: [axis(34, 'frequency in Hz'), axis(64, '(m/s²)²/Hz')],
    series: [{label: 'Hz', value: (u, v) => number(v)}, ...shown.map(s => {
      const place = owners.indexOf(s.channel);
      return {label: s.channel.slice(0, -3) + (several ? ` · ${s.run.index + 1}` : ''), stroke: theme.curve(several ? s.run.index : place), light: theme.light(several ? s.run.index : place), width: 1.3,
        dash: several ? placeDashes[place % 4] : place >= 8 ? [5, 3] : [], points: {show: false}, spanGaps: false, value: (u, v) => number(v)};
    })],
    cursor: {drag: {x: true, y: false}}, legend: {live: true},
  }, uPlot.join(tables), place);
}

function powerOfTen(value) {
  const exponent = Math.round(Math.log10(value)), raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
  if (Math.abs(exponent) <= 2) return String(+value.toPrecision(1));
  return '10' + (exponent < 0 ? '⁻' : '') + [...String(Math.abs(exponent))].map(d => raised[d]).join('');
}
