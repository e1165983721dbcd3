// Renders the seven spells of a player with their levels. If a question is about spells, the levels
// are buttons.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { ifDefined } from '../../vendor/lit-html/directives/if-defined.js';
import { idParts } from '../../core/must.js';
import { openCard } from '../../ui/names.js';
import { chosenState, icon, substances } from '../../ui/pieces.js';
import { FIRST, emblem, scenePath } from './emblem.js';
import { materiaFace, substance } from './tokens.js';
import { actionsOf, seatOf } from './types.js';
import {
  colours,
  countOf,
  isAction,
  kindIcon,
  kindOf,
  levelOf,
  levels,
  onlyKind,
  sameLevels,
  shortDrawn,
  shortText,
  spellName,
  spellOf,
} from './words.js';

/** @import { OptionText } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Spell } from './wire.js' */
/** @typedef {{level: number, materia: string, fresh?: boolean, points: number}} Learned */

/**
 * @param {Ctx} ctx
 * @param {string} key key of the seat
 * @param {boolean} all whether to show the levels of all spells, as on screens larger than a phone
 */
export function spells(ctx, key, all) {
  const { spells: learned } = seatOf(ctx, key);
  return html`<ul class="sb-spells"
      aria-label=${ctx.t('spells.yours', { n: Object.keys(learned).length })}>${colours.map(
        (colour) =>
          html`<li>${spellCard(ctx, colour, learned[colour], { own: key === ctx.seat, all })}</li>`,
      )}</ul>`;
}

/**
 * @param {Ctx} ctx
 * @param {string} colour
 * @param {Learned | undefined} learned
 * @param {{own: boolean, all: boolean}} about
 */
function spellCard(ctx, colour, learned, { own, all }) {
  const spell = spellOf(ctx, colour);
  if (!spell) return nothing;
  const options = own && ctx.decision ? ctx.picker.options(`spell:${colour}`) : [];
  const gathered = countOf(seatOf(ctx, ctx.shownSeat).pool, colour);
  return html`<article
      class=${classMap({
        'sb-spell': true,
        paper: true,
        learned: !!learned,
        fresh: !!learned?.fresh,
        asked: options.length > 0,
      })}
      data-substance=${substances[colour]} data-ref=${`spell:${colour}`}
      aria-label=${spellName(ctx, spell)}>
    ${head(ctx, spell, learned, { options, got: gathered, all })}
    <ol class="lvls">${sameLevels(spell, (level) => shortText(ctx, spell, level)).map((group) =>
      group.length === 1
        ? row(ctx, spell, group[0], learned, { options, own, withText: true })
        : html`<li class="once">${shortEffect(ctx, spell, group[0])}</li>
          ${group.map((level) => row(ctx, spell, level, learned, { options, own, withText: false }))}`,
    )}</ol>
    ${
      all
        ? html`<span class="plate" aria-hidden="true"><img src=${scenePath(spell)} alt=""
            width="240" height="200" loading="lazy" decoding="async"></span>`
        : nothing
    }
    ${own ? foot(ctx, spell, learned, options) : nothing}
  </article>`;
}

/**
 * The picture and the name of a spell. A press opens the spell in the sheet. On phones, a press
 * chooses the spell if the question is about it.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Learned | undefined} learned
 * @param {{options: OptionText[], got: number, all: boolean}} about
 */
function head(ctx, spell, learned, { options, got, all }) {
  const name = spellName(ctx, spell);
  const kind = onlyKind(spell);
  const ref = `spell:${spell.colour}`;
  const asked = options.length > 0 && !all;
  const chosen = options.some((o) => ctx.picker.count(o.id) > 0);
  const choice = chosen ? 'selected' : 'choosable';
  const state = learned
    ? ctx.t('spell.learned', { n: learned.level })
    : `${ctx.t('spell.unknown')}, ${ctx.t('spell.gathered', { n: got })}`;
  return html`<button type="button" class=${classMap({ sh: true, thing: asked })}
      data-card=${`spell:${spell.number}`} data-ref=${ifDefined(asked ? ref : undefined)}
      data-state=${ifDefined(asked ? choice : undefined)}
      aria-pressed=${ifDefined(asked ? String(chosen) : undefined)}
      aria-label=${[name, kind && ctx.t(`kind.${kind}`), state].filter(Boolean).join(', ')}
      @click=${(/** @type {Event} */ event) =>
        asked
          ? ctx.picker.press(ref)
          : openCard(event)}>${emblem(spell, { got, level: learned?.level, picture: true })}${
        learned
          ? html`<span class="mt"
              title=${ifDefined(
                learned.fresh ? ctx.t('spell.fresh') : undefined,
              )}>${materiaFace(ctx, learned.materia)}</span>`
          : nothing
      }<span class="sn">${name}</span><span class="so" aria-hidden="true">${
        learned
          ? ctx.t('level', { n: learned.level })
          : html`${substance(spell.colour, 'i sub')}${got}/${Math.max(FIRST, got)}`
      }</span>${
        kind
          ? html`<span class="kd">${icon(kindIcon(kind))}${ctx.t(`kind.${kind}`)}</span>`
          : nothing
      }</button>`;
}

/**
 * A short text about the effect of a level.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 */
function shortEffect(ctx, spell, level) {
  const kind = kindOf(spell, level);
  return html`<span class="lt">${
    !onlyKind(spell) && kind !== 'none'
      ? icon(kindIcon(kind), { cls: 'i ph', label: ctx.t(`kind.${kind}`) })
      : nothing
  }${shortDrawn(ctx, spell, level)}</span>`;
}

/**
 * The option that a press on a level chooses. A press on the next level raises a spell.
 *
 * @param {OptionText[]} options
 * @param {string} colour
 * @param {number} level
 * @param {Learned | undefined} learned
 */
function optionAt(options, colour, level, learned) {
  return (
    options.find((o) => o.id.endsWith(`:${colour}:${level}`)) ??
    (learned && level === learned.level + 1
      ? options.find((o) => o.id === `raise:${colour}`)
      : undefined)
  );
}

/**
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned | undefined} learned
 * @param {{options: OptionText[], own: boolean, withText: boolean}} about `withText` adds the text
 *   of the effect
 */
function row(ctx, spell, level, learned, { options, own, withText }) {
  const option = optionAt(options, spell.colour, level, learned);
  const isCurrent = learned?.level === level;
  const kind = kindOf(spell, level);
  const isUsable = !!learned && (isCurrent || (level < learned.level && isAction(kind)));
  const face = html`<b class="lv"
      title=${ctx.t('level', { n: level })}>${level}</b>${withText ? shortEffect(ctx, spell, level) : nothing}
    <span class="pp"
        title=${pointsText(
          ctx,
          spell,
          level,
          isCurrent ? learned : undefined,
        )}>${pointsCell(spell, level, isCurrent ? learned : undefined)}</span>`;
  const cls = classMap({
    lvl: true,
    brief: !withText,
    here: isCurrent,
    usable: isUsable,
    past: !!learned && !isUsable,
    fixed: !option,
  });
  if (!option) {
    const reason = own ? reasonAt(ctx, spell, level, learned) : '';
    return html`<li class=${cls} title=${ifDefined(reason || undefined)}>${face}</li>`;
  }
  const { picker } = ctx;
  const chosen = picker.count(option.id) > 0;
  const [verb] = idParts(option.id);
  return html`<li class=${cls}>
    <button type="button" class="thing" data-ref=${`spell:${spell.colour}`} data-option=${option.id}
        data-state=${chosen ? chosenState(picker) : 'choosable'}
        aria-pressed=${String(chosen)}
        aria-busy=${ifDefined(chosen && picker.busy ? 'true' : undefined)}
        @click=${() => picker.choose(option.id)}><span
            class="vh">${ctx.t(verb)}: ${ctx.t('spell.level', {
              spell: spellName(ctx, spell),
              n: level,
            })}. </span>${face}</button></li>`;
}

/**
 * The points of a level. At the learned level they are the current points, else the printed points.
 *
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned} [learned]
 */
function pointsCell(spell, level, learned) {
  const facts = levelOf(spell, level);
  if (learned) return html`<b>${learned.points}</b>`;
  return facts.variable ? html`<span aria-hidden="true">★</span>` : html`${facts.points}`;
}

/**
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned} [learned]
 */
function pointsText(ctx, spell, level, learned) {
  const facts = levelOf(spell, level);
  if (learned) return ctx.t('spell.points', { n: learned.points });
  return facts.variable ? ctx.t('spell.variable') : ctx.t('spell.points', { n: facts.points });
}

/**
 * A short text about the reason why a level cannot be chosen now, or ''.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned | undefined} learned
 */
function reasonAt(ctx, spell, level, learned) {
  const actions = actionsOf(ctx);
  const code = actions[`${learned ? 'use' : 'learn'}:${spell.colour}:${level}`];
  if (!code || code === 'ok') return '';
  const kind = kindOf(spell, level);
  if (code === 'other_phase' && isAction(kind)) return ctx.t(`reason.other_phase.${kind}`);
  return ctx.t(`reason.${code}`);
}

/**
 * The last line of a spell. On the viewer's own day it has the possible action, or the reason why
 * there is none. It is always rendered, so that the layout does not change.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Learned | undefined} learned
 * @param {OptionText[]} options
 */
function foot(ctx, spell, learned, options) {
  const [verb] = idParts(options[0]?.id ?? '');
  if (verb === 'use') return footReady(ctx, 'usable');
  if (verb === 'learn') return footReady(ctx, 'learnable');
  if (verb) return footReady(ctx, verb);
  const actions = actionsOf(ctx);
  if (Object.keys(actions).length === 0 || ctx.decision?.kind !== 'action') return footReason('');
  if (learned) {
    const best = levels.find((level) => level <= learned.level && isAction(kindOf(spell, level)));
    const reason = best ? reasonAt(ctx, spell, best, learned) : '';
    return footReason(reason);
  }
  const first = Math.min(...levels);
  if (actions[`learn:${spell.colour}:${first}`] === 'too_few_materia')
    return footReason(
      ctx.t('spell.have', {
        n: countOf(ctx.public.seats[ctx.seat]?.pool ?? {}, spell.colour),
        of: first,
      }),
    );
  return footReason(reasonAt(ctx, spell, first, undefined));
}

/**
 * @param {Ctx} ctx
 * @param {string} key
 */
const footReady = (ctx, key) => html`<p class="ft lit">${icon('check')}${ctx.t(key)}</p>`;
/** @param {string} text may be empty */
const footReason = (text) => html`<p class="ft dim">${text}</p>`;
