// Polls the invitations to tables, and shows them on every page.

import { html, nothing, render } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { Attempt } from '../../ui/attempt.js';
import { titleOf } from '../../ui/frame.js';
import { clockWords } from '../../ui/table-options.js';
import { showNotification, sound } from '../../ui/attention.js';
import { faceOf } from '../../ui/faces.js';
import { avatar } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';

/**
 * @import {
 *   App, Renderable, InvitationAnswer as Invitation, Invitations as Answer,
 * } from '../../core/types.js'
 */

export const css = '/people/find/invitations.css';
export { texts } from '../people-common.js';

const refreshMs = 15_000;
const hiddenRefreshMs = 60_000;
const maxRefreshMs = 240_000;

export class Invitations {
  /**
   * The open invitations, latest first.
   *
   * @type {Invitation[]}
   */
  list = [];
  #app;
  #container = document.createElement('div');
  #delayMs = refreshMs;
  /**
   * The ids of announced invitations.
   *
   * @type {Set<string>}
   */
  #announced = new Set();
  /** @type {Set<string>} */
  #postponed = new Set();
  /**
   * The last invitation that arrived while the page was hidden.
   *
   * @type {Invitation | null}
   */
  #missed = null;
  #attempt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#attempt = new Attempt(app);
    this.#container.className = 'calls';
    document.body.append(this.#container);
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#missed = null;
      void this.refresh();
    });
  }

  /** Loads the invitations, and schedules the next refresh. The delay grows after failures. */
  async refresh() {
    clearTimeout(this.#timer);
    try {
      const { invitations } = await this.#app.api.get('/api/invitations');
      this.receive(invitations);
      this.#delayMs = refreshMs;
    } catch {
      this.#delayMs = Math.min(maxRefreshMs, 2 * this.#delayMs);
    }
    this.#timer = setTimeout(
      () => void this.refresh(),
      document.hidden ? Math.max(hiddenRefreshMs, this.#delayMs) : this.#delayMs,
    );
  }

  /** @param {Invitation[]} list */
  receive(list) {
    const app = this.#app;
    const newInvitations = list.filter(({ id }) => !this.#announced.has(id));
    const isUnchanged = !newInvitations.length && list.length === this.list.length;
    this.list = list;
    const [first] = newInvitations;
    if (first) {
      for (const { id } of newInvitations) this.#announced.add(id);
      const words = this.#text(first);
      app.say(words);
      sound(app, 'summon');
      if (document.hidden) {
        this.#missed = first;
        showNotification(app, words, '', first.id);
      }
    }
    if (!isUnchanged) app.redraw();
  }

  /** @param {Invitation} invitation */
  #text({ from, room }) {
    return wordsOf(this.#app)('invited', { name: from.name, game: titleOf(this.#app, room.game) });
  }

  /**
   * The title of the tab, with the last invitation that arrived while the page was hidden.
   *
   * @param {string} title
   */
  title(title) {
    const missed = this.#missed;
    return missed && this.list.some(({ id }) => id === missed.id)
      ? wordsOf(this.#app)('invited.title', { name: missed.from.name, title })
      : title;
  }

  /**
   * @param {Invitation} invitation
   * @param {boolean} accept
   */
  async #answer({ id }, accept) {
    const app = this.#app;
    const go = app.navigatorFromHere();
    await this.#attempt.run(async () => {
      const room = await app.api.post(`/api/invitations/${id}`, { accept });
      this.list = this.list.filter((invitation) => invitation.id !== id);
      if (accept) go(`/r/${room.id}`);
    });
    void this.refresh();
  }

  /** The section of the home page with all invitations. */
  section() {
    if (!this.list.length && !this.#attempt.error) return nothing;
    const t = wordsOf(this.#app);
    return html`<section class="invited" aria-label=${t('invited.all')}>
      ${this.#attempt.refusal()}${repeat(
        this.list,
        ({ id }) => id,
        (invitation) =>
          this.#row(
            invitation,
            html`<button type="button" class="btn quiet sm" aria-haspopup="dialog"
                @click=${() =>
                  this.#app.dialogs.block(
                    invitation.from,
                    () => void this.refresh(),
                  )}>${t('block')}</button>`,
          ),
      )}</section>`;
  }

  /** Renders the invitations above all pages except the home page, without postponed ones. */
  draw() {
    const t = wordsOf(this.#app);
    const isStream = new URLSearchParams(location.search).get('view') === 'stream';
    const shown =
      location.pathname === '/' || isStream
        ? []
        : this.list.filter(({ id }) => !this.#postponed.has(id)).slice(0, 2);
    const postpone = (/** @type {string} */ id) => () => {
      this.#postponed.add(id);
      this.#attempt.error = '';
      this.draw();
    };
    render(
      shown.length
        ? html`<section class="invited" aria-label=${t('invited.all')}>
          ${this.#attempt.refusal()}${repeat(
            shown,
            ({ id }) => id,
            (invitation) =>
              this.#row(
                invitation,
                html`<button type="button" class="btn quiet sm" @click=${postpone(invitation.id)}>${t(
                  'invited.later',
                )}</button>`,
              ),
          )}</section>`
        : nothing,
      this.#container,
    );
  }

  /**
   * @param {Invitation} invitation
   * @param {Renderable} more a further button
   */
  #row(invitation, more) {
    const app = this.#app;
    const t = wordsOf(app);
    const { room } = invitation;
    const facts = [
      app.t('set.seats.n', { n: room.summary.players.length }),
      clockWords(app, room.summary.clock),
    ]
      .filter(Boolean)
      .join(' · ');
    return html`<article class="invitation">${avatar(faceOf(invitation.from.name))}
      <div><b>${this.#text(invitation)}</b><span>${facts}</span></div>
      <p><button type="button" class="btn main sm" aria-busy=${this.#attempt.busy}
          @click=${() => void this.#answer(invitation, true)}>${t('invited.accept')}</button>
        <button type="button" class="btn sm" aria-busy=${this.#attempt.busy}
            @click=${() => void this.#answer(invitation, false)}>${t('invited.decline')}</button>
        ${more}</p></article>`;
  }
}
