// Points of a vehicle file that may be moved in the picture beside it.

/**
 * A point as the picture knows it: the key of its numbers in the text, and how the picture's place follows from them.
 * @typedef {{key: string, text: string, numbers: number[], shift: number, mirrored: boolean}} FilePoint
 */

const pointKeys = ['position', 'position_i', 'position_j', 'x'];
const numberInText = /[+-]?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The numbers of "9.5" or "[9.5, 1.3, 0.525]"; null for units, parameters and comments, which a moved point would destroy. @param {string} text */
function numbersOf(text) {
  if (!/^\s*\[?[\s\d.,eE+_-]*\]?\s*$/.test(text)) return null;
  const found = (text.match(numberInText) || []).map(word => Number(word.replace(/_/g, '')));
  return (found.length === 1 || found.length === 3) && found.every(Number.isFinite) ? found : null;
}

/** The text of the numbers with those changed that differ. @param {string} text @param {number[]} before @param {number[]} after */
function withNumbers(text, before, after) {
  let at = -1;
  return text.replace(numberInText, word => {
    const value = after[++at];
    if (value === undefined || Math.abs(value - before[at]) < 1e-6) return word;
    const short = String(Number(value.toFixed(4)));
    return /[.e]/.test(short) ? short : `${short}.0`;
  });
}

/** All points of an outline that may be moved, by name of the element, copy or mirror image, and key. @param {any} root @returns {Map<string, Record<string, FilePoint>>} */
function pointsOf(root) {
  const all = new Map();
  const look = node => {
    const values = new Map((node.values || []).map(value => [value.key.slice(node.key.length + 1), value])), text = key => fieldText(values.get(key) ? values.get(key).text : '');
    const points = pointKeys.flatMap(key => {
      const value = values.get(key), numbers = value && numbersOf(value.text);
      return numbers && (key === 'x') === (numbers.length === 1) ? [{name: key, key: value.key, text: value.text, numbers}] : [];
    });
    if (node.name && points.length) {
      const shiftOf = copy => (copy.values || []).filter(value => value.key === `${copy.key}.shift`).map(value => Number(value.text.replace(/_/g, '')))[0] || 0;
      const copies = [{name: node.name, shift: 0}, ...(node.children || []).filter(child => child.key.startsWith(`${node.key}.copies[`)).map(copy => ({name: copy.name, shift: shiftOf(copy)}))];
      const left = points.reduce((sum, point) => sum + (point.numbers[1] || 0), 0) >= 0;
      for (const {name, shift} of copies) for (const mirrored of text('mirror_y') === 'true' ? [false, true] : [false]) {
        const side = text('mirror_y') === 'true' ? (left !== mirrored ? '_left' : '_right') : '';
        all.set(name + side, Object.fromEntries(points.map(point => [point.name, {...point, shift, mirrored}])));
      }
    }
    for (const child of node.children || []) look(child);
  };
  if (root) look(root);
  return all;
}

/** Where the picture shows a point, and back. @param {number[]} place @param {FilePoint} point */
const toPicture = (place, point) => place.map((x, k) => k === 0 ? x + point.shift : k === 1 && point.mirrored ? -x : x);
const toFile = (place, point) => place.map((x, k) => k === 0 ? x - point.shift : k === 1 && point.mirrored ? -x : x);

/** All places for the picture. @param {Map<string, Record<string, FilePoint>>} points */
const placesForPicture = points => Object.fromEntries([...points].map(([name, keys]) => [name, Object.fromEntries(Object.entries(keys).map(([key, point]) => [key, toPicture(point.numbers, point)]))]));
