// How Toy presents itself outside of a match.
import { html } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../ui/pieces.js';

/** @type {import('../../ui/covers.js').Cover} */
export default {
  icon: 'mark', texts: '/games/toy/cover.*.json', css: '/games/toy/board.css',
  picture: () => html`<span class="em1">${icon('mark', { cls: 'emb' })}</span>`,
};
