import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  awayDuration,
  emptyState,
  isConnected,
  justReturned,
  maxKeptEvents,
  reduce,
  viewerSeat,
  withOlderEvents,
} from '../static/core/store.js';

const room = {
  type: 'room',
  id: 'r',
  status: 'playing',
  host: 'u1',
  settings: { game: 'seasons' },
  seats: [{ player: 'u0' }, { player: 'u1' }],
  matches: 1,
};
const snapshot = {
  type: 'snapshot',
  sequence: '7.1.0',
  seq: 4,
  match: 'm',
  public: { round: 1, seats: { s0: { n: 1 }, s1: { n: 2 } } },
  private: { hand: { h1: 1, h2: 1 } },
  decisions: [{ id: 1, seat: 1, kind: 'die', options: [], min: 1, max: 1 }],
  events: [
    ['started', -1],
    ['die', 0],
  ],
  eventsFrom: 10,
  undo: false,
};
const welcome = {
  type: 'welcome',
  v: 1,
  you: { id: 'u1', name: 'Ann' },
  room: 'r',
  now: 1_000_000,
  limits: { message: 1000, chat: 300 },
};

/** Returns the state after these frames. */
const after = (...frames) => frames.reduce((state, frame) => reduce(state, frame), emptyState);
const loaded = after(welcome, room, snapshot);

test('a snapshot replaces the whole state', () => {
  assert.equal(viewerSeat(loaded), 1);
  assert.deepEqual(
    loaded.events.map((e) => e.number),
    [10, 11],
  );
  assert.deepEqual(
    [loaded.sequence, loaded.seq, loaded.match, loaded.next, loaded.public.round],
    ['7.1.0', 4, 'm', 12, 1],
  );
});

test('an update changes what it names and shares the rest', () => {
  const next = reduce(loaded, {
    type: 'update',
    seq: 5,
    public: { seats: { s0: { n: 9 } } },
    events: [['x', 0]],
    undo: true,
  });
  assert.equal(next.public.seats.s0.n, 9);
  assert.equal(next.public.seats.s1, loaded.public.seats.s1);
  assert.equal(next.decisions, loaded.decisions, 'absent decisions are the same as before');
  assert.deepEqual(
    [next.seq, next.next, next.firstNewEvent, next.undo, next.events.at(-1).number],
    [5, 13, 12, true, 12],
  );
  assert.equal(loaded.public.seats.s0.n, 1, 'the state before stays as it was');
});

test('the private document is separate', () => {
  const next = reduce(loaded, {
    type: 'update',
    seq: 5,
    undo: false,
    public: { round: 2 },
    private: { hand: { h2: null } },
  });
  assert.deepEqual([next.public.round, next.private], [2, { hand: { h1: 1 } }]);
  assert.equal(
    reduce(loaded, { type: 'update', seq: 5, undo: false, public: { round: 2 } }).private,
    loaded.private,
    'each changes without the other',
  );
  const { private: _own, ...watched } = snapshot;
  assert.deepEqual(after(room, watched).private, {}, 'a spectator has none');
  assert.deepEqual(
    reduce(loaded, { ...watched, seq: 9, private: {} }).private,
    {},
    'nor has anybody at the end',
  );
});

test('presence is unknown until the first presence frame', () => {
  assert.deepEqual(
    ['u0', 'u1'].map((id) => isConnected(loaded, id)),
    [true, true],
  );
  const next = reduce(loaded, {
    type: 'presence',
    connected: [],
    away: [],
    spectators: [{ player: 'e', name: 'Eve' }],
    spectatorCount: 1,
  });
  assert.deepEqual(
    ['u0', 'u1'].map((id) => isConnected(next, id)),
    [false, true],
    'the viewer is',
  );
  assert.equal(
    isConnected(
      reduce(next, {
        type: 'presence',
        connected: ['u0'],
        away: [],
        spectators: [],
        spectatorCount: 0,
      }),
      'u0',
    ),
    true,
  );
  assert.equal(reduce(next, room).presence, next.presence, 'a room frame says nothing of it');
});

test('who is away, since when, and who is back, by the time of the server', () => {
  const presence = (connected, away) => ({
    type: 'presence',
    connected,
    away,
    spectators: [],
    spectatorCount: 0,
  });
  const told = reduce(loaded, presence(['u1'], [{ player: 'u0', since: 1_005_000 }]), 7000);
  assert.deepEqual(
    [6000, 9000, 19_000].map((now) => awayDuration(told, 'u0', now)),
    [0, 4000, 14_000],
    'not at once: a page may load again',
  );
  assert.equal(awayDuration(told, 'u1', 19_000), 0);
  const back = reduce(told, presence(['u0', 'u1'], []), 20_000);
  assert.deepEqual(
    [awayDuration(back, 'u0', 21_000), justReturned(back, 21_000), justReturned(back, 30_000)],
    [0, 'u0', ''],
  );
  assert.equal(
    justReturned(
      reduce(back, presence(['u1'], [{ player: 'u0', since: 1_021_000 }]), 21_000),
      21_100,
    ),
    '',
    'and gone again',
  );
  assert.equal(
    justReturned(reduce(told, presence(['u0', 'u1'], []), 6500), 6600),
    '',
    'nobody was told that they were away',
  );
});

test('an empty list of decisions means none', () => {
  assert.deepEqual(
    reduce(loaded, { type: 'update', seq: 5, decisions: [], undo: false }).decisions,
    [],
  );
});

test('a missing frame is noticed, and nothing is taken in until the next snapshot', () => {
  const gap = reduce(loaded, { type: 'update', seq: 6, public: { round: 3 }, undo: false });
  assert.equal(gap.gap, true);
  assert.equal(gap.public.round, 1);
  assert.equal(
    reduce(gap, { type: 'update', seq: 5, public: { round: 2 }, undo: false }).public.round,
    1,
  );
  const whole = reduce(gap, { ...snapshot, seq: 6, public: { round: 3 } });
  assert.deepEqual([whole.gap, whole.public.round, whole.seq], [false, 3, 6]);
});

test('a snapshot of the same sequence shares what is equal', () => {
  const again = reduce(loaded, {
    ...structuredClone(snapshot),
    seq: 9,
    public: { round: 2, seats: { s0: { n: 1 }, s1: { n: 5 } } },
  });
  assert.equal(again.public.seats.s0, loaded.public.seats.s0);
  assert.equal(again.public.seats.s1.n, 5);
  assert.equal(reduce(loaded, structuredClone(snapshot)).public, loaded.public);
});

test('older events are put in front, and survive a snapshot of the same sequence', () => {
  const paged = withOlderEvents(loaded, {
    events: [
      ['a', 0],
      ['b', 0],
      ['again', 0],
    ],
    from: 8,
  });
  assert.deepEqual(
    paged.events.map((e) => [e.number, e.kind]),
    [
      [8, 'a'],
      [9, 'b'],
      [10, 'started'],
      [11, 'die'],
    ],
  );
  assert.equal(
    withOlderEvents(loaded, { events: [['a', 0]], from: 3 }),
    loaded,
    'a page with a gap is refused',
  );
  assert.deepEqual(
    reduce(paged, snapshot).events.map((e) => e.number),
    [8, 9, 10, 11],
  );
  assert.deepEqual(
    reduce(paged, { ...snapshot, sequence: '8.1.0' }).events.map((e) => e.number),
    [10, 11],
  );
});

test('the log is bounded', () => {
  let state = loaded;
  for (let i = 0; i < 40; i++) {
    state = reduce(state, {
      type: 'update',
      seq: state.seq + 1,
      events: Array.from({ length: 50 }, () => ['x', 0]),
      undo: false,
    });
  }
  assert.equal(state.events.length, maxKeptEvents);
  assert.equal(state.events.at(-1).number, state.next - 1);
});

test("the mark is where the viewer's turn ended", () => {
  const done = reduce(loaded, {
    type: 'update',
    seq: 5,
    events: [['mine', 1]],
    decisions: [],
    undo: false,
  });
  assert.equal(done.ownTurnEnd, 13);
  const others = reduce(done, { type: 'update', seq: 6, events: [['theirs', 0]], undo: false });
  assert.equal(others.ownTurnEnd, 13);
  const late = after(welcome, room, {
    ...snapshot,
    events: [
      ['mine', 1],
      ['theirs', 0],
    ],
  });
  assert.equal(late.ownTurnEnd, 11, 'who comes back later gets it after the own last event');
  const answered = reduce(loaded, {
    type: 'update',
    seq: 5,
    decisions: [{ ...snapshot.decisions[0], answered: true }],
    undo: false,
  });
  assert.equal(answered.ownTurnEnd, 12, 'an answer that can still be changed ends the turn too');
});

test('chat lines come once and in order', () => {
  const line = (number) => ({ type: 'chat', number, at: 1, name: 'A', seat: 0, text: `${number}` });
  const state = after(line(2), line(3), line(2), line(1));
  assert.deepEqual(
    state.chat.map((l) => l.number),
    [1, 2, 3],
  );
});

test('a clock is stored with the time of its arrival', () => {
  const state = reduce(loaded, { type: 'clock', left: [1000, 2000], running: [1] }, 55);
  assert.deepEqual(state.clock, { left: [1000, 2000], running: [1], at: 55 });
  assert.equal(reduce(state, { ...room, status: 'open' }).clock, null);
});

test('a result comes with its update', () => {
  const result = {
    match: 'm',
    ended: 1,
    seats: [{}, {}],
    seed: 'x',
    proof: { secret: 'y', room: 'r', number: 1, shares: ['', ''] },
  };
  assert.equal(reduce(loaded, { type: 'update', seq: 5, undo: false, result }).result, result);
  assert.equal(
    reduce(reduce(loaded, { type: 'update', seq: 5, undo: false, result }), {
      ...snapshot,
      sequence: '9.1.0',
      match: 'n',
    }).result,
    null,
  );
});
