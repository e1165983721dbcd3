// Requests that need a recent sign-in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { Coded } from '../static/core/api.js';

const { retryAfterSignIn } = await import('../static/people/account/sign-in-again.js');

const ann = { id: 'a', name: 'Ann' };
const never = async () => assert.fail('nobody is to be asked');

/**
 * A request that is refused this many times and then accepted.
 *
 * @param {string[]} codes
 */
function act(codes) {
  const tries = {
    n: 0,
    do: async () => {
      if (tries.n++ < codes.length) throw new Coded(codes[tries.n - 1], '');
      return 'done';
    },
  };
  return tries;
}

test('a request that is accepted asks no question', async () => {
  assert.equal(await retryAfterSignIn(act([]).do, never, 'a'), 'done');
  await assert.rejects(retryAfterSignIn(act(['last_key']).do, never, 'a'), { code: 'last_key' });
});

test('after signing in again the request is accepted', async () => {
  const tries = act(['sign_in_again']);
  assert.equal(await retryAfterSignIn(tries.do, async () => ann, 'a'), 'done');
  assert.equal(tries.n, 2);
});

test('without signing in, or with another account, nothing changes', async () => {
  for (const [who, code] of [
    [null, 'sign_in_again'],
    [{ id: 'b', name: 'Ben' }, 'other_account'],
  ]) {
    const tries = act(['sign_in_again']);
    await assert.rejects(
      retryAfterSignIn(tries.do, async () => who, 'a'),
      { code },
    );
    assert.equal(tries.n, 1);
  }
});
