// The director of scenes: which updates it plays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { window } from './window.mjs';

Object.assign(globalThis, {
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
});

const { SceneDirector } = await import('../static/scenes/director.js');

/** A table whose board has scenes, and a record of what the director asks for. */
function table(/** @type {{isLive: boolean, isOver: boolean}} */ { isLive, isOver }) {
  /** @type {string[]} */
  const asked = [];
  const view = {
    isLive,
    seat: 0,
    state: { match: 'm', public: {}, result: isOver ? { outcome: {} } : null },
    ui: {},
    app: { motion: 'full', redraw: () => asked.push('redraw') },
    context: () => ({}),
    board: {
      sceneScript: async () => {
        asked.push('scenes');
        return null;
      },
    },
  };
  return { view: /** @type {any} */ (view), asked };
}

test('the update that ends a live match has no scenes, which would end the count', () => {
  for (const [of, played] of /** @type {const} */ ([
    [{ isLive: true, isOver: false }, ['scenes']],
    [{ isLive: true, isOver: true }, []],
    [{ isLive: false, isOver: true }, ['scenes']],
  ])) {
    const { view, asked } = table(of);
    const director = new SceneDirector(view, true);
    director.playUpdate(view.state, [/** @type {any} */ ({ kind: 'turn', number: 3 })]);
    assert.deepEqual(asked, played, JSON.stringify(of));
    director.close();
  }
});
