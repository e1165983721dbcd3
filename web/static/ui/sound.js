// Synthesizes sounds of struck wood and small bells on a pentatonic scale, without sound files.

/** @type {AudioContext | null} */
let context = null;
/** The earliest time for the next sound, in seconds of the context's clock. */
let freeAt = 0;

/**
 * A tone that fades out. It glides from one frequency to another, in Hz. `delay` and `length` are
 * in seconds.
 *
 * @typedef {{
 *   type?: OscillatorType;
 *   from: number;
 *   to?: number;
 *   delay?: number;
 *   length: number;
 *   gain?: number;
 * }} Tone
 */

/** The notes of the scale in Hz. Twice a frequency is an octave higher. */
const [d, e, g, a, b] = [294, 330, 392, 440, 494];

/**
 * A stroke on wood: a low, dull tone that begins with a knock.
 *
 * @param {number} note
 * @param {number} [delay]
 * @param {number} [gain]
 * @returns {Tone[]}
 */
const wood = (note, delay = 0, gain = 0.16) => [
  { from: note, to: note * 0.62, delay, length: 0.1, gain },
  { type: 'triangle', from: note * 4.1, to: note * 2, delay, length: 0.025, gain: gain * 0.4 },
];

/**
 * A small bell: a tone and two inharmonic overtones.
 *
 * @param {number} note
 * @param {number} [delay]
 * @param {number} [gain]
 * @param {number} [length]
 * @returns {Tone[]}
 */
const brass = (note, delay = 0, gain = 0.09, length = 0.5) => [
  { from: note, delay, length, gain },
  { from: note * 2.76, delay, length: length * 0.5, gain: gain * 0.34 },
  { from: note * 5.4, delay, length: length * 0.2, gain: gain * 0.16 },
];

/** @type {Record<string, Tone[]>} */
const sounds = {
  take: wood(d),
  pay: [...wood(a), ...wood(e, 0.07, 0.13)],
  roll: [g, d, a, e, d].flatMap((note, i) => wood(note * 1.6, i * 0.055, 0.12 - i * 0.016)),
  summon: [...wood(d / 2, 0, 0.2), ...brass(a, 0.04, 0.08), ...brass(d * 2, 0.13, 0.08, 0.7)],
  hit: [
    ...wood(d / 3, 0, 0.3),
    ...wood(e / 2, 0.05, 0.2),
    { type: 'triangle', from: b, to: d / 2, delay: 0.02, length: 0.24, gain: 0.07 },
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

/** Factors of the gain. */
const volumes = { quiet: 0.4, medium: 1, loud: 2 };
let volume = volumes.quiet;

/** @param {keyof typeof volumes} name */
export function setVolume(name) {
  volume = volumes[name];
}

export const soundNames = Object.keys(sounds);

/**
 * Plays a sound after the sounds that have already been started. Ignores unknown names.
 *
 * @param {string} name
 * @param {number} [maxWait] the longest time to wait for other sounds, in seconds. After that the
 *   sound is dropped
 */
export function play(name, maxWait = 1) {
  const tones = sounds[name];
  if (!tones || typeof AudioContext === 'undefined') return;
  // Browsers allow sound only after the person has interacted with the page.
  const activation = globalThis.navigator?.userActivation;
  if (activation && !activation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const earliest = context.currentTime + 0.01;
  const start = Math.max(earliest, freeAt);
  if (start - earliest > maxWait) return;
  // The next sound waits for the start of the last tone, but not until the tone has faded out.
  freeAt =
    start + Math.max(...tones.map((tone) => (tone.delay ?? 0) + Math.min(tone.length, 0.15)));
  for (const tone of tones) strike(context, start, tone);
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {Tone} tone
 */
function strike(audio, start, { type = 'sine', from, to = from, delay = 0, length, gain = 0.2 }) {
  const source = new OscillatorNode(audio, { type, frequency: from });
  const envelope = new GainNode(audio, { gain: 0 });
  const time = start + delay;
  source.frequency.setValueAtTime(from, time);
  source.frequency.exponentialRampToValueAtTime(to, time + length);
  envelope.gain.setValueAtTime(0, time);
  envelope.gain.linearRampToValueAtTime(gain * volume, time + 0.005);
  envelope.gain.exponentialRampToValueAtTime(0.0005, time + length);
  source.connect(envelope).connect(audio.destination);
  source.start(time);
  source.stop(time + length + 0.02);
}
