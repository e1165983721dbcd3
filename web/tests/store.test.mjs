import assert from 'node:assert/strict';
import { test } from 'node:test';
import { empty, keptEvents, reduce, seatOf, withOlder } from '../static/store.js';

const room = { type: 'room', id: 'r', status: 'playing', host: 'u1', settings: { game: 'seasons' }, seats: [{ player: 'u0' }, { player: 'u1' }], watching: [], matches: 1 };
const snapshot = {
  type: 'snapshot', life: 7, seq: 4, view: { round: 1, seats: { s0: { n: 1 }, s1: { n: 2 } } }, decisions: [{ id: 1, seat: 1, kind: 'die', options: [], min: 1, max: 1 }],
  events: [{ kind: 'started', seat: -1 }, { kind: 'die', seat: 0 }], eventsFrom: 10, undo: false,
};
const welcome = { type: 'welcome', v: 1, you: { id: 'u1', name: 'Ann' }, room: 'r', limits: { message: 1000, chat: 300 } };

/** The state after frames. */
const after = (...frames) => frames.reduce((state, frame) => reduce(state, frame), empty);
const seen = after(welcome, room, snapshot);

test('a snapshot is the whole truth', () => {
  assert.equal(seatOf(seen), 1);
  assert.deepEqual(seen.events.map((e) => e.number), [10, 11]);
  assert.deepEqual([seen.life, seen.seq, seen.next, seen.view.round], [7, 4, 12, 1]);
});

test('an update changes what it names and shares the rest', () => {
  const next = reduce(seen, { type: 'update', seq: 5, patch: { seats: { s0: { n: 9 } } }, events: [{ kind: 'x', seat: 0 }], undo: true });
  assert.equal(next.view.seats.s0.n, 9);
  assert.equal(next.view.seats.s1, seen.view.seats.s1);
  assert.equal(next.decisions, seen.decisions, 'absent decisions are the same as before');
  assert.deepEqual([next.seq, next.next, next.fresh, next.undo, next.events.at(-1).number], [5, 13, 12, true, 12]);
  assert.equal(seen.view.seats.s0.n, 1, 'the state before stays as it was');
});

test('what only the player sees comes after what everybody sees', () => {
  const frame = { patch: { round: 2, seats: { s1: { hand: { h1: 1, h2: 1 } } } }, own: { seats: { s1: { hand: { h2: null } } } } };
  const next = reduce(seen, { type: 'update', seq: 5, undo: false, ...frame });
  assert.equal(next.view.round, 2);
  assert.deepEqual(next.view.seats.s1.hand, { h1: 1 });
  assert.equal(reduce(seen, { type: 'update', seq: 5, undo: false, own: { round: 3 } }).view.round, 3);
});

test('an empty list of decisions means none', () => {
  assert.deepEqual(reduce(seen, { type: 'update', seq: 5, decisions: [], undo: false }).decisions, []);
});

test('a missing frame is noticed, and nothing is taken in until the next snapshot', () => {
  const gap = reduce(seen, { type: 'update', seq: 6, patch: { round: 3 }, undo: false });
  assert.equal(gap.gap, true);
  assert.equal(gap.view.round, 1);
  assert.equal(reduce(gap, { type: 'update', seq: 5, patch: { round: 2 }, undo: false }).view.round, 1);
  const whole = reduce(gap, { ...snapshot, seq: 6, view: { round: 3 } });
  assert.deepEqual([whole.gap, whole.view.round, whole.seq], [false, 3, 6]);
});

test('a snapshot of the same life shares what is equal', () => {
  const again = reduce(seen, { ...structuredClone(snapshot), seq: 9, view: { round: 2, seats: { s0: { n: 1 }, s1: { n: 5 } } } });
  assert.equal(again.view.seats.s0, seen.view.seats.s0);
  assert.equal(again.view.seats.s1.n, 5);
  assert.equal(reduce(seen, structuredClone(snapshot)).view, seen.view);
});

test('older events are put before, and stay over a snapshot of the same life', () => {
  const paged = withOlder(seen, { events: [{ kind: 'a', seat: 0 }, { kind: 'b', seat: 0 }, { kind: 'again', seat: 0 }], from: 8 });
  assert.deepEqual(paged.events.map((e) => [e.number, e.kind]), [[8, 'a'], [9, 'b'], [10, 'started'], [11, 'die']]);
  assert.equal(withOlder(seen, { events: [{ kind: 'a', seat: 0 }], from: 3 }), seen, 'a page with a gap is refused');
  assert.deepEqual(reduce(paged, snapshot).events.map((e) => e.number), [8, 9, 10, 11]);
  assert.deepEqual(reduce(paged, { ...snapshot, life: 8 }).events.map((e) => e.number), [10, 11]);
});

test('the log is bounded', () => {
  let state = seen;
  for (let i = 0; i < 40; i++) {
    state = reduce(state, { type: 'update', seq: state.seq + 1, events: Array.from({ length: 50 }, () => ({ kind: 'x', seat: 0 })), undo: false });
  }
  assert.equal(state.events.length, keptEvents);
  assert.equal(state.events.at(-1).number, state.next - 1);
});

test('the mark stands where the own turn ended', () => {
  const done = reduce(seen, { type: 'update', seq: 5, events: [{ kind: 'mine', seat: 1 }], decisions: [], undo: false });
  assert.equal(done.mark, 13);
  const others = reduce(done, { type: 'update', seq: 6, events: [{ kind: 'theirs', seat: 0 }], undo: false });
  assert.equal(others.mark, 13);
  const late = after(welcome, room, { ...snapshot, events: [{ kind: 'mine', seat: 1 }, { kind: 'theirs', seat: 0 }] });
  assert.equal(late.mark, 11, 'who comes back later gets it after the own last event');
  const answered = reduce(seen, { type: 'update', seq: 5, decisions: [{ ...snapshot.decisions[0], answered: true }], undo: false });
  assert.equal(answered.mark, 12, 'an answer that can still be changed ends the turn too');
});

test('chat lines come once and in order', () => {
  const line = (number) => ({ type: 'chat', number, at: 1, name: 'A', seat: 0, text: `${number}` });
  const state = after(line(2), line(3), line(2), line(1));
  assert.deepEqual(state.chat.map((l) => l.number), [1, 2, 3]);
});

test('a clock is kept with the time at which it was told', () => {
  const state = reduce(seen, { type: 'clock', left: [1000, 2000], running: [1] }, 55);
  assert.deepEqual(state.clock, { left: [1000, 2000], running: [1], at: 55 });
  assert.equal(reduce(state, { ...room, status: 'open' }).clock, null);
});

test('a result comes with its update', () => {
  const result = { lost: ['', ''], names: [], bots: [], seed: 'x' };
  assert.equal(reduce(seen, { type: 'update', seq: 5, undo: false, result }).result, result);
  assert.equal(reduce(reduce(seen, { type: 'update', seq: 5, undo: false, result }), { ...snapshot, life: 9 }).result, null);
});
