// The menu of a table: people, help, ways out.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { act } from '../ask/bar.js';
import { avatar, dialog, icon, menu } from '../ui/pieces.js';
import { load, rare } from '../base/i18n.js';
import { part } from '../base/parts.js';
import { inWordsOf } from '../ui/covers.js';
import { confirmed, removal, removed, sureWords, watching } from './people.js';
import { plays, propose, proposer, replies } from './proposals.js';
import { sinceText } from '../base/times.js';
import { lastLoss } from '../base/results.js';
import { isBot, isProgram } from '../base/store.js';
import { profilePath } from '../base/paths.js';

/** @import { App, Ctx, PlayerInfo, Session } from '../base/types.js' */

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
  // Whoever is asked something is not called away from it.
  const calls = app.news.unread && !session.asked;
  return menu({
    label: calls ? t('menu.title.news') : t('menu.title'),
    face: html`${icon('menu')}${calls ? html`<i class="unread"></i>` : nothing}`,
    items: html`${
      app.news.unread
        ? html`<button type="button" data-does="news"
            @click=${() => app.news.open()}>${icon('dawn')}${t('menu.news')}</button>
          <hr>`
        : nothing
    }
      <button type="button"
          @click=${() => people(app, session)}>${icon('people')}${t('menu.people')}</button>
      <button type="button"
          @click=${() => app.dialogs.preferences()}>${icon('gear')}${t('menu.settings')}</button>
      <button type="button" @click=${() => keys(app)}>${icon('help')}${t('menu.keys')}</button>
      <button type="button"
          @click=${() => rules(app, game)}>${icon('book')}${t('menu.rules')}</button>
      <a href="/gallery/${game}"
          target="_blank">${icon('cards')}${inWordsOf(app, game, 'rules.tocards')}</a>
      <hr>
      ${
        seated
          ? html`<button type="button"
              @click=${() => app.dialogs.deviceLink(session.id)}>${icon('device')}${t('menu.device')}</button>`
          : nothing
      }
      ${
        seated && playing && session.frame?.match?.openHands
          ? html`<button type="button"
              @click=${() =>
                act(app, session, 'consent', {
                  agree: false,
                })}>${icon('eye')}${t('menu.closeHands')}</button>`
          : nothing
      }
      ${seated && playing ? wayOut(app, session, ctx) : nothing}
      ${seated ? exit(app, 'leave', 'door', () => sure(app, session, 'leave')) : nothing}
      <a href="/">${icon('mark')}${t('menu.home')}</a>`,
  });
}

/**
 * A way out, and what it means.
 *
 * @param {App} app
 * @param {'end' | 'concede' | 'leave'} what
 * @param {string} sign
 * @param {() => unknown} press
 */
function exit({ t }, what, sign, press) {
  return html`<button type="button" aria-describedby=${`why-${what}`}
      @click=${press}>${icon(sign)}${t(`menu.${what}`)}</button><small class="why"
          id=${`why-${what}`}>${t(`menu.${what}.why`)}</small>`;
}

/**
 * Giving up, and what all players have to agree to.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function wayOut(app, session, ctx) {
  const { frame } = session;
  const own = frame?.seats[session.seat];
  if (!own || own.lost) return nothing;
  return html`${together(app, session, ctx)}
    ${exit(app, 'concede', 'flag', () => sure(app, session, 'concede'))}`;
}

/**
 * What is proposed, or what may be.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function together(app, session, ctx) {
  const { t } = app;
  const { frame } = session;
  const proposal = frame?.proposal;
  if (!plays(session)) return nothing;
  if (proposal) {
    const who = proposer(ctx, proposal);
    const other = ctx.players[`s${proposal.other}`]?.name ?? '';
    return html`<p class="said">
      ${t(`proposal.${proposal.what}${proposal.by === session.seat ? '.you' : ''}`, { who, other })}
    </p>
      ${replies(app, session, '')}`;
  }
  const pause = frame?.paused ? 'resume' : 'pause';
  const end = async () => {
    if (await confirmed(app, 'end')) await propose(app, session, 'end');
  };
  const face = html`${icon(pause === 'pause' ? 'wait' : 'play')}${t(`menu.${pause}`)}`;
  return html`<button type="button" @click=${() => propose(app, session, pause)}>${face}</button>
    ${exit(app, 'end', 'close', end)}`;
}

/**
 * Asks before something that cannot be taken back.
 *
 * @param {App} app
 * @param {Session} session
 * @param {'leave' | 'concede'} what
 */
async function sure(app, session, what) {
  const { frame, seat } = session;
  const last = frame?.status === 'playing' && lastLoss(frame.seats, seat);
  if (await confirmed(app, what, undefined, last ? `${what}Last` : what))
    await act(app, session, what);
}

/**
 * Who is here.
 *
 * @param {App} app
 * @param {Session} session
 */
function people(app, session) {
  const { t } = app;
  const tell = async (
    /** @type {string} */ type,
    /** @type {Record<string, unknown>} */ fields,
  ) => {
    await act(app, session, type, fields);
    sheet.update();
  };
  const sheet = dialog({
    title: () => t('people.title'),
    closeLabel: t('close'),
    body: () => html`<ul class="people">
      ${Object.values(session.players()).map((p) => person(app, session, p, () => sheet.update()))}
    </ul>
      <h3>${t('people.watchers')}</h3>
      ${watching(app, session, tell)}${removed(app, session, tell)}`,
  });
}

/**
 * Who plays at a seat, or whether its player is here.
 *
 * @param {App} app
 * @param {Session} session
 * @param {PlayerInfo} p
 */
function stateWords(app, session, p) {
  const { t } = app;
  const seat = session.frame?.seats[p.seat];
  if (p.lost) return t(`lost.${p.lost}`, { name: p.plain });
  if (seat && isBot(seat)) return t('people.bot', { bot: session.botName(p.bot) });
  if (p.bot) return t('people.stand');
  if (seat && isProgram(seat)) return t('room.program');
  if (!seat?.player) return t('people.free');
  if (p.present) return t('people.here');
  return seat.away ? t('people.awaySince', { time: sinceText(app, seat.away) }) : t('people.away');
}

/**
 * @param {App} app
 * @param {Session} session
 * @param {PlayerInfo} p
 * @param {() => void} update
 */
function person(app, session, p, update) {
  const { t } = app;
  const seat = session.frame?.seats[p.seat];
  const host = !!seat?.player && seat.player === session.frame?.host;
  const state = stateWords(app, session, p);
  const may = session.isHost && !p.you && !!seat?.player;
  const playing = session.frame?.status === 'playing';
  const host1 = async (/** @type {'host' | 'kick'} */ what) => {
    const follows = lastLoss(session.frame?.seats ?? [], p.seat) ? 'kickLast' : 'kickPlaying';
    const words = sureWords(
      app,
      what,
      { name: p.plain },
      what === 'kick' && playing && !p.lost ? follows : what,
    );
    const consent =
      what === 'kick'
        ? await removal(app, words)
        : (await confirmed(app, what, { name: p.plain })) && {};
    if (!consent) return;
    await act(app, session, what, { seat: p.seat, ...consent });
    update();
  };
  return html`<li>${avatar(p.icon, { cls: p.present || p.bot ? '' : 'away' })}<p><b>${
    seat?.kind === 'account'
      ? html`<a href=${profilePath(p.plain)} target="_blank">${p.name}</a>`
      : p.name
  }</b>${p.you ? html` <small>${t('you')}</small>` : nothing}${
    host ? html` <small>${t('people.host')}</small>` : nothing
  }<br><small>${state}</small></p>
    ${
      seat?.player && !p.you
        ? html`<button type="button" class="tool" aria-label=${`${t('report.do')}: ${p.plain}`}
            title=${t('report.do')}
            @click=${() =>
              app.dialogs.report({
                person: seat.player,
                name: p.plain,
                room: session.id,
              })}>${icon('flag')}</button>`
        : nothing
    }
    ${
      may
        ? html`<button type="button" class="btn quiet sm"
            aria-label=${`${t('people.makeHost')}: ${p.plain}`}
            @click=${() => host1('host')}>${t('people.makeHost')}</button>
          <button type="button" class="btn quiet danger sm"
              aria-label=${`${t('people.kick')}: ${p.plain}`}
              @click=${() => host1('kick')}>${t('people.kick')}</button>`
        : nothing
    }
    ${
      !p.you && seat?.player && seat.kind !== 'bot'
        ? html`<button type="button" class="btn quiet sm" aria-haspopup="dialog"
            aria-label=${`${t('people.block')}: ${p.plain}`}
            @click=${() =>
              app.dialogs.block({ id: seat.player, name: p.plain })}>${t('people.block')}</button>`
        : nothing
    }</li>`;
}

/**
 * The rules, loaded when they are first wanted.
 *
 * @param {App} app
 * @param {string} game
 */
function rules(app, game) {
  part(() => import('../ui/rules.js')).then(
    ({ openRules }) => openRules(app, game),
    (error) => app.say(app.errorText(error)),
  );
}

/** @param {App} app */
function keys(app) {
  const { t } = app;
  const list = [
    'move',
    'choose',
    'confirm',
    'cancel',
    'nth',
    'end',
    'undo',
    'transmute',
    'explain',
    'hand',
    'log',
  ];
  load(rare).then(
    () =>
      dialog({
        title: () => t('menu.keys'),
        closeLabel: t('close'),
        body: () =>
          html`<dl class="keys">${list.map(
            (key) => html`<div><dt>${t(`keys.${key}Key`)}</dt><dd>${t(`keys.${key}`)}</dd></div>`,
          )}</dl>`,
      }),
    (error) => app.say(app.errorText(error)),
  );
}
