// A worker with the rules of the games in WebAssembly, for a match without a server. It receives
// requests of the Go package offline as JSON texts, and posts the response to each in order.

importScripts('/wasm/wasm_exec.js');

const started = (async () => {
  const go = new self.Go();
  const { instance } = await WebAssembly.instantiateStreaming(
    fetch('/wasm/rules.wasm'),
    go.importObject,
  );
  // Do not wait: the promise never resolves, because the program keeps running to serve
  // archmageOffline.
  void go.run(instance);
})();
// The next request reports a failure.
started.catch(() => {});

self.onmessage = async ({ data }) => {
  try {
    await started;
    self.postMessage(self.archmageOffline(data));
  } catch (error) {
    self.postMessage(JSON.stringify({ error: { code: 'no_rules', message: String(error) } }));
  }
};
