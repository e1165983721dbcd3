// The scenes of SpellBook: the animations of updates, and the summaries that the bar shows.

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

/** @import { Renderable, LogEvent, UpdateScenes } from '../../core/types.js' */
/** @import { FindPlace, Place, Scene, SceneLayer } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { Move, Spot, SceneEvent } from './scene-events.js' */

/** The weight from which the bar shows the summary of an update even beside a question. */
const importantFrom = 5;

/**
 * Makes the scenes of an update and the summary for the question bar.
 *
 * @param {Ctx} ctx
 * @param {Pick<Ctx, 'public' | 'private'> | null} before the documents before the update
 * @param {readonly LogEvent[]} events of the update
 * @returns {UpdateScenes}
 */
export function scenesOf(ctx, before, events) {
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
    (best, sceneEvent) => (!best || weightOf(sceneEvent) > weightOf(best) ? sceneEvent : best),
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
 * The summary of an update, for moves of other players and events that concern all players. Null
 * for other events.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 * @param {readonly LogEvent[]} events
 * @returns {Renderable | null}
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
 * Describes an attack with the spell, its owner, the victims and their losses.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 */
function attackWords(ctx, { seat, spell = 0, victims = [] }) {
  const ownLoss = victims.find((victim) => victim.seat === ctx.seat);
  const list = ownLoss ? [ownLoss] : victims;
  const names = listFormat(ctx.lang).format(list.map((victim) => ctx.displayName(victim.seat)));
  const n = list[0]?.moves.length ?? 0;
  const losses =
    list.some((victim) => victim.moves.length !== n) || !n
      ? ctx.t('story.lost')
      : ctx.t('story.lost.materia', { n });
  const ownSuffix = seat === ctx.seat ? '.yours' : '';
  const manySuffix = list.length > 1 ? '.many' : '';
  const key = `story.attack${ownSuffix}${ownLoss ? '.you' : manySuffix}`;
  return rich(ctx.t, key, {
    name: ctx.displayName(seat),
    spell: cardLink(`spell:${spell}`, spellName(ctx, spellNumber(ctx, spell))),
    who: names,
    what: losses,
  });
}

/**
 * Functions that find elements of the board on the page.
 *
 * @param {SceneContext} x
 */
const placesFor = ({ ctx, findPlace }) => {
  const first = (/** @type {string[]} */ ...selectors) =>
    selectors.reduce(
      (/** @type {Place | null} */ found, selector) => found ?? findPlace(`main ${selector}`),
      null,
    );
  const isShownSeat = (/** @type {string} */ seat) => seat === ctx.shownSeat;
  const side = (/** @type {string} */ seat) =>
    first(`[data-ref="seat:${seat}"]`, ...(isShownSeat(seat) ? ['.dock'] : []));
  /** @type {Record<Spot, (seat: string) => Place | null>} */
  const spots = {
    altar: () => first('.sb-stone'),
    bag: () => first('[data-ref=bag]'),
    box: () => first('[data-ref=box]') ?? first('[data-ref=bag]'),
    pool: (seat) =>
      first(
        ...(isShownSeat(seat) ? ['.sb-pool .sb-tokens', '.sb-pool'] : []),
        `[data-ref="seat:${seat}"] .sb-mini`,
      ) ?? side(seat),
    familiar: (seat) =>
      first(
        ...(isShownSeat(seat) ? ['.sb-fam .score', '.sb-fam'] : []),
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

/** @type {Record<string, (scene: SceneContext) => (layer: SceneLayer) => void>} */
const prepareByKind = { attack, learn, raise, use, storm, ending, day };

/**
 * A Materia that fills a flying element.
 *
 * @param {string} id
 */
function materiaFace(id) {
  const { colour, rune } = split(id);
  return materia(colour, rune, { cls: 'fit' });
}

const size = () => 46 * scaleOfScreen();

/**
 * Measures the paths of moving Materia, and returns a function that animates them.
 *
 * @param {readonly Move[]} list
 * @param {ReturnType<typeof placesFor>['spots']} spots
 */
function flights(list, spots) {
  const paths = list
    .slice(0, 8)
    .map((move) => ({ move, from: spots[move.from](move.seat), to: spots[move.to](move.seat) }));
  return (/** @type {SceneLayer} */ layer, { delay = 0, stagger = 45 } = {}) =>
    paths.forEach(({ move, from, to }, i) =>
      fly(layer, [materiaFace(move.materia)], from, to, {
        delay: delay + i * stagger,
        duration: 560,
        size: size(),
      }),
    );
}

/**
 * Animates Materia that is taken, drawn, stored, swept off or exchanged.
 *
 * @param {SceneContext} scene
 */
function moves(scene) {
  const { spots, face } = placesFor(scene);
  const list = scene.event.moves ?? [];
  const drawFlights = flights(list, spots);
  const end = list[0] && spots[list[0].to](list[0].seat);
  const playerFace = scene.event.seat ? face(scene.event.seat) : null;
  return (/** @type {SceneLayer} */ layer) => {
    drawFlights(layer);
    flash(layer, end ?? null, {
      delay: 460,
      duration: 240,
      size: 90 * scaleOfScreen(),
      cls: scene.event.kind === 'store' ? '' : 'soft',
    });
    if (scene.event.kind === 'store') layer.mark(playerFace?.element, 'data-mood', 'glad');
  };
}

/**
 * The emblem of a scene's spell, at the level of the event.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 */
function emblemOf(ctx, { spell = 0, logEvent: { public: facts } }) {
  const spellFacts = spellNumber(ctx, spell);
  return spellFacts
    ? emblem(spellFacts, { level: Number(facts?.level ?? 0), picture: true })
    : nothing;
}

/**
 * Animates a payment that gathers over the altar and becomes a beam to the emblem of the spell.
 *
 * @param {SceneContext} scene
 */
function learn(scene) {
  const { ctx, event } = scene;
  const { seat, colour = '' } = event;
  const { spots, spell, face } = placesFor(scene);
  const [altar, start, to, playerFace] = [
    spots.altar(''),
    spots.pool(seat),
    spell(event),
    face(seat),
  ];
  return (/** @type {SceneLayer} */ layer) => {
    const [middle, end] = [altar ?? centre(), to ?? playerFace ?? centre()];
    const list = (event.materia ?? []).slice(0, 5);
    const square = (/** @type {number} */ side) => ({ width: side, height: side });
    const [box, ring, big] = [
      square(size() * 1.4),
      square(230 * scaleOfScreen()),
      square(120 * scaleOfScreen()),
    ];
    light(layer, `enamel ${colour}`, { delay: 240, duration: 900 });
    list.forEach((id, i) => {
      const around = (i / list.length) * 2 * Math.PI - Math.PI / 2;
      const position = (/** @type {number} */ turn, /** @type {number} */ r) => ({
        x: middle.x + Math.cos(around + turn) * r * scaleOfScreen(),
        y: middle.y + Math.sin(around + turn) * r * scaleOfScreen(),
      });
      const first = {
        x: (start ?? middle).x + (i - (list.length - 1) / 2) * box.width,
        y: (start ?? middle).y,
      };
      layer.move(
        layer.put(materiaFace(id), 'flyer', box),
        [
          { transform: transformAt(first, box, 0.6), opacity: 0 },
          {
            transform: transformAt({ ...first, y: first.y - 14 }, box, 0.9),
            opacity: 1,
            offset: 0.12,
          },
          { transform: transformAt(position(0, 84), box, 1.2), opacity: 1, offset: 0.5 },
          {
            transform: transformAt(position(0.7, 78), box, 1.15),
            opacity: 1,
            offset: 0.74,
            easing: 'ease-in',
          },
          { transform: transformAt(middle, box, 0.4), opacity: 0 },
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
      layer.put(emblemOf(ctx, event), `flyer seal ${colour}`, big),
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
    layer.mark(playerFace?.element, 'data-mood', 'glad');
  };
}

/**
 * Animates a spell that is raised or lowered by one level.
 *
 * @param {SceneContext} scene
 */
function raise(scene) {
  const { event } = scene;
  const place = placesFor(scene).spell(event);
  const up = event.logEvent.kind === 'raised';
  return (/** @type {SceneLayer} */ layer) => {
    flash(layer, place, { duration: 640, size: 220 * scaleOfScreen(), cls: event.colour });
    layer.move(
      place?.element,
      [
        { transform: 'none' },
        { transform: `translateY(${up ? -8 : 8}px)`, offset: 0.4 },
        { transform: 'none' },
      ],
      { duration: 620 },
    );
    floatChange(layer, place, up ? 1 : -1, 120);
  };
}

/** @param {SceneContext} scene */
function use(scene) {
  const { event } = scene;
  const { spell, face } = placesFor(scene);
  const [place, playerFace] = [spell(event), face(event.seat)];
  return (/** @type {SceneLayer} */ layer) => {
    flash(layer, place, { duration: 600, size: 230 * scaleOfScreen(), cls: event.colour });
    layer.move(
      place?.element,
      [
        { transform: 'none' },
        { transform: 'translateY(-6px)', offset: 0.4 },
        { transform: 'none' },
      ],
      { duration: 560 },
    );
    layer.mark(playerFace?.element, 'data-mood', 'glad');
  };
}

/** @param {SceneContext} scene */
function attack(scene) {
  const { ctx, event } = scene;
  const { spell, face, side, spots } = placesFor(scene);
  const [place, playerFace] = [spell(event), face(event.seat)];
  const hit = (event.victims ?? []).map((victim) => ({
    victim,
    side: side(victim.seat),
    face: face(victim.seat),
    drawFlights: flights(victim.moves, spots),
  }));
  return (/** @type {SceneLayer} */ layer) => {
    flash(layer, place, { duration: 700, size: 260 * scaleOfScreen(), cls: event.colour });
    layer.mark(playerFace?.element, 'data-mood', 'glad');
    const [start, box] = [
      place ?? playerFace ?? centre(),
      { width: 120 * scaleOfScreen(), height: 120 * scaleOfScreen() },
    ];
    layer.move(
      layer.put(emblemOf(ctx, event), `flyer seal ${event.colour}`, box),
      [
        { transform: transformAt(start, box, 0.3), opacity: 0 },
        { transform: transformAt(start, box, 1.1), opacity: 1, offset: 0.22 },
        { transform: transformAt(start, box, 1), opacity: 1, offset: 0.8 },
        { transform: transformAt(start, box, 0.5), opacity: 0 },
      ],
      { duration: 1050 },
    );
    for (const { victim, side: seatPlace, face: head, drawFlights: drawVictimFlights } of hit) {
      const end = head ?? seatPlace;
      if (end) thread(layer, start, end, { delay: 220, cls: event.colour });
      flash(layer, end, { delay: 440, size: 130 * scaleOfScreen(), cls: 'fire' });
      shake(layer, seatPlace?.element, 500);
      layer.mark(head?.element, 'data-mood', 'hit');
      drawVictimFlights(layer, { delay: 480 });
      floatChange(layer, end, -(victim.moves.length + victim.colours.length), 480);
    }
  };
}

/**
 * Sweeps all Materia of the altar into the box.
 *
 * @param {SceneContext} scene
 */
function storm(scene) {
  const { spots } = placesFor(scene);
  const [altar, box] = [spots.altar(''), spots.box('')];
  const swept = expand(scene.before?.public.altar ?? {}).slice(0, 12);
  return (/** @type {SceneLayer} */ layer) => {
    light(layer, 'storm', { duration: 900 });
    if (!altar || !box) return;
    const materiaBox = { width: size(), height: size() };
    swept.forEach(({ id }, i) => {
      const around = (i / swept.length) * 2 * Math.PI;
      const position = (/** @type {number} */ turn, /** @type {number} */ r) => ({
        x: altar.x + Math.cos(around + turn) * altar.width * 0.34 * r,
        y: altar.y + Math.sin(around + turn) * altar.height * 0.34 * r,
      });
      layer.move(
        layer.put(materiaFace(id), 'flyer', materiaBox),
        [
          { transform: transformAt(position(0, 1), materiaBox), opacity: 1, easing: 'ease-in' },
          {
            transform: transformAt(position(1.2, 1.1), materiaBox, 1.1, 120),
            opacity: 1,
            offset: 0.4,
            easing: 'linear',
          },
          {
            transform: transformAt(position(2.3, 0.8), materiaBox, 1, 260),
            opacity: 1,
            offset: 0.62,
            easing: 'ease-in',
          },
          { transform: transformAt(box, materiaBox, 0.4, 380), opacity: 0 },
        ],
        { delay: i * 18, duration: 760 },
      );
    });
  };
}

/** @param {SceneContext} x */
function ending({ ctx, event }) {
  const words = eventLine(ctx, event.logEvent, 0, [event.logEvent]);
  return (/** @type {SceneLayer} */ layer) =>
    banner(layer, ctx.t('story.last.title'), words, { duration: 1000 });
}

/**
 * Highlights the face of the player whose day begins. The viewer's own day also begins with morning
 * light.
 *
 * @param {SceneContext} scene
 */
function day(scene) {
  const { event, ctx } = scene;
  const playerFace = placesFor(scene).face(event.seat);
  return (/** @type {SceneLayer} */ layer) => {
    if (event.seat === ctx.seat) light(layer, 'dawn', { duration: 690 });
    flash(layer, playerFace, { duration: 620, size: (playerFace?.width ?? 40) * 2.6 });
  };
}
