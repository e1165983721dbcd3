import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '../static/core/patch.js';

// The examples of RFC 7396, appendix A.
const table = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [target, patch, result] of table) {
  test(`${JSON.stringify(target)} with ${JSON.stringify(patch)}`, () => {
    const before = structuredClone(target);
    assert.deepEqual(apply(target, patch), result);
    assert.deepEqual(target, before, 'the target stays as it was');
  });
}

test('members that a patch does not name stay the same objects', () => {
  const target = {
    seats: { s0: { crystals: 1, play: { c1: {} } }, s1: { crystals: 2 } },
    dice: { d0: {} },
  };
  const next = apply(target, { seats: { s0: { crystals: 5 } } });
  assert.notEqual(next, target);
  assert.notEqual(next.seats.s0, target.seats.s0);
  assert.equal(next.seats.s0.play, target.seats.s0.play);
  assert.equal(next.seats.s1, target.seats.s1);
  assert.equal(next.dice, target.dice);
});

test('a patch that changes nothing returns the target itself', () => {
  const target = { a: 1, list: [1, 2], deep: { b: 2 } };
  assert.equal(apply(target, { a: 1, list: [1, 2], deep: { b: 2, none: null } }), target);
  assert.equal(apply(target, {}), target);
});

test('property names such as __proto__ are ordinary names', () => {
  const next = apply({}, JSON.parse('{"__proto__":{"x":1},"constructor":2}'));
  assert.deepEqual(Object.keys(next), ['__proto__', 'constructor']);
  assert.equal({}.x, undefined);
});
