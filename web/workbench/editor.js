// The text editor, with the help that the descriptions of keys give.

const cm = libraries;

const highlighting = cm.HighlightStyle.define([
  {tag: cm.tags.comment, color: 'var(--faint)', fontStyle: 'italic'},
  {tag: [cm.tags.propertyName, cm.tags.definition(cm.tags.propertyName)], color: 'var(--c0)'},
  {tag: [cm.tags.string, cm.tags.special(cm.tags.string)], color: 'var(--good)'},
  {tag: [cm.tags.number, cm.tags.bool, cm.tags.atom], color: 'var(--c1)'},
  {tag: [cm.tags.bracket, cm.tags.labelName, cm.tags.keyword], color: 'var(--c3)', fontWeight: '600'},
]);

const editorTheme = cm.EditorView.theme({
  '&': {height: '100%', backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: '13px'},
  '.cm-scroller': {fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, monospace', lineHeight: '1.5'},
  '.cm-content': {caretColor: 'var(--ink)'},
  '.cm-cursor': {borderLeftColor: 'var(--ink)'},
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {background: 'var(--shade)'},
  '.cm-gutters': {backgroundColor: 'var(--card)', color: 'var(--faint)', borderRight: '1px solid var(--line)'},
  '.cm-activeLine, .cm-activeLineGutter': {backgroundColor: 'var(--active)'},
  '.cm-panels': {backgroundColor: 'var(--card)', color: 'var(--ink)'},
  '.cm-tooltip': {backgroundColor: 'var(--card)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '4px'},
  '.cm-tooltip-autocomplete ul li[aria-selected]': {backgroundColor: 'var(--c0)', color: 'var(--paper)'},
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': {color: 'var(--paper)'},
  '.cm-completionDetail': {color: 'var(--faint)', fontStyle: 'normal'},
  '.cm-key-help': {padding: '.4rem .6rem', maxWidth: '32rem', fontFamily: 'system-ui, sans-serif', fontSize: '.85rem'},
  '.cm-collapsedLines': {background: 'var(--card)', color: 'var(--faint)', borderTop: '1px solid var(--line)', borderBottom: '1px solid var(--line)'},
  '.cm-shown-line': {backgroundColor: 'var(--shade)'},
});

/** "number ≥ 0 in m; default 0.5" @param {SchemaKey} key */
function kindText(key) {
  const range = /[≥≤<>]|from /.test(key.type) ? '' : rangeText(key);
  const unit = key.unit && !key.type.includes(` in ${key.unit}`) ? ` in ${key.unit}` : '';
  return [`${key.type}${range ? ' ' + range : ''}${unit}`, key.required ? 'required' : key.default !== '' && key.default !== null ? `default ${key.default}` : ''].filter(Boolean).join('; ');
}

/** @param {SchemaKey} key */
function rangeText(key) {
  const {least, greatest, exclusive} = key, has = value => value !== null && value !== undefined;
  if (has(least) && has(greatest)) return `${least} to ${greatest}`;
  if (has(least)) return `${exclusive ? '>' : '≥'} ${least}`;
  return has(greatest) ? `${exclusive ? '<' : '≤'} ${greatest}` : '';
}

/** @param {string} name @param {SchemaKey | undefined} key */
function helpOf(name, key, word = '') {
  const box = element('div', {class: 'cm-key-help'}, element('strong', {}, name));
  if (!key) return box;
  const chosen = key.choices.find(choice => choice.word === word);
  box.append(element('div', {class: 'note'}, kindText(key)), element('div', {}, key.help));
  if (chosen && chosen.help) box.append(element('div', {}, element('code', {}, chosen.word), ': ', chosen.help));
  else if (key.choices.length) box.append(element('ul', {}, key.choices.map(choice => element('li', {}, element('code', {}, choice.word), choice.help ? ': ' + choice.help : ''))));
  return box;
}

/** Words of the project's files for keys that name one. */
function filesFor(key, path) {
  const kinds = {vehicle: ['vehicle'], track: ['track'], case: ['case'], profile: ['profile'], wheel_profile: ['profile'], rail_profile: ['profile'], file: []}[key.name.split('.').pop().replace('[]', '')];
  if (!kinds) return [];
  const here = path.split('/').slice(0, -1);
  const isProfileTable = entry => kinds.includes('profile') && entry.path.endsWith('.csv');
  return project.files.filter(entry => kinds.length ? kinds.includes(entry.kind) || isProfileTable(entry) : entry.kind !== 'result').filter(entry => entry.path !== path).map(entry => relativePath(here, entry.path));
}

/** @param {string[]} here */
function relativePath(here, path) {
  const there = path.split('/');
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) ++same;
  return [...here.slice(same).map(() => '..'), ...there.slice(same)].join('/');
}

/** @param {KeyNames} names @param {string} path */
const completions = (names, path) => context => {
  const place = placeAt(context.state.doc, context.pos, names), word = context.matchBefore(/[A-Za-z0-9_-]*$/);
  const from = word ? word.from : context.pos;
  if (!context.explicit && from === context.pos && place.kind !== 'value') return null;
  if (place.kind === 'header') return headerOptions(context, names);
  if (place.kind === 'key') {
    const rest = context.state.doc.lineAt(context.pos).text.slice(context.pos - context.state.doc.lineAt(context.pos).from);
    const options = names.below(place.table).map(({name, key, table, list}) => ({
      label: name, type: table ? 'namespace' : 'property', detail: key ? kindText(key) : list ? 'list of tables' : 'table',
      info: key && key.help ? () => helpOf(key.name, key) : undefined, apply: /^\s*=/.test(rest) ? name : `${name} = `,
    }));
    return {from, options, validFor: /^[A-Za-z0-9_-]*$/};
  }
  const key = place.key && names.get(place.key);
  return key ? valueOptions(context, key, path) : null;
};

function headerOptions(context, names) {
  const typed = context.matchBefore(/\[\[?[^\]]*$/);
  if (!typed) return null;
  const tables = new Set(names.keys.flatMap(key => [...key.name.matchAll(/\.|\[\]/g)].map(match => key.name.slice(0, match.index))));
  const closing = context.state.sliceDoc(context.pos, context.pos + 2).match(/^\]*/)[0].length;
  const options = [...tables].filter(Boolean).map(table => {
    const list = names.lists.has(table), plain = table.replace(/\[\]/g, ''), key = names.get(table);
    return {label: list ? `[[${plain}]]` : `[${plain}]`, type: 'namespace', info: key && key.help ? () => helpOf(plain, key) : undefined,
      apply: (view, completion, from, to) => view.dispatch({changes: {from, to: to + closing, insert: completion.label}, selection: {anchor: from + completion.label.length}})};
  });
  return {from: typed.from, options, validFor: /^\[\[?[^\]]*$/};
}

function valueOptions(context, key, path) {
  const typed = context.matchBefore(/"?[A-Za-z0-9_./-]*$/), from = typed ? typed.from : context.pos;
  const words = key.choices.length ? key.choices.map(choice => ({label: `"${choice.word}"`, info: choice.help || undefined})) :
    /^(boolean|true or false)/.test(key.type) ? [{label: 'true'}, {label: 'false'}] : filesFor(key, path).map(file => ({label: `"${file}"`}));
  if (!words.length) return null;
  const closing = context.state.sliceDoc(context.pos, context.pos + 1) === '"' ? 1 : 0;
  return {from, validFor: /^"?[A-Za-z0-9_./-]*$/, options: words.map(word => ({...word, type: 'enum',
    apply: (view, completion, start, end) => view.dispatch({changes: {from: start, to: end + closing, insert: completion.label}, selection: {anchor: start + completion.label.length}})}))};
}

/** One change that makes one text of another, as small as prefix and suffix let it be. */
function smallestChange(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0, end = 0;
  while (start < most && before[start] === after[start]) ++start;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) ++end;
  return {from: start, to: before.length - end, insert: after.slice(start, after.length - end)};
}

/** @type {import('@codemirror/state').StateEffectType<number>} */
const showLine = cm.StateEffect.define();
const shownLine = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(shown, transaction) {
    let next = transaction.docChanged ? cm.Decoration.none : shown;
    for (const effect of transaction.effects) if (effect.is(showLine)) {
      next = effect.value ? cm.Decoration.set([cm.Decoration.line({class: 'cm-shown-line'}).range(transaction.newDoc.line(effect.value).from)]) : cm.Decoration.none;
    }
    return next;
  },
  provide: field => cm.EditorView.decorations.from(field),
});

class TextEditor {
  /**
   * @param {{text: string, path: string, keys: SchemaKey[], label: string, changed: () => void, moved: () => void, save: () => void}} options
   */
  constructor({text, path, keys, label, changed, moved, save}) {
    this.names = new KeyNames(keys);
    const help = keys.length ? [
      cm.autocompletion({override: [completions(this.names, path)], icons: false}),
      cm.hoverTooltip((view, at) => {
        const found = describedAt(view.state.doc, at, this.names);
        return found && found.key ? {pos: found.from, end: found.to, above: true, create: () => ({dom: helpOf(found.name, found.key, found.word)})} : null;
      }),
    ] : [];
    const toml = path.endsWith('.toml') ? [cm.StreamLanguage.define(cm.toml), cm.syntaxHighlighting(highlighting), cm.bracketMatching(), cm.closeBrackets()] : [];
    this.view = new cm.EditorView({
      state: cm.EditorState.create({doc: text, extensions: [
        cm.lineNumbers(), cm.highlightActiveLineGutter(), cm.highlightSpecialChars(), cm.history(), cm.drawSelection(), cm.dropCursor(),
        cm.highlightActiveLine(), cm.highlightSelectionMatches(), cm.lintGutter(), shownLine, ...toml, ...help, editorTheme,
        // Bytes of the file that are not changed stay as they are, line endings too.
        cm.EditorState.lineSeparator.of(/\r\n/.test(text) && !/(^|[^\r])\n/.test(text) ? '\r\n' : '\n'),
        cm.keymap.of([{key: 'Mod-s', run: () => { save(); return true; }}, ...cm.closeBracketsKeymap, ...cm.defaultKeymap, ...cm.searchKeymap, ...cm.historyKeymap,
          ...cm.completionKeymap, ...cm.lintKeymap]),
        cm.EditorView.contentAttributes.of({'aria-label': label}),
        cm.EditorView.updateListener.of(update => {
          if (update.docChanged) changed();
          if (update.selectionSet && !update.docChanged) moved();
        }),
      ]}),
    });
  }
  get text() { return this.view.state.sliceDoc(); }
  get line() { return this.view.state.doc.lineAt(this.view.state.selection.main.head).number; }
  /** Makes the text another one by one change that undo takes back; the cursor stays where it was. */
  become(text) {
    const change = smallestChange(this.text, text);
    if (change.from === change.to && !change.insert) return;
    // Positions of the editor count each line ending as one.
    const ending = this.view.state.lineBreak;
    const at = offset => ending.length === 1 ? offset : offset - (this.text.slice(0, offset).match(/\r\n/g) || []).length;
    this.view.dispatch({changes: {from: at(change.from), to: at(change.to), insert: this.view.state.toText(change.insert)},
      annotations: cm.isolateHistory.of('full'), userEvent: 'input.form'});
  }
  show(line, focus = true) {
    const {doc} = this.view.state, shown = doc.line(clamp(line, 1, doc.lines));
    this.view.dispatch({selection: {anchor: shown.from}, effects: [cm.EditorView.scrollIntoView(shown.from, {y: 'center'}), showLine.of(shown.number)]});
    if (focus) this.view.focus();
  }
  /** Marks a line without moving the cursor. */
  mark(line) {
    const {doc} = this.view.state;
    if (line < 1 || line > doc.lines) return;
    this.view.dispatch({effects: [showLine.of(line), cm.EditorView.scrollIntoView(doc.line(line).from, {y: 'nearest', yMargin: 40})]});
  }
  /** @param {Finding[]} findings */
  setFindings(findings) {
    const {doc} = this.view.state;
    const marks = findings.filter(finding => finding.line > 0 && finding.line <= doc.lines).map(finding => {
      const line = doc.line(finding.line), from = Math.min(line.from + Math.max(0, finding.column - 1), line.to);
      const word = /^(?:"[^"]*"|[^\s,#\]}]+)/.exec(doc.sliceString(from, line.to));
      return {from, to: word ? from + word[0].length : line.to, severity: {error: 'error', warning: 'warning', note: 'info'}[finding.severity] || 'error',
        message: finding.text || [finding.key && `${finding.key}:`, finding.problem, finding.value, finding.remedy].filter(Boolean).join(' '), source: finding.key};
    });
    this.view.dispatch(cm.setDiagnostics(this.view.state, /** @type {any} */ (marks.sort((a, b) => a.from - b.from))));
  }
  undo() { cm.undo(this.view); }
  redo() { cm.redo(this.view); }
}
