/* sha256.js - SHA-256 of bytes, in hexadecimal. The browser's own (crypto.subtle) is there on https
 * only; this site may lie on any web server. */

/* The first 32 bits of the fractions of roots of the first primes: square roots to begin with, cube
 * roots for the rounds. */
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n);
const fraction = x => Math.floor((x - Math.floor(x)) * 2 ** 32);
const START = primes.slice(0, 8).map(p => fraction(Math.sqrt(p)));
const ROUNDS = primes.map(p => fraction(Math.cbrt(p)));

const hexadecimal = (n, digits) => n.toString(16).padStart(digits, "0");

/* By the browser's own where it has one, which is quicker. */
export async function digest(bytes, subtle = globalThis.crypto?.subtle) {
    if (!subtle) return sha256(bytes);
    return [...new Uint8Array(await subtle.digest("SHA-256", bytes))].map(
        n => hexadecimal(n, 2)).join("");
}

export function sha256(bytes) {
    const sums = Uint32Array.from(START), padded = pad(bytes);
    for (let at = 0; at < padded.byteLength; at += 64) addBlock(sums, padded, at);
    return [...sums].map(n => hexadecimal(n, 8)).join("");
}

/* A 1, zeros, and the length in bits, to whole blocks of 64 bytes. */
function pad(bytes) {
    const all = new Uint8Array((bytes.length + 9 + 63) & ~63), view = new DataView(all.buffer);
    all.set(bytes);
    all[bytes.length] = 0x80;
    view.setUint32(all.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(all.length - 4, bytes.length << 3);
    return view;
}

const turned = (x, by) => x >>> by | x << 32 - by;
const w = new Uint32Array(64); // a block, and what it is stretched to
function addBlock(sums, view, at) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turned(a, 7) ^ turned(a, 18) ^ a >>> 3) +
            (turned(b, 17) ^ turned(b, 19) ^ b >>> 10);
    }
    let [a, b, c, d, e, f, g, h] = sums;
    for (let i = 0; i < 64; i++) {
        const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) +
            ROUNDS[i] + w[i];
        const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c);
        [a, b, c, d, e, f, g, h] = [one + two | 0, a, b, c, d + one | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => { sums[i] += x; });
}
