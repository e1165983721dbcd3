// Checks an event that the test has played, as web/static/events/check.js does. The server's
// answers are replaced by those of the test.
globalThis.checked = (() => {
  /** The event: its file, and its records by the id of their match. */
  let event = { file: '', records: {} };
  let requests = 0;

  const answer = (text, status = 200, headers = {}) => new Response(text, { status, headers });

  const { fetch } = globalThis;
  globalThis.fetch = async (path, ...options) => {
    if (String(path) === '/api/events/CODE/file') return answer(event.file);
    const id = /^\/api\/matches\/(.+)\/record$/.exec(String(path))?.[1];
    // The start page below can still make requests of its own.
    if (!id) return fetch(path, ...options);
    requests++;
    // The server is busy once.
    if (requests === 2) return answer('{"code":"busy"}', 429, { 'Retry-After': '0.01' });
    const record = event.records[id];
    return record ? answer(record) : answer('{"code":"no_match"}', 404);
  };

  return {
    use(other) {
      event = other;
      return true;
    },
    /** Checks the event, and returns what was found and how far the progress went, as JSON. */
    async run(options = {}) {
      const progress = [];
      const findings = await globalThis.eventCheck.checkEvent('CODE', {
        ...options,
        onProgress: (done, total) => progress.push([done, total]),
      });
      return JSON.stringify({ findings, progress });
    },
    /** Checks the event, and returns the code with which that fails. */
    refusal: () =>
      globalThis.eventCheck.checkEvent('CODE').then(
        () => '',
        ({ code }) => code,
      ),
  };
})();
