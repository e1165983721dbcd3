// The reason for a moderator's act, in words.

import { momentText } from './times.js';

/** @import { App, Why } from './types.js' */

/**
 * Sentences with the reason for a moderator's act, the moderator's own words, and the time at which
 * the act expires.
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
