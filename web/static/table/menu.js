// The menu of a table.

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { seatKey } from '../core/seats.js';
import { sendCommand } from '../question/bar.js';
import { icon, menu } from '../ui/pieces.js';
import { loadFiles, rareFile } from '../core/i18n.js';
import { loadModule } from '../core/lazy.js';
import { gameText } from '../ui/covers.js';
import { invitationCount, invitationsItem } from '../ui/invited-here.js';
import { confirmAction } from './confirmations.js';
import { isPlaying, propose, proposer, replyButtons } from './proposals.js';
import { lossEndsMatch } from '../core/results.js';

/** @import { App, Ctx, Session } from '../core/types.js' */

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
  // Do not distract a player who has a question to answer.
  const hasNews = app.news.hasUnread || invitationCount(app) > 0;
  const showsNews = hasNews && !session.asked;
  const { role, reports } = app.news;
  const staff = role && reports ? t('page.moderation.open', { n: reports }) : '';
  const isMarked = showsNews || (!!staff && !session.asked);
  return menu({
    label: showsNews ? t('menu.title.news') : [t('menu.title'), staff].filter(Boolean).join(', '),
    face: html`${icon('menu')}${isMarked ? html`<i class="unread"></i>` : nothing}`,
    items: html`${
      app.news.hasUnread
        ? html`<button type="button" data-does="news"
            @click=${() => app.news.open()}>${icon('dawn')}${t('menu.news')}</button>`
        : nothing
    }${invitationsItem(app)}${
      staff ? html`<a href="/moderation" target="_blank">${icon('flag')}${staff}</a>` : nothing
    }${hasNews || staff ? html`<hr>` : nothing}
      <button type="button"
          @click=${() => openPeopleDialog(app, session)}>${icon('people')}${t('menu.people')}</button>
      <button type="button"
          @click=${() => app.dialogs.preferences()}>${icon('gear')}${t('menu.settings')}</button>
      <button type="button" @click=${() => openKeysDialog(app)}>${icon('help')}${t('menu.keys')}</button>
      <button type="button"
          @click=${() => openRulesDialog(app, game)}>${icon('book')}${t('menu.rules')}</button>
      <a href="/gallery/${game}"
          target="_blank">${icon('cards')}${gameText(app, game, 'rules.tocards')}</a>
      <hr>
      ${
        seated && !app.sockets
          ? html`<button type="button"
              @click=${() => app.dialogs.deviceLink(session.id)}>${icon('device')}${t('menu.device')}</button>`
          : nothing
      }
      ${
        seated && playing && session.frame?.match?.openHands
          ? html`<button type="button"
              @click=${() =>
                sendCommand(app, session, 'consent', {
                  agree: false,
                })}>${icon('eye')}${t('menu.closeHands')}</button>`
          : nothing
      }
      ${seated && playing ? exitButtons(app, session, ctx) : nothing}
      ${seated && !app.sockets ? exitButton(app, 'leave', 'door', () => confirmAndSend(app, session, 'leave')) : nothing}
      <a href="/">${icon('mark')}${t('menu.home')}</a>`,
  });
}

/**
 * A button that ends or leaves the match, with a note about the consequence.
 *
 * @param {App} app
 * @param {'end' | 'concede' | 'leave'} what
 * @param {string} sign
 * @param {() => unknown} press
 */
function exitButton({ t }, what, sign, press) {
  return html`<button type="button" aria-describedby=${`why-${what}`}
      @click=${press}>${icon(sign)}${t(`menu.${what}`)}</button><small class="why"
          id=${`why-${what}`}>${t(`menu.${what}.why`)}</small>`;
}

/**
 * The buttons that end the match, by agreement or by conceding.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function exitButtons(app, session, ctx) {
  const { frame } = session;
  const own = frame?.seats[session.seat];
  if (!own || own.lost) return nothing;
  return html`${proposalPart(app, session, ctx)}
    ${exitButton(app, 'concede', 'flag', () => confirmAndSend(app, session, 'concede'))}`;
}

/**
 * The open proposal, or the buttons that make one.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Ctx} ctx
 */
function proposalPart(app, session, ctx) {
  const { t } = app;
  const { frame } = session;
  const proposal = frame?.proposal;
  if (!isPlaying(session) || frame?.event) return nothing;
  if (proposal) {
    const who = proposer(ctx, proposal);
    const other = ctx.players[seatKey(proposal.other)]?.name ?? '';
    return html`<p class="said">
      ${t(`proposal.${proposal.what}${proposal.by === session.seat ? '.you' : ''}`, { who, other })}
    </p>
      ${replyButtons(app, session, '')}`;
  }
  const pause = frame?.paused ? 'resume' : 'pause';
  const end = async () => {
    if (await confirmAction(app, 'end')) await propose(app, session, 'end');
  };
  const face = html`${icon(pause === 'pause' ? 'wait' : 'play')}${t(`menu.${pause}`)}`;
  return html`<button type="button" @click=${() => propose(app, session, pause)}>${face}</button>
    ${exitButton(app, 'end', 'close', end)}`;
}

/**
 * Sends a command that cannot be undone, if the player confirms it.
 *
 * @param {App} app
 * @param {Session} session
 * @param {'leave' | 'concede'} what
 */
async function confirmAndSend(app, session, what) {
  const { frame, seat } = session;
  const last = frame?.status === 'playing' && lossEndsMatch(frame.seats, seat);
  if (await confirmAction(app, what, undefined, last ? `${what}Last` : what))
    await sendCommand(app, session, what);
}

/**
 * @param {App} app
 * @param {Session} session
 */
function openPeopleDialog(app, session) {
  Promise.all([loadModule(() => import('./on-demand.js')), loadFiles(rareFile)]).then(
    ([{ openPeople }]) => openPeople(app, session),
    (error) => app.say(app.errorText(error)),
  );
}

/**
 * @param {App} app
 * @param {string} game
 */
function openRulesDialog(app, game) {
  loadModule(() => import('../ui/rules.js')).then(
    ({ openRules }) => openRules(app, game),
    (error) => app.say(app.errorText(error)),
  );
}

/** @param {App} app */
function openKeysDialog(app) {
  Promise.all([loadModule(() => import('./on-demand.js')), loadFiles(rareFile)]).then(
    ([{ openKeys }]) => openKeys(app),
    (error) => app.say(app.errorText(error)),
  );
}
