// A program that an author of bots could write with the generated types.
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

declare const process: { argv: string[] };
const baseUrl = process.argv[2];
const visitor = createClient<paths>({ baseUrl });
const { data: me } = await visitor.POST('/api/me', { body: { name: 'Ann', token: true } });
if (!me) throw new Error('there is no guest');
const { id, name, token } = me;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const body = { settings: { game: 'spellbook', seats: 2 } };
const { data: room } = await client.POST('/api/rooms', { body });
const { data: mine } = await client.GET('/api/rooms', { params: { query: { mine: '1', limit: 5 } } });
const { error } = await client.GET('/api/matches/{match}', { params: { path: { match: 'none' } } });
console.log(name, room?.id === mine?.rooms[0].id, mine?.rooms[0].host === id, error?.code);
// @ts-expect-error the server refuses a request without the text
await client.POST('/api/qr', { body: {} });
