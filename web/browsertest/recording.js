// Records what the server sends to the page of a match, for make client-timings.
globalThis.recorded = [];
globalThis.recordedUpdates = () =>
  globalThis.recorded.filter((data) => data.startsWith('{"type":"update"')).length;
globalThis.WebSocket = class extends WebSocket {
  constructor(...args) {
    super(...args);
    this.addEventListener('message', ({ data }) => {
      if (!/"type":"(ok|reject|pong|news)"/.test(data)) globalThis.recorded.push(data);
    });
  }
};
