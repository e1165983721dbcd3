// Checks an event: replays its entries and the records of its matches in this browser with the
// server's rules, which are compiled to WebAssembly and loaded on demand (docs/tournaments.md).

/** The names of the checks and what their findings mean. */
export const checkTexts = '/events/check.*.json';

/**
 * What is found by one check. `detail` says in English what was compared, or what is wrong. `code`
 * is the reason why a check did not pass, and `entry` the number of the entry with which it failed,
 * counted from 1.
 *
 * @typedef {{
 *   check: string;
 *   verdict: 'ok' | 'failed' | 'unknown';
 *   detail: string;
 *   code?: string;
 *   entry?: number;
 * }} EventFinding
 */

/**
 * What a person noted during the event: the commitment before the start, and digests by the number
 * of the entry.
 *
 * @typedef {{ commitment?: string; digests?: Record<number, string> }} EventWitness
 */

/**
 * @typedef {{
 *   check: string;
 *   verdict: 'holds' | 'fails' | 'unknown';
 *   code?: string;
 *   message: string;
 *   item: number;
 * }} WorkerFinding a finding as the worker posts it
 */

/**
 * @typedef {{
 *   witness?: EventWitness;
 *   onProgress?: (done: number, total: number) => void;
 *   signal?: AbortSignal;
 * }} CheckOptions
 *   `onProgress` is called with the number of records that were verified, of all that there are.
 */

/** @type {Record<WorkerFinding['verdict'], EventFinding['verdict']>} */
const verdicts = { holds: 'ok', fails: 'failed', unknown: 'unknown' };

/** How many records are fetched while others are verified. */
const fetchesAtOnce = 4;
/** How often a request is sent again that the server has refused because it is busy. */
const maxRetries = 8;
/** The wait before that if the server does not say how long, in milliseconds. */
const defaultWaitMs = 2_000;

/**
 * Checks the event with this code, which must be over. A record that the server does not have makes
 * a check `unknown`. Fails with the answer of the server or of the rules if the event cannot be
 * checked, and with the reason of the signal if it is aborted.
 *
 * @param {string} code
 * @param {CheckOptions} [options]
 * @returns {Promise<EventFinding[]>}
 */
export async function checkEvent(code, { witness = {}, onProgress = () => {}, signal } = {}) {
  const rules = new Rules(signal);
  try {
    const file = await fetchText(`/api/events/${encodeURIComponent(code)}/file`, signal);
    const matches = /** @type {string[]} */ ((await rules.ask({ event: file })).matches);
    await readRecords(rules, matches, onProgress, signal);
    const answer = await rules.ask({ eventWitness: witness });
    return /** @type {WorkerFinding[]} */ (answer.findings).map(findingOf);
  } finally {
    rules.close();
  }
}

/**
 * Fetches the records of matches, and makes the worker verify them.
 *
 * @param {Rules} rules
 * @param {string[]} matches
 * @param {(done: number, total: number) => void} onProgress
 * @param {AbortSignal} [signal]
 */
async function readRecords(rules, matches, onProgress, signal) {
  let done = 0;
  onProgress(done, matches.length);
  const rest = matches.values();
  const fetchNext = async () => {
    for (const id of rest) {
      const record = await fetchRecord(id, signal);
      if (record !== null) await rules.ask({ eventRecord: record });
      onProgress(++done, matches.length);
    }
  };
  await Promise.all(Array.from({ length: fetchesAtOnce }, fetchNext));
}

/**
 * Returns the record of a match, or null if the server does not have it any more.
 *
 * @param {string} id
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | null>}
 */
async function fetchRecord(id, signal) {
  try {
    return await fetchText(`/api/matches/${encodeURIComponent(id)}/record`, signal);
  } catch (error) {
    if (/** @type {{ status?: number }} */ (error)?.status === 404) return null;
    throw error;
  }
}

/**
 * Fetches a text. Waits and tries again while the server is busy.
 *
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
async function fetchText(path, signal) {
  for (let retries = 0; ; retries++) {
    const response = await fetch(path, { credentials: 'same-origin', signal });
    if (response.ok) return response.text();
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || retries === maxRetries) throw await refusalOf(response);
    const seconds = Number(response.headers.get('Retry-After'));
    await wait(seconds > 0 ? seconds * 1_000 : defaultWaitMs, signal);
  }
}

/** @param {Response} response */
async function refusalOf(response) {
  const { status } = response;
  const refusal = await response.json().catch(() => ({ code: 'internal', message: `${status}` }));
  return { ...refusal, status };
}

/**
 * @param {number} ms
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
function wait(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * The text of a finding in the viewer's language, with the texts of `checkTexts`.
 *
 * @param {import('../core/types.js').Translate} t
 * @param {EventFinding} finding
 */
export function findingText(t, { check, verdict, code }) {
  if (verdict === 'ok') return t(`evcheck.${check}.ok`);
  return t([`evcheck.why.${code}`, 'evcheck.why.other']);
}

/**
 * The name of the check of a finding and its verdict in the viewer's language.
 *
 * @param {import('../core/types.js').Translate} t
 * @param {EventFinding} finding
 */
export const checkNames = (t, { check, verdict }) => ({
  title: t(`evcheck.${check}`),
  verdict: t(`evcheck.${verdict}`),
});

/**
 * @param {WorkerFinding} finding
 * @returns {EventFinding}
 */
function findingOf({ check, verdict, code, message, item }) {
  /** @type {EventFinding} */
  const found = { check, verdict: verdicts[verdict], detail: message };
  if (code) found.code = code;
  if (item >= 0) found.entry = item + 1;
  return found;
}

/** The worker with the rules. It answers questions one after the other. */
class Rules {
  #worker = new Worker('/wasm/check.js');
  /** @type {{ resolve: (answer: any) => void; reject: (error: unknown) => void }[]} */
  #asked = [];

  /** @param {AbortSignal} [signal] */
  constructor(signal) {
    this.#worker.onmessage = ({ data }) => {
      const asked = this.#asked.shift();
      if (data.error) asked?.reject(data.error);
      else asked?.resolve(data);
    };
    this.#worker.onerror = (event) => this.#fail({ code: 'internal', message: event.message });
    signal?.addEventListener('abort', () => this.#fail(signal.reason));
  }

  /**
   * @param {object} question
   * @returns {Promise<any>}
   */
  ask(question) {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.#worker.postMessage(question);
    });
  }

  /** @param {unknown} error */
  #fail(error) {
    for (const { reject } of this.#asked.splice(0)) reject(error);
  }

  close() {
    this.#worker.terminate();
  }
}
