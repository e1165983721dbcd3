// Events in words: lines of the log, and the latest move on a player's slip.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';
import { playerOf, seatKey } from '../../core/seats.js';
import { subjectName } from '../../ui/names.js';
import { crystal, icon } from '../../ui/pieces.js';
import { faceOf, romans } from './facts.js';
import { foldsOf, some } from './log-folding.js';
import { cardLink, crystals, energyIn, energyRow, faceRow, nameOf, who } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Drawn, LogEvent } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Fold } from './log-folding.js' */

/** Events that are told by others or by the table itself. */
const quiet = ['answered', 'roll', 'round_end', 'permit'];

/**
 * A sentence: the key of its text and the arguments.
 *
 * @typedef {{key: string, args?: Record<string, unknown>, mark?: string}} Line
 */

/**
 * A line of the log.
 *
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {number} [at]
 * @param {readonly LogEvent[]} [events] the list that the event stands in
 * @returns {Drawn}
 */
export function eventLine(ctx, event, at, events = [event]) {
  const folds = foldsOf(events, ctx.catalogue);
  if (quiet.includes(event.kind) || folds.told.has(event)) return nothing;
  const line = lineOf(
    ctx,
    event,
    folds.heads.get(event),
    roundSeason(events, at ?? events.indexOf(event)),
  );
  if (!line) return nothing;
  const words = html`${richParts(ctx.t, line.key, line.args ?? {})}`;
  return line.mark
    ? html`<span
        class="mark">${icon(line.mark, {
          cls: `i ${line.mark.slice(2)}`,
        })}<span>${words}</span></span>`
    : words;
}

/**
 * A move: the number of its last event, how it reads, whether it has just happened.
 *
 * @typedef {{number: number, fresh: boolean, line: () => Drawn}} Move
 */

/**
 * The latest move of a player in this round, without the name.
 *
 * @param {Ctx} ctx
 * @param {string} seat key
 * @returns {Move | null}
 */
export function lastMove(ctx, seat) {
  const number = playerOf(ctx, seat).seat;
  const folds = foldsOf(ctx.events, ctx.catalogue);
  for (let at = ctx.events.length - 1; at >= 0; at--) {
    const it = must(ctx.events[at]);
    if (it.kind === 'round' || it.kind === 'packets') return null;
    if (
      it.seat !== number ||
      quiet.includes(it.kind) ||
      folds.told.has(it) ||
      ['first', 'turn', 'library'].includes(it.kind)
    )
      continue;
    const fold = folds.heads.get(it);
    const line = lineOf(ctx, it, fold, ctx.public.diceSeason);
    if (!line) continue;
    const { number: last } = fold?.parts.at(-1) ?? it;
    const { name } = playerOf(ctx, seat);
    return {
      number: last,
      fresh: last >= ctx.firstNewEvent,
      line: () =>
        html`${withoutName(richParts(ctx.t, line.key, { ...line.args, who: name }), name)}`,
    };
  }
  return null;
}

/**
 * A sentence that begins with a name, begun with its next word.
 *
 * @param {unknown[]} parts
 * @param {string} name
 */
function withoutName(parts, name) {
  const [first, ...others] = parts;
  if (typeof first !== 'string' || !first.startsWith(`${name} `)) return parts;
  const left = first.slice(name.length + 1);
  return [left.charAt(0).toUpperCase() + left.slice(1), ...others];
}

/**
 * Who did what an event tells: what a card takes from others was done by who has played it.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} at
 */
export function actor(events, at) {
  const { kind, seat, public: facts } = must(events[at]);
  if (kind !== 'crystals' || !facts?.card || Number(facts.n) > 0) return seat;
  return (
    lastBefore(
      events,
      at,
      (event) => ['summon', 'activate'].includes(event.kind) && event.public?.card === facts.card,
    )?.seat ?? seat
  );
}

/**
 * The season of the dice of the round that an event belongs to, '' if its beginning is not there.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} at
 */
function roundSeason(events, at) {
  return String(lastBefore(events, at + 1, ({ kind }) => kind === 'round')?.public?.season ?? '');
}

/**
 * The last event before a place in the list that is like that.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} at
 * @param {(event: LogEvent) => boolean} is
 */
function lastBefore(events, at, is) {
  for (let i = at - 1; i >= 0; i--) {
    const event = events[i];
    if (event && is(event)) return event;
  }
  return undefined;
}

/**
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {Fold | undefined} fold
 * @param {string} season of the dice of that round
 * @returns {Line | null}
 */
function lineOf(ctx, event, fold, season) {
  const teller = tellers[event.kind];
  if (!teller) return null;
  const all = Object.entries({ ...event.public, ...event.private });
  const facts = /** @type {Numbers} */ (
    Object.fromEntries(all.filter(([, value]) => typeof value === 'number'))
  );
  const ids = /** @type {Record<string, string>} */ (
    Object.fromEntries(all.filter(([, value]) => typeof value === 'string'))
  );
  const seat = seatKey(event.seat);
  const you = seat !== '' && seat === ctx.seat ? '.you' : '';
  const line = teller({ ctx, event, facts, ids, fold, you, seat, season });
  return (
    line && {
      ...line,
      args: {
        who: seat ? subjectName(ctx.t(line.key, { n: line.args?.n }), nameOf(ctx, seat)) : '',
        ...line.args,
      },
    }
  );
}

/**
 * What an event says in numbers: those that its kind has, as docs/events.md lists them.
 *
 * @typedef {Record<
 *   | 'n'
 *   | 'card'
 *   | 'by'
 *   | 'free'
 *   | 'back'
 *   | 'to'
 *   | 'die'
 *   | 'face'
 *   | 'crystals'
 *   | 'drawn'
 *   | 'discarded'
 *   | 'seen'
 *   | 'kept'
 *   | 'given'
 *   | 'cards'
 *   | 'round'
 *   | 'moved'
 *   | 'year'
 *   | 'space',
 *   number
 * >} Numbers
 */

/**
 * @typedef {object} Told
 * @property {Ctx} ctx
 * @property {LogEvent} event
 * @property {Numbers} facts the facts that are numbers
 * @property {Record<string, string>} ids the facts that are ids
 * @property {Fold} [fold]
 * @property {'' | '.you'} you
 * @property {string} seat key
 * @property {string} season of the round's dice, '' if not known
 */

/**
 * What was paid and gained, to be put at the end of a sentence.
 *
 * @param {Ctx} ctx
 * @param {Fold} [fold]
 * @returns {unknown}
 */
function rest(ctx, fold) {
  if (!fold) return '';
  const price = sumOf(ctx, fold.paid, fold.paidCrystals + fold.tolls.length);
  const won = sumOf(ctx, fold.got, fold.gotCrystals, fold.gotGauge);
  if (!price && !won) return '';
  return html`${price ? richParts(ctx.t, 'e.paid', { price }) : nothing}${
    won ? richParts(ctx.t, 'e.got', { gain: won }) : nothing
  }`;
}

/**
 * @param {Ctx} ctx
 * @param {import('./facts.js').Energies} energy
 * @param {number} gems
 * @param {number} [stars]
 */
function sumOf(ctx, energy, gems, stars = 0) {
  if (!some(energy) && !gems && !stars) return null;
  return html`<span class="sum">${
    some(energy) ? energyRow(ctx, energy) : nothing
  }${gems ? crystals(ctx, gems) : nothing}${
    stars
      ? html`<span class="cry" role="img"
          aria-label=${ctx.t('gauge.plus', { n: stars })}>${icon('gauge')}<b>+${stars}</b></span>`
      : nothing
  }</span>`;
}

/**
 * The cards of a line that tells of several, or their number.
 *
 * @param {Told} told
 * @param {string} fact
 */
function several({ ctx, event, fold }, fact) {
  const all = [event, ...(fold?.more ?? [])];
  const numbers = all.map((e) => Number(e.private?.[fact] ?? 0));
  if (numbers.some((n) => n === 0)) return ctx.t('cards', { n: all.length });
  return html`${numbers.map((n, i) => html`${i === 0 ? '' : ', '}${cardLink(ctx, n)}`)}`;
}

/**
 * A card that is known, or the key without it.
 *
 * @param {Told} told
 * @param {string} key
 * @param {keyof Numbers} fact
 * @returns {Line}
 */
function drawnOrNot({ ctx, facts, you }, key, fact) {
  const known = facts[fact] ?? 0;
  return known && you ? { key: `${key}.you`, args: { card: cardLink(ctx, known) } } : { key };
}

/**
 * Gains and losses: by a card, or by the die and bonuses.
 *
 * @param {Told} told
 * @param {string} key
 * @param {Record<string, unknown>} args
 * @returns {Line}
 */
function byCard({ ctx, facts, you }, key, args) {
  return facts.card
    ? { key: `${key}.by${you}`, args: { ...args, card: cardLink(ctx, facts.card) } }
    : { key: `${key}${you}`, args };
}

/**
 * How each kind of event is told.
 *
 * @type {Record<string, (told: Told) => Line | null>}
 */
const tellers = {
  // In the log the shell tells this; here it is for the slips.
  undo: ({ you }) => ({ key: `log.undo${you}` }),
  answered: ({ you }) => ({ key: `e.answered${you}` }),
  first: ({ you }) => ({ key: `e.first${you}` }),
  packets: ({ event, fold }) => {
    const all = [event, ...(fold?.more ?? [])];
    // The last card of each packet comes by itself.
    return {
      key: 'e.packets',
      args: { n: all.length + (all.at(-1)?.public?.cards === 1 ? 1 : 0) },
      mark: 's-winter',
    };
  },
  split: () => ({ key: 'e.split', mark: 's-winter' }),
  round: ({ ctx, facts, ids, you }) => ({
    key: `e.round${you}`,
    args: { round: facts.round, season: ctx.t(`season.${ids.season}`).toLowerCase() },
    mark: `s-${ids.season}`,
  }),
  roll: (told) => ({ key: 'e.roll', args: { face: face(told) } }),
  take: (told) => ({ key: `e.take${told.you}`, args: { face: face(told) } }),
  turn: ({ ctx, fold, you }) => ({ key: `e.turn${you}`, args: { rest: rest(ctx, fold) } }),
  reroll: (told) => ({ key: `e.reroll${told.you}`, args: { face: face(told) } }),
  summon: ({ ctx, facts, fold, you }) =>
    facts.free
      ? {
          key: `e.summon.free${you}`,
          args: {
            card: cardLink(ctx, facts.card),
            by: cardLink(ctx, facts.by),
            rest: rest(ctx, fold),
          },
        }
      : { key: `e.summon${you}`, args: { card: cardLink(ctx, facts.card), rest: rest(ctx, fold) } },
  activate: ({ ctx, facts, fold, you }) => ({
    key: `e.activate${you}`,
    args: { card: cardLink(ctx, facts.card), rest: rest(ctx, fold) },
  }),
  sacrifice: ({ ctx, facts, you }) => ({
    key: `e.sacrifice${you}`,
    args: { card: cardLink(ctx, facts.card) },
  }),
  take_back: ({ ctx, facts, you }) => ({
    key: `e.take_back${you}`,
    args: { card: cardLink(ctx, facts.back) },
  }),
  pass: ({ ctx, facts, you }) => ({
    key: `e.pass${you}`,
    args: { card: cardLink(ctx, facts.card), to: nameOf(ctx, `s${facts.to}`) },
  }),
  crystals: (told) =>
    told.fold?.more.length
      ? flow(told)
      : byCard(told, told.facts.n > 0 ? 'e.crystals.gain' : 'e.crystals.lose', {
          crystals: crystals(told.ctx, Math.abs(told.facts.n)),
        }),
  gauge: ({ facts, you }) => ({
    key: `e.gauge.${facts.n > 0 ? 'up' : 'down'}${you}`,
    args: { n: Math.abs(facts.n) },
  }),
  energy: (told) => byCard(told, 'e.energy', { energy: energyRow(told.ctx, energyIn(told.facts)) }),
  spend: (told) =>
    told.fold?.parts.length
      ? transmuted(told)
      : byCard(told, 'e.spend', { energy: energyRow(told.ctx, energyIn(told.facts)) }),
  spill: ({ ctx, facts, you }) => ({
    key: `e.spill${you}`,
    args: { energy: energyRow(ctx, energyIn(facts)) },
  }),
  store: ({ ctx, facts, you }) => ({
    key: `e.store${you}`,
    args: { energy: energyRow(ctx, energyIn(facts)), card: cardLink(ctx, facts.card) },
  }),
  to_air: ({ facts, you }) => ({ key: `e.to_air${you}`, args: { n: facts.n } }),
  transmute: ({ ctx, facts, you }) => ({
    key: `e.transmute.only${you}`,
    args: { crystals: crystals(ctx, facts.crystals) },
  }),
  permit: ({ ctx, facts, you }) => ({
    key: `e.permit${you}`,
    args: { card: cardLink(ctx, facts.card) },
  }),
  bonus: ({ ctx, ids, fold, you }) => ({
    key: `e.bonus${you}`,
    args: { bonus: ctx.t(`bonus.${ids.bonus}.long`), rest: rest(ctx, fold) },
  }),
  draw: (told) =>
    told.fold?.more.length
      ? { key: `e.draw.many${told.you}`, args: { cards: several(told, 'drawn') } }
      : drawnOrNot(told, 'e.draw', 'drawn'),
  draw_open: ({ ctx, facts, you }) => ({
    key: `e.draw_open${you}`,
    args: { card: cardLink(ctx, facts.drawn) },
  }),
  look: (told) => drawnOrNot(told, 'e.look', 'seen'),
  put_back: ({ you }) => ({ key: `e.put_back${you}` }),
  mill: ({ you }) => ({ key: `e.mill${you}` }),
  keep: (told) => drawnOrNot(told, 'e.keep', 'kept'),
  discard: (told) => {
    if (told.event.public?.discarded !== undefined) {
      return {
        key: told.you ? 'e.discard.you' : 'e.discard.open',
        args: { card: cardLink(told.ctx, told.facts.discarded) },
      };
    }
    if (told.fold?.more.length)
      return { key: `e.discard.many${told.you}`, args: { cards: several(told, 'discarded') } };
    return drawnOrNot(told, 'e.discard', 'discarded');
  },
  give: ({ ctx, facts, you }) => {
    const to = `s${facts.to}`;
    if (!facts.given) return { key: 'e.give', args: { to: nameOf(ctx, to) } };
    const toViewer = to === ctx.seat ? 'e.give.to_you' : 'e.give';
    return {
      key: you ? 'e.give.you' : toViewer,
      args: { to: nameOf(ctx, to), card: cardLink(ctx, facts.given) },
    };
  },
  shuffle: ({ facts }) => ({ key: 'e.shuffle', args: { n: facts.cards }, mark: 'b-draw2' }),
  last: () => ({ key: 'e.last', mark: 'flag' }),
  round_end: () => ({ key: 'e.round_end', mark: 'wait' }),
  season: ({ ctx, facts, ids }) => {
    const args = {
      n: facts.moved,
      year: romans[facts.year],
      space: facts.space,
      season: ctx.t(`season.${ids.season}`).toLowerCase(),
    };
    const newYear = facts.space - facts.moved < 1;
    const during = newYear ? 'e.season.year' : 'e.season';
    return {
      key: facts.year > 3 ? 'e.season.end' : during,
      args,
      mark: `s-${ids.season}`,
    };
  },
  library: ({ facts, you }) => ({
    key: `e.library${you}`,
    args: { n: facts.cards, year: romans[facts.year] },
  }),
  over: () => ({ key: 'e.over', mark: 'flag' }),
};

/**
 * Tokens that became crystals.
 *
 * @param {Told} told
 * @returns {Line}
 */
function transmuted({ ctx, facts, fold, you }) {
  const made = fold?.parts.find((e) => e.kind === 'transmute');
  return {
    key: `e.transmute${you}`,
    args: {
      price: energyRow(ctx, energyIn(facts)),
      crystals: crystals(ctx, Number(made?.public?.crystals ?? 0)),
    },
  };
}

/**
 * A face that was rolled or taken.
 *
 * @param {Told} told
 */
function face({ ctx, facts, season }) {
  return season ? faceRow(ctx, faceOf(ctx, season, facts.die, facts.face)) : ctx.t('e.die');
}

/**
 * Crystals that one card moved between several.
 *
 * @param {Told} told
 * @returns {Line}
 */
function flow({ ctx, event, facts, fold }) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const e of [event, ...(fold?.more ?? [])])
    sums.set(e.seat, (sums.get(e.seat) ?? 0) + Number(e.public?.n ?? 0));
  const list = [...sums].map(
    ([seat, n], i) =>
      html`${i ? ', ' : ''}${who(ctx, seatKey(seat))} ${crystal(n > 0 ? `+${n}` : n, {
        label: ctx.t('crystals', { n }),
      })}`,
  );
  return { key: 'e.flow', args: { card: cardLink(ctx, facts.card), list } };
}
