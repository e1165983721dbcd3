// Confirmations before actions that cannot be undone.

import { loadFiles, rareFile } from '../core/i18n.js';
import { confirmDialog } from '../ui/dialogs.js';

/** @import { App } from '../core/types.js' */

/**
 * Asks the player to confirm an action, and returns whether the player has confirmed it.
 *
 * @param {App} app
 * @param {string} what the action, which is part of the keys of its texts
 * @param {Record<string, unknown>} [args]
 * @param {string} [text] part of the key of the text with the consequence
 */
export async function confirmAction({ t }, what, args, text = what) {
  // A page that was opened during the match has not loaded these texts yet.
  await loadFiles(rareFile).catch(() => {});
  return confirmDialog({
    title: t(`sure.${what}`, args),
    text: t(`sure.${text}Why`, args),
    yes: t(`sure.${what}Yes`),
    no: t(args ? 'page.cancel' : 'sure.no'),
    danger: true,
  });
}
