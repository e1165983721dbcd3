// The page of a summary of a game's rules.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { inWordsOf } from '../ui/covers.js';
import { pageFrame, titleOf } from '../ui/frame.js';
import { icon } from '../ui/pieces.js';
import { loadSummary, summary } from '../ui/rules.js';

/** @import { OpenPage } from '../base/types.js' */

export { css } from '../ui/rules.js';

/** @type {OpenPage} */
export function open(app, { game: id = '' }) {
  const game = app.games.find((each) => each.id === id);
  const title = () => app.t('rules.title', { game: game ? titleOf(app, game) : id });
  void loadSummary(app, id);
  return {
    name: 'rules', title,
    render: () => pageFrame(app, {
      main: html`<header class="pagehead"><div><h1>${title()}</h1><p class="lede">${app.t('rules.lede')}</p></div>
        ${game ? html`<a class="btn" href=${`/gallery/${id}`}>${icon('cards')}${inWordsOf(app, id, 'rules.tocards')}</a>` : nothing}</header>
        ${summary(app, id)}
        <p class="acts">${game ? html`<a class="btn main" href=${`/learn/${id}`}>${app.t('learn.play')}</a>` : nothing}<a class=${game ? 'btn' : 'btn main'} href="/">${app.t('rules.toplay')}</a></p>`,
    }),
  };
}
