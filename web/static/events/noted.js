// What this browser has seen of events in progress, with which it can check their files later.
import { readStored, writeStored } from '../core/storage.js';

/** @import { EventDocument } from './types.js' */
/** @import { EventWitness } from './check.js' */

const key = 'archmage.events';
/** The number of events, and of digests of each, that are kept. The latest replace the earliest. */
const maxEvents = 20;
const maxDigests = 8;

/** @returns {Record<string, Required<EventWitness>>} */
function readAll() {
  try {
    return JSON.parse(readStored(key) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/**
 * Notes the commitment and the digest that an event in progress shows. The commitment that was seen
 * first stays.
 *
 * @param {EventDocument} event
 */
export function noteEvent({ id, commitment, digest, last }) {
  const all = readAll();
  const { [id]: noted = { commitment, digests: {} }, ...others } = all;
  if (noted.digests[last]) return;
  const digests = [...Object.entries(noted.digests), [last, digest]].slice(-maxDigests);
  const rest = Object.entries(others).slice(1 - maxEvents);
  const next = { commitment: noted.commitment, digests: Object.fromEntries(digests) };
  writeStored(key, JSON.stringify(Object.fromEntries([...rest, [id, next]])));
}

/**
 * What this browser has noted of an event.
 *
 * @param {string} id
 * @returns {EventWitness}
 */
export const notedOf = (id) => readAll()[id] ?? {};
