// A file that is edited: its text, the form beside it, what the reader finds, and the pages that show the model.

/** Pages at hand beside a file: [text of the button, verb, kinds]. @type {[string, string, string[]][]} */
const sidePages = [['3D', 'view', ['vehicle', 'case']], ['Check', 'check', ['vehicle', 'case', 'profile']], ['Line', 'line', ['track']], ['Drawing', 'track', ['track']], ['Drawing', 'profile', ['profile']]];

class FileTab {
  /** @param {string} path */
  constructor(path) {
    this.key = this.path = path;
    this.title = baseName(path);
    this.saved = null;
    this.version = null;
    this.pending = {};
    this.findings = [];
    /** @type {ReturnType<typeof pointsOf>} */
    this.points = new Map();
    /** @type {TrackDesk | null} */
    this.line = null;
    this.busy = false;
    this.box = element('div', {class: 'file-tab'}, element('p', {class: 'hint'}, `Reading ${path} …`));
    this.recheck = debounced(() => this.check().catch(report), 250);
    const onMessage = event => this.onMessage(event);
    addEventListener('message', onMessage);
    const endsTouched = project.touched.on(paths => { if (!paths || paths.includes(this.path)) this.readAgain().catch(report); });
    this.ends = () => {
      endsTouched();
      removeEventListener('message', onMessage);
    };
    this.ready = this.load().catch(error => refill(this.box, element('div', {class: 'hint'}, element('h2', {}, this.title), element('p', {}, error.message),
      button('Download', () => download(this.path)), button('Try again', () => this.load().catch(report)))));
  }

  async load() {
    const file = await api.get('/api/file', {path: this.path});
    this.kind = file.kind;
    this.saved = file.text;
    this.version = file.version;
    const keys = await project.schema(file.kind);
    this.editor = new TextEditor({text: file.text, path: this.path, keys, label: `text of ${this.path}`, changed: () => this.onChange(), moved: () => this.onMove(), save: acting(() => this.save())});
    this.form = keys.length ? new Form(keys, {edit: (key, change) => this.edit(key, change), reach: (line, key) => {
      this.editor.mark(line);
      this.tellPicture(key);
    }}) : null;
    this.build();
    await this.check();
    if (this.wanted) this.goTo(this.wanted.line, this.wanted.key);
  }

  build() {
    this.state = element('span', {class: 'file-state'});
    this.banner = element('div', {class: 'banner', hidden: true, role: 'alert'});
    this.findingList = element('div', {class: 'findings', 'aria-label': 'findings', role: 'region'});
    this.side = element('div', {class: 'file-side', hidden: true});
    const text = element('div', {class: 'file-text'}, element('div', {class: 'editor-place'}, this.editor.view.dom), this.findingList);
    const form = this.form ? element('div', {class: 'file-form'}, this.form.box) : null, bars = form ? splitter(form, {name: 'form', label: 'width of the form', size: 400, least: 220}) : null;
    this.sideBar = splitter(this.side, {name: 'side', label: 'width of the page beside', after: true, size: 460, least: 220});
    this.sideBar.hidden = true;
    const toggle = (name, shown, act) => button(name, () => {
      const now = made(name).getAttribute('aria-pressed') !== 'true';
      made(name).setAttribute('aria-pressed', String(now));
      act(now);
    }, {'aria-pressed': String(shown), 'data-pane': name});
    const made = name => /** @type {HTMLElement} */ (this.box.querySelector(`[data-pane="${name}"]`));
    const verbs = verbsOfKind[this.kind] || [];
    this.sideButtons = sidePages.filter(([, , kinds]) => kinds.includes(this.kind)).map(([name, verb]) => button(name, () => this.showSide(verb), {'data-side': verb, 'aria-pressed': 'false'}));
    refill(this.box, element('div', {class: 'bar', role: 'toolbar', 'aria-label': `tools of ${this.title}`},
      button('Save', () => this.save(), {class: 'save', title: 'Ctrl+S'}), button('↶', () => this.editor.undo(), {title: 'undo (Ctrl+Z)', 'aria-label': 'undo'}), button('↷', () => this.editor.redo(), {title: 'redo (Ctrl+Y)', 'aria-label': 'redo'}),
      this.form ? [toggle('Form', true, shown => { form.hidden = bars.hidden = !shown; }), toggle('Text', true, shown => { text.hidden = !shown; form.classList.toggle('alone', !shown); })] : null,
      this.sideButtons, verbs.map(([words, verb]) => button(words, () => this.openVerb(verb), {'data-verb': verb})),
      this.state, element('span', {class: 'path'}, this.path)), this.banner,
    element('div', {class: 'file-body'}, form, bars, text, this.sideBar, this.side));
    this.mark();
  }

  dirty() { return this.saved !== null && this.editor && this.editor.text !== this.saved; }
  mark() {
    const dirty = this.dirty();
    this.box.classList.toggle('dirty', Boolean(dirty));
    const saver = /** @type {HTMLButtonElement | null} */ (this.box.querySelector('button.save'));
    if (saver) saver.disabled = !dirty;
    tabs.mark();
  }
  onChange() {
    this.mark();
    this.box.dataset.checked = 'no';
    this.recheck();
  }
  onMove() {
    if (!this.form) return;
    const key = this.form.keyAt(this.editor.line);
    this.form.goTo(key);
    this.tellPicture(key);
  }

  /** What the reader finds in the present text, and the form of it; an answer about an older text counts no more. */
  async check() {
    const text = this.editor.text;
    const [findings, outline] = await Promise.all([api.post('/api/check', {path: this.path, text}).then(answer => answer.findings),
      this.form ? api.post('/api/outline', {path: this.path, text}).catch(() => null) : null]);
    if (text !== this.editor.text) return;
    this.findings = findings;
    this.editor.setFindings(findings.filter(finding => !finding.file || this.isOwn(finding.file)));
    if (this.form) {
      this.form.update(outline);
      this.form.setFindings(findings);
      if (outline) this.tellPlaces();
      if (this.line && this.sideVerb === 'line') this.line.update().catch(report);
    }
    this.drawFindings();
    this.box.dataset.checked = 'yes';
  }
  isOwn(file) { return file === this.path || baseName(file) === baseName(this.path); }
  drawFindings() {
    const count = severity => this.findings.filter(finding => finding.severity === severity).length;
    const words = [['error', 'errors', 'error'], ['warning', 'warnings', 'warning'], ['note', 'notes', 'note']].filter(([severity]) => count(severity))
      .map(([severity, many, one]) => `${signOf(severity)} ${count(severity)} ${count(severity) === 1 ? one : many}`);
    this.state.textContent = words.join('  ') || '✔ nothing found';
    this.state.className = `file-state ${count('error') ? 'error' : count('warning') ? 'warning' : 'good'}`;
    this.findingList.hidden = !this.findings.length;
    refill(this.findingList, ...this.findings.map(finding => element('button', {type: 'button', class: `finding ${finding.severity}`, onclick: () => {
      if (finding.file && !this.isOwn(finding.file)) openFile(finding.file, {line: finding.line});
      else this.goTo(finding.line, finding.key);
    }}, element('span', {class: 'sign'}, signOf(finding.severity)), element('span', {class: 'place'}, finding.file && !this.isOwn(finding.file) ? `${finding.file}:${finding.line}` : finding.line ? `line ${finding.line}` : ''),
    element('span', {}, element('strong', {}, finding.key), finding.key ? ': ' : '', problemText(finding), finding.remedy ? element('em', {}, ` ${finding.remedy}`) : null))));
  }

  /** @param {string} key @param {{value?: any, literal?: string}} change */
  async edit(key, change) {
    const before = this.editor.text, answer = await api.post('/api/edit', {path: this.path, text: before, key, ...change});
    if (this.editor.text !== before) throw new Error('The text has changed meanwhile; change the value again.');
    this.editor.become(answer.text);
    await this.check();
  }
  goTo(line, key = '') {
    this.wanted = {line, key};
    if (!this.editor || !this.box.dataset.checked) return;
    if (line) this.editor.show(line);
    if (this.form && key) this.form.goTo(key);
  }

  /** What was chosen, moved or looked at in the picture beside the text. */
  onMessage(event) {
    const frame = this.side && this.side.querySelector('iframe'), data = event.data;
    if (!frame || event.source !== frame.contentWindow || !data || !this.form) return;
    if (typeof data.flangewayChosen === 'string') this.onChosen(data.flangewayChosen);
    if (data.flangewayMoved) this.onMoved(data.flangewayMoved).catch(report);
    if (data.flangewayCamera) this.camera = data.flangewayCamera;
  }
  /** @param {string} name */
  onChosen(name) {
    const points = this.points.get(name), key = points ? Object.values(points)[0].key.replace(/\.[^.]*$/, '') : '';
    const node = this.form.keyNamed(name) || this.form.keyNamed(name.replace(/_(left|right)$/, '')) || (key && this.form.nodeOf(key));  // of a mirrored entry, or of a copy
    if (!node) return say(`${this.path} has no entry with the name ${name}; it comes from a part.`);
    this.chosenName = name;
    this.form.goTo(node.key);
    this.editor.show(node.line, false);
  }
  /** The numbers of a point that was moved in the picture, into the text. @param {{name: string, key: string, place: number[]}} moved */
  async onMoved({name, key, place}) {
    const point = (this.points.get(name) || {})[key];
    if (!point || !Array.isArray(place) || place.length !== point.numbers.length || !place.every(Number.isFinite)) return;
    await this.edit(point.key, {literal: withNumbers(point.text, point.numbers, toFile(place, point))});
    this.form.goTo(point.key);
    say(`${name}: ${point.key} was moved in the picture. Undo takes it back.`);
  }
  get picture() {
    const frame = this.side && this.side.querySelector('iframe');
    return frame && this.sideVerb === 'view' ? frame.contentWindow : null;
  }
  /** The picture follows the text, saved or not. */
  tellPlaces() {
    if (this.form && this.form.root) this.points = pointsOf(this.form.root);
    this.picture?.postMessage({flangewayPlaces: placesForPicture(this.points)}, '*');
  }
  /** A new picture stands where the old one did, with the same thing chosen. */
  greetPicture() {
    if (this.camera) this.picture?.postMessage({flangewayCamera: this.camera}, '*');
    this.tellPlaces();
    if (this.chosenName) this.picture?.postMessage({flangewayChosen: this.chosenName}, '*');
  }
  /** Shows in the picture what the cursor or the form is at. */
  tellPicture(key) {
    const name = this.form && this.form.nameAt(key);
    if (name && name !== this.toldName) {
      this.picture?.postMessage({flangewayChosen: name}, '*');
      this.chosenName = name;
    }
    this.toldName = name;
  }

  /** @returns {Promise<boolean>} whether the file has the present text now */
  async save() {
    if (!this.editor || this.busy) return false;
    if (!this.dirty()) return true;
    const text = this.editor.text;
    this.busy = true;
    try {
      const answer = await api.put('/api/file', {path: this.path, text, version: this.version});
      this.saved = text;
      this.version = answer.version;
      this.banner.hidden = true;
      say(`Saved ${this.path}.`);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) throw error;
      this.busy = false;
      return this.merge(error.answer.text, error.answer.version);
    } finally {
      this.busy = false;
      this.mark();
    }
    if (!this.side.hidden) this.makeSide().catch(report);
    return true;
  }

  /** The file has changed on the disk since it was read: both are shown, and the person joins them. */
  async merge(theirs, version) {
    if (theirs === null || theirs === undefined) {
      if (!await confirmed(`${this.path} is no longer there`, 'It was deleted or renamed since it was read.', 'Write it anew')) return false;
      this.version = null;
      return this.save();
    }
    const mine = this.editor.text;
    const merged = await dialog(`${this.path} was changed by somebody else`, close => {
      const view = new cm.MergeView({
        a: {doc: theirs, extensions: [cm.lineNumbers(), editorTheme, cm.EditorState.readOnly.of(true), cm.EditorView.contentAttributes.of({'aria-label': 'text on the disk'})]},
        b: {doc: mine, extensions: [cm.lineNumbers(), editorTheme, cm.keymap.of([...cm.defaultKeymap, ...cm.historyKeymap]), cm.history(), cm.EditorView.contentAttributes.of({'aria-label': 'your text'})]},
        revertControls: 'a-to-b', highlightChanges: true, gutter: true, collapseUnchanged: {margin: 3, minSize: 6},
      });
      return [element('p', {}, 'Left: the text on the disk. Right: yours, which can be edited; an arrow takes a part over from the left.'), element('div', {class: 'merge'}, view.dom),
        element('div', {class: 'answers'}, button('Cancel', () => close(null)), button('Take the text on the disk', () => close(theirs)), button('Save the right text', () => close(view.b.state.sliceDoc()), {class: 'main'}))];
    }, 'wide');
    if (merged === null) return false;
    this.saved = theirs;
    this.version = version;
    this.banner.hidden = true;
    this.editor.become(merged);
    this.mark();
    return merged === theirs ? true : this.save();
  }

  /** The file may have changed on the disk. */
  async readAgain() {
    if (this.saved === null || this.busy) return;
    const entry = project.entry(this.path);
    let file;
    try {
      file = await api.get('/api/file', {path: this.path});
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) this.tell('This file is no longer there.', []);
      else if (entry) throw error;
      return;
    }
    if (file.version === this.version || this.busy) return;
    if (this.dirty()) {
      this.tell('This file was changed by somebody else.', [button('Compare and merge…', async () => {
        const now = await api.get('/api/file', {path: this.path});
        return this.merge(now.text, now.version);
      })]);
      return;
    }
    this.saved = file.text;
    this.version = file.version;
    this.editor.become(file.text);
    this.mark();
    say(`${this.path} was changed outside and read again.`);
    if (!this.side.hidden) this.makeSide().catch(report);
  }
  tell(text, buttons) {
    refill(this.banner, element('span', {}, '⚠ ' + text), ...buttons);
    this.banner.hidden = false;
  }
  renamed(path) {
    this.path = path;
    tabs.rename(this, path, baseName(path));
    const shown = this.box.querySelector('.path');
    if (shown) shown.textContent = path;
  }

  async openVerb(verb) {
    if (this.dirty() && !await this.save()) return;
    openDesk(verb, [this.path]);
  }

  /** Shows the page of a verb beside the text, or takes it away. */
  async showSide(verb) {
    if (this.sideVerb === verb && !this.side.hidden) {
      this.side.hidden = this.sideBar.hidden = true;
    } else {
      this.sideVerb = verb;
      this.side.hidden = this.sideBar.hidden = false;
    }
    for (const one of this.sideButtons) one.setAttribute('aria-pressed', String(!this.side.hidden && one.dataset.side === verb));
    if (this.side.hidden) return;
    if (verb === 'line') return this.showLine();
    if (this.dirty() && !await this.save()) return;
    await this.makeSide();
  }
  /** The line of a track, saved or not. */
  async showLine() {
    this.line = this.line || new TrackDesk(this);
    refill(this.side, this.line.box);
    await this.line.update();
  }
  async makeSide() {
    if (this.sideVerb === 'line') return;  // it follows the text
    const verb = this.sideVerb, isPicture = ['track', 'profile'].includes(verb);
    const page = `.flangeway/pages/${this.path.replace(/[^A-Za-z0-9._-]/g, '_')}.${verb}.${isPicture ? 'svg' : 'html'}`;
    const turn = this.turn = (this.turn || 0) + 1;
    if (!this.side.querySelector('iframe')) refill(this.side, element('p', {class: 'hint'}, `flangeway ${verb} ${this.path} …`));
    this.side.dataset.page = 'waiting';
    const run = await runs.start(verb, [this.path, isPicture ? '--plot' : '-o', page, '--force']).then(id => runs.end(id));
    if (turn !== this.turn) return;
    this.side.dataset.page = run.state;
    if (run.state === 'done') {
      const frame = pageFrame(page, `${verb} of ${this.path}`);
      frame.addEventListener('load', () => this.greetPicture());
      refill(this.side, frame);
    }
    else refill(this.side, element('div', {class: 'hint'}, element('h2', {}, `✖ flangeway ${verb} found errors`), element('pre', {}, run.lines.join('\n'))));
  }
  closed() {
    this.ends();
    if (this.editor) this.editor.view.destroy();
  }
}
