// Numbers and units as people read them.

/** A unit for reading, and the factor from SI to it. */
function readable(unit) {
  const units = {
    N: ['kN', 1e-3], Nm: ['kN m', 1e-3], m: ['mm', 1e3], rad: ['mrad', 1e3], '1/m': ['1/km', 1e3], 'rad/s': ['mrad/s', 1e3],
    Pa: ['MPa', 1e-6],
  };
  const [name, factor] = units[unit] || [unit === '1' ? '–' : unit, 1];
  return {name, factor};
}

/** Places and heights of whole bodies are not read in millimetres. */
function readableOf(channel) {
  if (/^(distance|chainage|t)$|\.s$/.test(channel.name)) return {name: channel.unit, factor: 1};
  if (/contact_angle$|\.pitch$/.test(channel.name)) return {name: 'deg', factor: 180 / Math.PI};
  return readable(channel.unit);
}

/** At most `digits` significant digits, without an exponent where a person would write none. */
function number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(digits - 2).replace('-', '−').replace('e-', 'e−').replace('e+', 'e');
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return value.toFixed(Math.min(decimals, 6)).replace('-', '−');
}

/** With so many decimals, a true minus, and no minus before zero. */
function fixedText(value, decimals) {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace('-', '−');
}

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** A round number at an axis. */
const ticked = value => String(+value.toPrecision(6)).replace('-', '−');
