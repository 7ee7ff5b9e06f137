// What the view leaves out where the machine is too slow for it.

/** Of the picture: m of track before and behind, points of the picture per point of the screen, and so on. */
const detail = {};

/** What is left out, one after the other, and what of the scene has to be made anew for it. */
const savings = [
  ['fine points of the screen', d => { d.ratio = Math.min(d.ratio, 1); }, 'size'],
  ['fine corners of wheels and rails', d => { d.coarse = true; }, 'scene'],
  ['half of the points of the picture', d => { d.ratio = Math.min(d.ratio, 0.7); }, 'size'],
  ['the track beyond 60 m', d => { d.reach = 60; }, 'scene'],
  ['the walls of boxes', d => { d.walls = false; }, 'scene'],
  ['the sleepers', d => { d.sleepers = false; }, 'scene'],
  ['three quarters of the points of the picture', d => { d.ratio = Math.min(d.ratio, 0.5); }, 'size'],
];

class Savings {
  constructor() { this.reset(); }
  reset() {
    this.taken = this.skipped = 0;
    Object.assign(detail, {ratio: Math.min(devicePixelRatio || 1, 2), coarse: false, reach: 110, walls: true, sleepers: true});
    if (detail.ratio <= 1) this.taken = this.skipped = 1;  // the first one has nothing to leave out
    return 'scene';
  }
  get next() { return savings[this.taken]; }
  /** Leaves out one thing more; what has to be made anew, or nothing where there is nothing more. */
  take() {
    if (!this.next) return null;
    const [, act, anew] = this.next;
    act(detail);
    ++this.taken;
    return anew;
  }
  get text() {
    const left = savings.slice(this.skipped, this.taken).map(([what]) => what);
    const points = left.filter(what => what.endsWith('of the picture'));
    return left.filter(what => !points.includes(what) || what === points[points.length - 1]).join(', ');
  }
}
