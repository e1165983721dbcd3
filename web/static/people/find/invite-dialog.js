// The dialog that invites people from earlier matches to a table.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { isolated } from '../../core/bidi.js';
import { Attempt } from '../../ui/attempt.js';
import { dialog } from '../../ui/dialogs.js';
import { wordsOf } from '../people-common.js';
import { portrait } from '../../ui/pieces.js';

/** @import { App, InvitedList, MatchPage, Person } from '../../core/types.js' */

/** The number of recent matches whose players are listed. */
const matches = 50;

/**
 * @param {App} app
 * @param {string} room
 */
export function inviteDialog(app, room) {
  const t = wordsOf(app);
  /** @type {Person[] | null} */
  let people = null;
  /**
   * The answers of the invited people by id, '' for a person who has not answered.
   *
   * @type {Map<string, string>}
   */
  let invited = new Map();
  const attempt = new Attempt(app, () => sheet.update());
  const receive = (/** @type {unknown} */ answer) => {
    invited = new Map(
      /** @type {InvitedList} */ (answer).invited.map((invitation) => [
        invitation.to.id,
        invitation.answer,
      ]),
    );
  };
  const invite = (/** @type {Person} */ person) =>
    attempt.run(async () =>
      receive(await app.api.post(`/api/rooms/${room}/invitations`, { person: person.id })),
    );
  const row = (/** @type {Person} */ person) => {
    const answer = invited.get(person.id);
    return html`<li>${portrait(person.name)}<span>${isolated(person.name)}${
      person.kind === 'account'
        ? nothing
        : html` <small class="tag">${t('profile.kind.guest')}</small>`
    }</span>
      <span class="small" role="status">
        ${answer === undefined ? nothing : t(`invite.answer.${answer || 'none'}`)}</span>
      ${
        answer === undefined
          ? html`<button type="button" class="btn sm" aria-busy=${attempt.busy}
              aria-label=${`${t('invite.do')}: ${person.name}`}
              @click=${() => void invite(person)}>${t('invite.do')}</button>`
          : nothing
      }</li>`;
  };
  const list = () => {
    if (!people) return attempt.error ? nothing : html`<p role="status">${t('page.loading')}</p>`;
    if (!people.length) return html`<p>${t('invite.nobody')}</p>`;
    return html`<p class="small">${t('invite.why')}</p>
      <ul class="withs">${repeat(people, ({ id }) => id, row)}</ul>`;
  };
  const sheet = dialog({
    title: () => t('invite.title'),
    closeLabel: t('close'),
    body: () => html`${attempt.refusal()} ${list()}`,
  });
  void attempt.run(async () => {
    const [page, invitations] = await Promise.all([
      app.api.get(`/api/matches?mine=1&limit=${matches}`),
      app.api.get(`/api/rooms/${room}/invitations`),
    ]);
    receive(invitations);
    people = peopleIn(page, app.me.id);
  });
}

/**
 * The other people in a list of matches without duplicates, most recent first.
 *
 * @param {MatchPage} page
 * @param {string} ownId
 */
export function peopleIn({ matches: list }, ownId) {
  /** @type {Map<string, Person>} */
  const all = new Map();
  for (const { players } of list) {
    for (const { person, name, kind } of players) {
      if (person && person !== ownId && kind !== 'bot' && !all.has(person))
        all.set(person, { id: person, name, kind });
    }
  }
  return [...all.values()];
}
