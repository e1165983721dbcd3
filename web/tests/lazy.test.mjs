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

const failToLoad = () =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

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

test('an available part is loaded', async () => {
  assert.equal(await loadModule(async () => 'board'), 'board');
  assert.equal(reloads, 0);
});

test('without a connection loading a part fails, and the page stays', async () => {
  healthy = false;
  await assert.rejects(loadModule(failToLoad), { code: 'offline' });
  assert.equal(reloads, 0);
});

test('a part that the server no longer has reloads the page, but not too often', async () => {
  void loadModule(failToLoad);
  await reloaded;
  await assert.rejects(loadModule(failToLoad), { code: 'offline' });
  assert.equal(reloads, 1);
});

test('without storage, which prevents a loop, the page is not reloaded', async () => {
  Object.assign(globalThis, { localStorage: undefined });
  await assert.rejects(loadModule(failToLoad), { code: 'offline' });
  assert.equal(reloads, 0);
});

/** Lets pending promises settle. */
const turn = () => new Promise((done) => setImmediate(done));

test('a lazy part calls back when it is loaded, and is available from then on', async () => {
  let loads = 0;
  let calls = 0;
  const chat = lazy(async () => `chat ${++loads}`);
  assert.equal(
    chat(() => assert.fail('the last who asks is told')),
    null,
  );
  assert.equal(
    chat(() => calls++),
    null,
  );
  await turn();
  assert.equal(calls, 1);
  assert.equal(
    chat(() => calls++),
    'chat 1',
  );
});

test('a lazy part that cannot be loaded is requested again after a delay', async (t) => {
  healthy = false;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  let line = false;
  const chat = lazy(() => (line ? Promise.resolve('chat') : failToLoad()));
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
