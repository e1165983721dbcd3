// The line on a player's slip about the player's last day.
import { html } from '../../vendor/lit-html/lit-html.js';
import { seatNumber } from '../../core/seats.js';
import { materiaFace } from './tokens.js';
import { spellName, spellNumber } from './words.js';
import { rich } from '../../ui/rich.js';

/** @import { LogEvent } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** The maximum number of moves that a slip shows. The log has all moves. */
const MAX_MOVES = 4;

/**
 * @param {Ctx} ctx
 * @param {string} key
 */
export function lastDayLine(ctx, key) {
  const seat = seatNumber(key);
  const events = lastDay(ctx.events, seat);
  const moves = movesFrom(events);
  const done = moves.filter((each) => each.kind !== 'skipped');
  const parts = (done.length ? done : moves).slice(-MAX_MOVES).map((each) => words(ctx, each));
  const fresh = events.some((event) => event.number >= ctx.firstNewEvent);
  return html`<p class=${fresh ? 'sb-latest fresh' : 'sb-latest'}>${parts.map(
    (part, i) => html`${i ? ', ' : ''}${part}`,
  )}</p>`;
}

/**
 * The seat's own events since its last day began.
 *
 * @param {readonly LogEvent[]} events
 * @param {number} seat
 */
function lastDay(events, seat) {
  const start = events.findLastIndex((event) => event.kind === 'day' && event.seat === seat);
  return events.slice(start + 1).filter((event) => event.seat === seat);
}

/** @typedef {{kind: string, materia: string[], facts: Record<string, number | string>}} Move */

/**
 * Makes moves from events. Adjacent events of a kind become one move. Events without a text are
 * left out.
 *
 * @param {readonly LogEvent[]} events
 * @returns {Move[]}
 */
function movesFrom(events) {
  /** @type {Move[]} */
  const moves = [];
  for (const { kind, public: facts = {} } of events) {
    if (
      !['took', 'drew', 'stored', 'used', 'learned', 'exchanged', 'skipped', 'undo'].includes(kind)
    )
      continue;
    if (kind === 'drew' && facts.to !== 'pool') continue;
    const last = moves.at(-1);
    const materia = typeof facts.materia === 'string' ? [facts.materia] : [];
    if (last?.kind === kind && materia.length && kind !== 'learned') last.materia.push(...materia);
    else moves.push({ kind, materia, facts });
  }
  return moves;
}

/**
 * @param {Ctx} ctx
 * @param {Move} move
 */
function words(ctx, { kind, materia, facts }) {
  const drawnAll = html`${materia.map((id) => materiaFace(ctx, id, 'tiny'))}`;
  return rich(ctx.t, `did.${kind}`, {
    materia: drawnAll,
    spell: facts.spell ? spellName(ctx, spellNumber(ctx, facts.spell)) : '',
    level: facts.level ?? '',
    taken: facts.taken ? materiaFace(ctx, String(facts.taken), 'tiny') : '',
    phase: facts.phase ? ctx.t(`event.phase.${facts.phase}`) : '',
  });
}
