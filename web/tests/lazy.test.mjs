// Parts that are loaded later, from a server that may have been updated.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { loadModule } from '../static/core/lazy.js';

let reloads = 0;
let healthy = true;
/** Settles when the page is loaded anew. */
let reloaded = Promise.resolve();

globalThis.console.warn = () => {};
globalThis.fetch = async (address) => {
  assert.equal(address, '/healthz');
  if (!healthy) throw new TypeError('no network');
  return new Response('ok');
};

/** A storage that holds only what a test puts in. */
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
