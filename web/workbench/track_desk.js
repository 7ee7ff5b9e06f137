// The line of a track beside its text: curvature, cant and gradient over the distance, a table of the segments, and how
// the design keeps the limits of a file of the project. A changed cell changes its number in the text.

/** Columns of the table: [key, what the head says, words for a choice]. @type {[string, string, string[]?][]} */
const segmentKeys = [['kind', 'kind', ['straight', 'circular', 'transition']], ['length', 'length in m'], ['radius', 'radius in m'], ['direction', 'direction', ['left', 'right']], ['cant', 'cant in m'], ['shape', 'shape']];
/** Keys that a kind of segment takes. */
const keysOfKind = {straight: ['kind', 'length', 'cant'], circular: ['kind', 'length', 'radius', 'direction', 'cant'], transition: ['kind', 'length', 'cant', 'shape']};
const lineQuantities = [['curvature', 'curvature in 1/km', 1e3], ['cant', 'cant in mm', 1e3], ['gradient', 'gradient in ‰', 1e3]];

class TrackDesk {
  /** @param {FileTab} tab */
  constructor(tab) {
    this.tab = tab;
    /** @type {any} */
    this.line = null;
    this.chosen = -1;
    this.picture = element('div', {class: 'wide line-picture'});
    this.table = element('div', {class: 'wide'});
    this.limits = element('select', {'aria-label': 'limits', 'data-limits': 'file', onchange: () => this.update()});
    this.speed = element('input', {type: 'number', min: 1, max: 500, value: 120, 'aria-label': 'speed of the line in km/h', 'data-limits': 'speed', onchange: () => this.update()});
    this.verdicts = element('div', {class: 'wide verdicts'});
    this.box = element('div', {class: 'track-desk'}, this.picture, element('h3', {}, 'Segments'), this.table, element('h3', {}, 'Limits of the design'),
      element('div', {class: 'bar'}, this.limits, element('label', {}, element('span', {class: 'note'}, 'at '), this.speed, element('span', {class: 'note'}, ' km/h'))), this.verdicts);
  }
  drawLimits() {
    const files = project.files.filter(entry => entry.path.endsWith('.toml') && !['case', 'vehicle', 'track', 'study', 'contact', 'line'].includes(entry.kind)).map(entry => entry.path), before = this.limits.value || files.find(path => /limits/.test(path)) || '';
    refill(this.limits, element('option', {value: ''}, files.length ? 'no limits' : 'the project has no file of limits'), files.map(path => element('option', {value: path, selected: path === before}, path)));
  }

  /** Draws the present text; of one that is wrong the table only, beside the last picture. */
  async update() {
    this.drawLimits();
    this.drawTable();
    const text = this.tab.editor.text, speed = Number(this.speed.value), rules = this.limits.value ? {limits: this.limits.value, speed_kmh: speed} : {};
    let problem = '';
    this.box.dataset.ready = 'no';
    try {
      const line = await api.post('/api/line', {path: this.tab.path, text, ...rules});
      if (text !== this.tab.editor.text) return;
      this.line = line;
    } catch (error) {
      problem = error.message;
    }
    this.drawPicture(problem);
    this.drawVerdicts(problem);
    this.box.dataset.ready = 'yes';
  }

  /** The tables of the segments in the text. @returns {OutlineNode[]} */
  get segments() { return this.tab.form && this.tab.form.root ? this.tab.form.root.children.filter(node => /^segments\[\d+\]$/.test(node.key)) : []; }
  textOf(node, name) {
    const value = (node.values || []).find(one => one.key === `${node.key}.${name}`);
    return value ? fieldText(value.text) : '';
  }
  drawTable() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement), at = focused && this.table.contains(focused) ? focused.dataset.cell : '', {segments} = this, joints = this.line && this.line.joints.length === segments.length + 1 ? this.line.joints : null;
    if (!segments.length) {
      refill(this.table, element('p', {class: 'hint'}, 'The line of this track comes from another file.'));
      return;
    }
    refill(this.table, element('table', {class: 'numbers segments'}, element('thead', {}, element('tr', {}, ['', 'from in m', ...segmentKeys.map(([, title]) => title), ''].map(title => element('th', {scope: 'col'}, title)))),
      element('tbody', {}, segments.map((node, i) => element('tr', {class: i === this.chosen ? 'here' : '', 'data-segment': i, onclick: () => this.choose(i)}, element('th', {scope: 'row'}, String(i + 1)), element('td', {}, joints ? number(joints[i], 6) : ''),
        segmentKeys.map(([name, , words]) => element('td', {}, this.cell(node, i, name, words))),
        element('td', {}, button('+', () => this.insert(i), {title: 'a straight segment behind this one', 'aria-label': `insert behind segment ${i + 1}`}), segments.length > 1 ? button('×', () => this.remove(i), {title: 'take this segment out', 'aria-label': `remove segment ${i + 1}`}) : null))))));
    if (at) /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-cell="${at}"]`))?.focus();
  }
  cell(node, i, name, words) {
    const value = this.textOf(node, name), label = `${name} of segment ${i + 1}`, usual = keysOfKind[this.textOf(node, 'kind')] || [];
    if (!usual.includes(name) && !value) return '';
    const schema = this.tab.form?.names.get(`segments[].${name}`), choices = words || (schema ? schema.choices.map(choice => choice.word) : []);
    const send = acting(() => {
      const written = input.value.trim();
      return this.tab.edit(`${node.key}.${name}`, written === '' ? {value: null} : choices.length || !/^[\d.+\-eE_]+$/.test(written) ? {value: written} : {literal: written});
    });
    const input = choices.length ? element('select', {'aria-label': label, 'data-cell': `${i}.${name}`, onchange: send}, value ? null : element('option', {value: ''}, ''), choices.map(word => element('option', {value: word, selected: word === value}, word))) :
      element('input', {value, 'aria-label': label, 'data-cell': `${i}.${name}`, inputmode: 'decimal', size: 7, onchange: send});
    return input;
  }
  choose(i) {
    const node = this.segments[i];
    if (!node || i === this.chosen) return;
    this.chosen = i;
    for (const row of this.table.querySelectorAll('tr[data-segment]')) row.classList.toggle('here', row.getAttribute('data-segment') === String(i));
    this.tab.editor.mark(node.line);
    this.tab.form?.goTo(node.key);
    this.drawPicture();
  }
  /** Lines of the text in front of the table behind a segment. */
  endOf(i) {
    const lines = this.tab.editor.text.split('\n'), start = this.segments[i].line;
    let end = start;
    while (end < lines.length && !/^\s*\[/.test(lines[end])) ++end;
    while (end > start && /^\s*(#.*)?$/.test(lines[end - 1])) --end;  // comments in front of a header belong to it
    return {lines, start, end};
  }
  async insert(i) {
    const {lines, end} = this.endOf(i);
    const ending = lines[0].endsWith('\r') ? '\r' : '';
    lines.splice(end, 0, ...['', '[[segments]]', 'kind = "straight"', 'length = 100.0'].map(line => line + ending));
    this.tab.editor.become(lines.join('\n'));
    this.chosen = i + 1;
    await this.tab.check();
  }
  async remove(i) {
    const {lines, start, end} = this.endOf(i);
    lines.splice(start - 1, end - start + 1 + Number(lines[end] === ''));
    this.tab.editor.become(lines.join('\n'));
    await this.tab.check();
  }

  drawPicture(problem = '') {
    if (!this.line) return refill(this.picture, element('p', {class: 'hint'}, problem));
    const {line} = this, left = 64, width = 720, high = 84, gap = 26, x = s => left + s / line.length * (width - left - 12), height = lineQuantities.length * (high + gap) + 22;
    const panels = lineQuantities.map(([name, title, factor], k) => {
      const values = line[name].map(value => value * Number(factor)), low = Math.min(0, ...values), top = Math.max(0, ...values), span = top - low || 1, y = value => 18 + k * (high + gap) + (1 - (value - low) / span) * high;
      const path = values.map((value, i) => `${i ? 'L' : 'M'}${x(line.s[i]).toFixed(1)} ${y(value).toFixed(1)}`).join('');
      return drawn('g', {'data-line': name}, drawn('text', {class: 'axis-name', x: left, y: 12 + k * (high + gap)}, title), drawn('path', {class: 'area', d: `${path}L${x(line.length)} ${y(0)}L${x(0)} ${y(0)}Z`}), drawn('path', {class: 'mean-line', d: path}),
        drawn('line', {class: 'frame', x1: left, x2: width - 12, y1: y(0), y2: y(0)}), [...new Set([low, 0, top])].map(value => drawn('text', {class: 'axis-mark end', x: left - 6, y: y(value) + 4}, number(value, 3))));
    });
    const areas = line.joints.slice(0, -1).map((from, i) => drawn('rect', {class: `segment-area${i === this.chosen ? ' here' : ''}`, 'data-area': i, x: x(from), width: Math.max(1, x(line.joints[i + 1]) - x(from)), y: 14, height: height - 36, onclick: () => this.choose(i)}, drawn('title', {}, `segment ${i + 1}: ${number(from, 6)} to ${number(line.joints[i + 1], 6)} m`)));
    const joints = line.joints.map(s => drawn('line', {class: 'joint', x1: x(s), x2: x(s), y1: 14, y2: height - 22}));
    const ends = [0, 0.25, 0.5, 0.75, 1].map(part => drawn('text', {class: `axis-mark ${part === 1 ? 'end' : 'middle'}`, x: x(part * line.length), y: height - 6}, `${number(part * line.length, 5)}${part === 1 ? ' m' : ''}`));
    refill(this.picture, problem ? element('p', {class: 'form-note'}, `${problem} The picture is that of the last text without errors.`) : null,
      drawn('svg', {viewBox: `0 0 ${width} ${height}`, width: '100%', role: 'img', 'aria-label': 'curvature, cant and gradient over the distance', class: 'line-plot'}, joints, panels, areas, ends));
    this.drawTable();
  }
  drawVerdicts(problem) {
    const judged = this.line && !problem && this.line.judged;
    if (!judged) return refill(this.verdicts, element('p', {class: 'note'}, problem ? '' : 'Choose a file of limits, such as line_limits/tsi_inf_passenger.toml; nothing is judged without one.'));
    const state = verdict => verdict.not_judged ? ['–', 'not judged', verdict.not_judged] : verdict.kept ? ['✔', 'kept', ''] : ['✖', 'not kept', `over ${number(verdict.length_beyond, 4)} m`];
    refill(this.verdicts, element('p', {}, `${judged.limits}, ${judged.speed_kmh} km/h`), element('table', {class: 'numbers'}, element('thead', {}, element('tr', {}, ['quantity', 'value', 'limit', 'at in m', 'verdict', 'source'].map(title => element('th', {scope: 'col'}, title)))),
      element('tbody', {}, judged.verdicts.map(verdict => { const [sign, words, more] = state(verdict); return element('tr', {class: verdict.kept === false ? 'error' : '', 'data-verdict': verdict.quantity}, element('th', {scope: 'row'}, verdict.quantity.replaceAll('_', ' ')), element('td', {}, verdict.value === undefined ? '' : number(verdict.value, 4)),
        element('td', {}, verdict.least !== undefined ? `≥ ${number(verdict.least, 4)}` : verdict.greatest !== undefined ? `≤ ${number(verdict.greatest, 4)}` : ''), element('td', {}, verdict.s === undefined ? '' : number(verdict.s, 6)), element('td', {class: verdict.kept === false ? 'alarm' : ''}, `${sign} ${words} ${more}`), element('td', {class: 'text'}, verdict.source || '')); }))),
      judged.not_covered.length ? element('p', {class: 'note'}, `Not in the file: ${judged.not_covered.join('; ')}.`) : null, element('p', {class: 'note'}, `In SI units. The same as: flangeway track ${shellWord(this.tab.path)} --limits ${shellWord(this.limits.value)} --speed ${this.speed.value}`));
  }
}
