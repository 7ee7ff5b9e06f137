// Curves over chainage, distance or time. All charts show the same stretch; those out of sight are drawn when they come into sight.

const {uPlot} = libraries;

/** What all charts and the view share. */
class Stage {
  constructor(runs) {
    this.runs = runs;
    this.overs = ['chainage', 'distance', 'time'].filter(over => runs.every(run => run.risesOver(over)));
    this.over = this.overs[0] || 'time';
    this.range = null;  // [from, to] that is shown; null: everything
    this.time = 0;      // of the view, s
    this.wheelsets = new Set(runs[0].wheelsets);
    this.sides = new Set(['left', 'right']);
    this.charts = [];
    this.listeners = {range: [], time: [], filter: [], over: []};
  }
  on(what, act) { this.listeners[what].push(act); }
  tell(what) { for (const act of this.listeners[what]) act(); }
  get full() {
    let low = Infinity, high = -Infinity;
    for (const run of this.runs) {
      const places = run.places(this.over);
      if (places.length) { low = Math.min(low, places[0]); high = Math.max(high, places[places.length - 1]); }
    }
    return low < high ? [low, high] : [0, 1];
  }
  get shown() { return this.range || this.full; }
  setRange(range) {
    const [low, high] = this.full;
    if (range) {
      const span = clamp(range[1] - range[0], (high - low) * 1e-6, high - low);
      const from = clamp(range[0], low, high - span);
      range = span >= high - low ? null : [from, from + span];
    }
    this.range = range;
    this.tell('range');
  }
  zoom(factor, about = null) {
    const [low, high] = this.shown, middle = about === null ? (low + high) / 2 : about;
    this.setRange([middle - (middle - low) * factor, middle + (high - middle) * factor]);
  }
  pan(part) {
    const [low, high] = this.shown, step = part * (high - low);
    this.setRange([low + step, high + step]);
  }
  setOver(over) {
    if (over === this.over) return;
    const run = this.runs[0], from = run.places(this.over), to = run.places(over);
    const range = this.range && from.length > 1 ? this.range.map(x => to[intervalAt(from, x)]) : null;
    this.over = over;
    this.range = range && range[1] > range[0] ? range : null;
    this.tell('over');
  }
  setTime(time) { this.time = time; this.tell('time'); }
  /** Where a run is on the horizontal axis at a time, and back. */
  placeOfTime(run, time) { return this.over === 'time' ? time : run.at(channelOf(this.over), time); }
  timeOfPlace(run, place) {
    if (this.over === 'time') return place;
    const places = run.frame(channelOf(this.over)), times = run.frameTimes;
    if (!places || places.length < 2) return 0;
    const i = intervalAt(places, place), span = places[i + 1] - places[i];
    return times[i] + (span > 0 ? clamp((place - places[i]) / span, 0, 1) : 0) * (times[i + 1] - times[i]);
  }
}

/** One list of places for curves of all runs. */
function joined(stage, curves) {
  const runs = stage.runs.filter(run => curves.some(curve => curve.run === run));
  const ordered = runs.flatMap(run => curves.filter(curve => curve.run === run));
  const scaled = curve => {
    const values = curve.run.values(curve.channel);
    if (curve.gaps) return Array.from(values, value => value === 0 ? null : value * curve.factor);
    return curve.factor === 1 ? values : values.map(value => value * curve.factor);
  };
  const tables = runs.map(run => [run.places(stage.over), ...ordered.filter(curve => curve.run === run).map(scaled)]);
  return {ordered, data: tables.length === 1 ? tables[0] : uPlot.join(tables)};
}

/** More curves show no values in their legend, so that it keeps to a few lines. */
const mostLive = 12;

/** The dashes that a curve was given, or those that tell it from the curve of the same colour. */
const dashOf = curve => curve.dash && curve.dash.length ? curve.dash : dashesOfRound(curve.colour || 0);

/**
 * description: {title, note, unit, curves(stage) → [{run, channel, name, factor, colour, dash}], limits(stage) → [{value, text}]}.
 */
class Chart {
  constructor(stage, description) {
    this.stage = stage;
    this.description = description;
    this.plot = null;
    this.stale = true;
    this.visible = false;
    this.place = element('div', {class: 'plot'});
    this.strip = new Picture({class: 'strip', title: 'track: curvature (filled, left up), cant (line), irregularities (thin)'},
        (pen, width, height) => this.drawStrip(pen, width, height));
    this.box = element('div', {class: 'panel', 'data-panel': description.title}, element('h3', {}, description.title,
        description.unit ? element('span', {class: 'unit'}, description.unit) : null, exportTools(() => this.shown())),
        this.place, this.strip.canvas, description.note ? element('p', {class: 'note'}, description.note) : null);
    new IntersectionObserver(entries => {
      this.visible = entries[entries.length - 1].isIntersecting;
      if (this.visible) this.update();
    }, {rootMargin: '300px'}).observe(this.box);
    new ResizeObserver(() => this.resize()).observe(this.place);
    stage.charts.push(this);
    for (const what of ['filter', 'over']) stage.on(what, () => this.rebuild());
    stage.on('range', () => this.update());
    stage.on('time', () => { if (this.visible && this.plot) this.plot.redraw(false, false); });
    theme.onChange(() => this.rebuild());
    paper.onPrint(() => {
      this.visible = true;
      this.update();
    });
  }
  rebuild() {
    this.stale = true;
    this.update();
  }
  update() {
    if (!this.visible) return;
    if (this.stale) this.make();
    if (!this.plot) return;
    const [min, max] = this.stage.shown, scale = this.plot.scales.x;
    if (scale.min !== min || scale.max !== max) this.plot.setScale('x', {min, max});
  }
  resize() {
    if (this.plot && this.place.clientWidth) this.plot.setSize({width: this.place.clientWidth, height: this.height});
  }
  get height() { return this.description.height || 226; }

  make() {
    this.stale = false;
    if (this.plot) this.plot.destroy();
    this.plot = null;
    this.curves = this.description.curves(this.stage);
    this.box.classList.toggle('empty', !this.curves.length);
    if (!this.curves.length || !this.place.clientWidth) return;
    const {ordered, data} = joined(this.stage, this.curves);
    this.ordered = ordered;
    this.limits = this.description.limits ? this.description.limits(this.stage) : [];
    this.plot = new uPlot(this.options(ordered), data, this.place);
    this.listen(this.plot.over);
  }
  /** What is drawn now, for a file. */
  shown() {
    if (!this.plot) return null;
    const {plot} = this, {x, y} = plot.scales, {title, unit} = this.description, curves = this.ordered.map((curve, i) => [curve, i]).filter(([, i]) => plot.series[i + 1].show);
    return {
      title, unit, up: this.upwards, over: this.across, x: [x.min, x.max], y: [y.min, y.max],
      data: [plot.data[0], ...curves.map(([, i]) => plot.data[i + 1])], limits: this.limits,
      curves: curves.map(([curve]) => ({label: curve.name, colour: theme.light(curve.colour), dash: dashOf(curve)})),
    };
  }
  /** Title of the vertical axis: the symbol of the quantity where there is one, and its unit. */
  get upwards() {
    const {symbol, unit} = this.description;
    return [symbol, unit === '–' ? '' : unit].filter(Boolean).join(' in ') || 'ratio';
  }
  get across() { return axisTexts[this.stage.over]; }
  options(curves) {
    const axis = size => ({
      stroke: theme.colour('faint'), grid: {stroke: theme.colour('grid'), width: 1}, ticks: {stroke: theme.colour('line'), width: 1},
      font: '12px system-ui, sans-serif', size,
    });
    const [min, max] = this.stage.shown;
    return {
      width: this.place.clientWidth, height: this.height,
      scales: {x: {time: false, min, max}, y: {range: (u, low, high) => this.rangeOfValues(low, high)}},
      axes: [{...axis(34), label: this.across, labelSize: 16, labelFont: '12px system-ui, sans-serif'}, {...axis(64), values: (u, splits) => splits.map(ticked),
        label: this.upwards, labelSize: 16, labelFont: '12px system-ui, sans-serif'}],
      series: [{label: this.across, value: (u, v) => number(v, 6)},
        ...curves.map(curve => ({
          label: curve.name, stroke: theme.curve(curve.colour), width: curve.width || 1.4, dash: dashOf(curve), points: {show: false}, spanGaps: !curve.gaps,
          value: (u, v) => number(v),
        }))],
      cursor: {sync: {key: 'flangeway', scales: ['x', null]}, drag: {x: true, y: false, setScale: false}, focus: {prox: 24}},
      focus: {alpha: 0.35},
      legend: {live: curves.length <= mostLive, markers: {dash: (u, i) => curves[i - 1] && dashOf(curves[i - 1]).length ? 'dashed' : 'solid'}},
      hooks: {
        setSelect: [u => this.zoomTo(u)],
        draw: [u => this.drawOver(u)],
      },
    };
  }
  rangeOfValues(low, high) {
    if (low === null || high === null) return [0, 1];
    // Ticks of what changes by little more than rounding cannot be told apart: it is drawn as a straight line.
    const least = Math.max(Math.abs(low), Math.abs(high)) * 1e-6 + 1e-9;
    const margin = high - low > least ? (high - low) * 0.06 : Math.abs(high) * 0.1 || 1;
    return [low - margin, high + margin];
  }
  zoomTo(u) {
    if (u.select.width < 4) return;
    const range = [u.posToVal(u.select.left, 'x'), u.posToVal(u.select.left + u.select.width, 'x')];
    u.setSelect({left: 0, top: 0, width: 0, height: 0}, false);
    this.stage.setRange(range);
  }
  listen(over) {
    const u = this.plot;
    let grabbed = null, pressed = 0;
    over.addEventListener('mousedown', event => {
      pressed = event.clientX;
      if (!event.shiftKey && event.button !== 1) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      grabbed = {x: event.clientX, range: this.stage.shown};
      const drag = move => {
        const [low, high] = grabbed.range, shift = (grabbed.x - move.clientX) / over.clientWidth * (high - low);
        this.stage.setRange([low + shift, high + shift]);
      };
      const drop = () => { removeEventListener('mousemove', drag); removeEventListener('mouseup', drop); };
      addEventListener('mousemove', drag);
      addEventListener('mouseup', drop);
    }, true);
    over.addEventListener('click', event => {
      if (Math.abs(event.clientX - pressed) > 3 || event.shiftKey) return;
      this.stage.setTime(this.stage.timeOfPlace(this.stage.runs[0], u.posToVal(event.offsetX, 'x')));
    });
    over.addEventListener('dblclick', () => this.stage.setRange(null));
    over.addEventListener('wheel', event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.stage.zoom(event.deltaY > 0 ? 1.25 : 0.8, u.posToVal(event.offsetX, 'x'));
    }, {passive: false});
  }
  drawOver(u) {
    const {ctx: pen, bbox} = u, ratio = devicePixelRatio || 1;
    pen.save();
    pen.beginPath();
    pen.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    pen.clip();
    pen.lineWidth = ratio;
    pen.font = `${11 * ratio}px system-ui, sans-serif`;
    for (const {value, text} of this.limits) {
      const y = u.valToPos(value, 'y', true);
      pen.strokeStyle = pen.fillStyle = theme.colour('alarm');
      pen.setLineDash([4 * ratio, 4 * ratio]);
      pen.beginPath(); pen.moveTo(bbox.left, y); pen.lineTo(bbox.left + bbox.width, y); pen.stroke();
      pen.fillText(text, bbox.left + 6 * ratio, y - 4 * ratio);
    }
    pen.setLineDash([]);
    const at = u.valToPos(this.stage.placeOfTime(this.stage.runs[0], this.stage.time), 'x', true);
    pen.strokeStyle = theme.colour('mark');
    pen.lineWidth = 1.5 * ratio;
    pen.beginPath(); pen.moveTo(at, bbox.top); pen.lineTo(at, bbox.top + bbox.height); pen.stroke();
    pen.restore();
    this.strip.draw();
  }

  /** The track under the plot: curvature filled, cant as a line, irregularities thin. */
  drawStrip(pen, width, height) {
    const run = this.stage.runs[0], u = this.plot;
    if (!u || !run.has('track.curvature')) return;
    const ratio = devicePixelRatio || 1, left = u.bbox.left / ratio, right = (u.bbox.left + u.bbox.width) / ratio, middle = height / 2;
    const places = run.places(this.stage.over), x = place => u.valToPos(place, 'x');
    const [low, high] = this.stage.shown, first = intervalAt(places, low), last = Math.min(intervalAt(places, high) + 2, places.length);
    pen.save();
    pen.beginPath(); pen.rect(left, 0, right - left, height); pen.clip();
    const trace = (name, half) => {
      const values = run.values(name), channel = run.channel(name);
      const size = Math.max(Math.abs(channel.lo || 0), Math.abs(channel.hi || 0), Math.abs(channel.c || 0)) || 1;
      pen.beginPath();
      for (let i = first; i < last; ++i) pen.lineTo(left + x(places[i]), middle - values[i] / size * half);
    };
    trace('track.curvature', height / 2 - 4);
    pen.lineTo(left + x(places[last - 1]), middle); pen.lineTo(left + x(places[first]), middle);
    pen.fillStyle = theme.colour('shade');
    pen.fill();
    pen.lineWidth = 0.8;
    [['track.alignment', 'c0'], ['track.vertical_profile', 'c1']].forEach(([name, colour]) => {
      if (!run.has(name) || 'c' in run.channel(name)) return;
      trace(name, height / 2 - 6);
      pen.strokeStyle = theme.colour(colour); pen.stroke();
    });
    if (run.has('track.cant') && !('c' in run.channel('track.cant'))) {
      trace('track.cant', height / 2 - 4);
      pen.lineWidth = 1.4; pen.strokeStyle = theme.colour('faint'); pen.stroke();
    }
    pen.strokeStyle = theme.colour('line'); pen.lineWidth = 1;
    pen.beginPath(); pen.moveTo(left, middle + 0.5); pen.lineTo(right, middle + 0.5); pen.stroke();
    pen.restore();
    pen.fillStyle = theme.colour('faint'); pen.font = '11px system-ui, sans-serif'; pen.textAlign = 'right';
    pen.fillText('track', left - 8, middle + 4);
  }
}
