// Runs of verbs: their list, what they tell, stop and continue.

const stateSigns = {waiting: '… waiting', running: '▶ running', done: '✔ done', failed: '✖ failed', stopped: '■ stopped'};

const runs = {
  /** @type {Map<string, Run>} */
  all: new Map(),
  changed: new Signal(),
  async load() {
    const answer = await api.get('/api/runs');
    this.all = new Map(answer.runs.map(run => [run.id, run]));
    this.changed.tell();
  },
  /** @param {Run} run */
  take(run) {
    const before = this.all.get(run.id);
    this.all.set(run.id, run);
    this.changed.tell(run);
    if (before && before.state !== run.state && ['done', 'failed', 'stopped'].includes(run.state) && !isSilent(run))
      say(`${run.command}: ${run.state}${run.exit_code ? ` (exit code ${run.exit_code})` : ''}`, run.state === 'failed' ? 'error' : 'note');
  },
  /** @param {string} verb @param {string[]} words @returns {Promise<string>} the id */
  async start(verb, words) {
    const {id} = await api.post('/api/runs', {verb, arguments: words});
    if (!this.all.has(id)) await this.load();
    return id;
  },
  /** @param {string} id @returns {Promise<Run>} when it has ended */
  end(id) {
    return new Promise(done => {
      const look = () => {
        const run = this.all.get(id);
        if (!run || run.state === 'waiting' || run.state === 'running') return false;
        ends();
        done(run);
        return true;
      };
      const ends = this.changed.on(look);
      look();
    });
  },
  get active() { return [...this.all.values()].filter(run => run.state === 'running' || run.state === 'waiting'); },
};

/** Pages that the workbench makes for itself are in the list of runs, but nobody is told when they end. */
const isSilent = run => run.command.includes('.flangeway/pages/');

/** @param {number} seconds */
function durationText(seconds) {
  if (!(seconds >= 0)) return '';
  if (seconds < 90) return `${number(seconds, 2)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${number(seconds / 3600, 2)} h`;
}

class RunPanel {
  constructor() {
    this.list = element('div', {class: 'run-list', role: 'list', 'aria-label': 'runs'});
    this.pages = element('input', {type: 'checkbox', onchange: () => this.drawAll()});
    this.count = element('span', {class: 'note'});
    this.box = element('section', {class: 'run-panel', 'aria-label': 'runs'}, element('div', {class: 'bar'}, element('strong', {}, 'Runs'), this.count,
      element('label', {class: 'check'}, this.pages, ' also pages of checks and views')), this.list);
    /** @type {Map<string, HTMLElement>} */
    this.rows = new Map();
    /** @type {Set<string>} */
    this.open = new Set();
    runs.changed.on(run => { if (run) this.drawOne(run); else this.drawAll(); });
  }
  shows(run) { return this.pages.checked || !isSilent(run); }
  drawAll() {
    const shown = [...runs.all.values()].filter(run => this.shows(run)).sort((a, b) => b.id.localeCompare(a.id, undefined, {numeric: true}));
    this.rows = new Map(shown.map(run => [run.id, this.row(run)]));
    refill(this.list, ...this.rows.values());
    if (!shown.length) this.list.append(element('p', {class: 'note'}, 'No run yet. Open a case and press “Run…”, or choose any verb on the desk.'));
    this.mark();
  }
  /** @param {Run} run */
  drawOne(run) {
    this.mark();
    if (!this.shows(run)) return;
    const old = this.rows.get(run.id);
    if (!old) return this.drawAll();
    const focus = old.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.act : null;
    const made = this.row(run), log = old.querySelector('pre'), bottom = log && log.scrollTop + log.clientHeight > log.scrollHeight - 8, top = log ? log.scrollTop : 0;
    old.replaceWith(made);
    this.rows.set(run.id, made);
    const newLog = made.querySelector('pre');
    if (newLog) newLog.scrollTop = bottom ? newLog.scrollHeight : top;
    if (focus) /** @type {HTMLElement | null} */ (made.querySelector(`[data-act="${focus}"]`))?.focus();
  }
  mark() {
    const active = runs.active.length;
    this.count.textContent = active ? `${active} in progress` : '';
    document.documentElement.dataset.runs = String(active);
  }
  /** @param {Run} run */
  row(run) {
    const open = this.open.has(run.id), {progress} = run, ended = !['waiting', 'running'].includes(run.state);
    const act = (text, name, does) => button(text, does, {'data-act': name});
    const box = element('div', {class: `run ${run.state}`, role: 'listitem', 'data-run': run.id, 'data-state': run.state},
      element('div', {class: 'run-line'}, element('span', {class: 'run-state'}, stateSigns[run.state] || run.state), element('code', {class: 'run-command', title: run.command}, run.command),
        progress && !ended ? [element('progress', {max: 1, value: clamp(progress.fraction || 0, 0, 1), 'aria-label': `progress of ${run.command}`}),
          element('span', {class: 'note'}, [`${Math.round((progress.fraction || 0) * 100)} %`, progress.rate ? `${number(progress.rate, 2)} × real time` : '', progress.left >= 0 && progress.left !== null ? `${durationText(progress.left)} left` : ''].filter(Boolean).join(', '))] : null,
        ended && run.exit_code !== null && run.exit_code !== 0 ? element('span', {class: 'note'}, `exit code ${run.exit_code}`) : null,
        element('span', {class: 'run-acts'},
          ended ? null : act('Stop', 'stop', () => api.post('/api/runs/stop', {id: run.id})),
          run.state === 'stopped' && canContinue(run) ? act('Continue', 'continue', () => api.post('/api/runs/continue', {id: run.id})) : null,
          ended ? (run.outputs || []).map(path => act(baseName(path), `open ${path}`, () => openOutput(path))) : null,
          act(open ? 'Hide what it says' : 'What it says', 'lines', () => {
            if (open) this.open.delete(run.id); else this.open.add(run.id);
            this.drawOne(run);
          }), act('Copy', 'copy', () => copyText(run.command)), act('Again…', 'again', () => openDeskFor(run.command)))),
      run.state === 'failed' ? element('div', {class: 'run-error'}, lastWords(run)) : null,
      open ? element('pre', {class: 'run-lines', tabindex: 0, 'aria-label': `what ${run.command} says`}, (run.lines || []).join('\n')) : null);
    return box;
  }
}

/** An output that the tree may not have yet. @param {string} path */
async function openOutput(path) {
  await project.load();
  openFile(path);
}

/** Verbs that go on where they were stopped. @param {Run} run */
const canContinue = run => /^flangeway (run|cosim|study|optimise|evolve) /.test(run.command + ' ');

/** @param {Run} run */
const lastWords = run => (run.lines || []).filter(line => line.trim()).slice(-3).join('\n');

async function copyText(text) {
  await navigator.clipboard.writeText(text);
  say('Copied.');
}
