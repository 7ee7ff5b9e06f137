// Which curves belong together.

/** Colours tell wheelsets apart where there is one run, runs where there are more. */
function curvesOf(stage, owners, quantity, factor, dash = () => []) {
  const several = stage.runs.length > 1;
  return stage.runs.flatMap(run => owners(run).filter(([name]) => run.has(name + quantity)).map(([name, place, side]) => ({
    run, channel: name + quantity, name: several ? `${name} · ${run.index + 1}` : name, factor,
    colour: several ? run.index : place, dash: dash(side, place, several),
  })));
}

const placeDashes = [[], [10, 3], [4, 2], [1, 2]];
const ofWheelsets = stage => run => run.wheelsets.map((name, i) => [name, i, 'left']).filter(([name]) => stage.wheelsets.has(name));
const ofWheels = stage => run => run.wheelsets.flatMap((name, i) => run.sides(name).filter(side => stage.wheelsets.has(name) && stage.sides.has(side))
    .map(side => [`${name}.${side}`, i, side]));
const ofBodies = () => run => run.bodies.map((name, i) => [name, i, 'left']);
const wheelDash = side => side === 'right' ? [5, 3] : [];
const wheelsetDash = (side, place, several) => several ? placeDashes[place % 4] : [];

function panel(title, unit, factor, owners, quantity, dash, more = {}) {
  return {title, unit, curves: stage => curvesOf(stage, owners(stage), quantity, factor, dash), ...more};
}

/** Curves of the track do not depend on wheels. */
function trackPanel(title, unit, factor, names) {
  return {title, unit, curves: stage => stage.runs.slice(0, 1).flatMap(run => names.map(([name, text], i) => [name, text, i])
      .filter(([name]) => run.has('track.' + name)).map(([name, text, i]) => ({run, channel: 'track.' + name, name: text, factor, colour: i, dash: []})))};
}

function guidingLimits(stage) {
  const limit = stage.runs[0].numbers.guiding_force_limit;
  return limit === null ? [] : [{value: limit / 1e3, text: `10 kN + P/3 = ${number(limit / 1e3, 3)} kN`}, {value: -limit / 1e3, text: ''}];
}

function ratioLimits(stage) {
  const {yq_limit: limit} = stage.runs[0].numbers;
  return [{value: limit, text: `${limit} (EN 14363, curves of 250 m and more)`}];
}

const panelGroups = [
  ['Track', [
    trackPanel('Curvature, left positive', '1/km', 1e3, [['curvature', 'curvature']]),
    trackPanel('Cant, right rail above left', 'mm', 1e3, [['cant', 'cant']]),
    trackPanel('Irregularities', 'mm', 1e3, [['alignment', 'alignment'], ['vertical_profile', 'vertical profile'],
      ['gauge_variation', 'gauge variation'], ['cross_level', 'cross level']]),
  ]],
  ['Wheelsets', [
    panel('Lateral displacement, left positive', 'mm', 1e3, ofWheelsets, '.y', wheelsetDash),
    panel('Yaw, to the left positive', 'mrad', 1e3, ofWheelsets, '.yaw', wheelsetDash),
  ]],
  ['Forces between wheel and rail', [
    panel('Vertical wheel force Q', 'kN', 1e-3, ofWheels, '.Q', wheelDash, {symbol: 'Q'}),
    panel('Lateral wheel force Y, left positive', 'kN', 1e-3, ofWheels, '.Y', wheelDash, {symbol: 'Y'}),
    {title: 'Y/Q, positive towards the field side', unit: '–', symbol: 'Y/Q',
      note: 'Thin: Nadal’s limit at the present contact angle of the flange, where a flange touches.',
      curves: stage => [...curvesOf(stage, ofWheels(stage), '.YQ', 1, wheelDash),
        ...curvesOf(stage, ofWheels(stage), '.nadal_limit', 1, wheelDash).filter(curve => !('c' in curve.run.channel(curve.channel)))
            .map(curve => ({...curve, name: `${curve.name}, limit`, width: 0.6, gaps: true}))]},
    panel('Y/Q, mean over 2 m', '–', 1, ofWheels, '.YQ_2m', wheelDash, {symbol: '(Y/Q)₂ₘ', limits: ratioLimits}),
    panel('ΣY of a wheelset, mean over 2 m', 'kN', 1e-3, ofWheelsets, '.sumY_2m', wheelsetDash, {symbol: 'ΣY₂ₘ', limits: guidingLimits}),
    panel('ΣY of a wheelset', 'kN', 1e-3, ofWheelsets, '.sumY', wheelsetDash, {symbol: 'ΣY'}),
  ]],
  ['Contact', [
    panel('Flange: normal force', 'kN', 1e-3, ofWheels, '.flange.normal_force', wheelDash),
    panel('Contact angle, of the flange where it touches', 'deg', 180 / Math.PI, ofWheels, '.contact_angle', wheelDash),
    panel('Tread: contact position on the rail', 'mm', 1e3, ofWheels, '.tread.rail_s', wheelDash),
    panel('Tread: contact position on the wheel', 'mm', 1e3, ofWheels, '.tread.wheel_s', wheelDash),
    panel('Wear number Tγ of a wheel', 'N', 1, ofWheels, '.Tgamma', wheelDash, {symbol: 'Tγ'}),
    panel('Height above the rail after lift-off', 'mm', 1e3, ofWheels, '.lift', wheelDash),
  ]],
  ['Car body and bogies', [
    panel('Lateral displacement, left positive', 'mm', 1e3, ofBodies, '.y', wheelsetDash),
    panel('Roll, left side up positive', 'mrad', 1e3, ofBodies, '.roll', wheelsetDash),
    panel('Lateral acceleration against the track frame', 'm/s²', 1, ofBodies, '.ay', wheelsetDash),
    panel('Vertical acceleration against the track frame', 'm/s²', 1, ofBodies, '.az', wheelsetDash),
  ]],
];

const isConstant = ({run, channel}) => 'c' in run.channel(channel);

/** Plots in which nothing changes, folded away. */
function stillPlots(panels, boxes) {
  if (!panels.length) return null;
  const fold = element('details', {class: 'still'}, element('summary', {}, `constant: ${panels.map(p => p.title).join('; ')}`));
  fold.addEventListener('toggle', () => fold.append(...boxes(panels)), {once: true});
  return fold;
}

/** Charts of the groups; those without any channel are left out. */
function plotSections(stage) {
  return panelGroups.map(([title, panels]) => {
    const filled = panels.filter(p => p.curves(stage).length), boxes = list => list.map(p => new Chart(stage, p).box);
    const still = filled.filter(p => p.curves(stage).every(isConstant)), moving = filled.filter(p => !still.includes(p));
    return filled.length ? element('div', {class: 'group'}, element('h3', {class: 'group-title'}, title), boxes(moving), stillPlots(still, boxes)) : null;
  });
}

/** Channels to choose: one chart per unit. */
class ChannelPicker {
  constructor(stage, filter, chosen) {
    this.stage = stage;
    this.names = [...new Set(stage.runs.flatMap(run => run.channels.map(c => c.name)))].filter(filter);
    this.chosen = new Set(chosen.filter(name => this.names.includes(name)));
    this.search = element('input', {type: 'search', placeholder: `search ${this.names.length} channels, such as wheelset1.*.Q`, oninput: () => this.list()});
    this.results = element('div', {class: 'chips'});
    this.charts = element('div', {});
    this.box = element('div', {class: 'picker'}, this.search, this.results, this.charts);
    this.list();
    this.draw();
  }
  get found() {
    const text = this.search.value.trim().toLowerCase();
    const pattern = new RegExp(text.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.'));
    return this.names.filter(name => pattern.test(name.toLowerCase()));
  }
  list() {
    const most = 60, found = this.found, shown = [...this.chosen, ...found.filter(name => !this.chosen.has(name)).slice(0, most)];
    this.results.replaceChildren(...shown.map(name => toggle(name, this.chosen.has(name), on => {
      if (on) this.chosen.add(name); else this.chosen.delete(name);
      this.draw();
    }, {title: this.describe(name), 'data-channel': name})));
    const more = found.filter(name => !this.chosen.has(name)).length - most;
    if (more > 0) this.results.append(element('span', {class: 'note'}, `and ${more} more: search`));
    if (!shown.length) this.results.append(element('span', {class: 'note'}, 'no channel has such a name'));
  }
  describe(name) {
    const run = this.stage.runs.find(r => r.has(name)), {unit, description} = run.channel(name);
    return `${description} [${unit}]`;
  }
  draw() {
    const units = new Map();
    for (const name of this.chosen) {
      const run = this.stage.runs.find(r => r.has(name)), unit = readableOf(run.channel(name));
      if (!units.has(unit.name)) units.set(unit.name, []);
      units.get(unit.name).push([name, unit.factor]);
    }
    for (const old of this.drawn || []) this.stage.charts.splice(this.stage.charts.indexOf(old), 1);
    const several = this.stage.runs.length > 1;
    this.drawn = [...units].map(([unit, list]) => new Chart(this.stage, {
      title: list.length === 1 ? list[0][0] : `${list.length} channels`, unit, height: 240,
      curves: stage => stage.runs.flatMap(run => list.filter(([name]) => run.has(name)).map(([name, factor], i) => ({
        run, channel: name, factor, name: several ? `${name} · ${run.index + 1}` : name, colour: several ? run.index : i,
        dash: several ? placeDashes[i % 4] : [],
      }))),
    }));
    this.charts.replaceChildren(...this.drawn.map(chart => chart.box));
  }
}

/** Plots of a layout that was saved in the workbench. @param {any} layout */
function layoutSection(stage, layout) {
  if (!layout || layout.across) return null;
  const several = stage.runs.length > 1, groups = new Map();
  for (const name of layout.channels) {
    const run = stage.runs.find(r => r.has(name)), unit = readableOf(run.channel(name)), key = layout.by === 'unit' ? unit.name : name;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push({name, unit});
  }
  const charts = [...groups.values()].map(list => new Chart(stage, {
    title: list.length === 1 ? list[0].name : `${list.length} channels`, unit: list[0].unit.name, height: 240,
    limits: () => layout.limits.flatMap(limit => list.filter(one => one.name === limit.channel).map(one => ({value: limit.value * one.unit.factor, text: limit.text}))),
    curves: () => stage.runs.flatMap(run => list.filter(({name}) => run.has(name)).map(({name, unit}, i) => ({
      run, channel: name, factor: unit.factor, name: several ? `${name} · ${run.index + 1}` : name, colour: several && list.length === 1 ? run.index : i, dash: several ? placeDashes[run.index % 4] : []}))),
  }));
  return section('layout', 'Plots of the layout', charts.map(chart => chart.box));
}
