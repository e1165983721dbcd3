// Renames an account. This requires a confirmation, because other people find accounts by name.

import { confirmDialog } from '../../ui/dialogs.js';
import { wordsOf } from '../people-common.js';
import { withProof } from './sign-in-again.js';

/** @import { App, Person } from '../../core/types.js' */

/**
 * Renames the viewer's account after a confirmation. Fails with Coded.
 *
 * @param {App} app
 * @param {string} name
 * @returns {Promise<Person | null>} null if the person has declined
 */
export async function renameAccount(app, name) {
  const t = wordsOf(app);
  const old = app.me.name;
  const isConfirmed = await confirmDialog({
    title: t('account.rename'),
    text: t('account.rename.why', { name, old }),
    yes: t('account.rename.yes', { name }),
    no: t('account.rename.no', { old }),
  });
  if (!isConfirmed) return null;
  return await withProof(app, () => app.api.patch('/api/me', { name }));
}
