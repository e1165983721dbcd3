// The sounds: wood that is struck, and brass that rings, on five notes that go with
// each other. They are made when they are played. Nothing is loaded.

/** @type {AudioContext | null} */
let context = null;
/** When the last stroke that is due is over, on the clock of the context, in seconds. */
let free = 0;

/**
 * A struck thing: a tone that falls silent.
 *
 * @typedef {{
 *   type?: OscillatorType;
 *   from: number;
 *   to?: number;
 *   after?: number;
 *   long: number;
 *   loud?: number;
 * }} Tone
 */

/** The five notes, in Hz; an octave is twice as high. */
const [d, e, g, a, b] = [294, 330, 392, 440, 494];

/**
 * Wood: low, dull, with a knock at its beginning.
 *
 * @param {number} note
 * @param {number} [after] seconds
 * @param {number} [loud]
 * @returns {Tone[]}
 */
const wood = (note, after = 0, loud = 0.16) => [
  { from: note, to: note * 0.62, after, long: 0.1, loud },
  { type: 'triangle', from: note * 4.1, to: note * 2, after, long: 0.025, loud: loud * 0.4 },
];

/**
 * Brass: a tone, and two above it that are no octaves, as of a small bell.
 *
 * @param {number} note
 * @param {number} [after]
 * @param {number} [loud]
 * @param {number} [long]
 * @returns {Tone[]}
 */
const brass = (note, after = 0, loud = 0.09, long = 0.5) => [
  { from: note, after, long, loud },
  { from: note * 2.76, after, long: long * 0.5, loud: loud * 0.34 },
  { from: note * 5.4, after, long: long * 0.2, loud: loud * 0.16 },
];

/**
 * The sounds by name. Frequencies in Hz, times in seconds.
 *
 * @type {Record<string, Tone[]>}
 */
const sounds = {
  take: wood(d),
  pay: [...wood(a), ...wood(e, 0.07, 0.13)],
  roll: [g, d, a, e, d].flatMap((note, i) => wood(note * 1.6, i * 0.055, 0.12 - i * 0.016)),
  summon: [...wood(d / 2, 0, 0.2), ...brass(a, 0.04, 0.08), ...brass(d * 2, 0.13, 0.08, 0.7)],
  hit: [
    ...wood(d / 3, 0, 0.3),
    ...wood(e / 2, 0.05, 0.2),
    { type: 'triangle', from: b, to: d / 2, after: 0.02, long: 0.24, loud: 0.07 },
  ],
  season: [g, b, d * 2].flatMap((note, i) => brass(note, i * 0.16, 0.06, 0.9)),
  year: [
    ...wood(d / 2, 0, 0.22),
    ...[d, a, d * 2].flatMap((note, i) => brass(note, 0.05 + i * 0.13, 0.08, 1.1)),
  ],
  turn: [...brass(d * 2, 0, 0.09, 0.45), ...brass(a, 0.15, 0.09, 0.6)],
  win: [d, g, a, b, d * 2].flatMap((note, i) => brass(note, i * 0.12, 0.09, i < 4 ? 0.6 : 1.4)),
  hurry: [...wood(b * 1.5, 0, 0.13), ...wood(b * 1.5, 0.12, 0.13)],
};

/** How loud sounds are, as a factor. */
const volumes = { quiet: 0.4, medium: 1, loud: 2 };
let volume = volumes.quiet;

/** @param {keyof typeof volumes} name */
export function setVolume(name) {
  volume = volumes[name];
}

/** The names of the sounds. */
export const names = Object.keys(sounds);

/**
 * Plays a sound by its name, after those that are due already; unknown ones are silent.
 *
 * @param {string} name
 * @param {number} [late] how many seconds it may have to wait; a sound that would come later is
 *   left out
 */
export function play(name, late = 1) {
  const tones = sounds[name];
  if (!tones || typeof AudioContext === 'undefined') return;
  // Browsers allow sound only after the person has pressed something in the page.
  const activation = globalThis.navigator?.userActivation;
  if (activation && !activation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const soon = context.currentTime + 0.01;
  const start = Math.max(soon, free);
  if (start - soon > late) return;
  // The next one waits for the last stroke, and not until it has rung out.
  free = start + Math.max(...tones.map(({ after = 0, long }) => after + Math.min(long, 0.15)));
  for (const tone of tones) strike(context, start, tone);
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {Tone} tone
 */
function strike(audio, start, { type = 'sine', from, to = from, after = 0, long, loud = 0.2 }) {
  const source = new OscillatorNode(audio, { type, frequency: from });
  const gain = new GainNode(audio, { gain: 0 });
  const at = start + after;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + long);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * volume, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + long + 0.02);
}
