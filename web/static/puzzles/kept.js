// What this browser keeps of the puzzles of a person without an account: which were answered, and on
// which days the puzzle of the day was.

import { readStored, writeStored } from '../core/storage.js';

/** @typedef {{answered: string[], days: number[]}} Kept */

const key = 'puzzles';
/** The maximum number of answered puzzles and of days that are kept. */
const maxKept = 100;

/** @returns {Kept} */
export function readKept() {
  try {
    const { answered, days } = JSON.parse(readStored(key) ?? '{}');
    return {
      answered: Array.isArray(answered) ? answered.filter((id) => typeof id === 'string') : [],
      days: Array.isArray(days) ? days.filter(Number.isInteger) : [],
    };
  } catch {
    return { answered: [], days: [] };
  }
}

/**
 * Keeps that a puzzle is answered.
 *
 * @param {string} id
 * @param {number} day the number of the day of which it is the puzzle, or 0
 */
export function keepAnswered(id, day) {
  const { answered, days } = readKept();
  const kept = {
    answered: [id, ...answered.filter((other) => other !== id)].slice(0, maxKept),
    days: day && !days.includes(day) ? [day, ...days].slice(0, maxKept) : days,
  };
  writeStored(key, JSON.stringify(kept));
}

/**
 * The number of days in a row, until today or yesterday.
 *
 * @param {readonly number[]} days the latest first
 * @param {number} today
 */
export function streakOf(days, today) {
  const [latest = 0] = days;
  if (latest < today - 1) return 0;
  const gap = days.findIndex((day, index) => day !== latest - index);
  return gap < 0 ? days.length : gap;
}
