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
