// Colours of the style sheet for canvases, light or dark; lightCurves are its --c0 to --c7.

const lightCurves = ['#0060a8', '#c44e00', '#007d5a', '#a4378f', '#8a6d00', '#2a8fd0', '#7a3e1d', '#555'];

const theme = {
  listeners: [],
  colour(name) { return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); },
  curve(index) { return this.colour('c' + index % 8); },
  /** The same on paper, whatever the page has. */
  light(index) { return lightCurves[index % 8]; },
  /** Of a name of the style sheet: c0 to c7, or faint. */
  lightOf(name) { return /^c\d$/.test(name) ? this.light(Number(name[1])) : '#5b6570'; },
  onChange(act) { this.listeners.push(act); },
  get dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },
  set(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.tell();
  },
  tell() { for (const act of this.listeners) act(); },
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme.tell());

/** Dashes of the curves after the first eight, which have the same colours again. */
const dashesOfRound = index => [[], [9, 3, 2, 3], [2, 3], [9, 3, 2, 3, 2, 3]][Math.floor(index / 8) % 4];
/** Dashes of the runs after the first, where colours mean something else. */
const dashes = [[], [6, 4], [2, 3], [8, 3, 2, 3]];
