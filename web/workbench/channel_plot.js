// One channel over another, such as a force over its deflection: as ResultPlot, with an axis of its own.

class ChannelPlot {
  /** @param {ResultTab} tab @param {string} title @param {string} unit @param {{name: string, unit: string}} across */
  constructor(tab, title, unit, across) {
    this.tab = tab;
    this.title = title;
    this.unit = unit;
    this.across = across;
    /** @type {any} */
    this.plot = null;
    this.place = element('div', {class: 'plot'});
    this.note = element('span', {class: 'note'});
    this.box = element('figure', {class: 'result-plot', 'data-plot': title}, element('figcaption', {}, `${title} over ${across.name}`, this.note,
      element('span', {class: 'tools'}, ['png', 'csv'].map(ending => button(ending.toUpperCase(), () => this.save(ending), {'data-save': ending, title: `save this plot as ${ending.toUpperCase()}`})))), this.place);
    this.sizes = new ResizeObserver(() => { if (this.plot && this.place.clientWidth) this.plot.setSize({width: this.place.clientWidth, height: this.height}); });
    this.sizes.observe(this.place);
  }
  get height() { return 380; }
  /** @param {{name: string, table: [number[], (number | null)[]], colour: number, dash: number[], thinned: boolean}[]} curves */
  show(curves) {
    this.curves = curves;
    this.note.textContent = curves.some(curve => curve.thinned) ? ' means of neighbouring rows: zoom in for all' : '';
    this.plot?.destroy();
    this.plot = new libraries.uPlot(this.options(curves), /** @type {any} */ ([null, ...curves.map(curve => curve.table)]), this.place);
  }
  fit() {}  // it has no place of its own along the line
  /** @returns {any} */
  options(curves) {
    const font = '12px system-ui, sans-serif', axis = (label, size) => ({stroke: theme.colour('faint'), grid: {stroke: theme.colour('grid'), width: 1},
      ticks: {stroke: theme.colour('line'), width: 1}, font, labelFont: font, label, labelSize: 16, size, values: (plot, splits) => splits.map(ticked)});
    const inUnit = unit => unit && unit !== '–' ? ` in ${unit}` : '', range = (plot, low, high) => widened(low, high);
    return {
      mode: 2, width: Math.max(200, this.place.clientWidth), height: this.height, scales: {x: {time: false, range}, y: {range}},
      axes: [axis(this.across.name + inUnit(this.across.unit), 26), axis(inUnit(this.unit).trim(), 62)],
      series: [null, ...curves.map(curve => ({label: curve.name, stroke: theme.curve(curve.colour), width: 1.1, dash: curve.dash, facets: [{scale: 'x', auto: true}, {scale: 'y', auto: true}], points: {show: false}, paths: pathThrough}))],
      cursor: {drag: {x: true, y: true}, points: {show: false}, dataIdx: () => null}, legend: {live: false},
    };
  }
  async save(ending) {
    if (!this.plot) return;
    if (ending === 'png') return save(/** @type {Blob} */ (await new Promise(done => this.plot.ctx.canvas.toBlob(done))), fileName(`${this.title} over ${this.across.name}`, 'png'));
    const quoted = text => `"${String(text).replace(/"/g, '""')}"`;
    const lines = [['curve', `${this.across.name} in ${this.across.unit}`, `value in ${this.unit}`].map(quoted).join(','),
      ...this.curves.flatMap(({name, table: [xs, ys]}) => xs.map((x, i) => [quoted(name), x ?? '', ys[i] ?? ''].join(',')))];
    save(new Blob([lines.join('\n') + '\n'], {type: 'text/csv'}), fileName(`${this.title} over ${this.across.name}`, 'csv'));
  }
  end() {
    this.sizes.disconnect();
    this.plot?.destroy();
    this.box.remove();
  }
}

/** A range with a margin. */
const widened = (low, high) => low === null || low === undefined ? [0, 1] : low === high ? [low - 1, high + 1] : [low - (high - low) * 0.06, high + (high - low) * 0.06];

/** A line through the points in their order; it breaks where one has no value. */
function pathThrough(plot, index) {
  const line = new Path2D();
  libraries.uPlot.orient(plot, index, (series, xs, ys, scaleX, scaleY, toX, toY, left, top, wide, high) => {
    let drawn = false;
    for (let i = 0; i < xs.length; ++i) {
      if (xs[i] === null || ys[i] === null) {
        drawn = false;
        continue;
      }
      const x = toX(xs[i], scaleX, wide, left), y = toY(ys[i], scaleY, high, top);
      if (drawn) line.lineTo(x, y); else line.moveTo(x, y);
      drawn = true;
    }
  });
  return {stroke: line, fill: null, clip: null, band: null, gaps: null, flags: 1};
}
