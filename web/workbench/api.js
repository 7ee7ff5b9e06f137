// Requests to the server of the project, and what it tells by itself.

/** A request that the server refused: what is wrong, and its whole answer. */
class Refusal extends Error {
  /** @param {number} status @param {any} answer */
  constructor(status, answer) {
    const problem = (answer && answer.error) || {problem: `the server answered ${status}`};
    super([problem.place && `${problem.place}:`, problem.problem, problem.value && `(${problem.value})`, problem.remedy && `${problem.remedy}`]
      .filter(Boolean).join(' '));
    this.status = status;
    this.answer = answer;
    /** @type {Problem} */
    this.problem = problem;
  }
}

/**
 * @param {string} method @param {string} path @param {{body?: any, raw?: Blob, signal?: AbortSignal}} options
 * @returns {Promise<any>}
 */
async function request(method, path, {body, raw, signal} = {}) {
  const headers = raw ? {'Content-Type': 'application/octet-stream'} : body ? {'Content-Type': 'application/json'} : undefined;
  const answer = await fetch(path, {method, signal, headers, body: raw || (body ? JSON.stringify(body) : undefined)});
  const text = await answer.text();
  /** @type {any} */
  let content = {};
  try { if (text) content = JSON.parse(text); } catch (error) { content = {error: {problem: text.slice(0, 300)}}; }
  if (!answer.ok) throw new Refusal(answer.status, content);
  return content;
}

/** @param {string} path @param {Record<string, any>} query */
function address(path, query = {}) {
  const words = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return words.length ? `${path}?${words.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}` : path;
}

const api = {
  get: (path, query = {}, signal = undefined) => request('GET', address(path, query), {signal}),
  post: (path, body, signal = undefined) => request('POST', path, {body, signal}),
  put: (path, body) => request('PUT', path, {body}),
  /** @param {string} path @param {Blob} blob */
  upload: (path, blob) => request('POST', address('/api/file/upload', {path}), {raw: blob}),
  rawAddress: path => address('/api/file/raw', {path}),
  pageAddress: path => '/page/' + path.split('/').map(encodeURIComponent).join('/'),
};

/** Who listens to a kind of news. */
class Signal {
  constructor() { this.listeners = new Set(); }
  /** @param {(news?: any) => void} act  @returns {() => void} that ends it */
  on(act) {
    this.listeners.add(act);
    return () => this.listeners.delete(act);
  }
  tell(news = undefined) { for (const act of [...this.listeners]) act(news); }
}

/** Acts once when calls have ceased for `wait` ms. */
function debounced(act, wait) {
  let timer = 0;
  return (...words) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...words), wait);
  };
}
