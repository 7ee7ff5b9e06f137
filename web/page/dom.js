// Parts of the page.

/** A button that stays pressed. */
function toggle(text, pressed, act, attributes = {}) {
  const button = element('button', {type: 'button', 'aria-pressed': pressed, ...attributes}, text);
  button.addEventListener('click', () => {
    const now = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', now);
    act(now);
  });
  return button;
}

/** One of several: [[value, text], …]. */
function choice(options, chosen, act, attributes = {}) {
  const select = element('select', attributes,
      options.map(([value, text]) => element('option', {value, selected: value === chosen}, text)));
  select.addEventListener('change', () => act(select.value));
  return select;
}

function section(id, title, ...children) {
  return element('section', {id}, element('h2', {}, title), ...children);
}

/** A canvas that fits its place and the screen's pixels; draw(pen, width, height) in CSS pixels. */
class Picture {
  constructor(attributes, draw) {
    this.canvas = element('canvas', attributes);
    this.drawing = draw;
    this.waiting = false;
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    paper.onPrint(() => this.drawNow());
  }
  draw() {
    if (paper.printing) return this.drawNow();
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.drawNow(); });
  }
  drawNow() {
    const {clientWidth: width, clientHeight: height} = this.canvas;
    if (!width || !height) return;
    const ratio = window.devicePixelRatio || 1, pen = this.canvas.getContext('2d');
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    pen.scale(ratio, ratio);
    this.drawing(pen, width, height);
  }
}

/** Acts when an element comes near the window, once, or when the page is printed unless it is too dear for that. */
function whenSeen(watched, act, print = true) {
  let seen = false;
  const once = () => {
    observer.disconnect();
    if (!seen) act();
    seen = true;
  };
  const observer = new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting)) once();
  }, {rootMargin: '400px'});
  observer.observe(watched);
  if (print) paper.onPrint(once);
}
