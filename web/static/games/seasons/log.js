// Describes events in words, for the log and for the latest move on an opponent's tray.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';
import { playerOf, seatKey } from '../../core/seats.js';
import { subjectName } from '../../ui/names.js';
import { crystal, icon } from '../../ui/pieces.js';
import { faceOf, romans } from './facts.js';
import { foldsOf, hasEnergy } from './log-folding.js';
import { cardLink, crystals, energyIn, energyRow, faceRow, nameOf, boldName } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Renderable, LogEvent } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Fold } from './log-folding.js' */

/** Kinds of events without their own line, because another line or the table shows them. */
const hiddenKinds = ['answered', 'roll', 'round_end', 'permit'];

/**
 * A sentence: the key of its text, the arguments, and the id of the symbol in front.
 *
 * @typedef {{key: string, args?: Record<string, unknown>, mark?: string}} Line
 */

/**
 * The log's line for an event, or `nothing` if another line shows the event.
 *
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {number} [index]
 * @param {readonly LogEvent[]} [events] the list that contains the event
 * @returns {Renderable}
 */
export function eventLine(ctx, event, index, events = [event]) {
  const folds = foldsOf(events, ctx.catalogue);
  if (hiddenKinds.includes(event.kind) || folds.folded.has(event)) return nothing;
  const line = lineOf(
    ctx,
    event,
    folds.heads.get(event),
    roundSeason(events, index ?? events.indexOf(event)),
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
 * A move: the number of its last event, whether it is new to the viewer, and its text.
 *
 * @typedef {{number: number, fresh: boolean, line: () => Renderable}} Move
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
  for (let index = ctx.events.length - 1; index >= 0; index--) {
    const event = must(ctx.events[index]);
    if (event.kind === 'round' || event.kind === 'packets') return null;
    if (
      event.seat !== number ||
      hiddenKinds.includes(event.kind) ||
      folds.folded.has(event) ||
      ['first', 'turn', 'library'].includes(event.kind)
    )
      continue;
    const fold = folds.heads.get(event);
    const line = lineOf(ctx, event, fold, ctx.public.diceSeason);
    if (!line) continue;
    const { number: last } = fold?.parts.at(-1) ?? event;
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
 * Removes the name at the start of a sentence, and capitalizes the next word.
 *
 * @param {unknown[]} parts
 * @param {string} name
 */
function withoutName(parts, name) {
  const [first, ...otherParts] = parts;
  if (typeof first !== 'string' || !first.startsWith(`${name} `)) return parts;
  const remaining = first.slice(name.length + 1);
  return [remaining.charAt(0).toUpperCase() + remaining.slice(1), ...otherParts];
}

/**
 * The seat that caused an event. If a card takes crystals from a player, that is the seat that last
 * played the card.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} index
 */
export function actor(events, index) {
  const { kind, seat, public: facts } = must(events[index]);
  if (kind !== 'crystals' || !facts?.card || Number(facts.n) > 0) return seat;
  return (
    lastBefore(
      events,
      index,
      (event) => ['summon', 'activate'].includes(event.kind) && event.public?.card === facts.card,
    )?.seat ?? seat
  );
}

/**
 * The season of the dice in the round of an event, '' if the list does not contain the start of
 * that round.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} index
 */
function roundSeason(events, index) {
  return String(
    lastBefore(events, index + 1, ({ kind }) => kind === 'round')?.public?.season ?? '',
  );
}

/**
 * The last matching event before an index.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} end
 * @param {(event: LogEvent) => boolean} matches
 */
function lastBefore(events, end, matches) {
  for (let i = end - 1; i >= 0; i--) {
    const event = events[i];
    if (event && matches(event)) return event;
  }
  return undefined;
}

/**
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {Fold | undefined} fold
 * @param {string} season season of the dice of that round
 * @returns {Line | null}
 */
function lineOf(ctx, event, fold, season) {
  const write = writers[event.kind];
  if (!write) return null;
  const entries = Object.entries({ ...event.public, ...event.private });
  const facts = /** @type {Numbers} */ (
    Object.fromEntries(entries.filter(([, value]) => typeof value === 'number'))
  );
  const ids = /** @type {Record<string, string>} */ (
    Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'))
  );
  const seat = seatKey(event.seat);
  const you = seat !== '' && seat === ctx.seat ? '.you' : '';
  const line = write({ ctx, event, facts, ids, fold, you, seat, season });
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
 * The numeric facts of an event. Each kind has some of them, as listed in docs/match-events.md.
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
 * @typedef {object} LineContext
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
 * The payments and the gains, for the end of a sentence.
 *
 * @param {Ctx} ctx
 * @param {Fold} [fold]
 * @returns {unknown}
 */
function paidAndGained(ctx, fold) {
  if (!fold) return '';
  const price = amounts(ctx, fold.paid, fold.paidCrystals + fold.tolls.length);
  const gained = amounts(ctx, fold.got, fold.gotCrystals, fold.gotGauge);
  if (!price && !gained) return '';
  return html`${price ? richParts(ctx.t, 'e.paid', { price }) : nothing}${
    gained ? richParts(ctx.t, 'e.got', { gain: gained }) : nothing
  }`;
}

/**
 * @param {Ctx} ctx
 * @param {import('./facts.js').Energies} energy
 * @param {number} gems
 * @param {number} [stars]
 */
function amounts(ctx, energy, gems, stars = 0) {
  if (!hasEnergy(energy) && !gems && !stars) return null;
  return html`<span class="sum">${
    hasEnergy(energy) ? energyRow(ctx, energy) : nothing
  }${gems ? crystals(ctx, gems) : nothing}${
    stars
      ? html`<span class="cry" role="img"
          aria-label=${ctx.t('gauge.plus', { n: stars })}>${icon('gauge')}<b>+${stars}</b></span>`
      : nothing
  }</span>`;
}

/**
 * The cards of a line about several cards, or their number if some are hidden.
 *
 * @param {LineContext} context
 * @param {string} fact
 */
function cardList({ ctx, event, fold }, fact) {
  const all = [event, ...(fold?.more ?? [])];
  const numbers = all.map((e) => Number(e.private?.[fact] ?? 0));
  if (numbers.some((n) => n === 0)) return ctx.t('cards', { n: all.length });
  return html`${numbers.map((n, i) => html`${i === 0 ? '' : ', '}${cardLink(ctx, n)}`)}`;
}

/**
 * A line that names the card if it is the viewer's.
 *
 * @param {LineContext} context
 * @param {string} key
 * @param {keyof Numbers} fact
 * @returns {Line}
 */
function cardIfKnown({ ctx, facts, you }, key, fact) {
  const card = facts[fact] ?? 0;
  return card && you ? { key: `${key}.you`, args: { card: cardLink(ctx, card) } } : { key };
}

/**
 * A line about a gain or a loss, with the card that caused it, if any.
 *
 * @param {LineContext} context
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
 * The functions that make the line of an event, by the kind of the event.
 *
 * @type {Record<string, (context: LineContext) => Line | null>}
 */
const writers = {
  // Only the trays use this. The log has its own line for an undo.
  undo: ({ you }) => ({ key: `log.undo${you}` }),
  answered: ({ you }) => ({ key: `e.answered${you}` }),
  first: ({ you }) => ({ key: `e.first${you}` }),
  packets: ({ event, fold }) => {
    const all = [event, ...(fold?.more ?? [])];
    // The last card of each packet is taken without a choice.
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
  roll: (context) => ({ key: 'e.roll', args: { face: face(context) } }),
  take: (context) => ({ key: `e.take${context.you}`, args: { face: face(context) } }),
  turn: ({ ctx, fold, you }) => ({ key: `e.turn${you}`, args: { rest: paidAndGained(ctx, fold) } }),
  reroll: (context) => ({ key: `e.reroll${context.you}`, args: { face: face(context) } }),
  summon: ({ ctx, facts, fold, you }) =>
    facts.free
      ? {
          key: `e.summon.free${you}`,
          args: {
            card: cardLink(ctx, facts.card),
            by: cardLink(ctx, facts.by),
            rest: paidAndGained(ctx, fold),
          },
        }
      : {
          key: `e.summon${you}`,
          args: { card: cardLink(ctx, facts.card), rest: paidAndGained(ctx, fold) },
        },
  activate: ({ ctx, facts, fold, you }) => ({
    key: `e.activate${you}`,
    args: { card: cardLink(ctx, facts.card), rest: paidAndGained(ctx, fold) },
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
  crystals: (context) =>
    context.fold?.more.length
      ? crystalFlow(context)
      : byCard(context, context.facts.n > 0 ? 'e.crystals.gain' : 'e.crystals.lose', {
          crystals: crystals(context.ctx, Math.abs(context.facts.n)),
        }),
  gauge: ({ facts, you }) => ({
    key: `e.gauge.${facts.n > 0 ? 'up' : 'down'}${you}`,
    args: { n: Math.abs(facts.n) },
  }),
  energy: (context) =>
    byCard(context, 'e.energy', { energy: energyRow(context.ctx, energyIn(context.facts)) }),
  spend: (context) =>
    context.fold?.parts.length
      ? transmuteLine(context)
      : byCard(context, 'e.spend', { energy: energyRow(context.ctx, energyIn(context.facts)) }),
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
    args: { bonus: ctx.t(`bonus.${ids.bonus}.long`), rest: paidAndGained(ctx, fold) },
  }),
  draw: (context) =>
    context.fold?.more.length
      ? { key: `e.draw.many${context.you}`, args: { cards: cardList(context, 'drawn') } }
      : cardIfKnown(context, 'e.draw', 'drawn'),
  draw_open: ({ ctx, facts, you }) => ({
    key: `e.draw_open${you}`,
    args: { card: cardLink(ctx, facts.drawn) },
  }),
  look: (context) => cardIfKnown(context, 'e.look', 'seen'),
  put_back: ({ you }) => ({ key: `e.put_back${you}` }),
  mill: ({ you }) => ({ key: `e.mill${you}` }),
  keep: (context) => cardIfKnown(context, 'e.keep', 'kept'),
  discard: (context) => {
    if (context.event.public?.discarded !== undefined) {
      return {
        key: context.you ? 'e.discard.you' : 'e.discard.open',
        args: { card: cardLink(context.ctx, context.facts.discarded) },
      };
    }
    if (context.fold?.more.length)
      return {
        key: `e.discard.many${context.you}`,
        args: { cards: cardList(context, 'discarded') },
      };
    return cardIfKnown(context, 'e.discard', 'discarded');
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
    const seasonKey = newYear ? 'e.season.year' : 'e.season';
    return {
      key: facts.year > 3 ? 'e.season.end' : seasonKey,
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
 * A line about tokens that were transmuted to crystals.
 *
 * @param {LineContext} context
 * @returns {Line}
 */
function transmuteLine({ ctx, facts, fold, you }) {
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
 * The die face that was rolled or taken.
 *
 * @param {LineContext} context
 */
function face({ ctx, facts, season }) {
  return season ? faceRow(ctx, faceOf(ctx, season, facts.die, facts.face)) : ctx.t('e.die');
}

/**
 * A line about crystals that one card moved between players.
 *
 * @param {LineContext} context
 * @returns {Line}
 */
function crystalFlow({ ctx, event, facts, fold }) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const e of [event, ...(fold?.more ?? [])])
    sums.set(e.seat, (sums.get(e.seat) ?? 0) + Number(e.public?.n ?? 0));
  const list = [...sums].map(
    ([seat, n], i) =>
      html`${i ? ', ' : ''}${boldName(ctx, seatKey(seat))} ${crystal(n > 0 ? `+${n}` : n, {
        label: ctx.t('crystals', { n }),
      })}`,
  );
  return { key: 'e.flow', args: { card: cardLink(ctx, facts.card), list } };
}
