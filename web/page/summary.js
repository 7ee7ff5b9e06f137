// What was run and its key numbers.

const statusTexts = {
  completed: 'completed', derailed: 'derailed', stopped: 'stopped before its end',
  running: 'running, or interrupted: shown is what was recorded',
};

function derailmentText(d) {
  return `${d.wheel}: ${d.kind}, after ${number(d.distance, 6)} m, ${number(d.time, 5)} s; Y/Q there ${number(d.YQ, 3)}, ` +
      `Nadal’s limit ${number(d.nadal_limit, 3)}`;
}

function statusOf(run) {
  return element('span', {class: 'status ' + run.status}, statusTexts[run.status] || run.status);
}

function listOf(texts, attributes = {}) {
  return texts.length ? element('ul', attributes, texts.map(text => element('li', {}, text))) : 'none';
}

function eventsOf(run) {
  const events = run.summary.events || [], more = run.summary.events_not_listed || 0;
  if (!events.length) return 'none';
  const rows = events.map(e => element('tr', {}, element('td', {}, number(e.time, 6)), element('td', {}, number(e.distance, 6)),
      element('td', {}, e.wheel), element('td', {}, e.kind)));
  const table = element('div', {class: 'wide'}, element('table', {class: 'events'},
      element('tr', {}, ['t, s', 'distance, m', 'wheel', 'event'].map(text => element('th', {}, text))), rows));
  return element('details', {open: events.length <= 8},
      element('summary', {}, `${events.length + more} events${more ? `, the first ${events.length} listed` : ''}`), table);
}

function admissibleOf(run) {
  const {admissible} = run.summary;
  if (admissible === undefined) return null;
  return admissible ? 'yes: no wheel was pulled onto its rail'
                    : element('span', {class: 'over'}, 'no: wheels were pulled onto their rails');
}

/** Rows of [name, what …]; those that say nothing are left out. */
function factsTable(rows) {
  const known = rows.filter(([, ...what]) => what.some(w => w !== null && w !== undefined && w !== ''));
  return element('table', {class: 'facts'}, known.map(([name, ...what]) => element('tr', {}, element('th', {}, name), element('td', {}, what))));
}

function outcomeOf(run) {
  const {summary: s} = run, rows = [];
  const add = (...row) => rows.push(row);
  add('Status', statusOf(run), s.derailment ? ': ' + derailmentText(s.derailment) : null);
  if (s.failure) add('Failure', element('span', {class: 'over'}, s.failure));
  add('Run', s.distance === undefined ? null : `${number(s.distance, 6)} m in ${number(s.time, 5)} s`);
  add('Admissible', admissibleOf(run));
  add('Warnings', listOf(s.warnings || [], {class: 'warnings'}));
  add('Events', eventsOf(run));
  return factsTable(rows);
}

function originOf(run) {
  const {summary: s, provenance: p} = run, rows = [];
  const add = (...row) => rows.push(row);
  add('Contact method', p.method);
  add('Integrator', p.integrator, s.steps === undefined ? null : `, ${s.steps} steps, ${s.evaluations} evaluations`);
  add('Wall time', s.wall_time === undefined ? null : `${number(s.wall_time, 3)} s, ${number(s.real_time_factor, 3)} times real time`);
  add('Started', p.started);
  add('Command line', element('code', {}, p.command_line));
  add('Input files', p.inputs.map(input => element('div', {}, input.path + ' ',
      element('code', {class: 'hash', title: 'SHA-256'}, input.sha256))));
  add('Program', `Flangeway ${p.version}${p.commit ? ` (${p.commit})` : ''}`);
  add('Results', `${run.path}, ${run.rows} rows, ${run.channels.filter(c => !c.derived).length} channels` +
      (run.run > 1 ? `; of each ${run.run} rows the smallest and the largest value are shown` : ''));
  if (p.settings) add('Settings', element('details', {}, element('summary', {}, 'the case as it was read'), element('pre', {}, p.settings)));
  return factsTable(rows);
}

function ofEachRun(runs, contentOf) {
  return runs.map(run => element('div', {class: 'run'}, runs.length > 1 ? element('h3', {}, runSwatch(run), ' ', run.label) : null, contentOf(run)));
}

function outcome(runs) { return section('outcome', 'Outcome', ofEachRun(runs, outcomeOf)); }
function whatWasRun(runs) { return section('run', 'What was run', ofEachRun(runs, originOf)); }

/** `over`: the number is beyond its limit. */
function cell(value, factor, digits, over = false, hint = '') {
  const known = typeof value === 'number';
  return element('td', {class: over ? 'over' : null, title: hint || null}, known ? (value * factor).toFixed(digits).replace('-', '−') : '–');
}

function wheelTable(run) {
  const {wheels} = run.numbers;
  if (!wheels.length) return element('p', {class: 'note'}, 'The file has no summary: the run is still going on or was killed.');
  const heads = ['Wheel', 'Q mean, kN', 'Q max, kN', '|Y| max, kN', 'Y/Q max', 'largest angle, °', 'Nadal’s limit', 'flange contact, s', 'tensile, s'];
  const rows = wheels.map(w => element('tr', {}, element('th', {}, w.name), cell(w.Q_mean, 1e-3, 2), cell(w.Q_max, 1e-3, 2), cell(w.Y_max, 1e-3, 2),
      cell(w.YQ_max, 1, 3, w.over_nadal, placeText(w.YQ_max_distance)), cell(w.contact_angle_max, 180 / Math.PI, 1), cell(w.nadal_limit, 1, 3),
      cell(w.flange_time, 1, 2), cell(w.tensile_time, 1, 2, w.tensile_time > 0)));
  return element('div', {class: 'wide'}, element('table', {class: 'numbers wheels'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows));
}

function placeText(distance) {
  return typeof distance === 'number' ? `at ${number(distance, 6)} m` : '';
}

function wheelsetTable(run) {
  const {wheelsets, guiding_force_limit: limit} = run.numbers;
  if (!wheelsets.length) return null;
  const heads = ['Wheelset', '|y| max, mm', '|yaw| max, mrad', '|ΣY| max, kN', '|ΣY| max of 2 m, kN', 'limit, kN'];
  const rows = wheelsets.map(w => {
    const extreme = (found, factor, over) => cell(found && found.value, factor, 2, over, placeText(found && found.distance));
    return element('tr', {}, element('th', {}, w.name), extreme(w.y, 1e3), extreme(w.yaw, 1e3), extreme(w.sumY, 1e-3), extreme(w.sumY_2m, 1e-3, w.over_limit), cell(limit, 1e-3, 1));
  });
  return element('div', {class: 'wide'}, element('table', {class: 'numbers wheelsets'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows));
}

/** One row per wheel or wheelset and number: the value in each run, and its difference to the first. */
function comparisonTable(runs, list, quantities) {
  const heads = ['', ...runs.flatMap((run, i) => [[runSwatch(run), ` ${i + 1}`], ...(i ? ['difference'] : [])])];
  const names = [...new Set(runs.flatMap(run => run.numbers[list].map(w => w.name)))];
  const rows = names.flatMap(name => quantities.map(([title, read, factor, digits]) => {
    const values = runs.map(run => { const found = run.numbers[list].find(w => w.name === name); return found ? read(found) : undefined; });
    if (values.every(value => typeof value !== 'number')) return null;
    return element('tr', {}, element('th', {}, `${name}: ${title}`), values.flatMap((value, i) => {
      const both = typeof value === 'number' && typeof values[0] === 'number';
      return [cell(value, factor, digits), ...(i ? [element('td', {class: 'difference'}, both ? signed((value - values[0]) * factor, digits) : '–')] : [])];
    }));
  }).filter(Boolean));
  return rows.length ? element('div', {class: 'wide'}, element('table', {class: 'numbers comparison'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows)) : null;
}

function signed(value, digits) {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : value > 0 ? '+' + text : text.replace('-', '−');
}

const valueOf = key => found => found[key] && found[key].value;
const wheelQuantities = [['Q mean, kN', w => w.Q_mean, 1e-3, 2], ['Q max, kN', w => w.Q_max, 1e-3, 2], ['|Y| max, kN', w => w.Y_max, 1e-3, 2], ['Y/Q max', w => w.YQ_max, 1, 3]];
const wheelsetQuantities = [['|y| max, mm', valueOf('y'), 1e3, 2], ['|yaw| max, mrad', valueOf('yaw'), 1e3, 2], ['|ΣY| max, kN', valueOf('sumY'), 1e-3, 2], ['|ΣY| max of 2 m, kN', valueOf('sumY_2m'), 1e-3, 2]];

function comparison(runs) {
  if (runs.length < 2) return null;
  const tables = [comparisonTable(runs, 'wheels', wheelQuantities), comparisonTable(runs, 'wheelsets', wheelsetQuantities)].filter(Boolean);
  return tables.length ? section('comparison', 'Side by side', element('p', {class: 'note'}, 'Each difference is that to the first run.'), tables) : null;
}

function keyNumbers(runs) {
  const note = 'Y/Q is positive towards the field side; its limit is Nadal’s (tan δ − μ)/(1 + μ tan δ) at the largest angle that the flange ' +
      'reached. ΣY is held against 10 kN + P/3, P the weight of the vehicle per wheelset (EN 14363, factor 1). Point at a number for its place.';
  return section('numbers', 'Key numbers', ofEachRun(runs, run => [wheelTable(run), wheelsetTable(run)]), element('p', {class: 'note'}, note));
}

function runSwatch(run) {
  return element('span', {class: 'swatch', style: `background: var(--c${run.index % 8})`});
}
