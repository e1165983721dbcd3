// A worker that checks matches and events with the rules of the games in WebAssembly.
//
// To check a match, send {record, witness}. The worker posts {finding} for each check, then {done}.
//
// To check an event, send {event}, the content of its file. The worker posts {matches}, the ids of
// its matches. Then send {eventRecord} for each record that is there: the worker posts {read} when
// it has verified it. At last send {eventWitness}: the worker posts {findings}.
//
// Instead of each of these, the worker posts {error} if it fails.

importScripts('/wasm/wasm_exec.js');

const loaded = load();
// An error is posted when a message needs the program.
loaded.catch(() => {});

async function load() {
  const go = new self.Go();
  const { instance } = await WebAssembly.instantiateStreaming(
    fetch('/wasm/rules.wasm'),
    go.importObject,
  );
  // Do not wait: the promise never resolves, because the program keeps running to serve its
  // functions.
  void go.run(instance);
}

/** Returns the result of a function of the program, or throws its error. */
function call(name, ...args) {
  const { result, error } = JSON.parse(self[name](...args));
  if (error) throw error;
  return result;
}

/** Does what a message asks for, and returns the answer. */
function answer({ record, witness, event, eventRecord, eventWitness }) {
  if (event !== undefined) return { matches: call('archmageOpenEvent', event) };
  if (eventRecord !== undefined) {
    call('archmageReadRecord', eventRecord);
    return { read: true };
  }
  if (eventWitness !== undefined)
    return { findings: call('archmageVerifyEvent', JSON.stringify(eventWitness)) };
  call('archmageCheck', record, JSON.stringify(witness), (text) =>
    self.postMessage({ finding: JSON.parse(text) }),
  );
  return { done: true };
}

self.onmessage = async ({ data }) => {
  try {
    await loaded;
    self.postMessage(answer(data));
  } catch (error) {
    const isCoded = typeof error?.code === 'string';
    self.postMessage({ error: isCoded ? error : { code: 'internal', message: String(error) } });
  }
};
