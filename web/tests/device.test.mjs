// Personal links: making and opening them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './page-shim.mjs';
import { Coded, Rest } from '../static/core/api.js';

const { continueAs, deviceLink, secretIn } = await import('../static/people/account/device.js');

const ann = { id: 'a', name: 'Ann' };
const ben = { id: 'b', name: 'Ben' };

/**
 * A server at which the browser has an identity, or none, and Ann has made a link.
 *
 * @param {typeof ann | null} known
 */
function server(known) {
  const asked = [];
  const api = new Rest(async (path, { method, body }) => {
    const sent = body && JSON.parse(body);
    asked.push(
      [method, path, ...(sent ? [sent] : [])]
        .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
        .join(' '),
    );
    const reply = (status, answer) => new Response(JSON.stringify(answer), { status });
    if (method === 'GET')
      return known ? reply(200, known) : reply(401, { code: 'no_identity', message: '' });
    if (path === '/api/me/links') return reply(201, { secret: 's3cret_-', until: 1 });
    return sent.link === 's3cret_-'
      ? reply(200, ann)
      : reply(400, { code: 'bad_link', message: '' });
  });
  return { api, asked };
}

const never = async () => assert.fail('nobody is to be asked');
const owner = 'POST /api/me/links/owner {"link":"s3cret_-"}';

test('a link leads to the room, with a secret that no server gets', async () => {
  const { api, asked } = server(ann);
  const link = new URL(await deviceLink(api, 'https://play.example', 'r1'));
  assert.deepEqual(
    [link.origin, link.pathname, secretIn(link.hash)],
    ['https://play.example', '/r/r1', 's3cret_-'],
  );
  assert.deepEqual(asked, ['POST /api/me/links {}']);
  for (const hash of ['', '#main', '#seat=x', '#me=']) assert.equal(secretIn(hash), '', hash);
});

test('opening a link names its owner and asks first, also without an identity', async () => {
  for (const now of [null, ben])
    for (const yes of [true, false]) {
      const { api, asked } = server(now);
      const questions = [];
      assert.deepEqual(
        await continueAs(api, 's3cret_-', async (...who) => {
          questions.push(who);
          return yes;
        }),
        yes ? ann : null,
      );
      assert.deepEqual(questions, [[ann, now]]);
      assert.deepEqual(
        asked,
        [owner, 'GET /api/me', ...(yes ? ['POST /api/me {"link":"s3cret_-"}'] : [])],
        'who says no does not use the link up',
      );
    }
});

test('a link that has been used is refused', async () => {
  await assert.rejects(
    continueAs(server(null).api, 'used', never),
    (error) => error instanceof Coded && error.code === 'bad_link',
  );
});

test('without an answer of the server the person stays the same', async () => {
  const api = new Rest(async () => {
    throw new Error('offline');
  });
  await assert.rejects(continueAs(api, 's3cret_-', never), { code: 'offline' });
});
