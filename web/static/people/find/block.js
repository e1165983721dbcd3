// Asks whether to block a person, and blocks the person.

import { confirmDialog } from '../../ui/dialogs.js';
import { wordsOf } from '../people-common.js';

/** @import { App, Named } from '../../core/types.js' */

/**
 * Blocks a person after a confirmation. Announces an error to screen readers.
 *
 * @param {App} app
 * @param {Named} person
 * @param {() => void} [onDone]
 */
export async function blockPerson(app, { id, name }, onDone) {
  const t = wordsOf(app);
  if (
    !(await confirmDialog({
      title: t('block.sure', { name }),
      text: t('block.why', { name }),
      yes: t('block'),
      no: app.t('page.cancel'),
      danger: true,
    }))
  )
    return;
  try {
    await app.api.post('/api/blocks', { person: id });
    app.say(t('block.done', { name }));
    onDone?.();
  } catch (error) {
    app.say(app.errorText(error));
  }
}
