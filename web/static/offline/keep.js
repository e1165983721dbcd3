// Keeps on this device what matches without a network need: the rules and the pictures.

/** Whether large files should be loaded only if the person asks for them. */
export function isMetered() {
  const { connection } =
    /** @type {Navigator & {connection?: {saveData?: boolean, type?: string}}} */ (navigator);
  return !!connection?.saveData || connection?.type === 'cellular';
}

/** Whether the browser can keep it. */
export const canKeep = () => 'serviceWorker' in navigator && 'caches' in globalThis;

/** Whether the browser has kept it. */
export const isKept = async () =>
  canKeep() && !!(await caches.match('/wasm/rules.wasm').catch(() => null));

/**
 * Makes the service worker keep it.
 *
 * @returns {Promise<boolean>} whether all of it is kept
 */
export async function keep() {
  if (!canKeep()) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    active?.postMessage('offline', [port2]);
  });
}

/**
 * Keeps it, unless the connection is metered.
 *
 * @returns {Promise<boolean>} whether all of it is kept
 */
export const keepUnlessMetered = () => (isMetered() ? isKept() : keep());
