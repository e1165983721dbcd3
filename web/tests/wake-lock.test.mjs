// The screen of a player stays on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WakeLockKeeper } from '../static/table/wake-lock.js';

/** A browser that grants wake locks, and releases them when the page is hidden. */
function screen() {
  const all = [];
  return {
    all,
    held: () => all.filter(({ released }) => !released).length,
    hide: () => {
      for (const lock of all) lock.released = true;
    },
    request: async () => {
      const lock = {
        released: false,
        release: async () => {
          lock.released = true;
        },
      };
      all.push(lock);
      return lock;
    },
  };
}

test('one lock is requested, again after the page was hidden, and released when no longer wanted', async () => {
  const locks = screen();
  const awake = new WakeLockKeeper(locks);
  await Promise.all([awake.keep(true), awake.keep(true)]);
  await awake.keep(true);
  assert.deepEqual([locks.all.length, locks.held()], [1, 1]);
  locks.hide();
  await awake.keep(true);
  assert.deepEqual([locks.all.length, locks.held()], [2, 1]);
  await awake.keep(false);
  assert.equal(locks.held(), 0);
  // A lock that is granted after it is no longer wanted is released.
  const late = awake.keep(true);
  await awake.keep(false);
  await late;
  assert.equal(locks.held(), 0);
});

test('a browser without locks, or one that refuses, causes no error', async () => {
  await new WakeLockKeeper(undefined).keep(true);
  const refused = new WakeLockKeeper({
    request: async () => Promise.reject(new Error('no battery')),
  });
  await refused.keep(true);
  await refused.keep(false);
});
