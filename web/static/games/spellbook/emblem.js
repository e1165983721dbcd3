// The emblem of a spell: its enamel in a ring whose segments count what its colour
// has gathered, or the level at which it is learned.
import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { icon, substances } from '../../ui/pieces.js';

/** @import { Spell } from './wire.js' */

/**
 * The painted scene of a spell.
 *
 * @param {Spell} spell
 */
export const scenePath = (spell) => `/games/spellbook/scenes/${spell.id}.svg`;

/** The first level of a spell, and how many Materia of its colour learn it. */
export const FIRST = 3;

/**
 * @param {Spell} spell
 * @param {object} state
 * @param {number} [state.got] Materia of its colour in the pool
 * @param {number} [state.level] at which it is learned, 0 for not
 * @param {boolean} [state.picture] the painted scene, not only its sign
 */
export function emblem(spell, { got = 0, level = 0, picture = false }) {
  const of = level || Math.max(FIRST, Math.min(got, 5));
  const full = level || Math.min(got, of);
  return html`<span class="sb-emb" data-substance=${substances[spell.colour]}
      data-learned=${String(level > 0)} aria-hidden="true">
    <svg class="ring" viewBox="0 0 72 72"><circle class="rim" cx="36" cy="36"
        r="35"/><circle class="bed" cx="36" cy="36" r="33.6"/>
      <circle class="seg" cx="36" cy="36" r="30" pathLength=${of * 10}
          stroke-dasharray="8.4 1.6"/>${
            full
              ? svg`<circle class="seg full" cx="36" cy="36" r="30" pathLength=${of * 10}
                  stroke-dasharray=${`${'8.4 1.6 '.repeat(full)}0 ${of * 10}`}/>`
              : nothing
          }</svg>
    <span class="en">${icon(`c-${spell.id}`, { cls: 'sg' })}${
      picture
        ? html`<img src=${scenePath(spell)} alt="" width="120" height="120" decoding="async">`
        : nothing
    }</span>
    ${level ? html`<b class="lv">${level}</b>` : nothing}</span>`;
}
