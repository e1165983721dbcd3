// The lists of tables on the start page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draw, find, textOf } from './dom.mjs';
import { loadWords } from './words.mjs';

const { registerGames } = await import('../static/core/games.js');
const { translator } = await import('../static/core/i18n.js');
const { ownList, roomList, someoneWaiting } = await import('../static/lobby/room-lists.js');
const { eventTable, hasWaitingPerson } = await import('../static/lobby/room-data.js');
const { saveLessonRoom } = await import('../static/core/hints.js');
const { openLesson } = await import('../static/lobby/learn.js');
const { shortDurationText } = await import('../static/core/times.js');

registerGames(await import('../static/games/list.js'));
await loadWords('/games/seasons/cover.*.json');

/** @param {'en' | 'fr'} lang */
const appIn = (lang) => ({
  lang,
  t: translator(lang),
  me: { id: 'a', name: 'Ann' },
  games: [{ id: 'seasons', title: { en: 'Seasons', fr: 'Seasons' }, bots: [] }],
});

/** A room with two players called Ann, one of them the viewer, and a bot. */
const room = (more = {}) => ({
  id: 'r1',
  game: 'seasons',
  status: 'playing',
  listed: true,
  host: 'a',
  created: '',
  connected: [1],
  spectatorCount: 0,
  summary: {
    players: ['Ann', 'Ann', 'Alwin'],
    people: ['a', 'b', ''],
    bots: ['', '', 'greedy'],
    watch: true,
    clock: { mode: 'none' },
  },
  progress: { stage: 'year', number: 2, round: 8, waiting: [0], since: Date.now() - 5 * 60_000 },
  ...more,
});
const visibleText = (/** @type {any} */ template) => textOf(template, { without: 'svg' });
const own = (more = {}, lang = 'en') =>
  visibleText(ownList(appIn(lang), [room(more)], { leave() {} }));
const progress = (waiting) => ({
  stage: '',
  number: 0,
  round: 3,
  waiting,
  since: Date.now() - 3 * 3_600_000,
});

test("a list of the viewer's tables says whose turn it is, since when, and who is present", () => {
  assert.equal(
    own(),
    'With Ann and Alwin Seasons · year II, round 8 · Ann is here Your turn 5 min Play',
  );
  assert.equal(
    own({}, 'fr'),
    'Avec Ann et Alwin Seasons · année II, manche 8 · Ann est là À vous de jouer 5 min Jouer',
  );
  assert.match(own({ progress: progress([1]), connected: [] }), /Ann is thinking 3 hr Open$/);
  assert.match(own({ progress: progress([1, 2]) }), /Ann and Alwin are thinking/);
  assert.match(own({ status: 'open', progress: undefined }), /not begun Open$/);
});

test('only a table that waits for the viewer is highlighted', () => {
  const lit = (waiting) =>
    find(
      ownList(appIn('en'), [room({ progress: progress(waiting) })], { leave() {} }),
      '.tablerow.lit',
    ).length > 0;
  assert.deepEqual([lit([0]), lit([0, 1]), lit([1]), lit([2])], [true, true, false, false]);
});

test('a list of tables to watch says how far they are and how many people watch', () => {
  const watched = (more = {}) =>
    visibleText(
      roomList(
        appIn('en'),
        [room({ progress: { stage: 'draft', number: 0, round: 0 }, ...more })],
        {},
      ),
    );
  assert.equal(
    watched({ spectatorCount: 3 }),
    'Ann, Ann, and Alwin Seasons · choosing cards · 3 watching Watch',
  );
  assert.match(watched({ progress: undefined }), /Seasons · Playing Watch$/);
  assert.match(
    watched({
      status: 'open',
      summary: {
        players: ['Ann', ''],
        people: ['a', ''],
        bots: ['', ''],
        watch: true,
        clock: { mode: 'none' },
      },
    }),
    /^Ann Seasons · 1 seat free Sit down$/,
  );
  assert.match(
    watched({
      status: 'open',
      summary: {
        players: ['Ann', ''],
        people: ['a', ''],
        bots: ['', ''],
        watch: true,
        clock: { mode: 'bank', seconds: 1800 },
        accounts: true,
      },
    }),
    /^Ann Seasons · 1 seat free · 30 minutes each · accounts only Sit down$/,
  );
});

test('a time is given in its largest unit', () => {
  const app = appIn('en');
  assert.deepEqual(
    [0, 59_000, 60_000, 3_599_000, 3_600_000, 86_400_000 * 2.5, -5].map((ms) =>
      shortDurationText(app, ms),
    ),
    ['just now', 'just now', '1 min', '59 min', '1 hr', '2 days', 'just now'],
  );
});

/** The line about the first table of a list at which a person waits. */
const firstWaiting = (/** @type {any} */ app, /** @type {any[]} */ rooms) =>
  someoneWaiting(
    app,
    rooms.find((one) => hasWaitingPerson(app, one)),
  );

test('tables that wait for players come first, for people who can sit down there', () => {
  const waits = (/** @type {any} */ more = {}, summary = {}, kind = 'guest') =>
    visibleText(
      firstWaiting({ ...appIn('en'), me: { id: 'c', kind } }, [
        room({
          status: 'open',
          connected: [0],
          ...more,
          summary: {
            players: ['Sam', ''],
            people: ['s', ''],
            bots: ['', ''],
            clock: { mode: 'none' },
            ...summary,
          },
        }),
      ]),
    );
  assert.match(waits(), /^Sam waits for a match of Seasons\. Sit down$/);
  assert.match(
    waits({ connected: [0, 1] }, { players: ['Sam', 'Ann', ''] }),
    /^Sam and Ann wait for a match of Seasons\./,
  );
  assert.equal(waits({ connected: [] }), '', 'nobody is there');
  assert.equal(waits({ status: 'seated' }, { players: ['Sam', 'Ann'] }), '', 'no seat is free');
  assert.equal(waits({}, { rated: true }), '', 'it is for accounts');
  assert.match(waits({}, { rated: true }, 'account'), /^Sam waits/);
});

test('a lesson is not listed as a waiting table, and can be continued', async (t) => {
  const stored = new Map();
  const store = {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void stored.set(key, text),
  };
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
  t.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  const drawn = () => draw(ownList(appIn('en'), [room()], { leave() {} }));
  assert.ok(find(drawn(), '.tablerow.lit').length);
  saveLessonRoom('seasons', 'r1');
  assert.deepEqual(find(drawn(), '.tablerow.lit, .btn.main'), []);
  assert.match(visibleText(drawn()), /^Lesson Seasons/);

  const table = (/** @type {any[]} */ ...rooms) =>
    openLesson(/** @type {any} */ ({ api: { get: async () => ({ rooms }) } }), 'seasons');
  assert.equal(await table(room()), 'r1');
  assert.equal(await table(room({ id: 'r2' })), '', 'it is over');
  assert.equal(await openLesson(/** @type {any} */ ({}), 'spellbook'), '', 'there was none');
});

test('a table of an event that waits for its people comes before one that is played', () => {
  const event = { id: 'e', title: 'Evening', round: 2, table: 0 };
  const table = (id, status, more = {}) =>
    room({ id, status, summary: { ...room().summary, event: { ...event, ...more } } });
  assert.equal(eventTable([room()]), undefined);
  assert.equal(eventTable([room(), table('a', 'playing'), table('b', 'open')]).id, 'b');
  assert.equal(eventTable([table('a', 'playing'), table('b', 'open', { closed: true })]).id, 'a');
  assert.equal(eventTable([table('a', 'finished')]), undefined);
});
