// The scenes of SpellBook: how each is drawn, and what the bar says of an update.

import { nothing } from '../../vendor/lit-html/lit-html.js';
import { listFormat } from '../../core/i18n.js';
import { must } from '../../core/must.js';
import {
  banner,
  centre,
  flash,
  floatChange,
  fly,
  light,
  transformAt,
  shake,
  thread,
  scaleOfScreen,
} from '../../scenes/effects.js';
import { materia } from '../../ui/pieces.js';
import { eventLine } from './log.js';
import { sceneKinds, sceneEventsOf } from './scene-events.js';
import { expand, spellName, spellNumber, split } from './words.js';
import { rich } from '../../ui/rich.js';
import { emblem } from './emblem.js';
import { cardLink } from '../../ui/names.js';

/** @import { Drawn, LogEvent, PlayedUpdate } from '../../core/types.js' */
/** @import { FindPlace, Place, Scene, SceneLayer } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { Move, Spot, SceneEvent } from './scene-events.js' */

/** From this weight on, the bar says what happened even while it asks. */
const importantFrom = 5;

/**
 * Turns an update into scenes and a line for the bar.
 *
 * @param {Ctx} ctx
 * @param {Pick<Ctx, 'public' | 'private'> | null} before the documents before the update
 * @param {readonly LogEvent[]} events of the update
 * @returns {PlayedUpdate}
 */
export function play(ctx, before, events) {
  const sceneEvents = sceneEventsOf(events);
  const scenes = sceneEvents.map((event) => {
    const { duration, weight, sound } = must(sceneKinds[event.kind]);
    return {
      duration,
      weight,
      sound,
      prepare: (/** @type {FindPlace} */ findPlace) =>
        (prepareByKind[event.kind] ?? moves)({ ctx, before, event, findPlace }),
    };
  });
  const main = sceneEvents.reduce(
    (best, one) => (!best || weightOf(one) > weightOf(best) ? one : best),
    /** @type {SceneEvent | null} */ (null),
  );
  return {
    scenes,
    summary: main && summaryOf(ctx, main, events),
    important: !!main && weightOf(main) >= importantFrom,
  };
}

/** @param {SceneEvent} event */
const weightOf = ({ kind }) => must(sceneKinds[kind]).weight;

/**
 * @typedef {{
 *   ctx: Ctx;
 *   before: Pick<Ctx, 'public' | 'private'> | null;
 *   event: SceneEvent;
 *   findPlace: FindPlace;
 * }} SceneContext
 */

/**
 * What the bar says until the next event: what others do, and what happens to all.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 * @param {readonly LogEvent[]} events
 * @returns {Drawn | null}
 */
function summaryOf(ctx, event, events) {
  if (event.kind === 'attack') return attackWords(ctx, event);
  if (
    event.kind !== 'ending' &&
    event.kind !== 'storm' &&
    (!event.seat || event.seat === ctx.seat || event.kind === 'day')
  )
    return null;
  const line = eventLine(ctx, event.logEvent, events.indexOf(event.logEvent), events);
  return typeof line === 'symbol' ? null : line;
}

/**
 * Whose spell took what from whom.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 */
function attackWords(ctx, { seat, spell = 0, victims = [] }) {
  const own = victims.find((one) => one.seat === ctx.seat);
  const list = own ? [own] : victims;
  const names = listFormat(ctx.lang).format(list.map((one) => ctx.chosenName(one.seat)));
  const n = list[0]?.moves.length ?? 0;
  const what =
    list.some((one) => one.moves.length !== n) || !n
      ? ctx.t('story.lost')
      : ctx.t('story.lost.materia', { n });
  const by = seat === ctx.seat ? '.yours' : '';
  const others = list.length > 1 ? '.many' : '';
  const key = `story.attack${by}${own ? '.you' : others}`;
  return rich(ctx.t, key, {
    name: ctx.chosenName(seat),
    spell: cardLink(`spell:${spell}`, spellName(ctx, spellNumber(ctx, spell))),
    who: names,
    what,
  });
}

/**
 * Finds where things are on the page.
 *
 * @param {SceneContext} x
 */
const placesFor = ({ ctx, findPlace }) => {
  const first = (/** @type {string[]} */ ...selectors) =>
    selectors.reduce(
      (/** @type {Place | null} */ found, selector) => found ?? findPlace(`main ${selector}`),
      null,
    );
  const own = (/** @type {string} */ seat) => seat === ctx.follow;
  const side = (/** @type {string} */ seat) =>
    first(`[data-ref="seat:${seat}"]`, ...(own(seat) ? ['.dock'] : []));
  /** @type {Record<Spot, (seat: string) => Place | null>} */
  const spots = {
    altar: () => first('.sb-stone'),
    bag: () => first('[data-ref=bag]'),
    box: () => first('[data-ref=box]') ?? first('[data-ref=bag]'),
    pool: (seat) =>
      first(
        ...(own(seat) ? ['.sb-pool .sb-tokens', '.sb-pool'] : []),
        `[data-ref="seat:${seat}"] .sb-mini`,
      ) ?? side(seat),
    familiar: (seat) =>
      first(
        ...(own(seat) ? ['.sb-fam .score', '.sb-fam'] : []),
        `[data-ref="seat:${seat}"] .score`,
      ) ?? side(seat),
    track: () => first('[data-ref=opponent] .sb-track', '[data-ref=opponent]'),
    lower: () => first('[data-ref=opponent] .sb-track', '[data-ref=opponent]'),
  };
  return {
    spots,
    side,
    face: (/** @type {string} */ seat) =>
      first(`[data-ref="seat:${seat}"] :is(.seat, .face)`) ?? side(seat),
    spell: (/** @type {SceneEvent} */ { seat, spell }) =>
      first(
        `[data-ref="seat:${seat}"] .sb-spell [data-card="spell:${spell}"] .sb-emb`,
        `[data-ref="seat:${seat}"] .sb-slv [data-card="spell:${spell}"]`,
        `[data-ref="seat:${seat}"] .sb-slv`,
      ) ?? side(seat),
  };
};

/** @type {Record<string, (x: SceneContext) => (layer: SceneLayer) => void>} */
const prepareByKind = { attack, learn, raise, use, storm, ending, day };

/**
 * A Materia, drawn to fill its flyer.
 *
 * @param {string} id
 */
function drawn(id) {
  const { colour, rune } = split(id);
  return materia(colour, rune, { cls: 'fit' });
}

const size = () => 46 * scaleOfScreen();

/**
 * Measures flights of Materia, and returns what draws them.
 *
 * @param {readonly Move[]} list
 * @param {ReturnType<typeof placesFor>['spots']} at
 */
function flights(list, at) {
  const ways = list
    .slice(0, 8)
    .map((move) => ({ move, from: at[move.from](move.seat), to: at[move.to](move.seat) }));
  return (/** @type {SceneLayer} */ layer, { delay = 0, stagger = 45 } = {}) =>
    ways.forEach(({ move, from, to }, i) =>
      fly(layer, [drawn(move.materia)], from, to, {
        delay: delay + i * stagger,
        duration: 560,
        size: size(),
      }),
    );
}

/**
 * Materia moves: taken, drawn, stored, swept off, exchanged.
 *
 * @param {SceneContext} x
 */
function moves(x) {
  const { spots, face } = placesFor(x);
  const list = x.event.moves ?? [];
  const go = flights(list, spots);
  const end = list[0] && spots[list[0].to](list[0].seat);
  const who = x.event.seat ? face(x.event.seat) : null;
  return (/** @type {SceneLayer} */ layer) => {
    go(layer);
    flash(layer, end ?? null, {
      delay: 460,
      duration: 240,
      size: 90 * scaleOfScreen(),
      cls: x.event.kind === 'store' ? '' : 'soft',
    });
    if (x.event.kind === 'store') layer.mark(who?.element, 'data-mood', 'glad');
  };
}

/**
 * The emblem of a scene's spell, as it is learned.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 */
function seal(ctx, { spell = 0, logEvent: { public: facts } }) {
  const found = spellNumber(ctx, spell);
  return found ? emblem(found, { level: Number(facts?.level ?? 0), picture: true }) : nothing;
}

/**
 * What was paid gathers over the altar and melts into a beam, and the emblem stands where the spell
 * is.
 *
 * @param {SceneContext} x
 */
function learn(x) {
  const { ctx, event } = x;
  const { seat, colour = '' } = event;
  const { spots, spell, face } = placesFor(x);
  const [altar, from, to, who] = [spots.altar(''), spots.pool(seat), spell(event), face(seat)];
  return (/** @type {SceneLayer} */ layer) => {
    const [middle, end] = [altar ?? centre(), to ?? who ?? centre()];
    const list = (event.materia ?? []).slice(0, 5);
    const square = (/** @type {number} */ side) => ({ width: side, height: side });
    const [one, ring, big] = [
      square(size() * 1.4),
      square(230 * scaleOfScreen()),
      square(120 * scaleOfScreen()),
    ];
    light(layer, `enamel ${colour}`, { delay: 240, duration: 900 });
    list.forEach((id, i) => {
      const around = (i / list.length) * 2 * Math.PI - Math.PI / 2;
      const at = (/** @type {number} */ turn, /** @type {number} */ r) => ({
        x: middle.x + Math.cos(around + turn) * r * scaleOfScreen(),
        y: middle.y + Math.sin(around + turn) * r * scaleOfScreen(),
      });
      const start = {
        x: (from ?? middle).x + (i - (list.length - 1) / 2) * one.width,
        y: (from ?? middle).y,
      };
      layer.move(
        layer.put(drawn(id), 'flyer', one),
        [
          { transform: transformAt(start, one, 0.6), opacity: 0 },
          {
            transform: transformAt({ ...start, y: start.y - 14 }, one, 0.9),
            opacity: 1,
            offset: 0.12,
          },
          { transform: transformAt(at(0, 84), one, 1.2), opacity: 1, offset: 0.5 },
          {
            transform: transformAt(at(0.7, 78), one, 1.15),
            opacity: 1,
            offset: 0.74,
            easing: 'ease-in',
          },
          { transform: transformAt(middle, one, 0.4), opacity: 0 },
        ],
        { delay: i * 45, duration: 640 },
      );
    });
    layer.move(
      layer.put(nothing, `ring ${colour}`, ring),
      [
        { transform: transformAt(middle, ring, 0.5), opacity: 0 },
        { transform: transformAt(middle, ring, 1, 60), opacity: 0.9, offset: 0.6 },
        { transform: transformAt(middle, ring, 0.3, 160), opacity: 0 },
      ],
      { delay: 180, duration: 560 },
    );
    flash(layer, middle, { delay: 560, duration: 380, size: 220 * scaleOfScreen(), cls: colour });
    thread(layer, middle, end, { delay: 600, duration: 480, cls: `beam ${colour}` });
    flash(layer, end, { delay: 760, duration: 440, size: 260 * scaleOfScreen(), cls: colour });
    layer.move(
      layer.put(seal(ctx, event), `flyer seal ${colour}`, big),
      [
        { transform: transformAt(end, big, 0.2, -30), opacity: 0 },
        {
          transform: transformAt(end, big, 1.2),
          opacity: 1,
          offset: 0.4,
          easing: 'cubic-bezier(.3, 1.5, .5, 1)',
        },
        { transform: transformAt(end, big, 1), opacity: 1, offset: 0.75 },
        { transform: transformAt(end, big, 0.5), opacity: 0 },
      ],
      { delay: 740, duration: 460 },
    );
    layer.mark(who?.element, 'data-mood', 'glad');
  };
}

/**
 * A spell goes up, or down.
 *
 * @param {SceneContext} x
 */
function raise(x) {
  const { event } = x;
  const at = placesFor(x).spell(event);
  const up = event.logEvent.kind === 'raised';
  return (/** @type {SceneLayer} */ layer) => {
    flash(layer, at, { duration: 640, size: 220 * scaleOfScreen(), cls: event.colour });
    layer.move(
      at?.element,
      [
        { transform: 'none' },
        { transform: `translateY(${up ? -8 : 8}px)`, offset: 0.4 },
        { transform: 'none' },
      ],
      { duration: 620 },
    );
    floatChange(layer, at, up ? 1 : -1, 120);
  };
}

/** @param {SceneContext} x */
function use(x) {
  const { event } = x;
  const { spell, face } = placesFor(x);
  const [at, who] = [spell(event), face(event.seat)];
  return (/** @type {SceneLayer} */ layer) => {
    flash(layer, at, { duration: 600, size: 230 * scaleOfScreen(), cls: event.colour });
    layer.move(
      at?.element,
      [
        { transform: 'none' },
        { transform: 'translateY(-6px)', offset: 0.4 },
        { transform: 'none' },
      ],
      { duration: 560 },
    );
    layer.mark(who?.element, 'data-mood', 'glad');
  };
}

/** @param {SceneContext} x */
function attack(x) {
  const { ctx, event } = x;
  const { spell, face, side, spots } = placesFor(x);
  const [at, who] = [spell(event), face(event.seat)];
  const hit = (event.victims ?? []).map((victim) => ({
    victim,
    side: side(victim.seat),
    face: face(victim.seat),
    go: flights(victim.moves, spots),
  }));
  return (/** @type {SceneLayer} */ layer) => {
    flash(layer, at, { duration: 700, size: 260 * scaleOfScreen(), cls: event.colour });
    layer.mark(who?.element, 'data-mood', 'glad');
    const [start, box] = [
      at ?? who ?? centre(),
      { width: 120 * scaleOfScreen(), height: 120 * scaleOfScreen() },
    ];
    layer.move(
      layer.put(seal(ctx, event), `flyer seal ${event.colour}`, box),
      [
        { transform: transformAt(start, box, 0.3), opacity: 0 },
        { transform: transformAt(start, box, 1.1), opacity: 1, offset: 0.22 },
        { transform: transformAt(start, box, 1), opacity: 1, offset: 0.8 },
        { transform: transformAt(start, box, 0.5), opacity: 0 },
      ],
      { duration: 1050 },
    );
    for (const { victim, side: place, face: head, go } of hit) {
      const end = head ?? place;
      if (end) thread(layer, start, end, { delay: 220, cls: event.colour });
      flash(layer, end, { delay: 440, size: 130 * scaleOfScreen(), cls: 'fire' });
      shake(layer, place?.element, 500);
      layer.mark(head?.element, 'data-mood', 'hit');
      go(layer, { delay: 480 });
      floatChange(layer, end, -(victim.moves.length + victim.colours.length), 480);
    }
  };
}

/**
 * The altar empties: all that lay there is swept into the box.
 *
 * @param {SceneContext} x
 */
function storm(x) {
  const { spots } = placesFor(x);
  const [altar, box] = [spots.altar(''), spots.box('')];
  const lay = expand(x.before?.public.altar ?? {}).slice(0, 12);
  return (/** @type {SceneLayer} */ layer) => {
    light(layer, 'storm', { duration: 900 });
    if (!altar || !box) return;
    const one = { width: size(), height: size() };
    lay.forEach(({ id }, i) => {
      const around = (i / lay.length) * 2 * Math.PI;
      const at = (/** @type {number} */ turn, /** @type {number} */ r) => ({
        x: altar.x + Math.cos(around + turn) * altar.width * 0.34 * r,
        y: altar.y + Math.sin(around + turn) * altar.height * 0.34 * r,
      });
      layer.move(
        layer.put(drawn(id), 'flyer', one),
        [
          { transform: transformAt(at(0, 1), one), opacity: 1, easing: 'ease-in' },
          {
            transform: transformAt(at(1.2, 1.1), one, 1.1, 120),
            opacity: 1,
            offset: 0.4,
            easing: 'linear',
          },
          {
            transform: transformAt(at(2.3, 0.8), one, 1, 260),
            opacity: 1,
            offset: 0.62,
            easing: 'ease-in',
          },
          { transform: transformAt(box, one, 0.4, 380), opacity: 0 },
        ],
        { delay: i * 18, duration: 760 },
      );
    });
  };
}

/** @param {SceneContext} x */
function ending({ ctx, event }) {
  const words = eventLine(ctx, event.logEvent, 0, [event.logEvent]);
  return (/** @type {SceneLayer} */ layer) => banner(layer, ctx.t('story.last.title'), words, 1000);
}

/**
 * A day begins: the morning's light, and whose it is.
 *
 * @param {SceneContext} x
 */
function day(x) {
  const { event, ctx } = x;
  const who = placesFor(x).face(event.seat);
  return (/** @type {SceneLayer} */ layer) => {
    if (event.seat === ctx.seat) light(layer, 'dawn', { duration: 690 });
    flash(layer, who, { duration: 620, size: (who?.width ?? 40) * 2.6 });
  };
}
