// The reasons for an answer that are seen on the table: what it brings, keeps or completes beside the
// next best one. Loaded with the first hint or explanation.
import { html } from '../../vendor/lit-html/lit-html.js';
import { translator } from '../../core/i18n.js';
import { idParts } from '../../core/must.js';
import { richParts } from '../../ui/rich.js';
import { seatOf } from './types.js';
import {
  countOf,
  levelOf,
  levels,
  materiaName,
  spellName,
  spellOf,
  split,
  substanceName,
} from './words.js';

/** @import { DecisionText, Renderable, Line } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

export const texts = '/games/spellbook/reasons.*.json';

const [maxLevel, minLevel] = [Math.max(...levels), Math.min(...levels)];

/**
 * The reason why an action is better than the next best, or null if the table shows none.
 *
 * @param {Ctx} ctx
 * @param {DecisionText} d
 * @param {Line} best
 * @param {Line} next
 * @returns {Renderable | null}
 */
export function reasonText(ctx, d, best, next) {
  if (d.kind !== 'action') return null;
  const [verb, arg, level] = idParts(firstOption(best));
  const nextOption = firstOption(next);
  switch (verb) {
    case 'take':
      return taken(ctx, arg, nextOption);
    case 'store':
      return stored(ctx, arg, nextOption);
    case 'learn':
      return learned(ctx, arg, Number(level), nextOption);
    case 'skip':
      return kept(ctx, nextOption);
    default:
      return null;
  }
}

/** @param {Line} line */
function firstOption({ answer: [pick] }) {
  return typeof pick === 'string' ? pick : (pick?.option ?? '');
}

/**
 * @param {Ctx} ctx
 * @param {string} key
 * @param {Record<string, unknown>} [args]
 */
const phrase = (ctx, key, args = {}) =>
  html`${richParts(translator(ctx.lang, texts), `because.seen.${key}`, args)}`;

/**
 * The Materia of a colour in the viewer's pool that can still be spent on the colour's spell: none
 * if that is learned.
 *
 * @param {Ctx} ctx
 * @param {string} materia
 */
function useful(ctx, materia) {
  const { colour } = split(materia);
  const { pool, spells } = seatOf(ctx, ctx.seat);
  return spells[colour] ? 0 : countOf(pool, colour);
}

/**
 * The arguments of a phrase about the spell of a Materia's colour.
 *
 * @param {Ctx} ctx
 * @param {string} materia
 * @param {number} n
 */
const spellArgs = (ctx, materia, n) => ({
  n,
  of: minLevel,
  level: n,
  spell: spellName(ctx, spellOf(ctx, split(materia).colour)),
  substance: substanceName(ctx, split(materia).colour),
});

/**
 * The reason that a Materia joins others of its colour whose spell is not learned, and more than the
 * next best one does.
 *
 * @param {Ctx} ctx
 * @param {string} materia
 * @param {string} nextOption
 */
function taken(ctx, materia, nextOption) {
  const [verb, other] = idParts(nextOption);
  const before = useful(ctx, materia);
  const n = before + 1;
  const needsLater = n < minLevel && ctx.public.ending;
  if (!before || needsLater || n > maxLevel || (verb === 'take' && useful(ctx, other) >= before))
    return null;
  return phrase(ctx, n < minLevel ? 'part' : 'enough', spellArgs(ctx, materia, n));
}

/**
 * What is stored and kept beside the next best answer: Materia of a colour that is still needed, or
 * the points of the Familiar.
 *
 * @param {Ctx} ctx
 * @param {string} materia
 * @param {string} nextOption
 */
function stored(ctx, materia, nextOption) {
  const [verb, other] = idParts(nextOption);
  const { familiar, value } = seatOf(ctx, ctx.seat);
  if (verb !== 'store') {
    const to = ctx.public.track[Object.keys(familiar).length + 1] ?? value;
    return to > value ? phrase(ctx, 'familiar', { from: value, to }) : null;
  }
  return split(materia).colour === split(other).colour || useful(ctx, other) <= useful(ctx, materia)
    ? null
    : keeping(ctx, other);
}

/**
 * The reason that Materia of a colour are kept for the spell of the colour. Null in the last round,
 * in which there may be no other day to learn it.
 *
 * @param {Ctx} ctx
 * @param {string} materia
 */
function keeping(ctx, materia) {
  const n = useful(ctx, materia);
  if (ctx.public.ending) return null;
  if (n > 1 && n <= maxLevel) return phrase(ctx, 'keeps', spellArgs(ctx, materia, n));
  return n === 1
    ? phrase(ctx, 'single', {
        ...spellArgs(ctx, materia, n),
        materia: materiaName(ctx, materia),
      })
    : null;
}

/**
 * The points of a spell at a level, null if they depend on the table.
 *
 * @param {Ctx} ctx
 * @param {string} colour
 * @param {number} level
 */
function pointsAt(ctx, colour, level) {
  const spell = spellOf(ctx, colour);
  if (!spell || level > maxLevel) return null;
  const { points, variable } = levelOf(spell, level);
  return variable ? null : points;
}

/**
 * The reason that a spell is worth points, and more than the next best one.
 *
 * @param {Ctx} ctx
 * @param {string} colour
 * @param {number} level
 * @param {string} nextOption
 */
function learned(ctx, colour, level, nextOption) {
  const n = pointsAt(ctx, colour, level);
  const [verb, otherColour, otherLevel] = idParts(nextOption);
  const other = verb === 'learn' ? pointsAt(ctx, otherColour, Number(otherLevel)) : 0;
  return n !== null && other !== null && n > other ? phrase(ctx, 'worth', { n, level }) : null;
}

/**
 * What is kept by doing nothing: Materia of a colour that is still needed, or a spell for a higher
 * level with more points.
 *
 * @param {Ctx} ctx
 * @param {string} nextOption
 */
function kept(ctx, nextOption) {
  const [verb, arg, level] = idParts(nextOption);
  if (verb === 'store') return keeping(ctx, arg);
  if (verb !== 'learn' || ctx.public.ending) return null;
  const [low, high] = [Number(level), Number(level) + 1].map((at) => pointsAt(ctx, arg, at));
  return low !== null && low !== undefined && high !== null && high !== undefined && high > low
    ? phrase(ctx, 'later', {
        spell: spellName(ctx, spellOf(ctx, arg)),
        n: high,
        level: Number(level) + 1,
        m: low,
      })
    : null;
}
