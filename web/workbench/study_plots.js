// Pictures of the table of a study: parallel coordinates, and main effects of what was varied.

const svgSpace = 'http://www.w3.org/2000/svg';
/** An element of SVG. @param {string} tag @param {Record<string, any>} attributes @param {any[]} children @returns {any} */
function drawn(tag, attributes = {}, ...children) {
  const made = document.createElementNS(svgSpace, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined) made.setAttribute(name, String(value));
  }
  made.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return made;
}

/** A column of the table: numbers, or places of its words in their order. @typedef {{name: string, index: number, words: string[] | null, least: number, most: number, kinds: number, at: (cell: string) => number}} Column */

/** Columns that differ between the rows. @param {string[]} names @param {string[][]} rows @returns {Column[]} */
function columnsOf(names, rows) {
  return names.flatMap((name, index) => {
    const cells = rows.map(row => row[index] ?? '').filter(cell => cell !== ''), kinds = new Set(cells);
    if (kinds.size < 2) return [];
    const isNumeric = cells.every(cell => Number.isFinite(Number(cell))), words = isNumeric ? null : [...kinds].sort((a, b) => a.localeCompare(b, undefined, {numeric: true}));
    if (words && (words.length > 12 || words.length === rows.length)) return [];  // names of runs and messages
    const at = cell => cell === undefined || cell === '' ? NaN : words ? words.indexOf(cell) : Number(cell), values = cells.map(at);
    return [{name, index, words, least: Math.min(...values), most: Math.max(...values), kinds: kinds.size, at}];
  });
}

/** The text at a place of a column. @param {Column} column */
const placeText = (column, value) => column.words ? column.words[Math.round(value)] ?? '' : number(value, 4);

class StudyPlots {
  /** @param {{path: string, rowName: (row: string[]) => string, openRow: (row: string[]) => any}} table */
  constructor(table) {
    this.table = table;
    /** @type {Set<string> | null} */
    this.chosen = null;
    this.output = '';
    /** @type {Map<string, [number, number]>} stretches of axes that let rows through */
    this.brushes = new Map();
    this.box = element('div', {class: 'study-plots', hidden: true});
  }
  /** What the study file varies, which come first in its table. @param {string[]} axes @param {string[]} names @param {string[][]} rows */
  show(axes, names, rows) {
    this.names = names;
    this.rows = rows;
    this.columns = columnsOf(names, rows);
    this.axes = this.columns.filter(column => axes.includes(column.name));
    const results = this.columns.filter(column => !column.words && !this.axes.includes(column));
    if (!results.some(column => column.name === this.output)) this.output = (results.find(column => /max|min|critical|YQ/.test(column.name)) || results[0] || {name: ''}).name;
    if (!this.chosen) this.chosen = new Set([...this.axes.map(column => column.name), ...results.slice(0, 4).map(column => column.name), this.output]);
    const shown = this.columns.filter(column => this.chosen?.has(column.name));
    refill(this.box, this.bar(results), this.columns.length < 2 ? element('p', {class: 'hint'}, 'The rows differ in fewer than two columns: there is nothing to draw.') : [
      element('h3', {}, 'Parallel coordinates'), element('p', {class: 'note'}, 'A line is a run; its colour is the value of the result. Drag along an axis to keep the runs of a stretch, click on the axis for all. Click on a line to open its run.'),
      this.parallel(shown), element('h3', {}, `Main effects on ${this.output}`), element('p', {class: 'note'}, 'Mean over all runs with a value of the varied key (large), the runs (small).'), this.effects()]);
  }
  bar(results) {
    return element('div', {class: 'bar'}, element('label', {}, element('span', {class: 'note'}, 'result '), element('select', {'aria-label': 'result', onchange: event => {
      this.output = event.target.value;
      this.chosen?.add(this.output);
      this.redraw();
    }}, results.map(column => element('option', {value: column.name, selected: column.name === this.output}, column.name)))),
    menuButton('Axes', () => this.columns.map(column => [`${this.chosen?.has(column.name) ? '✔' : '  '} ${column.name}`, () => {
      if (this.chosen?.has(column.name)) this.chosen.delete(column.name); else this.chosen?.add(column.name);
      this.redraw();
    }])));
  }
  redraw() { this.show(this.axes.map(column => column.name), this.names, this.rows); }

  /** The place of a value between 0 and 1. @param {Column} column */
  part(column, cell) { return (column.at(cell) - column.least) / (column.most - column.least); }
  isKept(row) {
    return [...this.brushes].every(([name, [low, high]]) => {
      const column = this.columns.find(one => one.name === name), part = column ? this.part(column, row[column.index]) : 0;
      return !column || (part >= low && part <= high);
    });
  }

  /** @param {Column[]} shown */
  parallel(shown) {
    const gap = 130, left = 60, top = 46, high = 260, width = left * 2 + gap * Math.max(shown.length - 1, 1), height = top + high + 26, output = this.columns.find(column => column.name === this.output);
    const x = i => left + i * gap, y = part => top + (1 - part) * high;
    const lines = this.rows.slice(0, 2000).map(row => {
      const parts = shown.map((column, i) => [x(i), this.part(column, row[column.index])]).filter(([, part]) => Number.isFinite(part)), share = output ? this.part(output, row[output.index]) : NaN, kept = this.isKept(row);
      return drawn('path', {class: `run-curve${kept ? '' : ' faded'}`, d: parts.map(([px, part], i) => `${i ? 'L' : 'M'}${px} ${y(part).toFixed(1)}`).join(''), style: kept && Number.isFinite(share) ? `stroke: ${mixed(share)}` : null,
        onclick: acting(() => this.table.openRow(row))}, drawn('title', {}, `${this.table.rowName(row)}\n${shown.map(column => `${column.name} ${row[column.index]}`).join('\n')}`));
    });
    lines.sort((a, b) => Number(!a.classList.contains('faded')) - Number(!b.classList.contains('faded')));  // what is kept is in front
    const kept = this.rows.filter(row => this.isKept(row)).length;
    const axes = shown.map((column, i) => {
      const marks = column.words ? column.words.map((word, k) => [k, word]) : [0, 0.25, 0.5, 0.75, 1].map(part => [column.least + part * (column.most - column.least), '']).map(([value]) => [value, number(value, 3)]);
      const brush = this.brushes.get(column.name);
      return drawn('g', {class: 'axis-line', 'data-axis': column.name}, drawn('line', {x1: x(i), x2: x(i), y1: top, y2: top + high}), drawn('text', {x: x(i), y: i % 2 ? 16 : 32, class: 'axis-name'}, column.name),
        marks.map(([value, text]) => drawn('text', {x: x(i) + 6, y: y((Number(value) - column.least) / (column.most - column.least)) + 4, class: 'axis-mark'}, String(text))),
        brush ? drawn('rect', {class: 'brush', x: x(i) - 8, width: 16, y: y(brush[1]), height: Math.max(2, (brush[1] - brush[0]) * high)}) : null,
        drawn('rect', {class: 'axis-area', x: x(i) - 12, width: 24, y: top - 4, height: high + 8, onpointerdown: event => this.brush(event, column, top, high)}));
    });
    return element('div', {class: 'wide'}, drawn('svg', {class: 'parallel', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `parallel coordinates of ${this.rows.length} runs`, 'data-kept': kept}, lines, axes,
      drawn('text', {x: left, y: height - 6, class: 'axis-mark'}, kept < this.rows.length ? `${kept} of ${this.rows.length} runs` : `${this.rows.length} runs`)));
  }
  /** A stretch of an axis by dragging; a click takes it away. @param {Column} column */
  brush(event, column, top, high) {
    const svg = event.target.ownerSVGElement, at = moved => { const box = svg.getBoundingClientRect(), scale = box.height / svg.viewBox.baseVal.height; return clamp(1 - ((moved.clientY - box.y) / scale - top) / high, 0, 1); }, from = at(event);
    event.preventDefault();
    const end = left => {
      removeEventListener('pointerup', end);
      const to = at(left);
      if (Math.abs(to - from) < 0.02) this.brushes.delete(column.name);
      else this.brushes.set(column.name, [Math.min(from, to), Math.max(from, to)]);
      this.redraw();
    };
    addEventListener('pointerup', end);
  }

  /** Means of the result over each varied key. */
  effects() {
    const output = this.columns.find(column => column.name === this.output), axes = this.axes.filter(column => column !== output);
    if (!output || !axes.length) return element('p', {class: 'hint'}, 'The table does not say what was varied.');
    const rows = this.rows.filter(row => Number.isFinite(output.at(row[output.index]))), groups = axes.map(axis => effectOf(axis, output, rows)), span = [output.least, output.most];
    return element('div', {class: 'effects'}, groups.map((group, k) => effectPicture(axes[k], output, group, span, rows)));
  }
}

/** From the first to the last colour of a scale that is told apart without colour vision. @param {number} share */
const mixed = share => `hsl(${Math.round(225 - 180 * clamp(share, 0, 1))} 75% ${Math.round((theme.dark ? 62 : 34) + 14 * clamp(share, 0, 1))}%)`;

/** Means of a result for each value of a key; of more than twelve values, for eight stretches of equal width. @param {Column} axis @param {Column} output @param {string[][]} rows */
function effectOf(axis, output, rows) {
  const stretches = 8, isWide = !axis.words && axis.kinds > 12, groups = new Map();
  for (const row of rows) {
    const value = axis.at(row[axis.index]);
    if (!Number.isFinite(value)) continue;
    const bin = Math.min(stretches - 1, Math.floor((value - axis.least) / (axis.most - axis.least) * stretches)), key = isWide ? axis.least + (bin + 0.5) / stretches * (axis.most - axis.least) : value;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(output.at(row[output.index]));
  }
  return [...groups].sort(([a], [b]) => a - b).map(([value, all]) => ({value, mean: all.reduce((sum, one) => sum + one, 0) / all.length, count: all.length}));
}

/** @param {Column} axis @param {Column} output @param {{value: number, mean: number, count: number}[]} group @param {number[]} span @param {string[][]} rows */
function effectPicture(axis, output, group, [low, high], rows) {
  const width = 240, height = 190, left = 54, bottom = 36, x = value => left + 10 + (value - axis.least) / (axis.most - axis.least) * (width - left - 24), y = value => 10 + (1 - (value - low) / (high - low)) * (height - bottom - 20);
  const size = Math.max(...group.map(one => one.mean)) - Math.min(...group.map(one => one.mean)), few = group.length <= 5 ? group : [group[0], group[group.length - 1]];
  return element('figure', {class: 'effect', 'data-effect': axis.name}, element('figcaption', {}, axis.name, element('span', {class: 'note'}, ` means differ by ${number(size, 3)}`)), drawn('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `main effect of ${axis.name} on ${output.name}`},
    drawn('line', {class: 'frame', x1: left, x2: left, y1: 6, y2: height - bottom}), drawn('line', {class: 'frame', x1: left, x2: width - 6, y1: height - bottom, y2: height - bottom}),
    [low, (low + high) / 2, high].map(value => drawn('text', {class: 'axis-mark end', x: left - 5, y: y(value) + 4}, number(value, 3))), few.map(one => drawn('text', {class: 'axis-mark middle', x: x(one.value), y: height - bottom + 16}, placeText(axis, one.value))),
    rows.slice(0, 2000).map(row => drawn('circle', {class: 'run-point', cx: x(axis.at(row[axis.index])), cy: y(output.at(row[output.index])), r: 1.8})),
    drawn('path', {class: 'mean-line', d: group.map((one, i) => `${i ? 'L' : 'M'}${x(one.value).toFixed(1)} ${y(one.mean).toFixed(1)}`).join('')}),
    group.map(one => drawn('circle', {class: 'mean-point', cx: x(one.value), cy: y(one.mean), r: 4.5, 'data-mean': one.mean}, drawn('title', {}, `${axis.name} ${placeText(axis, one.value)}: mean ${number(one.mean)} of ${one.count} runs`)))));
}
