// How Toy presents itself outside of a match.
import { html } from '../../vendor/lit-html/lit-html.js';
import { icon } from '../../pieces.js';

/** @type {import('../../covers.js').Cover} */
export default { icon: 'mark', picture: () => html`<span class="em1">${icon('mark', { cls: 'emb' })}</span>` };
