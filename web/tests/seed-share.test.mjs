// A player's share of the seed: made once for a commitment, sent while the room needs it, and
// resent unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sharer, storedShareOf } from '../static/table/seed-share.js';
import { emptyState } from '../static/core/store.js';

/** A storage in memory. */
function storage() {
  const stored = new Map();
  return {
    kept: stored,
    getItem: (place) => stored.get(place) ?? null,
    setItem: (place, text) => void stored.set(place, text),
  };
}

/** Bytes that differ with each call. */
function random() {
  let n = 0;
  return (list) => list.fill(++n);
}

/** A room in which the viewer has the given seat. */
function room({
  commitment = 'c1',
  status = 'open',
  player = 'u',
  shared = false,
  matches = 0,
  match = undefined,
} = {}) {
  return {
    ...emptyState,
    you: { id: 'u', name: 'Ann' },
    room: {
      type: 'room',
      id: 'r',
      status,
      commitment,
      matches,
      match,
      seats: [
        { player: 'other', shared: false },
        { player, shared },
      ],
    },
  };
}

/** A sharer, and the list of what it sends. */
function sharer(store = storage(), dice = random(), answer = async () => {}) {
  const sent = [];
  const it = new Sharer(
    (fields) => {
      sent.push(fields);
      return answer(fields);
    },
    store,
    dice,
  );
  return { it, sent };
}

const first = '01'.repeat(16);
const second = '02'.repeat(16);

test('a share is sixteen random bytes for the commitment of the room', async () => {
  const { it, sent } = sharer();
  await it.share(room());
  await it.share(room({ commitment: 'c2', status: 'seated' }));
  assert.deepEqual(sent, [
    { commitment: 'c1', share: first },
    { commitment: 'c2', share: second },
  ]);
});

test('nothing is sent without a seat, during or after a match, or twice', async () => {
  const { it, sent } = sharer();
  for (const not of [
    { player: '' },
    { player: 'somebody' },
    { status: 'playing' },
    { status: 'finished' },
    { shared: true },
    { commitment: '' },
  ])
    await it.share(room(not));
  await it.share(emptyState);
  assert.deepEqual(sent, []);
});

test('only one share at a time is being sent', async () => {
  let done = () => {};
  const { it, sent } = sharer(
    storage(),
    random(),
    () =>
      new Promise((resolve) => {
        done = resolve;
      }),
  );
  const under = it.share(room());
  await it.share(room());
  assert.equal(sent.length, 1);
  done();
  await under;
});

test('a refused share is sent again unchanged, and another one for another commitment', async () => {
  const { it, sent } = sharer(storage(), random(), async () => {
    throw new Error('old_commitment');
  });
  await it.share(room());
  await it.share(room());
  await it.share(room({ commitment: 'c2' }));
  assert.deepEqual(
    sent.map(({ share }) => share),
    [first, first, second],
  );
});

test('a reloaded page sends the same share, and another one in another room', async () => {
  const store = storage();
  const dice = random();
  await sharer(store, dice).it.share(room());
  const again = sharer(store, dice);
  await again.it.share(room());
  const elsewhere = room();
  await again.it.share({ ...elsewhere, room: { ...elsewhere.room, id: 's' } });
  assert.deepEqual(
    again.sent.map(({ share }) => share),
    [first, second],
  );
  assert.deepEqual([...store.kept.keys()], ['archmage.shares']);
});

test('without storage the share is kept by the page', async () => {
  const full = {
    getItem: () => {
      throw new Error('forbidden');
    },
    setItem: () => {
      throw new Error('full');
    },
  };
  for (const store of [null, full]) {
    const { it, sent } = sharer(store);
    await it.share(room());
    await it.share(room());
    assert.deepEqual(
      sent.map(({ share }) => share),
      [first, first],
    );
  }
});

/** The frame of a match that has begun. */
const began = (id, number, more = {}) =>
  room({ status: 'playing', commitment: 'later', matches: number, match: { id, number }, ...more });

test('the share of a match is available when the match is over', async () => {
  const store = storage();
  const { it } = sharer(store);
  await it.share(room());
  await it.share(room({ commitment: 'c2', status: 'seated' }));
  assert.deepEqual(storedShareOf('m1', store), { commitment: '', share: '' });
  await it.share(began('m1', 1));
  await it.share(room({ commitment: 'c3', matches: 1, match: { id: 'm1', number: 1 } }));
  await it.share(began('m2', 2));
  assert.deepEqual(storedShareOf('m1', store), { commitment: 'c2', share: second });
  assert.deepEqual(storedShareOf('m2', store), { commitment: 'c3', share: '03'.repeat(16) });
  assert.deepEqual(storedShareOf('m3', store), { commitment: '', share: '' });
});

test('a reloaded page has it too, but not a share that was refused', async () => {
  const store = storage();
  const dice = random();
  await sharer(store, dice, async () => {
    throw new Error('busy');
  }).it.share(room());
  await sharer(store, dice).it.share(room({ shared: true }));
  await sharer(store, dice).it.share(began('m1', 1));
  assert.deepEqual(
    storedShareOf('m1', store),
    { commitment: 'c1', share: first },
    'the room says that it has it',
  );

  const { it } = sharer(store, dice, async () => {
    throw new Error('has_shared');
  });
  await it.share(room({ matches: 1 }));
  await it.share(began('m2', 2));
  assert.deepEqual(storedShareOf('m2', store), { commitment: '', share: '' });
});

test('the number of stored shares is bounded, and broken storage does no harm', async () => {
  const store = storage();
  const { it } = sharer(store);
  for (let number = 1; number <= 310; number++) {
    await it.share(room({ commitment: `c${number}`, matches: number - 1 }));
    await it.share(began(`m${number}`, number));
  }
  assert.equal(storedShareOf('m310', store).commitment, 'c310');
  assert.equal(storedShareOf('m11', store).commitment, 'c11');
  assert.equal(storedShareOf('m10', store).commitment, '');
  for (const text of ['{', 'null', '{"next":1}']) {
    assert.deepEqual(storedShareOf('m1', { getItem: () => text, setItem: () => {} }), {
      commitment: '',
      share: '',
    });
  }
});
