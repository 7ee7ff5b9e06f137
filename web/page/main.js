// Puts the page together.

function toolbar(stage) {
  const overs = stage.overs.map(over => toggle(over, over === stage.over, () => stage.setOver(over), {'data-over': over}));
  const mark = () => overs.forEach(button => button.setAttribute('aria-pressed', button.dataset.over === stage.over));
  overs.forEach(button => button.addEventListener('click', mark));
  const filter = (set, value, text) => toggle(text, set.has(value), on => {
    if (on) set.add(value); else set.delete(value);
    stage.tell('filter');
  }, {'data-filter': value});
  const wheelsets = stage.runs[0].wheelsets;
  const button = (text, title, act) => element('button', {type: 'button', title, onclick: act}, text);
  const shown = element('output', {class: 'shown'});
  const say = () => {
    const [low, high] = stage.shown, unit = stage.over === 'time' ? 's' : 'm';
    shown.textContent = `${number(low, 5)} … ${number(high, 5)} ${unit}`;
  };
  for (const what of ['range', 'over']) stage.on(what, say);
  say();
  return element('div', {class: 'toolbar', role: 'toolbar', 'aria-label': 'plots'},
      element('span', {class: 'buttons'}, overs),
      element('span', {class: 'buttons'}, button('◂', 'back', () => stage.pan(-0.3)), button('−', 'zoom out', () => stage.zoom(1.6)),
          button('+', 'zoom in', () => stage.zoom(0.625)), button('▸', 'on', () => stage.pan(0.3)), button('whole run', 'everything', () => stage.setRange(null))),
      wheelsets.length > 1 ? element('span', {class: 'buttons'}, wheelsets.map(name => filter(stage.wheelsets, name, name))) : null,
      wheelsets.length ? element('span', {class: 'buttons'}, filter(stage.sides, 'left', 'left —'), filter(stage.sides, 'right', 'right - -')) : null,
      stage.runs.length > 1 ? element('span', {class: 'runs'}, stage.runs.map(run => element('span', {class: 'key'}, runSwatch(run), `${run.index + 1} ${run.label}`))) : null,
      shown);
}

function keys(stage) {
  addEventListener('keydown', event => {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || event.ctrlKey || event.metaKey || event.target.closest('.view')) return;
    const acts = {'+': () => stage.zoom(0.625), '-': () => stage.zoom(1.6), ArrowLeft: () => stage.pan(-0.2), ArrowRight: () => stage.pan(0.2), Escape: () => stage.setRange(null)};
    if (acts[event.key]) { event.preventDefault(); acts[event.key](); }
  });
}

function heading(title, status) {
  return element('header', {class: 'top'}, element('h1', {}, title), status,
      element('button', {type: 'button', class: 'theme', title: 'light or dark', onclick: () => theme.set(!theme.dark)}, '◐'));
}

function contents(sections) {
  return element('nav', {}, sections.map(part => element('a', {href: '#' + part.id}, part.querySelector('h2').textContent.split(',')[0])));
}

function plotsSection(stage) {
  return section('plots', 'Plots', toolbar(stage), element('p', {class: 'note screen'},
      'Drag to zoom, Ctrl + wheel to zoom about the pointer, Shift + drag to move, double click for the whole run, click on a name to hide its curve, ',
      'click into a plot to set the instant of the view. Keys: + − ← → Esc. Under each plot: the track, with its curvature filled (left curves up), its cant as a line, ',
      'alignment and vertical profile thin.'), plotSections(stage));
}

function pickerSection(stage, id, title, note, filter, chosen) {
  const picker = new ChannelPicker(stage, filter, chosen);
  return picker.names.length ? section(id, title, element('p', {class: 'note'}, note), picker.box) : null;
}

function suspensionSection(stage) {
  const isForce = name => name.endsWith('.force') && !/\.(tread|flange)\./.test(name);
  const moving = stage.runs[0].channels.filter(c => isForce(c.name) && !('c' in c)).map(c => c.name);
  return pickerSection(stage, 'suspension', 'Suspension forces', 'Choose elements; NAME.deflection is how far the element NAME is deflected.',
      name => isForce(name) || name.endsWith('.deflection'), moving.slice(0, 4));
}

/** @param {any} layout of plots, which come first; undefined: none */
function reportPage(runs, layout) {
  const stage = new Stage(runs), first = runs[0];
  if (layout && stage.overs.includes(layout.over)) stage.setOver(layout.over);
  if (layout && layout.range) stage.setRange(layout.range);
  document.title = runs.map(run => run.label).join(' · ');
  if (runs.length > 1) stage.wheelsets = new Set(first.wheelsets.slice(0, 1));
  const across = layout && layout.across ? layout.channels.map(name => [name, layout.across]) : [];
  const sections = [layoutSection(stage, layout), across.length ? ownSection(stage, across) : null, whatChanged(runs), outcome(runs), comparison(runs), keyNumbers(runs), railsSection(runs), whatWasRun(runs), plotsSection(stage), viewSection(stage), contactSection(stage), spectraSection(stage), suspensionSection(stage),
    pickerSection(stage, 'channels', 'All channels', 'Choose any; each unit has its own plot.', () => true,
        [first.wheelsets.length ? first.wheelsets[0] + '.y' : first.channels[0] && first.channels[0].name]), across.length ? null : ownSection(stage)].filter(Boolean);
  keys(stage);
  return [heading(document.title, runs.length === 1 ? statusOf(first) : null), contents(sections), element('main', {}, sections)];
}

const data = JSON.parse(document.getElementById('data').textContent);
const pages = {report: () => reportPage(runsOf(data.runs), data.plots), view: () => viewPage(runsOf(data.runs)), start: () => startPage(runsOf(data.runs), data.files),
  patches: () => new PatchesPage(data.file).build()};
document.getElementById('page').append(...pages[data.kind]());
document.documentElement.dataset.ready = 'yes';
