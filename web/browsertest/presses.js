// Counts a person's presses on all pages.
addEventListener(
  'pointerdown',
  ({ isTrusted }) => {
    if (isTrusted) sessionStorage.presses = Number(sessionStorage.presses ?? 0) + 1;
  },
  true,
);

/** Returns the number of presses since the last call. */
globalThis.takePresses = () => {
  const presses = Number(sessionStorage.presses ?? 0);
  sessionStorage.presses = 0;
  return presses;
};
