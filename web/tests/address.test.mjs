// The address of a step of a replay. Browsers limit how often it can be changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Address } from '../static/replay/address.js';

function stage() {
  let waiting = null;
  const written = [];
  const address = new Address((hash) => written.push(hash), {
    set: (act) => {
      waiting = act;
      return 1;
    },
    clear: () => void (waiting = null),
  });
  return {
    address,
    written,
    pass: () => {
      const act = waiting;
      waiting = null;
      act?.();
    },
  };
}

test('a drag over a hundred steps writes the first and the last', () => {
  const { address, written, pass } = stage();
  for (let step = 0; step < 100; step++) address.show(`#s=${step}`);
  assert.deepEqual(written, ['#s=0']);
  pass();
  assert.deepEqual(written, ['#s=0', '#s=99']);
  pass();
  address.show('#s=7');
  assert.equal(written.at(-1), '#s=7', 'a single step is written at once');
});

test('the copied address is that of the present step, and a page that was left writes none', () => {
  const { address, written, pass } = stage();
  address.show('#s=1');
  address.show('#s=2');
  address.flush();
  assert.deepEqual(written, ['#s=1', '#s=2']);
  address.flush();
  assert.equal(written.length, 2);
  address.show('#s=3');
  address.close();
  pass();
  assert.equal(written.length, 2);
});
