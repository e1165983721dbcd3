// Counts what a person presses, on all pages, for the tests.
addEventListener(
  'pointerdown',
  ({ isTrusted }) => {
    if (isTrusted) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
  },
  true,
);

/** How often something was pressed since it was asked last. */
globalThis.takePresses = () => {
  const presses = Number(sessionStorage.presses ?? 0);
  sessionStorage.presses = 0;
  return presses;
};
