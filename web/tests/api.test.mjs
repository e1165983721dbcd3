// Requests to the server: the identity, repeated requests, and answers that are not the server's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rest } from '../static/core/api.js';

/**
 * A browser, which can keep cookies or not, and a server that creates guests.
 *
 * @param {boolean} keeps
 */
function browser(keeps) {
  const server = { guests: 0, looks: 0, cookie: '' };
  const api = new Rest(async (path, { method, body }) => {
    assert.equal(path, '/api/me');
    const reply = (status, answer) => new Response(JSON.stringify(answer), { status });
    if (method === 'POST') {
      if (server.cookie) return reply(200, { id: server.cookie, name: 'Ann', kind: 'guest' });
      const id = `g${++server.guests}`;
      if (keeps) server.cookie = id;
      return reply(201, { id, name: JSON.parse(body).name, kind: 'guest' });
    }
    server.looks++;
    return server.cookie
      ? reply(200, { id: server.cookie, name: 'Ann', kind: 'guest' })
      : reply(401, { code: 'no_identity', message: '' });
  });
  return { api, server };
}

test('without cookies only one guest is created, however often the identity is requested', async () => {
  const { api, server } = browser(false);
  for (let n = 0; n < 20; n++)
    await assert.rejects(
      api.identity(() => `Name ${n}`),
      { code: 'no_cookies' },
    );
  assert.deepEqual(server, { guests: 1, looks: 1, cookie: '' });
});

test('with cookies the browser checks once whether they are sent back', async () => {
  const { api, server } = browser(true);
  for (let n = 0; n < 5; n++) assert.equal((await api.identity(() => 'Ann')).id, 'g1');
  assert.deepEqual(server, { guests: 1, looks: 1, cookie: 'g1' });
  // The cookies were deleted while the page was open: the next guest is checked again.
  server.cookie = '';
  assert.equal((await api.identity(() => 'Ann')).id, 'g2');
  assert.deepEqual(server, { guests: 2, looks: 2, cookie: 'g2' });
});

test('two concurrent requests for the identity create one guest', async () => {
  const { api, server } = browser(true);
  await Promise.all(['Ann', 'Ben'].map((name) => api.identity(() => name)));
  assert.equal(server.guests, 1);
});

/** A server that answers when the test lets it. */
function slow() {
  const asked = [];
  const api = new Rest(
    (path, { method, body }) =>
      new Promise((done) => {
        asked.push({
          what: `${method} ${path} ${body ?? ''}`,
          answer: () => done(new Response('{"n":1}')),
        });
      }),
  );
  return { api, asked };
}

test('a running write is not sent again, but reads are', async () => {
  for (const send of [
    (api, body) => api.post('/api/rooms', body),
    (api, body) => api.patch('/api/me', body),
    (api, body) => api.remove('/api/follows/a', body),
  ]) {
    const { api, asked } = slow();
    const both = [send(api, { a: 1 }), send(api, { a: 1 })];
    const other = send(api, { a: 2 });
    assert.equal(asked.length, 2, asked[0].what);
    for (const { answer } of asked) answer();
    assert.deepEqual(await Promise.all([...both, other]), [{ n: 1 }, { n: 1 }, { n: 1 }]);
    void send(api, { a: 1 });
    assert.equal(asked.length, 3);
  }
  const { api, asked } = slow();
  void api.get('/api/news');
  void api.get('/api/news');
  assert.equal(asked.length, 2);
});

test("an answer that is not the server's fails with a code", async () => {
  const page = new Rest(async () => new Response('<!doctype html><title>Sign in</title>'));
  await assert.rejects(page.get('/api/games'), { code: 'not_server' });
  await assert.rejects(page.post('/api/rooms', {}), { code: 'not_server' });
  const nothing = new Rest(async () => new Response(null, { status: 204 }));
  assert.equal(await nothing.remove('/api/sign-out'), null);
  const broken = new Rest(
    async () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new TypeError('network')),
        }),
      ),
  );
  await assert.rejects(broken.get('/api/games'), { code: 'offline' });
});
