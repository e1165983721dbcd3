// The client's part of Seasons: its modules, texts and style sheets.

import cover from './cover.js';

/** @type {import('../../core/types.js').Game} */
export default {
  cover,
  board: () => import('./board.js'),
  texts: '/games/seasons/texts.*.json',
  css: [
    '/games/seasons/landscape.css',
    '/games/seasons/cards.css',
    '/games/seasons/dice.css',
    '/games/seasons/board.css',
    {
      href: '/games/seasons/desk.css',
      media: '(min-width: 68.75em), (min-width: 56.25em) and (min-height: 30.0625em)',
    },
    {
      href: '/games/seasons/tablet.css',
      media:
        '(min-width: 43.75em) and (max-width: 68.6875em) and (min-height: 50.0625em), ' +
        '(min-width: 43.75em) and (max-width: 56.1875em) and (min-height: 30.0625em)',
    },
    {
      href: '/games/seasons/phone.css',
      media: '(max-width: 43.6875em), (max-width: 68.6875em) and (max-height: 30em)',
    },
    '/games/seasons/prelude.css',
  ],
  landscapeCss: '/games/seasons/side.css',
  lesson: () => import('./learn.js'),
  rules: '/games/seasons/rules.*.json',
  figures: () => import('./rules-figures.js'),
};
