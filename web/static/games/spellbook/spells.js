// The seven spells of a player, with all their levels. Where a question is
// about a spell, its levels are what is pressed.
import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { classMap } from '../../vendor/lit-html/directives/class-map.js';
import { ifDefined } from '../../vendor/lit-html/directives/if-defined.js';
import { idParts } from '../../core/must.js';
import { openCard } from '../../ui/names.js';
import { chosenState, icon, substances } from '../../ui/pieces.js';
import { FIRST, emblem, scenePath } from './emblem.js';
import { drawn, substance } from './tokens.js';
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
 * @param {string} key of the seat
 * @param {boolean} all the levels of all spells are shown
 */
export function spells(ctx, key, all) {
  const { spells: known } = seatOf(ctx, key);
  return html`<ul class="sb-spells"
      aria-label=${ctx.t('spells.yours', { n: Object.keys(known).length })}>${colours.map(
        (colour) =>
          html`<li>${spellCard(ctx, colour, known[colour], { own: key === ctx.seat, all })}</li>`,
      )}</ul>`;
}

/**
 * @param {Ctx} ctx
 * @param {string} colour
 * @param {Learned | undefined} on
 * @param {{own: boolean, all: boolean}} about
 */
function spellCard(ctx, colour, on, { own, all }) {
  const spell = spellOf(ctx, colour);
  if (!spell) return nothing;
  const options = own && ctx.decision ? ctx.pick.options(`spell:${colour}`) : [];
  const got = countOf(seatOf(ctx, ctx.follow).pool, colour);
  return html`<article
      class=${classMap({
        'sb-spell': true,
        paper: true,
        learned: !!on,
        fresh: !!on?.fresh,
        asked: options.length > 0,
      })}
      data-substance=${substances[colour]} data-ref=${`spell:${colour}`}
      aria-label=${spellName(ctx, spell)}>
    ${head(ctx, spell, on, { options, got, all })}
    <ol class="lvls">${sameLevels(spell, (level) => shortText(ctx, spell, level)).map((same) =>
      same.length === 1
        ? row(ctx, spell, same[0], on, { options, own, told: true })
        : html`<li class="once">${what(ctx, spell, same[0])}</li>
          ${same.map((level) => row(ctx, spell, level, on, { options, own, told: false }))}`,
    )}</ol>
    ${
      all
        ? html`<span class="plate" aria-hidden="true"><img src=${scenePath(spell)} alt=""
            width="240" height="200" loading="lazy" decoding="async"></span>`
        : nothing
    }
    ${own ? foot(ctx, spell, on, options) : nothing}
  </article>`;
}

/**
 * The picture and the name of a spell. It shows the spell large; on phones, where the question is
 * about the spell, it chooses it.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Learned | undefined} on
 * @param {{options: OptionText[], got: number, all: boolean}} about
 */
function head(ctx, spell, on, { options, got, all }) {
  const name = spellName(ctx, spell);
  const kind = onlyKind(spell);
  const ref = `spell:${spell.colour}`;
  const asked = options.length > 0 && !all;
  const chosen = options.some((o) => ctx.pick.count(o.id) > 0);
  const choice = chosen ? 'selected' : 'choosable';
  const state = on
    ? ctx.t('spell.learned', { n: on.level })
    : `${ctx.t('spell.unknown')}, ${ctx.t('spell.gathered', { n: got })}`;
  return html`<button type="button" class=${classMap({ sh: true, thing: asked })}
      data-card=${`spell:${spell.number}`} data-ref=${ifDefined(asked ? ref : undefined)}
      data-state=${ifDefined(asked ? choice : undefined)}
      aria-pressed=${ifDefined(asked ? String(chosen) : undefined)}
      aria-label=${[name, kind && ctx.t(`kind.${kind}`), state].filter(Boolean).join(', ')}
      @click=${(/** @type {Event} */ event) =>
        asked
          ? ctx.pick.press(ref)
          : openCard(event)}>${emblem(spell, { got, level: on?.level, picture: true })}${
        on
          ? html`<span class="mt"
              title=${ifDefined(
                on.fresh ? ctx.t('spell.fresh') : undefined,
              )}>${drawn(ctx, on.materia)}</span>`
          : nothing
      }<span class="sn">${name}</span><span class="so" aria-hidden="true">${
        on
          ? ctx.t('level', { n: on.level })
          : html`${substance(spell.colour, 'i sub')}${got}/${Math.max(FIRST, got)}`
      }</span>${
        kind
          ? html`<span class="kd">${icon(kindIcon(kind))}${ctx.t(`kind.${kind}`)}</span>`
          : nothing
      }</button>`;
}

/**
 * What a level does, in a few words.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 */
function what(ctx, spell, level) {
  const kind = kindOf(spell, level);
  return html`<span class="lt">${
    !onlyKind(spell) && kind !== 'none'
      ? icon(kindIcon(kind), { cls: 'i ph', label: ctx.t(`kind.${kind}`) })
      : nothing
  }${shortDrawn(ctx, spell, level)}</span>`;
}

/**
 * The option of the question that a level stands for: to raise a spell is to press the level above.
 *
 * @param {OptionText[]} options
 * @param {string} colour
 * @param {number} level
 * @param {Learned | undefined} on
 */
function optionAt(options, colour, level, on) {
  return (
    options.find((o) => o.id.endsWith(`:${colour}:${level}`)) ??
    (on && level === on.level + 1 ? options.find((o) => o.id === `raise:${colour}`) : undefined)
  );
}

/**
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned | undefined} on
 * @param {{options: OptionText[], own: boolean, told: boolean}} about told: its text stands in the
 *   row
 */
function row(ctx, spell, level, on, { options, own, told }) {
  const option = optionAt(options, spell.colour, level, on);
  const here = on?.level === level;
  const own_kind = kindOf(spell, level);
  const usable = !!on && (here || (level < on.level && isAction(own_kind)));
  const face = html`<b class="lv"
      title=${ctx.t('level', { n: level })}>${level}</b>${told ? what(ctx, spell, level) : nothing}
    <span class="pp"
        title=${pointsText(
          ctx,
          spell,
          level,
          here ? on : undefined,
        )}>${points(spell, level, here ? on : undefined)}</span>`;
  const cls = classMap({
    lvl: true,
    brief: !told,
    here,
    usable,
    past: !!on && !usable,
    fixed: !option,
  });
  if (!option) {
    const reason = own ? reasonAt(ctx, spell, level, on) : '';
    return html`<li class=${cls} title=${ifDefined(reason || undefined)}>${face}</li>`;
  }
  const { pick } = ctx;
  const chosen = pick.count(option.id) > 0;
  const [verb] = idParts(option.id);
  return html`<li class=${cls}>
    <button type="button" class="thing" data-ref=${`spell:${spell.colour}`} data-option=${option.id}
        data-state=${chosen ? chosenState(pick) : 'choosable'}
        aria-pressed=${String(chosen)}
        aria-busy=${ifDefined(chosen && pick.busy ? 'true' : undefined)}
        @click=${() => pick.choose(option.id)}><span
            class="vh">${ctx.t(verb)}: ${ctx.t('spell.level', {
              spell: spellName(ctx, spell),
              n: level,
            })}. </span>${face}</button></li>`;
}

/**
 * What a level is worth: as it stands where its Materia lies.
 *
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned} [on]
 */
function points(spell, level, on) {
  const facts = levelOf(spell, level);
  if (on) return html`<b>${on.points}</b>`;
  return facts.variable ? html`<span aria-hidden="true">★</span>` : html`${facts.points}`;
}

/**
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned} [on]
 */
function pointsText(ctx, spell, level, on) {
  const facts = levelOf(spell, level);
  if (on) return ctx.t('spell.points', { n: on.points });
  return facts.variable ? ctx.t('spell.variable') : ctx.t('spell.points', { n: facts.points });
}

/**
 * Why a level is not to be chosen now, in a few words, or ''.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 * @param {Learned | undefined} on
 */
function reasonAt(ctx, spell, level, on) {
  const actions = actionsOf(ctx);
  const code = actions[`${on ? 'use' : 'learn'}:${spell.colour}:${level}`];
  if (!code || code === 'ok') return '';
  const kind = kindOf(spell, level);
  if (code === 'other_phase' && isAction(kind)) return ctx.t(`reason.other_phase.${kind}`);
  return ctx.t(`reason.${code}`);
}

/**
 * The last line of a spell, while an action of the own day is asked: what can be done with it, or
 * why nothing. It is there at any time, so that nothing moves.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {Learned | undefined} on
 * @param {OptionText[]} options
 */
function foot(ctx, spell, on, options) {
  const [verb] = idParts(options[0]?.id ?? '');
  if (verb === 'use') return lit(ctx, 'usable');
  if (verb === 'learn') return lit(ctx, 'learnable');
  if (verb) return lit(ctx, verb);
  const actions = actionsOf(ctx);
  if (Object.keys(actions).length === 0 || ctx.decision?.kind !== 'action') return dim('');
  if (on) {
    const best = levels.find((level) => level <= on.level && isAction(kindOf(spell, level)));
    const reason = best ? reasonAt(ctx, spell, best, on) : '';
    return dim(reason);
  }
  const first = Math.min(...levels);
  if (actions[`learn:${spell.colour}:${first}`] === 'too_few_materia')
    return dim(
      ctx.t('spell.have', {
        n: countOf(ctx.public.seats[ctx.seat]?.pool ?? {}, spell.colour),
        of: first,
      }),
    );
  return dim(reasonAt(ctx, spell, first, undefined));
}

/**
 * @param {Ctx} ctx
 * @param {string} key
 */
const lit = (ctx, key) => html`<p class="ft lit">${icon('check')}${ctx.t(key)}</p>`;
/** @param {string} text may be empty */
const dim = (text) => html`<p class="ft dim">${text}</p>`;
