// Writes the file of a study: which keys of a case take which values.

/** '10, 20' or '10 to 30 step 5' or '10 to 30 in 5' as values of TOML. @param {string} text @returns {string[]} */
function valuesOf(text) {
  const range = /^\s*(\S+)\s+to\s+(\S+)\s+(step|in)\s+(\S+)\s*$/.exec(text);
  if (!range) return text.split(',').map(word => word.trim()).filter(Boolean).map(word => Number.isFinite(Number(word)) || /^(true|false|["'[{])/.test(word) ? word : JSON.stringify(word));
  const [from, to, by] = [range[1], range[2], range[4]].map(Number), count = range[3] === 'in' ? by : Math.floor((to - from) / by + 1 + 1e-9);
  if (![from, to, by].every(Number.isFinite) || !(count >= 1 && count <= 10000)) return [];
  const step = range[3] === 'in' ? (count > 1 ? (to - from) / (count - 1) : 0) : by;
  return Array.from({length: count}, (_, i) => String(Number((from + i * step).toPrecision(12))));
}

/** Asks for the axes of a study of a case, writes its file and opens it. @param {string} path */
async function newStudy(path) {
  const keys = await project.schema('case'), prefixed = async kind => (await project.schema(kind)).map(key => `${kind}.${key.name.replace(/\[\]/g, '[0]')}`);
  const words = [...keys.map(key => key.name.replace(/\[\]/g, '[0]')), ...await prefixed('vehicle'), ...await prefixed('track')];
  const made = await dialog(`Study of ${path}`, close => {
    const axes = element('div', {class: 'axes'}), count = element('strong', {'aria-live': 'polite'}), problem = element('div', {class: 'field-finding', role: 'status'});
    const file = element('input', {value: freePath(`studies/${stemOf(path)}_study`, '.toml'), name: 'path'}), name = element('input', {value: `Study of ${stemOf(path)}`, name: 'title'});
    const read = () => [...axes.children].map(row => { const [key, values] = [...row.querySelectorAll('input')].map(input => input.value.trim()); return {key, values: valuesOf(values)}; }).filter(axis => axis.key);
    const tell = () => {
      const total = read().reduce((product, axis) => product * Math.max(axis.values.length, 0), read().length ? 1 : 0);
      count.textContent = `${total} ${total === 1 ? 'run' : 'runs'}`;
    };
    const add = () => {
      const row = element('div', {class: 'axis'}, element('input', {list: 'study-keys', placeholder: 'key, such as speed', 'aria-label': 'key', oninput: tell}),
        element('input', {placeholder: '10, 20, 30 or 10 to 30 step 5', 'aria-label': 'values', oninput: tell}), button('×', () => { row.remove(); tell(); }, {'aria-label': 'remove this key'}));
      axes.append(row);
      row.querySelector('input')?.focus();
    };
    const finish = () => {
      const chosen = read(), wrong = chosen.find(axis => !axis.values.length);
      problem.textContent = !chosen.length ? '✖ Give at least one key.' : wrong ? `✖ ${wrong.key}: give its values, such as “10, 20, 30” or “10 to 30 step 5”.` : '';
      if (!problem.textContent) close({path: file.value.trim(), name: name.value.trim(), axes: chosen});
    };
    add();
    tell();
    return [element('datalist', {id: 'study-keys'}, words.slice(0, 3000).map(value => element('option', {value}))), element('label', {class: 'asked'}, element('span', {}, 'Title'), name),
      element('label', {class: 'asked'}, element('span', {}, 'File'), file), element('p', {class: 'note'}, 'Every combination of the values is a run. Keys of the vehicle and the track begin with vehicle. and track.'),
      axes, button('Another key', add), element('p', {}, count), problem, element('div', {class: 'answers'}, button('Cancel', () => close(null)), button('Write the study', finish, {class: 'main'}))];
  }, 'wide');
  if (!made) return;
  const quoted = JSON.stringify, last = key => key.split('.').pop().replace(/[^A-Za-z0-9_]/g, '_');
  const text = [`name = ${quoted(made.name)}`, `case = ${quoted(relativePath(made.path.split('/').slice(0, -1), path))}`,
    ...made.axes.map(axis => `\n[[axes]]\nname = ${quoted(last(axis.key))}\nkey = ${quoted(axis.key)}\nvalues = [${axis.values.join(', ')}]`)].join('\n') + '\n';
  await api.put('/api/file', {path: made.path, text, version: null});
  await project.load();
  openFile(made.path);
}
