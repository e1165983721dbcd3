// The emblem of a spell in a ring. The segments of the ring count the Materia of the spell's colour
// in the pool, or the level of a learned spell.
import { html, nothing, svg } from '../../vendor/lit-html/lit-html.js';
import { icon, substances } from '../../ui/pieces.js';

/** @import { Spell } from './wire.js' */

/**
 * The painted scene of a spell.
 *
 * @param {Spell} spell
 */
export const scenePath = (spell) => `/games/spellbook/scenes/${spell.id}.svg`;

/**
 * The lowest level of a spell. Learning it requires as many Materia of the spell's colour.
 */
export const FIRST = 3;

/**
 * @param {Spell} spell
 * @param {object} state
 * @param {number} [state.got] the number of Materia of the spell's colour in the pool
 * @param {number} [state.level] the level of a learned spell, 0 if it is not learned
 * @param {boolean} [state.picture] whether to show the painted scene instead of only the symbol
 */
export function emblem(spell, { got = 0, level = 0, picture = false }) {
  const segments = level || Math.max(FIRST, Math.min(got, 5));
  const fullSegments = level || Math.min(got, segments);
  return html`<span class="sb-emb" data-substance=${substances[spell.colour]}
      data-learned=${String(level > 0)} aria-hidden="true">
    <svg class="ring" viewBox="0 0 72 72"><circle class="rim" cx="36" cy="36"
        r="35"/><circle class="bed" cx="36" cy="36" r="33.6"/>
      <circle class="seg" cx="36" cy="36" r="30" pathLength=${segments * 10}
          stroke-dasharray="8.4 1.6"/>${
            fullSegments
              ? svg`<circle class="seg full" cx="36" cy="36" r="30" pathLength=${segments * 10}
                  stroke-dasharray=${`${'8.4 1.6 '.repeat(fullSegments)}0 ${segments * 10}`}/>`
              : nothing
          }</svg>
    <span class="en">${icon(`c-${spell.id}`, { cls: 'sg' })}${
      picture
        ? html`<img src=${scenePath(spell)} alt="" width="120" height="120" decoding="async">`
        : nothing
    }</span>
    ${level ? html`<b class="lv">${level}</b>` : nothing}</span>`;
}
