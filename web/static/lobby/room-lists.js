// Lists of tables and finished matches for the home page.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { progressOf, thumbOf } from '../ui/covers.js';
import { listOf, titleOf } from '../ui/frame.js';
import { playerFace } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { shortDurationText } from '../core/times.js';
import { matchPoints, matchVerdict } from '../ui/match-words.js';
import { clockWords } from '../ui/table-options.js';
import { isLesson, waitsFor } from './room-data.js';

/** @import { App, Drawn, MatchInfo, RoomInfo } from '../core/types.js' */

/** @typedef {Awaited<ReturnType<App['smallTables']>>} Pictures */

/**
 * What can be pressed in a row of one's own tables.
 *
 * @typedef {{leave: (room: RoomInfo) => void}} Actions
 */

/**
 * A list of rooms, and a button for more.
 *
 * @param {App} app
 * @param {RoomInfo[]} rooms
 * @param {{more?: () => void, pictures?: Pictures | null}} opts pictures: of tables that may be
 *   watched, once they can be drawn
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
 * Who waits at a table with a free seat, for who can sit down there with one press.
 *
 * @param {App} app
 * @param {readonly RoomInfo[]} rooms the tables of others that are not full
 */
export function somebodyWaits(app, rooms) {
  const { t } = app;
  const account = app.me.kind === 'account';
  const room = rooms.find(
    (one) =>
      one.status === 'open' &&
      one.connected.length > 0 &&
      freeSeats(one) > 0 &&
      (account || !(one.summary.accounts || one.summary.rated)),
  );
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
    <a class="btn main" href=${`/r/${room.id}`}>${t('home.join')}</a></section>`;
}

/**
 * The tables of the person, those that wait for the person first.
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
 * What every row says: the game, and how far it is.
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
 * The names at a table without those of some seats, bots together at the end.
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
 * Whether a bot has a seat in its own right.
 *
 * @param {RoomInfo} room
 * @param {number} seat
 */
const isBotSeat = ({ summary: { bots, people } }, seat) => !!bots[seat] && !people[seat];

/**
 * Who sits at a table; others who are away are pale.
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
  const own = (/** @type {number} */ seat) => room.summary.people[seat] === app.me.id;
  const mine = waitsFor(app, room);
  const names = listOf(app, namesAt(app, room, own));
  const alone = room.summary.players.length > 1 ? 'home.alone' : 'home.solitary';
  const others = names ? t('home.with', { names }) : t(alone);
  const label = isLesson(room) ? t('home.lesson') : others;
  const present = room.connected
    .filter((seat) => !own(seat))
    .map((seat) => room.summary.players[seat] ?? '');
  const facts = factsOf(app, room);
  if (present.length)
    facts.push(t('home.here', { n: present.length, names: listOf(app, present) }));
  const verb = t(mine ? 'home.play' : 'home.resume');
  return html`<li class=${mine ? 'tablerow lit' : 'tablerow'}>${thumbOf(room.game)}
    <div><b>${label}</b><span>${facts.join(' · ')}</span></div>
    ${faces(app, room)}
    <p class="turn">${isLesson(room) ? nothing : turnOf(app, room, mine)}</p>
    <a class=${mine ? 'btn main sm' : 'btn sm'} href=${`/r/${room.id}`}
        aria-label=${`${verb}: ${label}`}>${verb}</a>
    <button type="button" class="tool" aria-label=${`${t('home.leave')}: ${label}`}
        title=${t('home.leave')} @click=${() => actions.leave(room)}>${icon('door')}</button></li>`;
}

/**
 * Whose turn it is, and since when.
 *
 * @param {App} app
 * @param {RoomInfo} room
 * @param {boolean} mine
 */
function turnOf(app, room, mine) {
  const { t } = app;
  const { progress } = room;
  if (!progress?.waiting?.length) return html`<span>${t('home.notBegun')}</span>`;
  const ago = html`<span>${shortDurationText(app, Date.now() - (progress.since ?? 0))}</span>`;
  if (mine) return html`<b>${t('home.yourTurn')}</b> ${ago}`;
  const names = progress.waiting.map((seat) => room.summary.players[seat] ?? '');
  return html`<b>${t('home.thinks', { n: names.length, names: listOf(app, names) })}</b> ${ago}`;
}

/**
 * The day on which a match ended, or the time if that was today.
 *
 * @param {App} app
 * @param {number} ended
 */
function endedText({ lang }, ended) {
  const when = new Date(ended);
  return when.toDateString() === new Date().toDateString()
    ? when.toLocaleTimeString(lang, { hour: 'numeric', minute: '2-digit' })
    : when.toLocaleDateString(lang, { day: 'numeric', month: 'short' });
}

/**
 * Finished matches, with who won and the points.
 *
 * @param {App} app
 * @param {MatchInfo[]} matches
 * @param {{isRoomOpen: (match: MatchInfo) => boolean, reopen: (match: MatchInfo) => void}} [actions] of the
 *   person's own matches: isRoomOpen: whether its room is still there; reopen: opens the same table again
 * @returns {Drawn}
 */
export function matchList(app, matches, actions) {
  const { t } = app;
  return html`<ul class="rooms">${repeat(
    matches,
    (each) => each.id,
    (each) => html`<li class="tablerow">${thumbOf(each.game)}
      <div><b>${matchVerdict(app, each)}</b><span>${matchPoints(app, each)}</span></div>
      <time
          datetime=${new Date(each.ended).toISOString()}>${endedText(app, each.ended)}</time>
      ${
        actions?.isRoomOpen(each)
          ? html`<a class="btn sm" href=${`/r/${each.room}`}
              aria-label=${`${t('home.resume')}: ${matchVerdict(app, each)}`}>${t('home.resume')}</a>`
          : nothing
      }
      <a class="btn sm" href=${`/m/${each.id}`}
          aria-label=${`${t('home.result.see')}: ${matchVerdict(app, each)}, ${matchPoints(app, each)}`}>${t('home.result.see')}</a>
      ${
        actions
          ? html`<button type="button" class="btn sm" @click=${() => actions.reopen(each)}
              aria-label=${`${t('home.again')}: ${matchPoints(app, each)}`}>${t('home.again')}</button>`
          : nothing
      }</li>`,
  )}</ul>`;
}
