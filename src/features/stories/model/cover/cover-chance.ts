/** Deterministic random numbers: everything random about a cover is derived from a hash of its title. */

/** Returns the next number of a fixed sequence, in [0, 1). */
export type Chance = () => number;

/** FNV-1a over the code points of a text, as a signed 32-bit integer. */
export function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 16777619);
  return hash;
}

/** The last step of MurmurHash3, an unsigned 32-bit integer. It makes the low bits of FNV usable for a remainder. */
export function scramble(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The random sequence of a text (mulberry32). */
export function chanceFrom(text: string): Chance {
  let state = hashText(text);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An integer in [0, limit). */
export function drawInteger(chance: Chance, limit: number): number {
  return Math.floor(chance() * limit);
}

/** Picks an item of a list. The list must not be empty. */
export function pick<T>(chance: Chance, list: readonly T[]): T {
  return list[drawInteger(chance, list.length)] as T;
}
