// The service worker: what it answers, caches and deletes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';

const source = readFileSync(new URL('../static/sw.js', import.meta.url), 'utf8');

/** A browser with the worker, whose caches can be full. */
function browser() {
  /** @type {Map<string, Map<string, Response>>} */
  const all = new Map();
  const line = { there: true, full: false, body: 'new' };
  const addressOf = (of) => new URL(typeof of === 'string' ? of : of.url, 'http://here').href;
  const cache = (name) => {
    const kept = all.get(name) ?? new Map();
    all.set(name, kept);
    return {
      async put(request, answer) {
        await answer.text();
        if (line.full) throw new DOMException('full', 'QuotaExceededError');
        kept.delete(addressOf(request));
        kept.set(addressOf(request), new Response(line.body));
      },
      async add(address) {
        if (!line.there) throw new TypeError('network');
        kept.set(addressOf(address), new Response(line.body));
      },
      delete: async (request) => kept.delete(addressOf(request)),
      match: async (request) => kept.get(addressOf(request))?.clone(),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    };
  };
  const caches = {
    open: async (name) => cache(name),
    delete: async (name) => all.delete(name),
    match: async (request) => {
      const found = await Promise.all([...all.keys()].map((name) => cache(name).match(request)));
      return found.find(Boolean);
    },
  };
  const handlers = {};
  runInContext(
    source,
    createContext({
      self: { addEventListener: (type, act) => void (handlers[type] = act) },
      caches,
      location: { origin: 'http://here' },
      URL,
      Request,
      fetch: async () => {
        if (!line.there) throw new TypeError('network');
        return new Response(line.body);
      },
    }),
  );
  /**
   * Sends a request, and returns the text of the answer; 'passed' if the worker does not handle it.
   */
  const ask = async (path, init = {}) => {
    const request = new Request(`http://here${path}`, init);
    /** @type {Promise<Response> | null} */
    let answer = null;
    const later = [];
    handlers.fetch({
      request,
      respondWith: (promise) => (answer = promise),
      waitUntil: (promise) => later.push(promise),
    });
    const text =
      answer === null
        ? 'passed'
        : await Promise.resolve(answer).then((response) => response.text());
    await Promise.all(later);
    return text;
  };
  /** Sends a message to the worker, and returns its reply. */
  const send = async (data) => {
    const replies = [];
    const later = [];
    handlers.message({
      data,
      ports: [{ postMessage: (reply) => replies.push(reply) }],
      waitUntil: (promise) => later.push(promise),
    });
    await Promise.all(later);
    return replies[0];
  };
  return { line, ask, send, kept: (name) => [...(all.get(name)?.keys() ?? [])] };
}

const matches = 'archmage matches';
const file = '/ui/base.css';
const match = '/api/matches/m1';

test('an answer that cannot be cached is still returned, and the cached one stays', async () => {
  for (const path of [file, match]) {
    const { line, ask } = browser();
    line.body = 'old';
    assert.equal(await ask(path), 'old');
    Object.assign(line, { body: 'new', full: true });
    assert.equal(await ask(path), 'new', path);
    line.there = false;
    assert.equal(await ask(path), 'old', `${path} without a connection`);
  }
});

test('cached pages open without a connection, and of matches the latest', async () => {
  const { line, ask, kept } = browser();
  for (let n = 0; n < 65; n++) await ask(`/api/matches/m${n}`);
  await ask('/api/matches/m10');
  const list = kept(matches);
  assert.equal(list.length, 60);
  assert.ok(!list.includes('http://here/api/matches/m4'));
  assert.equal(list.at(-1), 'http://here/api/matches/m10');
  line.there = false;
  assert.equal(await ask('/api/matches/m10'), 'new');
  await assert.rejects(ask('/api/matches/m4'));
});

test('after a change of person the matches of the previous one are gone', async () => {
  const post = (body) => ({ method: 'POST', body: JSON.stringify(body) });
  for (const [path, init, drops] of [
    ['/api/me', post({ link: 'secret' }), true],
    ['/api/me', post({ name: 'Ann' }), false],
    ['/api/me', { method: 'PATCH', body: '{"name":"Ann"}' }, false],
    ['/api/sign-out', post({}), true],
    ['/api/sign-in/passkey', post({}), true],
    ['/api/rooms', post({ link: 'x' }), false],
  ]) {
    const { ask, kept } = browser();
    await ask(match);
    assert.equal(await ask(path, init), 'passed');
    assert.equal(kept(matches).length, drops ? 0 : 1, `${init.method} ${path} ${init.body}`);
  }
});

test('the rules are cached only if a page asks for them', async () => {
  const { line, send, kept } = browser();
  const rules = () => kept('archmage ').filter((address) => address.includes('/wasm/'));
  assert.equal(await send('loaded'), true);
  assert.deepEqual(rules(), []);
  line.there = false;
  assert.equal(await send('offline'), false);
  line.there = true;
  assert.equal(await send('offline'), true);
  assert.equal(rules().length, 3);
});
