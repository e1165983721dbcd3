// The events of a match as sentences for screen readers.

import { nothing, render } from '../vendor/lit-html/lit-html.js';
import { spokenText } from '../core/spoken-text.js';
import { lineOf, withNames } from './log.js';

/** @import { Board, Ctx, Renderable, LogEvent } from '../core/types.js' */

/** How many earlier events can have sentences that still grow. */
const maxGrowing = 20;

/**
 * The sentences about events from a number on, and about earlier events whose sentences have grown by
 * them. They do not depend on what the log shows.
 *
 * @param {Board | null} board
 * @param {Ctx} ctx
 * @param {readonly LogEvent[]} events all that are loaded
 * @param {number} from the number of the first new event
 * @param {(drawn: Renderable) => string} [read] makes text of a drawing
 * @returns {string[]}
 */
export function sentences(board, ctx, events, from, read = readDrawn) {
  const first = events.findIndex(({ number }) => number >= from);
  if (first < 0) return [];
  const all = withNames(ctx, events);
  const line = (/** @type {number} */ at, /** @type {readonly LogEvent[]} */ known) => {
    const entry = all[at];
    const drawn = entry ? lineOf(board, entry.ctx, entry.event, at, known) : nothing;
    return drawn === nothing ? '' : read(drawn);
  };
  const newSentences = events.slice(first).map((_, i) => line(first + i, events));
  const start = Math.max(0, first - maxGrowing);
  const earlier = events.slice(0, first);
  const grownSentences = newSentences.every(Boolean)
    ? []
    : earlier.slice(start).flatMap((_, i) => {
        const now = line(start + i, events);
        return now === line(start + i, earlier) ? [] : now;
      });
  return [...grownSentences, ...newSentences].filter(Boolean);
}

/**
 * One text of the sentences and of the title of the bar. The title is left out if a sentence already
 * says it, as at the end of a match.
 *
 * @param {readonly string[]} told
 * @param {string} title
 */
export function announcement(told, title) {
  const events = told.map(sentence).join(' ');
  const bar = title && sentence(title);
  return [events, events.includes(bar) ? '' : bar].filter(Boolean).join(' ');
}

/** @param {string} line */
const sentence = (line) => (/[.!?…]$/.test(line) ? line : `${line}.`);

/**
 * The words of a template that is not on the page.
 *
 * @param {Renderable} drawn
 */
function readDrawn(drawn) {
  const box = document.createElement('div');
  render(drawn, box);
  return spokenText(box);
}
