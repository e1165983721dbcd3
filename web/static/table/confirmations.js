// Questions before what cannot be taken back.

import { loadFiles, rareFile } from '../core/i18n.js';
import { confirmDialog } from '../ui/dialogs.js';

/** @import { App } from '../core/types.js' */

/**
 * Asks before something.
 *
 * @param {App} app
 * @param {string} what
 * @param {Record<string, unknown>} [args]
 * @param {string} [text] which text says what follows
 */
export async function confirmed({ t }, what, args, text = what) {
  // Where the page was opened during the match nobody has asked for these words yet.
  await loadFiles(rareFile).catch(() => {});
  return confirmDialog({
    title: t(`sure.${what}`, args),
    text: t(`sure.${text}Why`, args),
    yes: t(`sure.${what}Yes`),
    no: t(args ? 'page.cancel' : 'sure.no'),
    danger: true,
  });
}
