// The events of a match as sentences for screen readers.

import { nothing, render } from '../vendor/lit-html/lit-html.js';
import { spokenText } from '../core/spoken-text.js';
import { lineOf, withNames } from './log.js';

/** @import { Board, Ctx, Renderable, LogEvent } from '../core/types.js' */

/** The number of earlier events whose sentences are compared, because later events extend them. */
const maxGrowing = 20;

/**
 * The sentences about the new events. If a new event has no sentence of its own, it can extend the
 * sentence of an earlier event, so the changed sentences of earlier events come first.
 *
 * @param {Board | null} board
 * @param {Ctx} ctx
 * @param {readonly LogEvent[]} events all loaded events
 * @param {number} from the number of the first new event
 * @param {(drawn: Renderable) => string} [read] returns the text of a template
 * @returns {string[]}
 */
export function sentences(board, ctx, events, from, read = textOfTemplate) {
  const first = events.findIndex(({ number }) => number >= from);
  if (first < 0) return [];
  const all = withNames(ctx, events);
  const line = (/** @type {number} */ index, /** @type {readonly LogEvent[]} */ visible) => {
    const entry = all[index];
    const template = entry ? lineOf(board, entry.ctx, entry.event, index, visible) : nothing;
    return template === nothing ? '' : read(template);
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
 * Joins the sentences and the title of the bar. The title is left out if the sentences contain it,
 * as at the end of a match.
 *
 * @param {readonly string[]} eventSentences
 * @param {string} title
 */
export function announcement(eventSentences, title) {
  const events = eventSentences.map(sentence).join(' ');
  const bar = title && sentence(title);
  return [events, events.includes(bar) ? '' : bar].filter(Boolean).join(' ');
}

/** @param {string} line */
const sentence = (line) => (/[.!?…]$/.test(line) ? line : `${line}.`);

/**
 * Renders a template outside of the page and returns its text.
 *
 * @param {Renderable} drawn
 */
function textOfTemplate(drawn) {
  const box = document.createElement('div');
  render(drawn, box);
  return spokenText(box);
}
