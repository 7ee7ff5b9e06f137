// Results: channels of one or several runs as plots with one cursor, and key numbers beside each other.

/** Filters of the server: [how it names them, what they are]. @type {[string, string][]} */
const usualFilters = [['', 'none'], ['low_pass:20', 'low pass 20 Hz'], ['sliding_mean:2', 'sliding mean 2 m'], ['low_pass:10', 'low pass 10 Hz'], ['band_pass:0.4:10', '0.4 to 10 Hz'], ['band_pass:4:8', '4 to 8 Hz']];

class ResultTab {
  /** @param {string[]} paths */
  constructor(paths, layout = null) {
    this.key = paths[0];
    this.syncKey = `result-${Math.random()}`;
    this.files = paths.map(path => new ResultFile(path));
    this.over = 'distance';
    this.filter = '';
    this.by = 'unit';
    this.difference = false;
    /** The channel over which the others are drawn; empty: place or time. */
    this.across = '';
    /** @type {{channel: string, value: number, text: string}[]} in the unit of the result */
    this.limits = [];
    /** @type {[number, number] | null} */
    this.range = null;
    /** @type {Set<string>} */
    this.chosen = new Set();
    /** @type {Map<string, ResultPlot | ChannelPlot>} */
    this.plots = new Map();
    if (layout) this.take(layout);
    this.title = layout ? stemOf(layout.path) : paths.length > 1 ? `${paths.length} results` : baseName(this.key);
    this.ends = [project.changed.on(() => this.drawFiles()), project.touched.on(paths => { if (!paths || this.files.some(file => paths.includes(file.path))) this.readLater(); })];
    theme.onChange(() => { if (this.box.isConnected) this.drawPlots(); });
    this.fetchLater = debounced(() => this.fetch().catch(report), 80);
    this.readLater = debounced(() => this.readHeads().catch(report), 400);
    this.build();
    this.ready = this.readHeads();
    this.ready.catch(report);
  }
  name() {
    const title = this.files.length > 1 ? `${this.files.length} results` : baseName(this.key);
    tabs.rename(this, this.key, title);
  }

  take(layout) {
    this.over = layout.over || this.over;
    this.filter = layout.filter || '';
    this.by = layout.plots || 'unit';
    this.difference = Boolean(layout.difference);
    this.range = layout.range || null;
    this.chosen = new Set(layout.channels || []);
    this.across = layout.across || '';
    this.limits = (layout.limits || []).filter(limit => limit && typeof limit.channel === 'string' && Number.isFinite(limit.value)).map(({channel, value, text}) => ({channel, value, text: String(text ?? '')}));
    this.layoutPath = layout.path;
  }

  build() {
    this.fileList = element('div', {class: 'result-files', role: 'list', 'aria-label': 'results in the plots'});
    this.search = element('input', {type: 'search', placeholder: 'find channels: wheelset1.*.Q', 'aria-label': 'find channels', oninput: () => this.drawChannels()});
    this.channelList = element('div', {class: 'channel-list', role: 'group', 'aria-label': 'channels'});
    this.count = element('span', {class: 'note'});
    this.bar = element('div', {class: 'bar', role: 'toolbar', 'aria-label': 'plots'});
    this.plotList = element('div', {class: 'plot-list', tabindex: 0, 'aria-label': 'plots; keys + and − zoom, arrows move, Escape shows the whole run'});
    this.numbers = element('div', {class: 'key-numbers'});
    this.plotList.addEventListener('keydown', event => this.onKey(event));
    const side = element('div', {class: 'result-side'}, element('h3', {}, 'Results'), this.fileList, element('h3', {}, 'Channels'), this.search, this.count, this.channelList);
    const main = element('div', {class: 'result-main'}, this.bar, element('div', {class: 'result-scroll'}, this.plotList, this.numbers));
    this.box = element('div', {class: 'result-tab'}, side, splitter(side, {name: 'channels', label: 'width of the list of channels', size: 270, least: 180}), main);
  }

  async readHeads() {
    await Promise.all(this.files.map(file => file.readHead()));
    if (!this.files.some(file => file.head)) this.box.dataset.ready = 'failed';
    if (!this.chosen.size) this.chooseUsual();
    this.drawFiles();
    this.drawBar();
    this.drawChannels();
    this.drawNumbers();
    await this.fetch();
  }
  /** What one looks at first. */
  chooseUsual() {
    const names = this.channels.map(channel => channel.name);
    const usual = [/^wheelset\d+\.(left|right)\.Q$/, /\.Q$/, /\.y$/];
    for (const pattern of usual) {
      const found = names.filter(name => pattern.test(name)).slice(0, 2);
      for (const name of found) this.chosen.add(name);
      if (found.length) return;
    }
    for (const name of names.filter(name => !/^(t|distance)$/.test(name)).slice(0, 1)) this.chosen.add(name);
  }
  /** All channels, of any result. @returns {Channel[]} */
  get channels() {
    const all = new Map();
    for (const file of this.files) for (const channel of file.head ? file.head.channels : []) if (!all.has(channel.name)) all.set(channel.name, channel);
    return [...all.values()];
  }
  get full() {
    const known = this.slices || [], ends = known.filter(slice => slice && slice.x.length).map(slice => [slice.x[0], slice.x[slice.x.length - 1]]);
    if (!ends.length) return /** @type {[number, number]} */ ([0, 1]);
    const low = Math.min(...ends.map(end => end[0])), high = Math.max(...ends.map(end => end[1]));
    return /** @type {[number, number]} */ (low < high ? [low, high] : [low, low + 1]);
  }
  get shown() { return this.range || this.whole || this.full; }

  async fetch() {
    this.box.dataset.ready = 'no';
    const names = [...this.chosen, ...(this.across ? [this.across] : [])], turn = this.turn = (this.turn || 0) + 1, points = this.across ? 20000 : Math.max(400, Math.round(this.plotList.clientWidth));
    const slices = await Promise.all(this.files.map(file => file.head ? file.read(names, {over: this.over, range: this.range, points, filter: this.filter}) : null));
    if (turn !== this.turn) return;
    this.slices = slices;
    if (!this.range) this.whole = this.full;
    this.drawPlots();
    this.drawShown();
    this.box.dataset.ready = 'yes';
  }

  /** @param {[number, number] | null} range */
  setRange(range) {
    const [low, high] = this.whole || this.full;
    if (range) {
      const span = clamp(range[1] - range[0], (high - low) * 1e-7, high - low), from = clamp(range[0], low, high - span);
      range = span >= high - low ? null : [from, from + span];
    }
    this.range = range;
    for (const plot of this.plots.values()) plot.fit();
    this.drawShown();
    this.box.dataset.ready = 'no';
    this.fetchLater();
  }
  zoom(factor, about = undefined) {
    const [low, high] = this.shown, middle = about === undefined ? (low + high) / 2 : about;
    this.setRange([middle - (middle - low) * factor, middle + (high - middle) * factor]);
  }
  pan(part) {
    const [low, high] = this.shown;
    this.setRange([low + part * (high - low), high + part * (high - low)]);
  }
  onKey(event) {
    const acts = {'+': () => this.zoom(0.625), '-': () => this.zoom(1.6), ArrowLeft: () => this.pan(-0.2), ArrowRight: () => this.pan(0.2), Escape: () => this.setRange(null)};
    if (!acts[event.key] || event.target !== this.plotList) return;
    event.preventDefault();
    acts[event.key]();
  }

  drawFiles() {
    refill(this.fileList, ...this.files.map((file, i) => element('div', {class: 'result-file', role: 'listitem', title: file.path},
      dashSign(i), element('span', {class: 'name'}, file.path), file.error ? element('span', {class: 'alarm', title: file.error}, '✖ cannot be read') : element('span', {class: 'note'}, file.head ? file.head.status : ''),
      this.files.length > 1 ? button('×', () => this.remove(file), {'aria-label': `take ${file.path} out of the plots`}) : null)),
    this.adder());
  }
  adder() {
    const others = project.pathsOf('result').filter(path => !this.files.some(file => file.path === path));
    const select = element('select', {'aria-label': 'add a result', 'data-add': 'result', onchange: acting(() => this.addFile(select.value))},
      element('option', {value: ''}, others.length ? 'add a result …' : 'no other results'), others.map(path => element('option', {value: path}, path)));
    select.disabled = !others.length;
    return select;
  }
  async addFile(path) {
    if (!path || this.files.some(file => file.path === path)) return;
    this.files.push(new ResultFile(path));
    this.name();
    await this.readHeads();
  }
  async remove(file) {
    this.files = this.files.filter(one => one !== file);
    this.whole = undefined;
    this.name();
    await this.readHeads();
  }

  drawBar() {
    const pick = (label, options, value, act) => element('label', {}, element('span', {class: 'note'}, label + ' '), element('select', {'aria-label': label, onchange: event => act(event.target.value)},
      options.map(([word, text]) => element('option', {value: word, selected: word === value}, text))));
    const filters = usualFilters.some(([name]) => name === this.filter) ? usualFilters : [...usualFilters, /** @type {[string, string]} */ ([this.filter, this.filter])];
    const difference = element('input', {type: 'checkbox', onchange: () => { this.difference = difference.checked; this.drawPlots(); }});
    difference.checked = this.difference;
    difference.disabled = this.files.length < 2;
    this.shownText = element('span', {class: 'shown'});
    refill(this.bar, pick('over', [['distance', 'distance'], ['time', 'time'], ...(this.across ? [/** @type {[string, string]} */ (['.', this.across])] : []), ['channel', 'a channel …']], this.across ? '.' : this.over, over => acting(() => this.setOver(over))()),
      pick('plots', [['unit', 'one for each unit'], ['channel', 'one for each channel']], this.by, by => { this.by = by; this.drawPlots(); }),
      pick('filter', [...filters, ['own', 'other …']], this.filter, filter => acting(() => this.setFilter(filter))()),
      element('label', {class: 'check', title: 'the other results less the first'}, difference, ' difference to the first'),
      button('−', () => this.zoom(1.6), {'aria-label': 'zoom out'}), button('+', () => this.zoom(0.625), {'aria-label': 'zoom in'}), button('Whole run', () => this.setRange(null)),
      button('Save layout…', () => this.saveLayout()),
      this.files.length > 1 ? button('Compare', () => this.compare(), {title: 'the page of `flangeway report` with these results: what changed, and key numbers by role'}) : null,
      menuButton('More', () => [
        ['Report…', () => openDesk('report', this.files.map(file => file.path))], ['View in 3D…', () => openDesk('view', this.files.map(file => file.path))],
        ['Assess…', () => openDesk('assess', [this.files[0].path])], ['Archive…', () => openDesk('archive', this.files.map(file => file.path))]]), this.shownText);
    this.drawShown();
  }
  async setFilter(filter) {
    if (filter === 'own') {
      const answer = await ask('Filter', [{name: 'filter', label: 'Filter of the server', value: this.filter || 'low_pass:20', note: 'low_pass:HZ, high_pass:HZ, band_pass:HZ:HZ or sliding_mean:LENGTH, in m over distance and in s over time'}], 'Filter');
      filter = answer ? answer.filter : this.filter;
    }
    this.filter = filter;
    this.drawBar();
    this.box.dataset.ready = 'no';
    this.fetchLater();
  }
  /** @param {string} over 'distance', 'time', or 'channel' to ask for one */
  async setOver(over) {
    if (over === 'channel') {
      const answer = await ask('Draw over a channel', [{name: 'channel', label: 'Channel', value: this.across, list: this.channels.map(channel => channel.name), note: 'The part of the run that is shown stays.'}], 'Draw');
      if (answer && !this.channels.some(channel => channel.name === answer.channel)) throw new Error(`There is no channel “${answer.channel}”.`);
      if (answer) this.across = answer.channel;
    } else if (over !== '.') {
      if (over !== this.over) this.range = null, this.whole = undefined;
      this.over = over;
      this.across = '';
    }
    this.drawBar();
    this.box.dataset.ready = 'no';
    this.fetchLater();
  }
  /** The limits of a plot, in its unit. @param {ResultPlot} plot */
  limitsOf(plot) { return this.limits.filter(limit => plot.channels.some(channel => channel.name === limit.channel)).map(({channel, value, text}) => ({value: value * plot.channels.find(one => one.name === channel).factor, text})); }
  /** @param {ResultPlot} plot */
  async askLimit(plot) {
    const unit = plot.unit && plot.unit !== '–' ? ` in ${plot.unit}` : '', [first] = plot.channels, present = this.limits.filter(limit => plot.channels.some(channel => channel.name === limit.channel));
    const answer = await ask(`Limits in ${plot.title}`, [{name: 'values', label: `Values${unit}, with commas between (none: no limits)`, value: present.map(limit => number(limit.value * first.factor, 6)).join(', ')},
      {name: 'text', label: 'What they are, such as “EN 14363”', value: present[0] ? present[0].text.replace(/: [^:]*$/, '') : ''}], 'Draw');
    if (!answer) return;
    const values = answer.values.split(',').map(word => word.trim()).filter(Boolean).map(Number);
    if (!values.every(Number.isFinite)) throw new Error(`“${answer.values}” are not all numbers.`);
    this.limits = [...this.limits.filter(limit => !present.includes(limit)), ...values.map(value => ({channel: first.name, value: value / first.factor, text: `${answer.text || 'limit'}: ${number(value, 4)}${unit.replace(' in', '')}`}))];
    this.drawPlots();
  }
  drawShown() {
    const [low, high] = this.shown, unit = this.over === 'time' ? 's' : 'm';
    if (this.shownText) this.shownText.textContent = `${number(low, 5)} … ${number(high, 5)} ${unit}`;
  }

  drawChannels() {
    const words = this.search.value.trim().split(/\s+/).filter(Boolean).map(word => new RegExp(word.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*'), 'i'));
    const found = this.channels.filter(channel => words.every(word => word.test(channel.name) || word.test(channel.title || '')));
    const most = 400, shown = [...found.filter(channel => this.chosen.has(channel.name)), ...found.filter(channel => !this.chosen.has(channel.name))].slice(0, most);
    this.count.textContent = `${found.length} of ${this.channels.length}${found.length > most ? `, the first ${most}` : ''}`;
    refill(this.channelList, this.chosen.size ? button('Choose none', () => { this.chosen.clear(); this.drawChannels(); this.fetchLater(); }) : '', ...shown.map(channel => {
      const box = element('input', {type: 'checkbox', 'data-channel': channel.name, onchange: () => {
        if (box.checked) this.chosen.add(channel.name); else this.chosen.delete(channel.name);
        this.box.dataset.ready = 'no';
        this.fetchLater();
      }});
      box.checked = this.chosen.has(channel.name);
      return element('label', {class: 'channel', title: channel.title}, box, element('span', {class: 'name'}, channel.name), element('span', {class: 'unit'}, channel.unit === '1' ? '' : channel.unit));
    }));
  }

  drawPlots() {
    const panels = new Map(), across = this.across ? this.channels.find(one => one.name === this.across) : undefined;
    for (const name of this.chosen) {
      const channel = this.channels.find(one => one.name === name);
      if (!channel) continue;
      const unit = readableOf(channel), key = this.by === 'unit' ? unit.name : name;
      if (!panels.has(key)) panels.set(key, {unit, channels: []});
      panels.get(key).channels.push({...channel, factor: unit.factor});
    }
    for (const [key, plot] of this.plots) if (!panels.has(key)) {
      plot.end();
      this.plots.delete(key);
    }
    for (const [key, panel] of panels) {
      const title = panel.channels.length === 1 ? panel.channels[0].title || panel.channels[0].name : panel.channels.map(channel => channel.name).slice(0, 3).join(', ') + (panel.channels.length > 3 ? ' …' : '');
      let plot = this.plots.get(key);
      if (plot && (plot.title !== title || (plot instanceof ChannelPlot ? plot.across.name : '') !== this.across)) {
        plot.end();
        plot = undefined;
      }
      if (!plot) this.plots.set(key, plot = across ? new ChannelPlot(this, title, panel.unit.name, {name: this.across, unit: readableOf(across).name}) : new ResultPlot(this, title, panel.unit.name));
      this.plotList.append(plot.box);
      if (plot instanceof ChannelPlot) {
        plot.show(this.curvesAcross(panel, readableOf(across).factor));
        continue;
      }
      plot.channels = panel.channels;
      plot.show(this.difference && this.files.length > 1 ? this.differences(panel) : this.curves(panel));
    }
    if (!panels.size) refill(this.plotList, element('p', {class: 'hint'}, 'Tick channels at the left.'));
    else this.plotList.querySelector('p.hint')?.remove();
  }
  runName(i) { return this.files.length > 1 ? ` (${i + 1})` : ''; }
  curves(panel) {
    return panel.channels.flatMap((channel, c) => this.files.flatMap((file, i) => {
      const slice = this.slices && this.slices[i];
      return slice && slice.channels[channel.name] ? [{name: channel.name + this.runName(i), table: curveOf(slice, channel.name, channel.factor), colour: this.files.length > 1 && panel.channels.length === 1 ? i : c, dash: dashes[i % dashes.length]}] : [];
    }));
  }
  /** Each channel over the one that is drawn across, in the order of the run. */
  curvesAcross(panel, factor) {
    return panel.channels.flatMap((channel, c) => this.files.flatMap((file, i) => {
      const slice = this.slices && this.slices[i];
      if (!slice || !slice.channels[channel.name] || !slice.channels[this.across]) return [];
      return [{name: channel.name + this.runName(i), table: /** @type {[number[], (number | null)[]]} */ ([middlesOf(slice, this.across, factor), middlesOf(slice, channel.name, channel.factor)]),
        colour: this.files.length > 1 && panel.channels.length === 1 ? i : c, dash: dashes[i % dashes.length], thinned: !slice.channels[channel.name].values}];
    }));
  }
  differences(panel) {
    const first = this.slices && this.slices[0];
    return panel.channels.flatMap((channel, c) => this.files.slice(1).flatMap((file, i) => {
      const slice = this.slices && this.slices[i + 1];
      if (!first || !slice || !slice.channels[channel.name] || !first.channels[channel.name]) return [];
      const own = middlesOf(slice, channel.name, channel.factor), reference = valuesAt(first.x, middlesOf(first, channel.name, channel.factor), slice.x);
      return [{name: `${channel.name} (${i + 2}) − (1)`, table: /** @type {[number[], (number | null)[]]} */ ([slice.x, own.map((value, k) => value === null || reference[k] === null ? null : value - reference[k])]), colour: c, dash: dashes[i % dashes.length]}];
    }));
  }

  async compare() {
    const page = `.flangeway/pages/compare_${this.files.map(file => stemOf(file.path)).join('_').slice(0, 80)}.html`;
    say('Comparing …');
    const run = await runs.end(await runs.start('report', [...this.files.map(file => file.path), '-o', page, '--force']));
    if (run.state !== 'done') throw new Error(lastWords(run));
    say('');
    const tab = /** @type {PageTab} */ (tabs.reach(page, () => new PageTab(page)));
    tab.load();
  }

  /** Key numbers, matched by role where they have one. */
  drawNumbers() {
    const rows = new Map();
    this.files.forEach((file, i) => {
      for (const one of keyNumbersOf(file)) {
        const key = one.role || one.name;
        const unit = readable(one.unit || '');
        if (!rows.has(key)) rows.set(key, {title: one.title || one.role || one.name, unit: one.unit ? unit.name : '', values: []});
        rows.get(key).values[i] = typeof one.value === 'number' ? one.value * unit.factor : one.value;
      }
    });
    refill(this.numbers);
    if (!rows.size) return;
    const shown = value => typeof value === 'number' ? number(value) : value === undefined || value === null ? '–' : String(value);
    const change = (value, first) => typeof value === 'number' && typeof first === 'number' ? `${value - first > 0 ? '+' : ''}${number(value - first, 3)}${first ? ` (${value > first ? '+' : ''}${number((value / first - 1) * 100, 2)} %)` : ''}` : value === first ? '' : 'differs';
    this.numbers.append(element('h3', {}, 'Key numbers'), element('div', {class: 'wide'}, element('table', {class: 'numbers'},
      element('tr', {}, element('th', {}, ''), element('th', {}, 'unit'), this.files.map((file, i) => [element('th', {}, `(${i + 1}) ${stemOf(file.path)}`), i ? element('th', {}, 'difference to (1)') : null])),
      [...rows.values()].map(row => element('tr', {}, element('th', {scope: 'row'}, row.title), element('td', {}, row.unit),
        this.files.map((file, i) => [element('td', {class: typeof row.values[i] === 'string' ? 'text' : null}, shown(row.values[i])), i ? element('td', {class: 'note'}, change(row.values[i], row.values[0])) : null]))))));
  }

  async saveLayout() {
    const answer = await ask('Save the layout of these plots', [{name: 'path', label: 'File', value: this.layoutPath || freePath(`plots/${stemOf(this.key)}`, '.plots.json')}], 'Save');
    if (!answer) return;
    const text = JSON.stringify({results: this.files.map(file => file.path), channels: [...this.chosen], over: this.over, plots: this.by, filter: this.filter, difference: this.difference, range: this.range, across: this.across, limits: this.limits}, null, 2) + '\n';
    const known = project.entry(answer.path);
    const before = known ? await api.get('/api/file', {path: answer.path}) : null;
    await api.put('/api/file', {path: answer.path, text, version: before ? before.version : null});
    this.layoutPath = answer.path;
    say(`Saved ${answer.path}; open it in the tree to have these plots again.`);
    await project.load();
  }
  closed() {
    for (const end of this.ends) end();
    for (const plot of this.plots.values()) plot.end();
  }
}

/** A short line with the dashes of a run. */
function dashSign(index) {
  const space = 'http://www.w3.org/2000/svg', picture = document.createElementNS(space, 'svg'), line = document.createElementNS(space, 'line');
  for (const [name, value] of Object.entries({width: 30, height: 10, 'aria-hidden': 'true'})) picture.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({x1: 1, x2: 29, y1: 5, y2: 5, stroke: 'currentColor', 'stroke-width': 2, 'stroke-dasharray': dashes[index % dashes.length].join(' ')})) line.setAttribute(name, String(value));
  picture.append(line);
  return element('span', {class: 'run-sign'}, picture, ` ${index + 1}`);
}

/** Numbers of the summary of a run: [key, title, unit]. */
const runNumbers = [['status', 'status', ''], ['method', 'contact method', ''], ['integrator', 'integrator', ''], ['time', 'time', 's'], ['distance', 'distance', ''], ['real_time_factor', 'times real time', '']];
const wheelNumbers = [['Q_mean', 'mean Q', 'N'], ['Q_max', 'largest Q', 'N'], ['Y_max', 'largest Y', 'N'], ['YQ_max', 'largest Y/Q', '1'], ['flange_time', 'time with flange contact', 's'], ['lift_time', 'time without contact', 's']];

/** What is compared: wheels are matched by the place of their axle in the vehicle, whatever their names. @param {ResultFile} file @returns {KeyNumber[]} */
function keyNumbersOf(file) {
  const summary = (file.head && file.head.summary) || {}, wheels = Object.entries(summary.wheels || {}), axles = [...new Set(wheels.map(([name]) => name.slice(0, name.lastIndexOf('.'))))];
  const known = value => value !== null && value !== undefined;
  return [...runNumbers.filter(([key]) => known(summary[key])).map(([key, title, unit]) => ({name: key, title, unit, value: summary[key]})),
    ...wheelNumbers.flatMap(([key, title, unit]) => wheels.filter(([, wheel]) => known(wheel[key])).map(([name, wheel]) => {
      const role = `axle ${axles.indexOf(name.slice(0, name.lastIndexOf('.'))) + 1} ${name.slice(name.lastIndexOf('.') + 1)}`;
      return {name: `${name}.${key}`, title: `${title}, ${role}`, unit, value: wheel[key], role: `${key} ${role}`};
    }))];
}

/** Adds a result to the plots that are open, or opens it. @param {string} path */
function addResult(path) {
  const open = tabs.active instanceof ResultTab ? tabs.active : tabs.open.map(tab => tab.content).find(content => content instanceof ResultTab);
  if (!(open instanceof ResultTab)) return openFile(path);
  tabs.show(open);
  return open.addFile(path);
}

/** @param {string} path */
async function openLayout(path) {
  const file = await api.get('/api/file', {path});
  let layout = null;
  try { layout = JSON.parse(file.text); } catch (error) { throw new Error(`${path}: is no layout of plots (${error.message}). Open it as text and mend it.`); }
  if (!layout || !Array.isArray(layout.results) || !layout.results.length) throw new Error(`${path}: names no results. Open it as text and add "results".`);
  const old = tabs.find(path);
  if (old) await tabs.close(old, true);
  const tab = new ResultTab(layout.results, {...layout, path});
  tab.key = path;
  tabs.add(tab);
  tabs.show(tab);
}
