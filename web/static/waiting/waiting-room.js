// The page of a table before its match, with seats, settings, invitations, chat and start.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import {
  chatPanel,
  newsLine,
  removedLine,
  removedList,
  spectatorList,
} from '../table/on-demand.js';
import { invitedHere } from '../ui/invited-here.js';
import { gameText } from '../ui/covers.js';
import { consentLine, fromLine } from './room-lines.js';
import { dialog } from '../ui/dialogs.js';
import { copyLink, invitePanel } from './invite.js';
import { listOf, pageFrame, titleOf } from '../ui/frame.js';
import { setNotifications } from '../ui/attention.js';
import { clock, icon } from '../ui/pieces.js';

import { sendRoomCommand, carryOut, isFree, isWaiting } from '../table/plan.js';
import { chairs, doorWords } from './chairs.js';
import { arrival } from './arrival.js';
import { eventHeader, eventStart } from './event-table.js';
import { hintsSwitch } from './first-time.js';
import { isArriving } from './requests.js';
import { settingsForm, settingsWords } from '../ui/settings-form.js';
import { fitSettings } from '../core/table-settings.js';

/** @import { App, GameInfo, Renderable, RoomFrame, Session, Settings } from '../core/types.js' */

export { requestWaitingData } from './requests.js';

/**
 * The page of a room whose match has not started.
 *
 * @param {App} app
 * @param {Session} session
 */
export function waitingRoom(app, session) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const game = app.games.find(({ id }) => id === frame.settings.game);
  if (!game)
    return pageFrame(app, { main: html`<p class="error" role="alert">${t('error.no_game')}</p>` });
  const title = titleOf(app, game.id);
  const free = frame.seats.filter(isFree).length;
  const arrives = isArriving(session);
  return pageFrame(app, {
    where: html`<b>${title}</b><span>${t(`home.status.${frame.status}`)}</span>`,
    main: html`${invitedHere(app)}${removedLine(app, session)}${newsLine(app, session)}${
      arrives ? arrival(app, session, game) : header(app, session, free)
    }
      ${
        session.ui.refused
          ? html`<p class="notice" role="alert">${app.errorText(session.ui.refused)}</p>`
          : nothing
      }
      ${arrives ? nothing : chairs(app, session, game)}${startLine(app, session, game)}${consentLine(app, session)}
      <div class="roomgrid">${
        frame.settings.seats > 1 && !arrives && !frame.event
          ? invitePanel(app, session, title)
          : nothing
      }
        ${settingsSection(app, session, game)}
        <section class="sheet"><h2>${t('room.chat')}</h2>${chatPanel(app, session)}</section>
        ${arrives ? nothing : watchersSection(app, session)}</div>
      ${firstMatchLine(app, session, game)}`,
  });
}

/**
 * The switch for hints, for players who have never finished a match of the game. It is the last part
 * of the page, because it appears some time after the others and would move what is below it.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
function firstMatchLine(app, session, game) {
  if (session.seat < 0 || !session.ui.novice) return nothing;
  return html`<div class="sheet firstmatch">${hintsSwitch(app, session, game.id)}</div>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {number} free
 */
function header(app, session, free) {
  const { t } = app;
  if (session.frame?.event) return eventHeader(app, session);
  const { seats = 0, autoStart = false } = session.frame?.settings ?? {};
  let [title, key] = [t('room.full'), fullLede(session)];
  if (seats === 1) [title, key] = [t('room.alone'), ''];
  else if (free) [title, key] = [t('room.waiting', { n: free }), freeLede(session)];
  const offersNotification =
    autoStart &&
    session.seat >= 0 &&
    free &&
    'Notification' in globalThis &&
    !app.prefs.get('notify');
  return html`<section class="hero"><h1>${title}</h1>${key ? html`<p>${t(key)}</p>` : nothing}${
    offersNotification
      ? html`<p class="acts">
        <button type="button" class="btn"
            @click=${() => void setNotifications(app, true)}>${icon('sound')}${t('room.callme')}</button>
      </p>`
      : nothing
  }${waitingLine(app, session)}</section>`;
}

/**
 * The key of a text about a table with free seats, '' if the line with the main button says enough.
 *
 * @param {Session} session
 */
function freeLede(session) {
  if (session.seat < 0) return session.isHost ? '' : 'room.lede.watch';
  return session.frame?.settings.autoStart ? 'room.lede.itself' : '';
}

/**
 * The key of a text about a full table, '' if the line with the main button says enough.
 *
 * @param {Session} session
 */
function fullLede(session) {
  if (session.seat >= 0 || session.isHost) return '';
  return session.frame?.settings.spectators ? 'room.full.watch' : 'room.full.closed';
}

/**
 * The line for a player who waits for others. It has the waiting time, how many people are here,
 * and a link to play against a bot meanwhile.
 *
 * @param {App} app
 * @param {Session} session
 */
export function waitingLine(app, session) {
  const { t } = app;
  const { settings } = session.frame ?? {};
  if (!isWaiting(session)) return nothing;
  const now = performance.now();
  return html`<p class="meanwhile">
    ${t('room.waited', { time: clock(now - (session.ui.waitsFrom ?? now), app.lang) })} ${
      app.news.online > 1 ? html`${t('room.server', { n: app.news.online })} ` : nothing
    }<a href=${`/learn/${settings?.game}?guide=off`}
        target="_blank">${icon('bot')}${t('room.meanwhile')}</a>
    <a href=${`/a?game=${settings?.game}`} target="_blank">${icon('dusk')}${t('room.otherDay')}</a></p>`;
}

/**
 * The settings in words, which the host can change.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
function settingsSection(app, session, game) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const words = settingsWords(app, game, frame.settings);
  return html`<section class="sheet how"><header><h2>${t('room.settings')}</h2>${
    session.isHost
      ? html`<button type="button" class="btn" aria-haspopup="dialog"
          @click=${() => openSettings(app, session, game)}>${icon('edit')}${t('room.settings.change')}</button>`
      : nothing
  }</header>
    <dl>${words
      .filter(({ label }) => label)
      .map(
        ({ label, value, note }) =>
          html`<div><dt>${label}</dt><dd><b>${value}</b>${
            note ? html` <span>${note}</span>` : nothing
          }</dd></div>`,
      )}</dl>
    ${frame.from ? fromLine(app, frame.from) : nothing}
    <ul>${words.filter(({ label }) => !label).map(({ note }) => html`<li>${note}</li>`)}</ul>
    <p class="learn">
      <a href=${`/rules/${game.id}`}
          target="_blank">${icon('book')}${t('rules.torules')}</a><a href=${`/gallery/${game.id}`}
              target="_blank">${icon('cards')}${gameText(app, game.id, 'rules.tocards')}</a>${
                session.seat >= 0
                  ? html`<button type="button" class="btn quiet" aria-haspopup="dialog"
                      @click=${() => app.dialogs.deviceLink(session.id)}>${icon('device')}${t('room.device')}</button>`
                  : nothing
              }</p></section>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
function openSettings(app, session, game) {
  const { t } = app;
  let settings = fitSettings(game, /** @type {RoomFrame} */ (session.frame).settings);
  const sheet = dialog({
    title: () => t('room.settings'),
    closeLabel: t('page.close'),
    large: true,
    body: () =>
      settingsForm({
        app,
        game,
        id: 'change',
        fixed: !!session.frame?.from,
        get settings() {
          return settings;
        },
        change: (/** @type {Settings} */ next) => {
          settings = next;
          sheet.update();
        },
      }),
    footer: () =>
      html`<p class="help">${t('room.settings.note')}</p>
        <button type="button" class="btn main" @click=${async () => {
          sheet.close();
          await sendRoomCommand(app, session, 'settings', { settings });
        }}>${t('set.save')}</button>`,
  });
}

/**
 * @param {App} app
 * @param {Session} session
 */
function watchersSection(app, session) {
  const watched = !!session.state.presence?.spectatorCount && !!session.frame?.settings.spectators;
  const hasRemoved = session.isHost && !!session.frame?.removed?.some((person) => person.out);
  if (!watched && !hasRemoved) return nothing;
  const send = (/** @type {string} */ type, /** @type {Record<string, unknown>} */ fields) =>
    sendRoomCommand(app, session, type, fields);
  return html`<section class="sheet"><h2>${app.t('room.watching')}</h2>
    ${spectatorList(app, session, send)}${removedList(app, session, send)}</section>`;
}

/**
 * The line with the main button of the page, and a sentence that says what it waits for.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
export function startLine(app, session, game) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const ownSeat = frame.seats[session.seat];
  if (frame.event) return eventStart(app, session);
  if (!ownSeat && !session.isHost) return nothing;
  if (ownSeat && !ownSeat.ready)
    return nextStep({
      asks: true,
      words: t('room.start.you'),
      acts: mainButton(session, icon('check'), t('room.ready.set'), () =>
        sendRoomCommand(app, session, 'ready', { ready: true }),
      ),
    });
  if (!session.isHost || frame.continues) return guestLine(app, session);
  if (frame.seats.some(isFree)) return hostWaits(app, session, game);
  const unrated = frame.settings.rated
    ? frame.seats.filter(({ kind }) => kind !== 'account').map(({ name }) => name)
    : [];
  const unready = unreadyNames(session);
  let words = '';
  if (unrated.length)
    words = t('room.start.rated', { n: unrated.length, names: listOf(app, unrated) });
  else if (unready.length)
    words = t('room.start.unready', { n: unready.length, names: listOf(app, unready) });
  else if (frame.settings.autoStart)
    return nextStep({ words: t('room.start.itself'), acts: nothing });
  const start = words ? null : () => sendRoomCommand(app, session, 'start');
  return nextStep({
    asks: !words,
    words: words || t('room.start.ask'),
    acts: mainButton(
      session,
      icon('play'),
      t(session.ui.carrying ? 'room.starting' : 'room.start'),
      start,
    ),
  });
}

/**
 * @param {object} line
 * @param {boolean} [line.asks] whether the viewer's press is what the match waits for
 * @param {string} line.words
 * @param {Renderable} line.acts
 */
const nextStep = ({ asks, words, acts }) => html`<div class=${asks ? 'askline' : 'waitline'}>
  <p role="status">${words}</p>${acts}</div>`;

/**
 * The main button. Without a command it is disabled.
 *
 * @param {Session} session
 * @param {Renderable} sign
 * @param {string} words
 * @param {((event: Event) => unknown) | null} press
 */
const mainButton = ({ ui }, sign, words, press) => html`<button type="button" class="btn main"
    aria-busy=${!!ui.asking || !!ui.carrying} aria-disabled=${!press}
    @click=${(/** @type {Event} */ event) => void press?.(event)}>${sign}${words}</button>`;

/**
 * The names of the players who are not ready.
 *
 * @param {Session} session
 */
const unreadyNames = ({ frame }) =>
  (frame?.seats ?? []).filter((seat) => seat.player && !seat.ready).map(({ name }) => name);

/**
 * The line for players who wait for the host, or for a match that starts by itself.
 *
 * @param {App} app
 * @param {Session} session
 */
function guestLine(app, session) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const free = frame.seats.filter(isFree).length;
  const unready = unreadyNames(session);
  const host =
    frame.seats.find(({ player }) => player && player === frame.host)?.name || t('home.somebody');
  const startsItself = frame.settings.autoStart || frame.continues;
  let words = t(startsItself ? 'room.start.itself' : 'room.start.wait', { host });
  if (free) words = doorWords(app, session) || t('room.start.some', { n: free });
  else if (unready.length)
    words = t('room.start.unready', { n: unready.length, names: listOf(app, unready) });
  return nextStep({
    words,
    acts: html`<button type="button" class="btn quiet"
        @click=${() =>
          void sendRoomCommand(app, session, 'ready', {
            ready: false,
          })}>${t('room.ready.unset')}</button>`,
  });
}

/**
 * The line for a host at a table with free seats.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
function hostWaits(app, session, game) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const free = frame.seats.filter(isFree).length;
  const taken = frame.seats.length - free;
  const canStartWithFewer = taken >= Math.max(game.minSeats, 2);
  const busy = !!session.ui.asking || !!session.ui.carrying;
  const unrated = canStartWithFewer ? 'room.start.fewer' : 'room.start.free';
  const words = t(frame.settings.rated ? 'room.start.rated.free' : unrated, { n: free });
  const { copied } = session.ui;
  return nextStep({
    words: doorWords(app, session) || words,
    acts: html`${
      frame.settings.rated
        ? nothing
        : html`<button type="button" class="btn quiet" aria-busy=${busy}
            @click=${() =>
              void carryOut(app, session, {
                bot: game.bots[0]?.id ?? '',
                start: false,
              })}>${icon('bot')}${t('room.fill')}</button>`
    }${
      canStartWithFewer
        ? html`<button type="button" class="btn" aria-busy=${busy}
            @click=${() =>
              void startWithFewer(
                app,
                session,
                game,
                taken,
              )}>${t('room.fewer', { n: taken })}</button>`
        : nothing
    }${mainButton(
      session,
      icon(copied ? 'check' : 'copy'),
      t(copied ? 'room.copied' : 'room.copy'),
      (event) => copyLink(app, session, event),
    )}`,
  });
}

/**
 * Prepares a match with fewer seats. Moves the players to the first seats, then removes the free
 * seats. Stops if a command is refused or the seats are taken meanwhile.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {number} seats
 */
async function startWithFewer(app, session, game, seats) {
  const currentSeats = () => session.frame?.seats ?? [];
  for (let target = 0; target < seats; target++) {
    // The seats can have changed since the last command.
    const seat = currentSeats()[target];
    if (!seat || !isFree(seat)) continue;
    const source = currentSeats().findLastIndex((seatInfo) => !isFree(seatInfo));
    if (source < target) return;
    if (!(await sendRoomCommand(app, session, 'swap', { seat: source, other: target }))) return;
  }
  if (
    currentSeats()
      .slice(seats)
      .some((seatInfo) => !isFree(seatInfo))
  )
    return;
  await sendRoomCommand(app, session, 'settings', {
    settings: fitSettings(game, { .../** @type {RoomFrame} */ (session.frame).settings, seats }),
  });
}
