// Where a match comes from that began with a moment of another one.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';

/** @import { App, Origin } from '../core/types.js' */

/**
 * @param {App} app
 * @param {Origin} from
 * @param {boolean} [here] that match is on this server
 */
export function fromLine({ t }, { match, step, luck }, here = true) {
  return html`<p class="from">
    ${icon('turned')}<span>${
      step ? t('from.line', { n: step }) : t('from.start')
    } ${t(luck === 'same' ? 'from.same' : 'from.new')} ${t('from.unrated')}
      ${here ? html`<a href=${`/m/${match}#s=${step}`}>${t('from.see')}</a>` : nothing}</span></p>`;
}
