// How SpellBook presents itself outside of a match.
import { html } from '../../vendor/lit-html/lit-html.js';
import { materia } from '../../ui/pieces.js';

/** @import { Catalogue } from './wire.js' */

/** Colours around the middle, each with a rune. */
const ring = [
  ['red', 'circle'], ['violet', 'triangle'], ['green', 'square'], ['black', 'circle'],
  ['white', 'triangle'], ['blue', 'square'], ['yellow', 'circle'],
];

/** @type {import('../../ui/covers.js').Cover<Catalogue>} */
export default {
  icon: 'm-mercury',
  texts: '/games/spellbook/cover.*.json',
  css: '/games/spellbook/cover.css',
  picture: () => html`<span class="cover-ring">${ring.map(([colour, rune]) => materia(colour, rune))}</span>`,
  progress: (t, { round }) => t('progress', { round }),
  note(t, option, value) {
    if (option === 'mode') return t(`mode.${value}`);
    if (option === 'handicap') return value === '0' ? t('handicap.0') : t('handicap', { n: Number(value) });
    return '';
  },
  // Of the options that choose a colour's spell it is what that does at its highest level.
  printed(catalogue, lang, option, value) {
    const spell = catalogue.spells.find((s) => s.colour === option && String(s.set) === value);
    return spell ? `${spell.name[lang]}${lang === 'fr' ? '\u00a0' : ''}: ${spell.text[lang][5]}` : '';
  },
  // The spell of a colour is chosen only where all are; other modes say it themselves.
  idle: (option, settings) => ring.some(([colour]) => colour === option.id) && settings.options.mode !== 'agreed',
};
