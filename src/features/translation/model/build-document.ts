import type { ChapterDocument } from '#features/chapters/model/document.ts';
import { parseMarked } from './inline-markup.ts';
import { documentOf, idOf, type Leaf, leavesOf } from './leaves.ts';
import type { TranslatedParagraph } from './working-text.ts';

/** A paragraph of the original, and the number of scene breaks before it. */
interface Origin {
  leaf: Leaf;
  scene: number;
}

function originsOf(leaves: readonly Leaf[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  let scene = 0;
  for (const leaf of leaves) {
    const id = idOf(leaf);
    if (leaf.block.type === 'horizontalRule') scene += 1;
    else if (id) origins.set(id, { leaf, scene });
  }
  return origins;
}

/** A translated paragraph in the form of the first block that it translates. A plain paragraph if it has none. */
function rendered({ id, text }: TranslatedParagraph, origin: Origin | undefined): Leaf {
  const content = parseMarked(text);
  const block = { type: 'paragraph', attrs: { id }, content } as const;
  if (!origin) return { block, place: null };
  const { leaf } = origin;
  if (leaf.place !== null) return { block, place: leaf.place };
  return leaf.block.type === 'heading'
    ? { block: { ...leaf.block, attrs: { ...leaf.block.attrs, id }, content }, place: null }
    : { block, place: null };
}

/**
 * Builds the text for readers: the translated paragraphs in their own order, in the quotes, lists and scenes of the
 * original. A scene break is placed where the translation first passes one. Paragraphs without words are left out.
 */
export function buildDocument(source: ChapterDocument, paragraphs: readonly TranslatedParagraph[]): ChapterDocument {
  const sourceLeaves = leavesOf(source);
  const origins = originsOf(sourceLeaves);
  const sceneBreak: Leaf = { block: { type: 'horizontalRule' }, place: null };
  const leaves: Leaf[] = [];
  /** The last scene reached. A break at the very start of the text belongs to its first paragraph. */
  let reached = sourceLeaves[0]?.block.type === 'horizontalRule' ? 0 : null;
  for (const paragraph of paragraphs) {
    if (paragraph.text.trim() === '') continue;
    const named = paragraph.sources.flatMap((key) => origins.get(key) ?? []);
    if (named[0]) {
      if (reached !== null && named[0].scene > reached) leaves.push(sceneBreak);
      reached = Math.max(reached ?? 0, ...named.map(({ scene }) => scene));
    }
    leaves.push(rendered(paragraph, named[0]));
  }
  const isEnd = sourceLeaves.at(-1)?.block.type === 'horizontalRule';
  if (leaves.length > 0 && isEnd) leaves.push(sceneBreak);
  return documentOf(leaves);
}
