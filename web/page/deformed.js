// How the rails and sleepers of a yielding track lie at an instant.

/** Cubic through four values in a row, between the middle two. */
function smooth(a, b, c, d, t) {
  return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

class DeformedTrack {
  constructor(run) {
    this.run = run;
    this.data = run.deformed_track;
    this.leader = run.wheelsets[0];
    if (!this.data) return;
    const {arrays} = this.data;
    this.times = decoded(arrays.t, 0);
    this.first = decoded(arrays.s, this.times.length);
    this.values = {};
    for (const name of ['rail_y', 'rail_z', 'rail_roll', 'sleeper_y', 'sleeper_z'])
      this.values[name] = decoded(arrays[name], this.times.length * arrays[name].extents[0] * arrays[name].extents[1]);
  }
  /** Whether the track of a run yields at all. */
  static of(run) { return run.scene.structure && run.wheelsets.some(w => run.frame(`${w}.left.rail_z`)) ? new DeformedTrack(run) : null; }

  note() {
    if (!this.data) return 'The track yields, but its shape is not in the file (output.deformed_track_interval): it is drawn under the wheels only. ';
    const {every, records} = this.data, part = every > 1 ? `, of which this page has one in ${every}` : '';
    return `The track yields: its shape was recorded ${records} times${part}; in between it moves along with the vehicle. `;
  }

  /** Looks at an instant: two records and where they lie against the vehicle, and the rails under the wheels. */
  show(time) {
    const {run, times} = this, place = t => run.at(`${this.leader}.s`, t);
    this.seen = [];
    if (times && times.length) {
      const i = times.length > 1 ? intervalAt(times, time) : 0, j = Math.min(i + 1, times.length - 1);
      const part = j > i ? clamp((time - times[i]) / (times[j] - times[i]), 0, 1) : 0, now = place(time);
      for (const [record, weight] of [[i, 1 - part], [j, part]])
        if (weight > 0) this.seen.push({record, weight, shift: place(times[record]) - now});
    }
    this.wheels = [[], []];
    for (const w of run.wheelsets) for (const [side, name] of ['left', 'right'].entries()) {
      const s = run.at(`${w}.s`, time), under = ['rail_y', 'rail_z', 'rail_roll'].map(quantity => run.at(`${w}.${name}.${quantity}`, time));
      this.wheels[side].push({wheelset: w, s, under, more: ['rail_y', 'rail_z', 'rail_roll'].map((quantity, k) => under[k] - this.recorded(quantity, side, s))});
    }
  }
  recorded(quantity, side, s) {
    const {seen, data} = this;
    let sum = 0;
    for (const {record, weight, shift} of seen) {
      const [sides, count] = data.arrays[quantity].extents, values = this.values[quantity], from = (record * sides + side) * count;
      const place = (s + shift - this.first[record]) / (quantity.startsWith('rail') ? data.station_spacing : data.sleeper_spacing), i = Math.floor(place);
      if (i < 0 || i >= count - 1) continue;
      const at = k => values[from + clamp(k, 0, count - 1)];
      sum += weight * smooth(at(i - 1), at(i), at(i + 1), at(i + 2), place - i);
    }
    return sum;
  }
  /** [y, z, roll] of the section of a rail; under the wheels just what was recorded there. */
  rail(side, s) {
    const reach = 1, out = ['rail_y', 'rail_z', 'rail_roll'].map(quantity => this.recorded(quantity, side, s));
    for (const wheel of this.wheels[side]) {
      const x = Math.abs(s - wheel.s) / reach;
      if (x < 1) wheel.more.forEach((more, k) => { out[k] += more * (1 - x) * (1 - x) * (1 + 2 * x); });
    }
    return out;
  }
  /** [[y, z] left, [y, z] right] of a sleeper under the rails. */
  sleeper(s) { return [0, 1].map(side => ['sleeper_y', 'sleeper_z'].map(quantity => this.recorded(quantity, side, s))); }
  /** From where to where anything is displaced. */
  reach() {
    const ends = this.wheels[0].flatMap(wheel => [wheel.s - 1, wheel.s + 1]);
    for (const {record, shift} of this.seen) {
      const from = this.first[record] - shift;
      ends.push(from, from + this.data.station_spacing * (this.data.arrays.rail_z.extents[1] - 1));
    }
    return [Math.min(...ends), Math.max(...ends)];
  }

  /** [y, z, roll] of what stands on the rails at a distance x before the vehicle's reference: between its wheelsets as these move with their rails. */
  carried(places, head) {
    const list = this.wheels[0].map((left, k) => {
      const right = this.wheels[1][k], lateral = wheel => wheel.under[0] - wheel.under[2] * head;
      return {x: places.get(left.wheelset), motion: [(lateral(left) + lateral(right)) / 2, (left.under[1] + right.under[1]) / 2,
        (left.under[1] - right.under[1]) / (2 * this.run.scene.structure.rail_centre[0])]};
    }).sort((a, b) => a.x - b.x);
    return x => {
      const k = list.findIndex(one => one.x >= x);
      if (k <= 0) return list[k < 0 ? list.length - 1 : 0].motion;
      const [a, b] = [list[k - 1], list[k]], part = (x - a.x) / (b.x - a.x);
      return a.motion.map((value, i) => value + part * (b.motion[i] - value));
    };
  }
}
