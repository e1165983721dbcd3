// What has happened in a match, for those who hear the page.

import { nothing, render } from '../vendor/lit-html/lit-html.js';
import { spokenText } from '../core/spoken-text.js';
import { lineOf, named } from './log.js';

/** @import { Board, Ctx, Drawn, LogEvent } from '../core/types.js' */

/** How many events before can have sentences to which something is added. */
const growing = 20;

/**
 * The sentences about events, from one number on, and those before to which these have added
 * something. They do not depend on what the log shows.
 *
 * @param {Board | null} board
 * @param {Ctx} ctx
 * @param {readonly LogEvent[]} events all that are known
 * @param {number} from the number of the first event that is told
 * @param {(drawn: Drawn) => string} [read]
 * @returns {string[]}
 */
export function sentences(board, ctx, events, from, read = readDrawn) {
  const first = events.findIndex(({ number }) => number >= from);
  if (first < 0) return [];
  const all = named(ctx, events);
  const line = (/** @type {number} */ at, /** @type {readonly LogEvent[]} */ known) => {
    const told = all[at];
    const drawn = told ? lineOf(board, told.ctx, told.event, at, known) : nothing;
    return drawn === nothing ? '' : read(drawn);
  };
  const news = events.slice(first).map((_, i) => line(first + i, events));
  const start = Math.max(0, first - growing);
  const known = events.slice(0, first);
  const grown = news.every(Boolean)
    ? []
    : known.slice(start).flatMap((_, i) => {
        const now = line(start + i, events);
        return now === line(start + i, known) ? [] : now;
      });
  return [...grown, ...news].filter(Boolean);
}

/**
 * One text of what has happened and of the title of the bar, which is left out where an event has
 * just said the same: that the match is over.
 *
 * @param {readonly string[]} told
 * @param {string} title
 */
export function joined(told, title) {
  const events = told.map(sentence).join(' ');
  const bar = title && sentence(title);
  return [events, events.includes(bar) ? '' : bar].filter(Boolean).join(' ');
}

/** @param {string} line */
const sentence = (line) => (/[.!?…]$/.test(line) ? line : `${line}.`);

/**
 * The words of something that is drawn nowhere.
 *
 * @param {Drawn} drawn
 */
function readDrawn(drawn) {
  const box = document.createElement('div');
  render(drawn, box);
  return spokenText(box);
}
