// The window: project at the left, open files and tools in the middle, runs below.

const tree = new ProjectTree(), runPanel = new RunPanel();

function showRuns() {
  runPanel.box.hidden = runBar.hidden = false;
  remembered.set('runs', 'shown');
  runsButton.setAttribute('aria-pressed', 'true');
}
function hideRuns() {
  runPanel.box.hidden = runBar.hidden = true;
  remembered.set('runs', 'hidden');
  runsButton.setAttribute('aria-pressed', 'false');
}

/** A project from a template of the program into the folder, which is empty. */
async function newProject() {
  const choices = await project.templates();
  const answer = await ask('New project', [{name: 'template', label: 'Begin with', choices, value: choices[0][0]},
    {name: 'path', label: 'Into the folder (empty: this one)', value: ''}], 'Make it');
  if (!answer) return;
  const made = await api.post('/api/new', {template: answer.template, path: answer.path});
  await project.load();
  const first = made.path ? made.path.replace(/^\//, '') : project.pathsOf('case')[0];
  if (first && project.entry(first)) openFile(first);
}

const shortcuts = [
  ['Ctrl+S', 'save the file'], ['Ctrl+Z, Ctrl+Y', 'undo and redo, in the text and the form'], ['Ctrl+Space', 'keys or words that may stand here'], ['Ctrl+F', 'find in the text'], ['F8', 'next finding'],
  ['F6', 'next part of the window'], ['Alt+W', 'close the tab'], ['Alt+R', 'show or hide the runs'], ['Ctrl+P', 'find a file'], ['↑ ↓ ← → Enter', 'in the tree: move, open'], ['F2, Delete, Shift+F10', 'in the tree: rename, delete, menu'], ['+ − ← → Esc', 'in plots: zoom, move, whole run'],
];
const showHelp = () => dialog('Keys', close => [element('table', {class: 'keys'}, shortcuts.map(([key, text]) => element('tr', {}, element('th', {scope: 'row'}, key), element('td', {}, text)))),
  element('p', {class: 'note'}, 'Everything here is a file of the folder or a command; the desk of verbs shows each command line.'), element('div', {class: 'answers'}, button('Close', () => close(null), {class: 'main'}))]);

function startPage() {
  const empty = !project.files.length;
  const kinds = Object.entries(kindTitles).map(([kind, title]) => [title, project.pathsOf(kind).length]).filter(([, count]) => count);
  refill(tabs.empty, element('h1', {}, project.content.name || 'Flangeway'), element('p', {class: 'note'}, project.content.folder),
    empty ? [element('p', {}, 'The folder is empty. Begin with a vehicle and a case that run:'), button('New project…', newProject, {class: 'main', 'data-new': 'project'}), element('p', {class: 'note'}, 'or drop your files on the list at the left.')] :
      [element('p', {}, kinds.map(([title, count]) => `${count} ${String(title).toLowerCase()}`).join(' · ')), element('p', {}, 'Choose a file at the left, or'),
        element('p', {class: 'start-acts'}, project.pathsOf('case').slice(0, 4).map(path => button(`Open ${path}`, () => openFile(path))), button('Compute something…', () => openDesk('')))]);
}

const runsButton = button('Runs', () => runPanel.box.hidden ? showRuns() : hideRuns(), {'aria-pressed': 'true', title: 'Alt+R'});
const projectName = element('span', {class: 'project-name'});
const top_ = element('header', {class: 'top'}, element('strong', {class: 'brand'}, 'Flangeway'), projectName,
  element('span', {class: 'top-acts'}, menuButton('New', () => [['Project…', newProject], ['Study of a case…', async () => {
    const cases = project.pathsOf('case');
    if (!cases.length) throw new Error('The project has no case.');
    const open = tabs.active instanceof FileTab && tabs.active.kind === 'case' ? tabs.active.path : '';
    const answer = await ask('Study', [{name: 'case', label: 'Case', choices: cases.map(path => [path, path]), value: open || cases[0]}], 'Go on');
    if (answer) await newStudy(answer.case);
  }], ['File…', newFile]]), button('Verbs', () => openDesk(''), {'data-open': 'verbs'}), runsButton,
  button('◐', () => {
    theme.set(!theme.dark);
    remembered.set('theme', theme.dark ? 'dark' : 'light');
  }, {title: 'light or dark', 'aria-label': 'light or dark'}), button('?', showHelp, {title: 'keys', 'aria-label': 'keys'})));
const runBar = splitter(runPanel.box, {name: 'runs', label: 'height of the runs', vertical: true, after: true, size: 170, least: 60});
const main_ = element('main', {class: 'middle'}, tabs.bar, tabs.place);
const foot = element('footer', {class: 'foot'}, element('span', {id: 'message', role: 'status', 'aria-live': 'polite'}), element('span', {class: 'offline'}, '✖ no connection'));

function moveBetweenParts(back) {
  const parts = [tree.list, /** @type {HTMLElement | null} */ (tabs.bar.querySelector('[aria-selected=true]')), tabs.active && /** @type {HTMLElement | null} */ (tabs.active.box.querySelector('.cm-content, button, input, [tabindex="0"]')),
    runPanel.box.hidden ? null : /** @type {HTMLElement | null} */ (runPanel.box.querySelector('button, input'))].filter(part => part);
  const at = parts.findIndex(part => part === document.activeElement || (part === parts[2] && tabs.active?.box.contains(document.activeElement)) || runPanel.box.contains(document.activeElement) && part === parts[3]);
  parts[(at + (back ? -1 : 1) + parts.length) % parts.length]?.focus();
}

addEventListener('keydown', event => {
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === 's') { if (tabs.active?.save) acting(() => tabs.active?.save?.())(); }
  else if (command && event.key === 'p') tree.search.focus();
  else if (event.key === 'F6') moveBetweenParts(event.shiftKey);
  else if (event.altKey && event.key.toLowerCase() === 'w') { if (tabs.active) acting(() => tabs.active && tabs.close(tabs.active))(); }
  else if (event.altKey && event.key.toLowerCase() === 'r') { if (runPanel.box.hidden) showRuns(); else hideRuns(); }
  else return;
  event.preventDefault();
});
addEventListener('beforeunload', event => { if (tabs.open.some(tab => tab.content.dirty && tab.content.dirty())) event.preventDefault(); });
addEventListener('unhandledrejection', event => report(event.reason));
// A file that misses the list at the left must not take the place of the workbench.
for (const name of ['dragover', 'drop']) addEventListener(name, event => event.preventDefault());

async function start() {
  const chosen = remembered.get('theme', '');
  if (chosen) theme.set(chosen === 'dark');
  document.getElementById('workbench')?.append(top_, element('div', {class: 'body'}, tree.box, splitter(tree.box, {name: 'tree', label: 'width of the project', size: 270, least: 160}),
    element('div', {class: 'centre'}, main_, runBar, runPanel.box)), foot);
  if (remembered.get('runs', 'shown') === 'hidden') hideRuns();
  project.changed.on(() => {
    projectName.textContent = project.content.name;
    projectName.title = project.content.folder;
    startPage();
  });
  runPanel.drawAll();
  await project.load();
  await runs.load();
  listenToServer();
  document.documentElement.dataset.ready = 'yes';
}
start().catch(report);
