// Messages, questions and menus.

/** Tells something at the foot of the window; errors stay until the next message. */
function say(text, kind = 'note') {
  const place = document.getElementById('message');
  if (!place) return;
  place.className = kind;
  place.textContent = (kind === 'error' ? '✖ ' : '') + text;
}

/** What to do with an error that nobody else handles. */
function report(error) {
  if (error && error.name === 'AbortError') return;
  say(error instanceof Error ? error.message : String(error), 'error');
}

/** Starts an action of the user; its error is told. @param {(...words: any[]) => any} act */
const acting = act => (...words) => Promise.resolve().then(() => act(...words)).catch(report);

/** Puts other children into an element; lists and nulls as for element(). @param {HTMLElement} box @param {any[]} children */
function refill(box, ...children) {
  box.replaceChildren(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
}

/** @param {string} text @param {(event: any) => any} act @param {Record<string, any>} attributes */
function button(text, act, attributes = {}) {
  return element('button', {type: 'button', onclick: acting(act), ...attributes}, text);
}

/**
 * A window over the others; resolves with what `close` is called with, null when it is cancelled.
 * @param {string} title @param {(close: (answer: any) => void) => any[]} fill
 * @returns {Promise<any>}
 */
function dialog(title, fill, className = '') {
  return new Promise(done => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const box = element('dialog', {class: `dialog ${className}`, 'aria-label': title});
    let answer = null;
    const close = value => {
      answer = value;
      box.close();
    };
    box.append(element('h2', {}, title), ...fill(close));
    box.addEventListener('close', () => {
      box.remove();
      if (before && before.isConnected) before.focus();
      done(answer);
    });
    document.body.append(box);
    box.showModal();
  });
}

/**
 * Asks for some texts. @param {string} title @param {{name: string, label: string, value?: string, choices?: [string, string][], list?: string[], note?: string}[]} fields
 * @returns {Promise<Record<string, string> | null>}
 */
function ask(title, fields, act = 'OK') {
  return dialog(title, close => {
    const inputs = fields.map(field => field.choices ?
      element('select', {name: field.name}, field.choices.map(([value, text]) => element('option', {value, selected: value === field.value}, text))) :
      element('input', {name: field.name, value: field.value || '', autocomplete: 'off', list: field.list ? `list-${field.name}` : null}));
    const form = element('form', {method: 'dialog'}, fields.map((field, i) => element('label', {class: 'asked'}, element('span', {}, field.label), inputs[i],
      field.list ? element('datalist', {id: `list-${field.name}`}, field.list.map(value => element('option', {value}))) : null,
      field.note ? element('span', {class: 'note'}, field.note) : null)),
    element('div', {class: 'answers'}, button('Cancel', () => close(null)), element('button', {type: 'submit', class: 'main'}, act)));
    form.addEventListener('submit', event => {
      event.preventDefault();
      close(Object.fromEntries(fields.map((field, i) => [field.name, inputs[i].value.trim()])));
    });
    return [form];
  });
}

/** @param {string} title @param {string} text @param {string} act @returns {Promise<boolean>} */
async function confirmed(title, text, act) {
  return Boolean(await dialog(title, close => [element('p', {}, text),
    element('div', {class: 'answers'}, button('Cancel', () => close(null)), button(act, () => close(true), {class: 'main'}))]));
}

/**
 * A menu at a place of the window: [[text, act] …]; null is a line between.
 * @param {([string, () => any] | null)[]} items @param {number} x @param {number} y
 */
function openMenu(items, x, y) {
  for (const old of document.querySelectorAll('.menu')) old.remove();
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = focus => {
    menu.remove();
    removeEventListener('pointerdown', outside, true);
    if (focus && before && before.isConnected) before.focus();
  };
  const outside = event => { if (!menu.contains(event.target)) close(false); };
  const menu = element('div', {class: 'menu', role: 'menu'}, items.map(item => item ? element('button', {type: 'button', role: 'menuitem', onclick: () => {
    close(true);
    acting(item[1])();
  }}, item[0]) : element('hr')));
  menu.addEventListener('keydown', event => {
    const buttons = [...menu.querySelectorAll('button')], at = buttons.indexOf(/** @type {any} */ (document.activeElement));
    const next = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1}[event.key];
    if (next !== undefined) buttons[(next + buttons.length) % buttons.length].focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(menu);
  menu.style.left = `${Math.max(0, Math.min(x, innerWidth - menu.offsetWidth - 4))}px`;
  menu.style.top = `${Math.max(0, Math.min(y, innerHeight - menu.offsetHeight - 4))}px`;
  addEventListener('pointerdown', outside, true);
  const first = menu.querySelector('button');
  if (first) first.focus();
}

/** A button that opens a menu below itself. @param {string} text @param {() => ([string, () => any] | null)[]} items */
function menuButton(text, items, attributes = {}) {
  const made = button(`${text} ▾`, () => {
    const box = made.getBoundingClientRect();
    openMenu(items(), box.left, box.bottom + 2);
  }, {'aria-haspopup': 'menu', ...attributes});
  return made;
}
