// Parts that are loaded late, from a server that may have been updated.
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { lazy, loadModule } from '../static/core/lazy.js';

let reloads = 0;
let healthy = true;
/** Resolves when the page is reloaded. */
let reloaded = Promise.resolve();

globalThis.console.warn = () => {};
globalThis.fetch = async (address) => {
  assert.equal(address, '/healthz');
  if (!healthy) throw new TypeError('no network');
  return new Response('ok');
};

/** A storage in memory. */
function freshStorage() {
  const all = new Map();
  return {
    getItem: (/** @type {string} */ key) => all.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => all.set(key, value),
  };
}

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  reloads = 0;
  healthy = true;
  Object.assign(globalThis, { localStorage: freshStorage() });
  reloaded = new Promise((resolve) => {
    Object.assign(globalThis, {
      location: {
        reload: () => {
          reloads++;
          resolve();
        },
      },
    });
  });
});

test('a part that is there is loaded', async () => {
  assert.equal(await loadModule(async () => 'board'), 'board');
  assert.equal(reloads, 0);
});

test('without a connection a part is refused, and the page stays', async () => {
  healthy = false;
  await assert.rejects(loadModule(gone), { code: 'offline' });
  assert.equal(reloads, 0);
});

test('a part that a server has no more loads the page anew, once in a while', async () => {
  void loadModule(gone);
  await reloaded;
  await assert.rejects(loadModule(gone), { code: 'offline' });
  assert.equal(reloads, 1);
});

test('without a storage, which could not end it, nothing is loaded anew', async () => {
  Object.assign(globalThis, { localStorage: undefined });
  await assert.rejects(loadModule(gone), { code: 'offline' });
  assert.equal(reloads, 0);
});

/** Lets pending promises settle. */
const turn = () => new Promise((done) => setImmediate(done));

test('who asks for a part is told when it is there, and has it at once from then on', async () => {
  let loads = 0;
  let told = 0;
  const chat = lazy(async () => `chat ${++loads}`);
  assert.equal(
    chat(() => assert.fail('the last who asks is told')),
    null,
  );
  assert.equal(
    chat(() => told++),
    null,
  );
  await turn();
  assert.equal(told, 1);
  assert.equal(
    chat(() => told++),
    'chat 1',
  );
});

test('who asks for a part that cannot be loaded may ask again after a while', async (t) => {
  healthy = false;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let line = false;
  const chat = lazy(() => (line ? Promise.resolve('chat') : gone()));
  /** @type {(string | null)[]} */
  const drawn = [];
  const draw = () => void drawn.push(chat(draw));
  draw();
  await turn();
  assert.deepEqual(drawn, [null], 'not at once');
  mock.timers.tick(5000);
  assert.deepEqual(drawn, [null, null]);
  line = true;
  await turn();
  mock.timers.tick(5000);
  await turn();
  assert.deepEqual(drawn, [null, null, null, 'chat']);
});
