// Times and durations in words. Times are in milliseconds since 1970.

import { numberFormat } from './i18n.js';

/** @import { App } from './types.js' */

/**
 * A day and time in words.
 *
 * @param {App} app
 * @param {number} time
 */
export function momentText(app, time) {
  return new Date(time).toLocaleString(app.lang, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/**
 * The time of day, with the date if it is not today.
 *
 * @param {App} app
 * @param {number} time
 */
export function timeOrDateText(app, time) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString(
    app.lang,
    today
      ? { hour: 'numeric', minute: '2-digit' }
      : { weekday: 'long', day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
  );
}

/**
 * A day relative to today, as in "today" or "9 days ago"; a date if it is more than 30 days ago.
 *
 * @param {App} app
 * @param {number} time
 */
export function dayText(app, time) {
  const midnight = (/** @type {Date} */ day) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
  const days = Math.round((midnight(new Date(time)) - midnight(new Date())) / 86_400_000);
  if (days < -30)
    return new Date(time).toLocaleDateString(app.lang, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
  return new Intl.RelativeTimeFormat(app.lang, { numeric: 'auto' }).format(
    Math.min(days, 0),
    'day',
  );
}

/**
 * A duration rounded down to a whole number of minutes, hours or days, as in "20 min"; "now" for
 * less than a minute.
 *
 * @param {App} app
 * @param {number} ms
 */
export function shortDurationText(app, ms) {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (!minutes) return app.t('home.now');
  let [n, unit] = [minutes, 'minute'];
  if (minutes >= 24 * 60) [n, unit] = [Math.floor(minutes / 60 / 24), 'day'];
  else if (minutes >= 60) [n, unit] = [Math.floor(minutes / 60), 'hour'];
  return numberFormat(app.lang, { style: 'unit', unit, unitDisplay: 'short' }).format(n);
}

/**
 * A duration in minutes, in hours and minutes, or in days from 48 hours on.
 *
 * @param {Pick<App, 't'>} app
 * @param {number} ms
 * @returns {string}
 */
export function durationText({ t }, ms) {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return t('end.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? t('end.hours', { h: hours, m: String(minutes % 60).padStart(2, '0') })
    : t('end.days', { n: Math.round(hours / 24) });
}

/**
 * A duration in the largest unit that divides it evenly.
 *
 * @param {App} app
 * @param {number} seconds
 */
export function settingDurationText(app, seconds) {
  for (const [unit, size] of /** @type {[string, number][]} */ ([
    ['days', 86400],
    ['hours', 3600],
    ['minutes', 60],
  ])) {
    if (seconds >= size && seconds % size === 0)
      return app.t(`set.time.${unit}`, { n: seconds / size });
  }
  return app.t('set.time.seconds', { n: seconds });
}
