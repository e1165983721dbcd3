// A match on this device: what is stored before it is shown, and what happens if it cannot be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Coded } from '../static/core/api.js';
import { restOf, socketsOf, Source } from '../static/offline/source.js';

const person = { id: 'player', name: 'Ann', kind: 'guest' };
const tick = () => new Promise((done) => setImmediate(done));

/**
 * A source whose rules give the prepared responses, and the log of what happens.
 *
 * @param {Record<string, unknown>[]} responses to all requests after `load`
 */
function device(responses, { fails = [], locks = undefined } = {}) {
  const log = [];
  const rules = {
    async ask(request) {
      log.push(request.frame ? `${request.do} ${request.frame}` : request.do);
      if (request.do === 'discard') log.push(request.code);
      const response = request.do === 'load' ? {} : (responses.shift() ?? {});
      if (response.error) throw response.error;
      return response;
    },
    close: () => log.push('stop'),
  };
  const store = {
    read: async () => ({ match: { id: 'm', person, info: { status: 'playing' } }, entries: [] }),
    async add(match, [entry]) {
      const code = fails.shift();
      if (code) throw new Coded(code, '');
      log.push(`store ${entry.number} ${match.info.status}`);
    },
    close: () => {},
  };
  const source = new Source('m', {
    openStore: async () => store,
    startRules: () => rules,
    locks,
    pauseMs: 0,
  });
  source.connect((frame) => log.push(frame));
  return { source, log };
}

const entry = (number, info = '') => ({ number, kind: 'answer', data: '{}', info });

/** Waits until the source has nothing to do. */
async function settle() {
  for (let turn = 0; turn < 40; turn++) await tick();
}

test('an entry is stored before its frames are shown, and bots go on', async () => {
  const { source, log } = device([
    { entry: entry(7), frames: ['earlier'] },
    { frames: ['update', 'ok'], next: 'start' },
    { entry: entry(8, '{"status":"finished"}') },
    { frames: ['end'] },
  ]);
  source.receive('answer');
  await settle();
  assert.deepEqual(log, [
    'load',
    'receive answer',
    'earlier',
    'store 7 playing',
    'commit',
    'update',
    'ok',
    'next',
    'store 8 finished',
    'commit',
    'end',
  ]);
});

test('a command that cannot be stored is refused, and the match goes on', async () => {
  const { source, log } = device(
    [{ entry: entry(7) }, { frames: ['reject'] }, { frames: ['pong'] }],
    { fails: ['store_full'] },
  );
  source.receive('answer');
  source.receive('ping');
  await settle();
  assert.deepEqual(log.slice(1), [
    'receive answer',
    'discard',
    'store_full',
    'reject',
    'receive ping',
    'pong',
  ]);
});

test('the match ends here if another tab has gone on, or a bot’s move cannot be stored', async () => {
  for (const [first, code] of [
    [{ entry: entry(7) }, 'other_tab'],
    [{ next: 'start' }, 'store_full'],
  ]) {
    const rest = first.next ? [{ entry: entry(8) }, {}] : [{}];
    const { source, log } = device([first, ...rest], { fails: [code] });
    source.receive('answer');
    await settle();
    assert.deepEqual(log.slice(-2), [`{"type":"bye","code":"${code}"}`, 'stop']);
    source.receive('another');
    await settle();
    assert.equal(log.at(-1), 'stop');
  }
});

test('a socket sends the hello when the match is loaded, or says why it cannot be', async () => {
  const { source } = device([{ frames: ['{"type":"welcome"}'] }]);
  const seen = [];
  const socket = new (socketsOf(source))('');
  socket.addEventListener('open', () => socket.send('hello'));
  socket.addEventListener('message', ({ data }) => seen.push(data));
  await settle();
  assert.deepEqual(seen, ['{"type":"welcome"}']);

  const locks = { request: async () => Promise.reject(new DOMException('late', 'TimeoutError')) };
  const other = device([], { locks });
  const refused = new (socketsOf(other.source))('');
  refused.addEventListener('message', ({ data }) => seen.push(data));
  await settle();
  assert.equal(seen.at(-1), '{"type":"bye","code":"other_tab"}');
});

test('requests about the match are answered here, and others by the server', async () => {
  const { source, log } = device([{ data: { lines: [] } }, { error: new Coded('not_asked', '') }]);
  const asked = [];
  const api = restOf(
    source,
    'm',
    async () => {},
    async (path) => {
      asked.push(path);
      return Response.json([]);
    },
  );
  await source.loaded;
  assert.deepEqual(await api.post('/api/rooms/m/hint', {}), { lines: [] });
  await assert.rejects(api.post('/api/rooms/m/hint', {}), { code: 'not_asked' });
  await assert.rejects(api.get('/api/matches/x/timeline'), { code: 'not_found' });
  await assert.rejects(api.post('/api/rooms/other/hint', {}), { code: 'not_found' });
  assert.deepEqual(await api.identity(() => 'x'), person);
  await api.games();
  assert.deepEqual(asked, ['/api/games']);
  assert.deepEqual(log, ['load', 'hint', 'hint']);
});
