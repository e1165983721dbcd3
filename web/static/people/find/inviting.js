// Invitations by one press in lists of people: to the game that both people played last, or of which the
// viewer last opened a table.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { lastGame, lastSettings } from '../../core/open-table.js';
import { fitSettings } from '../../core/table-settings.js';
import { titleOf } from '../../ui/frame.js';
import { wordsOf } from '../people-common.js';

/** @import { App, GameInfo, Named, Renderable } from '../../core/types.js' */

/**
 * An invitation that the viewer has sent, or sends now.
 *
 * @typedef {object} Sent
 * @property {'sending' | 'sent' | 'failed'} state
 * @property {string} room id of the table, '' until the invitation is sent
 * @property {string} game id of the game, '' until it is known
 * @property {boolean} opened whether the table was opened for this invitation
 * @property {string} answer '', 'accepted' or 'declined'
 * @property {string} error why the request failed, in words, '' if it did not
 */

/**
 * The settings of a table for an invitation: those of the viewer's last table of the game.
 *
 * @param {GameInfo} game
 */
export function settingsFor(game) {
  const last = lastSettings(game);
  return fitSettings(game, {
    ...last,
    seats: Math.max(2, game.minSeats, last.seats),
    listed: false,
  });
}

/** The invitations that the viewer has sent since the start of the client. */
export class Inviting {
  #app;
  /**
   * The invitations by the id of the invited person.
   *
   * @type {Map<string, Sent>}
   */
  #sent = new Map();

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
  }

  /**
   * Invites a person, unless that has been done.
   *
   * @param {Named} person
   */
  async invite({ id, name }) {
    const app = this.#app;
    if (['sending', 'sent'].includes(this.#sent.get(id)?.state ?? '')) return;
    this.#set(id, { state: 'sending', room: '', game: '', opened: false, answer: '', error: '' });
    try {
      const game = await this.#gameFor(id);
      const settings = settingsFor(game);
      const room = await app.api.post('/api/invitations', { person: id, settings });
      this.#set(id, { state: 'sent', room: room.id, game: game.id, opened: room.opened });
      app.say(wordsOf(app)('inviting.said', { name, game: titleOf(app, game.id) }));
    } catch (error) {
      this.#set(id, { state: 'failed', error: app.errorText(error) });
    }
  }

  /**
   * The game of the last match with a person, or of which the viewer last opened a table.
   *
   * @param {string} id
   * @returns {Promise<GameInfo>}
   */
  async #gameFor(id) {
    const { api, games } = this.#app;
    const { matches } = await api.get(`/api/matches?mine=1&with=${id}&limit=1`);
    const find = (/** @type {string | undefined} */ wanted) =>
      games.find((game) => game.id === wanted && game.maxSeats > 1);
    const game =
      find(matches[0]?.game) ?? find(lastGame()) ?? games.find((one) => one.maxSeats > 1);
    if (!game) throw new Error('There is no game for two.');
    return game;
  }

  /**
   * Withdraws the invitation of a person. Closes the table if it was opened for the invitation and
   * nobody else is invited.
   *
   * @param {Named} person
   */
  async withdraw({ id, name }) {
    const app = this.#app;
    const sent = this.#sent.get(id);
    if (sent?.state !== 'sent') return;
    this.#set(id, { state: 'sending' });
    try {
      const { invited } = await app.api.remove(`/api/rooms/${sent.room}/invitations/${id}`);
      if (sent.opened && !invited.length) await app.api.post(`/api/rooms/${sent.room}/leave`, {});
      this.#sent.delete(id);
      app.redraw();
      app.say(wordsOf(app)('inviting.withdrawn', { name }));
    } catch (error) {
      this.#set(id, { state: 'failed', error: app.errorText(error) });
    }
  }

  /** Loads the answers of the invited people. */
  async refresh() {
    const rooms = new Set([...this.#sent.values()].map(({ room }) => room).filter(Boolean));
    for (const room of rooms) {
      try {
        const { invited } = await this.#app.api.get(`/api/rooms/${room}/invitations`);
        for (const { to, answer } of invited) {
          if (this.#sent.get(to.id)?.room === room) this.#set(to.id, { answer });
        }
      } catch (error) {
        console.warn(error);
      }
    }
  }

  /**
   * @param {string} id
   * @param {Partial<Sent>} change
   */
  #set(id, change) {
    const before = this.#sent.get(id) ?? {
      state: /** @type {const} */ ('sending'),
      room: '',
      game: '',
      opened: false,
      answer: '',
      error: '',
    };
    this.#sent.set(id, { ...before, ...change });
    this.#app.redraw();
  }

  /**
   * What has become of the invitation of a person, null if there is none.
   *
   * @param {Named} person
   * @returns {Renderable | null}
   */
  render(person) {
    const sent = this.#sent.get(person.id);
    if (!sent) return null;
    const app = this.#app;
    const t = wordsOf(app);
    const { state, room, game, answer } = sent;
    if (state === 'failed')
      return html`<span class="inviting"><span class="small error" role="alert">${sent.error}</span>
        <button type="button" class="btn sm" aria-label=${`${t('invite.do')}: ${person.name}`}
            @click=${() => void this.invite(person)}>${t('invite.do')}</button></span>`;
    if (state === 'sending')
      return html`<span class="inviting"><button type="button" class="btn sm" aria-busy="true"
          aria-label=${`${t('invite.do')}: ${person.name}`}>${t('invite.do')}</button></span>`;
    const isOpen = !answer;
    return html`<span class="inviting"><span class="small" role="status">${
      isOpen ? t('inviting.sent', { game: titleOf(app, game) }) : t(`invite.answer.${answer}`)
    }</span>
      ${
        answer === 'declined'
          ? nothing
          : html`<a class=${answer ? 'btn sm wanted' : 'btn sm'} href=${`/r/${room}`}
              aria-label=${`${t('inviting.go')}: ${person.name}`}>${t('inviting.go')}</a>`
      }
      ${
        isOpen
          ? html`<button type="button" class="linklike"
              aria-label=${`${t('inviting.withdraw')}: ${person.name}`}
              @click=${() => void this.withdraw(person)}>${t('inviting.withdraw')}</button>`
          : nothing
      }</span>`;
  }
}
