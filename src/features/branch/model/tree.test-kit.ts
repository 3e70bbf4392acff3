import fc from 'fast-check';
import type { FlatChapter } from './tree.ts';

/** Builds a tree from parent indexes: the parent of chapter i+1 is `parents[i] % (i + 1)`. */
export function chaptersOf(parents: readonly number[], ways = 8): FlatChapter[] {
  const chapters: FlatChapter[] = [];
  const counts: number[] = [];
  const add = (parent: number | null) => {
    const i = chapters.length;
    chapters.push({
      id: String(i + 1),
      parentId: parent === null ? null : chapters[parent]!.id,
      number: parent === null ? 1 : chapters[parent]!.number + 1,
      title: `Title ${i + 1}`,
      choice: parent === null ? null : `Choice ${i + 1}`,
      author: i % 11,
    });
    counts.push(0);
    if (parent !== null) counts[parent]! += 1;
  };
  add(null);
  for (const [i, wanted] of parents.entries()) {
    let parent = wanted % (i + 1);
    // Respects the maximum number of continuations and the maximum depth.
    while (counts[parent]! >= ways || chapters[parent]!.number >= 250) parent = (parent + 1) % (i + 1);
    add(parent);
  }
  return chapters;
}

/** Grows the same tree of the given size every time. `lean` is from 0 (broad) to 1 (deep). */
export function grown(size: number, lean = 0.5): FlatChapter[] {
  let seed = 42;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  return chaptersOf(Array.from({ length: size - 1 }, (_, i) => Math.floor((lean + (1 - lean) * next()) * (i + 1))));
}

/** Any tree, with any chapters read and any current chapter. */
export const anyStory = fc
  .record({
    parents: fc.array(fc.nat(10_000), { maxLength: 400, size: 'max' }),
    read: fc.array(fc.nat(10_000), { maxLength: 80, size: 'max' }),
    here: fc.option(fc.nat(10_000)),
  })
  .map(({ parents, read, here }) => {
    const chapters = chaptersOf(parents);
    const at = (place: number) => chapters[place % chapters.length]!.id;
    return { chapters, read: new Set(read.map(at)), hereId: here === null ? null : at(here) };
  });
