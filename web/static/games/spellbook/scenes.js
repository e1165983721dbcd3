// What has happened in SpellBook, seen: how each scene is drawn, and what the bar says of it.

import { nothing } from '../../vendor/lit-html/lit-html.js';
import { listFormat } from '../../core/i18n.js';
import { sure } from '../../core/sure.js';
import {
  banner,
  centre,
  flash,
  float,
  fly,
  light,
  onto,
  shake,
  thread,
  unit,
} from '../../scenes/effects.js';
import { materia } from '../../ui/pieces.js';
import { eventLine } from './log.js';
import { kinds, scenesOf } from './scene-events.js';
import { expand, spellName, spellNumber, split } from './words.js';
import { rich } from '../../ui/rich.js';
import { emblem } from './emblem.js';
import { cardLink } from '../../ui/names.js';

/** @import { Drawn, LogEvent, ToldEvents } from '../../core/types.js' */
/** @import { Look, Place, Scene, Stage } from '../../scenes/stage.js' */
/** @import { Ctx } from './types.js' */
/** @import { Move, Spot, Told } from './scene-events.js' */

/** From this weight on, a scene matters also to a player who is asked something. */
const grave = 5;

/**
 * What is seen and said of an update.
 *
 * @param {Ctx} ctx
 * @param {Pick<Ctx, 'public' | 'private'> | null} before the documents before the update
 * @param {readonly LogEvent[]} events what the update told
 * @returns {ToldEvents}
 */
export function story(ctx, before, events) {
  const told = scenesOf(events);
  const scenes = told.map((one) => {
    const { long, weight, sound } = sure(kinds[one.kind]);
    return {
      long,
      weight,
      sound,
      set: (/** @type {Look} */ look) =>
        (draws[one.kind] ?? moves)({ ctx, before, told: one, look }),
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
 * @typedef {{
 *   ctx: Ctx;
 *   before: Pick<Ctx, 'public' | 'private'> | null;
 *   told: Told;
 *   look: Look;
 * }} Setting
 */

/**
 * What the bar says until the next event: what others do, and what happens to all.
 *
 * @param {Ctx} ctx
 * @param {Told} told
 * @param {readonly LogEvent[]} events
 * @returns {Drawn | null}
 */
function said(ctx, told, events) {
  if (told.kind === 'attack') return attackWords(ctx, told);
  if (
    told.kind !== 'ending' &&
    told.kind !== 'storm' &&
    (!told.seat || told.seat === ctx.seat || told.kind === 'day')
  )
    return null;
  const line = eventLine(ctx, told.event, events.indexOf(told.event), events);
  return typeof line === 'symbol' ? null : line;
}

/**
 * Whose spell took what from whom.
 *
 * @param {Ctx} ctx
 * @param {Told} told
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
 * Where things are.
 *
 * @param {Setting} x
 */
const places = ({ ctx, look }) => {
  const first = (/** @type {string[]} */ ...selectors) =>
    selectors.reduce(
      (/** @type {Place | null} */ found, selector) => found ?? look(`main ${selector}`),
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
    spell: (/** @type {Told} */ { seat, spell }) =>
      first(
        `[data-ref="seat:${seat}"] .sb-spell [data-card="spell:${spell}"] .sb-emb`,
        `[data-ref="seat:${seat}"] .sb-slv [data-card="spell:${spell}"]`,
        `[data-ref="seat:${seat}"] .sb-slv`,
      ) ?? side(seat),
  };
};

/** @type {Record<string, (x: Setting) => (stage: Stage) => void>} */
const draws = { attack, learn, raise, use, storm, ending, day };

/**
 * A Materia, drawn to fill its flyer.
 *
 * @param {string} id
 */
function drawn(id) {
  const { colour, rune } = split(id);
  return materia(colour, rune, { cls: 'fit' });
}

const size = () => 46 * unit();

/**
 * Measures flights of Materia, and returns what draws them.
 *
 * @param {readonly Move[]} list
 * @param {ReturnType<typeof places>['spots']} at
 */
function flights(list, at) {
  const ways = list
    .slice(0, 8)
    .map((move) => ({ move, from: at[move.from](move.seat), to: at[move.to](move.seat) }));
  return (/** @type {Stage} */ stage, { after = 0, apart = 45 } = {}) =>
    ways.forEach(({ move, from, to }, i) =>
      fly(stage, [drawn(move.materia)], from, to, {
        after: after + i * apart,
        long: 560,
        size: size(),
      }),
    );
}

/**
 * Materia moves: taken, drawn, stored, swept off, exchanged.
 *
 * @param {Setting} x
 */
function moves(x) {
  const { spots, face } = places(x);
  const list = x.told.moves ?? [];
  const go = flights(list, spots);
  const end = list[0] && spots[list[0].to](list[0].seat);
  const who = x.told.seat ? face(x.told.seat) : null;
  return (/** @type {Stage} */ stage) => {
    go(stage);
    flash(stage, end ?? null, {
      after: 460,
      long: 240,
      size: 90 * unit(),
      cls: x.told.kind === 'store' ? '' : 'soft',
    });
    if (x.told.kind === 'store') stage.mark(who?.element, 'data-mood', 'glad');
  };
}

/**
 * The emblem of a scene's spell, as it is learned.
 *
 * @param {Ctx} ctx
 * @param {Told} told
 */
function seal(ctx, { spell = 0, event: { public: facts } }) {
  const found = spellNumber(ctx, spell);
  return found ? emblem(found, { level: Number(facts?.level ?? 0), picture: true }) : nothing;
}

/**
 * What was paid gathers over the altar and melts into a beam, and the emblem stands where the spell
 * is.
 *
 * @param {Setting} x
 */
function learn(x) {
  const { ctx, told } = x;
  const { seat, colour = '' } = told;
  const { spots, spell, face } = places(x);
  const [altar, from, to, who] = [spots.altar(''), spots.pool(seat), spell(told), face(seat)];
  return (/** @type {Stage} */ stage) => {
    const [middle, end] = [altar ?? centre(), to ?? who ?? centre()];
    const list = (told.materia ?? []).slice(0, 5);
    const square = (/** @type {number} */ side) => ({ width: side, height: side });
    const [one, ring, big] = [square(size() * 1.4), square(230 * unit()), square(120 * unit())];
    light(stage, `enamel ${colour}`, { after: 240, long: 900 });
    list.forEach((id, i) => {
      const around = (i / list.length) * 2 * Math.PI - Math.PI / 2;
      const at = (/** @type {number} */ turn, /** @type {number} */ r) => ({
        x: middle.x + Math.cos(around + turn) * r * unit(),
        y: middle.y + Math.sin(around + turn) * r * unit(),
      });
      const start = {
        x: (from ?? middle).x + (i - (list.length - 1) / 2) * one.width,
        y: (from ?? middle).y,
      };
      stage.move(
        stage.put(drawn(id), 'flyer', one),
        [
          { transform: onto(start, one, 0.6), opacity: 0 },
          { transform: onto({ ...start, y: start.y - 14 }, one, 0.9), opacity: 1, offset: 0.12 },
          { transform: onto(at(0, 84), one, 1.2), opacity: 1, offset: 0.5 },
          { transform: onto(at(0.7, 78), one, 1.15), opacity: 1, offset: 0.74, easing: 'ease-in' },
          { transform: onto(middle, one, 0.4), opacity: 0 },
        ],
        { after: i * 45, long: 640 },
      );
    });
    stage.move(
      stage.put(nothing, `ring ${colour}`, ring),
      [
        { transform: onto(middle, ring, 0.5), opacity: 0 },
        { transform: onto(middle, ring, 1, 60), opacity: 0.9, offset: 0.6 },
        { transform: onto(middle, ring, 0.3, 160), opacity: 0 },
      ],
      { after: 180, long: 560 },
    );
    flash(stage, middle, { after: 560, long: 380, size: 220 * unit(), cls: colour });
    thread(stage, middle, end, { after: 600, long: 480, cls: `beam ${colour}` });
    flash(stage, end, { after: 760, long: 440, size: 260 * unit(), cls: colour });
    stage.move(
      stage.put(seal(ctx, told), `flyer seal ${colour}`, big),
      [
        { transform: onto(end, big, 0.2, -30), opacity: 0 },
        {
          transform: onto(end, big, 1.2),
          opacity: 1,
          offset: 0.4,
          easing: 'cubic-bezier(.3, 1.5, .5, 1)',
        },
        { transform: onto(end, big, 1), opacity: 1, offset: 0.75 },
        { transform: onto(end, big, 0.5), opacity: 0 },
      ],
      { after: 740, long: 460 },
    );
    stage.mark(who?.element, 'data-mood', 'glad');
  };
}

/**
 * A spell goes up, or down.
 *
 * @param {Setting} x
 */
function raise(x) {
  const { told } = x;
  const at = places(x).spell(told);
  const up = told.event.kind === 'raised';
  return (/** @type {Stage} */ stage) => {
    flash(stage, at, { long: 640, size: 220 * unit(), cls: told.colour });
    stage.move(
      at?.element,
      [
        { transform: 'none' },
        { transform: `translateY(${up ? -8 : 8}px)`, offset: 0.4 },
        { transform: 'none' },
      ],
      { long: 620 },
    );
    float(stage, at, up ? 1 : -1, 120);
  };
}

/** @param {Setting} x */
function use(x) {
  const { told } = x;
  const { spell, face } = places(x);
  const [at, who] = [spell(told), face(told.seat)];
  return (/** @type {Stage} */ stage) => {
    flash(stage, at, { long: 600, size: 230 * unit(), cls: told.colour });
    stage.move(
      at?.element,
      [
        { transform: 'none' },
        { transform: 'translateY(-6px)', offset: 0.4 },
        { transform: 'none' },
      ],
      { long: 560 },
    );
    stage.mark(who?.element, 'data-mood', 'glad');
  };
}

/** @param {Setting} x */
function attack(x) {
  const { ctx, told } = x;
  const { spell, face, side, spots } = places(x);
  const [at, who] = [spell(told), face(told.seat)];
  const hit = (told.victims ?? []).map((victim) => ({
    victim,
    side: side(victim.seat),
    face: face(victim.seat),
    go: flights(victim.moves, spots),
  }));
  return (/** @type {Stage} */ stage) => {
    flash(stage, at, { long: 700, size: 260 * unit(), cls: told.colour });
    stage.mark(who?.element, 'data-mood', 'glad');
    const [start, box] = [at ?? who ?? centre(), { width: 120 * unit(), height: 120 * unit() }];
    stage.move(
      stage.put(seal(ctx, told), `flyer seal ${told.colour}`, box),
      [
        { transform: onto(start, box, 0.3), opacity: 0 },
        { transform: onto(start, box, 1.1), opacity: 1, offset: 0.22 },
        { transform: onto(start, box, 1), opacity: 1, offset: 0.8 },
        { transform: onto(start, box, 0.5), opacity: 0 },
      ],
      { long: 1050 },
    );
    for (const { victim, side: place, face: head, go } of hit) {
      const end = head ?? place;
      if (end) thread(stage, start, end, { after: 220, cls: told.colour });
      flash(stage, end, { after: 440, size: 130 * unit(), cls: 'fire' });
      shake(stage, place?.element, 500);
      stage.mark(head?.element, 'data-mood', 'hit');
      go(stage, { after: 480 });
      float(stage, end, -(victim.moves.length + victim.colours.length), 480);
    }
  };
}

/**
 * The altar empties: all that lay there is swept into the box.
 *
 * @param {Setting} x
 */
function storm(x) {
  const { spots } = places(x);
  const [altar, box] = [spots.altar(''), spots.box('')];
  const lay = expand(x.before?.public.altar ?? {}).slice(0, 12);
  return (/** @type {Stage} */ stage) => {
    light(stage, 'storm', { long: 900 });
    if (!altar || !box) return;
    const one = { width: size(), height: size() };
    lay.forEach(({ id }, i) => {
      const around = (i / lay.length) * 2 * Math.PI;
      const at = (/** @type {number} */ turn, /** @type {number} */ r) => ({
        x: altar.x + Math.cos(around + turn) * altar.width * 0.34 * r,
        y: altar.y + Math.sin(around + turn) * altar.height * 0.34 * r,
      });
      stage.move(
        stage.put(drawn(id), 'flyer', one),
        [
          { transform: onto(at(0, 1), one), opacity: 1, easing: 'ease-in' },
          {
            transform: onto(at(1.2, 1.1), one, 1.1, 120),
            opacity: 1,
            offset: 0.4,
            easing: 'linear',
          },
          {
            transform: onto(at(2.3, 0.8), one, 1, 260),
            opacity: 1,
            offset: 0.62,
            easing: 'ease-in',
          },
          { transform: onto(box, one, 0.4, 380), opacity: 0 },
        ],
        { after: i * 18, long: 760 },
      );
    });
  };
}

/** @param {Setting} x */
function ending({ ctx, told }) {
  const words = eventLine(ctx, told.event, 0, [told.event]);
  return (/** @type {Stage} */ stage) => banner(stage, ctx.t('story.last.title'), words, 1000);
}

/**
 * A day begins: the morning's light, and whose it is.
 *
 * @param {Setting} x
 */
function day(x) {
  const { told, ctx } = x;
  const who = places(x).face(told.seat);
  return (/** @type {Stage} */ stage) => {
    if (told.seat === ctx.seat) light(stage, 'dawn', { long: 690 });
    flash(stage, who, { long: 620, size: (who?.width ?? 40) * 2.6 });
  };
}
