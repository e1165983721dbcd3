// The section that invites people to a table with a link, sharing, or a QR code.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { icon } from '../ui/pieces.js';
import { sendRoomCommand } from '../table/plan.js';
import { storeListingAnswer } from '../core/open-table.js';
import { codeLine } from './room-lines.js';
import { expectInvited } from './invited.js';
import { showQrCode } from '../ui/qr.js';

/** @import { App, Session } from '../core/types.js' */

/** @param {Session} session */
const linkOf = (session) => `${location.origin}/r/${session.id}`;

/**
 * @param {App} app
 * @param {Session} session
 * @param {string} game title of the game
 */
export function invitePanel(app, session, game) {
  const { t } = app;
  const link = linkOf(session);
  const hasFreeSeat = session.seat >= 0 && session.frame?.status === 'open';
  return html`<section class="sheet invite"><h2>${t('room.invite')}</h2>
    <label class="vh" for="link">${t('room.link')}</label><input id="link" readonly .value=${link}
        @focus=${selectAll}>
    <div class="acts">
      <button type="button" class="btn"
          @click=${(/** @type {Event} */ event) => void copyLink(app, session, event)}>${icon(session.ui.copied ? 'check' : 'copy')}${t(
            session.ui.copied ? 'room.copied' : 'room.copy',
          )}</button>
      ${
        'share' in navigator
          ? html`<button type="button" class="btn"
              @click=${() => void share(app, link, game)}>${icon('share')}${t('room.share')}</button>`
          : nothing
      }
      <button type="button" class="btn" aria-haspopup="dialog"
          @click=${() =>
            void showQrCode(app, {
              title: t('room.qr'),
              text: t('room.qr.text'),
              link,
            })}>${icon('qr')}${t('room.qr')}</button>
      ${
        hasFreeSeat
          ? html`<button type="button" class="btn" aria-haspopup="dialog"
              @click=${() => {
                expectInvited(session);
                app.dialogs.invite(session.id);
              }}>${icon('people')}${t('room.invite.known')}</button>`
          : nothing
      }
    </div>${codeLine(app, session)}${listingSwitch(app, session)}</section>`;
}

/**
 * The host's switch whether other people can find and watch the table. The answer is stored for all
 * tables.
 *
 * @param {App} app
 * @param {Session} session
 */
function listingSwitch(app, session) {
  const settings = session.frame?.settings;
  if (!settings || !session.isHost) return nothing;
  const change = (/** @type {Event} */ event) => {
    const listed = /** @type {HTMLInputElement} */ (event.currentTarget).checked;
    const next = { ...settings, listed, spectators: settings.spectators || listed };
    storeListingAnswer(next);
    void sendRoomCommand(app, session, 'settings', { settings: next });
  };
  return html`<label class="switch"><input type="checkbox" name="listed" .checked=${settings.listed}
      @change=${change}><span>${app.t('room.list')}</span></label>`;
}

/** @param {Event} event */
function selectAll(event) {
  /** @type {HTMLInputElement} */ (event.currentTarget).select();
}

/**
 * Copies the link to the table.
 *
 * @param {App} app
 * @param {Session} session
 * @param {Event} event
 */
export async function copyLink(app, session, event) {
  const page = /** @type {HTMLElement} */ (event.currentTarget).ownerDocument;
  try {
    await navigator.clipboard.writeText(linkOf(session));
  } catch {
    // Pages without TLS cannot write to the clipboard, but can copy a selection.
    /** @type {HTMLInputElement | null} */ (page.querySelector('.invite input#link'))?.select();
    document.execCommand('copy');
  }
  session.ui.copied = true;
  app.say(app.t('room.copied'));
  app.redraw();
  setTimeout(() => {
    session.ui.copied = false;
    app.redraw();
  }, 2500);
}

/**
 * @param {App} app
 * @param {string} link
 * @param {string} game
 */
async function share(app, link, game) {
  try {
    await navigator.share({
      title: app.t('app.name'),
      text: app.t('room.share.text', { game }),
      url: link,
    });
  } catch {
    // The person has closed the dialog without sharing.
  }
}
