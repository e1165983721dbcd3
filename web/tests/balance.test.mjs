// Luck and decisions at the end of a match and in its explanation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { find, htmlOf, textOf } from './dom.mjs';
import { loadWords } from './words.mjs';

const { translator } = await import('../static/core/i18n.js');
const { texts } = await import('../static/replay/texts.js');
const { balanceLine, balanceTable, inPercent } = await import('../static/replay/balance.js');
await loadWords('/replay/texts.*.json');

const balance = (/** @type {number} */ seat, more = {}) => ({
  seat,
  start: 0.5,
  luck: 0.064,
  skill: -0.036,
  others: 0.114,
  rest: 0.358,
  end: 1,
  points: -11.6,
  accuracy: 0.83,
  ...more,
});

test('the parts of a balance add up in whole percent', () => {
  for (let n = 0; n < 1000; n++) {
    const parts = [n, 7 * n, 13 * n, 31 * n].map((x) => (x % 999) / 1000 - 0.5);
    const [start = 0, luck = 0, skill = 0, others = 0] = parts;
    const percent = inPercent(balance(0, { start, luck, skill, others, end: 1 }));
    const { end, rest } = percent;
    assert.equal(percent.start + percent.luck + percent.skill + percent.others + rest, end);
    assert.ok(Math.abs(rest - 100 * (1 - start - luck - skill - others)) <= 2.5);
  }
});

test('players read their own luck and decisions in one sentence', () => {
  const line = (/** @type {'en' | 'fr'} */ lang, more = {}) =>
    textOf(
      balanceLine(translator(lang, texts), lang, { balance: [balance(0), balance(1, more)] }, 1),
    );
  assert.match(
    line('en'),
    /Luck changed your chance to win by \+6%, your decisions changed it by -4%. Accuracy: 83%\./,
  );
  assert.match(
    line('fr'),
    /Le hasard a changé vos chances de gagner de \+6\s%, vos décisions de -4\s%/,
  );
  assert.match(line('en', { luck: -0.001, skill: 0 }), /win by 0%, .+ by 0%/, 'no minus zero');
  assert.equal(line('en', { accuracy: undefined }), '', 'no decision was reviewed');
  const old = balanceLine(translator('en', texts), 'en', {}, 1);
  assert.equal(htmlOf(old), '', 'an older analysis has none');
});

test('the explanation has a column of parts for each player', () => {
  const view = /** @type {any} */ ({
    app: { lang: 'en' },
    t: translator('en', texts),
    ctx: { players: { s0: { plainName: 'Ann' }, s1: { plainName: 'Alwin' } } },
  });
  const list = [balance(0), balance(1, { end: 0, rest: -0.64, accuracy: undefined })];
  const table = balanceTable(view, { balance: list });
  const rows = find(table, 'tbody tr').map((row) => textOf(row).replace(/\s+/g, ' ').trim());
  assert.equal(rows.length, 8);
  assert.match(rows[0] ?? '', /At the start ?50% ?50%/);
  assert.match(rows[1] ?? '', /Luck ?\+6% ?\+6%/);
  assert.match(rows[4] ?? '', /The rest ?\+37% ?-63%/);
  assert.match(rows[5] ?? '', /At the end ?100% ?0%/);
  assert.match(rows[6] ?? '', /Own decisions, in points ?-12 ?–/);
  assert.match(rows[7] ?? '', /Accuracy ?83% ?–/);
  assert.equal(htmlOf(balanceTable(view, {})), '');
});
