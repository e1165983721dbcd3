// Short wooden sounds, made when they are played. Nothing is loaded.

/** @type {AudioContext | null} */
let context = null;
/** When the last sound that is due has ended, on the clock of the context, in seconds. */
let free = 0;

/**
 * A struck thing: a tone that falls silent.
 * @typedef {{type?: OscillatorType, from: number, to?: number, after?: number, long: number, loud?: number}} Tone
 */

/** Frequencies in Hz, times in seconds. @type {Record<string, Tone[]>} */
const sounds = {
  turn: [{ from: 210, to: 120, long: 0.09 }, { from: 210, to: 120, after: 0.16, long: 0.09 }],
  question: [{ from: 260, to: 150, long: 0.09 }],
  rattle: [620, 480, 560, 410].map((from, i) => ({ type: 'triangle', from, to: from * 0.6, after: i * 0.045, long: 0.04, loud: 0.12 })),
  token: [{ type: 'triangle', from: 520, to: 300, long: 0.05 }],
  card: [{ type: 'triangle', from: 180, to: 420, long: 0.08, loud: 0.1 }],
  chime: [587, 880].map((from, i) => ({ from, after: i * 0.06, long: 0.22, loud: 0.1 })),
  crystal: [{ from: 2100, long: 0.12, loud: 0.08 }, { from: 3150, long: 0.08, loud: 0.04 }],
  winter: [{ type: 'triangle', from: 330, to: 300, long: 0.28, loud: 0.1 }],
  spring: [{ type: 'triangle', from: 392, to: 440, long: 0.28, loud: 0.1 }],
  summer: [{ type: 'triangle', from: 494, to: 523, long: 0.28, loud: 0.1 }],
  fall: [{ type: 'triangle', from: 440, to: 370, long: 0.28, loud: 0.1 }],
  hurry: [{ type: 'triangle', from: 900, to: 700, long: 0.06, loud: 0.1 }, { type: 'triangle', from: 900, to: 700, after: 0.12, long: 0.06, loud: 0.1 }],
  end: [392, 494, 587, 784].map((from, i) => ({ from, after: i * 0.07, long: 0.25, loud: 0.12 })),
};

/** How loud sounds are, as a factor. */
const volumes = { quiet: 0.4, medium: 1, loud: 2 };
let volume = volumes.medium;

/** @param {keyof typeof volumes} name */
export function setVolume(name) {
  volume = volumes[name];
}

/** The names of the sounds. */
export const names = Object.keys(sounds);

/**
 * Plays a sound by its name, after those that are due already; unknown ones are
 * silent.
 * @param {string} name
 * @param {number} [late] how many seconds it may have to wait; a sound that would come later is left out
 */
export function play(name, late = 1) {
  const tones = sounds[name];
  if (!tones || typeof AudioContext === 'undefined') return;
  // Browsers allow sound only after the person has pressed something in the page.
  if (globalThis.navigator?.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const soon = context.currentTime + 0.01;
  const start = Math.max(soon, free);
  if (start - soon > late) return;
  free = start + Math.max(...tones.map(({ after = 0, long }) => after + long));
  for (const tone of tones) strike(context, start, tone);
}

/** @param {AudioContext} audio @param {number} start @param {Tone} tone */
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
