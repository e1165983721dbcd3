// The line of the start page about the next appointment, and the link to plan one.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { loadFiles } from '../core/i18n.js';
import { styleSheet } from '../ui/style-sheet.js';
import { titleOf } from '../ui/frame.js';
import { css, leaf, texts, wordsOf } from './parts.js';
import { whenText } from './when.js';

/** @import { App } from '../core/types.js' */
/** @import { AppointmentAnswer } from '../core/wire-types.js' */

/**
 * Loads what the line needs. Returns the function that renders it.
 *
 * @param {App} app
 * @param {AppointmentAnswer | undefined} next
 */
export async function appointmentLine(app, next) {
  await Promise.all([loadFiles(texts), styleSheet(css)]);
  let isBusy = false;
  let error = '';
  const comeTo = async (/** @type {AppointmentAnswer} */ { code }) => {
    if (isBusy) return;
    isBusy = true;
    error = '';
    app.redraw();
    try {
      next = await app.api.post(`/api/appointments/${code}/answer`, { answer: 'yes' });
    } catch (failure) {
      error = app.errorText(failure);
    }
    isBusy = false;
    app.redraw();
  };
  return () => {
    const t = wordsOf(app);
    const plan =
      app.me.kind === 'account'
        ? html`<a class="linklike" href="/a">${t('meet.plan.link')}</a>`
        : nothing;
    if (!next) return plan === nothing ? nothing : html`<p class="nextmeet bare">${plan}</p>`;
    const when = whenText(app, next.at, { short: true });
    return html`<section class="nextmeet" aria-label=${t('meet.next')}>
      <div class="sheet">${leaf(app, next.at)}
        <p><a href=${`/a/${next.code}`}><b>${when}</b>, ${titleOf(app, next.settings.game)}</a>
          <small>${t('meet.come', { n: next.comes.length })}</small></p>
        ${action(app, next, isBusy, () => next && void comeTo(next))}</div>
      ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}${plan}</section>`;
  };
}

/**
 * @param {App} app
 * @param {AppointmentAnswer} next
 * @param {boolean} isBusy
 * @param {() => void} come
 */
function action(app, next, isBusy, come) {
  const t = wordsOf(app);
  if (next.room)
    return html`<a class="btn main" href=${`/r/${next.room}`}>${t('meet.toTable')}</a>`;
  if (next.answer === 'yes') return html`<span class="mine">${t('meet.you')}</span>`;
  const name = `${t('meet.yes')}: ${titleOf(app, next.settings.game)}, ${whenText(app, next.at)}`;
  return html`<button type="button" class="btn" aria-busy=${isBusy} aria-label=${name}
      @click=${come}>${t('meet.yes')}</button>`;
}
