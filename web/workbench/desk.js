// The desk of verbs: every verb that computes as a form, with the command line that does the same.

/** Folder and ending of an output as its description tells; null: none is usual. @param {string} verb @param {string} text */
function usualPlace(verb, text) {
  if (/HTML|\.html/.test(text)) return ['reports', `_${verb}.html`];
  if (/^results \(HDF5\)/.test(text)) return ['results', '.h5'];
  if (/zip/.test(text)) return ['archives', '.zip'];
  return ['study', 'optimise', 'evolve'].includes(verb) ? ['studies', `_${verb}`] : null;
}

/** Verbs that compute nothing, or have a place of their own here. */
const notOnTheDesk = new Set(['serve', 'new', 'completion', 'migrate', 'explain']);

const optionName = option => option.names.find(name => name.startsWith('--')) || option.names[0];
const isRepeated = option => option.names.includes('--set') || /may be repeated|repeatable/.test(option.text);
const isOutput = option => option.names.includes('-o');

/** A word as a shell reads it. */
const shellWord = word => /^[A-Za-z0-9_./=:,@%+-]+$/.test(word) ? word : `'${word.replace(/'/g, `'\\''`)}'`;
/** The words of a line as a shell reads them. */
function shellWords(line) {
  const words = [];
  for (const match of line.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g)) words.push(match[0].replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (all, plain, quoted, one) => plain ?? (quoted !== undefined ? quoted.replace(/\\(.)/g, '$1') : one)));
  return words;
}

class Desk {
  constructor() {
    this.key = 'verbs';
    this.title = 'Verbs';
    /** @type {Verb[]} */
    this.verbs = [];
    /** @type {Verb | null} */
    this.verb = null;
    /** @type {Map<string, string>} texts of the options, by verb and name */
    this.given = new Map();
    /** @type {string[]} */
    this.files = [''];
    this.search = element('input', {type: 'search', placeholder: 'find a verb', 'aria-label': 'find a verb', oninput: () => this.drawList()});
    this.list = element('div', {class: 'verb-list', role: 'listbox', 'aria-label': 'verbs'});
    this.form = element('div', {class: 'verb-form'}, element('p', {class: 'hint'}, 'Choose what to compute.'));
    const side = element('div', {class: 'verb-side'}, this.search, this.list);
    this.box = element('div', {class: 'desk'}, side, splitter(side, {name: 'verbs', label: 'width of the list of verbs', size: 250, least: 160}), this.form);
    this.ends = project.changed.on(() => this.drawFileList());
    this.ready = project.verbs().then(verbs => {
      this.verbs = verbs.filter(verb => !notOnTheDesk.has(verb.name));
      this.drawList();
    });
    this.ready.catch(report);
  }
  closed() { this.ends(); }

  drawList() {
    const wanted = this.search.value.trim().toLowerCase();
    refill(this.list, ...this.verbs.filter(verb => `${verb.name} ${verb.summary}`.toLowerCase().includes(wanted)).map(verb => element('button', {type: 'button', role: 'option', 'aria-selected': String(verb === this.verb),
      'data-verb': verb.name, onclick: () => this.choose(verb.name)}, element('strong', {}, verb.name), element('span', {}, verb.summary))));
  }
  /** @param {string} name @param {string[]} files @param {Record<string, string>} options */
  async choose(name, files = this.files, options = {}) {
    await this.ready;
    this.files = files.length ? [...files] : [''];
    this.verb = this.verbs.find(verb => verb.name === name) || null;
    if (this.verb) {
      for (const option of this.verb.options) this.given.delete(this.id(option));
      for (const option of this.verb.options) for (const word of option.names) if (options[word] !== undefined) this.given.set(this.id(option), options[word]);
      this.fillOutputs(options);
    }
    this.drawList();
    this.draw();
  }
  id(option) { return `${this.verb?.name} ${optionName(option)}`; }
  /** A file that the verb can write and that does not exist yet. @param {VerbOption} option */
  usualOutput(option) {
    const first = this.files.find(Boolean), place = usualPlace(this.verb?.name || '', option.text);
    return first && place ? freePath(`${place[0]}/${stemOf(first)}`, place[1]) : '';
  }
  /** Fills in where the verb writes: its page or file, or a picture if it has no page. */
  fillOutputs(given = {}) {
    const output = this.verb?.options.find(isOutput), picture = this.verb?.options.find(option => option.names.includes('--plot')), first = this.files.find(Boolean);
    if (output && given['-o'] === undefined) this.given.set(this.id(output), this.usualOutput(output));
    if (picture && first && Object.keys(given).length === 0 && !(output && this.given.get(this.id(output)))) this.given.set(this.id(picture), freePath(`reports/${stemOf(first)}_${this.verb?.name}`, '.svg'));
  }

  draw() {
    const {verb} = this;
    if (!verb) {
      refill(this.form, element('p', {class: 'hint'}, this.files.some(Boolean) ? `What shall be computed with ${this.files.join(', ')}?` : 'Choose what to compute.'));
      return;
    }
    this.fileBox = element('div', {class: 'verb-files'});
    this.line = element('code', {class: 'command-line', 'aria-label': 'command line'});
    this.message = element('div', {class: 'field-finding', role: 'status'});
    const fields = [...verb.options].sort((a, b) => this.rank(a) - this.rank(b)).map(option => this.field(option));
    const seldom = fields.filter((field, i) => field.dataset.seldom);
    refill(this.form, element('h2', {}, `flangeway ${verb.name}`), element('p', {}, verb.summary + '.'),
      verb.files ? element('fieldset', {}, element('legend', {}, verb.files), verb.files_text ? element('p', {class: 'note'}, verb.files_text) : null, this.fileBox) : null,
      element('fieldset', {}, element('legend', {}, 'Options'), fields.filter(field => !field.dataset.seldom),
        seldom.length ? element('details', {}, element('summary', {}, 'Seldom needed'), seldom) : null),
      element('div', {class: 'command'}, this.line, button('Copy', () => copyText(this.commandLine())), button('Run', () => this.run(), {class: 'main', 'data-run': 'yes'})), this.message,
      verb.footer ? element('pre', {class: 'note'}, verb.footer) : null);
    this.drawFileList();
    this.update();
  }
  rank(option) { return isOutput(option) ? 0 : option.names.includes('--set') ? 1 : ['--json', '--quiet', '--force', '--help'].some(name => option.names.includes(name)) ? 3 : 2; }

  drawFileList() {
    if (!this.verb || !this.fileBox || !this.verb.files) return;
    const id = 'files-of-the-project', several = /…|\.\.\.|\[/.test(this.verb.files) || this.files.length > 1;
    refill(this.fileBox, element('datalist', {id}, project.files.map(entry => element('option', {value: entry.path}))), ...this.files.map((path, i) => {
      const input = element('input', {list: id, value: path, 'aria-label': `file ${i + 1}`, 'data-file': i, oninput: () => {
        this.files[i] = input.value.trim();
        this.update();
      }, onchange: () => {
        const outputs = (this.verb?.options || []).filter(option => isOutput(option) || option.names.includes('--plot'));
        if (i > 0 || outputs.some(option => this.given.get(this.id(option)))) return;
        this.fillOutputs();
        this.draw();
      }});
      return element('div', {class: 'verb-file'}, input, this.files.length > 1 ? button('×', () => { this.files.splice(i, 1); this.drawFileList(); this.update(); }, {'aria-label': `remove file ${i + 1}`}) : null);
    }), several ? button('Another file', () => {
      this.files.push('');
      this.drawFileList();
      /** @type {HTMLElement | null} */ (this.fileBox?.querySelector(`[data-file="${this.files.length - 1}"]`))?.focus();
    }) : '');
  }

  /** @param {VerbOption} option */
  field(option) {
    const name = optionName(option), id = `option-${name}`, before = this.given.get(this.id(option)) || '';
    const set = value => {
      this.given.set(this.id(option), value);
      this.update();
    };
    let input;
    if (!option.value) {
      input = element('input', {type: 'checkbox', id, onchange: event => set(event.target.checked ? 'yes' : '')});
      input.checked = before === 'yes';
    } else if (option.choices && option.choices.length && !isRepeated(option)) {
      input = element('select', {id, onchange: event => set(event.target.value)}, element('option', {value: ''}, ''), option.choices.map(word => element('option', {value: word, selected: word === before}, word)));
    } else if (isRepeated(option)) {
      input = element('textarea', {id, rows: 2, placeholder: `${option.value}, one on each line`, spellcheck: 'false', oninput: event => set(event.target.value)});
      input.value = before;
    } else {
      input = element('input', {id, value: before, placeholder: option.value, spellcheck: 'false', autocomplete: 'off', oninput: event => set(event.target.value), list: /FILE|\.toml|\.csv|\.h5|RULE/i.test(option.value) && !isOutput(option) ? 'files-of-the-project' : null});
    }
    input.dataset.option = name;
    const box = element('div', {class: 'verb-option'}, element('label', {for: id}, name), input, element('span', {class: 'note'}, option.text));
    if (['--json', '--quiet', '--help'].includes(name)) box.dataset.seldom = 'yes';
    return box;
  }

  /** @returns {string[]} the words behind the verb */
  words() {
    const words = this.verb && this.verb.files ? this.files.filter(Boolean) : [];
    for (const option of this.verb ? this.verb.options : []) {
      const value = (this.given.get(this.id(option)) || '').trim(), name = option.names.includes('-o') ? '-o' : optionName(option);
      if (!value) continue;
      if (!option.value) words.push(name);
      else if (isRepeated(option)) for (const one of value.split('\n').map(text => text.trim()).filter(Boolean)) words.push(name, one);
      else if (/\.\.\.|…| /.test(option.value)) words.push(name, ...shellWords(value));
      else words.push(name, value);
    }
    return words;
  }
  commandLine() { return ['flangeway', this.verb?.name || '', ...this.words()].map(shellWord).join(' '); }
  update() { if (this.line) this.line.textContent = this.commandLine(); }

  async run() {
    if (!this.verb) return;
    try {
      await runs.start(this.verb.name, this.words());
      this.message.textContent = '';
      showRuns();
      say(`Started: ${this.commandLine()}`);
    } catch (error) {
      this.message.textContent = `✖ ${error.message}`;
      throw error;
    }
  }
}

/** @param {string} verb @param {string[]} files */
function openDesk(verb, files = [], options = {}) {
  const desk = /** @type {Desk} */ (tabs.reach('verbs', () => new Desk()));
  return desk.choose(verb, files, options);
}

/** The form of a command that was run, to change it. @param {string} command */
async function openDeskFor(command) {
  const [, name, ...words] = shellWords(command), verbs = await project.verbs(), verb = verbs.find(one => one.name === name);
  if (!verb) throw new Error(`There is no verb ${name}.`);
  const files = [], options = {};
  for (let i = 0; i < words.length; ++i) {
    const [start, ...rest] = words[i].startsWith('--') ? words[i].split('=') : [words[i]], option = verb.options.find(one => one.names.includes(start));
    if (!option) files.push(words[i]);
    else if (!option.value) options[start] = 'yes';
    else {
      const value = rest.length ? rest.join('=') : words[++i] || '', key = option.names.includes('-o') ? '-o' : start;
      options[key] = isRepeated(option) && options[key] ? `${options[key]}\n${value}` : value;
    }
  }
  return openDesk(name, files, options);
}
