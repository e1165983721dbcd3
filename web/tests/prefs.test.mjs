import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Prefs } from '../static/core/prefs.js';
import { Coded, Rest } from '../static/core/api.js';

/** A storage in memory. */
function memory(initial = {}) {
  const items = new Map(Object.entries(initial));
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    items,
  };
}

test('preferences are stored, and changes are reported', () => {
  const storage = memory();
  let calls = 0;
  const prefs = new Prefs(storage, ['fr-FR'], () => calls++);
  assert.equal(prefs.get('lang'), 'fr');
  prefs.set('theme', 'dark');
  assert.equal(calls, 1);
  const again = new Prefs(storage, ['en']);
  assert.deepEqual(
    [again.get('theme'), again.get('lang'), again.get('sound')],
    ['dark', 'fr', false],
  );
});

test('stored values that are invalid are ignored', () => {
  const odd = memory({
    'archmage.prefs':
      '{"lang":"xx","theme":"dark","sound":"loud","volume":"deafening","cards":"large","other":1}',
  });
  const prefs = new Prefs(odd, ['en']);
  assert.deepEqual(
    [
      prefs.get('lang'),
      prefs.get('theme'),
      prefs.get('sound'),
      prefs.get('volume'),
      prefs.get('cards'),
    ],
    ['en', 'dark', false, 'quiet', 'large'],
  );
  assert.equal(new Prefs(memory({ 'archmage.prefs': 'no json' }), ['fr']).get('lang'), 'fr');
});

test('without storage preferences last until the page is closed', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  };
  for (const storage of [null, full]) {
    const prefs = new Prefs(storage, ['en']);
    prefs.set('sound', true);
    assert.equal(prefs.get('sound'), true);
  }
});

/** A fetch that returns prepared answers and records requests. */
function server(answers) {
  const asked = [];
  const fetch = async (path, init) => {
    asked.push([init.method, path, init.body]);
    const [status, body] = answers[`${init.method} ${path}`] ?? [
      404,
      { code: 'no_room', message: 'none' },
    ];
    if (status === 0) throw new TypeError('network');
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
  };
  return { rest: new Rest(fetch), asked };
}

test('identification takes one request, with a name for new guests', async () => {
  const { rest, asked } = server({ 'POST /api/me': [200, { id: 'v', name: 'X' }] });
  assert.deepEqual(await rest.identity(() => 'X'), { id: 'v', name: 'X' });
  assert.deepEqual(asked, [['POST', '/api/me', '{"name":"X"}']]);
});

test('errors have a code, whatever the answer is', async () => {
  const { rest } = server({
    'GET /down': [0],
    'GET /html': [502, '<html>'],
    'POST /x': [429, { code: 'too_fast', message: 'wait' }],
  });
  await assert.rejects(rest.get('/down'), (e) => e instanceof Coded && e.code === 'offline');
  await assert.rejects(rest.get('/html'), { code: 'internal', status: 502 });
  await assert.rejects(rest.post('/x', {}), { code: 'too_fast', message: 'wait', status: 429 });
  await assert.rejects(rest.get('/none'), { code: 'no_room' });
});

test('a drawing is text, its refusal is coded', async () => {
  const { rest, asked } = server({ 'POST /api/qr': [200, '<svg/>'] });
  assert.equal(await rest.drawing('/api/qr', { text: 'a' }), '<svg/>');
  assert.deepEqual(asked, [['POST', '/api/qr', '{"text":"a"}']]);
  await assert.rejects(rest.drawing('/api/none', {}), { code: 'no_room', status: 404 });
});
