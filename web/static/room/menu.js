// The menu of a table: people, help, ways out.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { act } from '../ask/bar.js';
import { showDeviceLink } from '../people/device.js';
import { avatar, confirmDialog, dialog, icon, menu } from '../ui/pieces.js';
import { preferencesDialog } from '../people/preferencesdialog.js';
import { openRules } from '../pages/rules.js';

/** @import { App, Ctx, PlayerInfo, Session } from '../app/types.js' */

/**
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
export function tableMenu(app, session, ctx) {
  const { t } = app;
  const game = session.frame?.settings.game ?? '';
  const seated = session.seat >= 0;
  const playing = session.frame?.status === 'playing';
  return menu({
    label: t('menu.title'), face: icon('menu'), items: html`
      <button type="button" @click=${() => people(app, session)}>${icon('people')}${t('menu.people')}</button>
      <button type="button" @click=${() => preferencesDialog(app)}>${icon('gear')}${t('menu.settings')}</button>
      <button type="button" @click=${() => keys(app)}>${icon('help')}${t('menu.keys')}</button>
      <button type="button" @click=${() => openRules(app, game)}>${icon('book')}${t('menu.rules')}</button>
      <a href="/gallery/${game}" target="_blank">${icon('cards')}${t('menu.gallery')}</a>
      <hr>
      ${seated ? html`<button type="button" @click=${() => showDeviceLink(app, session.id)}>${icon('device')}${t('menu.device')}</button>` : nothing}
      ${seated && playing ? wayOut(app, session, ctx) : nothing}
      ${seated ? html`<button type="button" @click=${() => sure(app, session, 'leave')}>${icon('door')}${t('menu.leave')}</button>` : nothing}
      <a href="/">${icon('mark')}${t('menu.home')}</a>`,
  });
}

/** Giving up: alone, or all together. @param {App} app @param {Session} session @param {Ctx} ctx */
function wayOut(app, session, ctx) {
  const { t } = app;
  const own = session.frame?.seats[session.seat];
  if (!own || own.lost) return nothing;
  const votes = session.frame?.seats.filter((s) => s.abandon).length ?? 0;
  const people = Object.values(ctx.players).filter((p) => !p.bot && !p.lost).length;
  return html`<button type="button" @click=${() => sure(app, session, 'concede')}>${icon('flag')}${t('menu.concede')}</button>
    ${own.abandon
      ? html`<button type="button" @click=${() => act(app, session, 'abandon', { ready: false })}>${icon('undo')}${t('menu.abandonBack')}</button>`
      : html`<button type="button" @click=${() => sure(app, session, 'abandon', { ready: true })}>${icon('close')}${t('menu.abandon')}${
        votes ? html` <small>${t('menu.votes', { n: votes, of: people })}</small>` : nothing}</button>`}`;
}

/** Asks before something that cannot be taken back. @param {App} app @param {Session} session @param {'leave' | 'concede' | 'abandon'} what @param {Record<string, unknown>} [fields] */
async function sure(app, session, what, fields) {
  const { t } = app;
  const yes = await confirmDialog({ title: t(`sure.${what}`), text: t(`sure.${what}Why`), yes: t(`sure.${what}Yes`), no: t('sure.no'), danger: true });
  if (yes) await act(app, session, what, fields);
}

/** Who is here. @param {App} app @param {Session} session */
function people(app, session) {
  const { t } = app;
  const sheet = dialog({
    title: () => t('people.title'),
    closeLabel: t('close'),
    body: () => html`<ul class="people">${Object.values(session.players()).map((p) => person(app, session, p, () => sheet.update()))}</ul>
      ${watching(app, session)}`,
  });
}

/** @param {App} app @param {Session} session @param {PlayerInfo} p @param {() => void} update */
function person(app, session, p, update) {
  const { t } = app;
  const seat = session.frame?.seats[p.seat];
  const host = !!seat?.player && seat.player === session.frame?.host;
  const state = p.lost ? t(`lost.${p.lost}`, { name: p.name }) : p.bot ? t(seat?.player ? 'people.stand' : 'people.bot', { bot: session.botName(p.bot) })
    : !seat?.player ? t('people.free') : p.present ? t('people.here') : t('people.away');
  const may = session.isHost && !p.you && !!seat?.player;
  const host1 = async (/** @type {string} */ what) => {
    await act(app, session, what, { seat: p.seat });
    update();
  };
  return html`<li>${avatar(p.icon, { cls: p.present || p.bot ? '' : 'away' })}<p><b>${p.name}</b>${p.you ? html` <small>${t('you')}</small>` : nothing}${
    host ? html` <small>${t('people.host')}</small>` : nothing}<br><small>${state}</small></p>
    ${may ? html`<button type="button" class="btn quiet sm" @click=${() => host1('host')}>${t('people.makeHost')}</button>
      <button type="button" class="btn quiet danger sm" @click=${() => host1('kick')}>${t('people.kick')}</button>` : nothing}</li>`;
}

/** @param {App} app @param {Session} session */
function watching(app, session) {
  const { watching: names, watchers: n } = session.state.presence ?? { watching: [], watchers: 0 };
  if (n === 0) return html`<p class="help">${app.t('people.noWatchers')}</p>`;
  const list = n > names.length ? [...names, app.t('people.more', { n: n - names.length })] : names;
  return html`<p class="help">${app.t('people.watching', { n, names: new Intl.ListFormat(app.lang).format(list) })}</p>`;
}

/** @param {App} app */
function keys(app) {
  const { t } = app;
  const list = ['move', 'choose', 'confirm', 'cancel', 'nth', 'explain', 'hand', 'log'];
  dialog({
    title: () => t('menu.keys'),
    closeLabel: t('close'),
    body: () => html`<dl class="keys">${list.map((key) => html`<div><dt>${t(`keys.${key}Key`)}</dt><dd>${t(`keys.${key}`)}</dd></div>`)}</dl>`,
  });
}
