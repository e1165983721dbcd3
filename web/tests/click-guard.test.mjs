// Presses just after a question has changed, or while an answer is being sent.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import './page-shim.mjs';

const { ClickGuard, controls } = await import('../static/question/click-guard.js');
const { Picker } = await import('../static/question/picker.js');

globalThis.PointerEvent = /** @type {any} */ (class extends Event {});

/** A page with a row of controls, each 10 pixels wide, a question, and their guard. */
function page(t) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  t.after(() => mock.timers.reset());
  const doc = /** @type {any} */ (new EventTarget());
  const log = [];
  Object.assign(doc, {
    body: { dataset: {} },
    list: [],
    activeElement: null,
    querySelectorAll: () => doc.list,
  });
  doc.querySelector = (/** @type {string} */ selector) =>
    doc.list.find(({ dataset }) => selector === `[data-key="${dataset.key}"]`) ?? null;
  const guard = new ClickGuard(
    (at, why) => at && log.push(`${why} ${/** @type {any} */ (at).name}`),
    doc,
  );
  t.after(() => guard.close());
  /** @type {any} */
  let pick = new Picker(null);
  let id = '';
  const it = {
    doc,
    log,
    guard,
    get pick() {
      return pick;
    },
    /** Draws a question with these values of data-option from left to right; '' leaves a gap. */
    ask(
      /** @type {string} */ question,
      /** @type {string[]} */ names,
      /** @type {any} */ host = {},
    ) {
      if (question !== id)
        pick = new Picker(
          {
            id: 1,
            seat: 0,
            kind: question,
            min: 1,
            max: 1,
            options: names
              .filter(Boolean)
              .map((name) => ({ id: name.split('/')[0] ?? '', max: 1 })),
          },
          host,
        );
      guard.beforeRender(question, pick);
      id = question;
      doc.list = names.flatMap((name, i) => (name ? [control(name, i, log)] : []));
      guard.afterRender();
    },
    /** Presses at the place of the nth control. `over` is the element that lies on top there. */
    press(/** @type {number} */ n, { detail = 1, over = /** @type {any} */ (undefined) } = {}) {
      const target =
        over ??
        (detail
          ? (doc.list.find(({ n: at }) => at === n) ?? { name: 'ground', closest: () => null })
          : doc.activeElement);
      const counts = guard.press({
        target,
        detail,
        clientX: 10 * n + 5,
        clientY: 5,
        pointerType: 'mouse',
        defaultPrevented: false,
        timeStamp: Date.now(),
      });
      if (!counts) return;
      log.push(`press ${target.name}`);
      // A required choice cannot be taken back, so a press on it changes nothing.
      if (target.name !== 'must') pick.version++;
      doc.dispatchEvent(new Event('click'));
    },
    focus(/** @type {number} */ n) {
      doc.activeElement = doc.list[n];
    },
    after: (/** @type {number} */ ms) => mock.timers.tick(ms),
    /** Returns what has happened since the last call. */
    get done() {
      return log.splice(0).join(', ');
    },
  };
  return it;
}

function control(name, n, log) {
  const [option, key = ''] = name.split('/');
  const self = {
    name: option,
    n,
    dataset: { key: key || undefined },
    closest: (/** @type {string} */ selector) =>
      selector === controls || selector === '[data-option]' ? self : null,
    getAttribute: (/** @type {string} */ attribute) =>
      attribute === 'data-option' ? option : null,
    getBoundingClientRect: () => ({ left: 10 * n, right: 10 * n + 10, top: 0, bottom: 10 }),
    checkVisibility: () => true,
    matches: (/** @type {string} */ selector) => selector.includes('[data-option]'),
    dispatchEvent: () => log.push(`press ${option}`),
  };
  return self;
}

test('a press counts immediately, even right after another one', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.press(0);
  it.ask('first', ['a', 'b']);
  it.after(60);
  it.press(1);
  it.press(1);
  assert.equal(it.done, 'press a, press b, press b');
});

test('a press that counts but has no effect is reported', (t) => {
  const it = page(t);
  it.ask('first', ['must', 'b']);
  it.press(0);
  it.press(1);
  assert.equal(it.done, 'press must, cannot must, press b');
});

test('menus and dialogs are not part of the question', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.ask('second', ['c', 'd']);
  const above = (/** @type {string} */ name) => ({
    name,
    closest: (/** @type {string} */ selector) => (selector.split(', ').includes(name) ? {} : null),
  });
  it.press(0, { over: above('.menulist') });
  it.press(1, { over: above('dialog') });
  assert.equal(it.done, 'press .menulist, press dialog');
  it.after(350);
  assert.equal(it.done, '', 'and nothing is kept of it');
});

test('the second press of an answer that takes two counts only after a delay', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b'], { confirm: true, changed() {}, send: async () => {} });
  const draw = () => it.ask('first', ['a', 'b']);
  it.press(0);
  void it.pick.choose('a');
  draw();
  it.after(80);
  it.press(0, { detail: 2 });
  assert.equal(it.done, 'press a, cannot a');
  it.after(219);
  it.press(0);
  assert.equal(it.done, 'cannot a');
  it.after(1);
  it.press(0);
  assert.equal(it.done, 'press a');
});

test('a key that sends what another key has chosen counts immediately', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b'], { confirm: true, changed() {}, send: async () => {} });
  it.focus(0);
  it.press(0, { detail: 0 });
  void it.pick.choose('a');
  it.ask('first', ['a', 'b']);
  it.after(40);
  it.press(0, { detail: 0 });
  assert.equal(it.done, 'press a, press a');
  it.after(300);
  it.press(0);
  assert.equal(it.done, 'press a', 'the pointer after the key');
});

test('two presses that were held back do not confirm an answer', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.ask('second', ['b', 'a'], { confirm: true, changed() {}, send: async () => {} });
  it.press(0);
  it.after(60);
  it.press(0);
  it.after(290);
  assert.equal(it.done, 'press a');
  void it.pick.choose('a');
  it.ask('second', ['b', 'a']);
  it.after(50);
  assert.equal(it.done, 'cannot a');
});

test('a control with the same purpose at the same place counts after a change', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.ask('second', ['a', 'c']);
  it.press(0);
  assert.equal(it.done, 'press a');
});

test('a press on a control that has moved is carried out at its new place', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.ask('second', ['b', 'c', 'a']);
  it.press(0);
  assert.equal(it.done, '', 'it aimed at a, and b is there now');
  it.after(349);
  assert.equal(it.done, '');
  it.after(1);
  assert.equal(it.done, 'press a');
});

test('a press on a control that is gone is reported and has no effect', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.ask('second', ['c']);
  it.press(0);
  it.press(1);
  it.after(350);
  it.after(50);
  assert.equal(it.done, 'gone c, gone ground');
});

test('a question that is shown only briefly does not hide the one before it', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.ask('', []);
  it.after(20);
  it.ask('second', ['c', 'd']);
  it.press(0);
  it.after(350);
  assert.equal(it.done, 'gone c');
});

test('a press on a new control counts once the delay is over', (t) => {
  const it = page(t);
  it.ask('first', ['a']);
  it.ask('second', ['a', 'b']);
  it.press(1);
  it.ask('second', ['a', 'b']);
  assert.equal(it.done, '');
  it.after(350);
  assert.equal(it.done, 'press b');
});

test('a key means the control that had the focus, unless the focus was moved', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.focus(1);
  it.ask('second', ['c', 'b']);
  it.focus(0);
  it.press(0, { detail: 0 });
  it.after(350);
  assert.equal(it.done, 'press b');
  it.ask('third', ['b', 'c']);
  it.focus(1);
  it.doc.dispatchEvent(Object.assign(new Event('keydown'), { key: 'Tab' }));
  it.press(0, { detail: 0 });
  it.after(350);
  assert.equal(it.done, 'press c');
});

test('a link that is pressed by keyboard is followed, whatever had the focus before', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b']);
  it.focus(0);
  it.ask('second', ['', 'a']);
  it.doc.activeElement = { name: 'link', closest: () => null };
  it.press(0, { detail: 0 });
  it.after(1000);
  assert.equal(it.done, 'press link');
});

test('a printed key means the control on which it was printed', (t) => {
  const it = page(t);
  it.ask('first', ['a/1', 'b/2']);
  it.ask('second', ['c/1', 'b/2', 'd/3']);
  assert.equal(it.guard.pressKey('1'), false);
  assert.equal(it.guard.pressKey('2'), false);
  assert.equal(it.guard.pressKey('3'), false);
  it.after(350);
  it.after(50);
  it.after(50);
  assert.equal(it.done, 'gone c, press b, press d');
  assert.equal(it.guard.pressKey('1'), true);
});

test('presses while an answer is being sent are carried out after it, one for each drawing', async (t) => {
  const it = page(t);
  let arrived = () => {};
  it.ask('first', ['a', 'b', 'c'], {
    send: () => new Promise((resolve) => (arrived = () => resolve(undefined))),
    changed: () => {},
  });
  it.press(0);
  void it.pick.choose('a');
  it.ask('first', ['a', 'b', 'c']);
  it.press(0);
  it.press(1);
  it.press(2);
  assert.equal(it.done, 'press a', 'the second press on a is one with the first');
  it.ask('second', ['b', 'x']);
  arrived();
  it.after(350);
  assert.equal(it.done, 'press b');
  it.ask('second', ['b', 'x']);
  assert.equal(it.done, 'gone c');
});

test('a press right after an answer, before the next drawing, means the present controls', (t) => {
  const it = page(t);
  const host = { send: () => new Promise(() => {}), changed: () => {} };
  const draw = () => it.ask('second', ['c/1', 'a', 'd/2'], host);
  it.ask('first', ['a/1', 'b/2']);
  it.focus(0);
  draw();
  it.after(350);
  it.focus(0);
  it.press(0, { detail: 0 });
  void it.pick.choose('c');
  it.press(0, { detail: 0 });
  it.press(0);
  it.guard.pressKey('2');
  assert.equal(it.done, 'press c', 'the others are one with the first');
  draw();
  it.ask('third', ['a', 'b', 'd']);
  it.after(350);
  it.after(50);
  it.after(50);
  assert.equal(it.done, 'press d', 'nothing that the first question offered is chosen');
});

test('a press that waits too long is given up and reported', (t) => {
  const it = page(t);
  it.ask('first', ['a', 'b'], { send: () => new Promise(() => {}), changed: () => {} });
  void it.pick.choose('a');
  it.ask('first', ['a', 'b']);
  it.press(1);
  it.after(1999);
  assert.equal(it.done, '');
  it.after(1);
  assert.equal(it.done, 'waits b');
});

test('of a thousand quick presses each one is carried out or reported', (t) => {
  const it = page(t);
  let state = 7;
  const random = (/** @type {number} */ n) =>
    (state = (state * 1103515245 + 12345) % 2147483648) % n;
  const names = ['a', 'b', 'c', 'd', ''];
  const draw = () =>
    Array.from({ length: 4 }, () => names[random(5)]).filter(
      (name, i, all) => !name || all.indexOf(name) === i,
    );
  let presses = 0;
  let done = 0;
  let now = draw();
  for (let question = 0; presses < 1000; question++) {
    it.ask(`q${question}`, (now = draw()));
    for (let n = random(3); n >= 0; n--) {
      it.after(60 + random(240));
      it.press(random(4));
      presses++;
      if (random(2)) it.ask(`q${question}`, now);
    }
    const outcome = it.done;
    done += outcome ? outcome.split(', ').length : 0;
  }
  for (let n = 0; n < 20; n++) it.after(400);
  done += it.done.split(', ').filter(Boolean).length;
  assert.equal(done, presses);
});
