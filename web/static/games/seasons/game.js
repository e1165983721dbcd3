// The client's part of Seasons: its modules, texts and style sheets.

import cover from './cover.js';

/** @type {import('../../core/types.js').Game} */
export default {
  cover,
  board: () => import('./board.js'),
  texts: '/games/seasons/texts.*.json',
  css: ['/games/seasons/cards.css', '/games/seasons/board.css', '/games/seasons/prelude.css'],
  landscapeCss: '/games/seasons/side.css',
  lesson: () => import('./learn.js'),
  rules: '/games/seasons/rules.*.json',
  figures: () => import('./rules-figures.js'),
};
