// Why a moderator has done something, in words.

import { momentText } from './times.js';

/** @import { App, Why } from './types.js' */

/**
 * Why something was done and until when it holds, each a sentence.
 *
 * @param {App} app
 * @param {Why} why
 */
export function whyText(app, { reason, words, until }) {
  const { t } = app;
  const parts = [];
  if (reason) parts.push(t('why.reason', { reason: t(`reason.${reason}`) }));
  if (words) parts.push(t('why.words', { words }));
  if (until) parts.push(t('why.until', { time: momentText(app, until) }));
  return parts.join(' ');
}
