// What follows from the document of an event: who comes, the viewer's table, standings, estimates.

/**
 * @import {
 *   Entrant, EventDocument, EventRound, EventSettings, EventStanding, NumberedTable,
 * } from './types.js'
 */

const minuteMs = 60_000;
/** The number of units of a point in standings, and in the tie-breaks met and beaten. */
const pointUnits = 100;
const metUnits = 1200;
/** The number of a seat that a bot has. */
export const bot = -1;
/** A number that nobody has, for viewers who do not take part. */
export const noPerson = -2;

/**
 * The people of an event in the order of their numbers.
 *
 * @param {EventDocument} event
 * @returns {Entrant[]}
 */
export const peopleOf = ({ people }) =>
  Object.entries(people)
    .map(([number, person]) => ({ ...person, number: Number(number) }))
    .toSorted((a, b) => a.number - b.number);

/** @param {EventDocument} event */
export const comingTo = (event) => peopleOf(event).filter(({ perhaps, left }) => !perhaps && !left);

/** @param {EventDocument} event */
export const perhapsComing = (event) => peopleOf(event).filter(({ perhaps }) => perhaps);

/**
 * The person with an id, undefined if the person does not take part.
 *
 * @param {EventDocument} event
 * @param {string} id
 */
export const personOf = (event, id) => peopleOf(event).find((person) => person.id === id);

/**
 * The name at a seat, '' for a bot.
 *
 * @param {EventDocument} event
 * @param {number} number
 */
export const nameOf = ({ people }, number) => people[number]?.name ?? '';

/** @param {EventDocument} event */
export const isOver = ({ status }) => status === 'finished' || status === 'cancelled';

/** @param {EventDocument} event */
export const isInProgress = ({ status }) => status === 'running' || status === 'paused';

/**
 * Whether a person can act as organiser.
 *
 * @param {EventDocument} event
 * @param {string} id
 * @param {string} role the role of the person on the server, '' for none
 */
export const isOfficer = ({ organiser }, id, role) =>
  organiser === id || role === 'moderator' || role === 'owner';

/**
 * The tables of a round in the order of their numbers.
 *
 * @param {EventRound | undefined} round
 * @returns {NumberedTable[]}
 */
export const tablesOf = (round) =>
  Object.entries(round?.tables ?? {})
    .map(([number, table]) => ({ ...table, number: Number(number) }))
    .toSorted((a, b) => a.number - b.number);

/**
 * The tables that the page of a running event shows: those of the current round. In an evening,
 * also those of earlier rounds that are not over, the latest first.
 *
 * @param {EventDocument} event
 * @returns {{round: number, table: NumberedTable}[]}
 */
export function shownTables({ rounds, round, settings }) {
  const numbers = Object.keys(rounds).map(Number);
  return numbers
    .filter((number) => number === round || settings.kind === 'evening')
    .toSorted((a, b) => b - a)
    .flatMap((number) =>
      tablesOf(rounds[number])
        .filter(({ status }) => number === round || status !== 'over')
        .map((table) => ({ round: number, table })),
    );
}

/**
 * When the people forfeit who have not come to a table, in milliseconds since 1970.
 *
 * @param {NumberedTable} table
 */
export const forfeitTime = ({ until = 0 }) => until;

/**
 * The seats of a table whose people have not come to it.
 *
 * @param {NumberedTable} table
 */
export const missingSeats = ({ seats, present, absent, status }) =>
  status === 'waiting'
    ? seats.flatMap((person, seat) =>
        person !== bot && !present[seat] && !absent[seat] ? [seat] : [],
      )
    : [];

/**
 * What the event wants of a person, or what the person waits for:
 *
 * - `table`: a table that is not over, with the seat and the seats of those who have not come
 * - `bye`: the round goes on without the person
 * - `done`: the person's table is over, but `open` other ones are not
 * - `next`: the person plays on, and the next round has not begun
 * - `out`: the person has left, or is no longer in the knockout
 * - `none`: the person does not take part
 *
 * @typedef {| {is: 'table', round: number, table: NumberedTable, seat: number, missing: number[]}
 *   | {is: 'bye' | 'next' | 'out' | 'none'}
 *   | {is: 'done', table: NumberedTable, seat: number, open: number}} Situation
 */

/**
 * @param {EventDocument} event
 * @param {string} id of the person
 * @returns {Situation}
 */
export function situationOf(event, id) {
  const own = personOf(event, id);
  if (!own || own.perhaps) return { is: 'none' };
  const tables = shownTables(event).map(({ round, table }) => ({
    round,
    table,
    seat: table.seats.indexOf(own.number),
  }));
  const at = tables.filter(({ seat }) => seat >= 0);
  const open = at.find(({ table, seat }) => table.status !== 'over' && !table.absent?.[seat]);
  if (open) return { is: 'table', ...open, missing: missingSeats(open.table) };
  if (own.left) return { is: 'out' };
  const [done] = at;
  if (done) {
    const playing = tables.filter(({ table }) => table.status !== 'over').length;
    return { is: 'done', table: done.table, seat: done.seat, open: playing };
  }
  const round = event.rounds?.[event.round];
  if (round?.byes?.includes(own.number)) return { is: 'bye' };
  return { is: event.settings.kind === 'knockout' && event.round > 1 ? 'out' : 'next' };
}

/**
 * Whether a person who does not play can enter now.
 *
 * @param {EventDocument} event
 * @param {string} id
 */
export function canEnter(event, id) {
  const { settings, round } = event;
  const own = personOf(event, id);
  if (!isInProgress(event) || (own && !own.perhaps && !own.left)) return false;
  if (settings.kind === 'evening') return true;
  return settings.kind === 'swiss' && round < (settings.lateUntil ?? 0);
}

/**
 * A row of the standings. `points`, `met` and `beaten` are in points.
 *
 * @typedef {EventStanding & {name: string, isOwn: boolean, left: boolean}} Row
 */

/**
 * The rows of the standings, the first one first.
 *
 * @param {EventDocument} event
 * @param {string} id of the viewer
 * @returns {Row[]}
 */
export const standingRows = ({ standings, people }, id) =>
  Object.values(standings)
    .toSorted((a, b) => a.rank - b.rank)
    .map((standing) => {
      const person = people[standing.person];
      return {
        ...standing,
        points: standing.points / pointUnits,
        met: standing.met / metUnits,
        beaten: standing.beaten / metUnits,
        name: person?.name ?? '',
        isOwn: person?.id === id,
        left: !!person?.left,
      };
    });

/**
 * The tie-breaks that differ between people with equal points, in the order in which they decide.
 *
 * @param {readonly Row[]} rows
 * @returns {('met' | 'beaten' | 'direct' | 'wins')[]}
 */
export function usedTieBreaks(rows) {
  /** @type {('met' | 'beaten' | 'direct' | 'wins')[]} */
  const all = ['met', 'beaten', 'direct', 'wins'];
  const used = all.findLastIndex((name, index) =>
    rows.some((row) =>
      rows.some(
        (other) =>
          other.points === row.points &&
          all.slice(0, index).every((earlier) => other[earlier] === row[earlier]) &&
          other[name] !== row[name],
      ),
    ),
  );
  return all.slice(0, Math.max(2, used + 1));
}

/**
 * The number of rounds with so many people, 0 if that is not known.
 *
 * @param {EventSettings} settings
 * @param {number} people
 */
export function roundCount({ kind, rounds = 0, size, advance = 0 }, people) {
  if (kind === 'swiss' || rounds) return rounds;
  if (kind === 'evening' || people < 2) return 0;
  if (kind === 'roundrobin') return size === 2 ? people - 1 + (people % 2) : 0;
  let count = 1;
  const goOn = advance || Math.max(1, Math.floor(size / 2));
  for (let left = people; left > size; count++) left = Math.ceil(left / size) * goOn;
  return count;
}

/**
 * When the rounds begin and the event ends if each round takes all its time, in milliseconds since
 * 1970. Empty if the start or the number of rounds is not known.
 *
 * @param {EventSettings} settings
 * @param {number} people
 */
export function estimates(settings, people) {
  const { begins = 0, minutes } = settings;
  const count = roundCount(settings, people);
  if (!begins || !count) return [];
  return Array.from({ length: count + 1 }, (_, round) => begins + round * minutes * minuteMs);
}

/**
 * Whether places can be those of a table: equal places are shared, and the next ones left out. 0 is
 * the place of a person who has not played.
 *
 * @param {readonly number[]} places
 */
export const arePlacesValid = (places) =>
  places.every(
    (place) => place === 0 || place === places.filter((other) => other && other < place).length + 1,
  );

/**
 * A match of an event: `first` and `second` are the seats with the most points, whose difference is
 * `margin`.
 *
 * @typedef {{
 *   round: number;
 *   table: NumberedTable;
 *   first: number;
 *   second: number;
 *   margin: number;
 * }} EventMatch
 */

/**
 * The match of an event whose first two were closest. Of equally close ones, it is the one whose
 * first two are higher in the final standings, and then the latest. Undefined if there is none
 * between two people that was decided by points.
 *
 * @param {EventDocument} event
 * @returns {EventMatch | undefined}
 */
export function bestMatch(event) {
  const ranks = new Map(Object.values(event.standings).map(({ person, rank }) => [person, rank]));
  const rankSum = (/** @type {EventMatch} */ { table, first, second }) =>
    [first, second].reduce((sum, seat) => sum + (ranks.get(table.seats[seat] ?? bot) ?? 0), 0);
  return Object.keys(event.rounds)
    .flatMap((round) =>
      tablesOf(event.rounds[round]).flatMap((table) => matchOf(Number(round), table) ?? []),
    )
    .toSorted(
      (a, b) =>
        a.margin - b.margin ||
        rankSum(a) - rankSum(b) ||
        b.round - a.round ||
        a.table.number - b.table.number,
    )
    .at(0);
}

/**
 * @param {number} round
 * @param {NumberedTable} table
 * @returns {EventMatch | undefined}
 */
function matchOf(round, table) {
  const { seats, totals, places = [], match } = table;
  if (!match || !totals || totals.length !== seats.length) return undefined;
  const order = seats
    .map((_, seat) => seat)
    .toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b);
  const [first = 0, second] = order;
  if (second === undefined || seats[first] === bot || seats[second] === bot) return undefined;
  const margin = (totals[first] ?? 0) - (totals[second] ?? 0);
  return margin < 0 ? undefined : { round, table, first, second, margin };
}

/**
 * What puts a person before the next one in the standings: more points, a tie-break, or a lot.
 *
 * @param {Row} row
 * @param {Row} next
 * @returns {'reached' | 'points' | 'met' | 'beaten' | 'direct' | 'wins' | 'lot'}
 */
export function decidedBy(row, next) {
  if ((row.reached ?? 0) !== (next.reached ?? 0)) return 'reached';
  /** @type {('points' | 'met' | 'beaten' | 'direct' | 'wins')[]} */
  const order = ['points', 'met', 'beaten', 'direct', 'wins'];
  return order.find((name) => row[name] !== next[name]) ?? 'lot';
}
