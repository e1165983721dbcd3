// Reads notifications, caches and the state of the service worker.
globalThis.notices = (() => {
  const { pause } = globalThis.page;

  async function workerActive() {
    const { active } = await navigator.serviceWorker.ready;
    return new Promise((done) => {
      const look = () => active.state === 'activated' && done('activated');
      active.addEventListener('statechange', look);
      look();
    });
  }

  /** Whether the worker has cached all files that it loads later: 'all' or 'some'. */
  async function rest() {
    const worker = await (await fetch('/sw.js')).text();
    const files = JSON.parse(/\brest:\s*(\[[^\]]+\])/.exec(worker)[1]);
    const cached = await Promise.all(files.map((address) => caches.match(address)));
    return cached.every(Boolean) ? 'all' : 'some';
  }

  /** The size of a picture, such as 192x192. */
  async function sizeOf(path) {
    const { width, height } = await createImageBitmap(await (await fetch(path)).blob());
    return `${width}x${height}`;
  }

  function goOffline() {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    return dispatchEvent(new Event('offline'));
  }

  let asked = false;
  /** Dispatches the event with which a browser offers to install the client. */
  const offerInstall = () =>
    dispatchEvent(
      Object.assign(new Event('beforeinstallprompt'), {
        prompt: async () => {
          asked = true;
        },
      }),
    );

  /** The paths in all caches. */
  async function kept() {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .join(' ');
  }

  /** Replaces the browser's push service by one of the test. */
  function subscribeTo(endpoint, p256dh, auth) {
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      if (applicationServerKey.length !== 87) throw new Error('no key');
      return { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    };
    return true;
  }

  /** Waits for notifications, and returns their texts; '' if none is shown. */
  async function shown() {
    const worker = await navigator.serviceWorker.ready;
    for (let looks = 0; looks < 100; looks++) {
      const all = await worker.getNotifications();
      if (all.length) return all.map(({ title, body }) => `${title}: ${body}`).join();
      await pause(50);
    }
    return '';
  }

  return {
    goOffline,
    kept,
    offerInstall,
    rest,
    shown,
    sizeOf,
    subscribeTo,
    wasAsked: () => asked,
    workerActive,
  };
})();
