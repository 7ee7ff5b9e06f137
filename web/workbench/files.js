// What can be done with whole files.

/** Verbs at hand for a kind of file: [text of the menu, verb]. */
const verbsOfKind = {
  case: [['Run…', 'run'], ['Stability…', 'stability'], ['Quasi-static tests…', 'quasistatic'], ['Linear response…', 'response']],
  vehicle: [['Modes…', 'modes']],
  track: [['Draw and judge…', 'track']],
  profile: [['Draw…', 'profile'], ['Conicity…', 'conicity']],
  study: [['Run the study…', 'study']],
  contact: [['Solve…', 'contact']],
  line: [['Evolve the profiles…', 'evolve']],
  result: [['Report…', 'report'], ['View in 3D…', 'view'], ['Assess…', 'assess'], ['Wear…', 'wear'], ['Archive…', 'archive']],
};

/** @param {Entry} entry @returns {([string, () => any] | null)[]} */
function fileActions(entry) {
  return [
    ['Open', () => openFile(entry.path)],
    entry.kind === 'result' ? ['Open beside the results that are open', () => addResult(entry.path)] : ['Open as text', () => openFile(entry.path, {asText: true})],
    ['Download', () => download(entry.path)],
    null,
    ...(verbsOfKind[entry.kind] || []).map(([text, verb]) => /** @type {[string, () => any]} */ ([text, () => openDesk(verb, [entry.path])])),
    ['Other verbs…', () => openDesk('', [entry.path])],
    null,
    ['Duplicate…', () => duplicateFile(entry)],
    ['Rename…', () => renameFile(entry)],
    ['Delete…', () => deleteFile(entry)],
  ];
}

function download(path) {
  const link = element('a', {href: api.rawAddress(path), download: baseName(path)});
  document.body.append(link);
  link.click();
  link.remove();
}

/** @param {Entry} entry */
async function duplicateFile(entry) {
  const ending = endingOf(entry.path);
  const answer = await ask(`Duplicate ${entry.path}`, [{name: 'to', label: 'Name of the copy', value: freePath(entry.path.slice(0, entry.path.length - ending.length) + '_copy', ending)}], 'Duplicate');
  if (!answer) return;
  await api.post('/api/file/duplicate', {from: entry.path, to: answer.to});
  await project.load();
  if (entry.kind !== 'result') openFile(answer.to);
}

/** @param {Entry} entry */
async function renameFile(entry) {
  const answer = await ask(`Rename ${entry.path}`, [{name: 'to', label: 'New name', value: entry.path,
    note: 'Files that name it are not changed; their next check tells which do.'}], 'Rename');
  if (!answer || answer.to === entry.path) return;
  await api.post('/api/file/rename', {from: entry.path, to: answer.to});
  const open = tabs.find(entry.path);
  if (open instanceof FileTab) open.renamed(answer.to);
  else if (open) await tabs.close(open, true);
  await project.load();
}

/** @param {Entry} entry */
async function deleteFile(entry) {
  if (!await confirmed(`Delete ${entry.path}?`, 'It is moved to .flangeway/bin in the folder of the project, from where it can be taken back.', 'Delete')) return;
  await api.post('/api/file/delete', {path: entry.path});
  const open = tabs.find(entry.path);
  if (open) await tabs.close(open, true);
  await project.load();
}

const foldersOfProject = () => [...new Set(project.files.map(entry => entry.path.split('/').slice(0, -1).join('/')))].sort();

/** Folder where files of this name are usually kept. */
function usualFolder(name) {
  const kind = {'.whl': 'profile', '.rail': 'profile', '.prr': 'profile', '.prw': 'profile', '.slcs': 'profile', '.h5': 'result'}[endingOf(name)];
  const neighbour = kind && project.files.find(entry => entry.kind === kind);
  return neighbour ? neighbour.path.split('/').slice(0, -1).join('/') : {profile: 'profiles', result: 'results'}[kind || ''] || '';
}

/** @param {File[]} files */
async function uploadFiles(files, folder = null) {
  if (!files.length) return;
  const answer = await ask(files.length === 1 ? `Upload ${files[0].name}` : `Upload ${files.length} files`,
    [{name: 'folder', label: 'Into the folder (empty: that of the project)', value: folder ?? usualFolder(files[0].name), list: foldersOfProject()}], 'Upload');
  if (!answer) return;
  const made = [];
  for (const file of files) {
    const path = answer.folder ? `${answer.folder.replace(/\/+$/, '')}/${file.name}` : file.name;
    say(`Uploading ${path} …`);
    await api.upload(path, file);
    made.push(path);
  }
  say(`Uploaded ${made.join(', ')}.`);
  await project.load();
  if (made.length === 1) openFile(made[0]);
}

/** @param {HTMLElement} box */
function acceptDrops(box) {
  let depth = 0;
  const hasFiles = event => event.dataTransfer && [...event.dataTransfer.types].includes('Files');
  box.addEventListener('dragenter', event => { if (hasFiles(event)) { ++depth; box.classList.add('dropping'); } });
  box.addEventListener('dragleave', () => { if (--depth <= 0) { depth = 0; box.classList.remove('dropping'); } });
  box.addEventListener('dragover', event => { if (hasFiles(event)) event.preventDefault(); });
  box.addEventListener('drop', event => {
    depth = 0;
    box.classList.remove('dropping');
    if (!hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    const row = /** @type {HTMLElement} */ (event.target).closest('[data-path]'), path = row && row.getAttribute('data-path');
    const folder = path ? (row?.classList.contains('file') ? path.split('/').slice(0, -1).join('/') : path) : null;
    acting(uploadFiles)([...event.dataTransfer.files], folder);
  });
}

async function newFile() {
  const answer = await ask('New file', [{name: 'path', label: 'Name, with folder and ending', value: freePath('cases/new', '.toml'),
    note: 'To begin with what works, duplicate a file (menu of its row).'}], 'Create');
  if (!answer || !answer.path) return;
  await api.put('/api/file', {path: answer.path, text: '', version: null});
  await project.load();
  openFile(answer.path, {asText: true});
}

/** Opens what one looks at first in a folder of outputs; another folder is shown in the tree. @param {string} path */
function openFolder(path) {
  const first = ['results.csv', 'evolution.html', 'study.html', 'status.html'].map(name => `${path}/${name}`).find(file => project.entry(file));
  if (first) return openFile(first);
  tree.showFolder(path);
}

/** Opens a file in the tab of its kind. @param {string} path @param {{line?: number, key?: string, asText?: boolean}} place */
function openFile(path, place = {}) {
  const entry = project.entry(path), kind = entry ? entry.kind : '', ending = endingOf(path);
  if (!place.asText) {
    if (kind === 'folder') return openFolder(path);
    if (kind === 'table') return openFile(`${path.slice(0, -ending.length)}.csv`);  // which has the same rows
    if (path.endsWith('.plots.json')) return acting(openLayout)(path);
    if (kind === 'result') return tabs.reach(path, () => new ResultTab([path]));
    if (ending === '.csv' && kind === 'other') return tabs.reach(path, () => new TableTab(path));
    if (kind === 'page' || ['.html', '.svg', '.pdf', '.png'].includes(ending)) return tabs.reach(path, () => new PageTab(path));
  }
  const tab = /** @type {FileTab} */ (tabs.reach(path, () => new FileTab(path)));
  if (place.line && tab instanceof FileTab) tab.goTo(place.line, place.key);
  return tab;
}
