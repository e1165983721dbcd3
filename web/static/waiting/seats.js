// What players do with the seats before a match.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { storeRefusal } from '../question/bar.js';
import { confirmDialog, menu } from '../ui/dialogs.js';
import { botFace } from '../ui/faces.js';
import { avatar, icon } from '../ui/pieces.js';
import { confirmRemoval } from '../table/on-demand.js';
import { sendRoomCommand, isFree } from '../table/plan.js';
import { levelOf } from '../core/bot-levels.js';
import { applyHintsWish } from '../core/hints.js';

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
    app.me.kind === 'account' ||
    name === app.me.name ||
    (await storeRefusal(app, session.ui, 'refused', async () => {
      if (await app.rename(name)) session.renew();
      else session.ui.name = app.me.name;
    }));
  if (!isNamed) return;
  applyHintsWish(session.frame?.settings.game ?? '', session.id, session.ui);
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
 * The name and level of a seat's bot.
 *
 * @param {App} app
 * @param {GameInfo} game
 * @param {SeatInfo} seat
 */
export function botText(app, game, seat) {
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
export function addBot(app, session, game, seatNumber) {
  const { t } = app;
  const add = (/** @type {string} */ bot) => () =>
    void sendRoomCommand(app, session, 'bot', { seat: seatNumber, bot });
  const [only, ...others] = game.bots;
  if (only && !others.length)
    return html`<button type="button" class="btn" aria-label=${t('room.addbot')}
        @click=${add(only.id)}>${icon('bot')}${t('room.addbot.short')}</button>`;
  return menu({
    label: t('room.addbot'),
    cls: 'btn',
    face: html`${icon('bot')}${t('room.addbot.short')}`,
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
export function seatMenu(app, session, game, seat, seatNumber, name) {
  const { t } = app;
  const isOwn = seatNumber === session.seat;
  // Who has come to a table of an event stays.
  const canLeave = isOwn && !session.frame?.event;
  const isOtherPerson = !isOwn && seat.player && seat.kind !== 'bot';
  if (!session.isHost && !canLeave && !isOtherPerson) return nothing;
  const command =
    (/** @type {string} */ type, /** @type {Record<string, unknown>} */ fields = {}) =>
    () =>
      void sendRoomCommand(app, session, type, { seat: seatNumber, ...fields });
  const beginSwap = () => {
    session.ui.swapping = seatNumber;
    app.redraw();
  };
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
    ...(session.isHost && (session.frame?.seats.length ?? 0) > 1
      ? [
          html`<button type="button"
              @click=${beginSwap}>${icon('swap')}${t('room.swap')}</button>`,
        ]
      : []),
    ...(canLeave
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
