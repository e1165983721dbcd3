// The dialog that explains the keys of the table.

import { html } from '../vendor/lit-html/lit-html.js';
import { dialog } from '../ui/dialogs.js';

/** @import { App } from '../core/types.js' */

const keyNames = [
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

/** @param {App} app */
export function openKeys(app) {
  const { t } = app;
  dialog({
    title: () => t('menu.keys'),
    closeLabel: t('close'),
    body: () =>
      html`<dl class="keys">${keyNames.map(
        (key) => html`<div><dt>${t(`keys.${key}Key`)}</dt><dd>${t(`keys.${key}`)}</dd></div>`,
      )}</dl>`,
  });
}
