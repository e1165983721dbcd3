// What has just happened, shown moving for a moment: energies fly, dice roll,
// cards arrive. The table is right at once; any input ends the show.
import { SPRITE } from '../../ui/pieces.js';
import { energies, holderOf, inPlay, numberIn } from './facts.js';

/** @import { LogEvent } from '../../base/types.js' */
/** @import { Ctx } from './view.js' */
/** @import { Public } from './wire.js' */

/** Milliseconds: everything is over in 300. */
const flight = 200;
const apart = 12;
/** So many things fly at most after one update. */
const most = 9;

/** @type {Set<Animation>} */
const running = new Set();
/** @type {Set<Element>} */
const fliers = new Set();

/** Ends everything that moves. */
function end() {
  for (const animation of running) animation.finish();
  running.clear();
  for (const flier of fliers) flier.remove();
  fliers.clear();
}

if (typeof document !== 'undefined') {
  for (const input of ['pointerdown', 'keydown', 'wheel']) document.addEventListener(input, end, { capture: true, passive: true });
}

/**
 * @param {Ctx} ctx
 * @param {Public} before the public document before the update
 * @param {LogEvent[]} events what the update told
 */
export function motion(ctx, before, events) {
  if (!ctx.motion || document.hidden || events.length > 40) return;
  end();
  /** @type {Show} */
  const show = { ctx, before, left: most, delay: 0, starts: [] };
  for (const event of events) shows[event.kind]?.(show, event, event.seat < 0 ? '' : `s${event.seat}`);
  for (const start of show.starts) start();
}

/**
 * starts: what moves, put into the page once all places are measured, so that the browser lays the page out once.
 * @typedef {{ctx: Ctx, before: Public, left: number, delay: number, starts: (() => void)[]}} Show
 */

/** How each kind of event moves. @type {Record<string, (show: Show, event: LogEvent, seat: string) => void>} */
const shows = {
  roll: (show, event) => move(show, find(`[data-die="${event.public?.die}"] .die`), [{ transform: 'rotate(-28deg) scale(.7)', opacity: 0.2 }, { transform: 'rotate(8deg)' }, {}]),
  reroll: (show, event) => move(show, find(`[data-die="${event.public?.die}"] .die`), [{ transform: 'rotate(-200deg) scale(.8)' }, {}]),
  take: (show, event) => move(show, find(`[data-die="${event.public?.die}"]`), [{ transform: 'translateY(-10px)' }, {}]),
  energy: (show, event, seat) => {
    const from = sourceOf(show, event, seat);
    for (const e of energies) for (let i = 0; i < Number(event.public?.[e] ?? 0); i++) fly(show, `e-${e}`, from, reserveOf(seat, show.ctx));
  },
  spend: (show, event, seat) => {
    const to = Number(event.public?.card) ? sourceOf(show, event, seat) : find('.wheelbox');
    for (const e of energies) for (let i = 0; i < Number(event.public?.[e] ?? 0); i++) fly(show, `e-${e}`, reserveOf(seat, show.ctx), to);
  },
  crystals: (show, event, seat) => {
    const n = Number(event.public?.n ?? 0);
    const purse = crystalsOf(seat, show.ctx);
    if (n > 0) fly(show, 'crystal', sourceOf(show, event, seat), purse);
    move(show, purse, [{ transform: 'scale(1.18)' }, {}]);
  },
  gauge: (show, _event, seat) => move(show, find(`[data-seat="${seat}"] .gauge`), [{ transform: 'scaleY(1.5)' }, {}], show.delay),
  summon: (show, event, seat) => {
    const card = cardAt(Number(event.public?.id));
    const from = seat === show.ctx.follow ? find('.dock .hand') : find(`[data-seat="${seat}"] .facts`);
    move(show, card, [{ transform: `${offset(from, card)} scale(.7)`, opacity: 0.3 }, {}]);
  },
  activate: (show, event) => move(show, cardAt(Number(event.public?.id)), [{ transform: 'rotate(0)' }, { transform: 'rotate(-7deg)' }, {}]),
  draw: (show, _event, seat) => fly(show, 'draw', find('[data-ref=draw]'), handOf(seat, show.ctx)),
  transmute: (show, _event, seat) => fly(show, 'crystal', find('.rates .now'), crystalsOf(seat, show.ctx)),
  season: (show) => turnWheel(show),
};

/** @param {string} selector */
const find = (selector) => document.querySelector(`main ${selector}`);

/** A card in play, as a piece or as a chip. @param {number} id */
const cardAt = (id) => find(`[data-card="play:${id}"]`);

/** @param {string} seat @param {Ctx} ctx */
const reserveOf = (seat, ctx) => find(seat === ctx.follow ? '.mine .reserve ul' : `[data-seat="${seat}"] .facts .res`);

/** @param {string} seat @param {Ctx} ctx */
const crystalsOf = (seat, ctx) => find(seat === ctx.follow ? '.mine .crystals' : `[data-seat="${seat}"] .cry`);

/** @param {string} seat @param {Ctx} ctx */
const handOf = (seat, ctx) => find(seat === ctx.follow ? '.dock .hand' : `[data-seat="${seat}"] .facts .mini`);

/** Where a gain comes from: the card that brings it, else the player's die. @param {Show} show @param {LogEvent} event @param {string} seat */
function sourceOf({ ctx, before }, event, seat) {
  const number = Number(event.public?.card ?? 0);
  if (number) {
    for (const view of [ctx.public, before]) {
      for (const key of [seat, ...Object.keys(view.seats)]) {
        const it = inPlay(view.seats[key] ?? {}).find((c) => c.card === number);
        if (it && holderOf(ctx.public, it.id)) return cardAt(it.id);
      }
    }
    return find(`[data-seat="${seat}"]`);
  }
  const die = Object.entries(ctx.public.dice ?? {}).find(([, d]) => d.taken === seat);
  return die ? find(`[data-die="${numberIn(die[0])}"] .die`) : null;
}

/** The season token walks to its new space. @param {Show} show */
function turnWheel(show) {
  const { ctx, before } = show;
  const wheel = find('.wheel');
  if (!wheel || before.space === ctx.public.space) return;
  for (const marker of wheel.querySelectorAll('.marker, .marker2')) {
    const steps = ctx.public.space - before.space;
    const turn = (Math.abs(steps) > 6 ? steps - 12 * Math.sign(steps) : steps) * 30;
    move(show, marker, [{ transform: `rotate(${-turn}deg)`, transformOrigin: '100px 100px' }, { transform: 'rotate(0deg)', transformOrigin: '100px 100px' }]);
  }
}

/** From one element's middle to another's. @param {Element | null} from @param {Element | null} to */
function offset(from, to) {
  if (!from || !to) return 'translateY(24px)';
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const x = a.left + a.width / 2 - b.left - b.width / 2;
  const y = a.top + Math.min(a.height / 2, 60) - b.top - b.height / 2;
  return `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** @param {Show} show @param {Element | null} element @param {Keyframe[]} frames @param {number} [delay] */
function move(show, element, frames, delay = 0) {
  if (element) show.starts.push(() => run(element, frames, { duration: flight, delay, easing: 'cubic-bezier(.2, .7, .2, 1)', fill: 'backwards' }));
}

/** A symbol flies from one place to another. @param {Show} show @param {string} symbol @param {Element | null} from @param {Element | null} to */
function fly(show, symbol, from, to) {
  if (!from || !to || show.left-- <= 0) return;
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  if (!a.width || !b.width || b.bottom < 0 || a.top > innerHeight) return;
  const { delay } = show;
  show.delay += apart;
  const at = (/** @type {DOMRect} */ r) => `translate(${Math.round(r.left + r.width / 2 - 13)}px, ${Math.round(r.top + r.height / 2 - 13)}px)`;
  show.starts.push(() => {
    const flier = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    flier.setAttribute('class', 'flier');
    flier.setAttribute('aria-hidden', 'true');
    flier.append(document.createElementNS('http://www.w3.org/2000/svg', 'use'));
    flier.firstElementChild?.setAttribute('href', `${SPRITE}#${symbol}`);
    document.body.append(flier);
    fliers.add(flier);
    run(flier, [{ transform: `${at(a)} scale(.7)` }, { transform: `${at(b)} scale(1)`, opacity: 1, offset: 0.9 }, { transform: `${at(b)} scale(.6)`, opacity: 0 }],
      { duration: flight, delay, easing: 'ease-in-out', fill: 'both' }, () => {
        fliers.delete(flier);
        flier.remove();
      });
  });
}

/** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options @param {() => void} [done] */
function run(element, frames, options, done) {
  const animation = element.animate(frames, options);
  running.add(animation);
  animation.onfinish = () => {
    running.delete(animation);
    done?.();
  };
}
