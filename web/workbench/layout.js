// Parts of the window: splitters, and tabs.

/** View settings of this browser; what belongs to the project is in its files. */
const remembered = {
  get(name, otherwise) {
    const value = localStorage.getItem(`flangeway.${name}`);
    return value === null ? otherwise : value;
  },
  set(name, value) { localStorage.setItem(`flangeway.${name}`, String(value)); },
};

/**
 * A bar that changes the size of the element before (or after) it, with the mouse and the arrow keys.
 * @param {HTMLElement} sized @param {{name: string, label: string, vertical?: boolean, after?: boolean, size: number, least?: number}} options
 */
function splitter(sized, {name, label, vertical = false, after = false, size, least = 120}) {
  const property = vertical ? 'height' : 'width';
  const limit = () => Math.max(least, (vertical ? innerHeight : innerWidth) * 0.7);
  const bar = element('div', {class: `splitter ${vertical ? 'vertical' : ''}`, role: 'separator', tabindex: 0, 'aria-label': label,
    'aria-orientation': vertical ? 'horizontal' : 'vertical'});
  const set = wanted => {
    const now = clamp(wanted, least, limit());
    sized.style[property] = `${now}px`;
    bar.setAttribute('aria-valuenow', String(Math.round(now)));
    remembered.set(`size.${name}`, Math.round(now));
  };
  set(Number(remembered.get(`size.${name}`, size)));
  bar.addEventListener('pointerdown', event => {
    bar.setPointerCapture(event.pointerId);
    document.documentElement.classList.add('dragging');  // frames would take the pointer
    const from = vertical ? event.clientY : event.clientX, start = sized.getBoundingClientRect()[property];
    const move = moved => set(start + ((vertical ? moved.clientY : moved.clientX) - from) * (after ? -1 : 1));
    const end = () => {
      bar.removeEventListener('pointermove', move);
      document.documentElement.classList.remove('dragging');
    };
    bar.addEventListener('pointermove', move);
    bar.addEventListener('lostpointercapture', end, {once: true});
  });
  bar.addEventListener('keydown', event => {
    const way = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
    if (!way) return;
    event.preventDefault();
    set(sized.getBoundingClientRect()[property] + way * (after ? -1 : 1) * 24);
  });
  return bar;
}

/**
 * What a tab shows. `box` is its element; the rest is optional.
 * @typedef {{key: string, title: string, box: HTMLElement, dirty?: () => boolean, whenShown?: () => void, closed?: () => void, save?: () => any, icon?: string}} TabContent
 */

class Tabs {
  constructor() {
    /** @type {{content: TabContent, head: HTMLElement}[]} */
    this.open = [];
    /** @type {TabContent | null} */
    this.active = null;
    this.bar = element('div', {class: 'tabs', role: 'tablist', 'aria-label': 'open files and tools'});
    this.place = element('div', {class: 'tab-place'});
    this.empty = element('div', {class: 'empty'});
    this.place.append(this.empty);
    this.bar.addEventListener('keydown', event => this.onKey(event));
  }
  onKey(event) {
    const at = this.open.findIndex(tab => tab.content === this.active), last = this.open.length - 1;
    const next = {ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at ? at - 1 : last, Home: 0, End: last}[event.key];
    if (next !== undefined && this.open[next]) {
      this.show(this.open[next].content);
      this.headOf(this.open[next].content).focus();
    } else if (event.key === 'Delete' && this.active) {
      this.close(this.active);
    } else {
      return;
    }
    event.preventDefault();
  }
  headOf(content) { return /** @type {HTMLElement} */ (this.open.find(tab => tab.content === content)?.head.querySelector('[role=tab]')); }
  find(key) { return this.open.find(tab => tab.content.key === key)?.content; }
  /** The tab with a key, made where there is none. @param {string} key @param {() => TabContent} make */
  reach(key, make) {
    const content = this.find(key) || this.add(make());
    this.show(content);
    return content;
  }
  /** @param {TabContent} content */
  add(content) {
    const id = `tab-${Math.random().toString(36).slice(2)}`;
    content.box.id = id;
    content.box.setAttribute('role', 'tabpanel');
    content.box.setAttribute('aria-label', content.title);
    const head = element('div', {class: 'tab', title: content.key},
      element('button', {type: 'button', role: 'tab', 'aria-controls': id, onclick: () => this.show(content)},
        element('span', {class: 'dot', 'aria-hidden': 'true'}), element('span', {class: 'name'}, content.title)),
      element('button', {type: 'button', class: 'close', tabindex: -1, title: `close ${content.title}`, 'aria-label': `close ${content.title}`, onclick: () => this.close(content)}, '×'));
    head.addEventListener('auxclick', event => { if (event.button === 1) this.close(content); });
    this.open.push({content, head});
    this.bar.append(head);
    this.place.append(content.box);
    return content;
  }
  /** @param {TabContent} content */
  show(content) {
    this.active = content;
    for (const tab of this.open) {
      const chosen = tab.content === content, name = tab.head.querySelector('[role=tab]');
      tab.head.classList.toggle('active', chosen);
      name?.setAttribute('aria-selected', String(chosen));
      name?.setAttribute('tabindex', chosen ? '0' : '-1');
      tab.content.box.hidden = !chosen;
      if (chosen) tab.head.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
    this.empty.hidden = this.open.length > 0;
    if (content && content.whenShown) content.whenShown();
  }
  /** Shows which tabs have changes that are not saved. */
  mark() {
    for (const {content, head} of this.open) {
      const dirty = Boolean(content.dirty && content.dirty());
      head.classList.toggle('dirty', dirty);
      const dot = head.querySelector('.dot');
      if (dot) dot.textContent = dirty ? '● ' : '';
      const tab = head.querySelector('[role=tab]');
      if (dirty) tab?.setAttribute('aria-description', 'not saved'); else tab?.removeAttribute('aria-description');
    }
  }
  /** @param {TabContent} content */
  async close(content, asked = false) {
    if (!asked && content.dirty && content.dirty()) {
      const answer = await dialog(`${content.title} has changes that are not saved`, close => [element('div', {class: 'answers'},
        button('Cancel', () => close(null)), button('Discard them', () => close('discard')), button('Save', () => close('save'), {class: 'main'}))]);
      if (!answer || (answer === 'save' && content.save && !await content.save())) return;
    }
    const at = this.open.findIndex(tab => tab.content === content);
    if (at < 0) return;
    this.open[at].head.remove();
    content.box.remove();
    this.open.splice(at, 1);
    if (content.closed) content.closed();
    if (this.active === content) {
      const next = this.open[Math.min(at, this.open.length - 1)];
      this.active = null;
      if (next) this.show(next.content); else this.empty.hidden = false;
    }
  }
  rename(content, key, title) {
    content.key = key;
    content.title = title;
    const tab = this.open.find(one => one.content === content);
    const name = tab?.head.querySelector('.name');
    if (name) name.textContent = title;
    if (tab) tab.head.title = key;
  }
}

const tabs = new Tabs();
