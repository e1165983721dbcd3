// Names from the catalogue in the viewer's language: colours, runes, Materia, spells and their
// levels.
import { html } from '../../vendor/lit-html/lit-html.js';
import { capitalized, listFormat } from '../../core/i18n.js';
import { must } from '../../core/must.js';
import { icon } from '../../ui/pieces.js';

/** @import { Lang } from '../../core/types.js' */
/** @import { Ctx } from './types.js' */
/** @import { Spell } from './wire.js' */

/** The colours in the order in which lists show them. */
export const colours = ['red', 'violet', 'green', 'black', 'white', 'blue', 'yellow'];
export const runes = ['circle', 'triangle', 'square'];
/** The levels of a spell from top to bottom. */
export const levels = [5, 4, 3];
/** The phases of a day in which a player can act. */
export const phases = ['morning', 'midday', 'evening'];

/** @type {Record<string, string>} */
const kindIcons = {
  morning: 'dawn',
  midday: 'noon',
  evening: 'dusk',
  once: 'k-enter',
  permanent: 'k-permanent',
  end: 'k-end',
  none: 'lock',
};

/**
 * The icon of a kind of effect.
 *
 * @param {string} kind
 */
export const kindIcon = (kind) => kindIcons[kind] ?? '';

/**
 * The colour and rune of a Materia such as "red.circle".
 *
 * @param {string} materia
 */
export function split(materia) {
  const [colour = '', rune = ''] = materia.split('.');
  return { colour, rune };
}

/**
 * The single Materia in a record of counts, by colour and rune. `nth` is the index among equal
 * Materia.
 *
 * @param {Record<string, number>} counts
 * @returns {{id: string, nth: number}[]}
 */
export function expand(counts) {
  return colours.flatMap((colour) =>
    runes.flatMap((rune) => {
      const id = `${colour}.${rune}`;
      return Array.from({ length: counts[id] ?? 0 }, (_, nth) => ({ id, nth }));
    }),
  );
}

/**
 * The number of Materia in a record of counts.
 *
 * @param {Record<string, number>} counts
 */
export const size = (counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

/**
 * The number of Materia of a colour in a record of counts.
 *
 * @param {Record<string, number>} counts
 * @param {string} colour
 */
export function countOf(counts, colour) {
  return Object.entries(counts).reduce(
    (sum, [id, n]) => (split(id).colour === colour ? sum + n : sum),
    0,
  );
}

/**
 * @param {Ctx} ctx
 * @param {'colours' | 'substances' | 'runes' | 'kinds'} category
 * @param {string} id
 * @returns {string}
 */
const wordOf = (ctx, category, id) => ctx.catalogue?.words?.[ctx.lang]?.[category]?.[id] ?? id;

/**
 * @param {Ctx} ctx
 * @param {string} colour
 */
export const colourName = (ctx, colour) => wordOf(ctx, 'colours', colour);
/**
 * @param {Ctx} ctx
 * @param {string} colour
 */
export const substanceName = (ctx, colour) => wordOf(ctx, 'substances', colour);
/**
 * @param {Ctx} ctx
 * @param {string} rune
 */
export const runeName = (ctx, rune) => wordOf(ctx, 'runes', rune);

/**
 * The name of a Materia, such as "Gold, circle".
 *
 * @param {Ctx} ctx
 * @param {string} id
 */
export function materiaName(ctx, id) {
  const { colour, rune } = split(id);
  return ctx.t('materia', {
    substance: capitalized(substanceName(ctx, colour)),
    rune: runeName(ctx, rune),
  });
}

/**
 * A spell by its number, or undefined.
 *
 * @param {Ctx} ctx
 * @param {number | string | undefined} number
 * @returns {Spell | undefined}
 */
export const spellNumber = (ctx, number) => ctx.catalogue?.spells?.[Number(number) - 1];

/**
 * The spell of a colour in this match.
 *
 * @param {Ctx} ctx
 * @param {string} colour
 * @returns {Spell | undefined}
 */
export const spellOf = (ctx, colour) => spellNumber(ctx, ctx.public.spells[colour]?.number);

/**
 * @param {Ctx} ctx
 * @param {Spell | undefined} spell
 */
export const spellName = (ctx, spell) => spell?.name[ctx.lang] ?? '';

/**
 * The facts of a spell's level.
 *
 * @param {Spell} spell
 * @param {number} level
 */
export const levelOf = (spell, level) => must(spell.levels[level]);

/**
 * The kind of effect of a spell's level.
 *
 * @param {Spell} spell
 * @param {number} level
 */
export const kindOf = (spell, level) => levelOf(spell, level).kind;

/**
 * Whether a kind of effect is an action of a phase.
 *
 * @param {string} kind
 */
export const isAction = (kind) => phases.includes(kind);

/**
 * The kind of effect that all levels with an effect share, or ''.
 *
 * @param {Spell} spell
 */
export function onlyKind(spell) {
  const kinds = new Set(
    levels.map((level) => kindOf(spell, level)).filter((kind) => kind !== 'none'),
  );
  return kinds.size === 1 ? [...kinds].join('') : '';
}

/**
 * Groups the levels of a spell, highest first. Adjacent levels with the same effect form a group.
 *
 * @param {Spell} spell
 * @param {(level: number) => string} text
 * @returns {[highest: number, ...others: number[]][]}
 */
export function sameLevels(spell, text) {
  /** @type {[number, ...number[]][]} */
  const groups = [];
  for (const level of levels) {
    const last = groups.at(-1);
    if (last && text(last[0]) === text(level) && kindOf(spell, last[0]) === kindOf(spell, level))
      last.push(level);
    else groups.push([level]);
  }
  return groups;
}

/**
 * The full text of a level.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 */
export const levelText = (ctx, spell, level) => must(spell.text[ctx.lang]?.[level]);

/**
 * The full text of a level, with the symbol of each rune before its name.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 */
export function levelDrawn(ctx, spell, level) {
  const text = levelText(ctx, spell, level);
  if (!spell.runes) return html`${text}`;
  const parts = text.split(new RegExp(`(${runes.map((rune) => runeName(ctx, rune)).join('|')})`));
  return html`${parts.map((part) => {
    const rune = runes.find((each) => runeName(ctx, each) === part);
    return rune
      ? html`<span class="nb">${icon(`r-${rune}`, { cls: 'i rn' })} ${part}</span>`
      : part;
  })}`;
}

/**
 * The short text of a level, with symbols for its runes.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 */
export function shortDrawn(ctx, spell, level) {
  // Keep punctuation on the line of the rune before it.
  const parts = ctx.t(`short.${spell.id}.${level}`).split(/\{([abc])\}(\s?[:,.]|)/);
  return html`${parts.map((part, i) => {
    if (i % 3 === 0) return part;
    if (i % 3 === 2) return '';
    const rune = runeAt(spell, part);
    return html`<span
        class="nb">${icon(`r-${rune}`, {
          cls: 'i rn',
          label: runeName(ctx, rune),
        })}${parts[i + 1]}</span>`;
  })}`;
}

/**
 * The short text of a level.
 *
 * @param {Ctx} ctx
 * @param {Spell} spell
 * @param {number} level
 */
export function shortText(ctx, spell, level) {
  return ctx
    .t(`short.${spell.id}.${level}`)
    .replace(/\{([abc])\}/g, (_, name) => runeName(ctx, runeAt(spell, name)));
}

/**
 * @param {Spell} spell
 * @param {string} name 'a', 'b' or 'c'
 */
const runeAt = (spell, name) => spell.runes?.['abc'.indexOf(name)] ?? '';

/**
 * Joins words with commas and "or" or "and".
 *
 * @param {Ctx} ctx
 * @param {string[]} words
 * @param {'and' | 'or'} how
 */
export function list(ctx, words, how = 'or') {
  return listFormat(ctx.lang, {
    type: how === 'or' ? 'disjunction' : 'conjunction',
  }).format(words);
}
