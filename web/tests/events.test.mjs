// What the pages of events make of a document, and what a person can plan.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { textOf } from './dom.mjs';
import { loadWords } from './words.mjs';
import '../browsertest/events.js';

const { registerGames } = await import('../static/core/games.js');
const { translator } = await import('../static/core/i18n.js');
const facts = await import('../static/events/facts.js');
const plan = await import('../static/events/plan.js');
const { actText } = await import('../static/events/acts.js');
const { Boards, liveRooms, maxBoards } = await import('../static/events/boards.js');
const { during } = await import('../static/events/during.js');
const { eventsInOrder } = await import('../static/events/next.js');
const { pointsText } = await import('../static/events/parts.js');
const { usualTitle } = await import('../static/events/settings-fields.js');

registerGames(await import('../static/games/list.js'));
await loadWords('/events/texts.*.json');

const { planned, running, finished, settings } = globalThis.sampleEvents;
const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 10, 26, 18, 12);
const me = 'me';

/** @type {any} */
const seasons = {
  id: 'seasons',
  title: { en: 'Seasons', fr: 'Seasons' },
  minSeats: 1,
  maxSeats: 4,
  bots: [],
  options: [
    { id: 'deck', default: 'first', values: [{ id: 'first' }, { id: 'second', unrated: true }] },
  ],
};
const duel = { ...seasons, id: 'duel', minSeats: 2, maxSeats: 2, options: [] };

/** @param {'en' | 'fr'} lang */
const appIn = (lang, id = me) => ({
  lang,
  t: translator(lang),
  me: { id, name: 'Nora', kind: 'account' },
  games: [seasons, duel],
  news: { role: '' },
});

/** The running event after a change of the second round. */
function withRound(change, more = {}) {
  const event = running(me, more, now);
  event.rounds[2] = { ...event.rounds[2], ...change };
  return event;
}

/** What the browser stores. @type {Map<string, string>} */
const stored = new Map();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (/** @type {string} */ key) => stored.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => stored.set(key, value),
  },
});
beforeEach(() => stored.clear());

test('people are those who come, who perhaps come, and who have left', () => {
  const event = planned(me, {}, now);
  assert.equal(facts.comingTo(event).length, 11);
  assert.deepEqual(
    facts.perhapsComing(event).map(({ name }) => name),
    ['Paul'],
  );
  event.people[0].left = true;
  assert.equal(facts.comingTo(event).length, 10);
  assert.equal(facts.personOf(event, 'p20')?.number, 11);
  assert.equal(facts.personOf(event, 'nobody'), undefined);
});

test('the organiser and the officers of the server can act', () => {
  const event = running(me, {}, now);
  assert.ok(facts.isOfficer(event, 'p9', ''));
  assert.ok(facts.isOfficer(event, me, 'moderator'));
  assert.ok(facts.isOfficer(event, me, 'owner'));
  assert.ok(!facts.isOfficer(event, me, ''));
});

test('an open table of the viewer comes first', () => {
  const event = running(me, {}, now);
  const found = facts.situationOf(event, me);
  assert.deepEqual([found.is, found.round, found.table.number, found.seat], ['table', 2, 2, 0]);
  assert.deepEqual(found.missing, [0]);
  const other = facts.situationOf(event, 'p4');
  assert.deepEqual([other.table.number, other.seat, other.missing], [1, 1, [1]]);
  assert.equal(facts.situationOf(event, 'p1').table.status, 'playing');
});

test('after the own table the others are counted', () => {
  const event = running(me, {}, now);
  assert.deepEqual(
    { ...facts.situationOf(event, 'p9'), table: null },
    { is: 'done', table: null, seat: 1, open: 5 },
  );
});

test('a person can have a bye, wait for a round, be out, or watch', () => {
  assert.equal(facts.situationOf(withRound({ tables: {}, byes: [0] }), me).is, 'bye');
  assert.equal(facts.situationOf(withRound({ tables: {} }), me).is, 'next');
  assert.equal(facts.situationOf(running(me, {}, now), 'stranger').is, 'none');
  const knockout = { settings: settings({ kind: 'knockout', rounds: 0 }) };
  assert.equal(facts.situationOf(withRound({ tables: {} }, knockout), me).is, 'out');
  const left = withRound({ tables: {} });
  left.people[0].left = true;
  assert.equal(facts.situationOf(left, me).is, 'out');
});

test('an evening keeps the tables of earlier seatings that are not over', () => {
  const event = running(me, { settings: settings({ kind: 'evening', rounds: 0 }) }, now);
  event.rounds[1].tables[1].status = 'playing';
  const shown = facts.shownTables(event).map(({ round, table }) => [round, table.number]);
  assert.deepEqual(shown.at(-1), [1, 1]);
  assert.equal(shown.length, 7);
  assert.equal(facts.situationOf(event, 'p3').table.number, 0, 'the latest table comes first');
  event.settings.kind = 'swiss';
  assert.equal(facts.shownTables(event).length, 6);
});

test('people who have forfeited are no longer missed', () => {
  const event = running(me, {}, now);
  const table = { ...event.rounds[2].tables[1], number: 1 };
  assert.deepEqual(facts.missingSeats(table), [1]);
  assert.deepEqual(facts.missingSeats({ ...table, absent: [false, true] }), []);
  assert.deepEqual(facts.missingSeats({ ...table, seats: [2, -1], present: [true] }), []);
  assert.deepEqual(facts.missingSeats({ ...table, status: 'playing' }), []);
});

test('an absent person forfeits when the server says so', () => {
  assert.equal(facts.forfeitTime({ until: now }), now);
});

test('late entries end with a round, and an evening has no end of them', () => {
  const event = running(me, {}, now);
  assert.ok(!facts.canEnter(event, 'stranger'), 'the second round has begun');
  event.settings.lateUntil = 3;
  assert.ok(facts.canEnter(event, 'stranger'));
  assert.ok(!facts.canEnter(event, me), 'plays already');
  event.people[0].left = true;
  assert.ok(facts.canEnter(event, me));
  event.settings = settings({ kind: 'knockout' });
  assert.ok(!facts.canEnter(event, 'stranger'));
  event.settings = settings({ kind: 'evening' });
  assert.ok(facts.canEnter(event, 'stranger'));
  event.status = 'finished';
  assert.ok(!facts.canEnter(event, 'stranger'));
});

test('standings are rows with points', () => {
  const rows = facts.standingRows(finished(me, {}, now), me);
  assert.deepEqual(
    rows.slice(0, 2).map(({ rank, name, points, met }) => [rank, name, points, met]),
    [
      [1, 'Juna', 4, 5],
      [2, 'Inès', 3.5, 6],
    ],
  );
  assert.deepEqual(
    rows.filter(({ isOwn }) => isOwn).map(({ rank }) => rank),
    [5],
  );
  assert.deepEqual(facts.standingRows(planned(me, {}, now), me), []);
});

test('only tie-breaks that decide have columns after the second', () => {
  const row = (more) => ({ points: 2, met: 5, beaten: 1, direct: 0, wins: 1, ...more });
  assert.deepEqual(facts.usedTieBreaks([row({}), row({ points: 3 })]), ['met', 'beaten']);
  assert.deepEqual(facts.usedTieBreaks([row({}), row({ wins: 2 })]), [
    'met',
    'beaten',
    'direct',
    'wins',
  ]);
  assert.deepEqual(
    facts.usedTieBreaks([row({}), row({ met: 6, wins: 2 })]),
    ['met', 'beaten'],
    'the wins decide nothing',
  );
});

test('rounds are counted as the kind needs them', () => {
  const count = (kind, people, more = {}) =>
    facts.roundCount(settings({ kind, rounds: 0, ...more }), people);
  assert.equal(count('swiss', 12, { rounds: 4 }), 4);
  assert.deepEqual([count('roundrobin', 6), count('roundrobin', 7)], [5, 7]);
  assert.equal(count('roundrobin', 9, { size: 3 }), 0, 'it depends on lots');
  assert.deepEqual(
    [2, 3, 4, 5, 8, 9].map((people) => count('knockout', people)),
    [1, 2, 2, 3, 3, 4],
  );
  assert.equal(count('knockout', 16, { size: 4, advance: 2 }), 3);
  assert.equal(count('evening', 12), 0);
});

test('the times of rounds are estimates from the start', () => {
  const times = facts.estimates(settings({ begins: now, rounds: 3 }), 0);
  assert.deepEqual(
    times,
    [0, 40, 80, 120].map((after) => now + after * minute),
  );
  assert.deepEqual(facts.estimates(settings(), 12), [], 'without a start');
  assert.deepEqual(facts.estimates(settings({ kind: 'evening', rounds: 0, begins: now }), 12), []);
});

test('places of a table can be shared, and have no gaps', () => {
  for (const places of [
    [1, 2],
    [1, 1],
    [1, 0],
    [0, 0],
    [1, 2, 2, 4],
    [2, 1, 3, 0],
  ])
    assert.ok(facts.arePlacesValid(places), String(places));
  for (const places of [
    [2, 2],
    [1, 3],
    [2, 0],
    [1, 1, 2],
  ])
    assert.ok(!facts.arePlacesValid(places), String(places));
});

test('points have fractions', () => {
  const app = appIn('fr');
  assert.deepEqual(
    [0, 0.5, 1, 2.25, 3.75, 1 / 3].map((points) => pointsText(app, points)),
    ['0', '½', '1', '2¼', '3¾', '0,33'],
  );
});

test('an event is planned as last time', () => {
  const games = [seasons, duel];
  const first = plan.lastEvent(games);
  assert.deepEqual([first.kind, first.game, first.rounds, first.size], ['swiss', 'seasons', 4, 2]);
  assert.deepEqual(first.options, { deck: 'first' });
  plan.storeEvent({ ...first, game: 'duel', size: 2, rounds: 6, begins: now });
  const again = plan.lastEvent(games);
  assert.deepEqual([again.game, again.rounds, again.begins], ['duel', 6, now]);
  assert.equal(plan.lastEvent([seasons])?.game, 'seasons', 'the server has no duel any more');
  assert.equal(plan.lastEvent([{ ...seasons, maxSeats: 1 }]), null);
  stored.set('archmage.event', '{');
  assert.deepEqual(plan.lastEvent(games), first);
});

test('settings are fitted to the kind and the game', () => {
  const fit = (more, game = seasons) => plan.fitEvent(game, { ...settings(), ...more });
  assert.deepEqual([fit({ kind: 'knockout' }).rounds, fit({ kind: 'evening' }).rounds], [0, 0]);
  assert.equal(fit({ kind: 'knockout', lateUntil: 2 }).lateUntil, 0);
  assert.equal(fit({ rounds: 2, lateUntil: 4 }).lateUntil, 2);
  assert.equal(fit({ size: 4 }, duel).size, 2);
  assert.deepEqual(fit({ fillers: true, rated: true }).rated, false);
  assert.equal(fit({ kind: 'roundrobin', fillers: true }).fillers, false);
  assert.equal(fit({ fullTables: true, size: 3 }).fullTables, true);
  assert.equal(fit({ fullTables: true, size: 2 }).fullTables, false);
  assert.deepEqual(fit({ rated: true, options: { deck: 'second' } }).options, { deck: 'first' });
  assert.ok(!('begins' in fit({ begins: 0 })));
});

test('rounds to choose from surround the last choice', () => {
  const offers = (more) => plan.roundOffers({ ...settings(), ...more });
  assert.deepEqual(offers({}), [3, 4, 5]);
  assert.deepEqual(offers({ rounds: 20 }), [18, 19, 20]);
  assert.deepEqual(offers({ rounds: 1 }), [1, 2, 3]);
  assert.deepEqual(offers({ kind: 'roundrobin', rounds: 7 }), [0, 3, 5, 7]);
  assert.deepEqual(offers({ kind: 'evening', rounds: 0 }), [0]);
});

test('the time of the last event is offered a week later', () => {
  const last = new Date(2026, 10, 19, 20, 30).getTime();
  const offers = plan.timeOffers(now, last);
  assert.equal(offers.length, 3);
  const again = offers.find(({ isAsLast }) => isAsLast);
  assert.equal(again?.at, new Date(2026, 10, 26, 20, 30).getTime());
  assert.deepEqual(
    offers.map(({ at }) => at),
    offers.map(({ at }) => at).toSorted((a, b) => a - b),
  );
  assert.ok(offers.every(({ at }) => at > now));
  assert.ok(plan.timeOffers(now).every(({ isAsLast }) => !isAsLast));
  assert.equal(plan.sameTimeAfter(last, last + 30 * day) > last + 30 * day, true);
});

test('events of the start page that run come first, then the next one', () => {
  const line = (status, begins) => ({ status, begins });
  const list = eventsInOrder({
    c: line('planned', now + day),
    a: line('planned', now + 2 * day),
    d: line('planned', 0),
    b: line('running', now - day),
  });
  assert.deepEqual(
    list.map(({ id }) => id),
    ['b', 'c', 'a', 'd'],
  );
});

/** @param {any} event */
const viewOf = (event, more = {}) => ({
  app: appIn('en'),
  event,
  isOfficer: false,
  attempt: { busyAt: () => false, refusal: () => '', busy: false },
  send: async () => true,
  now,
  shownRound: event.round,
  showRound: () => {},
  boards: new Boards(/** @type {any} */ ({})),
  liveRooms: new Set(),
  startChange: () => {},
  ...more,
});

test('a running event shows the own table first and all others', () => {
  const text = textOf(during(viewOf(running(me, {}, now))), { without: 'svg' });
  const at = (words) => {
    assert.ok(text.includes(words), `${words}: ${text}`);
    return text.indexOf(words);
  };
  assert.ok(at('Your table is ready: you and Mina') < at('Round 2, table 3.'));
  assert.ok(at('3:00') > 0, 'the time until the forfeit');
  at('Missing: Otto');
  at('Standings');
  at('The line was cut for both.');
  assert.ok(!text.includes('You run this evening'));
  const host = textOf(during(viewOf(running(me, {}, now), { isOfficer: true })));
  assert.ok(host.includes('You run this evening'));
  assert.ok(host.includes('Decide the result'));
});

test('a pause, a bye and a late entry have their own words', () => {
  const line = (event, more) => textOf(during(viewOf(event, more)), { without: 'svg' });
  assert.ok(line(running(me, { status: 'paused' }, now)).includes('The evening is paused'));
  assert.ok(line(withRound({ tables: {}, byes: [0] })).includes('You are free this round'));
  const late = running('other', { settings: settings({ lateUntil: 3 }) }, now);
  assert.ok(line(late).includes('Do you want to play?'));
  assert.ok(line(running('other', {}, now)).includes('You watch'));
});

test('every act of an officer has words in both languages', () => {
  const commands = 'start enter leave withdraw round forfeit settle pause resume finish cancel';
  for (const lang of /** @type {const} */ (['en', 'fr']))
    for (const command of commands.split(' ')) {
      const body = { person: 'p2', round: 1, table: 1, seat: 0, places: [1, 0], reason: 'Why' };
      const act = { number: 1, at: now, by: 'Fern', command, body };
      const text = actText(appIn(lang), running(me, {}, now), act);
      assert.ok(text.includes('Fern') && text.includes('Why'), text);
      assert.doesNotMatch(text, /eve\.|\{/);
    }
});

test('an event without a title is named after its game', () => {
  assert.equal(usualTitle(appIn('en'), 'seasons'), 'Seasons evening');
  assert.equal(usualTitle(appIn('fr'), 'seasons'), 'Soirée Seasons');
});

test('live boards are those of listed events, the own table first, and none of a same deal', () => {
  const event = running(me, {}, now);
  assert.deepEqual([...liveRooms(event, 0)], ['r1', 'r4', 'r6']);
  assert.deepEqual([...liveRooms(event, 10)], ['r6', 'r1', 'r4']);
  for (const change of [{ listed: false }, { sameDeal: true }])
    assert.equal(liveRooms({ ...event, settings: { ...event.settings, ...change } }, 0).size, 0);
  const table = event.rounds[2].tables[0];
  const many = Array.from({ length: 40 }, (_, n) => [n, { ...table, room: `x${n}` }]);
  event.rounds[2].tables = Object.fromEntries(many);
  assert.equal(liveRooms(event, 0).size, maxBoards);
});

test('the match of the event is the closest one, then that of the first in the standings', () => {
  const event = finished(me, {}, now);
  const { round, table, first, second, margin } = facts.bestMatch(event);
  assert.deepEqual([round, table.match, first, second, margin], [1, 'm9', 1, 0, 1]);
  // An equally close match of people with higher standings.
  event.rounds[2].tables[4] = { ...event.rounds[2].tables[4], seats: [1, 2], totals: [19, 18] };
  assert.equal(facts.bestMatch(event).table.match, 'm1');
  // Neither a bot's match counts, nor one that was decided by other things than points.
  event.rounds[2].tables[4].seats = [1, -1];
  delete event.rounds[1].tables[0].totals;
  assert.equal(facts.bestMatch(event), undefined);
});

test('what puts a person before another one', () => {
  const row = { points: 3, met: 5, beaten: 2, direct: 0, wins: 1 };
  assert.equal(facts.decidedBy(row, { ...row, points: 2 }), 'points');
  assert.equal(facts.decidedBy(row, { ...row, beaten: 1, wins: 0 }), 'beaten');
  assert.equal(facts.decidedBy(row, row), 'lot');
  assert.equal(facts.decidedBy({ ...row, reached: 2 }, { ...row, reached: 1 }), 'reached');
});
