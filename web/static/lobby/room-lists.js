// Lists of tables and finished matches for the home page.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { startWords as dailyWords } from '../daily/start.js';
import { isolated } from '../core/bidi.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { progressOf, thumbOf } from '../ui/covers.js';
import { listOf, titleOf } from '../ui/frame.js';
import { playerFace } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { shortDurationText } from '../core/times.js';
import { matchPoints, matchVerdict } from '../ui/match-words.js';
import { clockWords } from '../ui/table-options.js';
import { isLesson, waitsFor } from './room-data.js';

/** @import { ShownTable } from './home.js' */
/** @import { App, Renderable, MatchInfo, RoomInfo } from '../core/types.js' */

/** @typedef {Awaited<ReturnType<App['smallTables']>>} Pictures */

/**
 * The actions in a row of the person's own tables.
 *
 * @typedef {{leave: (room: RoomInfo) => void}} Actions
 */

/**
 * A list of rooms, with a button that loads more.
 *
 * @param {App} app
 * @param {RoomInfo[]} rooms
 * @param {{more?: () => void, pictures?: Pictures | null}} opts `more` loads more rooms, if there
 *   are any. `pictures` renders tables that can be watched, null until loaded
 */
export function roomList(app, rooms, { more, pictures }) {
  return html`<ul class="rooms">${repeat(
    rooms,
    (room) => room.id,
    (room) => roomRow(app, room, pictures),
  )}</ul>${
    more
      ? html`<button type="button" class="btn quiet"
          @click=${more}>${app.t('home.more.rooms')}</button>`
      : nothing
  }`;
}

/**
 * A line about players who wait at a table, with a link. The table has a free seat that the person
 * can take, unless it is gone.
 *
 * @param {App} app
 * @param {ShownTable | undefined} room
 */
export function someoneWaiting(app, room) {
  const { t } = app;
  if (!room) return nothing;
  const names = room.connected.map((seat) => room.summary.players[seat] ?? '');
  const [first = 0] = room.connected;
  return html`<section class="askline someone" aria-label=${t('home.waits.title')}>
    ${avatar(playerFace(app.games, room.game, '', room.summary.players[first] ?? ''))}
    <p role="status">${t('home.waits', {
      n: names.length,
      names: listOf(app, names),
      game: titleOf(app, room.game),
    })}</p>
    ${
      room.isGone
        ? html`<span class="nolonger">${t('home.gone')}</span>`
        : html`<a class="btn main" href=${`/r/${room.id}`}>${t('home.join')}</a>`
    }</section>`;
}

/**
 * The list of the person's tables.
 *
 * @param {App} app
 * @param {RoomInfo[]} rooms
 * @param {Actions} actions
 */
export function ownList(app, rooms, actions) {
  return html`<ul class="own">${repeat(
    rooms,
    (room) => room.id,
    (room) => ownRow(app, room, actions),
  )}</ul>`;
}

/**
 * The facts in the row of a room: the game, and the progress of the match or the settings.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
function factsOf(app, room) {
  const { t } = app;
  const free = freeSeats(room);
  const facts = [titleOf(app, room.game)];
  const progress = progressOf(app, room.game, room.progress);
  const { clock, accounts, rated } = room.summary;
  if (room.status === 'playing') {
    facts.push(progress || t('home.status.playing'));
  } else {
    facts.push(
      free ? t('home.free', { n: free }) : t(`home.status.${room.status}`),
      clockWords(app, clock),
    );
    if (rated) facts.push(t('home.rated'));
    else if (accounts) facts.push(t('home.accounts'));
  }
  return facts.filter(Boolean);
}

/** @param {RoomInfo} room */
const freeSeats = ({ summary: { players } }) => players.filter((name) => !name).length;

/**
 * The names at a table, with several bots combined at the end.
 *
 * @param {App} app
 * @param {RoomInfo} room
 * @param {(seat: number) => boolean} [leaveOut]
 */
function namesAt(app, room, leaveOut = () => false) {
  const { players } = room.summary;
  const names = players.filter((name, seat) => name && !isBotSeat(room, seat) && !leaveOut(seat));
  const bots = players.filter((name, seat) => isBotSeat(room, seat));
  return [...names, ...(bots.length > 1 ? [app.t('home.machines', { n: bots.length })] : bots)];
}

/**
 * Whether a bot has the seat. False if the bot only plays in place of a person.
 *
 * @param {RoomInfo} room
 * @param {number} seat
 */
const isBotSeat = ({ summary: { bots, people } }, seat) => !!bots[seat] && !people[seat];

/**
 * The faces at a table. Other people who are away are pale.
 *
 * @param {App} app
 * @param {RoomInfo} room
 */
function faces(app, room) {
  const {
    summary: { players, people, bots },
    connected,
  } = room;
  return html`<span class="faces" aria-hidden="true">${players.map((name, seat) =>
    avatar(
      name
        ? playerFace(app.games, room.game, isBotSeat(room, seat) ? (bots[seat] ?? '') : '', name)
        : undefined,
      {
        cls: people[seat] && people[seat] !== app.me.id && !connected.includes(seat) ? 'away' : '',
      },
    ),
  )}</span>`;
}

/**
 * @param {App} app
 * @param {RoomInfo} room
 * @param {Pictures | null} [pictures]
 */
function roomRow(app, room, pictures) {
  const { t } = app;
  const playing = room.status === 'playing';
  const facts = factsOf(app, room);
  if (playing && room.spectatorCount) facts.push(t('home.watchers', { n: room.spectatorCount }));
  const label = listOf(app, namesAt(app, room)) || t('home.somebody');
  const verb = t(playing ? 'home.watch' : 'home.join');
  return html`<li class="tablerow">
    ${pictures && playing && room.summary.watch ? pictures.of(room) : thumbOf(room.game)}
    <div><b>${label}</b><span>${facts.join(' · ')}</span></div>
    ${faces(app, room)}
    ${
      playing && !room.summary.watch
        ? html`<small>${t('home.nowatch')}</small>`
        : html`<a class="btn sm" href=${`/r/${room.id}`} aria-label=${`${verb}: ${label}`}>${
            playing ? icon('eye') : nothing
          }${verb}</a>`
    }</li>`;
}

/**
 * @param {App} app
 * @param {RoomInfo} room
 * @param {Actions} actions
 */
function ownRow(app, room, actions) {
  const { t } = app;
  const isOwnSeat = (/** @type {number} */ seat) => room.summary.people[seat] === app.me.id;
  const isOwnTurn = waitsFor(app, room);
  const names = listOf(app, namesAt(app, room, isOwnSeat));
  const alone = room.summary.players.length > 1 ? 'home.alone' : 'home.solitary';
  const otherNames = names ? t('home.with', { names }) : t(alone);
  const { event } = room.summary;
  const title = event?.hiddenUntil ? dailyWords(app)('daily.title') : isolated(event?.title ?? '');
  const what = event ? title : otherNames;
  const label = isLesson(room) ? t('home.lesson') : what;
  const present = room.connected
    .filter((seat) => !isOwnSeat(seat))
    .map((seat) => room.summary.players[seat] ?? '');
  const facts = factsOf(app, room);
  if (present.length)
    facts.push(t('home.here', { n: present.length, names: listOf(app, present) }));
  const verb = t(isOwnTurn ? 'home.play' : 'home.resume');
  const leaveButton = html`<button type="button" class="tool" aria-label=${`${t('home.leave')}: ${label}`}
      title=${t('home.leave')} @click=${() => actions.leave(room)}>${icon('door')}</button>`;
  return html`<li class=${isOwnTurn ? 'tablerow lit' : 'tablerow'}>${thumbOf(room.game)}
    <div><b>${label}</b><span>${facts.join(' · ')}</span></div>
    ${faces(app, room)}
    <p class="turn">${isLesson(room) ? nothing : turnOf(app, room, isOwnTurn)}</p>
    <a class="btn sm" href=${`/r/${room.id}`}
        aria-label=${`${verb}: ${label}`}>${verb}</a>
    ${event ? nothing : leaveButton}</li>`;
}

/**
 * The players whose turn it is, and the time since it began.
 *
 * @param {App} app
 * @param {RoomInfo} room
 * @param {boolean} isOwnTurn
 */
function turnOf(app, room, isOwnTurn) {
  const { t } = app;
  const { progress } = room;
  if (!progress?.waiting?.length) return html`<span>${t('home.notBegun')}</span>`;
  const ago = html`<span>${shortDurationText(app, Date.now() - (progress.since ?? 0))}</span>`;
  if (isOwnTurn) return html`<b>${t('home.yourTurn')}</b> ${ago}`;
  const names = progress.waiting.map((seat) => room.summary.players[seat] ?? '');
  return html`<b>${t('home.thinks', { n: names.length, names: listOf(app, names) })}</b> ${ago}`;
}

/**
 * The day when a match ended, or the time if it ended today.
 *
 * @param {App} app
 * @param {number} ended
 */
function endedText({ lang }, ended) {
  const date = new Date(ended);
  return date.toDateString() === new Date().toDateString()
    ? date.toLocaleTimeString(lang, { hour: 'numeric', minute: '2-digit' })
    : date.toLocaleDateString(lang, { day: 'numeric', month: 'short' });
}

/**
 * A list of finished matches, with the winner and the points.
 *
 * @param {App} app
 * @param {MatchInfo[]} matches
 * @param {{isRoomOpen: (match: MatchInfo) => boolean, reopen: (match: MatchInfo) => void}}
 *   [actions] actions for the person's own matches. `isRoomOpen` reports whether the room still
 *   exists. `reopen` opens the same table again
 * @returns {Renderable}
 */
export function matchList(app, matches, actions) {
  const { t } = app;
  return html`<ul class="rooms">${repeat(
    matches,
    (match) => match.id,
    (match) => html`<li class="tablerow">${thumbOf(match.game)}
      <div><b>${matchVerdict(app, match)}</b><span>${matchPoints(app, match)}</span></div>
      <time
          datetime=${new Date(match.ended).toISOString()}>${endedText(app, match.ended)}</time>
      ${
        actions?.isRoomOpen(match)
          ? html`<a class="btn sm" href=${`/r/${match.room}`}
              aria-label=${`${t('home.resume')}: ${matchVerdict(app, match)}`}>${t('home.resume')}</a>`
          : nothing
      }
      <a class="btn sm" href=${`/m/${match.id}`}
          aria-label=${`${t('home.result.see')}: ${matchVerdict(app, match)}, ${matchPoints(app, match)}`}>${t('home.result.see')}</a>
      ${
        actions
          ? html`<button type="button" class="btn sm" @click=${() => actions.reopen(match)}
              aria-label=${`${t('home.again')}: ${matchPoints(app, match)}`}>${t('home.again')}</button>`
          : nothing
      }</li>`,
  )}</ul>`;
}
