// A page or a picture of the project, as it is.

/** A frame with a page of the project, which has no rights but to draw itself. @param {string} path */
function pageFrame(path, title = path) {
  const frame = element('iframe', {class: 'page-frame', title, sandbox: 'allow-scripts allow-downloads', src: api.pageAddress(path), onload: () => { frame.dataset.loaded = 'yes'; }});
  return frame;
}

class PageTab {
  /** @param {string} path */
  constructor(path) {
    this.key = path;
    this.title = baseName(path);
    this.path = path;
    this.place = element('div', {class: 'fill'});
    this.box = element('div', {class: 'page-tab'}, element('div', {class: 'bar'}, element('span', {class: 'path'}, path), button('Read again', () => this.load()), button('Download', () => download(path))), this.place);
    this.ends = project.touched.on(paths => { if (!paths || paths.includes(path)) this.load(); });
    this.load();
  }
  load() {
    if (endingOf(this.path) === '.png') refill(this.place, element('img', {class: 'picture', alt: this.path, src: api.rawAddress(this.path)}));
    else if (endingOf(this.path) === '.pdf') refill(this.place, this.document());
    else refill(this.place, pageFrame(this.path));
  }
  /** Browsers show no PDF in a frame without rights. */
  document() {
    const entry = project.entry(this.path);
    return element('div', {class: 'hint'}, element('h2', {}, this.title), element('p', {}, `PDF${entry ? ` of ${sizeText(entry.size)}` : ''}`), button('Download', () => download(this.path), {class: 'main'}));
  }
  closed() { this.ends(); }
}

const sizeText = bytes => bytes >= 1e9 ? `${number(bytes / 1e9, 3)} GB` : bytes >= 1e6 ? `${number(bytes / 1e6, 3)} MB` : bytes >= 1e3 ? `${number(bytes / 1e3, 3)} kB` : `${bytes} bytes`;
