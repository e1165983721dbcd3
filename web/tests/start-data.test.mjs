// What the home page shows: the person's own tables by requests, everything else by the connection
// to the club.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';

globalThis.location ??= /** @type {any} */ ({ origin: 'http://test', search: '', pathname: '/' });
globalThis.localStorage ??= /** @type {any} */ ({ getItem: () => null, setItem() {} });
globalThis.addEventListener ??= () => {};
globalThis.removeEventListener ??= () => {};

/** @type {FakeSocket[]} */
const sockets = [];

class FakeSocket {
  static OPEN = 1;
  readyState = 1;
  sent = /** @type {string[]} */ ([]);
  isClosed = false;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {(() => void) | null} */
  onclose = null;
  constructor(url) {
    this.url = url;
    sockets.push(this);
  }
  send(text) {
    this.sent.push(text);
  }
  close() {
    this.isClosed = true;
  }
  frame(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}
globalThis.WebSocket = /** @type {any} */ (FakeSocket);

const { StartData } = await import('../static/lobby/start-data.js');

const settle = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

/** @param {string[]} ids the ids of the person's own rooms */
function appWith(ids) {
  const asked = /** @type {string[]} */ ([]);
  const app = {
    me: { id: 'me', name: 'Me', kind: 'account' },
    dialogs: { refreshInvited() {} },
    api: {
      async get(path) {
        asked.push(path);
        return path.startsWith('/api/rooms')
          ? { rooms: ids.map((id) => ({ id, status: 'open', summary: { people: [] } })), next: '' }
          : { matches: [], next: '' };
      },
    },
  };
  return { app: /** @type {any} */ (app), asked };
}

const emptyClub = { people: {}, others: 0, visitors: 0, tables: {}, results: {}, week: {} };

test('the page is ready when own tables and the club are known, and follows patches', async () => {
  const { app } = appWith(['own']);
  let changes = 0;
  const data = new StartData(app, () => changes++);
  const socket = /** @type {FakeSocket} */ (sockets.at(-1));
  assert.equal(socket.url, `${location.origin.replace('http', 'ws')}/ws/club`);
  socket.onopen?.();
  assert.deepEqual(socket.sent, ['{"type":"hello","v":1}']);
  await settle();
  assert.equal(data.ready, false);
  const table = (created, status) => ({ created, status, connected: [] });
  socket.frame({
    type: 'club',
    seq: 1,
    document: {
      ...emptyClub,
      people: { me: { name: 'Me', kind: 'account', doing: 'online' } },
      tables: { own: table('3', 'open'), old: table('1', 'open'), live: table('2', 'playing') },
    },
  });
  assert.equal(data.ready, true);
  assert.deepEqual(data.people, []);
  assert.deepEqual(
    data.open.map(({ id }) => id),
    ['old'],
  );
  assert.deepEqual(
    data.running.map(({ id }) => id),
    ['live'],
  );
  const before = changes;
  socket.frame({
    type: 'club',
    seq: 2,
    patch: {
      people: { bob: { name: 'Bob', kind: 'account', doing: 'online' } },
      tables: { new: table('4', 'open') },
    },
  });
  assert.equal(changes, before + 1);
  assert.deepEqual(
    data.people.map(({ id }) => id),
    ['bob'],
  );
  assert.deepEqual(
    data.open.map(({ id }) => id),
    ['new', 'old'],
  );
  data.close();
  assert.equal(socket.isClosed, true);
});

test('own tables are loaded again once when they have changed', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { app, asked } = appWith([]);
  const data = new StartData(app, () => {});
  const socket = /** @type {FakeSocket} */ (sockets.at(-1));
  await settle();
  socket.frame({ type: 'club', seq: 1, document: emptyClub });
  assert.equal(asked.length, 2);
  for (let i = 0; i < 5; i++) socket.frame({ type: 'mine' });
  context.mock.timers.tick(1_000);
  await settle();
  assert.equal(asked.length, 4);
  context.mock.timers.tick(600_000);
  await settle();
  assert.equal(asked.length, 4, 'nothing is polled');
  data.close();
});

test('the page is shown without the club, and connects again', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { app } = appWith([]);
  const data = new StartData(app, () => {});
  await settle();
  sockets.at(-1)?.onclose?.();
  assert.equal(data.ready, true);
  assert.equal(data.club, null);
  const before = sockets.length;
  context.mock.timers.tick(2_000);
  assert.equal(sockets.length, before + 1);
  sockets.at(-1)?.frame({ type: 'club', seq: 7, document: emptyClub });
  assert.deepEqual(data.club, emptyClub);
  data.close();
});

test('the page stays as it is while another page opens, and is loaded again if it does not', async () => {
  for (const left of [true, false]) {
    const { app } = appWith([]);
    let changes = 0;
    const data = new StartData(app, () => changes++);
    const socket = sockets.at(-1);
    await settle();
    socket?.frame({ type: 'club', seq: 1, document: emptyClub });
    const before = changes;
    /** @type {(left: boolean) => void} */
    let leave = () => {};
    const paused = data.pauseDuring(() => new Promise((done) => (leave = done)));
    socket?.frame({ type: 'club', seq: 2, patch: { visitors: 1 } });
    await data.refresh();
    assert.equal(changes, before, 'while the page opens');
    leave(left);
    await paused;
    await settle();
    assert.equal(changes, left ? before : before + 1, `left: ${left}`);
    data.close();
  }
});
