// The connection to the club: who is here, the public tables and the latest results.
export { LiveDocument as ClubLink } from '../core/live-document.js';
