// The scenes of Seasons: the animations of updates, and the summaries that the question bar shows.

import { html } from '../../vendor/lit-html/lit-html.js';
import { must } from '../../core/must.js';
import {
  banner,
  blow,
  centre,
  countNumber,
  flash,
  floatChange,
  fly,
  light,
  transformAt,
  shake,
  holdNumber,
  thread,
  scaleOfScreen,
} from '../../scenes/effects.js';
import { energy, icon } from '../../ui/pieces.js';
import { cardShown, scene as picture } from './cards.js';
import { eventLine } from './log.js';
import { cardOf, expandCounts, faceOf, noEnergy, romans, tokenList } from './facts.js';
import { sceneKinds, sceneEventsOf } from './scene-events.js';
import { cardLink, faceSymbols, join, nameOf } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Renderable, LogEvent, UpdateScenes } from '../../core/types.js' */
/** @import { FindPlace, Place, Scene, SceneLayer } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { SceneEvent } from './scene-events.js' */

/**
 * The documents before the update.
 *
 * @typedef {Pick<Ctx, 'public' | 'private'> | null} Before
 */

/** The weight from which the bar shows the summary of an update even beside a question. */
const importantFrom = 5;

/**
 * Makes the scenes of an update and the summary for the question bar.
 *
 * @param {Ctx} ctx
 * @param {Before} before
 * @param {readonly LogEvent[]} events of the update
 * @returns {UpdateScenes}
 */
export function scenesOf(ctx, before, events) {
  const sceneEvents = sceneEventsOf(ctx, events);
  const crystalsBefore = Object.fromEntries(
    Object.entries(before?.public.seats ?? {}).map(([key, seat]) => [key, seat.crystals]),
  );
  const scenes = sceneEvents.map((event) => {
    const { duration, weight, sound } = must(sceneKinds[event.kind]);
    // Each scene starts with the numbers of crystals at the end of the previous scene.
    const from = { ...crystalsBefore };
    for (const [key, n] of crystalChanges(event)) {
      const crystals = crystalsBefore[key];
      if (crystals !== undefined) crystalsBefore[key] = Math.max(0, crystals + n);
    }
    const scene = { ctx, before, event, from, to: { ...crystalsBefore } };
    return {
      duration,
      weight,
      sound,
      prepare: (/** @type {FindPlace} */ findPlace) =>
        must(prepareByKind[event.kind])({ ...scene, findPlace }),
      freeze: (/** @type {FindPlace} */ findPlace) => frozenUntil({ ...scene, findPlace }),
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
 * The context of a scene. `from` and `to` are the crystals of each seat before and after the scene.
 *
 * @typedef {{
 *   ctx: Ctx;
 *   before: Before;
 *   event: SceneEvent;
 *   findPlace: FindPlace;
 *   from: Record<string, number>;
 *   to: Record<string, number>;
 * }} SceneContext
 */

/**
 * The seats whose crystals a scene changes, each with the change.
 *
 * @param {SceneEvent} event
 * @returns {[string, number][]}
 */
function crystalChanges({ kind, seat, crystals = 0, victims = [] }) {
  return kind === 'attack'
    ? victims.map((victim) => [victim.seat, -victim.crystals])
    : [[seat, crystals]];
}

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
  if (event.kind === 'attack') return withPicture(ctx, event.card, attackWords(ctx, event));
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
 * Functions that find elements of the board on the page.
 *
 * @param {SceneContext} x
 */
const placesFor = ({ ctx, findPlace }) => {
  const isShownSeat = (/** @type {string} */ seat) => seat === ctx.shownSeat;
  const first = (/** @type {string[]} */ ...selectors) =>
    selectors.reduce(
      (/** @type {Place | null} */ found, selector) => found ?? findPlace(`main ${selector}`),
      null,
    );
  const wheel = () => first('.wheel');
  const seat = (/** @type {string} */ key) =>
    first(`[data-seat="${key}"]`, ...(isShownSeat(key) ? ['.dock'] : []));
  return {
    seat,
    face: (/** @type {string} */ key) =>
      first(`[data-seat="${key}"] :is(.seat, .face)`) ?? seat(key),
    // On phones the question can cover the player's side. The hand shows the same numbers.
    crystalCounter: (/** @type {string} */ key) =>
      first(...(isShownSeat(key) ? ['.dock summary .mini b'] : []), `[data-seat="${key}"] .cry b`),
    reserve: (/** @type {string} */ key) =>
      first(...(isShownSeat(key) ? ['.mine .reserve ul'] : []), `[data-seat="${key}"] .res`) ??
      seat(key),
    hand: (/** @type {string} */ key) =>
      first(...(isShownSeat(key) ? ['.dock .hand'] : []), `[data-seat="${key}"] .facts .mini`) ??
      seat(key),
    // A card that an opponent summons appears in the first free place.
    card: (/** @type {number} */ id, key = '') =>
      findPlace(`main [data-card="play:${id}"]`, key && `main [data-seat="${key}"] .place`),
    die: (/** @type {number} */ die) => first(`[data-die="${die}"] .die`),
    wheel,
    token: () => tokenOf(wheel()),
    draw: () => first('[data-ref=draw]'),
    library: () => first('.libs', '[data-seat] .lib'),
  };
};

/**
 * The place of the season token. It is computed from the wheel's SVG, which is correct even
 * immediately after a move.
 *
 * @param {Place | null} wheel
 * @returns {Place | null}
 */
function tokenOf(wheel) {
  const token = /** @type {SVGCircleElement | null | undefined} */ (
    wheel?.element.querySelector('.marker')
  );
  if (!wheel || !token?.ownerSVGElement) return null;
  const scale = wheel.width / token.ownerSVGElement.viewBox.baseVal.width;
  const [x, y, r] = ['cx', 'cy', 'r'].map((name) => Number(token.getAttribute(name)) * scale);
  const middle = { x: wheel.left + must(x), y: wheel.top + must(y) };
  const size = 2 * must(r);
  return {
    ...wheel,
    ...middle,
    element: /** @type {HTMLElement} */ (/** @type {unknown} */ (token)),
    left: middle.x - size / 2,
    top: middle.y - size / 2,
    width: size,
    height: size,
  };
}

/**
 * The elements that keep their old look until the scene begins: the crystal counters, and the dice
 * of a roll.
 *
 * @param {SceneContext} scene
 */
function frozenUntil(scene) {
  const { event, from } = scene;
  const places = placesFor(scene);
  const dice = event.kind === 'roll' ? (event.dice ?? []).map((die) => places.die(die)) : [];
  return [
    ...crystalChanges(event).flatMap(([key, n]) => {
      const place = n ? places.crystalCounter(key) : null;
      return place
        ? {
            element: place.element,
            draw: (/** @type {SceneLayer} */ layer) => holdNumber(layer, place, from[key] ?? 0),
          }
        : [];
    }),
    ...dice.flatMap((place) =>
      place
        ? {
            element: place.element,
            draw: (/** @type {SceneLayer} */ layer) =>
              layer.standInFor(place.element, layer.put(null, 'flyer'), 'opacity'),
          }
        : [],
    ),
  ];
}

/** @type {Record<string, (scene: SceneContext) => (layer: SceneLayer) => void>} */
const prepareByKind = {
  attack,
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

/** The size of an enlarged card in pixels. */
const largeSize = () => ({
  width: Math.min(210 * scaleOfScreen(), innerWidth * 0.46),
  height: Math.min(294 * scaleOfScreen(), innerWidth * 0.64),
});

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

/** @param {SceneEvent} event */
const energyIcons = ({ energy: amounts = noEnergy }) => tokenList(amounts).map((e) => energy(e));

/** @param {SceneContext} scene */
function attack(scene) {
  const { ctx, event, from, to } = scene;
  const places = placesFor(scene);
  const place = places.card(event.id ?? 0) ?? places.seat(event.seat);
  const hit = (event.victims ?? []).map((victim) => ({
    victim,
    seat: places.seat(victim.seat),
    face: places.face(victim.seat),
    crystalCounter: places.crystalCounter(victim.seat),
  }));
  const attacker = places.face(event.seat);
  return (/** @type {SceneLayer} */ layer) => {
    const { box, up } = liftCard(layer, ctx, event.card ?? 0, place, 1100);
    layer.mark(attacker?.element, 'data-mood', 'glad');
    for (const { victim, seat, face, crystalCounter: counter } of hit) {
      const end = counter ?? face ?? seat;
      if (!end) continue;
      const angle = Math.atan2(end.y - up.y, end.x - up.x);
      // The thread begins at the edge of the card.
      const reach = Math.min(
        box.width / 2 / Math.abs(Math.cos(angle) || 1e-3),
        box.height / 2 / Math.abs(Math.sin(angle) || 1e-3),
      );
      thread(layer, { x: up.x + Math.cos(angle) * reach, y: up.y + Math.sin(angle) * reach }, end, {
        delay: 220,
      });
      flash(layer, end, { delay: 440, size: 120 * scaleOfScreen(), cls: 'fire' });
      shake(layer, seat?.element, 500);
      layer.mark(face?.element, 'data-mood', 'hit');
      if (victim.crystals) {
        countNumber(layer, counter, from[victim.seat] ?? 0, to[victim.seat] ?? 0, {
          delay: 520,
          duration: 380,
        });
        floatChange(layer, counter ?? end, -victim.crystals, 480);
      } else floatChange(layer, end, -(victim.tokens + victim.cards), 480);
    }
  };
}

/**
 * Shows a sacrificed card, which rises from its place, or from its player if the place is not
 * rendered.
 *
 * @param {SceneContext} scene
 */
function sacrifice(scene) {
  const { ctx, event } = scene;
  const places = placesFor(scene);
  const place = places.card(event.id ?? 0) ?? places.seat(event.seat);
  const face = places.face(event.seat);
  return (/** @type {SceneLayer} */ layer) => {
    liftCard(layer, ctx, event.card ?? 0, place, 1000);
    layer.mark(face?.element, 'data-mood', 'hit');
  };
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
  const { ctx, event, from, to } = scene;
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
      countNumber(layer, counter, from[event.seat] ?? 0, to[event.seat] ?? 0, {
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
  const { ctx, event, from, to } = scene;
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
      countNumber(layer, counter, from[event.seat] ?? 0, to[event.seat] ?? 0, {
        delay: 160,
        duration: 300,
      });
  };
}

/** @param {SceneContext} scene */
function transmute(scene) {
  const { event, from, to } = scene;
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
    raiseCrystals(layer, counter, event, from, to, 560);
    layer.mark(face?.element, 'data-mood', 'glad');
  };
}

/**
 * Counts a player's crystals up and floats the gain.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} counter
 * @param {SceneEvent} event
 * @param {Record<string, number>} from
 * @param {Record<string, number>} to
 * @param {number} delay
 */
function raiseCrystals(layer, counter, { seat, crystals: n }, from, to, delay) {
  if (!n) return;
  countNumber(layer, counter, from[seat] ?? 0, to[seat] ?? 0, { delay, duration: 320 });
  floatChange(layer, counter, n, delay);
}

/** @param {SceneContext} scene */
function gain(scene) {
  const { ctx, event, from, to } = scene;
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
    raiseCrystals(layer, counter, event, from, to, 340);
  };
}

/** @param {SceneContext} scene */
function pay(scene) {
  const { event, from, to } = scene;
  const places = placesFor(scene);
  const [reserve, counter, wheel] = [
    places.reserve(event.seat),
    places.crystalCounter(event.seat),
    places.wheel(),
  ];
  return (/** @type {SceneLayer} */ layer) => {
    fly(layer, energyIcons(event), reserve, wheel, { stagger: 40 });
    if (!event.crystals) return;
    countNumber(layer, counter, from[event.seat] ?? 0, to[event.seat] ?? 0, {
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
    lifted.style.setProperty('--die', `${die.width}px`);
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
 * Rolls dice as cubes with their real faces, until the rolled face is in front.
 *
 * @param {SceneContext} scene
 */
function roll(scene) {
  const { ctx, event } = scene;
  const places = placesFor(scene);
  const dice = (event.dice ?? []).flatMap((number) => {
    const place = places.die(number);
    const face =
      ctx.public.dice?.[`d${number}`]?.face ?? ctx.public.dice?.[String(number)]?.face ?? 1;
    return place ? [{ number, place, face }] : [];
  });
  return (/** @type {SceneLayer} */ layer) => {
    dice.forEach(({ number, place, face }, i) => tumbleDie(layer, ctx, number, face, place, i));
  };
}

/** CSS rotations of the six sides of a cube. The first side is in front. */
const sides = [
  '',
  'rotateY(180deg)',
  'rotateY(90deg)',
  'rotateY(-90deg)',
  'rotateX(90deg)',
  'rotateX(-90deg)',
];

/**
 * @param {SceneLayer} layer
 * @param {Ctx} ctx
 * @param {number} number
 * @param {number} face
 * @param {Place} place
 * @param {number} index
 */
function tumbleDie(layer, ctx, number, face, place, index) {
  const { diceSeason } = ctx.public;
  const side = Math.min(place.width, place.height);
  const box = { width: side, height: side };
  // The rolled face is in front.
  const faces = sides.map((turn, i) => ({
    turn,
    face: faceOf(ctx, diceSeason, number, ((face - 1 + i) % 6) + 1),
  }));
  const die = layer.put(
    html`<div class="solid">${faces.map(
      ({ face: dieFace }) =>
        html`<div class="diceside ${diceSeason}">${faceSymbols(dieFace)}</div>`,
    )}</div>`,
    'dicebox',
    box,
  );
  die.style.fontSize = `${side * 0.25}px`;
  const body = /** @type {HTMLElement} */ (die.firstElementChild);
  [...body.children].forEach((element, i) => {
    /** @type {HTMLElement} */ (element).style.transform =
      `${faces[i]?.turn} translateZ(${side / 2}px)`;
  });
  const delay = index * 45;
  const duration = 620;
  const turn = (/** @type {number} */ remaining) =>
    `translateZ(${-side / 2}px) rotateX(${remaining * 400}deg) rotateY(${remaining * (index % 2 ? -320 : 260)}deg) rotateZ(${remaining * 70}deg)`;
  const shadow = layer.put(null, 'diceshadow', box);
  const position = (/** @type {number} */ x, /** @type {number} */ y) =>
    transformAt({ x: place.x + x * side, y: place.y + y * side }, box);
  layer.move(
    die,
    [
      { transform: position(-1.6, -1.7), opacity: 0, easing: 'cubic-bezier(.5, 0, 1, .8)' },
      {
        transform: position(-1.05, -0.9),
        opacity: 1,
        offset: 0.15,
        easing: 'cubic-bezier(.5, 0, 1, .8)',
      },
      { transform: position(-0.5, 0.08), offset: 0.42, easing: 'cubic-bezier(0, .4, .6, 1)' },
      { transform: position(-0.22, -0.42), offset: 0.62, easing: 'cubic-bezier(.5, 0, 1, .8)' },
      { transform: position(0, 0), offset: 0.84 },
      { transform: position(0, 0), opacity: 1 },
    ],
    { delay, duration: duration + 60 },
  );
  layer.move(
    body,
    [
      { transform: turn(1) },
      { transform: turn(0.42), offset: 0.42, easing: 'linear' },
      { transform: turn(0), offset: 0.82, easing: 'ease-out' },
      { transform: turn(0) },
    ],
    { delay, duration },
  );
  layer.move(
    shadow,
    [
      { transform: `${position(-1.3, 0.5)} scale(1.4, .4)`, opacity: 0 },
      { transform: `${position(-0.45, 0.5)} scale(1, .35)`, opacity: 0.9, offset: 0.42 },
      { transform: `${position(-0.2, 0.52)} scale(1.2, .38)`, opacity: 0.5, offset: 0.62 },
      { transform: `${position(0, 0.46)} scale(1, .3)`, opacity: 0.7, offset: 0.84 },
      { transform: `${position(0, 0.46)} scale(1, .3)`, opacity: 0 },
    ],
    { delay, duration },
  );
  layer.standInFor(place.element, die, 'opacity');
}

/**
 * Moves the season token along the wheel, space by space.
 *
 * @param {SceneLayer} layer
 * @param {Place | null} token
 * @param {Place | null} wheel
 * @param {number} spaces
 * @param {number} duration
 */
function moveToken(layer, token, wheel, spaces, duration) {
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
  layer.move(walker, frames, { duration });
}

/** @param {SceneContext} scene */
function walk(scene) {
  const places = placesFor(scene);
  const [token, wheel] = [places.token(), places.wheel()];
  return (/** @type {SceneLayer} */ layer) =>
    moveToken(layer, token, wheel, scene.event.moved ?? 0, 640);
}

/** @param {SceneContext} scene */
function season(scene) {
  const { event } = scene;
  const places = placesFor(scene);
  const [token, wheel] = [places.token(), places.wheel()];
  return (/** @type {SceneLayer} */ layer) => {
    const seasonName = event.season ?? '';
    light(layer, seasonName, { delay: 60, duration: 1140 });
    moveToken(layer, token, wheel, event.moved ?? 0, 700);
    flash(layer, token, { delay: 640, duration: 480, size: 150 * scaleOfScreen() });
    blow(layer, icon(`s-${seasonName}`, { cls: `i ${seasonName}` }), {
      duration: 1150,
      fall: seasonName === 'winter' || seasonName === 'fall' ? 0.36 : 0.1,
    });
  };
}

/** @param {SceneContext} scene */
function year(scene) {
  const { ctx, event, before } = scene;
  const places = placesFor(scene);
  const [token, wheel, hand] = [places.token(), places.wheel(), places.hand(ctx.shownSeat)];
  const libraryCards = expandCounts(before?.private[event.year === 2 ? 'library2' : 'library3']);
  const library =
    places.library() ??
    (hand && { ...hand, x: innerWidth - 90 * scaleOfScreen(), y: innerHeight * 0.5 });
  return (/** @type {SceneLayer} */ layer) => {
    moveToken(layer, token, wheel, event.moved ?? 0, 600);
    banner(
      layer,
      ctx.t('story.year.title', { year: romans[event.year ?? 1] }),
      event.n
        ? ctx.t('story.year.cards', { n: event.n })
        : event.year === 1 && ctx.t('story.year.first'),
      1150,
    );
    if (event.n) flyCards(layer, ctx, [library, hand], libraryCards, event.n, 380);
  };
}

/** @param {SceneContext} x */
function last({ ctx }) {
  return (/** @type {SceneLayer} */ layer) =>
    banner(layer, ctx.t('story.last.title'), ctx.t('story.last'), 1000);
}
