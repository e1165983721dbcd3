// The scenes of losses: a card strikes other players, a card is sacrificed, and a card takes its toll.
// A card comes forward first, then the blow flies, and only then does anything change.

import { html, svg } from '../../vendor/lit-html/lit-html.js';
import { playerOf } from '../../core/seats.js';
import {
  centre,
  flash,
  floatChange,
  fly,
  scaleOfScreen,
  shake,
  thread,
  transformAt,
} from '../../scenes/effects.js';
import { avatar, icon } from '../../ui/pieces.js';
import { cardShown } from './cards.js';
import { attacksOf } from './scene-events.js';
import { countCrystals, largeSize, placesFor } from './scene-parts.js';

/** @import { Place, SceneLayer } from '../../scenes/stage.js' */
/** @import { Point } from '../../scenes/effects.js' */
/** @import { Victim } from './scene-events.js' */
/** @import { RowCard, SceneContext } from './scene-parts.js' */
/** @typedef {ReturnType<typeof placesFor>} Places */

/** The times of an attack in milliseconds. `next` is the delay of each further attack. */
const times = { rise: 150, high: 670, strike: 1120, hit: 1320, back: 2050, home: 2500, next: 220 };
/** The time from the blow until a lost card flies to the discards, and the duration of its flight. */
const [crackMs, flightMs] = [450, 800];

/**
 * The victims of an attack, with their places.
 *
 * @param {Places} places
 * @param {readonly Victim[]} victims
 */
const targetsOf = (places, victims) =>
  victims.map((victim) => ({
    victim,
    face: places.face(victim.seat),
    counter: places.crystalCounter(victim.seat),
  }));

/**
 * One or several cards strike players. Each comes to the middle of the screen, strikes and goes back.
 *
 * @param {SceneContext} scene
 */
export function attack(scene) {
  const places = placesFor(scene);
  const attacks = attacksOf(scene.event);
  const prepared = attacks.map((one, i) => ({
    one,
    place: places.card(one.id ?? 0) ?? places.seat(one.seat),
    face: places.face(one.seat),
    middle: middleOf(i, attacks.length),
    targets: targetsOf(places, one.victims ?? []),
  }));
  return (/** @type {SceneLayer} */ layer) => {
    dim(layer);
    // A seat that several cards strike counts its crystals once, from the first blow on.
    /** @type {Set<string>} */
    const counted = new Set();
    prepared.forEach(({ one, place, face, middle, targets }, i) => {
      const delay = i * times.next;
      leanIn(layer, scene, face, one.seat, delay);
      strike(layer, scene, one.card ?? 0, {
        place,
        middle,
        target: targets[0]?.face ?? null,
        delay,
      });
      for (const { victim, face: hitFace, counter } of targets) {
        const end = counter ?? hitFace;
        if (!end) continue;
        blowTo(layer, middle, end, delay);
        hurt(layer, scene, hitFace, victim.seat, delay + times.hit);
        floatChange(
          layer,
          end,
          -(victim.crystals || victim.tokens + victim.cards),
          delay + times.hit,
        );
        if (!victim.crystals || counted.has(victim.seat)) continue;
        counted.add(victim.seat);
        countCrystals(layer, scene, counter, victim.seat, {
          delay: delay + times.hit + 60,
          duration: 520,
        });
      }
    });
  };
}

/**
 * A card in play takes crystals from other players, such as Figrim the Avaricious at a new season.
 * The crystals fly to its owner.
 *
 * @param {SceneContext} scene
 */
export function toll(scene) {
  const places = placesFor(scene);
  const attacks = attacksOf(scene.event).map((one) => ({
    place: places.card(one.id ?? 0) ?? places.seat(one.seat),
    purse: places.crystalCounter(one.seat) ?? places.seat(one.seat),
    targets: targetsOf(places, one.victims ?? []),
  }));
  return (/** @type {SceneLayer} */ layer) => {
    /** @type {Set<string>} */
    const counted = new Set();
    attacks.forEach(({ place, purse, targets }, i) => {
      const delay = i * times.next;
      layer.move(
        place?.element,
        [
          { transform: 'none' },
          { transform: 'translateY(-.8rem) scale(1.05)', offset: 0.3 },
          { transform: 'none' },
        ],
        { delay, duration: 900 },
      );
      targets.forEach(({ victim, face, counter }, k) => {
        const from = counter ?? face;
        const at = delay + 350 + k * 90;
        const gems = Array.from({ length: Math.min(4, victim.crystals) }, () => icon('crystal'));
        fly(layer, gems, from, purse, { delay: at, duration: 620, size: 28 * scaleOfScreen() });
        hurt(layer, scene, face, victim.seat, at + 80);
        if (from) floatChange(layer, from, -victim.crystals, at);
        if (counted.has(victim.seat)) return;
        counted.add(victim.seat);
        countCrystals(layer, scene, counter, victim.seat, { delay: at + 60, duration: 320 });
      });
    });
  };
}

/**
 * A card is sacrificed. If another player's card demands it, that card strikes it first.
 *
 * @param {SceneContext} scene
 */
export function sacrifice(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const cardPlace = places.card(event.id ?? 0);
  const place = cardPlace ?? places.seat(event.seat);
  const face = places.face(event.seat);
  const discards = places.discards();
  scene.row.cards = cardPlace ? cardsBeside(cardPlace.element) : [];
  const { by } = event;
  const attacker = by && {
    by,
    place: places.card(by.id ?? 0) ?? places.seat(by.seat),
    face: places.face(by.seat),
  };
  return (/** @type {SceneLayer} */ layer) => {
    const hit = attacker ? times.hit : 120;
    if (attacker) {
      const middle = middleOf(0, 1);
      dim(layer);
      leanIn(layer, scene, attacker.face, attacker.by.seat, 0);
      strike(layer, scene, attacker.by.card ?? 0, {
        place: attacker.place,
        middle,
        target: place,
        delay: 0,
      });
      if (place) blowTo(layer, middle, place, 0);
    }
    hurt(layer, scene, face, event.seat, hit);
    const flyer = loseCard(layer, scene, event.card ?? 0, place, discards, hit);
    if (cardPlace && flyer) layer.standInFor(cardPlace.element, flyer, 'opacity');
  };
}

/**
 * The cards in the same row as a card, with their places.
 *
 * @param {Element} element
 * @returns {RowCard[]}
 */
function cardsBeside(element) {
  const cards = /** @type {NodeListOf<HTMLElement>} */ (
    element.closest('ul')?.querySelectorAll('[data-card]') ?? []
  );
  return [...cards].map((card) => {
    const { left, top } = card.getBoundingClientRect();
    return { ref: card.dataset.card ?? '', left, top };
  });
}

/**
 * The row of a lost card closes: the cards beside it move to their new places.
 *
 * @param {SceneContext} scene
 */
export function closeRow({ row, findPlace }) {
  const moved = row.cards.flatMap(({ ref, left, top }) => {
    const place = findPlace(`main [data-card="${ref}"]`);
    if (!place || (place.left === left && place.top === top)) return [];
    return { element: place.element, x: left - place.left, y: top - place.top };
  });
  return (/** @type {SceneLayer} */ layer) => {
    for (const { element, x, y } of moved)
      layer.move(element, [{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: 320,
      });
  };
}

/**
 * The place of a card in the middle of the screen, side by side with others.
 *
 * @param {number} index
 * @param {number} n the number of cards
 * @returns {Point}
 */
function middleOf(index, n) {
  const { x, y } = centre();
  return { x: x + (index - (n - 1) / 2) * largeSize().width * 1.1, y };
}

/** @param {SceneLayer} layer */
function dim(layer) {
  layer.move(
    layer.put(null, 'veil'),
    [
      { opacity: 0 },
      { opacity: 1, offset: 0.12 },
      { opacity: 1, offset: 0.8, easing: 'linear' },
      { opacity: 0 },
    ],
    { delay: times.rise, duration: 2500 },
  );
}

/**
 * The face of the player whose card strikes leans in.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {Place | null} place
 * @param {string} seat
 * @param {number} delay
 */
function leanIn(layer, scene, place, seat, delay) {
  const face = putFace(layer, scene, place, seat, 'glad');
  layer.move(
    face,
    [
      { transform: 'none', opacity: 0 },
      { transform: 'none', opacity: 1, offset: 0.02 },
      { transform: 'scale(1.3) rotate(-4deg)', opacity: 1, offset: 0.3 },
      { transform: 'none', opacity: 1, offset: 0.9 },
      { transform: 'none', opacity: 0 },
    ],
    { delay, duration: 1900 },
  );
}

/**
 * The face of a player who loses something shows it from the blow on, and shakes.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {Place | null} place
 * @param {string} seat
 * @param {number} delay
 */
function hurt(layer, scene, place, seat, delay) {
  const face = putFace(layer, scene, place, seat, 'hit');
  layer.move(face, [{ opacity: 0 }, { opacity: 1, offset: 0.02 }, { opacity: 1 }, { opacity: 0 }], {
    delay,
    duration: 1500,
    easing: 'linear',
  });
  shake(layer, face?.firstElementChild ?? undefined, delay);
}

/**
 * Puts a face over that of the page.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {Place | null} place
 * @param {string} seat
 * @param {'glad' | 'hit'} mood
 */
function putFace(layer, { ctx }, place, seat, mood) {
  // Without a face on the page the place is that of the whole seat.
  if (!place || place.width > 3 * place.height) return null;
  return layer.put(
    html`<span data-mood=${mood}>${avatar(playerOf(ctx, seat).icon)}</span>`,
    'flyer faced',
    place,
  );
}

/**
 * A card comes to the middle of the screen, draws back, strikes, and goes back.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {number} card
 * @param {{place: Place | null, middle: Point, target: Point | null, delay: number}} options
 */
function strike(layer, { ctx }, card, { place, middle, target, delay }) {
  const box = largeSize();
  const start = place ?? middle;
  const small = place ? Math.min(1, Math.max(0.25, place.width / box.width)) : 0.5;
  const angle = target ? Math.atan2(target.y - middle.y, target.x - middle.x) : Math.PI / 2;
  const towards = (/** @type {number} */ distance) => ({
    x: middle.x + Math.cos(angle) * distance,
    y: middle.y + Math.sin(angle) * distance,
  });
  const at = (/** @type {number} */ time) => (time - times.rise) / (times.home - times.rise);
  layer.move(
    layer.put(cardShown(ctx, card, { size: 'big' }), 'flyer lifted', box),
    [
      { transform: transformAt(start, box, small), opacity: 0 },
      { transform: transformAt(start, box, small), opacity: 1, offset: 0.02 },
      { transform: transformAt(middle, box, 1, -2), opacity: 1, offset: at(times.high) },
      { transform: transformAt(middle, box, 1, -2), offset: at(times.strike - 240) },
      {
        transform: transformAt(towards(-0.14 * box.height), box, 1.02, -5),
        offset: at(times.strike),
        easing: 'cubic-bezier(.6, 0, 1, .5)',
      },
      {
        transform: transformAt(towards(0.1 * box.height), box, 1.06, 2),
        offset: at(times.strike + 130),
      },
      { transform: transformAt(middle, box, 1, -2), offset: at(times.strike + 420) },
      { transform: transformAt(middle, box, 1, -2), opacity: 1, offset: at(times.back) },
      { transform: transformAt(start, box, small), opacity: 1, offset: 0.96 },
      { transform: transformAt(start, box, small), opacity: 0 },
    ],
    { delay: delay + times.rise, duration: times.home - times.rise },
  );
}

/**
 * A blow flies from the edge of the card in the middle to its target.
 *
 * @param {SceneLayer} layer
 * @param {Point} middle
 * @param {Point} end
 * @param {number} delay
 */
function blowTo(layer, middle, end, delay) {
  const box = largeSize();
  const angle = Math.atan2(end.y - middle.y, end.x - middle.x);
  const reach = Math.min(
    box.width / 2 / Math.abs(Math.cos(angle) || 1e-3),
    box.height / 2 / Math.abs(Math.sin(angle) || 1e-3),
  );
  const start = { x: middle.x + Math.cos(angle) * reach, y: middle.y + Math.sin(angle) * reach };
  // The thread has grown after 0.42 of its duration.
  const growMs = times.hit - times.strike;
  thread(layer, start, end, { delay: delay + times.strike, duration: growMs / 0.42 });
  flash(layer, end, { delay: delay + times.hit - 40, size: 120 * scaleOfScreen(), cls: 'fire' });
}

/** The crack in a card that is lost, in a box of 130 by 180. */
const crackLine =
  'M58-4 70 34 52 62 78 92 60 120 84 150 74 186M70 34 104 22M78 92 128 104M52 62 8 74';

/**
 * A card shakes, cracks, and flies to the discards. Returns what flies.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {number} card
 * @param {Place | null} place
 * @param {Place | null} discards
 * @param {number} hit time of the blow in milliseconds
 */
function loseCard(layer, { ctx }, card, place, discards, hit) {
  if (!place) return null;
  const box = largeSize();
  const small = Math.min(1, Math.max(0.25, place.width / box.width));
  const flyer = layer.put(
    html`${cardShown(ctx, card, { size: 'big' })}<svg class="crack" viewBox="0 0 130 180"
        preserveAspectRatio="none">${svg`<path d=${crackLine}></path><path class="core" d=${crackLine}></path>`}</svg>`,
    'flyer lifted',
    box,
  );
  const end = discards ?? { x: place.x, y: place.y + place.height };
  const endScale = discards ? Math.min(small, (discards.width / box.width) * 1.2) : small * 0.5;
  const total = hit + crackMs + flightMs;
  const beside = (/** @type {number} */ x) =>
    transformAt({ x: place.x + x, y: place.y }, box, small);
  const raised = transformAt({ x: place.x, y: place.y - place.height * 0.25 }, box, small, 6);
  layer.move(
    flyer,
    [
      { transform: beside(0), opacity: 1 },
      ...[0, -7, 7, -5, 4, 0].map((x, i) => ({
        transform: beside(x),
        opacity: 1,
        offset: (hit + i * 60) / total,
        easing: 'linear',
      })),
      { transform: beside(0), opacity: 1, offset: (hit + crackMs) / total },
      { transform: raised, opacity: 1, offset: (hit + crackMs + flightMs * 0.35) / total },
      { transform: transformAt(end, box, endScale, 26), opacity: 1, offset: 0.96 },
      { transform: transformAt(end, box, endScale, 26), opacity: 0 },
    ],
    { duration: total },
  );
  layer.move(flyer.querySelector('.crack'), [{ opacity: 0 }, { opacity: 1 }], {
    delay: hit,
    duration: 60,
  });
  return flyer;
}
