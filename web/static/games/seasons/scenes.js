// What has happened in Seasons, seen: how each scene is drawn, and what the bar says of it.

import { html } from '../../vendor/lit-html/lit-html.js';
import { sure } from '../../core/sure.js';
import {
  banner,
  blow,
  centre,
  count,
  flash,
  float,
  fly,
  light,
  onto,
  shake,
  still,
  thread,
  unit,
} from '../../scenes/effects.js';
import { energy, icon } from '../../ui/pieces.js';
import { cardShown, scene as picture } from './cards.js';
import { eventLine } from './log.js';
import { cardOf, copies, faceOf, noEnergy, romans, tokens } from './facts.js';
import { kinds, scenesOf } from './scene-events.js';
import { cardLink, faceSymbols, join, nameOf } from './words.js';
import { richParts } from '../../ui/rich.js';

/** @import { Drawn, LogEvent, ToldEvents } from '../../core/types.js' */
/** @import { Look, Place, Scene, Stage } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { Told } from './scene-events.js' */

/**
 * The documents before the update.
 *
 * @typedef {Pick<Ctx, 'public' | 'private'> | null} Before
 */

/** From this weight on, a scene matters also to a player who is asked something. */
const grave = 5;

/**
 * What is seen and said of an update.
 *
 * @param {Ctx} ctx
 * @param {Before} before
 * @param {readonly LogEvent[]} events what the update told
 * @returns {ToldEvents}
 */
export function story(ctx, before, events) {
  const told = scenesOf(ctx, events);
  const purses = Object.fromEntries(
    Object.entries(before?.public.seats ?? {}).map(([key, seat]) => [key, seat.crystals]),
  );
  const scenes = told.map((one) => {
    const { long, weight, sound } = sure(kinds[one.kind]);
    // Numbers count from where the scene before has left them.
    const from = { ...purses };
    for (const [key, n] of flows(one)) {
      const held = purses[key];
      if (held !== undefined) purses[key] = Math.max(0, held + n);
    }
    const x = { ctx, before, told: one, from, to: { ...purses } };
    return {
      long,
      weight,
      sound,
      set: (/** @type {Look} */ look) => sure(draws[one.kind])({ ...x, look }),
      hold: (/** @type {Look} */ look) => holds({ ...x, look }),
    };
  });
  const main = told.reduce(
    (best, one) => (!best || weightOf(one) > weightOf(best) ? one : best),
    /** @type {Told | null} */ (null),
  );
  return {
    scenes,
    said: main && said(ctx, main, events),
    grave: !!main && weightOf(main) >= grave,
  };
}

/** @param {Told} told */
const weightOf = ({ kind }) => sure(kinds[kind]).weight;

/**
 * From and to: each seat's crystals before the scene and after it.
 *
 * @typedef {{
 *   ctx: Ctx;
 *   before: Before;
 *   told: Told;
 *   look: Look;
 *   from: Record<string, number>;
 *   to: Record<string, number>;
 * }} Setting
 */

/**
 * The crystals that change hands in a scene.
 *
 * @param {Told} told
 * @returns {[string, number][]}
 */
function flows({ kind, seat, crystals = 0, victims = [] }) {
  return kind === 'attack' ? victims.map((one) => [one.seat, -one.crystals]) : [[seat, crystals]];
}

/**
 * What the bar says until the next event: what others do, and what happens to all.
 *
 * @param {Ctx} ctx
 * @param {Told} told
 * @param {readonly LogEvent[]} events
 * @returns {Drawn | null}
 */
function said(ctx, told, events) {
  if (told.kind === 'attack') return withPicture(ctx, told.card, attackWords(ctx, told));
  if (told.kind === 'season')
    return html`${ctx.t('story.season', { season: ctx.t(`season.${told.season}`) })}`;
  if (told.kind === 'year') return html`${ctx.t('story.year', { year: romans[told.year ?? 1] })}`;
  if (told.kind === 'last') return html`${ctx.t('story.last')}`;
  if (!told.seat || told.seat === ctx.seat) return null;
  const line = eventLine(ctx, told.event, events.indexOf(told.event), events);
  if (typeof line === 'symbol') return null;
  const [first] = told.cards ?? [];
  return grave > weightOf(told) ? line : withPicture(ctx, told.card ?? first, line);
}

/**
 * What the bar says of a card, after the card's small picture.
 *
 * @param {Ctx} ctx
 * @param {number | undefined} card
 * @param {Drawn} words
 */
const withPicture = (ctx, card, words) =>
  card
    ? html`<span class="mark-card" aria-hidden="true">${picture(cardOf(ctx, card))}</span> ${words}`
    : words;

/**
 * Whose card took what from whom: what the viewer has lost, else what the others have.
 *
 * @param {Ctx} ctx
 * @param {Told} told
 */
function attackWords(ctx, { seat, card = 0, victims = [] }) {
  const own = victims.find((one) => one.seat === ctx.seat);
  const list = own ? [own] : victims;
  const name = cardLink(ctx, card);
  const whats = list.map((one) => lostWords(ctx, one));
  const by = seat === ctx.seat ? '.yours' : '';
  const args = { name: nameOf(ctx, seat), card: name };
  if (new Set(whats).size > 1)
    return html`${richParts(ctx.t, `story.attack${by}.each`, {
      ...args,
      list: join(
        ctx,
        list.map(({ seat: key }, i) =>
          ctx.t('story.loses', { who: nameOf(ctx, key), what: whats[i] }),
        ),
      ),
    })}`;
  const who = own
    ? ''
    : join(
        ctx,
        list.map((one) => nameOf(ctx, one.seat)),
      );
  const others = list.length > 1 ? '.many' : '';
  const key = `story.attack${by}${own ? '.you' : others}`;
  return html`${richParts(ctx.t, key, { ...args, who, what: whats[0] })}`;
}

/**
 * What somebody has lost.
 *
 * @param {Ctx} ctx
 * @param {import('./scene-events.js').Victim} victim
 */
const lostWords = (ctx, victim) =>
  join(
    ctx,
    /** @type {const} */ (['crystals', 'tokens', 'cards']).flatMap((what) =>
      victim[what] ? ctx.t(`story.lost.${what}`, { n: victim[what] }) : [],
    ),
  );

/**
 * Where things are.
 *
 * @param {Setting} x
 */
const places = ({ ctx, look }) => {
  const own = (/** @type {string} */ seat) => seat === ctx.follow;
  const first = (/** @type {string[]} */ ...selectors) =>
    selectors.reduce(
      (/** @type {Place | null} */ found, selector) => found ?? look(`main ${selector}`),
      null,
    );
  const wheel = () => first('.wheel');
  const seat = (/** @type {string} */ key) =>
    first(`[data-seat="${key}"]`, ...(own(key) ? ['.dock'] : []));
  return {
    seat,
    face: (/** @type {string} */ key) =>
      first(`[data-seat="${key}"] :is(.seat, .face)`) ?? seat(key),
    // On phones the own side may lie under the question, and the hand has its numbers.
    purse: (/** @type {string} */ key) =>
      first(...(own(key) ? ['.dock summary .mini b'] : []), `[data-seat="${key}"] .cry b`),
    reserve: (/** @type {string} */ key) =>
      first(...(own(key) ? ['.mine .reserve ul'] : []), `[data-seat="${key}"] .res`) ?? seat(key),
    hand: (/** @type {string} */ key) =>
      first(...(own(key) ? ['.dock .hand'] : []), `[data-seat="${key}"] .facts .mini`) ?? seat(key),
    // A card that others summon comes to lie on the first place that is free.
    card: (/** @type {number} */ id, key = '') =>
      look(`main [data-card="play:${id}"]`, key && `main [data-seat="${key}"] .place`),
    die: (/** @type {number} */ die) => first(`[data-die="${die}"] .die`),
    wheel,
    token: () => tokenOf(wheel()),
    draw: () => first('[data-ref=draw]'),
    library: () => first('.libs', '[data-seat] .lib'),
  };
};

/**
 * The season token: the wheel's drawing says where it is, also when it has just moved.
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
  const middle = { x: wheel.left + sure(x), y: wheel.top + sure(y) };
  const size = 2 * sure(r);
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
 * What stays as it was until a scene begins: the crystals that it counts, the dice that it throws.
 *
 * @param {Setting} x
 */
function holds(x) {
  const { told, from } = x;
  const at = places(x);
  const dice = told.kind === 'roll' ? (told.dice ?? []).map((die) => at.die(die)) : [];
  return [
    ...flows(told).flatMap(([key, n]) => {
      const place = n ? at.purse(key) : null;
      return place
        ? {
            element: place.element,
            show: (/** @type {Stage} */ stage) => still(stage, place, from[key] ?? 0),
          }
        : [];
    }),
    ...dice.flatMap((place) =>
      place
        ? {
            element: place.element,
            show: (/** @type {Stage} */ stage) =>
              stage.instead(place.element, stage.put(null, 'flyer'), 'opacity'),
          }
        : [],
    ),
  ];
}

/** @type {Record<string, (x: Setting) => (stage: Stage) => void>} */
const draws = {
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

/** The box of a card that is shown large. */
const large = () => ({
  width: Math.min(210 * unit(), innerWidth * 0.46),
  height: Math.min(294 * unit(), innerWidth * 0.64),
});

/**
 * A card rises from its place, is seen large, and goes back.
 *
 * @param {Stage} stage
 * @param {Ctx} ctx
 * @param {number} card
 * @param {Place | null} place
 * @param {number} long
 */
function rises(stage, ctx, card, place, long) {
  const box = large();
  const at = place ?? centre();
  const margin = 12 + box.width / 2;
  const up = {
    x: Math.max(
      margin,
      Math.min(innerWidth - margin, at.x + (at.x > innerWidth / 2 ? -0.45 : 0.45) * box.width),
    ),
    // Down where the question is, above it.
    y: Math.max(
      box.height / 2 + 56,
      Math.min(
        innerHeight - box.height / 2 - 12,
        at.y + (at.y > innerHeight * 0.55 ? -0.42 : 0.22) * box.height,
      ),
    ),
  };
  const small = place ? Math.max(0.25, place.width / box.width) : 0.5;
  stage.move(
    stage.put(cardShown(ctx, card, { size: 'big' }), 'flyer lifted', box),
    [
      { transform: onto(at, box, small), opacity: 0 },
      { transform: onto(up, box, 1, -2), opacity: 1, offset: 0.2 },
      { transform: onto(up, box, 1, -2), opacity: 1, offset: 0.84, easing: 'ease-in' },
      { transform: onto(at, box, small), opacity: 0 },
    ],
    { long },
  );
  return { box, up };
}

/**
 * The energies of a scene, drawn.
 *
 * @param {Told} told
 */
const stones = ({ energy: some = noEnergy }) => tokens(some).map((e) => energy(e));

/** @param {Setting} x */
function attack(x) {
  const { ctx, told, from, to } = x;
  const at = places(x);
  const place = at.card(told.id ?? 0) ?? at.seat(told.seat);
  const hit = (told.victims ?? []).map((victim) => ({
    victim,
    seat: at.seat(victim.seat),
    face: at.face(victim.seat),
    purse: at.purse(victim.seat),
  }));
  const attacker = at.face(told.seat);
  return (/** @type {Stage} */ stage) => {
    const { box, up } = rises(stage, ctx, told.card ?? 0, place, 1100);
    stage.mark(attacker?.element, 'data-mood', 'glad');
    for (const { victim, seat, face, purse } of hit) {
      const end = purse ?? face ?? seat;
      if (!end) continue;
      const way = Math.atan2(end.y - up.y, end.x - up.x);
      // The thread begins at the edge of the card.
      const reach = Math.min(
        box.width / 2 / Math.abs(Math.cos(way) || 1e-3),
        box.height / 2 / Math.abs(Math.sin(way) || 1e-3),
      );
      thread(stage, { x: up.x + Math.cos(way) * reach, y: up.y + Math.sin(way) * reach }, end, {
        after: 220,
      });
      flash(stage, end, { after: 440, size: 120 * unit(), cls: 'fire' });
      shake(stage, seat?.element, 500);
      stage.mark(face?.element, 'data-mood', 'hit');
      if (victim.crystals) {
        count(stage, purse, from[victim.seat] ?? 0, to[victim.seat] ?? 0, {
          after: 520,
          long: 380,
        });
        float(stage, purse ?? end, -victim.crystals, 480);
      } else float(stage, end, -(victim.tokens + victim.cards), 480);
    }
  };
}

/**
 * A card goes: from its place, or where others' cards are not drawn from its player.
 *
 * @param {Setting} x
 */
function sacrifice(x) {
  const { ctx, told } = x;
  const at = places(x);
  const place = at.card(told.id ?? 0) ?? at.seat(told.seat);
  const face = at.face(told.seat);
  return (/** @type {Stage} */ stage) => {
    rises(stage, ctx, told.card ?? 0, place, 1000);
    stage.mark(face?.element, 'data-mood', 'hit');
  };
}

/**
 * A card goes from hand to hand.
 *
 * @param {Setting} x
 */
function give(x) {
  const { told } = x;
  const at = places(x);
  const [from, to] = [at.hand(told.seat), at.hand(told.to ?? '')];
  return (/** @type {Stage} */ stage) => joins(stage, x.ctx, [from, to], told.cards ?? [], 1, 0);
}

/**
 * A card goes from play back into the hand.
 *
 * @param {Setting} x
 */
function takeBack(x) {
  const { told } = x;
  const at = places(x);
  const [from, to] = [at.card(told.id ?? 0) ?? at.seat(told.seat), at.hand(told.seat)];
  return (/** @type {Stage} */ stage) =>
    joins(stage, x.ctx, [from, to], told.card ? [told.card] : [], 1, 0);
}

/** @param {Setting} x */
function summon(x) {
  const { ctx, told, from, to } = x;
  const at = places(x);
  const [start, end, face] = [
    at.hand(told.seat),
    at.card(told.id ?? 0, told.seat),
    at.face(told.seat),
  ];
  const [reserve, purse] = [at.reserve(told.seat), at.purse(told.seat)];
  return (/** @type {Stage} */ stage) => {
    const box = large();
    const middle = end
      ? {
          x: (end.x + 2 * centre().x) / 3,
          y: Math.max(box.height * 0.62, (end.y + 2 * centre().y) / 3),
        }
      : centre();
    fly(stage, stones(told), reserve, middle, { long: 400, apart: 40 });
    if (told.crystals)
      count(stage, purse, from[told.seat] ?? 0, to[told.seat] ?? 0, { after: 100, long: 300 });
    flash(stage, middle, { after: 260, long: 520, size: box.height * 1.5 });
    stage.move(
      stage.put(cardShown(ctx, told.card ?? 0, { size: 'big' }), 'flyer lifted', box),
      [
        { transform: onto(start ?? middle, box, 0.4, 8), opacity: 0 },
        { transform: onto(middle, box, 1.04, 0), opacity: 1, offset: 0.34 },
        {
          transform: onto(middle, box, 1, 0),
          opacity: 1,
          offset: 0.72,
          easing: 'cubic-bezier(.6, 0, .8, .4)',
        },
        {
          transform: onto(end ?? middle, box, end ? Math.max(0.25, end.width / box.width) : 0.6),
          opacity: end ? 1 : 0,
          offset: 0.96,
        },
        {
          transform: onto(end ?? middle, box, end ? Math.max(0.25, end.width / box.width) : 0.6),
          opacity: 0,
        },
      ],
      { long: 1000 },
    );
    stage.move(end?.element, [{ opacity: 0 }, { opacity: 0, offset: 0.9 }, { opacity: 1 }], {
      long: 980,
    });
    flash(stage, end, { after: 900, long: 260, size: (end?.width ?? 90) * 1.6 });
    stage.mark(face?.element, 'data-mood', 'glad');
  };
}

/** @param {Setting} x */
function activate(x) {
  const { ctx, told, from, to } = x;
  const at = places(x);
  const [place, reserve, purse] = [
    at.card(told.id ?? 0),
    at.reserve(told.seat),
    at.purse(told.seat),
  ];
  return (/** @type {Stage} */ stage) => {
    rises(stage, ctx, told.card ?? 0, place ?? at.seat(told.seat), 700);
    fly(stage, stones(told), reserve, place, { long: 420, apart: 40 });
    if (told.crystals)
      count(stage, purse, from[told.seat] ?? 0, to[told.seat] ?? 0, { after: 160, long: 300 });
  };
}

/** @param {Setting} x */
function transmute(x) {
  const { told, from, to } = x;
  const at = places(x);
  const [reserve, wheel, purse, face] = [
    at.reserve(told.seat),
    at.wheel(),
    at.purse(told.seat),
    at.face(told.seat),
  ];
  return (/** @type {Stage} */ stage) => {
    const middle = wheel ?? centre();
    fly(stage, stones(told), reserve, middle, { long: 430, apart: 35 });
    flash(stage, middle, { after: 360, long: 420, size: 170 * unit(), cls: 'ice' });
    const gems = Math.min(7, told.crystals ?? 0);
    fly(
      stage,
      Array.from({ length: gems }, () => icon('crystal')),
      middle,
      purse,
      { after: 420, long: 430, apart: 28, size: 28 * unit() },
    );
    gains(stage, purse, told, from, to, 560);
    stage.mark(face?.element, 'data-mood', 'glad');
  };
}

/**
 * The crystals of a player rise.
 *
 * @param {Stage} stage
 * @param {Place | null} purse
 * @param {Told} told
 * @param {Record<string, number>} from
 * @param {Record<string, number>} to
 * @param {number} after
 */
function gains(stage, purse, { seat, crystals: n }, from, to, after) {
  if (!n) return;
  count(stage, purse, from[seat] ?? 0, to[seat] ?? 0, { after, long: 320 });
  float(stage, purse, n, after);
}

/** @param {Setting} x */
function gain(x) {
  const { ctx, told, from, to } = x;
  const at = places(x);
  const [reserve, purse, face] = [at.reserve(told.seat), at.purse(told.seat), at.face(told.seat)];
  // What a card gives comes from it, the rest from the player's die.
  const mine = Object.entries(ctx.public.seats[told.seat]?.play ?? {}).find(
    ([, it]) => it.card === told.card,
  );
  const taken = Object.entries(ctx.public.dice ?? {}).find(([, die]) => die.taken === told.seat);
  const source =
    (mine && at.card(Number(mine[0].slice(1)))) ??
    (taken && !told.card ? at.die(Number(taken[0].replace(/\D/g, ''))) : null) ??
    face;
  return (/** @type {Stage} */ stage) => {
    fly(stage, stones(told), source, reserve);
    if (told.crystals)
      fly(
        stage,
        Array.from({ length: Math.min(5, told.crystals) }, () => icon('crystal')),
        source,
        purse,
        { apart: 36, size: 26 * unit() },
      );
    gains(stage, purse, told, from, to, 340);
  };
}

/** @param {Setting} x */
function pay(x) {
  const { told, from, to } = x;
  const at = places(x);
  const [reserve, purse, wheel] = [at.reserve(told.seat), at.purse(told.seat), at.wheel()];
  return (/** @type {Stage} */ stage) => {
    fly(stage, stones(told), reserve, wheel, { apart: 40 });
    if (!told.crystals) return;
    count(stage, purse, from[told.seat] ?? 0, to[told.seat] ?? 0, { after: 120, long: 320 });
    float(stage, purse, told.crystals, 80);
  };
}

/** @param {Setting} x */
function draw(x) {
  const at = places(x);
  const [pile, hand] = [at.draw(), at.hand(x.told.seat)];
  return (/** @type {Stage} */ stage) =>
    joins(stage, x.ctx, [pile, hand], x.told.cards ?? [], Math.min(4, x.told.n ?? 1), 0);
}

/**
 * Cards fly into a hand: those that the viewer may see with their faces, as far as they are known,
 * the others face down.
 *
 * @param {Stage} stage
 * @param {Ctx} ctx
 * @param {readonly [from: Place | null, to: Place | null]} way
 * @param {readonly number[]} cards the known ones
 * @param {number} n of all
 * @param {number} after
 */
function joins(stage, ctx, [from, to], cards, n, after) {
  if (!from || !to) return;
  const back = { width: 84 * unit(), height: 118 * unit() };
  const face = large();
  for (let i = 0; i < n; i++) {
    const card = cards[i];
    const box = card ? face : back;
    // Faces are larger than backs, as there is something to see, and overlap less.
    const size = card ? (back.height * 1.7) / face.height : 1;
    const turn = (i - (n - 1) / 2) * 5;
    const end = {
      x: to.x + (i - (n - 1) / 2) * Math.min(box.width * size * 0.8, to.width / (n + 1)),
      y: to.y,
    };
    stage.move(
      card
        ? stage.put(cardShown(ctx, card, { size: 'big' }), 'flyer lifted', box)
        : stage.put(html`${icon('library')}`, 'flyer cardback', box),
      [
        { transform: onto(from, box, size * 0.5, 14), opacity: 0 },
        { transform: onto(from, box, size * 0.9, 10), opacity: 1, offset: 0.18 },
        { transform: onto(end, box, size, turn), opacity: 1, offset: card ? 0.6 : 0.86 },
        ...(card ? [{ transform: onto(end, box, size, turn), opacity: 1, offset: 0.86 }] : []),
        { transform: onto(end, box, size, 0), opacity: 0 },
      ],
      { after: after + i * 90, long: card ? 600 : 460 },
    );
  }
}

/** @param {Setting} x */
function take(x) {
  const { told } = x;
  const at = places(x);
  const [number = 0] = told.dice ?? [];
  const [die, face] = [at.die(number), at.face(told.seat)];
  return (/** @type {Stage} */ stage) => {
    if (!die) return;
    const lifted = stage.put(die.element.cloneNode(true), 'flyer', die);
    lifted.style.setProperty('--die', `${die.width}px`);
    stage.instead(die.element, lifted, 'opacity');
    stage.move(
      lifted,
      [
        { transform: 'none', opacity: 1 },
        { transform: 'translateY(-14px) scale(1.12) rotate(-5deg)', offset: 0.35 },
        { transform: 'translateY(-14px) scale(1.12) rotate(4deg)', offset: 0.6 },
        { transform: 'none', opacity: 1 },
      ],
      { long: 620 },
    );
    if (face) thread(stage, die, face, { after: 80, long: 560, cls: 'gold' });
    flash(stage, die, { long: 420, size: die.width * 2 });
    stage.mark(face?.element, 'data-mood', 'glad');
  };
}

/**
 * The dice tumble: true cubes with the faces that they have, and the one that was rolled comes up.
 *
 * @param {Setting} x
 */
function roll(x) {
  const { ctx, told } = x;
  const at = places(x);
  const dice = (told.dice ?? []).flatMap((number) => {
    const place = at.die(number);
    const face =
      ctx.public.dice?.[`d${number}`]?.face ?? ctx.public.dice?.[String(number)]?.face ?? 1;
    return place ? [{ number, place, face }] : [];
  });
  return (/** @type {Stage} */ stage) => {
    dice.forEach(({ number, place, face }, i) => tumbling(stage, ctx, number, face, place, i));
  };
}

/** The sides of a cube, and the turn that brings each to the front; the first is there. */
const sides = [
  '',
  'rotateY(180deg)',
  'rotateY(90deg)',
  'rotateY(-90deg)',
  'rotateX(90deg)',
  'rotateX(-90deg)',
];

/**
 * @param {Stage} stage
 * @param {Ctx} ctx
 * @param {number} number
 * @param {number} face
 * @param {Place} place
 * @param {number} nth
 */
function tumbling(stage, ctx, number, face, place, nth) {
  const { diceSeason } = ctx.public;
  const side = Math.min(place.width, place.height);
  const box = { width: side, height: side };
  // The face that was rolled is in front, the others around it.
  const faces = sides.map((turn, i) => ({
    turn,
    face: faceOf(ctx, diceSeason, number, ((face - 1 + i) % 6) + 1),
  }));
  const die = stage.put(
    html`<div class="solid">${faces.map(
      ({ face: one }) => html`<div class="diceside ${diceSeason}">${faceSymbols(one)}</div>`,
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
  const after = nth * 45;
  const long = 620;
  const turn = (/** @type {number} */ left) =>
    `translateZ(${-side / 2}px) rotateX(${left * 400}deg) rotateY(${left * (nth % 2 ? -320 : 260)}deg) rotateZ(${left * 70}deg)`;
  const shadow = stage.put(null, 'diceshadow', box);
  const up = (/** @type {number} */ x, /** @type {number} */ y) =>
    onto({ x: place.x + x * side, y: place.y + y * side }, box);
  stage.move(
    die,
    [
      { transform: up(-1.6, -1.7), opacity: 0, easing: 'cubic-bezier(.5, 0, 1, .8)' },
      {
        transform: up(-1.05, -0.9),
        opacity: 1,
        offset: 0.15,
        easing: 'cubic-bezier(.5, 0, 1, .8)',
      },
      { transform: up(-0.5, 0.08), offset: 0.42, easing: 'cubic-bezier(0, .4, .6, 1)' },
      { transform: up(-0.22, -0.42), offset: 0.62, easing: 'cubic-bezier(.5, 0, 1, .8)' },
      { transform: up(0, 0), offset: 0.84 },
      { transform: up(0, 0), opacity: 1 },
    ],
    { after, long: long + 60 },
  );
  stage.move(
    body,
    [
      { transform: turn(1) },
      { transform: turn(0.42), offset: 0.42, easing: 'linear' },
      { transform: turn(0), offset: 0.82, easing: 'ease-out' },
      { transform: turn(0) },
    ],
    { after, long },
  );
  stage.move(
    shadow,
    [
      { transform: `${up(-1.3, 0.5)} scale(1.4, .4)`, opacity: 0 },
      { transform: `${up(-0.45, 0.5)} scale(1, .35)`, opacity: 0.9, offset: 0.42 },
      { transform: `${up(-0.2, 0.52)} scale(1.2, .38)`, opacity: 0.5, offset: 0.62 },
      { transform: `${up(0, 0.46)} scale(1, .3)`, opacity: 0.7, offset: 0.84 },
      { transform: `${up(0, 0.46)} scale(1, .3)`, opacity: 0 },
    ],
    { after, long },
  );
  stage.instead(place.element, die, 'opacity');
}

/**
 * The token walks on the wheel, space by space.
 *
 * @param {Stage} stage
 * @param {Place | null} token
 * @param {Place | null} wheel
 * @param {number} spaces
 * @param {number} long
 */
function walks(stage, token, wheel, spaces, long) {
  if (!token || !wheel || !spaces) return;
  const [x, y] = [token.x - wheel.x, token.y - wheel.y];
  const radius = Math.hypot(x, y);
  const now = Math.atan2(y, x);
  const steps = Math.min(6, Math.abs(spaces));
  const by = Math.sign(spaces) * (Math.PI / 6);
  const frames = [];
  for (let left = steps; left >= 0; left -= 0.5) {
    const angle = now - left * by;
    // Half way between two spaces it is lifted.
    const out = Number.isInteger(left) ? radius : radius * 1.07;
    frames.push({
      transform: `translate(${(Math.cos(angle) * out - x).toFixed(2)}px, ${(Math.sin(angle) * out - y).toFixed(2)}px)`,
      easing: Number.isInteger(left) ? 'ease-in' : 'ease-out',
    });
  }
  const drawing = wheel.element.cloneNode();
  drawing.appendChild(token.element.cloneNode());
  const walker = stage.put(drawing, 'flyer', wheel);
  walker.style.opacity = '1';
  stage.instead(token.element, walker);
  stage.move(walker, frames, { long });
}

/** @param {Setting} x */
function walk(x) {
  const at = places(x);
  const [token, wheel] = [at.token(), at.wheel()];
  return (/** @type {Stage} */ stage) => walks(stage, token, wheel, x.told.moved ?? 0, 640);
}

/** @param {Setting} x */
function season(x) {
  const { told } = x;
  const at = places(x);
  const [token, wheel] = [at.token(), at.wheel()];
  return (/** @type {Stage} */ stage) => {
    const of = told.season ?? '';
    light(stage, of, { after: 60, long: 1140 });
    walks(stage, token, wheel, told.moved ?? 0, 700);
    flash(stage, token, { after: 640, long: 480, size: 150 * unit() });
    blow(stage, icon(`s-${of}`, { cls: `i ${of}` }), {
      long: 1150,
      fall: of === 'winter' || of === 'fall' ? 0.36 : 0.1,
    });
  };
}

/** @param {Setting} x */
function year(x) {
  const { ctx, told, before } = x;
  const at = places(x);
  const [token, wheel, hand] = [at.token(), at.wheel(), at.hand(ctx.follow)];
  const mine = copies(before?.private[told.year === 2 ? 'library2' : 'library3']);
  const library =
    at.library() ?? (hand && { ...hand, x: innerWidth - 90 * unit(), y: innerHeight * 0.5 });
  return (/** @type {Stage} */ stage) => {
    walks(stage, token, wheel, told.moved ?? 0, 600);
    banner(
      stage,
      ctx.t('story.year.title', { year: romans[told.year ?? 1] }),
      told.n
        ? ctx.t('story.year.cards', { n: told.n })
        : told.year === 1 && ctx.t('story.year.first'),
      1150,
    );
    if (told.n) joins(stage, ctx, [library, hand], mine, told.n, 380);
  };
}

/** @param {Setting} x */
function last({ ctx }) {
  return (/** @type {Stage} */ stage) =>
    banner(stage, ctx.t('story.last.title'), ctx.t('story.last'), 1000);
}
