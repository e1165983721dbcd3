// What somebody at the table says, in a bubble at their face for a moment.

import { html, render } from '../vendor/lit-html/lit-html.js';
import { said } from './on-demand.js';

/** @import { ChatLine, Translate } from '../core/types.js' */
/** @import { RoomState } from '../core/store.js' */

/** How long a bubble stays, and how old a line may be to get one, in milliseconds. */
const STAYS = 5000;
const NEW = 15_000;
/** Between a face and its bubble, in pixels. */
const GAP = 6;

/** @type {Map<number, {bubble: HTMLElement, timer: ReturnType<typeof setTimeout>}>} by seat */
const shown = new Map();

/**
 * The lines that players have just said: those that came with the page are older.
 *
 * @param {RoomState} before
 * @param {RoomState} state
 * @param {number} now as performance.now()
 * @returns {ChatLine[]}
 */
export function justSaid(before, state, now) {
  if (before.chat === state.chat) return [];
  const known = new Set(before.chat.map(({ number }) => number));
  return state.chat.filter(
    (line) => line.seat >= 0 && !known.has(line.number) && now + state.clockOffset - line.at < NEW,
  );
}

/**
 * Shows lines at the faces of those who say them, where these are in sight, and returns what takes
 * all bubbles away.
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
    pop(line.seat);
    const bubble = document.createElement('p');
    // The chat is what is read aloud.
    bubble.setAttribute('aria-hidden', 'true');
    const low = face.top > innerHeight / 2;
    bubble.className = `bubble paper${low ? ' low' : ''}`;
    bubble.style.setProperty('--x', `${Math.round(face.left)}px`);
    bubble.style.setProperty(
      '--y',
      `${Math.round(low ? innerHeight - face.top + GAP : face.bottom + GAP)}px`,
    );
    render(html`${said(t, line.text)}`, bubble);
    document.body.append(bubble);
    shown.set(line.seat, { bubble, timer: setTimeout(() => pop(line.seat), STAYS) });
  });
  return () => [...shown.keys()].forEach(pop);
}

/** @param {number} seat */
function pop(seat) {
  const found = shown.get(seat);
  if (!found) return;
  clearTimeout(found.timer);
  found.bubble.remove();
  shown.delete(seat);
}
