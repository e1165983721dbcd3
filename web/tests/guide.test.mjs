// The guide of a first game: which hint or report is shown, and which presses count.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { find, fire, press, textOf } from './dom.mjs';
import { loadWords } from './words.mjs';
import { window } from './window.mjs';

Object.assign(globalThis, {
  Element: window.Element,
  Node: window.Node,
  localStorage: window.localStorage,
  getComputedStyle: window.getComputedStyle.bind(window),
  matchMedia: () => ({ matches: false }),
  addEventListener: () => {},
  innerWidth: 390,
  innerHeight: 844,
});
window.Element.prototype.checkVisibility = () => true;

const { saveLessonRoom, startHints } = await import('../static/core/hints.js');
const { Guide } = await import('../static/table/guide.js');

const texts = '/games/seasons/learn.*.json';
await loadWords('/table/guide.*.json', texts);

const room = 'r1';
/** A time after which presses on a new hint count, in milliseconds. */
const later = 400;

/** A table with a lesson of the hints “choose” and “pips”, in which a bot has the second seat. */
function lessonTable(t) {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  saveLessonRoom('seasons', room);
  startHints('seasons', room, { again: true });
  document.body.innerHTML = '<div class="dock"><div class="guideplace"></div></div><i class="die">';
  const ctx = { lang: 'en', asked: ['choose', 'pips'], events: [{ number: 0, seat: 1 }] };
  const log = /** @type {string[]} */ ([]);
  let isHeld = false;
  const session = /** @type {any} */ ({
    id: room,
    playing: true,
    seat: 0,
    board: {},
    isAgainstBots: true,
    frame: { seats: [{}, { bot: 'easy' }] },
    state: { firstNewEvent: 0 },
    context: () => ctx,
    get isHeld() {
      return isHeld;
    },
    proceed() {
      isHeld = false;
      log.push('go on');
    },
  });
  const hintOf = (/** @type {string} */ id) => ({
    id,
    when: (/** @type {any} */ { asked }) => asked.includes(id),
    at: () => '.die',
  });
  const guide = new Guide(
    session,
    'seasons',
    /** @type {any} */ ({
      options: {},
      texts,
      hints: [hintOf('choose'), hintOf('pips')],
      last: 'score',
      report: () => ({
        id: 'bot.use',
        at: '.die',
        args: { name: 'Rowan', card: 'Figrim' },
      }),
    }),
    [],
    (button) => log.push(`refused ${textOf(button)}`),
  );
  t.after(() => {
    guide.close();
    mock.timers.reset();
  });
  guide.afterRender();
  return {
    ctx,
    log,
    /** What the guide shows: the id of a hint or of a report. */
    shown: () => find(document.body, '.guide').map(({ dataset }) => dataset.hint),
    wait: () => mock.timers.tick(later),
    draw: () => guide.afterRender(),
    press: (/** @type {RegExp} */ name) => press(document.body, name),
    escape() {
      const event = new window.KeyboardEvent('keydown', { key: 'Escape', cancelable: true });
      document.dispatchEvent(/** @type {any} */ (event));
    },
    /** The bot answers, and the match waits for the reader of what the guide says of it. */
    botAnswers() {
      isHeld = session.holdsAfter({ type: 'update' });
      guide.afterRender();
    },
  };
}

test('a report waits until the shown hint is closed', (t) => {
  const table = lessonTable(t);
  assert.deepEqual(table.shown(), ['choose']);
  table.wait();
  table.botAnswers();
  assert.deepEqual(table.shown(), ['choose'], 'not replaced');
  table.press(/^I see$/);
  assert.deepEqual(table.shown(), ['bot.use'], 'before the next hint');
  table.wait();
  table.press(/^Go on$/);
  assert.deepEqual(table.log, ['go on']);
  table.draw();
  assert.deepEqual(table.shown(), ['pips']);
});

test('a report takes the place of a hint that no longer applies', (t) => {
  const table = lessonTable(t);
  table.ctx.asked = [];
  table.botAnswers();
  assert.deepEqual(table.shown(), ['bot.use']);
});

test('a press on a hint or a report that has just appeared does not count', (t) => {
  const table = lessonTable(t);
  table.press(/^I see$/);
  assert.deepEqual(table.shown(), ['choose'], 'it has just appeared');
  assert.deepEqual(table.log.splice(0), ['refused I see']);
  table.wait();
  table.ctx.asked = [];
  table.botAnswers();
  table.press(/^Go on$/);
  table.escape();
  assert.deepEqual(table.shown(), ['bot.use']);
  assert.deepEqual(table.log.splice(0), ['refused Go on']);
  table.wait();
  table.escape();
  assert.deepEqual(table.log, ['go on']);
});

test('a second press of a double click does not close the next hint', (t) => {
  const table = lessonTable(t);
  table.wait();
  table.press(/^I see$/);
  table.press(/^I see$/);
  assert.deepEqual(table.shown(), ['pips']);
});

test('a hint that is drawn again can be pressed', (t) => {
  const table = lessonTable(t);
  table.wait();
  table.draw();
  table.press(/^I see$/);
  assert.deepEqual(table.shown(), ['pips']);
});

test('a press on the thing closes its hint at any time', (t) => {
  const table = lessonTable(t);
  fire(/** @type {Element} */ (document.querySelector('.die')), 'click');
  assert.deepEqual(table.shown(), ['pips']);
});
