import { diffArrays } from 'diff';
import { blockText, type ChapterDocument, mapTextBlocks, textBlocks } from './document.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** Returns a new id. `random` provides the bytes, so that the function stays pure. */
export function freshId(random: (count: number) => Uint8Array): string {
  return [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Gives every text block a unique id. Replaces missing and duplicate ids, and keeps all others. */
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

/** Finding the shortest edit sequence would take seconds for more changes. A chapter has up to 6,000 paragraphs. */
const CHANGES_MAX = 1000;

/**
 * Gives a text without ids (such as plain text) the ids of the previous version, by comparison. Equal paragraphs keep
 * theirs. Changed ones keep theirs if the same number of paragraphs was removed and added. If nearly everything
 * changed, only equal paragraphs keep theirs, wherever they moved.
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

/** Maps each new paragraph to the old one it came from, by order. */
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
      // The same number removed and added: the same paragraphs, rewritten.
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
