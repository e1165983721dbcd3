import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Link } from '../static/table/connection.js';
import { Coded } from '../static/core/api.js';

/** A clock that the test advances. */
function clock() {
  let now = 0;
  let timers = [];
  return {
    set: (act, ms) => {
      const timer = { at: now + ms, act };
      timers.push(timer);
      return timer;
    },
    clear: (timer) => void (timers = timers.filter((t) => t !== timer)),
    async pass(ms) {
      const until = now + ms;
      for (;;) {
        const next = timers.filter((t) => t.at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        timers = timers.filter((t) => t !== next);
        next.act();
        await settle();
      }
      now = until;
    },
    get waiting() {
      return timers.length;
    },
  };
}

/** Lets all pending promises settle. */
const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

/** A server in memory. It records all connections and what they sent. */
function stage(options = {}) {
  const all = [];
  class FakeSocket extends EventTarget {
    sent = [];
    closed = false;
    constructor(url) {
      super();
      this.url = url;
      all.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.closed = true;
    }
    open() {
      this.dispatchEvent(new Event('open'));
    }
    say(frame) {
      this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(frame) }));
    }
    cut() {
      this.dispatchEvent(new Event('close'));
    }
    welcome() {
      this.open();
      this.say({
        type: 'welcome',
        v: 1,
        you: { id: 'u', name: 'Ann' },
        room: 'r',
        limits: { message: 1, chat: 1 },
      });
    }
  }
  const time = clock();
  const states = [];
  const frames = [];
  const position = { sequence: '', seq: 0 };
  const link = new Link({
    url: 'ws://x/ws/r',
    WebSocket: FakeSocket,
    timers: time,
    random: () => 0.5,
    hello: () => ({ ...position }),
    onFrame: (f) => frames.push(f),
    onState: (state, code) => states.push(code ? `${state} ${code}` : state),
    ...options,
  });
  return { link, time, states, frames, seen: position, all, last: () => all.at(-1) };
}

test('the first frame is hello with the last position', () => {
  const s = stage();
  s.seen.sequence = '5.1.0';
  s.seen.seq = 9;
  s.link.open();
  s.last().open();
  assert.deepEqual(s.last().sent, [{ type: 'hello', v: 1, sequence: '5.1.0', seq: 9 }]);
  assert.equal(s.last().url, 'ws://x/ws/r');
});

test('a command waits for the welcome and ends with its ok', async () => {
  const s = stage();
  s.link.open();
  const done = s.link.send('ready', { ready: true });
  s.last().open();
  assert.equal(s.last().sent.length, 1, 'only hello before the welcome');
  s.last().welcome();
  const sent = s.last().sent.at(-1);
  assert.equal(sent.type, 'ready');
  assert.ok(sent.id.length > 0 && sent.id.length <= 64);
  s.last().say({ type: 'ok', id: sent.id });
  await done;
});

test('a refusal comes back with its code', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const done = s.link.send('start');
  s.last().say({ type: 'reject', id: s.last().sent.at(-1).id, code: 'not_ready', message: 'no' });
  await assert.rejects(done, (error) => error instanceof Coded && error.code === 'not_ready');
});

test('an unanswered command is resent with the same id after a disconnection', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const done = s.link.send('answer', { decision: 1, choice: [] });
  const { id } = s.last().sent.at(-1);
  s.last().cut();
  assert.equal(s.link.state, 'lost');
  await s.time.pass(1000);
  s.last().welcome();
  assert.equal(s.all.length, 2);
  assert.deepEqual(s.last().sent.at(-1), { type: 'answer', id, decision: 1, choice: [] });
  s.last().say({ type: 'ok', id });
  await done;
  assert.deepEqual(s.states, ['open', 'lost', 'open']);
});

test('a chat line without an answer is resent with the same id', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const done = s.link.send('chat', { text: 'hello' });
  const { id } = s.last().sent.at(-1);
  s.last().cut();
  await s.time.pass(1000);
  s.last().welcome();
  assert.deepEqual(s.last().sent.at(-1), { type: 'chat', id, text: 'hello' });
  s.last().say({ type: 'ok', id });
  await done;
});

test('a command to a busy room is resent with the same id, a limited number of times', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const done = s.link.send('answer', { decision: 1 });
  const refused = assert.rejects(done, { code: 'busy' });
  const { id } = s.last().sent.at(-1);
  for (let i = 0; i < 5; i++) {
    s.last().say({ type: 'reject', id, code: 'busy', message: '' });
    await s.time.pass(5000);
  }
  await refused;
  assert.deepEqual(
    s
      .last()
      .sent.filter((f) => f.type === 'answer')
      .map((f) => f.id),
    Array(5).fill(id),
  );
});

test('the pauses between attempts grow to a bound, which is lower while the page is visible', async () => {
  for (const [hidden, least, most] of [
    [false, 1500, 4_000],
    [true, 5000, 15_000],
  ]) {
    const s = stage({ hidden: () => hidden });
    s.link.open();
    const pauses = [];
    for (let i = 0; i < 9; i++) {
      s.last().cut();
      const before = s.all.length;
      let ms = 0;
      while (s.all.length === before) {
        await s.time.pass(50);
        ms += 50;
        assert.ok(ms < 20_000);
      }
      pauses.push(ms);
    }
    assert.ok(
      pauses.every((ms, i) => i === 0 || ms >= pauses[i - 1]),
      `${pauses}`,
    );
    assert.ok(pauses[0] < 1000 && pauses.at(-1) > least && pauses.at(-1) <= most, `${pauses}`);
  }
});

test('the person can retry immediately, during a pause or an attempt', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  s.link.retryNow();
  assert.equal(s.all.length, 1, 'there is a connection');
  s.last().cut();
  for (let attempts = 2; attempts < 5; attempts++) {
    s.link.retryNow();
    await settle();
    assert.equal(s.all.length, attempts);
  }
  assert.ok(s.all.slice(0, -1).every((socket) => socket.closed || socket === s.all[0]));
  s.last().welcome();
  assert.equal(s.link.state, 'open');
  await s.time.pass(9_000);
  assert.equal(s.all.length, 4);
});

test('a bye with a time reconnects after it, one without ends the connection', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  s.last().say({ type: 'bye', code: 'restart', retryAfter: 4000 });
  assert.deepEqual(s.states.at(-1), 'lost restart');
  await s.time.pass(3900);
  assert.equal(s.all.length, 1);
  await s.time.pass(2200);
  assert.equal(s.all.length, 2);
  s.last().welcome();
  const open = s.link.send('undo');
  s.last().say({ type: 'bye', code: 'no_room' });
  await assert.rejects(open, { code: 'no_room' });
  assert.equal(s.states.at(-1), 'over no_room');
  await s.time.pass(100_000);
  assert.equal(s.all.length, 2);
  await assert.rejects(s.link.send('undo'), { code: 'closed' });
});

test('a frozen room ends the connection for good', async () => {
  for (const greet of ['welcome', 'open']) {
    const s = stage();
    s.link.open();
    s.last()[greet]();
    const open = s.link.send('undo');
    s.last().say({ type: 'bye', code: 'frozen' });
    await assert.rejects(open, { code: 'frozen' });
    assert.equal(s.states.at(-1), 'over frozen');
    s.link.probe();
    s.link.reconnect();
    await s.time.pass(100_000);
    assert.equal(s.all.length, 1, greet);
  }
});

/** Advances the clock until a condition holds, and returns the elapsed milliseconds. */
async function until(time, so) {
  for (let ms = 0; ; ms += 100) {
    if (so()) return ms;
    assert.ok(ms < 60_000);
    await time.pass(100);
  }
}

test('a silent connection is pinged, and given up without a pong', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const pings = () => s.last().sent.filter((f) => f.type === 'ping').length;
  assert.equal(await until(s.time, () => pings() === 1), 10_000);
  s.last().say({ type: 'pong' });
  assert.equal(await until(s.time, () => pings() === 2), 10_000);
  assert.equal(await until(s.time, () => s.link.state === 'lost'), 4000);
  assert.equal(s.all[0].closed, true);
});

test('a node that hangs costs at most 8 seconds, whatever is pressed meanwhile', async () => {
  for (const pressed of [false, true]) {
    const s = stage();
    s.link.open();
    s.last().welcome();
    await s.time.pass(9000);
    const done = s.link.send('answer', { decision: 1 });
    const { id } = s.last().sent.at(-1);
    const more = [];
    const waited = await until(s.time, () => {
      if (pressed && s.all.length === 1 && more.length < 20)
        more.push(s.link.send('chat', { text: 'hello?' }));
      return s.all.length === 2;
    });
    assert.ok(waited <= 8000, `${waited} ms`);
    s.last().welcome();
    assert.equal(s.last().sent.find((f) => f.type === 'answer').id, id);
    for (const { id } of s.last().sent.filter((f) => f.id)) s.last().say({ type: 'ok', id });
    await Promise.all([done, ...more]);
  }
});

test('a waiting player notices as soon, a spectator or a hidden page later', async () => {
  for (const [eager, hidden, least, most] of [
    [true, false, 0, 8000],
    [true, true, 14_000, 19_000],
    [false, false, 14_000, 15_000],
  ]) {
    const s = stage({ eager: () => eager, hidden: () => hidden });
    s.link.open();
    s.last().welcome();
    const waited = await until(s.time, () => s.all.length === 2);
    assert.ok(waited >= least && waited <= most, `${waited} ms`);
  }
});

test('a connection with traffic is not given up while a command takes long', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const done = s.link.send('start');
  for (let i = 0; i < 10; i++) {
    await s.time.pass(2900);
    s.last().say({ type: 'presence', connected: [], spectators: [], spectatorCount: 0 });
  }
  assert.deepEqual(
    s.last().sent.map((f) => f.type),
    ['hello', 'start'],
  );
  s.last().say({ type: 'ok', id: s.last().sent.at(-1).id });
  await done;
  assert.equal(s.all.length, 1);
});

test('a connection without a welcome is retried', async () => {
  const s = stage();
  s.link.open();
  s.last().open();
  await s.time.pass(12_000);
  assert.equal(s.all.length, 2);
});

test('the return of the network retries immediately', async () => {
  const s = stage();
  s.link.open();
  for (let i = 0; i < 6; i++) {
    s.last().cut();
    await s.time.pass(15_000);
  }
  s.last().cut();
  const before = s.all.length;
  s.link.probe();
  await settle();
  assert.equal(s.all.length, before + 1);
});

test('a page in the back-forward cache is not connected until it is shown again', async () => {
  const s = stage();
  s.link.open();
  await settle();
  s.all[0].welcome();
  s.link.suspend();
  assert.equal(s.all[0].closed, true);
  await s.time.pass(600_000);
  assert.equal(s.all.length, 1, 'nothing is tried');
  s.link.reconnect();
  await settle();
  s.all[1].welcome();
  assert.equal(s.link.state, 'open');
});

test('the identity is checked before reconnecting, and a failure waits for the next attempt', async () => {
  let ok = false;
  const asked = [];
  const s = stage({
    before: async (attempt) => {
      asked.push(attempt);
      if (!ok) throw new Error('offline');
    },
  });
  s.link.open();
  s.last().welcome();
  s.last().cut();
  await s.time.pass(3000);
  assert.equal(s.all.length, 1);
  assert.ok(asked.length >= 2);
  ok = true;
  await s.time.pass(4_000);
  assert.equal(s.all.length, 2);
});

test('frames of an old connection are ignored', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const old = s.last();
  old.cut();
  await s.time.pass(1000);
  s.last().welcome();
  const before = s.frames.length;
  old.say({ type: 'update', seq: 1, undo: false });
  old.cut();
  assert.equal(s.frames.length, before);
  assert.equal(s.link.state, 'open');
});

test('closing leaves nothing behind', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const open = s.link.send('undo');
  s.link.close();
  await assert.rejects(open, { code: 'closed' });
  assert.equal(s.last().closed, true);
  assert.equal(s.time.waiting, 0);
});

test('a restarted connection without a server is lost, and can be retried immediately', async () => {
  for (const begin of ['restart', 'rest and restart']) {
    let isServerUp = true;
    const s = stage({
      before: async () => {
        if (!isServerUp) throw new Coded('offline', '');
      },
    });
    s.link.open();
    s.last().welcome();
    isServerUp = false;
    if (begin !== 'restart') s.link.suspend();
    s.link.reconnect();
    await settle();
    assert.equal(s.states.at(-1), 'lost', begin);
    isServerUp = true;
    s.link.retryNow();
    await settle();
    assert.equal(s.all.length, 2);
    s.last().welcome();
    assert.equal(s.link.state, 'open');
  }
});

test('a browser that keeps no cookies gets an error and does not retry', async () => {
  let asked = 0;
  const s = stage({
    before: async () => {
      asked++;
      throw new Coded('no_cookies', '');
    },
  });
  s.link.open();
  s.last().welcome();
  const open = s.link.send('ready');
  s.last().cut();
  const failed = assert.rejects(open, { code: 'no_cookies' });
  await s.time.pass(600_000);
  await failed;
  assert.equal(asked, 1);
  assert.equal(s.states.at(-1), 'over no_cookies');
});

test('a command that is repeated before its answer is sent once, and after it again', async () => {
  const s = stage();
  s.link.open();
  s.last().welcome();
  const sent = () => s.last().sent.filter(({ type }) => type !== 'hello');
  const both = [s.link.send('ready', { ready: true }), s.link.send('ready', { ready: true })];
  const other = s.link.send('ready', { ready: false });
  assert.deepEqual(
    sent().map(({ ready }) => ready),
    [true, false],
  );
  for (const { id } of sent()) s.last().say({ type: 'ok', id });
  await Promise.all([...both, other]);
  void s.link.send('ready', { ready: true });
  assert.equal(sent().length, 3);
  assert.equal(new Set(sent().map(({ id }) => id)).size, 3);
});
