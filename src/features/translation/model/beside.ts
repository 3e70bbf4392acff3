import { blockText, type ChapterDocument } from '#features/chapters/model/document.ts';
import { alignments } from './alignment.ts';
import { documentOf, idOf, type Leaf, leavesOf } from './leaves.ts';

/** A stretch of the original and what renders it. */
export interface BesideRow {
  /** Null where the translation adds something. */
  original: ChapterDocument | null;
  /** Null where it leaves something out. */
  translation: ChapterDocument | null;
  /** The original is another since. */
  isStale: boolean;
}

/** A paragraph, with the scene breaks and blank ones behind it; those that open a text go with its first. */
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
 * Both texts side by side, every block of each once: rows of what belongs together, in the order of the original.
 * `sourcesOf` names the source paragraphs that each paragraph of the translation renders, `stale` those that changed.
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
