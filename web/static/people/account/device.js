// Personal links, with which a person continues on another device. The secret is in the fragment of
// the address, which browsers do not send. It works once.

/** @import { Person } from '../../core/types.js' */
/** @import { Rest } from '../../core/api.js' */

const parameter = 'me';

/**
 * Makes a personal link that leads to a room. Fails with Coded.
 *
 * @param {Rest} api
 * @param {string} origin origin of the address
 * @param {string} room
 * @returns {Promise<string>} the address
 */
export async function deviceLink(api, origin, room) {
  const { secret } = await api.post('/api/me/links', {});
  return `${origin}/r/${room}#${parameter}=${secret}`;
}

/**
 * The secret of a personal link, or ''.
 *
 * @param {string} hash fragment of an address
 */
export const secretIn = (hash) => new URLSearchParams(hash.slice(1)).get(parameter) ?? '';

/**
 * Makes this browser continue as the person who made a link. The person must confirm this, because
 * the sender of the link can still act as the same person. Fails with Coded.
 *
 * @param {Rest} api
 * @param {string} secret
 * @param {(owner: Person, now: Person | null) => Promise<boolean>} ask asks for the confirmation.
 *   `owner` made the link, `now` is the current person of this browser
 * @returns {Promise<Person | null>} null if the person has declined
 */
export async function continueAs(api, secret, ask) {
  const owner = await api.post('/api/me/links/owner', { link: secret });
  if (!(await ask(owner, await api.me()))) return null;
  return await api.post('/api/me', { link: secret });
}
