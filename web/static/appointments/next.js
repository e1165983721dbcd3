// The next appointment that concerns the person or is in the public list, for the start page. The line
// about it is loaded only if there is something to show.
import { nothing } from '../vendor/lit-html/lit-html.js';

/** @import { App } from '../core/types.js' */

/** How many days ahead the line looks, and how many appointments it reads to find one that fits. */
const days = 14;
const limit = 10;

/**
 * Loads the next appointment. Returns the function that renders the line.
 *
 * @param {App} app
 */
export async function nextAppointment(app) {
  const page = await app.api.get(`/api/appointments?days=${days}&limit=${limit}`);
  const next = page.appointments.find(({ answer }) => answer !== 'no');
  if (!next && app.me.kind !== 'account') return () => nothing;
  const { appointmentLine } = await import('./line.js');
  return appointmentLine(app, next);
}
