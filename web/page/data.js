// The runs of the page: channels are decoded when they are first looked at.

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes.buffer;
}

/** `count`: how many numbers a constant stands for. */
function decoded(data, count) {
  if ('d' in data) return new Float64Array(bytesOf(data.d));
  if (!('u' in data)) return new Float64Array(count).fill(data.c);
  const step = (data.hi - data.lo) / 65535;
  return Float64Array.from(new Uint16Array(bytesOf(data.u)), k => data.lo + k * step);
}

/** What curves may be drawn over: the channel, and the title of the axis. */
const channelOf = over => over === 'time' ? 't' : over;
const axisTexts = {time: 't in s', distance: 'distance in m', chainage: 'chainage in m'};

/** Index i with places[i] ≤ x < places[i + 1], at least 0 and at most length − 2. */
function intervalAt(places, x) {
  let low = 0, high = places.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (places[middle] <= x) low = middle; else high = middle;
  }
  return low;
}

class Run {
  constructor(json, index) {
    Object.assign(this, json);
    this.index = index;
    this.label = this.name || this.path.split(/[\\/]/).pop();
    this.byName = new Map(this.channels.map(channel => [channel.name, channel]));
    this.cache = new Map();
    this.length = this.has('t') ? decoded(this.byName.get('t'), 0).length : 0;
    this.wheelsets = [...new Set(this.channels.filter(c => /\.(left|right)\.Q$/.test(c.name)).map(c => c.name.replace(/\.(left|right)\.Q$/, '')))];
    this.bodies = this.channels.filter(c => c.name.endsWith('.yaw')).map(c => c.name.slice(0, -4))
        .filter(name => !this.wheelsets.includes(name));
  }
  has(name) { return this.byName.has(name); }
  /** The sides on which a wheelset has a wheel. */
  sides(wheelset) { return ['left', 'right'].filter(side => this.has(`${wheelset}.${side}.Q`)); }
  channel(name) { return this.byName.get(name); }
  /** Values as they are drawn: all rows, or the extremes of each group. */
  values(name) {
    if (!this.cache.has(name)) this.cache.set(name, decoded(this.byName.get(name), this.length));
    return this.cache.get(name);
  }
  places(over) { return this.values(channelOf(over)); }
  risesOver(over) {
    if (!this.has(channelOf(over))) return false;
    const places = this.places(over);
    for (let i = 1; i < places.length; ++i) if (places[i] < places[i - 1]) return false;
    return over !== 'chainage' || places.length > 1 && places[places.length - 1] > places[0];
  }
  /** Chainage at a distance, m; null on a line without chainage. The table has [distance, chainage], two rows at a break. */
  chainage(distance) {
    const table = this.summary.chainage || [];
    if (table.length < 2 || typeof distance !== 'number') return null;
    let i = 1;
    while (i < table.length - 1 && table[i][0] <= distance) ++i;
    const [from, first] = table[i - 1], [to, last] = table[i];
    return to > from ? first + (last - first) * (distance - from) / (to - from) : last;
  }
  /** Kilometres of the line at a distance in m; without chainage those from the start. */
  kilometres(distance) {
    const chainage = this.chainage(distance);
    return (chainage === null ? distance : chainage) / 1e3;
  }

  /** Values of whole rows, for the view: every row, or every so many. */
  frame(name) {
    if (!this.frames) return this.has(name) ? this.values(name) : null;
    const key = 'frame ' + name;
    if (!this.cache.has(key)) {
      const data = this.frames.channels[name], t = this.frames.channels.t;
      this.cache.set(key, data ? decoded(data, t ? decoded(t, 0).length : 0) : null);
    }
    return this.cache.get(key);
  }
  get frameTimes() { return this.frame('t') || new Float64Array(0); }
  /** Linear between frames. */
  at(name, time) {
    const values = this.frame(name), times = this.frameTimes;
    if (!values || values.length === 0) return 0;
    if (values.length === 1) return values[0];
    const i = intervalAt(times, time), span = times[i + 1] - times[i];
    const part = span > 0 ? clamp((time - times[i]) / span, 0, 1) : 0;
    return values[i] + part * (values[i + 1] - values[i]);
  }
  /** Of the frame nearest to a time: for what begins and ends, such as contacts. */
  near(name, time) {
    const values = this.frame(name);
    return values && values.length ? values[this.frameAt(time)] : 0;
  }
  frameAt(time) {
    const times = this.frameTimes;
    if (times.length < 2) return 0;
    const i = intervalAt(times, time);
    return time - times[i] < times[i + 1] - time ? i : i + 1;
  }
  get hasScene() { return Array.isArray(this.scene.bodies); }
}

/** Runs with labels that tell them apart. */
function runsOf(list) {
  const runs = list.map((json, i) => new Run(json, i));
  for (const run of runs) {
    if (runs.some(other => other !== run && other.label === run.label)) run.detail = run.path.split(/[\\/]/).pop();
  }
  for (const run of runs) if (run.detail) run.label += ` (${run.detail})`;
  return runs;
}
