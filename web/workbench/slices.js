// Channels of results as slices from the server: each slice has the least and greatest value, so that no peak is lost.

/** One result file with what is known of it. */
class ResultFile {
  /** @param {string} path */
  constructor(path) {
    this.path = path;
    /** @type {ResultHead | null} */
    this.head = null;
    this.error = '';
    /** @type {AbortController | null} */
    this.waiting = null;
  }
  async readHead() {
    try {
      this.head = await api.get('/api/result', {path: this.path});
      this.error = '';
    } catch (error) {
      this.error = error.message;
    }
  }
  channel(name) { return this.head ? this.head.channels.find(channel => channel.name === name) : undefined; }
  /**
   * @param {string[]} names @param {{over: string, range: [number, number] | null, points: number, filter: string}} wanted
   * @returns {Promise<Slice | null>} null: nothing to show, or asked anew meanwhile
   */
  async read(names, {over, range, points, filter}) {
    if (this.waiting) this.waiting.abort();
    const known = names.filter(name => this.channel(name));
    if (!known.length) return null;
    const stop = this.waiting = new AbortController();
    // The server takes a few channels at a time.
    const most = 32, groups = Array.from({length: Math.ceil(known.length / most)}, (_, i) => known.slice(most * i, most * (i + 1)));
    const parts = await Promise.all(groups.map(group => api.get('/api/result/data',
      {path: this.path, channels: group.join(','), x: over, from: range ? range[0] : null, to: range ? range[1] : null, points, filter}, stop.signal)));
    return {x: parts[0].x, channels: Object.assign({}, ...parts.map(part => part.channels))};
  }
}

/**
 * A curve through least and greatest of every slice, or through the values where there is one for each place.
 * @param {Slice} slice @param {string} name @param {number} factor
 * @returns {[number[], (number | null)[]]}
 */
function curveOf(slice, name, factor) {
  const channel = slice.channels[name], scaled = value => value === null || value === undefined ? null : value * factor;
  if (channel.values) return [slice.x, channel.values.map(scaled)];
  const places = [], values = [], {least = [], greatest = []} = channel;
  for (let i = 0; i < slice.x.length; ++i) {
    const next = i + 1 < slice.x.length ? slice.x[i + 1] : slice.x[i];
    places.push(slice.x[i], (slice.x[i] + next) / 2);
    values.push(scaled(least[i]), scaled(greatest[i]));
  }
  if (places.length > 1 && places[places.length - 1] === places[places.length - 2]) {
    places.pop();
    values.pop();
  }
  return [places, values];
}

/** The middle of each slice; of a channel with values, these. @param {Slice} slice */
function middlesOf(slice, name, factor) {
  const {values, least = [], greatest = []} = slice.channels[name];
  if (values) return values.map(value => value === null ? null : value * factor);
  return least.map((low, i) => low === null || greatest[i] === null ? null : (low + greatest[i]) / 2 * factor);
}

/** Values at other places, linear between; null outside. @param {number[]} places rising */
function valuesAt(places, values, wanted) {
  let i = 0;
  return wanted.map(place => {
    while (i + 2 < places.length && places[i + 1] < place) ++i;
    while (i > 0 && places[i] > place) --i;
    if (places.length < 2 || place < places[0] || place > places[places.length - 1]) return null;
    const span = places[i + 1] - places[i], low = values[i], high = values[i + 1];
    return low === null || high === null ? null : low + (span > 0 ? (place - places[i]) / span : 0) * (high - low);
  });
}
