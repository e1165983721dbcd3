// Records the decisions of a match from the frames of the server, and finds the elements of
// options. Injected into each page before the page's scripts. It changes nothing.
globalThis.asked = (() => {
  /** The open decision of the last table, and its WebSocket. */
  let decision = null,
    last = null;
  /** The answers that the page has sent to the last table, as JSON, oldest first. */
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

  /** Fills in the default values of a decision (docs/protocol.md). */
  function whole({ options, ...rest }) {
    const list = options.map((candidate) =>
      typeof candidate === 'string' ? { id: candidate } : candidate,
    );
    return {
      min: 1,
      max: 1,
      ...rest,
      options: list.map((candidate) => ({ ref: candidate.id, ...candidate })),
    };
  }

  const option = (id) => decision?.options.find((candidate) => candidate.id === id);
  const firstVisible = (selector) =>
    [...document.querySelectorAll(selector)].find((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );

  /** The element that chooses an option, on the table or in the bar. */
  function control(id) {
    const inBar = firstVisible(`.ask [data-option="${CSS.escape(id)}"]:not(.held)`);
    if (inBar) return inBar.matches('button') ? inBar : inBar.querySelector('[data-choice]');
    const drawn = firstVisible(`main [data-option="${CSS.escape(id)}"]`);
    if (drawn) return drawn;
    const ref = option(id)?.ref;
    if (!ref) return undefined;
    const thing = `main [data-ref="${CSS.escape(ref)}"]`;
    // If several things are equal, use one that is not chosen yet.
    return firstVisible(`${thing}[data-state=choosable]`) ?? firstVisible(thing);
  }

  /**
   * The elements that choose options. Options of things appear only after a press on their thing.
   */
  const controls = () => (decision?.options ?? []).map(({ id }) => control(id)).filter(Boolean);

  /** The options without a control that is visible now. */
  const withoutControl = () =>
    (decision?.options ?? []).map(({ id }) => id).filter((id) => !control(id));

  /** The button that puts the opened thing into a group. */
  function put(group) {
    const index = (decision?.groups ?? [])
      .filter(({ max }) => max > 0)
      .findIndex(({ id }) => id === group);
    return firstVisible(`.ask [data-put="${index + 1}"]`);
  }

  /**
   * The key that is printed on an option, or on a group of the opened thing: a number, or a letter
   * for what is always at the same place. '' without one.
   */
  const number = (id) =>
    [...document.querySelectorAll('.room [data-key]')].find(
      ({ dataset, parentElement }) =>
        /^[\dt]/.test(dataset.key) &&
        ((dataset.ref && dataset.ref === option(id)?.ref) ||
          (dataset.option ?? parentElement.dataset.option) === id),
    )?.dataset.key ??
    put(id)?.dataset.key ??
    '';

  /** Whether one option, chosen once, is the whole answer, so that a press sends it. */
  const single = () => decision?.min === 1 && decision.max === 1 && !decision.groups?.length;

  /** The group into which an option goes by default. */
  const groupOf = (id) => option(id)?.groups?.[0] ?? '';

  /** How often each option is chosen, by option and group, when the question opens. */
  function chosen() {
    if (!decision || single()) return {};
    const required = decision.options
      .filter((candidate) => candidate.min && (candidate.groups?.length ?? 0) < 2)
      .map(({ id, min }) => ({ option: id, n: min }));
    // In Seasons the plan of the years opens with the suggestion only for apprentices.
    const list =
      decision.suggested?.length && decision.kind !== 'split' ? decision.suggested : required;
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

  /** The question as the tests read it. Its key is different for every question. */
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

  /** The path of the room to which the page is connected. */
  const roomPath = () => last && new URL(last.url).pathname.replace('/ws/', '/r/');

  return {
    state,
    control,
    controls,
    withoutControl,
    put,
    number,
    groupOf,
    at: roomPath,
    sent: () => sent,
    WebSocket,
  };
})();
