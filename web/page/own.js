// Plots that a reader makes: any formula over any other. The address of the page keeps them.

class OwnPlots {
  /** @param {any} stage @param {[string, string][]} first plots that are there at first: [vertical, horizontal] */
  constructor(stage, first = []) {
    this.stage = stage;
    const names = stage.runs[0].channels.map(channel => channel.name);
    const field = (name, hint, value = '') => element('input', {type: 'text', list: 'channel-names', class: name, placeholder: hint, value, 'aria-label': name, onkeydown: event => { if (event.key === 'Enter') this.add(); }});
    this.vertical = field('vertical', `such as ${names.find(n => n.endsWith('.Q')) || names[0]} or lowpass(abs(…), 20)`);
    this.horizontal = field('horizontal', 'distance, t or any formula', channelOf(stage.over));
    this.words = element('p', {class: 'note over', role: 'alert'});
    this.list = element('div', {class: 'own-plots'});
    this.box = element('div', {class: 'own'}, element('datalist', {id: 'channel-names'}, names.map(value => element('option', {value}))),
        element('div', {class: 'own-bar'}, this.vertical, ' over ', this.horizontal, element('button', {type: 'button', class: 'add', onclick: () => this.add()}, 'add a plot')),
        this.words, this.list);
    this.plots = /plots=/.test(location.hash) ? this.remembered() : first;
    this.draw();
    stage.on('range', () => this.draw());
  }
  remembered() {
    try {
      const list = JSON.parse(decodeURIComponent((location.hash.match(/plots=([^&]*)/) || [])[1] || '[]'));
      return list.filter(plot => Array.isArray(plot) && plot.length === 2 && plot.every(text => typeof text === 'string' && text.length < 1000)).slice(0, 20);
    } catch (error) {
      return [];  // an address that was cut
    }
  }
  remember() { history.replaceState(null, '', this.plots.length ? '#plots=' + encodeURIComponent(JSON.stringify(this.plots)) : '#own'); }
  add() {
    const plot = [this.vertical.value, this.horizontal.value];
    this.words.textContent = '';
    try {
      this.shownOf(plot);
    } catch (error) {
      if (!(error instanceof WrongFormula)) throw error;
      this.words.textContent = error.message + '.';
      return;
    }
    this.plots.push(plot);
    this.remember();
    this.draw();
  }
  remove(index) {
    this.plots.splice(index, 1);
    this.remember();
    this.draw();
  }
  /** The stretch that the other plots show, of every run that has the channels. */
  shownOf([vertical, horizontal]) {
    const y = new Formula(vertical), x = new Formula(horizontal), {stage} = this, [low, high] = stage.shown;
    const curves = stage.runs.map(run => {
      const places = run.places(stage.over), xs = x.values(run), ys = y.values(run), inside = [...places.keys()].filter(i => places[i] >= low && places[i] <= high && Number.isFinite(xs[i]) && Number.isFinite(ys[i]));
      return {run, x: inside.map(i => xs[i]), y: inside.map(i => ys[i])};
    });
    const range = values => {
      const least = values.reduce((a, b) => Math.min(a, b), Infinity), most = values.reduce((a, b) => Math.max(a, b), -Infinity), size = Math.max(Math.abs(least), Math.abs(most));
      const margin = most - least > size * 1e-6 ? (most - least) * 0.05 : size * 0.1 || 1;
      return [least - margin, most + margin];
    };
    const all = name => curves.flatMap(curve => curve[name]);
    if (!all('x').length) throw new WrongFormula('the formula has no finite value in what is shown');
    // One column per run, one run behind the other: a curve that turns back keeps its order.
    return {
      title: `${y.text} over ${x.text}`, unit: '', over: x.text, x: range(all('x')), y: range(all('y')), limits: [],
      data: [all('x'), ...curves.map(curve => curves.flatMap(other => other === curve ? other.y : other.y.map(() => null)))],
      curves: curves.map(({run}) => ({label: curves.length > 1 ? run.label : y.text, colour: theme.light(run.index), dash: []})),
    };
  }
  draw() {
    this.list.replaceChildren(...this.plots.map((plot, index) => {
      const title = `${plot[0]} over ${plot[1]}`;
      const close = element('button', {type: 'button', title: 'remove this plot', 'data-remove': index, onclick: () => this.remove(index)}, '×');
      let picture;
      try {
        picture = element('img', {alt: title, src: 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svgOf(this.shownOf(plot)))});
      } catch (error) {
        if (!(error instanceof WrongFormula)) throw error;
        picture = element('p', {class: 'note over'}, error.message + '.');
      }
      return element('div', {class: 'panel', 'data-panel': title}, element('h3', {}, title, exportTools(() => this.shownOf(plot)), close), picture);
    }));
  }
}

function ownSection(stage, first = []) {
  if (!stage.runs[0].has('t')) return null;
  return section('own', 'Plots of your own', element('p', {class: 'note'}, 'Formulas of channels in SI units, over the stretch that the plots above show: + - * / ^, ', Object.keys(formulaFunctions).join(', '),
      '. lowpass(x, Hz) and highpass(x, Hz) are of first order, forwards and backwards; mean(x, m) slides. The address of the page keeps the plots: bookmark it. ',
      stage.runs.some(run => run.run > 1) ? 'Of a long run they have the extremes of groups of rows, as the other plots.' : ''), new OwnPlots(stage, first).box);
}
