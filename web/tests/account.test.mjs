// The page of an account.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { loadWords } from './words.mjs';

globalThis.location ??= /** @type {any} */ ({ search: '', pathname: '/', hash: '' });

const { translator } = await import('../static/core/i18n.js');
const account = await import('../static/people/account/account.js');

await loadWords('/people/texts.*.json');

test('the account page keeps the face that its owner has chosen', async () => {
  const answer = { id: 'a', name: 'Ann', kind: 'account', face: 'owl-4', keys: [], sessions: [] };
  /** @type {any} */
  const app = {
    lang: 'en',
    t: translator('en'),
    me: { id: 'a', name: 'Ann', kind: 'account', face: 'owl-4' },
    redraw() {},
    errorText: String,
    prefs: { get: () => 'auto' },
    api: {
      get: async (path) => (path === '/api/account' ? answer : { blocked: [], channels: [] }),
    },
  };
  account.open(app, {});
  for (let i = 0; i < 20; i++) await new Promise((done) => setImmediate(done));
  assert.deepEqual(app.me, { id: 'a', name: 'Ann', kind: 'account', face: 'owl-4' });
});
