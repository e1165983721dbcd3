// The client's part of SpellBook: its modules, texts and style sheets.

import cover from './cover.js';

/** @type {import('../../core/types.js').Game} */
export default {
  cover,
  board: () => import('./board.js'),
  texts: '/games/spellbook/texts.*.json',
  css: ['/games/spellbook/board.css', '/games/spellbook/mine.css', '/games/spellbook/cards.css'],
  landscapeCss: '/games/spellbook/side.css',
  emblems: '/games/spellbook/emblems.svg',
  lesson: () => import('./learn.js'),
  rules: '/games/spellbook/rules.*.json',
  figures: () => import('./rules-figures.js'),
};
