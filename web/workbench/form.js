// The form of a file, made of its outline and the descriptions of its keys. The text is what counts: a changed value goes
// through the server into the text, and the form is filled from the text again.

/** @typedef {{key: string, line: number, text: string | null, described?: SchemaKey}} FormValue */

/** The value as a person writes it into a field: texts without quotation marks. */
function fieldText(text) {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text) || /^'([^']*)'$/.exec(text);
  if (!quoted) return text;
  try { return text[0] === '"' ? JSON.parse(text) : quoted[1]; } catch (error) { return quoted[1]; }
}

/**
 * Lists of tables have no section, their entries have; small tables in tables are shown in these.
 * @param {OutlineNode[]} nodes @returns {OutlineNode[]}
 */
function sectionsOf(nodes) {
  return nodes.flatMap(node => node.kind === 'list' ? sectionsOf(node.children || []) : [foldedNode(node)]);
}
/** @param {OutlineNode} node @returns {OutlineNode} */
function foldedNode(node) {
  const children = sectionsOf(node.children || []), isSmall = child => child.kind === 'table' && !child.children.length && (child.values || []).length <= 3;
  return {...node, values: [...(node.values || []), ...children.filter(isSmall).flatMap(child => child.values || [])], children: children.filter(child => !isSmall(child))};
}

/** @param {SchemaKey | undefined} described @param {string} before the present text of the value */
function valueKind(described, before) {
  if (described && described.choices.length && !/^list/.test(described.type)) return 'choice';
  if (described && /^(boolean|true or false|yes or no)/.test(described.type)) return 'boolean';
  if (/^["']/.test(before) || (described && !before && /^(text|file|name)/.test(described.type))) return 'text';
  if (/^(true|false)$/.test(before)) return 'boolean';
  return 'literal';
}

class Form {
  /**
   * @param {SchemaKey[]} keys
   * @param {{edit: (key: string, change: {value?: any, literal?: string}) => Promise<void>, reach: (line: number, key: string) => void}} acts
   */
  constructor(keys, acts) {
    this.names = new KeyNames(keys);
    this.acts = acts;
    /** @type {Map<string, any>} */
    this.fields = new Map();
    /** @type {Set<string>} keys that are shown though the text does not have them */
    this.added = new Set();
    /** @type {Set<string>} tables that are open */
    this.open = new Set(['']);
    /** @type {Set<string>} tables that show all their keys */
    this.full = new Set();
    this.shape = '';
    this.search = element('input', {type: 'search', placeholder: 'find a key or table', 'aria-label': 'find in the form', oninput: () => this.filter()});
    this.body = element('div', {class: 'form-body'});
    this.box = element('div', {class: 'form', 'aria-label': 'form'}, element('div', {class: 'form-head'}, this.search), this.body);
    this.broken = element('p', {class: 'form-note', hidden: true}, 'The text is not TOML at the moment; the form goes on when it is.');
    this.box.insertBefore(this.broken, this.body);
  }

  /** @param {{nodes: OutlineNode[], values?: OutlineValue[]} | null} outline null: the text cannot be read */
  update(outline) {
    this.broken.hidden = Boolean(outline);
    this.body.classList.toggle('frozen', !outline);
    if (!outline) return;
    const own = outline.nodes.filter(node => node.key === '');
    this.root = {key: '', kind: '', name: '', line: 1, values: [...(outline.values || []), ...own.flatMap(node => node.values)],
      children: sectionsOf([...own.flatMap(node => node.children), ...outline.nodes.filter(node => node.key !== '')])};
    const shape = JSON.stringify([this.shapeOf(this.root), [...this.added], [...this.full]]);
    if (shape !== this.shape) this.build();
    this.shape = shape;
    this.fill(this.root);
  }
  shapeOf(node) { return [node.key, node.name, (node.values || []).map(value => value.key + (value.text.includes('\n') ? '\n' : '')), (node.children || []).map(child => this.shapeOf(child))]; }

  build() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement), key = focused && this.body.contains(focused) ? focused.dataset.key : null, scroll = this.body.scrollTop;
    this.fields.clear();
    refill(this.body, this.section(this.root, 0));
    this.body.scrollTop = scroll;
    const again = key && this.fields.get(key);
    if (again) again.input.focus();
    this.filter();
  }

  /** @param {any} node @returns {HTMLElement} */
  section(node, level) {
    const box = element('details', {class: `form-table level${Math.min(level, 3)}`, 'data-table': node.key, open: this.open.has(node.key)});
    const title = node.key === '' ? 'General' : node.name ? `${node.key.replace(/\[\d+\]$/, '')} ` : node.key;
    box.append(element('summary', {}, title, node.name ? element('strong', {}, node.name) : null));
    const fill = () => {
      if (box.dataset.filled) return;
      box.dataset.filled = 'yes';
      box.append(...this.content(node, level));
    };
    box.addEventListener('toggle', event => {
      if (event.target !== box) return;
      if (box.open) this.open.add(node.key); else this.open.delete(node.key);
      if (box.open && !box.dataset.filled) {
        fill();
        this.fill(node);
      }
    });
    if (box.open) fill();
    if (node.key !== '') return box;
    return element('div', {}, box, (node.children || []).map(child => this.section(child, level + 1)));
  }

  content(node, level) {
    const values = this.valuesOf(node), shown = values.filter(value => value.text !== null || this.added.has(value.key) || this.full.has(node.key) || this.isMissing(node, value, values));
    const rest = values.filter(value => !shown.includes(value));
    const list = element('div', {class: 'fields'}, shown.map(value => this.field(value)));
    const parts = [list];
    if (rest.length) parts.push(element('div', {class: 'form-more'}, this.adder(node, rest),
      button(`all ${values.length} keys`, () => { this.full.add(node.key); this.rebuild(); })));
    else if (this.full.has(node.key)) parts.push(element('div', {class: 'form-more'}, button('only those that are given', () => { this.full.delete(node.key); this.rebuild(); })));
    if (node.key !== '') parts.push(...(node.children || []).map(child => this.section(child, level + 1)));
    return parts;
  }
  rebuild() {
    this.shape = '';
    this.build();
    this.fill(this.root);
  }

  /** Those in the text, in its order, and then those that may be there. @returns {FormValue[]} */
  valuesOf(node) {
    const given = (node.values || []).filter(value => !this.isWhole(value)).map(value => ({...value, described: this.names.get(schemaName(value.key))}));
    const have = new Set(given.map(value => schemaName(value.key))), start = node.key ? schemaName(node.key) + '.' : '';
    const tables = new Set((node.children || []).map(child => schemaName(child.key)));
    const more = this.names.keys.filter(key => key.name.startsWith(start) && !key.name.slice(start.length).includes('[]') && !have.has(key.name) && !this.names.lists.has(key.name) && !/table/.test(key.type))
      .filter(key => !/\.|^$/.test(key.name.slice(start.length)) || ![...tables].some(table => key.name.startsWith(table + '.')))
      .map(key => ({key: (node.key ? node.key + '.' : '') + key.name.slice(start.length), line: 0, text: null, described: key}));
    return [...given, ...more];
  }
  /** Whether a table that is there lacks a value that it must have. */
  isMissing(node, value, values) {
    const table = value.key.split('.').slice(0, -1).join('.');
    return Boolean(value.described && value.described.required) && (table === node.key || values.some(other => other.text !== null && other.key.startsWith(table + '.')));
  }
  /** Whether a value is a table whose parts have fields of their own. */
  isWhole(value) { return value.text.startsWith('{') || (value.text.startsWith('[') && /^\[\s*\{/.test(value.text)); }

  adder(node, rest) {
    const id = `keys-of-${node.key || 'file'}`, short = value => value.key.slice(node.key ? node.key.length + 1 : 0);
    const input = element('input', {list: id, placeholder: 'add a key …', 'aria-label': `add a key to ${node.key || 'the file'}`, 'data-adder': node.key, onchange: () => {
      const value = rest.find(one => short(one) === input.value.trim());
      if (!value) return;
      this.added.add(value.key);
      this.rebuild();
      const field = this.fields.get(value.key);
      if (field) field.input.focus();
    }});
    return [input, element('datalist', {id}, rest.map(value => element('option', {value: short(value)}, value.described ? kindText(value.described) : '')))];
  }

  /** @param {FormValue} value */
  field(value) {
    const {described} = value, kind = valueKind(described, value.text || ''), id = `field-${value.key}`;
    const input = this.input(value, kind);
    input.id = id;
    input.dataset.key = value.key;
    const finding = element('div', {class: 'field-finding', id: `${id}-finding`, role: 'status'});
    const help = element('div', {class: 'field-help', hidden: true}, described ? [element('div', {}, described.help), element('div', {class: 'note'}, kindText(described)), described.choices.length && described.choices.some(choice => choice.help) ?
      element('ul', {}, described.choices.map(choice => element('li', {}, element('code', {}, choice.word), ': ', choice.help))) : null] : null);
    const name = value.key.split('.').pop() || value.key, parent = value.key.slice(0, value.key.length - name.length).split(/\]\./).pop();
    const more = described ? element('button', {type: 'button', class: 'help', 'aria-label': `what ${value.key} means`, 'aria-expanded': 'false', title: `${described.help}\n${kindText(described)}`, onclick: () => {
      help.hidden = !help.hidden;
      more.setAttribute('aria-expanded', String(!help.hidden));
    }}, '?') : null;
    const box = element('div', {class: 'field', 'data-field': value.key}, element('label', {for: id}, parent && !value.key.startsWith(parent + name + '[') && parent.includes('.') ? element('span', {class: 'note'}, parent) : null, name),
      element('span', {class: 'entry'}, input, element('span', {class: 'unit'}, described && described.unit && described.unit !== '1' ? described.unit : '')), more,
      button('×', async () => {
        this.added.delete(value.key);
        if (this.fields.get(value.key)?.text !== null) await this.acts.edit(value.key, {value: null});
        this.rebuild();
      }, {class: 'remove', title: `take ${value.key} out, so that its default counts`, 'aria-label': `remove ${value.key}`}), finding, help);
    input.setAttribute('aria-describedby', finding.id);
    input.addEventListener('focus', () => { const line = this.fields.get(value.key)?.line; if (line) this.acts.reach(line, value.key); });
    this.fields.set(value.key, {input, kind, box, finding, text: value.text, line: value.line, described});
    return box;
  }

  /** @param {FormValue} value @returns {any} */
  input(value, kind) {
    const change = acting(() => this.send(value.key));
    if (kind === 'choice' || kind === 'boolean') {
      const words = kind === 'boolean' ? ['true', 'false'] : value.described?.choices.map(choice => choice.word) || [];
      return element('select', {onchange: change}, element('option', {value: ''}, value.described && value.described.default !== '' ? `(default: ${fieldText(String(value.described.default))})` : '(not given)'),
        words.map(word => element('option', {value: word}, word)));
    }
    if (kind === 'literal' && value.text && value.text.includes('\n')) return element('textarea', {onchange: change, spellcheck: 'false', rows: Math.min(8, value.text.split('\n').length)});
    const input = element('input', {onchange: change, spellcheck: 'false', autocomplete: 'off', inputmode: /^(number|integer)/.test(value.described?.type || '') ? 'decimal' : null,
      placeholder: value.described ? (value.described.required ? 'required' : value.described.default !== '' ? fieldText(String(value.described.default)) : '') : ''});
    input.addEventListener('keydown', event => {
      if (event.key !== 'Escape') return;
      this.show(value.key);
      event.stopPropagation();
    });
    return input;
  }

  /** Whether what was written is a text, which needs quotation marks; "80 km/h" is one where a number stands, too. */
  isText(field, written) {
    if (/^(number|integer)/.test(field.described?.type || '')) return !Number.isFinite(Number(written)) && !/^["'[{]/.test(written);
    return field.kind === 'choice' || field.kind === 'text';
  }
  /** Sends a field to the text. @param {string} key */
  async send(key) {
    const field = this.fields.get(key), written = field.input.value.trim();
    if (written === '' && field.text === null) return;
    if (written === '') return this.acts.edit(key, {value: null});
    const change = field.kind === 'boolean' ? {value: written === 'true'} : this.isText(field, written) ? {value: written} : {literal: written};
    try {
      await this.acts.edit(key, change);
    } catch (error) {
      field.finding.textContent = `✖ ${error.message}`;
      field.box.classList.add('error');
      throw error;
    }
  }

  /** Puts the present text of a value into its field. */
  show(key) {
    const field = this.fields.get(key);
    field.input.value = field.text === null ? '' : field.kind === 'literal' ? field.text : fieldText(field.text);
  }

  fill(node) {
    const given = new Map();
    const collect = one => {
      for (const value of one.values || []) given.set(value.key, value);
      for (const child of one.children || []) collect(child);
    };
    collect(this.root);
    for (const [key, field] of this.fields) {
      const value = given.get(key), text = value ? value.text : null;
      field.line = value ? value.line : 0;
      const typing = document.activeElement === field.input && field.text === text;
      field.text = text;
      field.box.classList.toggle('given', text !== null);
      if (!typing) this.show(key);
    }
    this.setFindings(this.findings || []);
  }

  /** @param {Finding[]} findings */
  setFindings(findings) {
    this.findings = findings;
    for (const [key, field] of this.fields) {
      const found = findings.filter(finding => finding.key === key || finding.key && key === finding.key.replace(/^(case|vehicle|track)\./, ''));
      const worst = ['error', 'warning', 'note'].find(severity => found.some(finding => finding.severity === severity));
      field.box.classList.remove('error', 'warning');
      if (worst) field.box.classList.add(worst);
      field.input.setAttribute('aria-invalid', String(worst === 'error'));
      field.finding.textContent = found.map(finding => `${signOf(finding.severity)} ${problemText(finding)}. ${finding.remedy || ''}`).join(' ');
    }
  }

  filter() {
    const wanted = this.search.value.trim().toLowerCase();
    for (const table of this.body.querySelectorAll('details')) {
      const own = (table.querySelector('summary')?.textContent || '').toLowerCase().includes(wanted) || (table.dataset.table || '').toLowerCase().includes(wanted);
      if (wanted && !table.dataset.filled) table.hidden = !own;
      else table.hidden = Boolean(wanted) && !own && ![...table.querySelectorAll('[data-field]')].some(field => (field.getAttribute('data-field') || '').toLowerCase().includes(wanted));
    }
    for (const field of this.fields.values()) field.box.hidden = Boolean(wanted) && !field.box.dataset.field.toLowerCase().includes(wanted) &&
      !(field.box.closest('details')?.querySelector('summary')?.textContent || '').toLowerCase().includes(wanted);
  }

  /** Opens the tables around a key and goes to its field. @param {string} key */
  goTo(key, focus = false) {
    if (!this.root) return;
    const parts = key.split('.');
    let name = '';
    for (const part of parts) {
      name = name ? `${name}.${part}` : part;
      const table = /** @type {HTMLDetailsElement | null} */ (this.body.querySelector(`[data-table="${CSS.escape(name)}"]`));
      if (!table) continue;
      this.open.add(name);
      if (!table.open) {
        table.open = true;
        if (!table.dataset.filled) table.dispatchEvent(new Event('toggle'));
      }
    }
    const field = this.fields.get(key), place = field ? field.box : this.body.querySelector(`[data-table="${CSS.escape(key)}"]`);
    if (!place) return;
    place.scrollIntoView({block: 'nearest'});
    for (const old of this.body.querySelectorAll('.here')) old.classList.remove('here');
    place.classList.add('here');
    if (focus && field) field.input.focus();
  }
  /** The first table whose key `name` has this value. @param {string} name @returns {OutlineNode | null} */
  keyNamed(name, node = this.root) {
    for (const child of node ? node.children || [] : []) {
      const found = child.name === name ? child : this.keyNamed(name, child);
      if (found) return found;
    }
    return null;
  }
  /** The table with a key. @param {string} key @returns {OutlineNode | null} */
  nodeOf(key, node = this.root) {
    for (const child of node ? node.children || [] : []) {
      const found = child.key === key ? child : this.nodeOf(key, child);
      if (found) return found;
    }
    return null;
  }
  /** The name of the table that a key is in. */
  nameAt(key) {
    let name = '';
    const look = node => {
      if (node.name && (key === node.key || key.startsWith(node.key + '.'))) name = node.name;
      for (const child of node.children || []) look(child);
    };
    if (this.root) for (const child of this.root.children) look(child);
    return name;
  }
  /** The key or table that is at a line of the text. */
  keyAt(line) {
    let best = '', at = 0;
    const look = node => {
      if (node.key && node.line <= line && node.line >= at) { at = node.line; best = node.key; }
      for (const value of node.values || []) if (value.line <= line && value.line >= at && !this.isWhole(value)) { at = value.line; best = value.key; }
      for (const child of node.children || []) look(child);
    };
    if (this.root) look(this.root);
    return best;
  }
}

/** @param {Finding} finding */
const problemText = ({problem, value, allowed}) => problem + (value || allowed ? ` (${[value && `got ${value}`, allowed && `allowed ${allowed}`].filter(Boolean).join('; ')})` : '');

const signOf = severity => ({error: '✖', warning: '⚠', note: 'ℹ'}[severity] || '✖');
