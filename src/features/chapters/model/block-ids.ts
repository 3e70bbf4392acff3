import { diffArrays } from 'diff';
import { blockText, type ChapterDocument, mapTextBlocks, textBlocks } from './document.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 8;

/** A fresh id; `random` gives bytes, so that rules stay pure. */
function freshId(random: (count: number) => Uint8Array): string {
  return [...random(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Gives every text block an id of its own: missing and doubled ones are made anew, all others stay. */
export function withBlockIds(document: ChapterDocument, random: (count: number) => Uint8Array): ChapterDocument {
  const taken = new Set<string>();
  return mapTextBlocks(document, (part) => {
    let id = part.attrs?.id ?? '';
    while (id === '' || taken.has(id)) id = freshId(random);
    taken.add(id);
    return { ...part, attrs: { ...part.attrs, id } };
  });
}

/**
 * A text that came without ids (as plain text) gets those of the version before it, by comparison: equal paragraphs keep
 * theirs wherever they moved in the sequence, and changed ones keep theirs where as many stand for as many.
 */
export function keepBlockIds(before: ChapterDocument, after: ChapterDocument): ChapterDocument {
  const old = textBlocks(before);
  const fresh = textBlocks(after);
  const ids = new Map<number, string>();
  let i = 0;
  let k = 0;
  let removed: number[] = [];
  for (const change of diffArrays(old.map(blockText), fresh.map(blockText))) {
    const count = change.value.length;
    if (change.removed) {
      removed = Array.from({ length: count }, (_, n) => i + n);
      i += count;
    } else if (change.added) {
      // As many for as many: the same paragraphs, rewritten.
      if (removed.length === count) for (const [n, from] of removed.entries()) setId(ids, k + n, old[from]?.attrs?.id);
      removed = [];
      k += count;
    } else {
      for (let n = 0; n < count; n += 1) setId(ids, k + n, old[i + n]?.attrs?.id);
      removed = [];
      i += count;
      k += count;
    }
  }
  let index = -1;
  return mapTextBlocks(after, (part) => {
    index += 1;
    const id = ids.get(index);
    return id === undefined ? part : { ...part, attrs: { ...part.attrs, id } };
  });
}

function setId(ids: Map<number, string>, at: number, id: string | null | undefined): void {
  if (id) ids.set(at, id);
}
