// Which key of a TOML text is at a place, so far as help and completion need it. The server alone reads and checks.

const headerPattern = /^\s*\[\[?\s*(["A-Za-z_][^\]#]*?)\s*\]\]?\s*(#.*)?$/;
const statementPattern = /^\s*((?:[A-Za-z0-9_-]+|"[^"]*")(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"))*)\s*=/;

/** 'bodies[2].mass' as descriptions name it: 'bodies[].mass'. */
const schemaName = key => key.replace(/\[\d+\]/g, '[]');

class KeyNames {
  /** @param {SchemaKey[]} keys */
  constructor(keys) {
    this.keys = keys;
    this.byName = new Map(keys.map(key => [key.name, key]));
    /** Names that have entries, such as 'bodies[]'. */
    this.lists = new Set(keys.flatMap(key => [...key.name.matchAll(/\[\]/g)].map(match => key.name.slice(0, match.index))));
  }
  /** A dotted name of the text with [] behind the names of lists. @param {string} prefix @param {string[]} parts */
  joined(prefix, parts) {
    let name = prefix;
    for (const part of parts) {
      name = name ? `${name}.${part}` : part;
      if (this.lists.has(name)) name += '[]';
    }
    return name;
  }
  get(name) { return this.byName.get(name) || this.byName.get(name.replace(/\[\]$/, '')); }
  /** The names that may follow a prefix, each with its description where it has one. @param {string} prefix */
  below(prefix) {
    const start = prefix ? prefix + '.' : '', found = new Map();
    for (const key of this.keys) {
      if (!key.name.startsWith(start)) continue;
      const rest = key.name.slice(start.length), name = rest.split(/\.|\[\]/)[0];
      if (name && (!found.has(name) || rest === name)) found.set(name, {name, key: rest === name ? key : found.get(name)?.key, table: rest !== name, list: this.lists.has(start + name)});
    }
    return [...found.values()];
  }
}

const partsOf = dotted => dotted.split('.').map(part => part.trim().replace(/^"|"$/g, ''));

/** The header above a line. @param {any} doc of the editor */
function headerAbove(doc, number) {
  for (let at = number; at > 0; --at) {
    const match = headerPattern.exec(doc.line(at).text);
    if (match) return partsOf(match[1]);
  }
  return [];
}

/** The line where the statement at a line begins: values may go on over several lines. */
function statementStart(doc, number) {
  for (let at = number; at > Math.max(0, number - 400); --at) {
    const {text} = doc.line(at);
    if (headerPattern.test(text) || statementPattern.test(text)) return at;
    if (at !== number && !/[,[{]\s*(#.*)?$/.test(text)) return number;
  }
  return number;
}

/**
 * Reads a statement up to a place: the names of the tables that are open there, the key whose value it is (or null), the unfinished word.
 * @param {string} text
 */
function readStatement(text) {
  /** @type {{mark: string, key: string | null}[]} */
  const frames = [{mark: '', key: null}];
  let word = '', quote = '';
  const top = () => frames[frames.length - 1];
  for (const letter of text) {
    if (quote) {
      if (letter === quote) quote = '';
      word += letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word += letter;
    } else if (letter === '=') {
      top().key = word.trim();
      word = '';
    } else if (letter === '{' || letter === '[') {
      frames.push({mark: letter, key: null});
      word = '';
    } else if (letter === '}' || letter === ']') {
      if (frames.length > 1) frames.pop();
      word = '';
    } else if (letter === ',' || letter === '\n') {
      if (top().mark === '{') top().key = null;
      word = '';
    } else {
      word += letter;
    }
  }
  const tables = frames.slice(0, -1).filter(frame => frame.key !== null).flatMap(frame => partsOf(frame.key || ''));
  return {tables, key: top().key, mark: top().mark, word: word.trim()};
}

/**
 * The place of a text: in a header, at a key or in a value, with the name of the table as descriptions have it.
 * @param {any} doc @param {number} at @param {KeyNames} names
 */
function placeAt(doc, at, names) {
  const line = doc.lineAt(at), before = line.text.slice(0, at - line.from);
  if (/^\s*\[\[?[^\]=]*$/.test(before) && !/^\s*\[\[?\s*["'0-9.+-]/.test(before) && statementStart(doc, line.number) === line.number) {
    const typed = /\[\[?\s*(.*)$/.exec(before);
    return {kind: 'header', table: '', key: null, word: typed ? typed[1] : ''};
  }
  const start = statementStart(doc, line.number), header = headerPattern.test(doc.line(start).text) ? start : start - 1;
  const statement = readStatement(doc.sliceString(headerPattern.test(doc.line(start).text) && start !== line.number ? line.from : doc.line(start).from, at));
  const table = names.joined('', [...headerAbove(doc, Math.max(header, 0)), ...statement.tables]);
  if (statement.key !== null) return {kind: 'value', table, key: names.joined(table, partsOf(statement.key)), word: statement.word};
  return {kind: statement.mark === '[' ? 'entry' : 'key', table, key: null, word: statement.word};
}

/** The description of what is under the pointer, and its stretch of the text. @param {any} doc @param {number} at @param {KeyNames} names */
function describedAt(doc, at, names) {
  const line = doc.lineAt(at), offset = at - line.from;
  const word = [...line.text.matchAll(/[A-Za-z0-9_-]+/g)].find(match => match.index <= offset && offset <= match.index + match[0].length);
  if (!word) return null;
  const from = line.from + word.index, to = from + word[0].length;
  if (headerPattern.test(line.text)) {
    const name = names.joined('', partsOf(line.text.slice(0, to - line.from).replace(/^[\s[]+/, '')));
    return {name, key: names.get(name), from, to, word: word[0]};
  }
  const isKey = /^\s*(\.\s*[A-Za-z0-9_-]+\s*)*=/.test(line.text.slice(to - line.from));
  const place = placeAt(doc, from, names);
  const name = isKey || place.kind === 'key' ? names.joined(place.table, partsOf((place.word || '') + word[0])) : place.key;
  return name ? {name, key: names.get(name), from, to, word: word[0]} : null;
}
