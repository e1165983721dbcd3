// The dialog that invites a person to a table of a game, or to one of the viewer's tables with a
// free seat.

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { repeat } from '../../vendor/lit-html/directives/repeat.js';
import { Attempt } from '../../ui/attempt.js';
import { coverOf } from '../../ui/covers.js';
import { dialog } from '../../ui/dialogs.js';
import { titleOf } from '../../ui/frame.js';
import { icon } from '../../ui/pieces.js';
import { wordsOf } from '../people-common.js';
import { settingsFor } from './inviting.js';

/** @import { App, GameInfo, Named, RoomInfo, RoomPage } from '../../core/types.js' */

/**
 * @param {App} app
 * @param {Named} person
 */
export function challengeDialog(app, { id, name }) {
  const t = wordsOf(app);
  /**
   * The viewer's tables with a free seat.
   *
   * @type {RoomInfo[]}
   */
  let tables = [];
  const attempt = new Attempt(app, () => sheet.update());
  /**
   * Invites the person and navigates to the table.
   *
   * @param {() => Promise<string>} send sends the invitation and returns the id of the room
   */
  const invite = (send) => {
    const go = app.navigatorFromHere();
    return attempt.run(async () => {
      const room = await send();
      sheet.close();
      go(`/r/${room}`);
    });
  };
  const inviteToGame = async (/** @type {GameInfo} */ game) => {
    const settings = settingsFor(game);
    return (await app.api.post('/api/invitations', { person: id, settings })).id;
  };
  const inviteToRoom = async (/** @type {string} */ room) => {
    await app.api.post(`/api/rooms/${room}/invitations`, { person: id });
    return room;
  };
  /** Whether the viewer hosts no table of a game with a free seat. */
  const hasNoTable = (/** @type {GameInfo} */ game) =>
    !tables.some((room) => room.game === game.id && room.host === app.me.id);
  const sheet = dialog({
    title: () => t('challenge.title', { name }),
    closeLabel: t('close'),
    body: () => html`<p class="small">${t('challenge.why', { name })}</p>
      <div class="challenges">${app.games.filter(hasNoTable).map(
        (game) =>
          html`<button type="button" class="btn main" aria-busy=${attempt.busy}
              @click=${() => void invite(() => inviteToGame(game))}>${icon(coverOf(game.id).icon)}${t(
                'challenge.new',
                { game: titleOf(app, game.id) },
              )}</button>`,
      )}</div>
      ${
        tables.length
          ? html`<h3>${t('challenge.own')}</h3><ul class="withs">${repeat(
              tables,
              (room) => room.id,
              (
                room,
              ) => html`<li>${icon(coverOf(room.game).icon)}<span>${tableText(app, room)}</span>
                <button type="button" class="btn sm" aria-busy=${attempt.busy}
                    @click=${() => void invite(() => inviteToRoom(room.id))}>${t('invite.do')}</button>
              </li>`,
            )}</ul>`
          : nothing
      }
      ${attempt.refusal()}`,
  });
  app.api.get('/api/rooms?mine=1&status=open&limit=20').then(
    (page) => {
      tables = page.rooms;
      sheet.update();
    },
    (problem) => attempt.fail(problem),
  );
}

/**
 * A table in words, with its game, free seats and other players.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
function tableText(app, room) {
  const free = room.summary.players.filter((name) => !name).length;
  return [
    titleOf(app, room.game),
    app.t('home.free', { n: free }),
    ...room.summary.players.filter((name) => name && name !== app.me.name),
  ].join(' · ');
}
