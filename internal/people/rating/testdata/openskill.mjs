// Prints matches rated one after the other by openskill.js, for rating_test.go.
import { rate, rating } from 'openskill';
let x = 12345;
const random = (n) => {
  x = (Math.imul(x, 1103515245) + 12345) >>> 0;
  return (x >>> 8) % n;
};
const players = Array.from({ length: 12 }, () => rating());
const list = [];
for (let m = 0; m < 1000; m++) {
  const seats = [];
  const n = 2 + random(3);
  while (seats.length < n) {
    const p = random(12);
    if (!seats.includes(p)) seats.push(p);
  }
  const ranks = seats.map((p) => 1 + random(n));
  // ranks as a match gives them: 1, then one more than those before
  const fixed = ranks.map((r) => 1 + ranks.filter((o) => o < r).length);
  const after = rate(
    seats.map((p) => [players[p]]),
    { rank: fixed },
  );
  seats.forEach((p, i) => {
    players[p] = after[i][0];
  });
  list.push({ players: seats, ranks: fixed });
}
console.log(JSON.stringify({ openskill: '5.0.1', matches: list, after: players }));
