// Colours of the style sheet for canvases, light or dark.

const theme = {
  listeners: [],
  colour(name) { return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); },
  curve(index) { return this.colour('c' + index % 8); },
  onChange(act) { this.listeners.push(act); },
  get dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },
  set(dark) {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    for (const act of this.listeners) act();
  },
};
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme.listeners.forEach(act => act()));

/** Dashes of the runs after the first, where colours mean something else. */
const dashes = [[], [6, 4], [2, 3], [8, 3, 2, 3]];
