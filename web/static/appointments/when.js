// The times of appointments in words, in the time zone of the viewer.

/** @import { App } from '../core/types.js' */

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const twoDigits = (/** @type {number} */ n) => String(n).padStart(2, '0');

/**
 * The locale of dates. English ones have the day before the month and 24 hours, as all texts here do.
 *
 * @param {App} app
 */
export const localeOf = ({ lang }) => (lang === 'en' ? 'en-GB' : lang);

/**
 * A day and time, as in "Thursday 3 December, 20:00"; with `short`, of the next days only the
 * weekday, as in "Thursday 20:00".
 *
 * @param {App} app
 * @param {number} at in milliseconds since 1970
 * @param {{short?: boolean, now?: number}} [opts]
 */
export function whenText(app, at, { short = false, now = Date.now() } = {}) {
  const date = new Date(at);
  const isNear = short && at > now - dayMs && at < now + 6 * dayMs;
  const day = date.toLocaleDateString(
    localeOf(app),
    isNear ? { weekday: 'long' } : { weekday: 'long', day: 'numeric', month: 'long' },
  );
  // The first day of a month is an ordinal in French.
  const written = app.lang === 'fr' ? day.replace(/(?<=^|\s)1(?=\s)/, '1er') : day;
  return `${written}${isNear ? '' : ','} ${timeText(app, at)}`;
}

/**
 * The time of day, as in "20:00" in French "20 h" and "20 h 30", in German "20:00 Uhr".
 *
 * @param {App} app
 * @param {number} at
 */
export function timeText(app, at) {
  const date = new Date(at);
  if (app.lang === 'fr') {
    const minutes = date.getMinutes();
    return `${date.getHours()}\u00a0h${minutes ? `\u00a0${twoDigits(minutes)}` : ''}`;
  }
  const time = date.toLocaleTimeString(localeOf(app), {
    hour: '2-digit',
    minute: '2-digit',
  });
  return app.lang === 'de' ? `${time}\u00a0Uhr` : time;
}

/**
 * The name of the viewer's time zone at a time, as in "Central European Standard Time".
 *
 * @param {App} app
 * @param {number} at
 */
export function zoneText(app, at) {
  const parts = new Intl.DateTimeFormat(app.lang, { timeZoneName: 'long' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/**
 * The time until then, as in "in 2 hours".
 *
 * @param {App} app
 * @param {number} at
 * @param {number} [now]
 */
export function untilText(app, at, now = Date.now()) {
  const words = new Intl.RelativeTimeFormat(app.lang, { numeric: 'auto' });
  const minutes = Math.round((at - now) / minuteMs);
  if (Math.abs(minutes) < 90) return words.format(minutes, 'minute');
  if (Math.abs(minutes) < 36 * 60) return words.format(Math.round(minutes / 60), 'hour');
  return words.format(Math.round((at - now) / dayMs), 'day');
}

/**
 * The values of a date field and a time field at a time.
 *
 * @param {number} at
 */
export function fieldsAt(at) {
  const date = new Date(at);
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return { day, time: `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}` };
}

/**
 * The time of a date field and a time field; NaN if one of them is empty.
 *
 * @param {{day: string, time: string}} fields
 */
export const timeOf = ({ day, time }) => new Date(`${day}T${time}`).getTime();

/** The first and the last time that can be planned, relative to now. */
export const minAheadMs = 15 * minuteMs;
export const maxAheadMs = 60 * dayMs;

/**
 * The next evenings at 20:00 that can be planned.
 *
 * @param {number} now
 * @param {number} count
 */
export function nextEvenings(now, count) {
  const evenings = [];
  for (let n = 0; evenings.length < count; n++) {
    const date = new Date(now);
    date.setDate(date.getDate() + n);
    date.setHours(20, 0, 0, 0);
    if (date.getTime() >= now + minAheadMs) evenings.push(date.getTime());
  }
  return evenings;
}
