// A number as an answer: which questions ask for one, and the slider with its field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find, fire, textOf } from './dom.mjs';

const { Picker } = await import('../static/question/picker.js');
const { bar } = await import('../static/question/bar.js');
const { numberField } = await import('../static/question/number.js');

/**
 * A bar with a question, and what it sends.
 *
 * @param {any} question
 */
function asked(question) {
  /** @type {any[]} */
  const sent = [];
  const decision = { id: 1, seat: 0, kind: 'bid', min: 0, max: 13, ...question };
  const picker = new Picker(decision, {
    send: async (_, choice) => void sent.push(choice),
    changed() {},
  });
  const board = {
    prompt: () => ({ title: 'How many tricks?' }),
    option: () => 'Bid',
    answerText: (
      /** @type {any} */ _ctx,
      /** @type {any} */ _decision,
      /** @type {any} */ [pick],
    ) => `Bid ${pick.n}`,
    waiting: () => ({ title: '' }),
  };
  const t = (/** @type {string} */ key) => key;
  const app = { lang: 'en', t, say() {}, redraw() {} };
  const ctx = { t, lang: 'en', decision, picker };
  const session = { board, picker, ui: {}, state: {}, connection: 'open', frame: { settings: {} } };
  const x = /** @type {any} */ ({ app, session, ctx, decision });
  return {
    picker,
    sent,
    field: () => draw(numberField(x)),
    whole: () =>
      draw(bar(/** @type {any} */ (app), /** @type {any} */ (session), /** @type {any} */ (ctx))),
  };
}

const bid = { id: 'bid', max: 13 };

test('an answer is a number if its only option can be chosen more than a few times', () => {
  const isNumber = (/** @type {any} */ question) => !!asked(question).picker.numberOption;
  assert.ok(isNumber({ options: [bid] }));
  assert.ok(isNumber({ options: [bid, { id: 'back', max: 1, alone: true }] }));
  assert.ok(isNumber({ options: [{ id: 'buy:ore', max: 60 }], max: 60 }));
  for (const question of [
    { options: [bid, { id: 'other', max: 13 }] },
    { options: [{ id: 'bid', max: 4 }], max: 4 },
    { options: [{ ...bid, groups: ['left'] }], groups: [{ id: 'left', min: 0, max: 13 }] },
    { options: [bid], min: 13 },
    { options: [bid], ordered: true },
    // Tokens of a kind are counted.
    { options: [{ id: 'energy:air', ref: 'energy:air', max: 7 }], max: 7 },
    { options: [{ id: 'waive:air', max: 7 }], max: 7 },
    { options: [bid], min: 1, max: 1 },
  ])
    assert.ok(!isNumber(question), JSON.stringify(question));
});

test('the suggested number is chosen first, and a number stays within the bounds', () => {
  const { picker } = asked({ options: [bid], suggested: [{ option: 'bid', n: 7 }] });
  assert.equal(picker.count('bid'), 7);
  for (const [n, chosen] of [
    [9, 9],
    [40, 13],
    [-2, 0],
    [NaN, 0],
    [3.4, 3],
  ]) {
    picker.setCount('bid', /** @type {number} */ (n));
    assert.equal(picker.count('bid'), chosen);
  }
});

test('the number is sent as its count, and zero as nothing', async () => {
  const { picker, sent } = asked({ options: [bid] });
  await picker.send();
  picker.setCount('bid', 7);
  await picker.send();
  picker.setCount('bid', 1);
  await picker.send();
  assert.deepEqual(sent, [[], [{ option: 'bid', n: 7 }], ['bid']]);
});

test('too small a number cannot be sent', async () => {
  const { picker, sent } = asked({ options: [bid], min: 3 });
  picker.setCount('bid', 2);
  assert.equal(picker.isReady, false);
  await picker.send();
  assert.deepEqual(sent, []);
  picker.setCount('bid', 3);
  assert.equal(picker.isReady, true);
});

test('the field, the slider and the steps change the same number', async () => {
  const { picker, sent, field } = asked({
    options: [{ ...bid, min: 2 }],
    min: 2,
    suggested: [{ option: 'bid', n: 4 }],
  });
  const [number, slider] = /** @type {HTMLInputElement[]} */ (find(field(), 'input'));
  assert.ok(number && slider);
  for (const input of [number, slider])
    assert.deepEqual([input.value, input.min, input.max], ['4', '2', '13']);
  assert.equal(textOf(find(field(), 'label')[0]), 'Bid');
  slider.value = '9';
  fire(slider, 'input');
  assert.equal(picker.count('bid'), 9);
  number.value = '1';
  fire(number, 'input');
  assert.equal(picker.count('bid'), 1, 'as the first digit of 12');
  fire(number, 'change');
  assert.equal(picker.count('bid'), 2);
  const step = (/** @type {string} */ does) => {
    const [button] = find(field(), `[data-does=${does}]`);
    assert.ok(button);
    fire(button, 'click');
    return button.getAttribute('aria-disabled');
  };
  assert.equal(step('less'), 'true');
  assert.equal(picker.count('bid'), 2);
  assert.equal(step('more'), null);
  assert.equal(picker.count('bid'), 3);
  await picker.send();
  assert.deepEqual(sent, [[{ option: 'bid', n: 3 }]]);
});

test('the button of the bar names the number', () => {
  const { picker, whole } = asked({ options: [bid], suggested: [{ option: 'bid', n: 7 }] });
  const words = () => textOf(find(whole(), '.go .main')[0]);
  assert.equal(words(), 'Bid 7');
  picker.setCount('bid', 0);
  assert.equal(words(), 'bar.send');
});
