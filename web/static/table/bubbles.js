// Shows chat lines of players for a few seconds, in bubbles beside their avatars.

import { html, render } from '../vendor/lit-html/lit-html.js';
import { lineText } from './on-demand.js';

/** @import { ChatLine, Translate } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

/** The time that a bubble stays, in milliseconds. */
const bubbleMs = 5000;
/** The age from which a line gets no bubble, in milliseconds. */
const maxAgeMs = 15_000;
/** The distance between an avatar and its bubble, in pixels. */
const gap = 6;

/** @type {Map<number, {bubble: HTMLElement, timer: ReturnType<typeof setTimeout>}>} by seat */
const shown = new Map();

/**
 * The players' lines that are new in a state, except those that are older than maxAgeMs.
 *
 * @param {RoomState} before
 * @param {RoomState} state
 * @param {number} now the value of performance.now()
 * @returns {ChatLine[]}
 */
export function newLines(before, state, now) {
  if (before.chat === state.chat) return [];
  const oldNumbers = new Set(before.chat.map(({ number }) => number));
  return state.chat.filter(
    (line) =>
      line.seat >= 0 &&
      !oldNumbers.has(line.number) &&
      now + state.clockOffset - line.at < maxAgeMs,
  );
}

/**
 * Shows lines beside the avatars of their authors, if the avatars are in sight. Returns a function
 * that removes all bubbles.
 *
 * @param {Translate} t
 * @param {ChatLine[]} lines
 */
export function showBubbles(t, lines) {
  const places = lines.map(({ seat }) =>
    document
      .querySelector(`:is([data-seat=s${seat}], [data-ref="seat:s${seat}"]) .seat`)
      ?.getBoundingClientRect(),
  );
  lines.forEach((line, i) => {
    const face = places[i];
    if (!face?.width || face.bottom < 0 || face.top > innerHeight) return;
    removeBubble(line.seat);
    const bubble = document.createElement('p');
    // Screen readers read the line in the chat.
    bubble.setAttribute('aria-hidden', 'true');
    const isLow = face.top > innerHeight / 2;
    bubble.className = `bubble paper${isLow ? ' low' : ''}`;
    bubble.style.setProperty('--x', `${Math.round(face.left)}px`);
    bubble.style.setProperty(
      '--y',
      `${Math.round(isLow ? innerHeight - face.top + gap : face.bottom + gap)}px`,
    );
    render(html`${lineText(t, line.text)}`, bubble);
    document.body.append(bubble);
    shown.set(line.seat, { bubble, timer: setTimeout(() => removeBubble(line.seat), bubbleMs) });
  });
  return () => [...shown.keys()].forEach(removeBubble);
}

/** @param {number} seat */
function removeBubble(seat) {
  const found = shown.get(seat);
  if (!found) return;
  clearTimeout(found.timer);
  found.bubble.remove();
  shown.delete(seat);
}
