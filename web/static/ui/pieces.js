// The elements that all pages and games share: symbols, tokens, faces, and things of the table that
// can be chosen. This file does not depend on the rules of a game.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { Directive, PartType, directive } from '../vendor/lit-html/directive.js';
import { classMap } from '../vendor/lit-html/directives/class-map.js';
import { ifDefined } from '../vendor/lit-html/directives/if-defined.js';
import { faceOf } from './faces.js';
import { symbol } from './sprite.js';

export { confirmDialog, dialog, menu } from './dialogs.js';

/** @typedef {import('../core/types.js').Ctx} Ctx */
/** @typedef {import('../vendor/lit-html/lit-html.js').TemplateResult} TemplateResult */
/**
 * @typedef {TemplateResult | string | typeof nothing} Piece
 * @typedef {Piece | readonly Piece[]} Content
 */

/**
 * @typedef {object} PieceOptions
 * @property {string} [label] name for screen readers, which skip a piece without one
 * @property {string} [cls] CSS classes
 */

/**
 * The properties of a thing of the table.
 *
 * @typedef {object} ThingOptions
 * @property {string} label name for screen readers
 * @property {string} [why] the reason why the thing cannot be chosen
 * @property {boolean} [ready] whether the thing could be used, although no option refers to it
 * @property {string} [cls] CSS classes
 * @property {string} [card] ref of the enlarged view, by default the ref of the thing
 * @property {string} [type]
 * @property {boolean} [read] whether the thing has text to read
 * @property {string} [key] the key that presses the thing
 * @property {number} [tab] the tabindex
 */

/** Matches phones in either orientation, with the same query as the style sheets. */
export const phone =
  typeof matchMedia === 'function'
    ? matchMedia('(max-width: 43.6875em), (max-width: 68.6875em) and (max-height: 30em)')
    : { matches: false };

class CssVars extends Directive {
  /** @param {import('../vendor/lit-html/directive.js').PartInfo} part */
  constructor(part) {
    super(part);
    if (part.type !== PartType.ELEMENT)
      throw new Error('cssVar stands in an element, not in an attribute');
    /** @type {Record<string, string>} */
    this.set = {};
  }

  /** @param {Record<string, string | number>} _vars */
  render(_vars) {
    return nothing;
  }

  /**
   * @param {import('../vendor/lit-html/directive.js').ElementPart} part
   * @param {[Record<string, string | number>]} args
   */
  update(part, [vars]) {
    const style = /** @type {HTMLElement} */ (part.element).style;
    for (const name of Object.keys(this.set)) {
      if (!(name in vars)) {
        style.removeProperty(name);
        delete this.set[name];
      }
    }
    for (const [name, value] of Object.entries(vars)) {
      const text = String(value);
      if (this.set[name] === text) continue;
      this.set[name] = text;
      style.setProperty(name, text);
    }
    return this.render(vars);
  }
}

/**
 * Sets CSS properties of an element: `<i ${cssVar({'--n': 3})}>`. The directive uses the element's
 * style object, because the content security policy forbids style attributes.
 */
export const cssVar = directive(CssVars);

/**
 * A symbol of art/pieces.svg by its id. Screen readers skip it unless it has a label.
 *
 * @param {string} id
 * @param {PieceOptions} [opts]
 */
export function icon(id, { label, cls = 'i' } = {}) {
  return label
    ? html`<svg class=${cls} role="img"
        aria-label=${label}><use href=${symbol(id)}></use></svg>`
    : html`<svg class=${cls} aria-hidden="true"><use href=${symbol(id)}></use></svg>`;
}

/**
 * @param {string} kind 'air', 'water', 'fire', 'earth' or 'any'
 * @param {PieceOptions} [opts]
 */
export function energy(kind, opts = {}) {
  return icon(`e-${kind}`, { cls: 'e', ...opts });
}

/**
 * The substances that represent the colours of Materia in pictures.
 *
 * @type {Record<string, string>}
 */
export const substances = {
  red: 'magma',
  violet: 'poison',
  green: 'plant',
  black: 'coal',
  white: 'steam',
  blue: 'mercury',
  yellow: 'gold',
};

/**
 * A Materia: its substance, and its rune if that is visible.
 *
 * @param {string} colour a colour or a substance
 * @param {string} [sign] 'circle', 'triangle' or 'square'
 * @param {PieceOptions} [opts] cls: 'tiny' or 'fit'
 */
export function materia(colour, sign, { label, cls = '' } = {}) {
  const substance = substances[colour] ?? colour;
  return html`<span class="mat ${cls}" data-substance=${substance} role=${ifDefined(label && 'img')}
      aria-label=${ifDefined(label)} aria-hidden=${ifDefined(label ? undefined : 'true')}
  ><svg class="m" aria-hidden="true"><use href=${symbol(`m-${substance}`)}></use></svg
  >${
    sign
      ? html`<svg class="r" aria-hidden="true"><use href=${symbol(`r-${sign}`)}></use></svg>`
      : nothing
  }</span>`;
}

/**
 * A number of crystals with their symbol.
 *
 * @param {number | string} n
 * @param {{label?: string}} [opts] label: the text for screen readers, such as "12 crystals"
 */
export function crystal(n, { label } = {}) {
  return label
    ? html`<span class="cry" role="img"
        aria-label=${label}>${icon('crystal')}<b>${signed(n)}</b></span>`
    : html`<span class="cry">${icon('crystal')}<b>${signed(n)}</b></span>`;
}

/**
 * A number, with a minus sign (U+2212) instead of a hyphen.
 *
 * @param {number | string} n
 */
export function signed(n) {
  return String(n).replace(/^-/, '−');
}

/** @param {number} n the prestige of a card */
export function crest(n) {
  return html`<span class=${n < 0 ? 'crest neg' : 'crest'}><b>${signed(n)}</b></span>`;
}

/**
 * A face. The `data-mood` of the element or of an ancestor chooses its expression.
 *
 * @param {import('./faces.js').Face | undefined} face
 * @param {PieceOptions} [opts]
 */
export function sigil(face, { cls = 'sig', label } = {}) {
  if (!face) return nothing;
  return html`<svg class=${`${cls} tint-${face.tint}`} viewBox="0 0 64 64"
      role=${ifDefined(label && 'img')} aria-label=${ifDefined(label)}
      aria-hidden=${ifDefined(label ? undefined : 'true')}
  ><use href=${symbol(`p-${face.bot ? 'cog' : 'ring'}`)}></use><use
      href=${symbol(`p-${face.animal}`)}></use></svg>`;
}

/**
 * A face in a frame, or a dashed circle if there is no face.
 *
 * @param {import('./faces.js').Face} [face]
 * @param {PieceOptions} [opts] cls: 'big', 'away'
 */
export function avatar(face, { cls = '', label } = {}) {
  if (!face) return html`<span class="seat none ${cls}"></span>`;
  return html`<span class="seat ${cls}">${sigil(face, { label })}</span>`;
}

/**
 * The face of a person, by name.
 *
 * @param {string} name
 * @param {string} [size]
 */
export function portrait(name, size = '') {
  return avatar(faceOf(name), { cls: `med ${size}` });
}

/**
 * The short word for days, where it is not "d".
 *
 * @type {Record<string, string>}
 */
const dayLetters = { fr: 'j', de: 'T' };

/**
 * A remaining time: "4:05" below an hour, "2:10 h" below a day, else days and hours.
 *
 * @param {number} ms
 * @param {string} [lang]
 */
export function clock(ms, lang = 'en') {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const twoDigits = (/** @type {number} */ n) => String(n).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return `${hours}:${twoDigits(Math.floor(seconds / 60) % 60)}\u00a0h`;
  return `${Math.floor(hours / 24)}\u00a0${dayLetters[lang] ?? 'd'} ${hours % 24}\u00a0h`;
}

/**
 * A thing of the table as a button. A click chooses the option of the open decision that refers to
 * the thing. If there is none, the click dispatches `thing-open`, on which the page shows the thing
 * enlarged. The first tap on a thing with text only chooses it and dispatches `thing-look`, on
 * which the page shows it enlarged without pinning the view. The second tap sends the answer.
 *
 * | state | when |
 * |---|---|
 * | `choosable` | an option of the open decision refers to the thing |
 * | `selected` | its option is chosen |
 * | `busy` | its option is chosen and the answer is being sent |
 * | `blocked` | the board gives a reason why the thing cannot be chosen |
 * | `ready` | the board marks the thing as usable, although no option refers to it |
 * | `idle` | otherwise |
 *
 * @param {Ctx} ctx
 * @param {string} ref the ref of its options, such as "hand:9"
 * @param {Content} content
 * @param {ThingOptions} opts
 */
export function thing(
  ctx,
  ref,
  content,
  { label, why: reason, ready, cls = '', card, type, read = false, key, tab },
) {
  const { state, n } = thingState(ctx, ref, { why: reason, ready });
  const isAsked = state === 'choosable' || state === 'selected' || state === 'busy';
  const name = state === 'blocked' && reason ? withRemark(label, reason) : label;
  return html`<button type="button" class=${classMap({ thing: true, ...classes(cls) })}
      data-ref=${ref} data-card=${card ?? ref} data-state=${state} data-type=${ifDefined(type)}
      data-key=${ifDefined(key)} tabindex=${ifDefined(tab)}
      title=${ifDefined(key && ctx.t('bar.key', { key: key.toUpperCase() }))}
      aria-label=${name}
      aria-pressed=${ifDefined(isAsked ? String(state !== 'choosable') : undefined)}
      aria-disabled=${ifDefined(state === 'blocked' ? 'true' : undefined)}
      aria-busy=${ifDefined(state === 'busy' ? 'true' : undefined)}
      @click=${(/** @type {Event} */ event) => press(ctx, ref, event, read)}>${content}${
        state === 'selected' || state === 'busy'
          ? html`<span class="tick" aria-hidden="true">${n > 1 ? n : icon('check')}</span>`
          : nothing
      }</button>`;
}

/**
 * A name followed by a sentence, unless the name already ends with the sentence.
 *
 * @param {string} name
 * @param {string} remark
 */
export const withRemark = (name, remark) =>
  name.endsWith(remark) ? name : `${name.replace(/[.\s]+$/, '')}. ${remark}`;

/**
 * The state of a thing as in {@link thing}, and the number of times that it is chosen.
 *
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {{why?: string, ready?: boolean}} [opts]
 * @returns {{state: 'idle' | 'ready' | 'blocked' | 'choosable' | 'selected' | 'busy', n: number}}
 */
export function thingState(ctx, ref, { why: reason, ready } = {}) {
  const picker = ctx.decision ? ctx.picker : null;
  const askedState = picker?.stateOf(ref) ?? '';
  if (picker && askedState === 'selected') {
    const n = picker.options(ref).reduce((sum, option) => sum + picker.count(option.id), 0);
    return { state: chosenState(picker), n };
  }
  if (askedState === 'choosable') return { state: 'choosable', n: 0 };
  if (reason) return { state: 'blocked', n: 0 };
  return { state: ready ? 'ready' : 'idle', n: 0 };
}

/**
 * The state of a chosen thing, which depends on whether the answer is being sent.
 *
 * @param {{busy: boolean}} picker
 */
export const chosenState = (picker) => (picker.busy ? 'busy' : 'selected');

/**
 * @param {Ctx} ctx
 * @param {string} ref
 * @param {Event} event
 * @param {boolean} read
 */
function press(ctx, ref, event, read) {
  const picker = ctx.decision ? ctx.picker : null;
  const show = (/** @type {string} */ how) =>
    event.currentTarget?.dispatchEvent(new CustomEvent(how, { bubbles: true, detail: { ref } }));
  if (!picker || picker.busy || !picker.stateOf(ref)) {
    show('thing-open');
    return;
  }
  const tap = read && /** @type {PointerEvent} */ (event).pointerType === 'touch';
  const before = picker.pendingOption;
  picker.press(ref, tap);
  if (tap && picker.pendingOption && picker.pendingOption !== before) show('thing-look');
}

/** @param {string} list class names, separated by spaces */
function classes(list) {
  return Object.fromEntries(
    list
      .split(' ')
      .filter(Boolean)
      .map((word) => [word, true]),
  );
}
