// The requests about events.

/** @import { App } from '../core/types.js' */
/** @import { EventDocument, EventPage, EventSettings } from './types.js' */

/**
 * The number of events that the server sends at a time follows from the server.
 *
 * @param {App} app
 * @param {'coming' | 'past'} state
 * @param {string} [after] a cursor
 * @returns {Promise<EventPage>}
 */
export const getEvents = ({ api }, state, after = '') =>
  api.get(`/api/events?${new URLSearchParams({ state, ...(after ? { after } : {}) })}`);

/**
 * Those who have won most events lately.
 *
 * @param {App} app
 */
export const getChampions = ({ api }) => api.get('/api/champions');

/**
 * @param {App} app
 * @param {string} event
 * @returns {Promise<EventDocument>}
 */
export const getEvent = async ({ api }, event) =>
  /** @type {EventDocument} */ (await api.get(`/api/events/${encodeURIComponent(event)}`));

/**
 * @param {App} app
 * @param {EventSettings} settings
 * @returns {Promise<{id: string}>}
 */
export const planEvent = ({ api }, settings) => api.post('/api/events', { settings });

/**
 * Gives a command. The server carries it out once, even if the request is sent again.
 *
 * @param {App} app
 * @param {string} event
 * @param {string} command
 * @param {object} [fields] the fields of the command
 * @returns {Promise<{number: number}>}
 */
export const sendCommand = ({ api }, event, command, fields = {}) =>
  api.post(`/api/events/${encodeURIComponent(event)}/commands`, {
    id: commandID(),
    command,
    ...fields,
  });

/** @param {string} event */
export const eventPath = (event) => `/api/events/${encodeURIComponent(event)}`;

/** A random id. Pages without TLS have no crypto.randomUUID. */
const commandID = () =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
