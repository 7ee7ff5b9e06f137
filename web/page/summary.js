// What was run and its key numbers.

const statusTexts = {
  completed: 'completed', derailed: 'derailed', stopped: 'stopped before its end',
  running: 'running, or interrupted: shown is what was recorded',
};

function derailmentText(run, d) {
  return `${d.wheel}: ${d.kind}, after ${number(d.distance, 6)} m${atChainage(run, d.distance)}, ${number(d.time, 5)} s; Y/Q there ${number(d.YQ, 3)}, ` +
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
  const rows = events.map(e => element('tr', {}, element('td', {}, number(e.time, 6)), element('td', {}, number(e.distance, 6) + atChainage(run, e.distance)),
      element('td', {}, e.wheel), element('td', {}, e.kind)));
  const groups = foldedEvents(events);
  const table = element('div', {class: 'wide'}, element('table', {class: 'events'},
      element('tr', {}, ['t, s', 'distance, m', 'wheel', 'event'].map(text => element('th', {}, text))), rows));
  const fold = element('details', {open: events.length <= 8},
      element('summary', {}, `${events.length + more} event${events.length + more > 1 ? 's' : ''}${more ? `, the first ${events.length} listed` : ''}`), table);
  if (events.length <= 8) return fold;
  return [listOf(groups.map(g => `${g.wheel}: ${g.kind}, ${g.count} times from ${kilometres(run, g.first)} to ${kilometres(run, g.last)}`)), fold];
}

/** Events of one kind at one wheel are one line. */
function foldedEvents(events) {
  const groups = new Map();
  for (const {wheel, kind, distance} of events) {
    const key = `${wheel}: ${kind}`;
    if (!groups.has(key)) groups.set(key, {wheel, kind, count: 0, first: distance});
    const group = groups.get(key);
    group.count += 1; group.last = distance;
  }
  return [...groups.values()];
}

const kilometres = (run, distance) => `${run.kilometres(distance).toFixed(3)} km`;
/** " (km 12.3456)" on a line with chainage. */
function atChainage(run, distance) {
  const chainage = run.chainage(distance);
  return chainage === null ? '' : ` (km ${(chainage / 1e3).toFixed(4)})`;
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
  add('Status', statusOf(run), s.derailment ? ': ' + derailmentText(run, s.derailment) : null);
  if (s.failure) add('Failure', element('span', {class: 'over'}, s.failure));
  add('Run', s.distance === undefined ? null : `${number(s.distance, 6)} m in ${number(s.time, 5)} s`,
      s.chainage ? `, from km ${run.kilometres(0).toFixed(4)} to km ${run.kilometres(s.distance).toFixed(4)}` : null);
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

/** `over`: the number is beyond its limit; `place`: where it stands, as text. */
function cell(value, factor, digits, over = false, place = null) {
  const known = typeof value === 'number', text = known ? fixedText(value * factor, digits) : '–';
  return element('td', {class: over ? 'over' : null}, text, known && place ? element('small', {class: 'place'}, place) : null);
}
const placeOf = (run, distance) => typeof distance === 'number' ? kilometres(run, distance) : null;
const placed = (run, found, factor, digits, over = false) => cell(found && found.value, factor, digits, over, placeOf(run, found && found.distance));

/** What is left of a limit, in %. */
function marginCell(value, limit) {
  if (typeof value !== 'number' || typeof limit !== 'number' || !(limit > 0)) return element('td', {}, '–');
  const margin = 1 - Math.abs(value) / limit;
  return element('td', {class: margin < 0 ? 'over' : margin < 0.1 ? 'near' : 'within'}, `${fixedText(100 * margin, 0)} %`);
}

/** " Y11": how the standards name a wheel or wheelset. */
const indexOf = ({index}, symbol) => index ? element('small', {class: 'place'}, symbol + index) : null;

function wheelTable(run) {
  const {wheels} = run.numbers;
  if (!wheels.length) return element('p', {class: 'note'}, 'The file has no summary: the run is still going on or was killed.');
  const heads = ['Wheel', 'Q mean, kN', 'Q least, kN', 'Q max, kN', 'ΔQ/Q', '|Y| max, kN', 'Y/Q max', 'Y/Q, 2 m mean', 'largest angle, °', 'Nadal’s limit', 'margin', 'flange contact, s', 'tensile, s'];
  const rows = wheels.map(w => element('tr', {}, element('th', {}, w.name, indexOf(w, 'Y')), cell(w.Q_mean, 1e-3, 2), placed(run, w.Q_lowest, 1e-3, 2),
      cell(w.Q_max, 1e-3, 2, false, placeOf(run, w.Q_highest && w.Q_highest.distance)), cell(w.relief, 1, 2), cell(w.Y_max, 1e-3, 2, false, placeOf(run, w.Y_largest && w.Y_largest.distance)),
      cell(w.YQ_max, 1, 3, w.over_nadal, placeOf(run, w.YQ_max_distance)), placed(run, w.YQ_2m, 1, 3, w.over_yq_limit), cell(w.contact_angle_max, 180 / Math.PI, 1), cell(w.nadal_limit, 1, 3),
      marginCell(w.YQ_max, w.nadal_limit), cell(w.flange_time, 1, 2), cell(w.tensile_time, 1, 2, w.tensile_time > 0)));
  return element('div', {class: 'wide'}, element('table', {class: 'numbers wheels'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows));
}

function wheelsetTable(run) {
  const {wheelsets, guiding_force_limit: limit} = run.numbers;
  if (!wheelsets.length) return null;
  const heads = ['Wheelset', '|y| max, mm', '|yaw| max, mrad', '|ΣY| max, kN', '|ΣY| max, 2 m mean, kN', 'limit, kN', 'margin'];
  const rows = wheelsets.map(w => {
    const extreme = (found, factor, over) => placed(run, found, factor, 2, over);
    return element('tr', {}, element('th', {}, w.name, indexOf(w, 'ΣY')), extreme(w.y, 1e3), extreme(w.yaw, 1e3), extreme(w.sumY, 1e-3), extreme(w.sumY_2m, 1e-3, w.over_limit), cell(limit, 1e-3, 1),
        marginCell(w.sumY_2m && w.sumY_2m.value, limit));
  });
  return element('div', {class: 'wide'}, element('table', {class: 'numbers wheelsets'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows));
}

/** One row per wheel or wheelset and number: the value in each run, and its difference to the first. */
function comparisonTable(runs, list, quantities) {
  const heads = ['', ...runs.flatMap((run, i) => [[runSwatch(run), ` ${i + 1}`], ...(i ? ['difference'] : [])])];
  // By role: the first wheelset is compared with the first wheelset, whatever their names.
  const roleOf = w => w.index || w.name, roles = new Map();
  for (const run of runs) for (const w of run.numbers[list]) if (!roles.has(roleOf(w))) roles.set(roleOf(w), w.name);
  const rows = [...roles].flatMap(([role, name]) => quantities.map(([title, read, factor, digits]) => {
    const values = runs.map(run => { const found = run.numbers[list].find(w => roleOf(w) === role); return found ? read(found) : undefined; });
    if (values.every(value => typeof value !== 'number')) return null;
    return element('tr', {}, element('th', {}, `${name}${role === name ? '' : ` (${role})`}: ${title}`), values.flatMap((value, i) => {
      const both = typeof value === 'number' && typeof values[0] === 'number';
      return [cell(value, factor, digits), ...(i ? [element('td', {class: 'difference'}, both ? signed((value - values[0]) * factor, digits) : '–')] : [])];
    }));
  }).filter(Boolean));
  return rows.length ? element('div', {class: 'wide'}, element('table', {class: 'numbers comparison'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows)) : null;
}

const signed = (value, digits) => (Number(value.toFixed(digits)) > 0 ? '+' : '') + fixedText(value, digits);

const valueOf = key => found => found[key] && found[key].value;
const wheelQuantities = [['Q mean, kN', w => w.Q_mean, 1e-3, 2], ['Q least, kN', valueOf('Q_lowest'), 1e-3, 2], ['Q max, kN', w => w.Q_max, 1e-3, 2], ['ΔQ/Q', w => w.relief, 1, 3], ['|Y| max, kN', w => w.Y_max, 1e-3, 2], ['Y/Q max', w => w.YQ_max, 1, 3], ['Y/Q, 2 m mean', valueOf('YQ_2m'), 1, 3]];
const wheelsetQuantities = [['|y| max, mm', valueOf('y'), 1e3, 2], ['|yaw| max, mrad', valueOf('yaw'), 1e3, 2], ['|ΣY| max, kN', valueOf('sumY'), 1e-3, 2], ['|ΣY| max, 2 m mean, kN', valueOf('sumY_2m'), 1e-3, 2]];

function comparison(runs) {
  if (runs.length < 2) return null;
  const tables = [comparisonTable(runs, 'wheels', wheelQuantities), comparisonTable(runs, 'wheelsets', wheelsetQuantities)].filter(Boolean);
  return tables.length ? section('comparison', 'Side by side', element('p', {class: 'note'}, 'Each difference is that to the first run. Wheels and wheelsets are compared by their place in the vehicle.'), tables) : null;
}

/** Keys of a case with their values, such as "contact.method": as the lines of a TOML file say, and the --set lines behind them. */
function settingsOf(run) {
  const keys = new Map(), seen = new Map();
  let table = '';
  for (const line of (run.provenance.settings || '').split('\n')) {
    const set = line.match(/^# --set ([^=]+)=(.*)$/), head = line.match(/^\s*\[+([^\]]+)\]+\s*(#.*)?$/), pair = line.match(/^\s*([\w."-]+)\s*=\s*(.*)$/);
    if (set) keys.set(set[1].trim(), set[2].trim());
    else if (head) {
      const count = seen.get(head[1]) || 0;
      seen.set(head[1], count + 1);
      table = line.trim().startsWith('[[') ? `${head[1]}[${count}].` : `${head[1]}.`;
    } else if (pair) keys.set(table + pair[1], pair[2].replace(/\s+#[^"]*$/, '').trim());
  }
  keys.delete('name');
  return keys;
}

/** What the runs were told differently, so that differences of results have a cause. */
function whatChanged(runs) {
  if (runs.length < 2) return null;
  const settings = runs.map(settingsOf), rows = [];
  const add = (name, values) => { if (values.some(value => value !== values[0])) rows.push([name, values]); };
  for (const key of [...new Set(settings.flatMap(map => [...map.keys()]))].sort()) add(key, settings.map(map => map.get(key)));
  const base = path => path.split(/[\\/]/).pop(), files = runs.map(run => new Map(run.provenance.inputs.map(input => [base(input.path), input.sha256])));
  for (const name of [...new Set(files.flatMap(map => [...map.keys()]))].sort()) add(`file ${name}`, files.map(map => map.get(name) && map.get(name).slice(0, 12)));
  add('contact method', runs.map(run => run.provenance.method));
  add('integrator', runs.map(run => run.provenance.integrator));
  add('program', runs.map(run => `${run.provenance.version} ${run.provenance.commit || ''}`.trim()));
  const heads = ['', ...runs.map((run, i) => [runSwatch(run), ` ${i + 1} ${run.label}`])];
  return section('changed', 'What changed', rows.length
    ? element('div', {class: 'wide'}, element('table', {class: 'numbers changed'}, element('tr', {}, heads.map(h => element('th', {}, h))),
        rows.map(([name, values]) => element('tr', {}, element('th', {}, name), values.map(value => element('td', {}, element('code', {}, value === undefined ? '–' : value)))))))
    : element('p', {class: 'note'}, 'Nothing: settings, input files, contact method, integrator and program are the same.'));
}

function keyNumbers(runs) {
  const note = 'Y/Q is positive towards the field side; its limit is Nadal’s (tan δ − μ)/(1 + μ tan δ) at the largest angle that the flange ' +
      'reached, and its margin is red beyond it. Small: the name in the standards (axle from the front, then 1 right or 2 left) and where a value stands. ' +
      'The sliding mean of Y/Q over 2 m is compared with the limit 0.8 of EN 14363. ΔQ/Q is the largest unloading as a share of the static wheel force, which is half of the mean force of the wheelset. ' +
      'ΣY is compared with 10 kN + P/3, P the weight of the vehicle per wheelset (EN 14363, factor 1).';
  return section('numbers', 'Key numbers', ofEachRun(runs, run => [wheelTable(run), wheelsetTable(run)]), element('p', {class: 'note'}, note));
}

/** Wear and rolling contact fatigue of both rails, curve by curve. */
function railsSection(runs) {
  const known = runs.filter(run => (run.parts || []).length);
  if (!known.length) return null;
  const heads = ['Part and rail', 'from, km', 'to, km', 'Q max, kN', '|Y| max, kN', 'Y/Q, 2 m mean', 'ΣTγ mean, J/m', 'Tγ max, N', 'RCF damage of a pass', 'contacts, mm'];
  const contentOf = run => {
    const rows = run.parts.flatMap(part => part.rails.map(rail => element('tr', {}, element('th', {}, `${part.name}, ${rail.name}`), cell(run.kilometres(part.from), 1, 3), cell(run.kilometres(part.to), 1, 3),
        cell(rail.Q, 1e-3, 1), cell(rail.Y, 1e-3, 1), cell(rail.YQ_2m, 1, 3), cell(rail.Tgamma_mean, 1, 1), cell(rail.Tgamma, 1, 1, false, placeOf(run, rail.Tgamma_distance)), cell(rail.damage, 1, 3),
        element('td', {}, rail.contact ? rail.contact.map(y => fixedText(1e3 * y, 1)).join(' … ') : '–'))));
    return [element('p', {class: 'fatigue'}, run.fatigue), element('div', {class: 'wide'}, element('table', {class: 'numbers parts'}, element('tr', {}, heads.map(h => element('th', {}, h))), rows)),
      run.rails.map(({title, svg}) => element('figure', {class: 'rail-picture', 'aria-label': title}, document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true)))];
  };
  return section('rails', 'Wear and rolling contact fatigue of both rails', ofEachRun(known, contentOf), element('p', {class: 'note'},
      'High is the outer rail of a curve. ΣTγ is the sum of the wear numbers of all wheels, without spin, as mean over the part: the energy that a pass dissipates per metre. ' +
      'RCF damage is that of the whole life rail model (0 up to Tγ = 15 N, 1 at 65 N, negative beyond 175 N), as mean over the part, summed over the wheels. ' +
      'The shakedown diagram assumes a yield stress in shear of 300 MPa. Wheels are counted where the vehicle is.'));
}

function runSwatch(run) {
  return element('span', {class: 'swatch', style: `background: var(--c${run.index % 8})`});
}
