// What the keys do at the table.

import { html } from '../vendor/lit-html/lit-html.js';
import { dialog } from '../ui/dialogs.js';

/** @import { App } from '../core/types.js' */

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

/**
 * Opens the list of the keys.
 *
 * @param {App} app
 */
export function openKeys(app) {
  const { t } = app;
  dialog({
    title: () => t('menu.keys'),
    closeLabel: t('close'),
    body: () =>
      html`<dl class="keys">${list.map(
        (key) => html`<div><dt>${t(`keys.${key}Key`)}</dt><dd>${t(`keys.${key}`)}</dd></div>`,
      )}</dl>`,
  });
}
