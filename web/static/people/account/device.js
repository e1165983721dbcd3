// A personal link makes another device the same person. Its secret stands in
// the fragment of the address, which browsers do not send, and works once.

/** @import { Person } from '../../core/types.js' */
/** @import { Rest } from '../../core/api.js' */

const name = 'me';

/**
 * Makes a personal link that leads to a room. Fails with a Coded refusal.
 *
 * @param {Rest} api
 * @param {string} origin of the address
 * @param {string} room
 * @returns {Promise<string>} the address
 */
export async function deviceLink(api, origin, room) {
  const { secret } = await api.post('/api/me/links', {});
  return `${origin}/r/${room}#${name}=${secret}`;
}

/**
 * The secret of a personal link, or ''.
 *
 * @param {string} hash of an address
 */
export const secretIn = (hash) => new URLSearchParams(hash.slice(1)).get(name) ?? '';

/**
 * Makes this browser the person who made a link, if that is wanted: whoever has sent the link is
 * that person too. Fails with a Coded refusal.
 *
 * @param {Rest} api
 * @param {string} secret
 * @param {(owner: Person, now: Person | null) => Promise<boolean>} ask whose link it is, and who
 *   the browser is
 * @returns {Promise<Person | null>} null if that is not wanted
 */
export async function continueAs(api, secret, ask) {
  const owner = await api.post('/api/me/links/owner', { link: secret });
  if (!(await ask(owner, await api.me()))) return null;
  return await api.post('/api/me', { link: secret });
}
