// A WebSocket that replays recorded frames, for make client-timings. It sends the frames before the
// first update immediately, and then as many updates as `replay` is called for, with a pause after
// each. The test sets recordedFrames after this script.
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
