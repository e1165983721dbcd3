// The parser of style sheets that other tests use.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declarationsOf, rulesOf } from './css.mjs';

test('rules are found at any depth and with any formatting', () => {
  const wide =
    "@layer base;\n@layer ui { .a, .b:not(.c, .d) > p { color: red; background: url('x;}.svg') } @media (width < 9rem) { .a { color: blue; } } }";
  const narrow =
    "@layer base;\n@layer ui {\n  /* .z { } */\n  .a,\n  .b:not(.c, .d) > p {\n    color: red;\n    background: url('x;}.svg');\n  }\n" +
    '  @media (width < 9rem) {\n    .a {\n      color: blue;\n    }\n  }\n}\n';
  const rules = [
    {
      selectors: ['.a', '.b:not(.c, .d) > p'],
      declarations: { color: 'red', background: "url('x;}.svg')" },
    },
    { selectors: ['.a'], declarations: { color: 'blue' } },
  ];
  assert.deepEqual(rulesOf(wide), rules);
  assert.deepEqual(rulesOf(narrow), rules);
  assert.deepEqual(
    declarationsOf(narrow, '.a').map(({ color }) => color),
    ['red', 'blue'],
  );
  assert.deepEqual(declarationsOf(narrow, '.z'), []);
});

test('a value of an attribute is the same with and without quotation marks', () => {
  for (const value of ['glad', "'glad'", '"glad"']) {
    assert.deepEqual(
      declarationsOf(`[data-mood=${value}] i { --x: a,\n b; }`, '[data-mood=glad] i'),
      [{ '--x': 'a, b' }],
    );
  }
});
