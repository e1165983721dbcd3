// The page of a table before its match, with seats, settings, invitations, chat and start.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import {
  chatPanel,
  newsLine,
  removedLine,
  removedList,
  spectatorList,
} from '../table/on-demand.js';
import { gameText, pictureOf, tagline } from '../ui/covers.js';
import { consentLine, fromLine } from './room-lines.js';
import { dialog } from '../ui/dialogs.js';
import { invitePanel } from './invite.js';
import { listOf, pageFrame, titleOf } from '../ui/frame.js';
import { setNotifications } from '../ui/attention.js';
import { faceOf } from '../ui/faces.js';
import { avatar, clock, icon } from '../ui/pieces.js';

import { sendRoomCommand, carryOut, isFree, isWaiting } from '../table/plan.js';
import { needsAccount, seatList, sit } from './seats.js';
import { hintsSwitch } from './first-time.js';
import { isArriving } from './requests.js';
import { isConnected } from '../core/store.js';
import { settingsForm, settingsWords } from '../ui/settings-form.js';
import { onValue } from '../ui/forms.js';
import { fitSettings } from '../core/table-settings.js';
import { storeListingAnswer, wasAskedToList } from '../core/open-table.js';

/** @import { App, GameInfo, RoomFrame, Session, Settings } from '../core/types.js' */

export { requestWaitingData } from './requests.js';

const maxName = 32;

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
  return pageFrame(app, {
    where: html`<b>${title}</b><span>${t(`home.status.${frame.status}`)}</span>`,
    main: html`${removedLine(app, session)}${newsLine(app, session)}${
      isArriving(session) ? arrivalForm(app, session, game) : header(app, session, free)
    }
      ${
        session.ui.refused
          ? html`<p class="notice" role="alert">${app.errorText(session.ui.refused)}</p>`
          : nothing
      }
      <div class="roomgrid"><div>
        <section class="sheet first"><h2>${t('room.seats')}</h2>
          ${seatList(app, session, game)}${consentLine(app, session)}</section>
        ${settingsSection(app, session, game)}
      </div><div>
        ${frame.settings.seats > 1 ? invitePanel(app, session, title) : nothing}
        <section class="sheet"><h2>${t('room.chat')}</h2>${chatPanel(app, session)}</section>
        ${watchersSection(app, session)}
      </div></div>
      ${startLine(app, session, game)}`,
  });
}

/**
 * The form for visitors who open the link, with their name and a button that takes a seat.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
function arrivalForm(app, session, game) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const host =
    frame.seats.find(({ player }) => player && player === frame.host)?.name || t('home.somebody');
  const title = html`<h1>${t('room.invited', { host, game: titleOf(app, game.id) })}</h1>
    <p class="lede">${tagline(app, game)}</p>`;
  const watch = frame.settings.spectators
    ? html`<button type="button" class="btn quiet" @click=${() => {
        session.ui.watches = true;
        app.redraw();
      }}>${icon('eye')}${t('room.watch')}</button>`
    : nothing;
  const form = () => html`<form @submit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void sit(app, session);
  }}>${title}
    <label for="you">${t('room.invited.you')}</label>
    <span class="namebox">${avatar(faceOf(session.ui.name ?? app.me.name))}<input id="you"
        name="name" required maxlength=${maxName} autocomplete="nickname" spellcheck="false"
        enterkeyhint="go" .defaultValue=${app.me.name}
        @input=${onValue((value) => {
          session.ui.name = value;
        })}></span>
    ${hintsSwitch(app, session, game.id)}
    <button class="btn main"
        aria-busy=${!!session.ui.asking}>${t('room.sit')}</button>${watch}</form>`;
  return html`<section class="step arrival">
    ${pictureOf(game)}
    ${
      needsAccount(app, session)
        ? html`<div class="only">${title}<p>${t('error.accounts_only')}</p>
          <a class="btn main" href="/account">${icon('key')}${t('room.keepname')}</a>${watch}</div>`
        : form()
    }</section>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {number} free
 */
function header(app, session, free) {
  const { t } = app;
  const { seats = 0, autoStart = false } = session.frame?.settings ?? {};
  let [title, lede] = [t('room.full'), t(fullLede(session))];
  if (seats === 1) [title, lede] = [t('room.alone'), ''];
  else if (free) [title, lede] = [t('room.waiting', { n: free }), t(freeLede(session))];
  const offersNotification =
    autoStart &&
    session.seat >= 0 &&
    free &&
    'Notification' in globalThis &&
    !app.prefs.get('notify');
  return html`<section class="hero"><h1>${title}</h1>${lede ? html`<p>${lede}</p>` : nothing}${
    offersNotification
      ? html`<p class="acts">
        <button type="button" class="btn"
            @click=${() => void setNotifications(app, true)}>${icon('sound')}${t('room.callme')}</button>
      </p>`
      : nothing
  }${waitingLine(app, session)}</section>${listingQuestion(app, session)}`;
}

/**
 * The key of the text about the next step at a table with free seats.
 *
 * @param {Session} session
 */
function freeLede(session) {
  if (session.frame?.settings.autoStart && session.seat >= 0) return 'room.lede.itself';
  if (session.isHost) return 'room.lede';
  return session.seat < 0 ? 'room.lede.watch' : 'room.lede.guest';
}

/**
 * The key of the text about the next step at a full table.
 *
 * @param {Session} session
 */
function fullLede(session) {
  const { spectators, autoStart } = session.frame?.settings ?? {};
  if (session.seat < 0) return spectators ? 'room.full.watch' : 'room.full.closed';
  if (autoStart) return 'room.start.itself';
  return session.isHost ? 'room.lede.full' : 'room.lede.guest';
}

/**
 * The question to the host whether other people can find and watch the host's tables. The answer is
 * stored for all tables.
 *
 * @param {App} app
 * @param {Session} session
 */
function listingQuestion(app, session) {
  const settings = session.frame?.settings;
  if (
    !settings ||
    !session.isHost ||
    settings.listed ||
    settings.seats < 2 ||
    session.ui.carrying ||
    wasAskedToList()
  )
    return nothing;
  const answer = (/** @type {boolean} */ listed) => () => {
    const next = { ...settings, listed, spectators: settings.spectators || listed };
    storeListingAnswer(next);
    if (listed) void sendRoomCommand(app, session, 'settings', { settings: next });
    else app.redraw();
  };
  return html`<div class="askline listing"><p>${app.t('room.list.ask')}</p>
    <button type="button" class="btn"
        @click=${answer(true)}>${icon('eye')}${app.t('room.list.yes')}</button>
    <button type="button" class="btn quiet"
        @click=${answer(false)}>${app.t('room.list.no')}</button></div>`;
}

/**
 * The names of the people who have opened the page of the table and have no seat.
 *
 * @param {Session} session
 */
function visitorNames({ frame, state }) {
  const seated = (frame?.seats ?? []).map(({ player }) => player);
  return (state.presence?.spectators ?? [])
    .filter(({ player, stream }) => !stream && !seated.includes(player))
    .map(({ name }) => name);
}

/**
 * The line for a player who waits for others. It has the waiting time, the people who are present,
 * and a link to play against a bot meanwhile.
 *
 * @param {App} app
 * @param {Session} session
 */
export function waitingLine(app, session) {
  const { t } = app;
  const { seats = [], settings } = session.frame ?? {};
  if (!isWaiting(session)) return nothing;
  const now = performance.now();
  const presentNames = seats
    .filter(({ player }, n) => player && n !== session.seat && isConnected(session.state, player))
    .map(({ name }) => name);
  const visitors = visitorNames(session);
  const people = [
    presentNames.length ? t('room.here', { names: listOf(app, presentNames) }) : '',
    visitors.length ? t('room.door', { n: visitors.length, names: listOf(app, visitors) }) : '',
  ].filter(Boolean);
  return html`<p class="meanwhile">
    ${t('room.waited', { time: clock(now - (session.ui.waitsFrom ?? now), app.lang) })} ${
      people.join(' ') || t('room.here.alone')
    } ${
      app.news.online > 1 ? html`${t('room.server', { n: app.news.online })} ` : nothing
    }<a href=${`/learn/${settings?.game}?guide=off`}
        target="_blank">${icon('bot')}${t('room.meanwhile')}</a></p>`;
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
 * The line about the next step before the match can start, with its buttons.
 *
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
export function startLine(app, session, game) {
  const { t } = app;
  const frame = /** @type {RoomFrame} */ (session.frame);
  const free = frame.seats.filter(isFree).length;
  const unready = frame.seats.filter((seat) => seat.player && !seat.ready);
  const ownSeat = frame.seats[session.seat];
  const busy = !!session.ui.asking || !!session.ui.carrying;
  if (!ownSeat && !session.isHost) return nothing;
  if (ownSeat && !ownSeat.ready) {
    return html`<div class="askline"><p>${t('room.start.you')}</p>
      <button type="button" class="btn main" aria-busy=${busy}
          @click=${() =>
            void sendRoomCommand(app, session, 'ready', {
              ready: true,
            })}>${icon('check')}${t('room.ready.set')}</button></div>`;
  }
  const names = listOf(
    app,
    unready.map((seat) => seat.name),
  );
  const unreadyWords = t('room.start.unready', { n: unready.length, names });
  if (!session.isHost) {
    const host =
      frame.seats.find(({ player }) => player && player === frame.host)?.name || t('home.somebody');
    let words = t(frame.settings.autoStart ? 'room.start.itself' : 'room.start.wait', { host });
    if (free) words = t('room.start.some', { n: free });
    else if (unready.length) words = unreadyWords;
    return html`<div class="waitline" role="status"><p>${words}</p>
      <button type="button" class="btn quiet"
          @click=${() =>
            void sendRoomCommand(app, session, 'ready', {
              ready: false,
            })}>${t('room.ready.unset')}</button></div>`;
  }
  if (free) {
    const taken = frame.seats.length - free;
    const canStartWithFewer = taken >= Math.max(game.minSeats, 2);
    const unrated = canStartWithFewer ? 'room.start.fewer' : 'room.start.free';
    return html`<div class="waitline">
      <p role="status">
        ${t(frame.settings.rated ? 'room.start.rated.free' : unrated, { n: free })}</p>
      ${
        frame.settings.rated
          ? nothing
          : html`<button type="button" class="btn" aria-busy=${busy}
              @click=${() =>
                void carryOut(app, session, {
                  bot: game.bots[0]?.id ?? '',
                  start: false,
                })}>${icon('bot')}${t('room.fill')}</button>`
      }
      ${
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
      }</div>`;
  }
  const unrated = frame.settings.rated
    ? frame.seats.filter(({ kind }) => kind !== 'account').map(({ name }) => name)
    : [];
  if (unrated.length)
    return html`<div class="waitline" role="status">
      <p>${t('room.start.rated', { n: unrated.length, names: listOf(app, unrated) })}</p></div>`;
  if (unready.length || frame.settings.autoStart)
    return html`<div class="waitline" role="status">
      <p>${unready.length ? unreadyWords : t('room.start.itself')}</p></div>`;
  return html`<div class="askline"><p role="status">${t('room.start.ask')}</p>
    <button type="button" class="btn main" aria-busy=${busy}
        @click=${() => void sendRoomCommand(app, session, 'start')}>${t(
          session.ui.carrying ? 'room.starting' : 'room.start',
        )}</button></div>`;
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
