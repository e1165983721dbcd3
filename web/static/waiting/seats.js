// The list of the seats before a match, with their actions.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { repeat } from '../vendor/lit-html/directives/repeat.js';
import { isolated } from '../core/bidi.js';
import { storeRefusal } from '../question/bar.js';
import { confirmDialog, menu } from '../ui/dialogs.js';
import { botFace } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { seatFace } from '../table/table-view.js';
import { invitedTo } from './invited.js';
import { confirmRemoval } from '../table/on-demand.js';
import { sendRoomCommand, isFree } from '../table/plan.js';
import { ratingFact } from '../table/ratings.js';
import { levelOf } from '../core/bot-levels.js';
import { declineHints, dismissHints, saveSeenHints } from '../core/hints.js';
import { wantsHints } from './first-time.js';
import { isBot, isConnected, isProgram } from '../core/store.js';

/** @import { App, GameInfo, Refusal, SeatInfo, Session } from '../core/types.js' */

/**
 * Takes a seat under the typed name. Takes the first free seat if none is wanted.
 *
 * @param {App} app
 * @param {Session} session
 * @param {number} [wanted]
 */
export async function sit(app, session, wanted) {
  const name = (session.ui.name ?? '').trim();
  const isNamed =
    !name ||
    name === app.me.name ||
    (await storeRefusal(app, session.ui, 'refused', async () => {
      if (await app.rename(name)) session.renew();
      else session.ui.name = app.me.name;
    }));
  if (!isNamed) return;
  const game = session.frame?.settings.game ?? '';
  if (wantsHints(session)) saveSeenHints(game, session.id, []);
  else if (session.ui.hints === false) {
    dismissHints(game);
    declineHints();
  }
  // If another person takes the seat first, try the next free seat.
  for (let attempt = 0; attempt < 4; attempt++) {
    const seat =
      attempt === 0 && wanted !== undefined
        ? wanted
        : (session.frame?.seats.findIndex(isFree) ?? -1);
    if (seat < 0 || (await sendRoomCommand(app, session, 'claim', { seat }))) return;
    if (/** @type {Refusal | null | undefined} */ (session.ui.refused)?.code !== 'seat_taken')
      return;
  }
}

/**
 * Whether the table requires an account and the viewer has none.
 *
 * @param {App} app
 * @param {Session} session
 */
export const needsAccount = (app, session) =>
  !!session.frame?.settings.accounts && app.me.kind !== 'account';

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 */
export function seatList(app, session, game) {
  const seats = session.frame?.seats ?? [];
  return html`<ul class="seats">${repeat(
    seats,
    (_, seatNumber) => seatNumber,
    (seat, seatNumber) => seatRow(app, session, game, seat, seatNumber),
  )}</ul>`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {SeatInfo} seat
 * @param {number} seatNumber
 */
function seatRow(app, session, game, seat, seatNumber) {
  const { t } = app;
  if (isFree(seat)) {
    const invitedTexts = invitedTo(app, session, seatNumber);
    return html`<li class="seatrow free">${avatar(undefined, { cls: 'big' })}
      <div><b>${t('room.free')}</b><small
            role="status">${invitedTexts.length ? invitedTexts.join(' ') : t('room.seat', { n: seatNumber + 1 })}</small></div>
      <div class="acts">${
        session.seat < 0 && !needsAccount(app, session)
          ? html`<button type="button" class="btn"
              @click=${() => void sit(app, session, seatNumber)}>${t('room.sit.here')}</button>`
          : nothing
      }
        ${
          session.isHost && !session.frame?.settings.rated
            ? addBot(app, session, game, seatNumber)
            : nothing
        }
      </div></li>`;
  }
  const isOwn = seatNumber === session.seat;
  const { name } = seat;
  const face = seatFace(app, game.id, seat);
  const isAway = !!seat.player && !isConnected(session.state, seat.player);
  const facts = [
    isOwn && t('room.you'),
    seat.player && seat.player === session.frame?.host && t('room.host'),
    isBot(seat) && t('room.bot', { level: botText(app, game, seat) }),
    isProgram(seat) && t('room.program'),
    seat.kind === 'guest' && t('room.guest'),
    ratingFact(app, session, seat.player),
    isAway && t('room.away'),
    seat.consent && seat.player && t('room.consent.seat'),
  ].filter(Boolean);
  const readiness = seat.ready
    ? html`<span class="state done">${icon('check')}<span>${t('room.ready')}</span></span>`
    : html`<span class="state">${icon('wait')}<span>${t('room.unready')}</span></span>`;
  return html`<li class="seatrow ${isOwn ? 'own' : ''}">
    ${avatar(face, { cls: isAway ? 'big away' : 'big' })}
    <div><b class=${`tint-${face.tint}`}>${isolated(name)}</b><small>${facts.join(' · ')}</small></div>
    ${readiness}
    ${seatMenu(app, session, game, seat, seatNumber, name)}</li>`;
}

/**
 * The name and level of a seat's bot.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {SeatInfo} seat
 */
function botText(app, game, seat) {
  const bot = game.bots.find(({ id }) => id === seat.bot);
  const level = bot && levelOf(game, bot);
  const name = bot?.label[app.lang] ?? seat.bot;
  return level ? `${name}, ${app.t(`bot.${level}`)}` : name;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {number} seatNumber
 */
function addBot(app, session, game, seatNumber) {
  const { t } = app;
  const add = (/** @type {string} */ bot) => () =>
    void sendRoomCommand(app, session, 'bot', { seat: seatNumber, bot });
  const [only, ...others] = game.bots;
  if (only && !others.length)
    return html`<button type="button" class="btn"
        @click=${add(only.id)}>${icon('bot')}${t('room.addbot')}</button>`;
  return menu({
    label: t('room.addbot'),
    cls: 'btn',
    face: html`${icon('bot')}${t('room.addbot')}`,
    items: game.bots.map(
      (bot) =>
        html`<button type="button" class="character" data-bot=${bot.id}
            @click=${add(bot.id)}>${botChoice(app, game, bot)}</button>`,
    ),
  });
}

/**
 * A bot as a choice: its face, name, description and level.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {GameInfo['bots'][number]} bot
 */
export function botChoice(app, game, bot) {
  if (!bot.about) return html`${icon('bot')}<span><b>${bot.label[app.lang]}</b></span>`;
  return html`${avatar(
    botFace(bot.avatar, bot.avatar ? '' : bot.label.en),
  )}<span><b>${bot.label[app.lang]}</b><small>${bot.about[app.lang]}</small></span>${
    levelOf(game, bot)
      ? html`<i
          title=${app.t('room.rating', { n: bot.rating })}>${app.t(`bot.${levelOf(game, bot)}`)}</i>`
      : nothing
  }`;
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {GameInfo} game
 * @param {SeatInfo} seat
 * @param {number} seatNumber
 * @param {string} name
 */
function seatMenu(app, session, game, seat, seatNumber, name) {
  const { t } = app;
  const isOwn = seatNumber === session.seat;
  const isOtherPerson = !isOwn && seat.player && seat.kind !== 'bot';
  if (!session.isHost && !isOwn && !isOtherPerson) return nothing;
  const command =
    (/** @type {string} */ type, /** @type {Record<string, unknown>} */ fields = {}) =>
    () =>
      void sendRoomCommand(app, session, type, { seat: seatNumber, ...fields });
  const others = (session.frame?.seats ?? [])
    .map((_, other) => other)
    .filter((other) => other !== seatNumber);
  const items = [
    ...(session.isHost && !isOwn && seat.player
      ? [
          html`<button type="button"
              @click=${() => void makeHost(app, session, seatNumber, name)}>${icon('host')}${t('room.makehost')}</button>`,
        ]
      : []),
    ...(session.isHost && seat.bot
      ? game.bots
          .filter(({ id }) => id !== seat.bot)
          .map(
            (bot) =>
              html`<button type="button" class="character" data-bot=${bot.id}
                  @click=${command('bot', { bot: bot.id })}>${botChoice(app, game, bot)}</button>`,
          )
      : []),
    ...(session.isHost
      ? others.map(
          (other) =>
            html`<button type="button"
                @click=${command('swap', { other })}>${icon('swap')}${t('room.swap', { n: other + 1 })}</button>`,
        )
      : []),
    ...(isOwn
      ? [
          html`<button type="button"
              @click=${() => void sendRoomCommand(app, session, 'leave')}>${icon('door')}${t('room.leave')}</button>`,
        ]
      : []),
    ...(session.isHost && !isOwn
      ? [
          seat.bot
            ? html`<button type="button"
                @click=${command('kick')}>${icon('close')}${t('room.removebot')}</button>`
            : html`<button type="button"
                @click=${() => void kick(app, session, seatNumber, name)}>${icon('close')}${t('room.kick')}</button>`,
        ]
      : []),
    ...(isOtherPerson
      ? [
          html`<button type="button" aria-haspopup="dialog"
              @click=${() =>
                app.dialogs.block({
                  id: seat.player,
                  name,
                })}>${icon('lock')}${t('people.block')}</button>`,
        ]
      : []),
  ];
  return menu({ label: t('room.manage', { n: seatNumber + 1, name }), face: icon('menu'), items });
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {number} seat
 * @param {string} name
 */
async function makeHost(app, session, seat, name) {
  const { t } = app;
  const isConfirmed = await confirmDialog({
    title: t('sure.host', { name }),
    text: t('sure.hostWhy', { name }),
    yes: t('sure.hostYes'),
    no: t('page.cancel'),
  });
  if (isConfirmed) await sendRoomCommand(app, session, 'host', { seat });
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {number} seat
 * @param {string} name
 */
async function kick(app, session, seat, name) {
  const { t } = app;
  const confirmed = await confirmRemoval(app, {
    title: t('room.confirm.kick', { name }),
    text: t('room.confirm.kick.text'),
    yes: t('room.kick'),
  });
  if (confirmed) await sendRoomCommand(app, session, 'kick', { seat, ...confirmed });
}
