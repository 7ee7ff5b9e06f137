// The files of the project as the server has them, and its descriptions of keys and verbs.

const kindTitles = {
  case: 'Cases', vehicle: 'Vehicles', track: 'Tracks', profile: 'Profiles', study: 'Studies', contact: 'Contact cases', line: 'Lines',
  rule: 'Rules', wear: 'Wear laws', result: 'Results', page: 'Pages and pictures', other: 'Other files',
};
/** Kinds of files whose keys the server describes, and which have tables. */
const describedKinds = new Set(['case', 'vehicle', 'track', 'study', 'contact', 'line', 'rule', 'wear', 'layout', 'symbolic']);

const project = {
  /** @type {Project} */
  content: {name: '', folder: '', version: '', entries: []},
  changed: new Signal(),
  /** Paths of files that changed on the disk, of this browser or others. */
  touched: new Signal(),
  /** @type {Map<string, Promise<SchemaKey[]>>} */
  schemas: new Map(),
  /** @type {Promise<Verb[]> | null} */
  verbList: null,

  async load() {
    this.content = await api.get('/api/project');
    document.title = `${this.content.name} – Flangeway`;
    this.changed.tell();
  },
  get files() { return this.content.entries.filter(entry => entry.kind !== 'folder'); },
  /** @param {string} path */
  entry(path) { return this.content.entries.find(entry => entry.path === path); },
  /** @param {string[]} kinds */
  pathsOf(...kinds) { return this.files.filter(entry => kinds.includes(entry.kind)).map(entry => entry.path); },

  /** @param {string} kind */
  schema(kind) {
    if (!describedKinds.has(kind)) return Promise.resolve([]);
    if (!this.schemas.has(kind)) this.schemas.set(kind, api.get('/api/schema', {kind}).then(answer => answer.keys.map(completeKey), () => []));
    return /** @type {Promise<SchemaKey[]>} */ (this.schemas.get(kind));
  },
  /** Templates of projects: [name, title]. @returns {Promise<[string, string][]>} */
  templates: () => api.get('/api/templates').then(answer => answer.templates.map(one => [one.name, one.title || one.name])),
  verbs() {
    if (!this.verbList) this.verbList = api.get('/api/verbs').then(answer => answer.verbs);
    return this.verbList;
  },
};

/** Choices may come as words alone. @returns {SchemaKey} */
function completeKey(key) {
  const choices = (key.choices || []).map(choice => typeof choice === 'string' ? {word: choice, help: ''} : {word: choice.word || choice.name, help: choice.help || choice.text || ''});
  return {...key, choices, unit: key.unit || '', help: key.help || '', default: key.default ?? '', type: key.type || ''};
}

/** A path that no file has, made of a stem and an ending. */
function freePath(stem, ending) {
  let path = `${stem}${ending}`;
  for (let i = 2; project.entry(path); ++i) path = `${stem}_${i}${ending}`;
  return path;
}

const baseName = path => path.split('/').pop() || path;
const stemOf = path => baseName(path).replace(/\.[^.]*$/, '');
const endingOf = path => (/\.[^./]*$/.exec(path) || [''])[0].toLowerCase();

/** Listens to the server; after a broken connection everything is read again. */
function listenToServer() {
  const events = new EventSource('/api/events');
  const reload = debounced(() => project.load().catch(report), 120);
  let broken = false;
  events.addEventListener('open', () => {
    if (broken) {
      broken = false;
      say('Connected again.');
      reload();
      runs.load();
      project.touched.tell(null);
    }
    document.documentElement.dataset.connected = 'yes';
  });
  events.addEventListener('error', () => {
    document.documentElement.dataset.connected = 'no';
    if (!broken) say('The server does not answer. Is `flangeway serve` still running?', 'error');
    broken = true;
  });
  events.addEventListener('project', event => {
    const news = JSON.parse(event.data || '[]');
    reload();
    project.touched.tell(news && !news.missed ? news.paths || news : null);
  });
  events.addEventListener('run', event => runs.take(JSON.parse(event.data)));
}
