// The tree of the project: files by kind or by folder, and the parts of files with tables.


/**
 * A row of the tree. @typedef {{id: string, level: number, text: string, kind?: string, folder?: string, entry?: Entry, path?: string, line?: number,
 *   key?: string, opens?: boolean, open?: boolean, note?: string, count?: number}} Row
 */

class ProjectTree {
  constructor() {
    /** @type {Set<string>} ids of open rows */
    this.opened = new Set(['kind:case', 'kind:vehicle', 'kind:result', 'kind:study', 'kind:track']);
    /** @type {Map<string, {version: string, nodes: OutlineNode[]}>} */
    this.outlines = new Map();
    this.by = remembered.get('tree', 'kind');
    this.chosen = '';
    this.search = element('input', {type: 'search', placeholder: 'find files', 'aria-label': 'find files', oninput: () => this.draw()});
    this.order = element('select', {'aria-label': 'order of the tree', onchange: () => {
      this.by = this.order.value;
      remembered.set('tree', this.by);
      this.draw();
    }}, element('option', {value: 'kind', selected: this.by === 'kind'}, 'by kind'), element('option', {value: 'folder', selected: this.by === 'folder'}, 'by folder'));
    this.list = element('div', {class: 'tree', role: 'tree', 'aria-label': 'files of the project', tabindex: 0});
    this.box = element('section', {class: 'side', 'aria-label': 'project'}, element('div', {class: 'tree-head'}, this.search, this.order), this.list,
      element('div', {class: 'tree-foot'}, button('Upload…', () => this.chooseFiles()), button('New file…', () => newFile()), element('span', {class: 'note'}, 'or drop files here')));
    this.list.addEventListener('keydown', event => this.onKey(event));
    this.list.addEventListener('click', event => this.onClick(event));
    this.list.addEventListener('dblclick', event => this.onClick(event));
    this.list.addEventListener('contextmenu', event => this.onContext(event));
    this.search.addEventListener('keydown', event => {
      if (event.key === 'ArrowDown' || event.key === 'Enter') {
        const first = this.rows.find(row => row.entry);
        if (first) this.choose(first.id, true);
        if (first && event.key === 'Enter') this.act(first);
        event.preventDefault();
      }
    });
    acceptDrops(this.box);
    project.changed.on(() => this.draw());
  }

  /** @returns {Row[]} */
  makeRows() {
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const files = project.files.filter(entry => wanted.every(word => `${entry.path} ${entry.title || ''} ${entry.kind}`.toLowerCase().includes(word)));
    files.sort((a, b) => a.path.localeCompare(b.path, undefined, {numeric: true}));
    return this.by === 'kind' ? this.rowsByKind(files, wanted.length > 0) : this.rowsByFolder(files, wanted.length > 0);
  }
  /** @param {Entry[]} files */
  rowsByKind(files, all) {
    const rows = [];
    for (const [kind, title] of Object.entries(kindTitles)) {
      const those = files.filter(entry => (kindTitles[entry.kind] ? entry.kind : 'other') === kind);
      if (!those.length) continue;
      const id = `kind:${kind}`, open = all || this.opened.has(id);
      rows.push({id, level: 1, text: title, opens: true, open, count: those.length});
      if (open) for (const entry of those) this.addFile(rows, entry, 2);
    }
    return rows;
  }
  /** @param {Entry[]} files */
  rowsByFolder(files, all) {
    const rows = [], shown = new Set();
    let closed = '';
    for (const entry of [...files].sort((a, b) => (Number(!a.path.includes('/')) - Number(!b.path.includes('/'))) || a.path.localeCompare(b.path, undefined, {numeric: true}))) {
      const parts = entry.path.split('/');
      if (closed && entry.path.startsWith(closed)) continue;
      closed = '';
      for (let depth = 1; depth < parts.length && !closed; ++depth) {
        const folder = parts.slice(0, depth).join('/'), id = `folder:${folder}`, open = all || !this.opened.has(`closed:${folder}`);
        if (!shown.has(folder)) {
          shown.add(folder);
          rows.push({id, level: depth, text: parts[depth - 1], opens: true, open, path: folder});
        }
        if (!open) closed = folder + '/';
      }
      if (!closed) this.addFile(rows, entry, parts.length);
    }
    return rows;
  }
  /** @param {Row[]} rows @param {Entry} entry @param {number} level */
  addFile(rows, entry, level) {
    const id = `file:${entry.path}`, opens = describedKinds.has(entry.kind), open = opens && this.opened.has(id);
    rows.push({id, level, text: baseName(entry.path), kind: entry.kind, folder: this.by === 'kind' ? entry.path.split('/').slice(0, -1).join('/') : '', entry, path: entry.path, opens, open,
      note: entry.stale && entry.stale.length ? `out of date: ${entry.stale.join(', ')}` : ''});
    if (!open) return;
    const known = this.outlines.get(entry.path);
    if (!known || known.version !== entry.version) this.readOutline(entry);
    if (known) for (const node of known.nodes) this.addNode(rows, entry, node, level + 1);
  }
  /** @param {Row[]} rows @param {Entry} entry @param {OutlineNode} node */
  addNode(rows, entry, node, level) {
    const id = `part:${entry.path}#${node.key}`, children = node.children || [], opens = children.length > 0, open = opens && this.opened.has(id);
    rows.push({id, level, text: node.name || node.key, count: node.kind === 'list' ? children.length : undefined, path: entry.path, line: node.line, key: node.key, opens, open});
    if (open) for (const child of children) this.addNode(rows, entry, child, level + 1);
  }
  /** @param {Entry} entry */
  readOutline(entry) {
    const old = this.outlines.get(entry.path);
    this.outlines.set(entry.path, {version: entry.version, nodes: old ? old.nodes : []});
    api.get('/api/file', {path: entry.path}).then(file => api.post('/api/outline', {path: entry.path, text: file.text})).then(answer => {
      this.outlines.set(entry.path, {version: entry.version, nodes: answer.nodes});
      this.draw();
    }).catch(() => {});  // a file with a mistake has no outline; opening it shows the mistake
  }

  draw() {
    this.rows = this.makeRows();
    if (!this.rows.some(row => row.id === this.chosen)) this.chosen = this.rows.length ? this.rows[0].id : '';
    refill(this.list, ...this.rows.map(row => this.drawRow(row)));
    if (!this.rows.length) this.list.append(element('p', {class: 'note'}, this.search.value ? 'No file has these words.' : 'The project is empty.'));
    this.markChosen();
  }
  /** @param {Row} row */
  drawRow(row) {
    return element('div', {class: `row${row.entry ? ' file' : row.key !== undefined ? ' part' : ' group'}`, role: 'treeitem', id: `row-${row.id}`, 'aria-level': row.level,
      'aria-expanded': row.opens ? String(Boolean(row.open)) : null, 'data-id': row.id, 'data-path': row.path, title: [row.entry && row.entry.title, row.path, row.note].filter(Boolean).join('\n'),
      style: `padding-left: ${0.3 + (row.level - 1) * 0.85}rem`},
    element('span', {class: 'twist', 'aria-hidden': 'true'}, row.opens ? (row.open ? '▾' : '▸') : ''),
    row.kind && this.by === 'folder' ? element('span', {class: 'sign', title: row.kind}, (row.kind === 'other' ? '·' : row.kind[0].toUpperCase())) : null,
    element('span', {class: 'name'}, row.text), row.count !== undefined ? element('span', {class: 'count'}, String(row.count)) : null, row.folder ? element('span', {class: 'note'}, row.folder) : null,
    row.note ? element('span', {class: 'stale', title: row.note}, 'out of date') : null);
  }
  markChosen() {
    for (const row of this.list.querySelectorAll('[aria-selected]')) row.removeAttribute('aria-selected');
    const row = this.rowElement(this.chosen);
    if (!row) return;
    row.setAttribute('aria-selected', 'true');
    this.list.setAttribute('aria-activedescendant', row.id);
  }
  rowElement(id) { return /** @type {HTMLElement | null} */ (document.getElementById(`row-${id}`)); }
  choose(id, focus = false) {
    this.chosen = id;
    this.markChosen();
    const row = this.rowElement(id);
    if (row) row.scrollIntoView({block: 'nearest'});
    if (focus) this.list.focus({preventScroll: true});
  }
  /** @param {Row} row */
  toggle(row, open = !row.open) {
    const id = row.id.startsWith('folder:') ? `closed:${row.path}` : row.id, inverse = row.id.startsWith('folder:');
    if (open !== inverse) this.opened.add(id); else this.opened.delete(id);
    this.draw();
  }
  /** What Enter and a click do. @param {Row} row */
  act(row) {
    if (row.key !== undefined) openFile(row.path, {line: row.line, key: row.key});
    else if (row.entry) openFile(row.path);
    else this.toggle(row);
  }
  rowOf(event) {
    const shown = event.target.closest('[data-id]');
    return shown && this.rows.find(row => row.id === shown.dataset.id);
  }
  onClick(event) {
    const row = this.rowOf(event);
    if (!row) return;
    this.choose(row.id);
    if (event.target.closest('.twist') && row.opens) {
      if (event.type === 'click') this.toggle(row);
    } else if (event.type === 'click') {
      this.act(row);
    }
  }
  onContext(event) {
    const row = this.rowOf(event);
    if (!row || !row.entry) return;
    event.preventDefault();
    this.choose(row.id);
    openMenu(fileActions(row.entry), event.clientX, event.clientY);
  }
  onKey(event) {
    const at = this.rows.findIndex(row => row.id === this.chosen), row = this.rows[at];
    if (!row) return;
    const go = index => { if (this.rows[index]) this.choose(this.rows[index].id); };
    const parent = () => { for (let i = at - 1; i >= 0; --i) if (this.rows[i].level < row.level) return go(i); };
    const acts = {
      ArrowDown: () => go(at + 1), ArrowUp: () => go(at - 1), Home: () => go(0), End: () => go(this.rows.length - 1),
      ArrowRight: () => row.opens && !row.open ? this.toggle(row, true) : go(at + 1),
      ArrowLeft: () => row.opens && row.open ? this.toggle(row, false) : parent(),
      Enter: () => this.act(row), ' ': () => this.act(row),
      F2: () => row.entry && acting(renameFile)(row.entry), Delete: () => row.entry && acting(deleteFile)(row.entry),
      ContextMenu: () => this.menuAt(row), F10: () => event.shiftKey && this.menuAt(row),
    };
    if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    acts[event.key]();
  }
  /** Opens the rows of a folder. @param {string} path */
  showFolder(path) {
    this.search.value = '';
    this.order.value = this.by = 'folder';
    path.split('/').forEach((_, i, parts) => this.opened.delete(`closed:${parts.slice(0, i + 1).join('/')}`));
    this.draw();
    this.choose(`folder:${path}`, true);
  }
  /** @param {Row} row */
  menuAt(row) {
    const shown = this.rowElement(row.id);
    if (!row.entry || !shown) return;
    const box = shown.getBoundingClientRect();
    openMenu(fileActions(row.entry), box.left + 30, box.bottom);
  }
  chooseFiles() {
    const input = element('input', {type: 'file', multiple: true, onchange: acting(() => uploadFiles([...(input.files || [])]))});
    input.click();
  }
}
