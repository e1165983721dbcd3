// Materia in flight: after an update what has moved flies from where it was to
// where it lies now. The table is never held up; any input ends all flights.
import { render } from '../../vendor/lit-html/lit-html.js';
import { materia } from '../../ui/pieces.js';
import { split } from './words.js';

/** @import { LogEvent } from '../../base/types.js' */
/** @import { Ctx } from './view.js' */
/** @import { Public } from './wire.js' */

/** @typedef {{materia: string, from: string, to: string}} Flight from and to are selectors of places */

/** At most so many fly after one update; the log has all of them. */
const MOST = 6;
/** A flight takes so long, and the next one starts so much later, in milliseconds: everything is over in 300. */
const TIME = 200;
const GAP = 20;

/** @param {Ctx} ctx @param {Public} _before @param {LogEvent[]} events */
export function motion(ctx, _before, events) {
  if (!ctx.motion || document.hidden) return;
  // All places are measured before anything is put into the page, so that the browser lays it out once.
  const all = flights(ctx, events).slice(0, MOST).map(({ materia: id, from, to }) => ({ id, start: middle(from), end: middle(to) }));
  all.forEach(({ id, start, end }, i) => {
    if (start && end) fly(id, start, end, i * GAP);
  });
}

/**
 * What moves, by the events.
 * @param {Ctx} ctx
 * @param {LogEvent[]} events
 * @returns {Flight[]}
 */
export function flights(ctx, events) {
  return events.flatMap(({ kind, seat, public: facts = {} }) => {
    const id = String(facts.materia ?? '');
    const pool = poolOf(ctx, seat);
    const familiar = familiarOf(ctx, seat);
    const one = (/** @type {string} */ from, /** @type {string} */ to) => [{ materia: id, from, to }];
    switch (kind) {
      case 'took': return one(altar, facts.to === 'familiar' ? familiar : pool);
      case 'drew': return one(bag, facts.to === 'altar' ? altar : facts.to === 'lower' ? virtual : pool);
      case 'stored': return one(facts.from === 'pool' ? pool : box, familiar);
      case 'discarded': return one(facts.from === 'altar' ? altar : pool, box);
      case 'spent': return one(pool, box);
      case 'learned': return one(pool, spellOf(ctx, seat, String(facts.colour)));
      case 'given': return one(altar, virtual);
      case 'exchanged': {
        const other = facts.with === 'familiar' ? familiar : altar;
        return [{ materia: String(facts.taken), from: other, to: pool }, { materia: String(facts.put), from: pool, to: other }];
      }
      default: return [];
    }
  });
}

const altar = '.sb-stone';
const bag = '[data-ref=bag]';
const box = '[data-ref=box]';
const virtual = '[data-ref=opponent] .sb-track';

/** @param {Ctx} ctx @param {number} seat */
const poolOf = (ctx, seat) => (`s${seat}` === ctx.follow ? '.sb-pool .sb-tokens' : `[data-ref="seat:s${seat}"] .sb-mini`);
/** @param {Ctx} ctx @param {number} seat */
const familiarOf = (ctx, seat) => (`s${seat}` === ctx.follow ? '.sb-fam .score' : `[data-ref="seat:s${seat}"] .score`);
/** @param {Ctx} ctx @param {number} seat @param {string} colour */
const spellOf = (ctx, seat, colour) => (`s${seat}` === ctx.follow ? `.sb-spell[data-ref="spell:${colour}"]` : `[data-ref="seat:s${seat}"] .sb-slv`);

/** @type {Set<HTMLElement>} */
const inFlight = new Set();

/** @typedef {{x: number, y: number}} Point */

/** @param {string} id of the materia @param {Point} start @param {Point} end @param {number} delay milliseconds */
function fly(id, start, end, delay) {
  const { colour, rune } = split(id);
  const holder = document.createElement('span');
  holder.className = 'sb-flight';
  holder.setAttribute('aria-hidden', 'true');
  render(materia(colour, rune), holder);
  document.body.append(holder);
  inFlight.add(holder);
  const at = (/** @type {Point} */ { x, y }, /** @type {number} */ scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const flight = holder.animate([
    { transform: at(start, 1), opacity: 1 },
    { transform: at({ x: (start.x + end.x) / 2, y: Math.min(start.y, end.y) - 24 }, 1.12), opacity: 1, offset: 0.5 },
    { transform: at(end, 0.9), opacity: 0.2 },
  ], { duration: TIME, delay, easing: 'cubic-bezier(.2, .7, .2, 1)', fill: 'backwards' });
  flight.onfinish = flight.oncancel = () => {
    inFlight.delete(holder);
    holder.remove();
  };
}

/** The middle of a place as far as it is on the screen. @param {string} selector */
function middle(selector) {
  const place = document.querySelector(selector);
  if (!place) return null;
  const { left, top, width, height, bottom } = place.getBoundingClientRect();
  if (width === 0 || bottom < 0 || top > innerHeight) return null;
  return { x: left + width / 2, y: top + height / 2 };
}

/** Ends what still flies. */
function land() {
  for (const holder of inFlight) holder.getAnimations().forEach((each) => each.cancel());
}

document.addEventListener('pointerdown', land, { passive: true });
document.addEventListener('keydown', land);
