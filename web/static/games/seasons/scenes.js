// The scenes of Seasons: the animations of updates, and the summaries that the question bar shows.

import { html } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';
import {
  banner,
  centre,
  flash,
  floatChange,
  fly,
  transformAt,
  thread,
  scaleOfScreen,
} from '../../scenes/effects.js';
import { energy, icon } from '../../ui/pieces.js';
import { cardShown, scene as picture } from './cards.js';
import { eventLine } from './log.js';
import { pictureWidth } from './cube.js';
import { throwDice } from './dice-throw.js';
import { cardOf, energies, expandCounts, numberIn, romans, timeDie } from './facts.js';
import { changesOf, isNeededByAnswer } from './scene-changes.js';
import { loadFiles } from '../../core/i18n.js';
import { styleSheet } from '../../ui/style-sheet.js';
import { attack, closeRow, sacrifice, toll } from './scene-attack.js';
import { attacksOf, durationOf, sceneKinds, sceneEventsOf } from './scene-events.js';
import { changeLand } from './scene-land.js';
import { countCrystals, energyIcons, largeSize, placesFor } from './scene-parts.js';
import { cardLink, join, nameOf } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Renderable, LogEvent, UpdateScenes } from '../../core/types.js' */
/** @import { FindPlace, Place, Scene, SceneLayer } from '../../scenes/stage.js' */
/** @import { ValueChange } from '../../scenes/held-values.js' */
/** @import { Ctx } from './types.js' */
/** @import { SceneEvent } from './scene-events.js' */
/** @import { Before, SceneContext } from './scene-parts.js' */

export { isNeededByAnswer };

/** The weight from which the bar shows the summary of an update even beside a question. */
const importantFrom = 5;
/** The kinds of scenes in which the season token moves. */
const seasonKinds = ['walk', 'season', 'year'];
/** The limits of an update with a heavy scene. Other updates have the usual limits. */
const heavyLimits = { maxScenes: 6, maxTotalMs: 5900 };
/** The limits of an update with the ceremony of a year's end. */
const yearLimits = { maxScenes: 6, maxTotalMs: 8000 };

/**
 * The module of the ceremony, null until it is loaded.
 *
 * @type {typeof import('./ceremony.js') | null}
 */
let ceremonyModule = null;
/** Whether the module of the ceremony is being loaded or loaded. */
let isCeremonyRequested = false;
/** The space of the season token from which the ceremony is loaded. */
const lateSpace = 7;

/** Loads the ceremony. Without it the year's end has the scene of the first year. */
async function loadCeremony() {
  if (isCeremonyRequested) return;
  isCeremonyRequested = true;
  try {
    const module = await import('./ceremony.js');
    await Promise.all([loadFiles(module.texts), styleSheet(module.css)]);
    ceremonyModule = module;
  } catch {
    isCeremonyRequested = false;
  }
}

/**
 * The ceremony of a year's end, null if the scene has none.
 *
 * @param {SceneEvent} event
 * @param {boolean} isHeld
 */
const ceremonyOf = (event, isHeld) =>
  event.kind === 'year' && (event.year ?? 1) > 1 && isHeld ? ceremonyModule : null;

/**
 * Makes the scenes of an update and the summary for the question bar.
 *
 * @param {Ctx} ctx
 * @param {Before} before
 * @param {readonly LogEvent[]} events of the update
 * @param {boolean} [isHeld] whether the table shows the changes of the scenes only when they are
 *   played
 * @returns {UpdateScenes}
 */
export function scenesOf(ctx, before, events, isHeld = true) {
  if (ctx.public.space >= lateSpace) void loadCeremony();
  const sceneEvents = sceneEventsOf(ctx, events);
  const changes = isHeld ? changesOf(before?.public, ctx, sceneEvents) : [];
  let crystals = Object.fromEntries(
    Object.entries(before?.public.seats ?? {}).map(([key, seat]) => [key, seat.crystals]),
  );
  const scenes = sceneEvents.map((event, i) => {
    const { weight, sound } = must(sceneKinds[event.kind]);
    // Each scene starts with the numbers of crystals at the end of the previous scene.
    const from = crystals;
    crystals = { ...from, ...crystalsIn(changes[i] ?? []) };
    const hasMoved = sceneEvents.slice(0, i).some(({ kind }) => seasonKinds.includes(kind));
    const row = { cards: [] };
    const scene = { ctx, before, event, isHeld, hasMoved, row, from, to: crystals };
    return {
      kind: event.kind,
      duration: ceremonyOf(event, isHeld)?.ceremonyMs ?? durationOf(event),
      weight,
      sound,
      changes: changes[i],
      prepare: (/** @type {FindPlace} */ findPlace) =>
        must(prepareByKind[event.kind])({ ...scene, findPlace }),
      freeze: (/** @type {FindPlace} */ findPlace, /** @type {Scene} */ current) =>
        frozenUntil({ ...scene, findPlace }, current.kind),
      ...(isHeld &&
        afterByKind[event.kind] && {
          after: (/** @type {FindPlace} */ findPlace) =>
            must(afterByKind[event.kind])({ ...scene, findPlace }),
        }),
    };
  });
  const main = sceneEvents.reduce(
    (best, sceneEvent) => (!best || weightOf(sceneEvent) > weightOf(best) ? sceneEvent : best),
    /** @type {SceneEvent | null} */ (null),
  );
  const isHeavy = !!main && weightOf(main) >= importantFrom;
  return {
    scenes,
    summary: main && summaryOf(ctx, main, events),
    important: isHeavy,
    limits: isHeavy && isHeld ? limitsOf(sceneEvents) : undefined,
  };
}

/** @param {readonly SceneEvent[]} sceneEvents */
const limitsOf = (sceneEvents) =>
  sceneEvents.some((event) => ceremonyOf(event, true)) ? yearLimits : heavyLimits;

/**
 * The crystals after the changes of a scene, by the keys of the seats that they concern.
 *
 * @param {readonly ValueChange[]} changes
 * @returns {Record<string, number>}
 */
function crystalsIn(changes) {
  return Object.fromEntries(
    changes
      .map(({ path, after }) => /** @type {const} */ ([path.split('.'), Number(after)]))
      .filter(([[, , name]]) => name === 'crystals')
      .map(([[, seat = ''], n]) => [seat, n]),
  );
}

/** @param {SceneEvent} event */
const weightOf = ({ kind }) => must(sceneKinds[kind]).weight;

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
  if (event.kind === 'attack') return withPicture(ctx, event.card, attacksWords(ctx, event));
  if (event.kind === 'sacrifice' && event.by)
    return withPicture(ctx, event.card, sacrificeWords(ctx, event, event.by));
  if (event.kind === 'season')
    return html`${ctx.t('story.season', { season: ctx.t(`season.${event.season}`) })}`;
  if (event.kind === 'year') return html`${ctx.t('story.year', { year: romans[event.year ?? 1] })}`;
  if (event.kind === 'last') return html`${ctx.t('story.last')}`;
  if (!event.seat || event.seat === ctx.seat) return null;
  const line = eventLine(ctx, event.logEvent, events.indexOf(event.logEvent), events);
  if (typeof line === 'symbol') return null;
  const [first] = event.cards ?? [];
  return importantFrom > weightOf(event) ? line : withPicture(ctx, event.card ?? first, line);
}

/**
 * A line of the question bar, with the small picture of its card in front.
 *
 * @param {Ctx} ctx
 * @param {number | undefined} card
 * @param {Renderable} words
 */
const withPicture = (ctx, card, words) =>
  card
    ? html`<span class="mark-card" aria-hidden="true">${picture(cardOf(ctx, card))}</span> ${words}`
    : words;

/**
 * Describes the attacks of a scene: those on the viewer, or else all.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 */
function attacksWords(ctx, event) {
  const attacks = attacksOf(event);
  const own = attacks.filter(({ victims = [] }) => victims.some(({ seat }) => seat === ctx.seat));
  return html`${(own.length ? own : attacks).map(
    (one, i) => html`${i ? '. ' : ''}${attackWords(ctx, one)}`,
  )}`;
}

/**
 * Describes a sacrifice with the card that demands it.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 * @param {import('./scene-events.js').CardActor} by
 */
function sacrificeWords(ctx, { seat, card = 0 }, by) {
  const ownSuffix = by.seat === ctx.seat ? '.yours' : '';
  const suffix = seat === ctx.seat ? '.you' : ownSuffix;
  return html`${richParts(ctx.t, `story.sacrifice${suffix}`, {
    name: nameOf(ctx, by.seat),
    card: cardLink(ctx, by.card),
    who: nameOf(ctx, seat),
    lost: cardLink(ctx, card),
  })}`;
}

/**
 * Describes an attack with the card, its owner and the losses. If the viewer is a victim, describes
 * only the viewer's losses.
 *
 * @param {Ctx} ctx
 * @param {SceneEvent} event
 */
function attackWords(ctx, { seat, card = 0, victims = [] }) {
  const ownLoss = victims.find((victim) => victim.seat === ctx.seat);
  const list = ownLoss ? [ownLoss] : victims;
  const name = cardLink(ctx, card);
  const losses = list.map((victim) => lostWords(ctx, victim));
  const ownSuffix = seat === ctx.seat ? '.yours' : '';
  const args = { name: nameOf(ctx, seat), card: name };
  if (new Set(losses).size > 1)
    return html`${richParts(ctx.t, `story.attack${ownSuffix}.each`, {
      ...args,
      list: join(
        ctx,
        list.map(({ seat: key }, i) =>
          ctx.t('story.loses', { who: nameOf(ctx, key), what: losses[i] }),
        ),
      ),
    })}`;
  const who = ownLoss
    ? ''
    : join(
        ctx,
        list.map((victim) => nameOf(ctx, victim.seat)),
      );
  const manySuffix = list.length > 1 ? '.many' : '';
  const key = `story.attack${ownSuffix}${ownLoss ? '.you' : manySuffix}`;
  return html`${richParts(ctx.t, key, { ...args, who, what: losses[0] })}`;
}

/**
 * @param {Ctx} ctx
 * @param {import('./scene-events.js').Victim} victim
 */
const lostWords = (ctx, victim) =>
  join(
    ctx,
    /** @type {const} */ (['crystals', 'tokens', 'cards']).flatMap((kind) =>
      victim[kind] ? ctx.t(`story.lost.${kind}`, { n: victim[kind] }) : [],
    ),
  );

/**
 * The elements that are hidden until the scene begins: a card that the viewer has summoned, which can
 * be used before, and the dice of a roll, or the old ones once the season token has moved.
 *
 * @param {SceneContext} scene
 * @param {string | undefined} currentKind the kind of the scene that is being played
 */
function frozenUntil(scene, currentKind) {
  const hidden = hiddenPlaces(scene, currentKind);
  return hidden.flatMap((place) =>
    place
      ? {
          element: place.element,
          draw: (/** @type {SceneLayer} */ layer) =>
            layer.standInFor(place.element, layer.put(null, 'flyer'), 'opacity'),
        }
      : [],
  );
}

/**
 * The places of these elements.
 *
 * @param {SceneContext} scene
 * @param {string | undefined} currentKind
 */
function hiddenPlaces(scene, currentKind) {
  const { event, ctx, findPlace, isHeld } = scene;
  if (event.kind === 'summon') return [findPlace(`main [data-card="play:${event.id}"]`)];
  if (event.kind !== 'roll') return [];
  // A roll that covers all dice follows the end of a round, whose dice lie there until then.
  const areOldDice = isHeld && !isNeededByAnswer(ctx, 'dice');
  if (areOldDice && (!scene.hasMoved || seasonKinds.includes(currentKind ?? ''))) return [];
  const { dieSlot } = placesFor(scene);
  return (event.dice ?? []).map((number) => dieSlot(number));
}

/**
 * What follows once the table shows what a scene has changed.
 *
 * @type {Record<string, (scene: SceneContext) => (layer: SceneLayer) => void>}
 */
const afterByKind = { season: turnRates, sacrifice: closeRow };

/** @type {Record<string, (scene: SceneContext) => (layer: SceneLayer) => void>} */
const prepareByKind = {
  attack: (scene) => (scene.event.isToll ? toll(scene) : attack(scene)),
  sacrifice,
  given: give,
  give,
  back: takeBack,
  year,
  last,
  season,
  summon,
  transmute,
  activate,
  roll,
  take,
  walk,
  gain,
  pay,
  draw,
};

/**
 * Lifts a card from its place, shows it large, and puts it back.
 *
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {number} card
 * @param {Place | null} place
 * @param {number} duration
 */
function liftCard(layer, ctx, card, place, duration) {
  const box = largeSize();
  const start = place ?? centre();
  const margin = 12 + box.width / 2;
  const up = {
    x: Math.max(
      margin,
      Math.min(
        innerWidth - margin,
        start.x + (start.x > innerWidth / 2 ? -0.45 : 0.45) * box.width,
      ),
    ),
    // In the lower part of the window, lift the card above the question bar.
    y: Math.max(
      box.height / 2 + 56,
      Math.min(
        innerHeight - box.height / 2 - 12,
        start.y + (start.y > innerHeight * 0.55 ? -0.42 : 0.22) * box.height,
      ),
    ),
  };
  const small = place ? Math.max(0.25, place.width / box.width) : 0.5;
  layer.move(
    layer.put(cardShown(ctx, card, { size: 'big' }), 'flyer lifted', box),
    [
      { transform: transformAt(start, box, small), opacity: 0 },
      { transform: transformAt(up, box, 1, -2), opacity: 1, offset: 0.2 },
      { transform: transformAt(up, box, 1, -2), opacity: 1, offset: 0.84, easing: 'ease-in' },
      { transform: transformAt(start, box, small), opacity: 0 },
    ],
    { duration },
  );
  return { box, up };
}

/**
 * Moves a card from one hand to another.
 *
 * @param {SceneContext} scene
 */
function give(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const [from, to] = [places.hand(event.seat), places.hand(event.to ?? '')];
  return (/** @type {SceneLayer} */ layer) =>
    flyCards(layer, scene.ctx, [from, to], event.cards ?? [], 1, 0);
}

/**
 * Moves a card from play back to the hand.
 *
 * @param {SceneContext} scene
 */
function takeBack(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const [from, to] = [
    places.card(event.id ?? 0) ?? places.seat(event.seat),
    places.hand(event.seat),
  ];
  return (/** @type {SceneLayer} */ layer) =>
    flyCards(layer, scene.ctx, [from, to], event.card ? [event.card] : [], 1, 0);
}

/** @param {SceneContext} scene */
function summon(scene) {
  const { ctx, event } = scene;
  const places = placesFor(scene);
  const [start, end, face] = [
    places.hand(event.seat),
    places.card(event.id ?? 0, event.seat),
    places.face(event.seat),
  ];
  const [reserve, counter] = [places.reserve(event.seat), places.crystalCounter(event.seat)];
  return (/** @type {SceneLayer} */ layer) => {
    const box = largeSize();
    const middle = end
      ? {
          x: (end.x + 2 * centre().x) / 3,
          y: Math.max(box.height * 0.62, (end.y + 2 * centre().y) / 3),
        }
      : centre();
    fly(layer, energyIcons(event), reserve, middle, { duration: 400, stagger: 40 });
    if (event.crystals)
      countCrystals(layer, scene, counter, event.seat, {
        delay: 100,
        duration: 300,
      });
    flash(layer, middle, { delay: 260, duration: 520, size: box.height * 1.5 });
    layer.move(
      layer.put(cardShown(ctx, event.card ?? 0, { size: 'big' }), 'flyer lifted', box),
      [
        { transform: transformAt(start ?? middle, box, 0.4, 8), opacity: 0 },
        { transform: transformAt(middle, box, 1.04, 0), opacity: 1, offset: 0.34 },
        {
          transform: transformAt(middle, box, 1, 0),
          opacity: 1,
          offset: 0.72,
          easing: 'cubic-bezier(.6, 0, .8, .4)',
        },
        {
          transform: transformAt(
            end ?? middle,
            box,
            end ? Math.max(0.25, end.width / box.width) : 0.6,
          ),
          opacity: end ? 1 : 0,
          offset: 0.96,
        },
        {
          transform: transformAt(
            end ?? middle,
            box,
            end ? Math.max(0.25, end.width / box.width) : 0.6,
          ),
          opacity: 0,
        },
      ],
      { duration: 1000 },
    );
    layer.move(end?.element, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], {
      duration: 980,
    });
    flash(layer, end, { delay: 900, duration: 260, size: (end?.width ?? 90) * 1.6 });
    layer.mark(face?.element, 'data-mood', 'glad');
  };
}

/** @param {SceneContext} scene */
function activate(scene) {
  const { ctx, event } = scene;
  const places = placesFor(scene);
  const [place, reserve, counter] = [
    places.card(event.id ?? 0),
    places.reserve(event.seat),
    places.crystalCounter(event.seat),
  ];
  return (/** @type {SceneLayer} */ layer) => {
    liftCard(layer, ctx, event.card ?? 0, place ?? places.seat(event.seat), 700);
    fly(layer, energyIcons(event), reserve, place, { duration: 420, stagger: 40 });
    if (event.crystals)
      countCrystals(layer, scene, counter, event.seat, {
        delay: 160,
        duration: 300,
      });
  };
}

/** @param {SceneContext} scene */
function transmute(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const [reserve, wheel, counter, face] = [
    places.reserve(event.seat),
    places.wheel(),
    places.crystalCounter(event.seat),
    places.face(event.seat),
  ];
  return (/** @type {SceneLayer} */ layer) => {
    const middle = wheel ?? centre();
    fly(layer, energyIcons(event), reserve, middle, { duration: 430, stagger: 35 });
    flash(layer, middle, { delay: 360, duration: 420, size: 170 * scaleOfScreen(), cls: 'ice' });
    const gems = Math.min(7, event.crystals ?? 0);
    fly(
      layer,
      Array.from({ length: gems }, () => icon('crystal')),
      middle,
      counter,
      { delay: 420, duration: 430, stagger: 28, size: 28 * scaleOfScreen() },
    );
    raiseCrystals(layer, scene, counter, 560);
    layer.mark(face?.element, 'data-mood', 'glad');
  };
}

/**
 * Counts a player's crystals up and floats the gain.
 *
 * @param {SceneLayer} layer
 * @param {SceneContext} scene
 * @param {Place | null} counter
 * @param {number} delay
 */
function raiseCrystals(layer, scene, counter, delay) {
  const { seat, crystals: n } = scene.event;
  if (!n) return;
  countCrystals(layer, scene, counter, seat, { delay, duration: 320 });
  floatChange(layer, counter, n, delay);
}

/** @param {SceneContext} scene */
function gain(scene) {
  const { ctx, event } = scene;
  const places = placesFor(scene);
  const [reserve, counter, face] = [
    places.reserve(event.seat),
    places.crystalCounter(event.seat),
    places.face(event.seat),
  ];
  // Gains from a card fly from the card, other gains from the player's die.
  const cardEntry = Object.entries(ctx.public.seats[event.seat]?.play ?? {}).find(
    ([, it]) => it.card === event.card,
  );
  const dieEntry = Object.entries(ctx.public.dice ?? {}).find(
    ([, die]) => die.taken === event.seat,
  );
  const source =
    (cardEntry && places.card(Number(cardEntry[0].slice(1)))) ??
    (dieEntry && !event.card ? places.die(Number(dieEntry[0].replace(/\D/g, ''))) : null) ??
    face;
  return (/** @type {SceneLayer} */ layer) => {
    fly(layer, energyIcons(event), source, reserve);
    if (event.crystals)
      fly(
        layer,
        Array.from({ length: Math.min(5, event.crystals) }, () => icon('crystal')),
        source,
        counter,
        { stagger: 36, size: 26 * scaleOfScreen() },
      );
    raiseCrystals(layer, scene, counter, 340);
  };
}

/** @param {SceneContext} scene */
function pay(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const [reserve, counter, wheel] = [
    places.reserve(event.seat),
    places.crystalCounter(event.seat),
    places.wheel(),
  ];
  return (/** @type {SceneLayer} */ layer) => {
    fly(layer, energyIcons(event), reserve, wheel, { stagger: 40 });
    if (!event.crystals) return;
    countCrystals(layer, scene, counter, event.seat, {
      delay: 120,
      duration: 320,
    });
    floatChange(layer, counter, event.crystals, 80);
  };
}

/** @param {SceneContext} scene */
function draw(scene) {
  const places = placesFor(scene);
  const [pile, hand] = [places.draw(), places.hand(scene.event.seat)];
  return (/** @type {SceneLayer} */ layer) =>
    flyCards(
      layer,
      scene.ctx,
      [pile, hand],
      scene.event.cards ?? [],
      Math.min(4, scene.event.n ?? 1),
      0,
    );
}

/**
 * Animates cards that fly into a hand. The first cards are face up, the rest are face down.
 *
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {readonly [from: Place | null, to: Place | null]} way
 * @param {readonly number[]} cards numbers of the cards to show face up
 * @param {number} n the number of cards that fly
 * @param {number} delay
 */
function flyCards(layer, ctx, [from, to], cards, n, delay) {
  if (!from || !to) return;
  const back = { width: 84 * scaleOfScreen(), height: 118 * scaleOfScreen() };
  const face = largeSize();
  for (let i = 0; i < n; i++) {
    const card = cards[i];
    const box = card ? face : back;
    // Cards that are face up are larger than others and overlap less, so that they can be read.
    const size = card ? (back.height * 1.7) / face.height : 1;
    const turn = (i - (n - 1) / 2) * 5;
    const end = {
      x: to.x + (i - (n - 1) / 2) * Math.min(box.width * size * 0.8, to.width / (n + 1)),
      y: to.y,
    };
    layer.move(
      card
        ? layer.put(cardShown(ctx, card, { size: 'big' }), 'flyer lifted', box)
        : layer.put(html`${icon('library')}`, 'flyer cardback', box),
      [
        { transform: transformAt(from, box, size * 0.5, 14), opacity: 0 },
        { transform: transformAt(from, box, size * 0.9, 10), opacity: 1, offset: 0.18 },
        { transform: transformAt(end, box, size, turn), opacity: 1, offset: card ? 0.6 : 0.86 },
        ...(card
          ? [{ transform: transformAt(end, box, size, turn), opacity: 1, offset: 0.86 }]
          : []),
        { transform: transformAt(end, box, size, 0), opacity: 0 },
      ],
      { delay: delay + i * 90, duration: card ? 600 : 460 },
    );
  }
}

/** @param {SceneContext} scene */
function take(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const [number = 0] = event.dice ?? [];
  const [die, face] = [places.die(number), places.face(event.seat)];
  return (/** @type {SceneLayer} */ layer) => {
    if (!die) return;
    const lifted = layer.put(die.element.cloneNode(true), 'flyer', die);
    lifted.style.setProperty('--die', `${die.width / pictureWidth}px`);
    layer.standInFor(die.element, lifted, 'opacity');
    layer.move(
      lifted,
      [
        { transform: 'none', opacity: 1 },
        { transform: 'translateY(-14px) scale(1.12) rotate(-5deg)', offset: 0.35 },
        { transform: 'translateY(-14px) scale(1.12) rotate(4deg)', offset: 0.6 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 620 },
    );
    if (face) thread(layer, die, face, { delay: 80, duration: 560, cls: 'gold' });
    flash(layer, die, { duration: 420, size: die.width * 2 });
    layer.mark(face?.element, 'data-mood', 'glad');
  };
}

/**
 * Throws the dice of a new round from the side of the first player, or a die again from the side of
 * the player who rolls it.
 *
 * @param {SceneContext} scene
 */
function roll(scene) {
  const { ctx, event } = scene;
  const places = placesFor(scene);
  const from = places.seat(event.seat);
  const dice = (event.dice ?? []).flatMap((number) => {
    const place = places.die(number);
    const face = ctx.public.dice?.[`d${number}`]?.face;
    return place && face ? [{ number, place, face }] : [];
  });
  return (/** @type {SceneLayer} */ layer) => throwDice(layer, ctx, dice, from);
}

/**
 * Moves the season token along the wheel, space by space.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} token
 * @param {Place | null} wheel
 * @param {number} spaces
 * @param {{delay?: number, duration: number}} times
 */
function moveToken(layer, token, wheel, spaces, times) {
  if (!token || !wheel || !spaces) return;
  const [x, y] = [token.x - wheel.x, token.y - wheel.y];
  const radius = Math.hypot(x, y);
  const endAngle = Math.atan2(y, x);
  const steps = Math.min(6, Math.abs(spaces));
  const step = Math.sign(spaces) * (Math.PI / 6);
  const frames = [];
  for (let remaining = steps; remaining >= 0; remaining -= 0.5) {
    const angle = endAngle - remaining * step;
    // Between two spaces the token is further out.
    const out = Number.isInteger(remaining) ? radius : radius * 1.07;
    frames.push({
      transform: `translate(${(Math.cos(angle) * out - x).toFixed(2)}px, ${(Math.sin(angle) * out - y).toFixed(2)}px)`,
      easing: Number.isInteger(remaining) ? 'ease-in' : 'ease-out',
    });
  }
  const drawing = wheel.element.cloneNode();
  drawing.appendChild(token.element.cloneNode());
  const walker = layer.put(drawing, 'flyer', wheel);
  walker.style.opacity = '1';
  layer.standInFor(token.element, walker);
  layer.move(walker, frames, times);
}

/** @param {SceneContext} scene */
function walk(scene) {
  const places = placesFor(scene);
  const [token, wheel] = [places.token(), places.wheel()];
  return (/** @type {SceneLayer} */ layer) =>
    moveToken(layer, token, wheel, scene.event.moved ?? 0, { duration: 640 });
}

/** The times of a change of season, in milliseconds from the start of its scene. */
const seasonTimes = { pips: 100, token: 800, dice: 1250, land: 1300, rates: 2440, end: 2650 };
/** The time that an element stays hidden after its scene, until the page shows the new one. */
const hiddenTailMs = 1000;

/**
 * The die that no player has taken moves the season token, and the token brings the season.
 *
 * @param {SceneContext} scene
 */
function season(scene) {
  const { ctx, event, before } = scene;
  const places = placesFor(scene);
  const [token, wheel, rates] = [places.token(), places.wheel(), places.rates()];
  const hasOldDice = scene.isHeld && !isNeededByAnswer(ctx, 'dice');
  const numbers = hasOldDice ? Object.keys(before?.public.dice ?? {}).map(numberIn) : [];
  const dice = numbers.flatMap((number) => places.die(number) ?? []);
  const left = hasOldDice && before ? timeDie(before.public) : null;
  const leftDie = left && places.die(numberIn(left[0]));
  return (/** @type {SceneLayer} */ layer) => {
    const moved = event.moved ?? 0;
    if (leftDie && wheel) movePips(layer, ctx, leftDie, wheel, moved);
    moveToken(layer, token, wheel, moved, { delay: seasonTimes.token, duration: 700 });
    flash(layer, token, {
      delay: seasonTimes.token + 640,
      duration: 480,
      size: 150 * scaleOfScreen(),
    });
    dice.forEach(({ element }, i) =>
      hideUntilNext(layer, element, { opacity: 0 }, seasonTimes.dice + i * 40, 260),
    );
    const timing = {
      delay: seasonTimes.land,
      duration: seasonTimes.end - seasonTimes.land,
    };
    changeLand(layer, event.season ?? '', timing);
    nameSeason(layer, ctx, event.season ?? '', timing);
    if (scene.isHeld)
      hideUntilNext(
        layer,
        rates?.element,
        { transform: 'scaleY(0)' },
        seasonTimes.rates,
        seasonTimes.end - seasonTimes.rates,
      );
  };
}

/**
 * Moves an element of the page out of sight, where it stays until the next scene.
 *
 * @param {SceneLayer} layer
 * @param {Element | undefined} element
 * @param {Keyframe} end
 * @param {number} delay
 * @param {number} duration
 */
function hideUntilNext(layer, element, end, delay, duration) {
  const start = 'opacity' in end ? { opacity: 1 } : { transform: 'none' };
  const total = duration + hiddenTailMs;
  layer.move(element, [start, { ...end, offset: duration / total }, end], {
    delay,
    duration: total,
    easing: 'ease-in',
  });
}

/**
 * The pips of the die that is left over fly to the wheel.
 *
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {Place} die
 * @param {Place} wheel
 * @param {number} pips
 */
function movePips(layer, ctx, die, wheel, pips) {
  layer.move(
    die.element,
    [
      { transform: 'none' },
      { transform: 'translateY(-1.1rem) scale(1.08)', offset: 0.4 },
      { transform: 'none' },
    ],
    { duration: 620 },
  );
  const box = { width: 180, height: 36 };
  const words = layer.put(
    html`<b>${ctx.t('next.stay', { n: Math.abs(pips) })}</b>`,
    'float gain',
    box,
  );
  words.style.fontSize = `${Math.round(26 * scaleOfScreen())}px`;
  const above = { x: die.x, y: Math.max(box.height, die.y - die.height * 0.9) };
  layer.move(
    words,
    [
      { transform: transformAt(above, box, 0.8), opacity: 0 },
      { transform: transformAt(above, box), opacity: 1, offset: 0.25 },
      { transform: transformAt(wheel, box, 0.8), opacity: 1, offset: 0.9 },
      { transform: transformAt(wheel, box, 0.4), opacity: 0 },
    ],
    { delay: seasonTimes.pips, duration: 760 },
  );
}

/**
 * Names the new season and the energies that bring most crystals in it.
 *
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {string} seasonName
 * @param {{delay: number, duration: number}} timing
 */
function nameSeason(layer, ctx, seasonName, timing) {
  const rates = ctx.catalogue.rates[seasonName];
  banner(
    layer,
    ctx.t(`season.${seasonName}`),
    energies
      .filter((e) => (rates?.[e] ?? 0) > 1)
      .map((e) => html`<span class="rate">${energy(e)} ${rates?.[e]}</span> `),
    timing,
  );
}

/**
 * Turns the table of rates to the side with the new rates.
 *
 * @param {SceneContext} scene
 */
function turnRates(scene) {
  const rates = placesFor(scene).rates();
  return (/** @type {SceneLayer} */ layer) =>
    layer.move(rates?.element, [{ transform: 'scaleY(0)' }, { transform: 'none' }], {
      duration: 210,
      easing: 'ease-out',
    });
}

/** @param {SceneContext} scene */
function year(scene) {
  const { ctx, event, before, isHeld } = scene;
  const module = ceremonyOf(event, isHeld);
  if (module) return module.ceremony(scene);
  const places = placesFor(scene);
  const [token, wheel, hand] = [places.token(), places.wheel(), places.hand(ctx.shownSeat)];
  const libraryCards = expandCounts(before?.private[event.year === 2 ? 'library2' : 'library3']);
  const library =
    places.library() ??
    (hand && { ...hand, x: innerWidth - 90 * scaleOfScreen(), y: innerHeight * 0.5 });
  return (/** @type {SceneLayer} */ layer) => {
    moveToken(layer, token, wheel, event.moved ?? 0, { duration: 600 });
    banner(
      layer,
      ctx.t('story.year.title', { year: romans[event.year ?? 1] }),
      event.n
        ? ctx.t('story.year.cards', { n: event.n })
        : event.year === 1 && ctx.t('story.year.first'),
      { duration: 1150 },
    );
    if (event.n) flyCards(layer, ctx, [library, hand], libraryCards, event.n, 380);
  };
}

/** @param {SceneContext} x */
function last({ ctx }) {
  return (/** @type {SceneLayer} */ layer) =>
    banner(layer, ctx.t('story.last.title'), ctx.t('story.last'), { duration: 1000 });
}
