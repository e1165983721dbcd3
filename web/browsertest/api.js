// Requests to the server as the person of a page. Injected into each page after page.js.
globalThis.api = (() => {
  const { get, post } = globalThis.page;

  const myName = async () => (await get('/api/me')).name;
  /** Changes the person's name. Returns the new name or the message of the refusal. */
  const rename = async (to) => {
    const { name, message } = await post('/api/me', { name: to });
    return name ?? message;
  };
  /** Opens a room. Returns its path or the message of the refusal. */
  const openRoom = async (body) => {
    const { id, message } = await post('/api/rooms', body);
    return id ? `/r/${id}` : message;
  };
  const newLink = async () => (await post('/api/me/links', {})).secret;
  const matchesWith = async (name) =>
    String((await get(`/api/people/head-to-head?name=${name}`)).matches);
  const lastMatch = async () => (await get('/api/matches?mine=1')).matches[0]?.id ?? '';
  const firstBot = async (game) =>
    (await get('/api/games')).find(({ id }) => id === game).bots[0].id;

  /**
   * Sends commands to a room on a new WebSocket. Returns 'done', the frame of the refusal, or
   * 'closed'.
   *
   * @param {string} room path of the room
   * @param {string[]} commands JSON of each command, without the opening brace, the id and "type":
   */
  const command = (room, commands) =>
    new Promise((done) => {
      const idPrefix = `t${performance.now()}`;
      let remaining = commands.length;
      let outcome = 'closed';
      const url = location.origin.replace('http', 'ws') + room.replace('/r/', '/ws/');
      const socket = new (globalThis.asked?.WebSocket ?? WebSocket)(url);
      socket.onopen = () => {
        socket.send('{"type": "hello", "v": 1}');
        commands.forEach((fields, n) =>
          socket.send(`{"id": "${idPrefix} ${n}", "type": ${fields}}`),
        );
      };
      socket.onclose = () => done(outcome);
      socket.onmessage = ({ data }) => {
        const { type, id } = JSON.parse(data);
        if (!id?.startsWith(idPrefix) || (type === 'ok' && --remaining > 0)) return;
        outcome = type === 'ok' ? 'done' : data;
        socket.close();
      };
    });

  return { command, firstBot, lastMatch, matchesWith, myName, newLink, openRoom, rename };
})();
