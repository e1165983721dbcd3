// A worker that checks a match with the rules of the games in WebAssembly. It receives a message
// {record, witness}, and posts {finding} for each check, then {done} or {error}.

importScripts('/wasm/wasm_exec.js');

self.onmessage = async ({ data: { record, witness } }) => {
  try {
    const go = new self.Go();
    const { instance } = await WebAssembly.instantiateStreaming(
      fetch('/wasm/rules.wasm'),
      go.importObject,
    );
    // Do not wait: the promise never resolves, because the program keeps running to serve
    // archmageCheck.
    void go.run(instance);
    const error = self.archmageCheck(record, JSON.stringify(witness), (text) =>
      self.postMessage({ finding: JSON.parse(text) }),
    );
    self.postMessage(error ? { error: JSON.parse(error) } : { done: true });
  } catch (error) {
    self.postMessage({ error: { code: 'internal', message: String(error) } });
  }
};
