// A connection on which recorded frames come, for make client-timings: those until the first update
// at once, and then so many updates as replay is asked for, a pause after each. The test sets
// recordedFrames after this script.
globalThis.WebSocket = class extends EventTarget {
  constructor() {
    super();
    globalThis.replay = async (updates, pause) => {
      let n = 0;
      for (; n < updates && globalThis.recordedFrames.length; n++) {
        do this.receive();
        while (globalThis.recordedFrames.length && !this.updateIsNext());
        await new Promise((done) => setTimeout(done, pause));
      }
      return String(n);
    };
    setTimeout(() => this.dispatchEvent(new Event('open')));
  }

  updateIsNext() {
    return globalThis.recordedFrames[0].startsWith('{"type":"update"');
  }

  receive() {
    const data = globalThis.recordedFrames.shift();
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  send(data) {
    const { type } = JSON.parse(data);
    if (type === 'hello') while (!this.updateIsNext()) this.receive();
    if (type === 'ping')
      this.dispatchEvent(new MessageEvent('message', { data: '{"type":"pong"}' }));
  }

  close() {}
};
