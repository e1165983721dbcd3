// The generic board: it draws a game from its documents.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { hand, table } from './parts.js';
import {
  answerText,
  event,
  group,
  onTable,
  option,
  prompt,
  sendLabel,
  status,
  waiting,
} from './prompts.js';
import { splitRef } from './shapes.js';
import { marker } from './markers.js';
import { isSeat, memberText, nameOf, texts, textOf, wordsOf } from './words.js';

/** @import { Board } from '../core/types.js' */
/** @import { AnyCtx } from './words.js' */

/**
 * The board of a game of which only the documents are known. A game can replace parts of it:
 * `{ ...genericBoard('NAME'), table }`.
 *
 * @param {string} id
 * @returns {Board<any>} for the context of any game
 */
export const genericBoard = (id) => ({
  id,
  texts,
  table,
  layout: () => 'generic',
  hand,
  prompt,
  option,
  group,
  answerText,
  sendLabel,
  onTable,
  event,
  status,
  waiting,
  card,
  score: () => import('./score.js'),
  gallery: async () => ({ gallery }),
});

/** @param {AnyCtx} ctx */
const gallery = (ctx) => html`<p>${wordsOf(ctx)('gallery')}</p>`;

/**
 * A thing of the table, enlarged.
 *
 * @param {AnyCtx} ctx
 * @param {string} ref
 */
function card(ctx, ref) {
  const [member, key] = splitRef(ref);
  const collection = ctx.public?.[member] ?? ctx.private[member];
  const value =
    typeof collection === 'object' && !Array.isArray(collection) ? collection[key] : undefined;
  return html`<div class="gen-large"><p class="gen-cap">${nameOf(ctx, member)}</p>
    <p class="gen-name">${isSeat(ctx, value) ? marker(value) : nothing}${textOf(ctx, key)}</p>${
      value === undefined ? nothing : html`<p>${memberText(ctx, member, value)}</p>`
    }</div>`;
}
