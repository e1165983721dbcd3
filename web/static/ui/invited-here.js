// Shows open invitations at a table. They never cover it: a waiting room and a result have them in the
// page, and a match has them in its menu.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { dialog } from './dialogs.js';
import { icon } from './pieces.js';

/** @import { App } from '../core/types.js' */
/** @import { OpenDialog } from './dialogs.js' */

/** The dialog with the invitations. @type {OpenDialog | null} */
let sheet = null;

/**
 * The number of open invitations.
 *
 * @param {App} app
 */
export const invitationCount = (app) => app.invitations?.list.length ?? 0;

/**
 * The section with all open invitations, nothing if there are none.
 *
 * @param {App} app
 */
export const invitedHere = (app) => app.invitations?.section() ?? nothing;

/**
 * The menu item that opens the invitations, nothing if there are none.
 *
 * @param {App} app
 */
export function invitationsItem(app) {
  const n = invitationCount(app);
  if (!n) return nothing;
  return html`<button type="button" data-does="invitations" aria-haspopup="dialog"
      @click=${() => openInvitations(app)}>${icon('people')}${app.t('menu.invited', { n })}</button>`;
}

/** @param {App} app */
function openInvitations(app) {
  sheet?.close();
  sheet = dialog({
    title: () => app.t('menu.invited', { n: invitationCount(app) }),
    closeLabel: app.t('page.close'),
    body: () => html`<div class="page">${invitedHere(app)}</div>`,
    onclose: () => {
      sheet = null;
    },
  });
}

/**
 * Renders the dialog again, and closes it after the last answer.
 *
 * @param {App} app
 */
export function updateInvited(app) {
  if (!sheet) return;
  if (invitedHere(app) === nothing) sheet.close();
  else sheet.update();
}
