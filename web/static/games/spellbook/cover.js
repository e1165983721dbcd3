// The cover of SpellBook, with which pages present the game outside of a match.
/** @import { Catalogue } from './wire.js' */

/** The colours. They are also the ids of the options that choose the spell of each colour. */
const colours = ['red', 'violet', 'green', 'black', 'white', 'blue', 'yellow'];

/** @type {import('../../ui/covers.js').Cover<Catalogue>} */
export default {
  icon: 'm-mercury',
  picture: '/games/spellbook/cover.svg',
  texts: '/games/spellbook/cover.*.json',
  progress: (t, { round }) => t('progress', { round }),
  note(t, option, value) {
    if (option === 'mode') return t(`mode.${value}`);
    if (option === 'handicap')
      return value === '0' ? t('handicap.0') : t('handicap', { n: Number(value) });
    return '';
  },
  // The name of the chosen spell, with the text of its highest level.
  printed(catalogue, lang, option, value) {
    const spell = catalogue.spells.find((s) => s.colour === option && String(s.set) === value);
    return spell
      ? `${spell.name[lang]}${lang === 'fr' ? '\u00a0' : ''}: ${spell.text[lang]?.[5]}`
      : '';
  },
  steps: (t) => [
    { picture: '/games/spellbook/steps/take.svg', words: t('step.take') },
    { picture: '/games/spellbook/steps/store.svg', words: t('step.store') },
    { picture: '/games/spellbook/steps/learn.svg', words: t('step.learn') },
  ],
  // The spells are chosen only in the mode `agreed`. The other modes determine all spells.
  hasNoEffect: (option, settings) =>
    colours.includes(option.id) && settings.options.mode !== 'agreed',
};
