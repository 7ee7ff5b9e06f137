// One plot of the results: curves of several channels and runs over the same places.

/** Colours tell channels apart and dashes runs; after eight channels dashes help out. */
class ResultPlot {
  /** @param {ResultTab} tab @param {string} title @param {string} unit */
  constructor(tab, title, unit) {
    this.tab = tab;
    this.title = title;
    this.unit = unit;
    this.plot = null;
    /** @type {any[]} channels with their factors to the shown unit */
    this.channels = [];
    this.place = element('div', {class: 'plot'});
    this.box = element('figure', {class: 'result-plot', 'data-plot': title}, element('figcaption', {}, title, element('span', {class: 'unit'}, unit),
      element('span', {class: 'tools'}, button('Limit…', () => tab.askLimit(this), {title: 'draw a limit into this plot'}), ['png', 'csv'].map(ending => button(ending.toUpperCase(), () => this.save(ending), {'data-save': ending, title: `save this plot as ${ending.toUpperCase()}`})))), this.place);
    this.sizes = new ResizeObserver(() => { if (this.plot && this.place.clientWidth) this.plot.setSize({width: this.place.clientWidth, height: this.height}); });
    this.sizes.observe(this.place);
  }
  get height() { return 240; }
  /** @param {{name: string, table: [number[], (number | null)[]], colour: number, dash: number[]}[]} curves */
  show(curves) {
    this.curves = curves;
    const data = curves.length ? libraries.uPlot.join(/** @type {any} */ (curves.map(curve => curve.table))) : [[]];
    const shape = JSON.stringify([curves.map(curve => [curve.name, curve.colour]), this.tab.over, theme.dark]);
    if (this.plot && shape === this.shape) {
      this.plot.setData(/** @type {any} */ (data), false);
      this.fit();
      return;
    }
    if (this.plot) this.plot.destroy();
    this.shape = shape;
    this.plot = new libraries.uPlot(this.options(curves), /** @type {any} */ (data), this.place);
    this.fit();
    this.listen(this.plot.over);
  }
  fit() {
    const [min, max] = this.tab.shown;
    this.plot?.batch(() => {
      this.plot?.setScale('x', {min, max});
      this.plot?.redraw(true, true);
    });
  }
  /** @returns {any} */
  options(curves) {
    const font = '12px system-ui, sans-serif', axis = (label, size) => ({stroke: theme.colour('faint'), grid: {stroke: theme.colour('grid'), width: 1},
      ticks: {stroke: theme.colour('line'), width: 1}, font, labelFont: font, label, labelSize: 16, size, values: (plot, splits) => splits.map(ticked)});
    const [min, max] = this.tab.shown;
    return {
      width: Math.max(200, this.place.clientWidth), height: this.height,
      scales: {x: {time: false, min, max, range: () => this.tab.shown}, y: {range: (plot, low, high) => widened(...this.withLimits(low, high))}},
      axes: [axis(this.tab.over === 'time' ? 't in s' : 'distance in m', 26), axis(this.unit && this.unit !== '–' ? `in ${this.unit}` : '', 62)],
      series: [{label: this.tab.over === 'time' ? 't in s' : 'distance in m', value: (plot, value) => number(value, 6)}, ...curves.map(curve => ({
        label: curve.name, stroke: theme.curve(curve.colour), width: 1.3, dash: curve.dash, spanGaps: true, points: {show: false}, value: (plot, value) => number(value)}))],
      cursor: {sync: {key: this.tab.syncKey, scales: ['x', null]}, drag: {x: true, y: false, setScale: false}, focus: {prox: 24}},
      hooks: {draw: [plot => this.drawLimits(plot)], setSelect: [plot => {
        const {left, width} = plot.select;
        if (width > 3) this.tab.setRange([plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')]);
        plot.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
      }]},
    };
  }
  /** Limits that are not so far away that nothing else would be seen are in the picture. */
  withLimits(low, high) {
    if (low === null || low === undefined) return [low, high];
    const span = Math.max(high - low, Math.abs(high), Math.abs(low)), near = this.tab.limitsOf(this).filter(({value}) => value > low - 2 * span && value < high + 2 * span).map(({value}) => value);
    return [Math.min(low, ...near), Math.max(high, ...near)];
  }
  drawLimits(plot) {
    const {ctx: pen, bbox} = plot, ratio = libraries.uPlot.pxRatio;
    for (const {value, text} of this.tab.limitsOf(this)) {
      const y = Math.round(plot.valToPos(value, 'y', true));
      if (y < bbox.top || y > bbox.top + bbox.height) continue;
      pen.save();
      pen.strokeStyle = pen.fillStyle = theme.colour('alarm');
      pen.lineWidth = 1.2 * ratio;
      pen.setLineDash([6 * ratio, 4 * ratio]);
      pen.beginPath();
      pen.moveTo(bbox.left, y);
      pen.lineTo(bbox.left + bbox.width, y);
      pen.stroke();
      pen.font = `${12 * ratio}px system-ui, sans-serif`;
      pen.textAlign = 'right';
      pen.textBaseline = y < bbox.top + 18 * ratio ? 'top' : 'bottom';
      pen.fillText(text, bbox.left + bbox.width - 4 * ratio, y + (y < bbox.top + 18 * ratio ? 2 : -2) * ratio);
      pen.restore();
    }
  }
  listen(over) {
    over.addEventListener('dblclick', () => this.tab.setRange(null));
    over.addEventListener('wheel', event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.tab.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.plot?.posToVal(event.clientX - over.getBoundingClientRect().left, 'x'));
    }, {passive: false});
  }
  async save(ending) {
    if (!this.plot) return;
    if (ending === 'png') {
      const blob = await new Promise(done => this.plot?.ctx.canvas.toBlob(done));
      return save(/** @type {Blob} */ (blob), fileName(this.title, 'png'));
    }
    const quoted = text => `"${String(text).replace(/"/g, '""')}"`, {data} = this.plot;
    const lines = [[this.tab.over, ...this.curves.map(curve => `${curve.name} in ${this.unit}`)].map(quoted).join(','), ...Array.from(data[0], (_, i) => data.map(column => column[i] ?? '').join(','))];
    save(new Blob([lines.join('\n') + '\n'], {type: 'text/csv'}), fileName(this.title, 'csv'));
  }
  end() {
    this.sizes.disconnect();
    this.plot?.destroy();
    this.box.remove();
  }
}
