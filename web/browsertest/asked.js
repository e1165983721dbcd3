// Records what a person is asked in a staged match, for the tests. It is put into
// each page before the page's scripts, reads the frames of the server, and finds
// the element of an option. It changes nothing.
globalThis.asked = (() => {
  /** The question that is open, as the server put it to the last table. */
  let decision = null,
    last = null;
  /** The answers that the page has sent to the last table, oldest first. */
  let sent = [];
  const { WebSocket } = globalThis;

  globalThis.WebSocket = class extends WebSocket {
    constructor(...args) {
      super(...args);
      [decision, last, sent] = [null, this, []];
      this.addEventListener('message', ({ data }) => {
        const frame = JSON.parse(data);
        if (frame.decisions && last === this)
          decision = frame.decisions[0] ? whole(frame.decisions[0]) : null;
      });
    }

    send(data) {
      const { type, choice } = JSON.parse(data);
      if (type === 'answer' && last === this) sent.push(JSON.stringify(choice));
      super.send(data);
    }
  };

  /** A decision with what its frame leaves out (docs/protocol.md). */
  function whole({ options, ...rest }) {
    const list = options.map((one) => (typeof one === 'string' ? { id: one } : one));
    return { min: 1, max: 1, ...rest, options: list.map((one) => ({ ref: one.id, ...one })) };
  }

  const option = (id) => decision?.options.find((one) => one.id === id);
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].find((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );

  /** What to press to choose an option, on the table or in the bar. */
  function control(id) {
    const inBar = seen(`.ask [data-option="${CSS.escape(id)}"]:not(.held)`);
    if (inBar) return inBar.matches('button') ? inBar : inBar.querySelector('[data-choice]');
    const drawn = seen(`main [data-option="${CSS.escape(id)}"]`);
    if (drawn) return drawn;
    const ref = option(id)?.ref;
    if (!ref) return undefined;
    const thing = `main [data-ref="${CSS.escape(ref)}"]`;
    // Of equal things, one that is not chosen yet.
    return seen(`${thing}[data-state=choosable]`) ?? seen(thing);
  }

  /**
   * What is to press to choose the options that there are; others appear once their thing is
   * pressed.
   */
  const controls = () => (decision?.options ?? []).map(({ id }) => control(id)).filter(Boolean);

  /** The button that puts the thing that was pressed into a group. */
  function put(group) {
    const at = (decision?.groups ?? [])
      .filter(({ max }) => max > 0)
      .findIndex(({ id }) => id === group);
    return seen(`.ask [data-put="${at + 1}"]`);
  }

  /** The number that is printed on an option, or on a group of what is opened; '' if there is none. */
  const number = (id) =>
    [...document.querySelectorAll('.room [data-key]')].find(
      ({ dataset, parentElement }) =>
        /\d/.test(dataset.key) &&
        ((dataset.ref && dataset.ref === option(id)?.ref) ||
          (dataset.option ?? parentElement.dataset.option) === id),
    )?.dataset.key ??
    put(id)?.dataset.key ??
    '';

  /** One option, once, is the whole answer: it is sent when it is pressed. */
  const single = () => decision?.min === 1 && decision.max === 1 && !decision.groups?.length;

  /** The group that an option goes into where nothing is said about it. */
  const groupOf = (id) => option(id)?.groups?.[0] ?? '';

  /** What is chosen before anybody presses anything: how often, by option and group. */
  function chosen() {
    if (!decision || single()) return {};
    const must = decision.options
      .filter((one) => one.min && (one.groups?.length ?? 0) < 2)
      .map(({ id, min }) => ({ option: id, n: min }));
    // Of Seasons' plan of the years only apprentices begin with what is suggested.
    const list =
      decision.suggested?.length && decision.kind !== 'split' ? decision.suggested : must;
    return Object.fromEntries(
      list.map((pick) => {
        const {
          option: id,
          n = 1,
          group = groupOf(id),
        } = typeof pick === 'string' ? { option: pick } : pick;
        return [`${id} ${group}`, n];
      }),
    );
  }

  /** The question for the tests; its key is another one for each question. */
  function state() {
    const options = decision?.options ?? [];
    return {
      asked: !!decision && !decision.answered,
      key: decision ? `${decision.id} ${decision.kind} ${decision.answered ?? false}` : '',
      kind: decision?.kind ?? '',
      options: options.map(({ id }) => id),
      alone: options.filter(({ alone }) => alone).map(({ id }) => id),
      final: options
        .filter(({ final, passes, ends, early }) => (ends ? early : final || passes))
        .map(({ id }) => id),
      single: single(),
      ordered: !!decision?.ordered,
      chosen: chosen(),
    };
  }

  /** The path of the table that the page is connected to. */
  const at = () => last && new URL(last.url).pathname.replace('/ws/', '/r/');

  return { state, control, controls, put, number, groupOf, at, sent: () => sent, WebSocket };
})();
