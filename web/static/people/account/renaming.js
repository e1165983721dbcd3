// Another name for an account, by which others find it: the person is asked first.

import { confirmDialog } from '../../ui/dialogs.js';
import { wordsOf } from '../people-common.js';
import { withProof } from './sign-in-again.js';

/** @import { App, Person } from '../../core/types.js' */

/**
 * Renames the account of who is here, if that is what the person wants.
 *
 * @param {App} app
 * @param {string} name
 * @returns {Promise<Person | null>} null if the name stays
 */
export async function renameAccount(app, name) {
  const t = wordsOf(app);
  const old = app.me.name;
  const sure = await confirmDialog({
    title: t('account.rename'),
    text: t('account.rename.why', { name, old }),
    yes: t('account.rename.yes', { name }),
    no: t('account.rename.no', { old }),
  });
  if (!sure) return null;
  return await withProof(app, () => app.api.patch('/api/me', { name }));
}
