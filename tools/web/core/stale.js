/* stale.js - what is here and what the server has are of two versions: to load the page again
 * helps. */
export class Stale extends Error {}
