// Formulas over channels: numbers, channels, + − * / ^, functions. Values are in SI units, one for each row of a run.

class WrongFormula extends Error {}

/** Of first order, forwards and then backwards, so that nothing is delayed: −6 dB at the frequency. */
function smoothed(values, times, frequency) {
  const pass = order => {
    let at = result[order[0]], before = times[order[0]];
    for (const i of order) {
      at += (1 - Math.exp(-2 * Math.PI * frequency * Math.abs(times[i] - before))) * (result[i] - at);
      before = times[i];
      result[i] = at;
    }
  };
  const result = Float64Array.from(values), forwards = Array.from(values.keys());
  if (forwards.length) {
    pass(forwards);
    pass(forwards.reverse());
  }
  return result;
}

/** The mean over the `length` metres behind each place, by the trapezoidal rule. */
function slidingMean(values, places, length) {
  const sums = new Float64Array(values.length);
  for (let i = 1; i < values.length; ++i) sums[i] = sums[i - 1] + (places[i] - places[i - 1]) * (values[i] + values[i - 1]) / 2;
  let first = 0;
  return sums.map((sum, i) => {
    while (first < i && places[i] - places[first + 1] >= length) ++first;
    const span = places[i] - places[first];
    return span > 0 ? (sum - sums[first]) / span : values[i];
  });
}

function derivative(values, times) {
  const last = values.length - 1;
  return Float64Array.from(values, (_, i) => {
    const a = Math.max(i - 1, 0), b = Math.min(i + 1, last), span = times[b] - times[a];
    return span > 0 ? (values[b] - values[a]) / span : 0;
  });
}

/** [number of arguments, act(run, arguments)]; the second argument of filters is a number. */
const formulaFunctions = {
  ...Object.fromEntries(['abs', 'sqrt', 'sin', 'cos', 'tan', 'atan', 'exp', 'log'].map(name => [name, [1, (run, [x]) => x.map(Math[name])]])),
  min: [2, (run, [x, y]) => x.map((value, i) => Math.min(value, y[i]))],
  max: [2, (run, [x, y]) => x.map((value, i) => Math.max(value, y[i]))],
  lowpass: [2, (run, [x, f]) => smoothed(x, run.values('t'), f[0])],
  highpass: [2, (run, [x, f]) => smoothed(x, run.values('t'), f[0]).map((low, i) => x[i] - low)],
  mean: [2, (run, [x, length]) => slidingMean(x, run.values('distance'), length[0])],
  derivative: [1, (run, [x]) => derivative(x, run.values('t'))],
};
const formulaOperators = {'+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '/': (a, b) => a / b, '^': (a, b) => a ** b};

/** Reads a formula once; values(run) gives its numbers. */
class Formula {
  constructor(text) {
    this.text = text.trim();
    this.tokens = this.text.match(/[A-Za-z_][\w.]*|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\S/g) || [];
    this.at = 0;
    this.value = this.sum();
    if (this.at < this.tokens.length) throw new WrongFormula(`“${this.tokens[this.at]}” is not expected here`);
  }
  get next() { return this.tokens[this.at]; }
  take(token) {
    if (this.next !== token) throw new WrongFormula(`“${token}” is missing${this.next === undefined ? ' at the end' : ` before “${this.next}”`}`);
    ++this.at;
  }
  chain(operators, part) {
    let left = part();
    while (operators.includes(this.next)) {
      const act = formulaOperators[this.tokens[this.at++]], a = left, b = part();
      left = run => { const y = b(run); return a(run).map((value, i) => act(value, y[i])); };
    }
    return left;
  }
  sum() { return this.chain('+-', () => this.product()); }
  product() { return this.chain('*/', () => this.signed()); }
  signed() {
    if (this.next !== '-') return this.power();
    ++this.at;
    const part = this.signed();
    return run => part(run).map(value => -value);
  }
  power() {
    const base = this.factor();
    if (this.next !== '^') return base;
    ++this.at;
    const exponent = this.signed();
    return run => { const y = exponent(run); return base(run).map((value, i) => value ** y[i]); };
  }
  factor() {
    const token = this.next;
    if (token === undefined) throw new WrongFormula('something is missing at the end');
    ++this.at;
    if (token === '(') {
      const inside = this.sum();
      this.take(')');
      return inside;
    }
    if (/^[\d.]/.test(token)) return run => new Float64Array(run.length).fill(Number(token));
    if (!/^[A-Za-z_]/.test(token)) throw new WrongFormula(`“${token}” is not expected here`);
    return this.next === '(' ? this.call(token) : this.channel(token);
  }
  call(name) {
    if (!Object.hasOwn(formulaFunctions, name)) throw new WrongFormula(`there is no function “${name}”; there are ${Object.keys(formulaFunctions).join(', ')}`);
    const [count, act] = formulaFunctions[name], given = [];
    this.take('(');
    do given.push(this.sum()); while (this.next === ',' && ++this.at);
    this.take(')');
    if (given.length !== count) throw new WrongFormula(`${name} takes ${count} ${count > 1 ? 'values' : 'value'}, not ${given.length}`);
    return run => act(run, given.map(part => part(run)));
  }
  channel(name) {
    return run => {
      if (!run.has(name)) throw new WrongFormula(`there is no channel “${name}”`);
      return Float64Array.from(run.values(name));
    };
  }
  values(run) { return this.value(run); }
}
