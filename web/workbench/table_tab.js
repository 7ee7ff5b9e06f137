// A table (CSV), such as the results of a study: sorted by any column, filtered, filled while the study goes on.

/** Fields of a line, which may be in quotation marks. @param {string} line */
function fieldsOf(line) {
  const fields = [];
  for (const match of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)) fields.push(match[1] !== undefined ? match[1].replace(/""/g, '"') : match[2]);
  return fields;
}

class TableTab {
  /** @param {string} path */
  constructor(path) {
    this.key = path;
    this.title = baseName(path);
    this.path = path;
    this.sorted = -1;
    this.falling = false;
    this.search = element('input', {type: 'search', placeholder: 'filter: words, or column > 0.5', 'aria-label': 'filter the rows', oninput: () => this.draw()});
    this.count = element('span', {class: 'note'});
    this.place = element('div', {class: 'table-place'});
    this.plots = new StudyPlots({path, rowName: row => `run ${row[0]}`, openRow: row => this.openRun(row)});
    this.plotButton = button('Plots', () => {
      this.plots.box.hidden = !this.plots.box.hidden;
      this.plotButton.setAttribute('aria-pressed', String(!this.plots.box.hidden));
      this.draw();
    }, {'aria-pressed': 'false', 'data-plots': 'study', hidden: true, title: 'parallel coordinates and main effects of the rows below'});
    this.box = element('div', {class: 'page-tab'}, element('div', {class: 'bar'}, this.search, this.count, this.plotButton, button('As text', () => openFile(path, {asText: true})), button('Download', () => download(path)), element('span', {class: 'path'}, path)), element('div', {class: 'table-scroll'}, this.plots.box, this.place));
    this.ends = project.touched.on(paths => { if (!paths || paths.includes(path)) this.load().catch(report); });
    this.load().catch(report);
  }
  async load() {
    const {text} = await api.get('/api/file', {path: this.path}), lines = text.split(/\r?\n/).filter(line => line && !line.startsWith('#'));
    this.names = fieldsOf(lines[0] || '');
    this.rows = lines.slice(1).map(fieldsOf);
    // What a study varies stands between the number of the run and its status.
    this.axes = this.names[0] === 'run' && this.names.includes('status') ? this.names.slice(1, this.names.indexOf('status')) : [];
    this.plotButton.hidden = !this.axes.length;
    this.draw();
    this.box.dataset.ready = 'yes';
  }
  /** The rows that the filter lets through: conditions on columns, and words anywhere. */
  filtered() {
    const conditions = [], words = [];
    const rest = this.search.value.replace(/([\w.()*-]+)\s*(<=|>=|<|>|=)\s*(\S+)/g, (all, name, relation, value) => {
      const column = this.names.indexOf(name);
      if (column < 0) return all;
      conditions.push({column, relation, value});
      return '';
    });
    words.push(...rest.trim().toLowerCase().split(/\s+/).filter(Boolean));
    const holds = (cell, relation, value) => {
      if (relation === '=') return cell === value || (cell !== '' && Number(cell) === Number(value));
      if (cell === '') return false;
      const a = Number(cell), b = Number(value);
      return {'<': a < b, '>': a > b, '<=': a <= b, '>=': a >= b}[relation];
    };
    return this.rows.filter(row => conditions.every(({column, relation, value}) => holds(row[column] ?? '', relation, value)) && words.every(word => row.some(cell => cell.toLowerCase().includes(word))));
  }
  /** The channels of a run of a study, where it has recorded some. @param {string[]} row */
  openRun(row) {
    const folder = this.path.split('/').slice(0, -1).join('/'), file = `${folder}/runs/${row[0]}.csv`;
    if (!project.entry(file)) throw new Error(`Run ${row[0]} has recorded no channels: name some by “record” in the study, and run it again.`);
    openFile(file);
  }
  draw() {
    if (!this.plots.box.hidden) this.plots.show(this.axes, this.names, this.filtered().filter(row => !row[0].startsWith('reference')));
    const rows = this.filtered(), most = 2000, {sorted} = this;
    // Empty cells come last, whichever way it is sorted.
    if (sorted >= 0) rows.sort((a, b) => (Number((a[sorted] ?? '') === '') - Number((b[sorted] ?? '') === '')) || (this.falling ? -1 : 1) * this.compared(a[sorted] ?? '', b[sorted] ?? ''));
    this.count.textContent = `${rows.length} of ${this.rows.length} rows${rows.length > most ? `, the first ${most}` : ''}`;
    const head = this.names.map((name, i) => element('th', {scope: 'col', 'aria-sort': i === sorted ? (this.falling ? 'descending' : 'ascending') : null}, button(name + (i === sorted ? (this.falling ? ' ▾' : ' ▴') : ''), () => {
      this.falling = i === this.sorted && !this.falling;
      this.sorted = i;
      this.draw();
    })));
    refill(this.place, element('table', {class: 'numbers rows'}, element('thead', {}, element('tr', {}, head)), element('tbody', {}, rows.slice(0, most).map(row => element('tr', {}, this.names.map((_, i) => this.cell(row[i] ?? '')))))));
  }
  compared(a, b) {
    const numbers = [Number(a), Number(b)];
    return numbers.every(Number.isFinite) ? numbers[0] - numbers[1] : a.localeCompare(b, undefined, {numeric: true});
  }
  /** Names of files of the project can be opened. */
  cell(text) {
    const folder = this.path.split('/').slice(0, -1).join('/'), file = text && [text, `${folder}/${text}`].find(path => project.entry(path));
    if (file) return element('td', {}, button(text, () => openFile(file)));
    const value = Number(text);
    return element('td', {title: text}, text !== '' && Number.isFinite(value) && !Number.isInteger(value) ? number(value, 6) : text);
  }
  closed() { this.ends(); }
}
