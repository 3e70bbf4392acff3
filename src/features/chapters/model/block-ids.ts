import { diffArrays } from 'diff';
import { blockText, type ChapterDocument, mapTextBlocks, textBlocks } from './document.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** A fresh id; `random` gives bytes, so that rules stay pure. */
export function freshId(random: (count: number) => Uint8Array): string {
  return [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Gives every text block an id of its own: missing and doubled ones are made anew, all others stay. */
export function withBlockIds(document: ChapterDocument, random: (count: number) => Uint8Array): ChapterDocument {
  const taken = new Set<string>();
  return mapTextBlocks(document, (part) => {
    let id = part.attrs?.id ?? '';
    while (id === '' || taken.has(id)) id = freshId(random);
    taken.add(id);
    return id === part.attrs?.id ? part : { ...part, attrs: { ...part.attrs, id } };
  });
}

/** Sets these ids on the text blocks, in reading order. */
export function withGivenIds(document: ChapterDocument, ids: readonly string[]): ChapterDocument {
  let index = -1;
  return mapTextBlocks(document, (part) => {
    index += 1;
    const id = ids[index];
    return id === undefined || id === part.attrs?.id ? part : { ...part, attrs: { ...part.attrs, id } };
  });
}

/** More changes than this would take seconds to find their best sequence; a chapter has up to 6,000 paragraphs. */
const CHANGES_MAX = 1000;

/**
 * A text that came without ids (as plain text) gets those of the version before it, by comparison: equal paragraphs keep
 * theirs, and changed ones keep theirs where as many stand for as many. Where nearly everything changed only equal
 * paragraphs keep theirs, wherever they moved.
 */
export function keepBlockIds(before: ChapterDocument, after: ChapterDocument): ChapterDocument {
  const old = textBlocks(before);
  const fresh = textBlocks(after);
  const origins = originsInSequence(old.map(blockText), fresh.map(blockText));
  let index = -1;
  return mapTextBlocks(after, (part) => {
    index += 1;
    const id = old[origins.get(index) ?? -1]?.attrs?.id;
    return id ? { ...part, attrs: { ...part.attrs, id } } : part;
  });
}

/** Which old paragraph each new one was, by their places. */
function originsInSequence(old: string[], fresh: string[]): Map<number, number> {
  const changes = diffArrays(old, fresh, { maxEditLength: CHANGES_MAX });
  if (!changes) return originsByText(old, fresh);
  const origins = new Map<number, number>();
  let i = 0;
  let k = 0;
  let removed: number[] = [];
  for (const change of changes) {
    const count = change.value.length;
    if (change.removed) {
      removed = Array.from({ length: count }, (_, n) => i + n);
      i += count;
    } else if (change.added) {
      // As many for as many: the same paragraphs, rewritten.
      if (removed.length === count) for (const [n, from] of removed.entries()) origins.set(k + n, from);
      removed = [];
      k += count;
    } else {
      for (let n = 0; n < count; n += 1) origins.set(k + n, i + n);
      removed = [];
      i += count;
      k += count;
    }
  }
  return origins;
}

function originsByText(old: string[], fresh: string[]): Map<number, number> {
  const places = new Map<string, number[]>();
  for (const [i, text] of old.entries()) {
    const same = places.get(text);
    if (same) same.push(i);
    else places.set(text, [i]);
  }
  const origins = new Map<number, number>();
  for (const [k, text] of fresh.entries()) {
    const from = places.get(text)?.shift();
    if (from !== undefined) origins.set(k, from);
  }
  return origins;
}
