// Words from the ids and values of a game. A game can have texts of its own: word.ID for an id.

import { capitalized, number, translator } from '../core/i18n.js';

/** @import { Ctx } from '../core/types.js' */
/** @import { Document, Value } from './shapes.js' */

/**
 * The context of the generic board, which knows nothing of a game but the conventions.
 *
 * @typedef {Ctx<Document | null, Document>} AnyCtx
 */

/** The texts of the generic board. */
export const texts = '/generic/texts.*.json';

/**
 * Translates with the game's own texts, then with those of the generic board.
 *
 * @param {AnyCtx} ctx
 * @returns {import('../core/types.js').Translate}
 */
export function wordsOf(ctx) {
  const generic = translator(ctx.lang, texts);
  return (keys, args) => {
    const text = ctx.t(keys, args);
    return text === [keys].flat().at(-1) ? generic(keys, args) : text;
  };
}

/**
 * The words of an id: "place_stone" is "Place stone", and "hasBid" is "Has bid".
 *
 * @param {AnyCtx} ctx
 * @param {string} id
 */
export function nameOf(ctx, id) {
  const key = `word.${id}`;
  const text = wordsOf(ctx)(key);
  return text === key ? capitalized(spaced(id)) : text;
}

/** @param {string} id */
const spaced = (id) =>
  id
    .replace(/([a-z\d])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
    .replace(/[_\s]+/g, ' ')
    .trim();

/** @param {string} text */
export const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * A value as text: the name of a seat, the words of an id, a number.
 *
 * @param {AnyCtx} ctx
 * @param {Value | null | undefined} value
 * @returns {string}
 */
export function valueText(ctx, value) {
  const t = wordsOf(ctx);
  if (value === undefined || value === null || value === '') return t('none');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return number(ctx.lang, value);
  if (typeof value === 'string') return textOf(ctx, value);
  if (Array.isArray(value))
    return value.map((item) => valueText(ctx, item)).join(', ') || t('none');
  return Object.entries(value)
    .map(([key, item]) => t('pair', { name: textOf(ctx, key), value: valueText(ctx, item) }))
    .join(', ');
}

/** The number of a member that is missing, by the contract. */
const missing = -1;

/**
 * A member of a document as text: -1 is a dash, as it means that the value is missing. Points can be -1.
 *
 * @param {AnyCtx} ctx
 * @param {string} member '' for an entry of a list, which is never missing
 * @param {Value} value
 */
export const memberText = (ctx, member, value) =>
  value === missing && member && member !== 'points' ? '–' : valueText(ctx, value);

/**
 * A text of a document: a seat's key is the player's name, an id becomes words, a ref or a square stays.
 *
 * @param {AnyCtx} ctx
 * @param {string} text
 */
export function textOf(ctx, text) {
  if (isSeat(ctx, text)) return ctx.displayName(text);
  return isId(text) ? nameOf(ctx, text) : text;
}

/**
 * Whether a text is the key of a seat.
 *
 * @param {AnyCtx} ctx
 * @param {unknown} text
 * @returns {text is string}
 */
export const isSeat = (ctx, text) => typeof text === 'string' && Object.hasOwn(ctx.players, text);

/**
 * Whether a text is an id, such as "wheat" or "long_road". Squares and other short names are none.
 *
 * @param {string} text
 */
const isId = (text) => /^[a-z][a-zA-Z]+(_\w+)*$/.test(text);

/**
 * What an option does: "take:3" is "Take 3", and "give:s1" names the player.
 *
 * @param {AnyCtx} ctx
 * @param {string} id
 */
export function optionText(ctx, id) {
  const [word = '', ...rest] = id.split(':');
  return [
    nameOf(ctx, word),
    ...rest.map((part) => (isSeat(ctx, part) ? textOf(ctx, part) : spaced(part))),
  ].join(' ');
}

/**
 * Facts within a sentence: "points 4, card 7".
 *
 * @param {AnyCtx} ctx
 * @param {Record<string, unknown> | undefined} facts
 */
export const factsText = (ctx, facts) =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${small(nameOf(ctx, name))} ${factText(ctx, value)}`)
    .join(', ');

/**
 * The value of a fact within a sentence.
 *
 * @param {AnyCtx} ctx
 * @param {unknown} value
 */
export function factText(ctx, value) {
  const text = valueText(ctx, /** @type {Value} */ (value));
  return typeof value === 'string' && isId(value) && !isSeat(ctx, value) ? small(text) : text;
}
