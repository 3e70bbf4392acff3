import { inPlainLetters } from './disguises.ts';

/**
 * A fingerprint to find near copies: MinHash over character n-grams, which works in every script. It has 64 minima in
 * 16 bands of 4. Two texts that share 80 % of their n-grams almost certainly share a band; two that share 30 % hardly
 * ever do. Texts that share a band are then compared in full.
 */

const NGRAM = 8;
const BANDS = 16;
const ROWS = 4;
/** Share of the shorter text’s n-grams in the longer text from which it counts as a near copy. */
export const COPY_SHARE = 0.6;
/** Texts with fewer n-grams share too much by chance. */
const SHORTEST = 120;

/** Removes what a copy would change first: case, spaces, punctuation, and letters of other scripts that look alike. */
function essence(text: string): string {
  return inPlainLetters(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function ngramHashes(text: string): Set<number> {
  const plain = essence(text);
  const hashes = new Set<number>();
  // A rolling polynomial hash over UTF-16 units, with one multiplication per letter.
  const high = (31 ** (NGRAM - 1)) | 0;
  let hash = 0;
  for (let i = 0; i < plain.length; i += 1) {
    if (i >= NGRAM) hash = (hash - Math.imul(plain.charCodeAt(i - NGRAM), high)) | 0;
    hash = (Math.imul(hash, 31) + plain.charCodeAt(i)) | 0;
    if (i >= NGRAM - 1) hashes.add(mix(hash));
  }
  return hashes;
}

function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns 16 band values (signed 32-bit), or null if the text is too short. */
export function fingerprint(text: string): number[] | null {
  const hashes = ngramHashes(text);
  if (hashes.size < SHORTEST) return null;
  const minima = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  for (const hash of hashes) {
    for (let k = 0; k < minima.length; k += 1) {
      const value = (Math.imul(hash, 0x9e3779b1 + 2 * k * 0x7feb352d) ^ Math.imul(hash >>> 15, 0x846ca68b + k)) >>> 0;
      if (value < minima[k]!) minima[k] = value;
    }
  }
  return Array.from({ length: BANDS }, (_, band) => {
    let value = band;
    for (let row = 0; row < ROWS; row += 1) value = mix(Math.imul(value, 31) + minima[band * ROWS + row]!);
    return value | 0;
  });
}

/** Share of the shorter text’s n-grams that are in the longer text, from 0 to 1. */
export function sharedPart(a: string, b: string): number {
  const first = ngramHashes(a);
  const second = ngramHashes(b);
  const [small, large] = first.size < second.size ? [first, second] : [second, first];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const hash of small) if (large.has(hash)) shared += 1;
  return shared / small.size;
}
