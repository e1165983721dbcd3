import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { randomAnswer, Server } from '../client/index.js';
import { withOneMore } from '../static/question/choices.js';
import { legal, random, randomDecision } from './decisions.mjs';

test('a random answer is legal for all bounds, and every option is chosen sometimes', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const rng = random(seed);
    const decision = randomDecision(rng);
    const chosen = new Set();
    for (let n = 0; n < 200; n++) {
      const answer = randomAnswer(decision, () => rng(1 << 20) / (1 << 20));
      assert.equal(
        legal(decision, answer),
        '',
        `seed ${seed}: ${JSON.stringify([decision, answer])}`,
      );
      for (const pick of answer) chosen.add(typeof pick === 'string' ? pick : pick.option);
    }
    for (const { id } of decision.options)
      if (can(decision, id))
        assert(chosen.has(id), `seed ${seed}: ${id} of ${JSON.stringify(decision)}`);
  }
});

test('without WebSocket the package says what it needs', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: undefined, configurable: true });
  try {
    assert.throws(
      () => new Server('http://127.0.0.1:8080', 'token').room('a'),
      /Node 22, or start Node 20 with --experimental-websocket/,
    );
  } finally {
    delete globalThis.WebSocket;
    if (before) Object.defineProperty(globalThis, 'WebSocket', before);
  }
});

/** A WebSocket whose frames the test sends. */
class FakeSocket extends EventTarget {
  static last;
  sent = [];
  constructor() {
    super();
    FakeSocket.last = this;
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  receive(...frames) {
    for (const frame of frames)
      this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

test('an answer that came during a pause is given again, and a player takes over from a bot', async () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Object.defineProperty(globalThis, 'WebSocket', { value: FakeSocket, configurable: true });
  const room = new Server('http://127.0.0.1:8080', 'token').room('a');
  try {
    const socket = FakeSocket.last;
    const refusals = [];
    const result = room.play(
      () => ['bid:1'],
      ({ code }) => refusals.push(code),
    );
    /** @param {object} own */
    const table = (own, paused = false) => ({
      type: 'room',
      id: 'a',
      status: 'playing',
      paused,
      host: 'u2',
      seats: [{ player: 'u1', bot: '', lost: '', ...own }],
    });
    const next = async () => {
      await new Promise(setImmediate);
      return socket.sent.splice(0);
    };
    socket.dispatchEvent(new Event('open'));
    socket.receive({ type: 'welcome', v: 1, you: { id: 'u1' }, now: 0 }, table({}), {
      type: 'snapshot',
      sequence: '1',
      seq: 1,
      match: 'm',
      public: {},
      private: {},
      decisions: [{ id: 3, seat: 0, kind: 'bid', args: {}, options: ['bid:1'] }],
      events: [],
      eventsFrom: 0,
      undo: false,
    });
    const [, answer] = await next();
    assert.equal(answer.type, 'answer');
    socket.receive({ type: 'reject', id: answer.id, code: 'paused', message: '' });
    socket.receive(table({}, true));
    assert.deepEqual(await next(), []);
    assert.deepEqual(refusals, ['paused']);
    socket.receive(table({ bot: 'greedy' }));
    const [back] = await next();
    assert.equal(back.type, 'return');
    socket.receive(table({}), { type: 'ok', id: back.id });
    const [again] = await next();
    assert.deepEqual([again.type, again.decision, again.choice], ['answer', 3, ['bid:1']]);
    socket.receive({ type: 'update', seq: 2, decisions: [], result: { match: 'm' } });
    assert.deepEqual(await result, { match: 'm' });
  } finally {
    room.close();
    delete globalThis.WebSocket;
    if (before) Object.defineProperty(globalThis, 'WebSocket', before);
  }
});

/** Whether a legal answer with this option exists. */
const can = (decision, id) =>
  decision.options.some((o) => o.id === id && o.alone) ||
  (decision.options.find((o) => o.id === id).groups ?? ['']).some(
    (group) => withOneMore(decision, [], id, group) !== null,
  );

test('the package works on its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    execFileSync('npx', ['tsc', '-p', 'client', '--outDir', folder]);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    const output = execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `
      const { Picker, randomAnswer } = await import(${JSON.stringify(join(folder, 'client/index.js'))});
      console.log(JSON.stringify(randomAnswer({ min: 1, max: 1, options: [{ id: 'only', max: 1 }] })), typeof Picker);`,
      ],
      { encoding: 'utf8' },
    );
    assert.equal(output, '["only"] function\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
