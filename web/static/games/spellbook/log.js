// Makes the log's lines for events.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { cardLink, subjectName } from '../../ui/names.js';
import { icon } from '../../ui/pieces.js';
import { materiaFace, several } from './tokens.js';
import { spellName, spellNumber } from './words.js';
import { rich } from '../../ui/rich.js';

/** @import { Renderable, Facts, LogEvent } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */

/** Kinds of events that share one line if a player causes several in a row. */
const foldable = new Set(['drew', 'spent', 'discarded', 'stored']);

/**
 * @param {Ctx} ctx
 * @param {LogEvent} event
 * @param {number} index the event's index in the list
 * @param {readonly LogEvent[]} events
 * @returns {Renderable}
 */
export function eventLine(ctx, event, index, events) {
  if (foldable.has(event.kind) && alike(events[index - 1], event)) return nothing;
  const writeLine = lineWriters[event.kind];
  return writeLine ? writeLine(ctx, event, foldedFacts(event, index, events)) : nothing;
}

/**
 * @param {LogEvent | undefined} a
 * @param {LogEvent} b
 */
function alike(a, b) {
  return (
    !!a &&
    a.kind === b.kind &&
    a.seat === b.seat &&
    a.public?.to === b.public?.to &&
    a.public?.from === b.public?.from
  );
}

/**
 * The facts of an event and of the events that share its line.
 *
 * @param {LogEvent} event
 * @param {number} index
 * @param {readonly LogEvent[]} events
 */
function foldedFacts(event, index, events) {
  const end = foldable.has(event.kind)
    ? events.findIndex((each, i) => i > index && !alike(each, event))
    : index + 1;
  const run = [event, ...events.slice(index + 1, end < 0 ? undefined : end)];
  return run.map((each) => each.public ?? {});
}

/** @type {Record<string, (ctx: Ctx, event: LogEvent, all: Facts[]) => Renderable>} */
const lineWriters = {
  day: (ctx, e) =>
    html`<span
        class="sb-mark">${icon('dawn')}${lineByPlayer(ctx, 'event.day', e, {
          round: e.public?.round,
        })}</span>`,
  used: (ctx, e) =>
    lineByPlayer(ctx, e.public?.copied ? 'event.used.copied' : 'event.used', e, spellSlots(ctx, e)),
  skipped: (ctx, e) =>
    lineByPlayer(ctx, 'event.skipped', e, { phase: ctx.t(`event.phase.${e.public?.phase}`) }),
  took: (ctx, e, all) =>
    lineByPlayer(ctx, `event.took.${e.public?.to}`, e, { materia: materia(ctx, all) }),
  drew: drew,
  stored: (ctx, e, all) =>
    lineByPlayer(ctx, `event.stored.${e.public?.from}`, e, { materia: materia(ctx, all) }),
  discarded: (ctx, e, all) =>
    lineByPlayer(ctx, `event.discarded.${e.public?.from}`, e, { materia: materia(ctx, all) }),
  exchanged: (ctx, e) =>
    lineByPlayer(ctx, `event.exchanged.${e.public?.with}`, e, {
      taken: materiaFace(ctx, String(e.public?.taken), 'tiny'),
      put: materiaFace(ctx, String(e.public?.put), 'tiny'),
    }),
  learned: (ctx, e) =>
    lineByPlayer(ctx, 'event.learned', e, {
      ...spellSlots(ctx, e),
      materia: materiaFace(ctx, String(e.public?.materia), 'tiny'),
    }),
  spent: (ctx, e, all) => lineByPlayer(ctx, 'event.spent', e, { materia: materia(ctx, all) }),
  raised: (ctx, e) => lineByPlayer(ctx, 'event.raised', e, spellSlots(ctx, e)),
  lowered: (ctx, e) => lineByPlayer(ctx, 'event.lowered', e, spellSlots(ctx, e)),
  given: (ctx, e, all) =>
    rich(ctx.t, `event.given.${e.public?.to}`, { materia: materia(ctx, all) }),
  altar: (ctx, e) => html`${ctx.t('event.altar', { n: e.public?.n })}`,
  bag: (ctx, e) => html`${ctx.t('event.bag', { n: e.public?.n })}`,
  ending: (ctx, e) =>
    html`<b>${
      e.seat < 0
        ? ctx.t(`event.ending.${e.public?.cause}`)
        : lineByPlayer(ctx, `event.ending.${e.public?.cause}`, e, {})
    }</b>`,
  over: (ctx) => html`<b>${ctx.t('event.over')}</b>`,
};

/**
 * @param {Ctx} ctx
 * @param {LogEvent} e
 * @param {Facts[]} all
 */
function drew(ctx, e, all) {
  const slots = { materia: materia(ctx, all) };
  const key = `event.drew.${e.public?.to}`;
  return e.seat < 0 ? rich(ctx.t, key, slots) : lineByPlayer(ctx, key, e, slots);
}

/**
 * A line that begins with the player.
 *
 * @param {Ctx} ctx
 * @param {string} key
 * @param {LogEvent} e
 * @param {Record<string, unknown>} slots
 */
function lineByPlayer(ctx, key, e, slots) {
  const seat = `s${e.seat}`;
  if (seat === ctx.seat) return rich(ctx.t, `${key}.you`, slots);
  return rich(ctx.t, `${key}.they`, {
    ...slots,
    who: subjectName(ctx.t(`${key}.they`), ctx.displayName(seat)),
  });
}

/**
 * @param {Ctx} ctx
 * @param {LogEvent} e
 */
function spellSlots(ctx, e) {
  const spell = spellNumber(ctx, e.public?.spell ?? 0);
  return {
    spell: cardLink(`spell:${spell?.number}`, spellName(ctx, spell)),
    level: String(e.public?.level),
  };
}

/**
 * @param {Ctx} ctx
 * @param {Facts[]} all
 */
const materia = (ctx, all) =>
  html`${all.map((facts) => several(ctx, String(facts.materia), Number(facts.n ?? 1)))}`;
