// The dialog with the people at a table.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { sendCommand } from '../question/bar.js';
import { avatar, dialog, icon } from '../ui/pieces.js';
import { confirmAction } from './confirmations.js';
import { confirmRemoval, removedList, confirmationTexts, spectatorList } from './spectators.js';
import { timeOrDateText } from '../core/times.js';
import { lossEndsMatch } from '../core/results.js';
import { isBot, isProgram } from '../core/store.js';
import { profilePath } from '../core/paths.js';

/** @import { App, PlayerInfo, Session } from '../core/types.js' */

/**
 * @param {App} app
 * @param {Session} session
 */
export function openPeople(app, session) {
  const { t } = app;
  const tell = async (
    /** @type {string} */ type,
    /** @type {Record<string, unknown>} */ fields,
  ) => {
    await sendCommand(app, session, type, fields);
    sheet.update();
  };
  const sheet = dialog({
    title: () => t('people.title'),
    closeLabel: t('close'),
    body: () => html`<ul class="people">
      ${Object.values(session.players()).map((p) => personRow(app, session, p, () => sheet.update()))}
    </ul>
      <h3>${t('people.watchers')}</h3>
      ${spectatorList(app, session, tell)}${removedList(app, session, tell)}`,
  });
}

/**
 * The state of a seat in words: free, lost, played by a bot, or whether its player is online.
 *
 * @param {App} app
 * @param {Session} session
 * @param {PlayerInfo} p
 */
function stateWords(app, session, p) {
  const { t } = app;
  const seat = session.frame?.seats[p.seat];
  if (p.lost) return t(`lost.${p.lost}`, { name: p.plainName });
  if (seat && isBot(seat)) return t('people.bot', { bot: session.botName(p.bot) });
  if (p.bot) return t('people.stand');
  if (seat && isProgram(seat)) return t('room.program');
  if (!seat?.player) return t('people.free');
  if (p.present) return t('people.here');
  return seat.away
    ? t('people.awaySince', { time: timeOrDateText(app, seat.away) })
    : t('people.away');
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {PlayerInfo} p
 * @param {() => void} update
 */
function personRow(app, session, p, update) {
  const { t } = app;
  const seat = session.frame?.seats[p.seat];
  const isHost = !!seat?.player && seat.player === session.frame?.host;
  const state = stateWords(app, session, p);
  const canManage = session.isHost && !p.you && !!seat?.player;
  const playing = session.frame?.status === 'playing';
  const commandHost = async (/** @type {'host' | 'kick'} */ what) => {
    const textKey = lossEndsMatch(session.frame?.seats ?? [], p.seat) ? 'kickLast' : 'kickPlaying';
    const words = confirmationTexts(
      app,
      what,
      { name: p.plainName },
      what === 'kick' && playing && !p.lost ? textKey : what,
    );
    const consent =
      what === 'kick'
        ? await confirmRemoval(app, words)
        : (await confirmAction(app, what, { name: p.plainName })) && {};
    if (!consent) return;
    await sendCommand(app, session, what, { seat: p.seat, ...consent });
    update();
  };
  return html`<li>${avatar(p.icon, { cls: p.present || p.bot ? '' : 'away' })}<p><b>${
    seat?.kind === 'account'
      ? html`<a href=${profilePath(p.plainName)} target="_blank">${p.name}</a>`
      : p.name
  }</b>${p.you ? html` <small>${t('you')}</small>` : nothing}${
    isHost ? html` <small>${t('people.host')}</small>` : nothing
  }<br><small>${state}</small></p>
    ${
      seat?.player && !p.you
        ? html`<button type="button" class="tool" aria-label=${`${t('report.do')}: ${p.plainName}`}
            title=${t('report.do')}
            @click=${() =>
              app.dialogs.report({
                person: seat.player,
                name: p.plainName,
                room: session.id,
              })}>${icon('flag')}</button>`
        : nothing
    }
    ${
      canManage
        ? html`<button type="button" class="btn quiet sm"
            aria-label=${`${t('people.makeHost')}: ${p.plainName}`}
            @click=${() => commandHost('host')}>${t('people.makeHost')}</button>
          <button type="button" class="btn quiet danger sm"
              aria-label=${`${t('people.kick')}: ${p.plainName}`}
              @click=${() => commandHost('kick')}>${t('people.kick')}</button>`
        : nothing
    }
    ${
      !p.you && seat?.player && seat.kind !== 'bot'
        ? html`<button type="button" class="btn quiet sm" aria-haspopup="dialog"
            aria-label=${`${t('people.block')}: ${p.plainName}`}
            @click=${() =>
              app.dialogs.block({
                id: seat.player,
                name: p.plainName,
              })}>${t('people.block')}</button>`
        : nothing
    }</li>`;
}
