import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Picker } from '../static/question/picker.js';
import { canComplete } from '../static/question/bounds.js';
import { legal, random, randomAnswer, randomDecision } from './decisions.mjs';

const rounds = 500;

/** A picker that records its answers in a list. */
function picker(decision, host = {}) {
  const sent = [];
  const p = new Picker(decision, {
    send: async (d, choice) => void sent.push(choice),
    changed: () => {},
    confirm: true,
    ...host,
  });
  return { p, sent };
}

/** Every move that the picker allows now. */
function moves(p) {
  const list = [];
  for (const o of p.combinableOptions) {
    const groups = o.groups ?? [undefined];
    for (const g of groups) {
      if (p.canAdd(o.id, g)) list.push(() => p.add(o.id, g));
      if (p.canRemove(o.id, g)) list.push(() => p.remove(o.id, g));
    }
  }
  for (let i = 1; i < p.chosen.length; i++) list.push(() => p.decision.ordered && p.move(i, i - 1));
  return list;
}

test('whatever is clicked, an answer that is ready is legal and no player gets stuck', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const rng = random(seed);
    const decision = randomDecision(rng);
    const { p } = picker(decision);
    for (let step = 0; step < 30; step++) {
      assert.equal(
        legal(decision, p.answer()) === '',
        p.isReady,
        `seed ${seed}: ${JSON.stringify([decision, p.answer(), p.missing(), legal(decision, p.answer())])}`,
      );
      assert.ok(canComplete(decision, p.chosen), `seed ${seed}`);
      const all = moves(p);
      if (all.length === 0) break;
      all[rng(all.length)]();
    }
    // From every state, choosing more leads to a legal answer.
    for (let more = 0; !p.isReady; more++) {
      assert.ok(more < 200, `seed ${seed} does not end`);
      const before = p.total;
      const next = p.combinableOptions
        .flatMap((o) => (o.groups ?? ['']).map((group) => ({ option: o.id, group, n: 1 })))
        .find((c) => canComplete(decision, [...p.chosen, c]));
      const grew = next && p.add(next.option, next.group || undefined) && p.total === before + 1;
      assert.ok(grew, `seed ${seed} is stuck: ${JSON.stringify([decision, p.answer()])}`);
    }
  }
});

test('every legal answer can be reached', () => {
  for (let seed = 1; seed <= rounds; seed++) {
    const rng = random(seed);
    const decision = randomDecision(rng);
    const wanted = randomAnswer(decision, rng);
    if (!wanted) continue;
    const { p } = picker({ ...decision, suggested: undefined });
    while (p.chosen.some((c) => p.canRemove(c.option, c.group) && p.remove(c.option, c.group)));
    const open = wanted.map((c) => ({ ...c }));
    for (const c of open) {
      const present = p.count(c.option, c.group || undefined);
      for (let n = decision.ordered ? 0 : present; n < c.n; n++) {
        assert.ok(
          p.add(c.option, c.group || undefined),
          `seed ${seed}: ${JSON.stringify([decision, wanted, p.chosen, c])}`,
        );
      }
    }
    assert.ok(p.isReady, `seed ${seed}`);
    assert.deepEqual(sum(p.chosen), sum(wanted));
    if (decision.ordered)
      assert.deepEqual(
        p.chosen.map((c) => c.option),
        wanted.map((c) => c.option),
      );
  }
});

const sum = (list) =>
  Object.fromEntries(
    list
      .map((c) => [`${c.option} ${c.group}`, 0])
      .concat(
        list.map((c) => [
          `${c.option} ${c.group}`,
          list
            .filter((d) => d.option === c.option && d.group === c.group)
            .reduce((n, d) => n + d.n, 0),
        ]),
      )
      .toSorted(),
  );

const die = {
  id: 1,
  seat: 0,
  kind: 'die',
  options: [
    { id: 'die:1', ref: 'die:1', max: 1 },
    { id: 'die:2', ref: 'die:2', max: 1 },
  ],
  min: 1,
  max: 1,
};

test('a single choice is sent by the click', () => {
  const { p, sent } = picker(die, { confirm: false });
  assert.equal(p.stateOf('die:2'), 'choosable');
  p.press('die:2');
  assert.deepEqual(sent, [['die:2']]);
  assert.equal(p.busy, true);
  assert.equal(p.press('die:1'), false, 'nothing more while it is under way');
});

test('with confirmation a single choice is changed freely and then sent', async () => {
  const { p, sent } = picker(die);
  p.press('die:2');
  p.press('die:1');
  assert.deepEqual([p.stateOf('die:1'), p.stateOf('die:2'), p.total], ['selected', 'choosable', 1]);
  await p.send();
  assert.deepEqual(sent, [['die:1']]);
});

const last = {
  ...die,
  options: [
    { id: 'die:1', ref: 'die:1', max: 1 },
    { id: 'die:2', ref: 'die:2', max: 1, final: true },
    { id: 'skip', max: 1, alone: true, final: true },
  ],
};

for (const mark of ['final', 'passes']) {
  test(`an option that ${mark === 'final' ? 'is final' : mark} is chosen first and sent by a second press on it, or on the bar's button`, async () => {
    const marked = { ...die, options: [die.options[0], { ...die.options[1], [mark]: true }] };
    for (const second of [(p) => p.press('die:2'), (p) => p.choose('die:2'), (p) => p.send()]) {
      const { p, sent } = picker(marked, { confirm: false });
      p.press('die:2');
      assert.deepEqual(
        [sent, p.pendingOption, p.stateOf('die:2'), p.isReady],
        [[], 'die:2', 'selected', true],
      );
      await second(p);
      assert.deepEqual(sent, [['die:2']]);
    }
  });
}

test('clearing takes a first press back and sends nothing', () => {
  const { p, sent } = picker(last, { confirm: false });
  p.press('die:2');
  p.clear();
  assert.deepEqual([sent, p.pendingOption, p.stateOf('die:2')], [[], '', 'choosable']);
});

test('ending a turn takes one press, two if something is left to do, or as the player prefers', async () => {
  const turn = (early) => ({
    ...die,
    options: [
      { id: 'bonus', max: 1 },
      { id: 'end', max: 1, final: true, passes: true, ends: true, ...(early && { early }) },
    ],
  });
  const presses = async (early, host = {}) => {
    const { p, sent } = picker(turn(early), { confirm: false, ...host });
    assert.equal(p.endOption.id, 'end');
    await p.choose('end');
    if (sent.length) return 1;
    assert.equal(p.pendingOption, 'end');
    await p.choose('end');
    return sent.length ? 2 : 0;
  };
  assert.deepEqual([await presses(false), await presses(true)], [1, 2]);
  assert.deepEqual(
    [await presses(false, { ending: 'always' }), await presses(true, { ending: 'always' })],
    [2, 2],
  );
  assert.deepEqual(
    [await presses(false, { ending: 'never' }), await presses(true, { ending: 'never' })],
    [1, 1],
  );
});

test('another choice takes the place of a final one', () => {
  const { p, sent } = picker(last, { confirm: false });
  p.press('die:2');
  p.press('die:1');
  assert.deepEqual(sent, [['die:1']]);
});

test('a final option that is the whole answer needs a second press too', async () => {
  const { p, sent } = picker(last, { confirm: false });
  await p.choose('skip');
  assert.deepEqual([sent, p.pendingOption, p.count('skip'), p.missing()], [[], 'skip', 1, null]);
  await p.send();
  assert.deepEqual(sent, [['skip']]);
});

test('of a two-step press the first chooses and the second sends', () => {
  const { p, sent } = picker(die, { confirm: false });
  p.press('die:1', true);
  assert.deepEqual([sent, p.pendingOption, p.stateOf('die:1')], [[], 'die:1', 'selected']);
  p.press('die:2', true);
  assert.deepEqual([sent, p.pendingOption], [[], 'die:2'], 'on another thing it chooses that one');
  p.press('die:2', true);
  assert.deepEqual(sent, [['die:2']]);
});

test('a hint stays chosen until something else is, and can be dropped with its choice', () => {
  const { p, sent } = picker(die, { confirm: false });
  p.preselectHint(['die:1']);
  assert.deepEqual([sent, p.pendingOption, p.showsHint], [[], 'die:1', true]);
  p.dropHint();
  assert.deepEqual([p.pendingOption, p.chosen, p.showsHint], ['', [], false]);
  p.press('die:2', true);
  p.preselectHint(['die:1']);
  p.preselectHint(['die:1']);
  p.dropHint();
  assert.equal(p.pendingOption, 'die:2', 'what was chosen before');
  p.preselectHint(['die:1']);
  p.press('die:2', true);
  assert.equal(p.showsHint, false);
  p.dropHint();
  assert.equal(p.pendingOption, 'die:2', 'what has been chosen since stays');
});

for (const code of ['stale_decision', 'not_asked', 'not_playing']) {
  test(`an answer that comes too late is reported as such, not as an error (${code})`, async () => {
    let late = 0;
    const { p } = picker(die, {
      send: async () => {
        throw { code, message: 'no' };
      },
      onTooLate: () => late++,
    });
    p.press('die:1');
    await p.send();
    assert.deepEqual([p.error, p.busy, p.count('die:1'), late], [null, false, 1, 1]);
  });
}

test('a refusal keeps the choice and says why', async () => {
  const { p } = picker(die, {
    send: async () => {
      throw { code: 'busy', message: 'no' };
    },
  });
  p.press('die:1');
  await p.send();
  assert.equal(p.error.code, 'busy');
  assert.equal(p.busy, false);
  assert.equal(p.count('die:1'), 1);
  p.add('die:2');
  assert.equal(p.error, null, 'until something else is chosen');
});

test('an option with alone is the whole answer', async () => {
  const { p, sent } = picker({
    id: 1,
    seat: 0,
    kind: 'tokens',
    min: 2,
    max: 2,
    options: [
      { id: 'energy:air', max: 2 },
      { id: 'back', max: 1, alone: true },
    ],
  });
  p.add('energy:air');
  await p.choose('back');
  assert.deepEqual(sent, [['back']]);
});

test('required options are chosen and stay', () => {
  const { p } = picker({
    id: 1,
    seat: 0,
    kind: 'waive',
    min: 2,
    max: 2,
    options: [
      { id: 'waive:air', min: 1, max: 2 },
      { id: 'waive:fire', max: 1 },
    ],
  });
  assert.deepEqual(p.answer(), ['waive:air']);
  assert.equal(p.remove('waive:air'), false);
  assert.deepEqual(p.missing(), { key: 'pick.more', args: { n: 1 } });
  p.add('waive:fire');
  assert.equal(p.isReady, true);
  assert.equal(p.canAdd('waive:air'), false);
  assert.equal(p.whyNot('waive:air').key, 'pick.whyFull');
});

test('the answer given is chosen, else the suggested one', () => {
  const draft = { ...die, answered: true, current: ['die:2'], suggested: ['die:1'] };
  const { p } = picker(draft, { confirm: false });
  assert.equal(p.stateOf('die:2'), 'selected');
  assert.equal(p.isUnchanged, true);
  const tokens = {
    id: 2,
    seat: 0,
    kind: 'gain',
    min: 2,
    max: 2,
    options: [
      { id: 'gain:air', max: 2 },
      { id: 'gain:fire', max: 2 },
    ],
    suggested: [{ option: 'gain:air', n: 2 }],
  };
  assert.deepEqual(picker(tokens).p.answer(), [{ option: 'gain:air', n: 2 }]);
  assert.deepEqual(picker(die, { confirm: false }).p.answer(), []);
});

test('an answer given elsewhere is taken over, an unfinished one is kept', () => {
  const { p } = picker({ ...die, answered: true, current: ['die:2'] });
  p.press('die:1');
  p.update({ ...die, answered: true, current: ['die:2'] });
  assert.equal(p.count('die:1'), 1);
  p.update({ ...die, answered: true, current: [{ option: 'die:1', n: 1 }] });
  assert.equal(p.isUnchanged, true);
});

const split = {
  id: 9,
  seat: 1,
  kind: 'split',
  min: 3,
  max: 3,
  options: [3, 5].map((n) => ({
    id: `card:${n}`,
    ref: `card:${n}`,
    min: n === 3 ? 2 : 1,
    max: n === 3 ? 2 : 1,
    groups: ['hand', 'library2', 'library3'],
  })),
  groups: ['hand', 'library2', 'library3'].map((id) => ({ id, min: 1, max: 1 })),
};

test('a thing that can go into several groups opens them in the bar', () => {
  const { p } = picker(split);
  p.press('card:3');
  assert.equal(p.open, 'card:3');
  assert.deepEqual(p.groupsFor('card:3'), ['hand', 'library2', 'library3']);
  p.add('card:3', 'hand');
  assert.equal(p.open, 'card:3', 'as long as there is another copy to place');
  p.add('card:3', 'library3');
  assert.equal(p.open, '');
  assert.deepEqual(p.missing(), { key: 'pick.moreIn', args: { n: 1, group: 'library2' } });
  p.press('card:5');
  assert.equal(p.count('card:5', 'library2'), 1, 'the last one has one place only');
  assert.deepEqual(p.answer(), [
    { option: 'card:3', n: 1, group: 'hand' },
    { option: 'card:3', n: 1, group: 'library3' },
    { option: 'card:5', n: 1, group: 'library2' },
  ]);
});

test('the only place of a group is taken over by the next option', () => {
  const { p } = picker({
    id: 21,
    seat: 1,
    kind: 'exchange',
    min: 2,
    max: 2,
    options: ['take:a', 'take:b', 'put:c'].map((id) => ({
      id,
      ref: id,
      max: 1,
      groups: [id.split(':')[0]],
    })),
    groups: [
      { id: 'take', min: 1, max: 1 },
      { id: 'put', min: 1, max: 1 },
    ],
  });
  p.press('take:a');
  p.press('take:b');
  p.press('put:c');
  assert.deepEqual(
    p
      .answer()
      .map((c) => c.option)
      .toSorted(),
    ['put:c', 'take:b'],
  );
  assert.equal(p.isReady, true);
});

test('an option that would leave no legal answer cannot be chosen', () => {
  const { p } = picker({
    id: 33,
    seat: 0,
    kind: 'pay',
    min: 2,
    max: 2,
    options: [
      { id: 'pay:yellow', max: 1, groups: ['real', 'circle'] },
      { id: 'pay:red', max: 1, groups: ['circle'] },
    ],
    groups: [
      { id: 'real', min: 1, max: 1 },
      { id: 'circle', min: 1, max: 1 },
    ],
  });
  assert.deepEqual(p.groupsFor('pay:yellow'), ['real']);
  assert.equal(p.canAdd('pay:yellow', 'circle'), false);
  p.add('pay:yellow');
  assert.equal(p.count('pay:yellow', 'real'), 1);
});

test('an order is made by clicking or by moving', () => {
  const order = {
    id: 4,
    seat: 0,
    kind: 'order',
    ordered: true,
    min: 3,
    max: 3,
    options: ['a', 'b', 'c'].map((id) => ({ id, ref: id, min: 1, max: 1 })),
  };
  const { p } = picker(order);
  assert.deepEqual(p.answer(), ['a', 'b', 'c'], 'ready from the start');
  p.move(2, 0);
  assert.deepEqual(p.answer(), ['c', 'a', 'b']);
  p.clear();
  ['b', 'c', 'a'].forEach((ref) => p.press(ref));
  assert.deepEqual(p.answer(), ['b', 'c', 'a']);
  assert.equal(p.positionOf('c'), 2);
});

test('equal things are chosen click by click, then removed', () => {
  const { p } = picker({
    id: 5,
    seat: 0,
    kind: 'tokens',
    min: 1,
    max: 4,
    options: [
      { id: 'air', ref: 'air', max: 2 },
      { id: 'fire', ref: 'fire', max: 1 },
    ],
  });
  p.press('air');
  p.press('air');
  assert.equal(p.count('air'), 2);
  p.press('air');
  assert.equal(p.count('air'), 0);
});

test('without a question nothing can be chosen', () => {
  const p = new Picker(null);
  assert.deepEqual(
    [p.options('x'), p.stateOf('x'), p.press('x'), p.isReady, p.standaloneOptions],
    [[], '', false, false, []],
  );
});

test('if everything must be chosen there is only one answer', () => {
  const pay = {
    id: 1,
    seat: 0,
    kind: 'pay',
    min: 2,
    max: 2,
    groups: [{ id: 'real', min: 2, max: 2 }],
    options: [
      { id: 'a', max: 1, groups: ['real'] },
      { id: 'b', max: 1, groups: ['real'] },
      { id: 'back', max: 1, alone: true },
    ],
  };
  const only = (/** @type {any} */ more) => picker({ ...pay, ...more }).p.hasOnlyOneAnswer;
  assert.equal(only({}), true);
  const [a, b, back] = pay.options;
  assert.equal(only({ options: [{ ...a, max: 2 }, b, back] }), false, 'one of three stays');
  assert.equal(only({ options: [a, b, { ...back, id: 'skip' }] }), false, 'it can be left out');
  assert.equal(
    only({
      options: [a, { ...b, groups: ['real', 'joker'] }, back],
      groups: [...pay.groups, { id: 'joker', min: 0, max: 1 }],
    }),
    false,
    'into which group',
  );
  assert.equal(only({ answered: true }), false, 'it may be looked at again');
});
