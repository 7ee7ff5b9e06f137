// A plot as a file: a picture (SVG, PNG) or its numbers (CSV). Each shows the stretch that the page shows.

const plotWidth = 900, plotHeight = 420;

/** Round numbers from low to high, about `count` of them. */
function roundSteps(low, high, count) {
  const raw = Math.max(high - low, 1e-300) / count, size = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map(k => k * size).find(s => s >= raw * 0.999);
  const values = [];
  const first = Math.ceil(low / step - 1e-9);
  for (let i = 0; i < 100 && (first + i) * step <= high + 1e-9 * step; ++i) values.push((first + i) * step);
  // One or two show no scale.
  return values.length < 3 && count < 64 ? roundSteps(low, high, 2 * count) : values;
}

const escaped = text => String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);

/** Powers of ten from low to high; those are logarithms. */
function powersOfTen(low, high) {
  const powers = [];
  for (let power = Math.ceil(low - 1e-9); power <= high + 1e-9; ++power) powers.push(power);
  return powers;
}

/** The legend in rows of [{at, curve}] that are no wider than `room`; of more than twelve curves the first ones. */
function legendRows(curves, room) {
  const most = 12, rows = [], listed = curves.slice(0, most);
  if (curves.length > most) listed.push({label: `and ${curves.length - most} more`});
  let at = room;
  for (const curve of listed) {
    const size = 40 + 7 * curve.label.length;
    if (at + size - 13 > room) { rows.push([]); at = 0; }
    rows[rows.length - 1].push({at, curve});
    at += size;
  }
  return rows;
}

/** What a plot shows: {title, unit, over, x: [low, high], y: [low, high], log, data, curves: [{label, colour, dash}], limits}; log: both axes are logarithmic. */
function svgOf(shown) {
  const width = plotWidth, height = plotHeight, left = 80, right = 20, bottom = 48, rows = legendRows(shown.curves, width - left - right);
  const top = 40 + 16 * Math.max(rows.length, 1);
  const {data: [places, ...columns], log} = shown, place = log ? Math.log10 : value => value, [[x0, x1], [y0, y1]] = [shown.x, shown.y].map(range => range.map(place));
  const at = value => left + (place(value) - x0) / (x1 - x0) * (width - left - right), up = value => height - bottom - (place(value) - y0) / (y1 - y0) * (height - top - bottom);
  const ticks = (low, high, count) => log ? powersOfTen(low, high).map(power => [10 ** power, powerOfTen(10 ** power)]) : roundSteps(low, high, count).map(value => [value, ticked(value)]);
  const parts = [], text = (x, y, words, more = '') => parts.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(words)}</text>`);
  const line = (d, stroke, more = '') => parts.push(`<path d="${d}" fill="none" stroke="${stroke}" ${more}/>`);
  for (const [value, words] of ticks(x0, x1, 8)) {
    line(`M${at(value).toFixed(1)} ${top}V${height - bottom}`, '#e3e6ea');
    text(at(value), height - bottom + 16, words, 'text-anchor="middle"');
  }
  for (const [value, words] of ticks(y0, y1, 6)) {
    line(`M${left} ${up(value).toFixed(1)}H${width - right}`, '#e3e6ea');
    text(left - 8, up(value) + 4, words, 'text-anchor="end"');
  }
  // An inner picture cuts off what lies outside of it.
  const inside = `x="${left}" y="${top}" width="${width - left - right}" height="${height - top - bottom}"`;
  parts.push(`<svg ${inside} viewBox="${left} ${top} ${width - left - right} ${height - top - bottom}">`);
  columns.forEach((column, k) => {
    let path = '', pen = 'M';
    for (let i = 0; i < places.length; ++i) {
      if (column[i] === null || column[i] === undefined || places[i] === null) continue;
      path += `${pen}${at(places[i]).toFixed(2)} ${up(column[i]).toFixed(2)}`;
      pen = 'L';
    }
    line(path, shown.curves[k].colour, `stroke-width="1.4" stroke-linejoin="round" stroke-dasharray="${(shown.curves[k].dash || []).join(' ')}"`);
  });
  for (const {value, text: words} of shown.limits) {
    line(`M${left} ${up(value).toFixed(1)}H${width - right}`, '#b3261e', 'stroke-dasharray="5 5"');
    text(left + 6, up(value) - 4, words, 'fill="#b3261e"');
  }
  parts.push('</svg>');
  parts.push(`<rect ${inside} fill="none" stroke="#8b949e"/>`);
  text(left, 20, shown.title, 'font-size="15" font-weight="600"');
  const up0 = shown.up || (shown.unit ? `in ${shown.unit}` : ''), middle = (top + height - bottom) / 2;
  if (up0) text(18, middle, up0, `text-anchor="middle" transform="rotate(-90 18 ${middle})"`);
  text((left + width - right) / 2, height - 8, shown.over, 'text-anchor="middle"');
  rows.forEach((row, i) => row.forEach(({at: key, curve: {label, colour, dash}}) => {
    if (colour) line(`M${left + key} ${38 + 16 * i}h22`, colour, `stroke-width="2" stroke-dasharray="${(dash || []).join(' ')}"`);
    text(left + key + (colour ? 27 : 0), 42 + 16 * i, label);
  }));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1b1f24">
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

/** RFC 4180; a name that a spreadsheet would take for a formula becomes a text. */
const csvCell = text => {
  const plain = /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replace(/"/g, '""')}"` : plain;
};

/** Names and rows of numbers and texts. */
const csvTable = ([names, ...rows]) => [names.map(csvCell), ...rows.map(row => row.map(value => typeof value === 'string' ? csvCell(value) : value ?? ''))].map(row => row.join(',')).join('\r\n') + '\r\n';

function csvOf(shown) {
  const unit = shown.unit && shown.unit !== '–' ? ` [${shown.unit}]` : '', [places, ...columns] = shown.data, [low, high] = shown.x;
  const rows = [[shown.over, ...shown.curves.map(curve => curve.label + unit)]];
  for (let i = 0; i < places.length; ++i) {
    if (places[i] >= low && places[i] <= high) rows.push([places[i], ...columns.map(column => column[i])]);
  }
  return csvTable(rows);
}

/** What a plot of uPlot shows, where its series say their `light` colours. */
function shownOf(title, unit, plot) {
  if (!plot) return null;
  const {x, y} = plot.scales, [over, ...series] = plot.series, kept = [...series.keys()].filter(i => series[i].show);
  return {title, unit, over: over.label, x: [x.min, x.max], y: [y.min, y.max], log: x.distr === 3, limits: [],
    data: [plot.data[0], ...kept.map(i => plot.data[i + 1])], curves: kept.map(i => ({label: series[i].label, colour: series[i].light, dash: series[i].dash}))};
}

/** Buttons that save what shownOf() tells when they are pressed. */
function exportTools(shownOf) {
  return saveTools(() => {
    const shown = shownOf();
    return shown && {title: shown.title, svg: svgOf(shown), width: plotWidth, height: plotHeight, csv: csvOf(shown)};
  });
}
