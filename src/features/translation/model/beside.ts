import { blockText, type ChapterDocument } from '#features/chapters/model/document.ts';
import { alignments } from './alignment.ts';
import { documentOf, idOf, type Leaf, leavesOf } from './leaves.ts';

/** Blocks of the original, and the blocks that translate them. */
export interface BesideRow {
  /** Null if the translation adds this passage. */
  original: ChapterDocument | null;
  /** Null if the translation leaves this passage out. */
  translation: ChapterDocument | null;
  /** True if the original has changed since. */
  isStale: boolean;
}

/**
 * A paragraph with the scene breaks and blank paragraphs after it. Those at the start of a text belong to its first
 * paragraph.
 */
interface Stretch {
  key: string;
  leaves: Leaf[];
}

function stretches(document: ChapterDocument): Stretch[] {
  const found: Stretch[] = [];
  let ahead: Leaf[] = [];
  for (const leaf of leavesOf(document)) {
    const id = idOf(leaf);
    const hasWords = leaf.block.type !== 'horizontalRule' && blockText(leaf.block).trim() !== '';
    if (id && hasWords) {
      found.push({ key: id, leaves: [...ahead, leaf] });
      ahead = [];
    } else if (found.length > 0) found.at(-1)!.leaves.push(leaf);
    else ahead.push(leaf);
  }
  return found;
}

/**
 * Puts both texts side by side, with every block exactly once. Rows follow the order of the original. `sourcesOf` maps
 * each paragraph of the translation to the source paragraphs that it translates. `stale` are those that have changed.
 */
export function besideRows(
  source: ChapterDocument,
  translation: ChapterDocument,
  sourcesOf: ReadonlyMap<string, readonly string[]>,
  stale: ReadonlySet<string>,
): BesideRow[] {
  const original = new Map(stretches(source).map(({ key, leaves }) => [key, leaves]));
  const translated = new Map(stretches(translation).map(({ key, leaves }) => [key, leaves]));
  const namings = [...translated.keys()].map((id) => ({ id, sources: sourcesOf.get(id) ?? [] }));
  return alignments([...original.keys()], namings).map(({ sources, targets }) => {
    const named = targets.flatMap((target) => target.sources);
    const ids = targets.map(({ id }) => id);
    return {
      original: textOf(sources, original),
      translation: textOf(ids, translated),
      isStale: [...sources, ...named].some((key) => stale.has(key)),
    };
  });
}

function textOf(keys: readonly string[], leaves: ReadonlyMap<string, readonly Leaf[]>): ChapterDocument | null {
  return keys.length > 0 ? documentOf(keys.flatMap((key) => leaves.get(key) ?? [])) : null;
}
