// Shares an own result as text that says nothing about the deal.
import { localeOf } from '../appointments/when.js';
import { dealTitle, standingText, wordsOf } from './facts.js';

/** @import { App } from '../core/types.js' */
/** @import { DailyDocument, DealInfo, DailyStanding } from '../core/wire-types.js' */

/** Whether the browser can share or copy text. Pages without TLS can do neither. */
export const canShare = () => !!navigator.share || !!navigator.clipboard;

/**
 * The text: the day, the deal, and how the result compares with others. It has no points, because
 * they would say what can be reached with the deal.
 *
 * @param {App} app
 * @param {Pick<DailyDocument, 'day' | 'streak'>} doc
 * @param {Pick<DealInfo, 'game' | 'seats'>} deal
 * @param {DailyStanding} standing
 */
export function sharedText(app, { day, streak }, deal, standing) {
  const t = wordsOf(app);
  const date = new Date(day).toLocaleDateString(localeOf(app), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return [
    t('daily.shared', { day: date, deal: dealTitle(app, deal) }),
    standingText(app, standing),
    ...(streak > 1 ? [t('daily.streak', { n: streak })] : []),
  ].join('\n');
}

/**
 * Opens the browser's dialog for sharing on phones, or copies the text and the link. Returns whether
 * it has copied them.
 *
 * @param {string} text
 */
export async function shareResult(text) {
  const url = `${location.origin}/daily`;
  try {
    if (!navigator.share) {
      await navigator.clipboard.writeText(`${text}\n${url}`);
      return true;
    }
    await navigator.share({ text, url });
  } catch {
    // The person has closed the dialog, or the browser has refused.
  }
  return false;
}
