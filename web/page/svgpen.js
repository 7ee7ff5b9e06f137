// Pictures of canvases as files: the same drawing, by a pen that writes SVG.

/** What the drawings use of CanvasRenderingContext2D; arcs are whole circles. */
class SvgPen {
  constructor(width, height) {
    Object.assign(this, {width, height, parts: [], path: '', dash: [], fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, font: '11px system-ui, sans-serif', textAlign: 'left', globalAlpha: 1});
  }
  put(tag, attributes, content = '') {
    const given = Object.entries(attributes).filter(([, value]) => value !== '').map(([name, value]) => `${name}="${escaped(typeof value === 'number' ? +value.toFixed(2) : value)}"`);
    this.parts.push(`<${tag} ${given.join(' ')}>${escaped(content)}</${tag}>`);
  }
  get seen() { return this.globalAlpha < 1 ? this.globalAlpha : ''; }
  get line() { return {fill: 'none', stroke: this.strokeStyle, 'stroke-width': this.lineWidth, 'stroke-dasharray': this.dash.join(' '), opacity: this.seen}; }
  setLineDash(dash) { this.dash = dash; }
  beginPath() { this.path = ''; }
  moveTo(x, y) { this.path += `M${x.toFixed(2)} ${y.toFixed(2)}`; }
  lineTo(x, y) { this.path += `${this.path ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`; }
  arc(x, y, radius) {
    const r = radius.toFixed(2), d = (2 * radius).toFixed(2);
    this.path += `M${(x - radius).toFixed(2)} ${y.toFixed(2)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0`;
  }
  stroke() { this.put('path', {d: this.path, ...this.line}); }
  fill() { this.put('path', {d: this.path, fill: this.fillStyle, opacity: this.seen}); }
  fillRect(x, y, width, height) { this.put('rect', {x, y, width, height, fill: this.fillStyle, opacity: this.seen}); }
  strokeRect(x, y, width, height) { this.put('rect', {x, y, width, height, ...this.line}); }
  fillText(text, x, y) {
    this.put('text', {x, y, fill: this.fillStyle, 'font-size': parseFloat(this.font), 'text-anchor': {center: 'middle', right: 'end'}[this.textAlign] || ''}, text);
  }
  get svg() {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}" font-family="system-ui, sans-serif">
<rect width="100%" height="100%" fill="#fff"/>
${this.parts.join('\n')}
</svg>
`;
  }
}

/** Buttons that save a picture as it would be on a light page, and its numbers: tableOf() gives [[name, …], [value, …], …]. */
function pictureTools(title, picture, tableOf) {
  return saveTools(() => {
    const {clientWidth: width, clientHeight: height} = picture.canvas, {dataset} = document.documentElement, {theme: chosen} = dataset;
    if (!width) return null;
    const pen = new SvgPen(width, height);
    dataset.theme = 'light';
    picture.drawing(pen, width, height);
    if (chosen) dataset.theme = chosen; else delete dataset.theme;
    return {title, width, height, svg: pen.svg, csv: csvTable(tableOf())};
  });
}
