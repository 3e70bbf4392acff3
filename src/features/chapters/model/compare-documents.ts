import { diffArrays, diffWordsWithSpace } from 'diff';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import {
  type Block,
  blockText,
  type ChapterDocument,
  EMPTY_DOCUMENT,
  type Inline,
  mapTextBlocks,
  SCENE_BREAK,
  textBlocks,
} from './document.ts';

/**
 * Two texts of one chapter beside each other: which paragraph of one is which of the other. Paragraphs are matched by
 * their ids; those that have none yet (typed since the last save) by what they say. Quotes and lists count as one.
 */
export type ComparedRow =
  | { kind: 'same'; a: Block; b: Block }
  | { kind: 'changed'; a: Block; b: Block }
  | { kind: 'only_a'; a: Block }
  | { kind: 'only_b'; b: Block };

const alone = (block: Block): ChapterDocument => ({ type: 'doc', content: [block] });

/** The id that a block goes by: its own, or that of the first paragraph in it. */
function idOf(block: Block): string | null {
  return textBlocks(alone(block))[0]?.attrs?.id ?? null;
}

/** What a block says, without marks; its paragraphs as lines. */
export function textOfBlock(block: Block): string {
  return block.type === 'horizontalRule' ? SCENE_BREAK : textBlocks(alone(block)).map(blockText).join('\n');
}

function withoutIds(document: ChapterDocument): ChapterDocument {
  return mapTextBlocks(document, (part) =>
    part.attrs ? { ...part, attrs: { ...part.attrs, id: null } } : { ...part, attrs: { id: null } },
  );
}

/** The same for texts that read the same, whatever ids their paragraphs have. */
export function contentKey(document: ChapterDocument): string {
  let key = keys.get(document);
  if (key === undefined) {
    key = keyOf(document);
    keys.set(document, key);
  }
  return key;
}

/** Documents are never changed in place, and a saver asks for the same one again and again. */
const keys = new WeakMap<ChapterDocument, string>();

// Written out and not `JSON.stringify` of the whole: the database puts the names in another order.
function keyOf({ content }: ChapterDocument): string {
  return JSON.stringify(content.map(keyOfBlock));
}

type Key = string | number | Key[];

function keyOfBlock(block: Block): Key {
  switch (block.type) {
    case 'paragraph':
      return ['p', ...(block.content ?? []).map(keyOfInline)];
    case 'heading':
      return ['h', block.attrs.level, ...(block.content ?? []).map(keyOfInline)];
    case 'horizontalRule':
      return 'hr';
    case 'blockquote':
      return ['q', ...block.content.map(keyOfBlock)];
    default:
      return [block.type, ...block.content.map((item) => item.content.map(keyOfBlock))];
  }
}

function keyOfInline(piece: Inline): Key {
  if (piece.type === 'hardBreak') return 'br';
  const marks = (piece.marks ?? []).map((mark) => (mark.type === 'link' ? `link ${mark.attrs.href}` : mark.type));
  return [piece.text, ...marks.sort()];
}

/** More changes than this would take seconds to find their best sequence. */
const CHANGES_MAX = 2000;

interface Entry {
  block: Block;
  id: string | null;
  key: string;
}

const entryOf = (block: Block): Entry => ({ block, id: idOf(block), key: contentKey(alone(block)) });

const isSame = (a: Entry, b: Entry) => (a.id !== null && a.id === b.id) || a.key === b.key;

function pair(a: Entry, b: Entry): ComparedRow {
  return { kind: a.key === b.key ? 'same' : 'changed', a: a.block, b: b.block };
}

/**
 * Those that were taken out and put in at one place. As many for as many, with one side not saved yet: the same
 * paragraphs, rewritten.
 */
function rewritten(out: Entry[], put: Entry[]): ComparedRow[] {
  const isRewriting = out.length === put.length && out.every((a, i) => a.id === null || put[i]!.id === null);
  if (isRewriting) return out.map((a, i) => pair(a, put[i]!));
  return [
    ...out.map(({ block }): ComparedRow => ({ kind: 'only_a', a: block })),
    ...put.map(({ block }): ComparedRow => ({ kind: 'only_b', b: block })),
  ];
}

/** The rows of both texts in reading order. */
export function compareDocuments(a: ChapterDocument, b: ChapterDocument): ComparedRow[] {
  const left = a.content.map(entryOf);
  const right = b.content.map(entryOf);
  const changes = diffArrays(left, right, { comparator: isSame, maxEditLength: CHANGES_MAX });
  // Nearly nothing in common: what belongs together is not worth the search, one takes this text or that.
  if (!changes) return rewritten(left, right);
  const rows: ComparedRow[] = [];
  let i = 0;
  let k = 0;
  let out: Entry[] = [];
  let put: Entry[] = [];
  for (const { removed, added, count } of changes) {
    if (removed) {
      out = left.slice(i, i + count);
      i += count;
    } else if (added) {
      put = right.slice(k, k + count);
      k += count;
    } else {
      rows.push(...rewritten(out, put));
      out = [];
      put = [];
      for (let n = 0; n < count; n += 1) rows.push(pair(left[i + n]!, right[k + n]!));
      i += count;
      k += count;
    }
  }
  return [...rows, ...rewritten(out, put)];
}

export type Choice = 'a' | 'b' | 'both';

function chosen(row: ComparedRow, choice: Choice): Block[] {
  const a = 'a' in row ? [row.a] : [];
  const b = 'b' in row ? [row.b] : [];
  if (choice === 'a') return a;
  if (choice === 'b') return b;
  // The second of a pair is a new paragraph: two may not have one id.
  const second = a.length > 0 ? b.flatMap((block) => withoutIds(alone(block)).content) : b;
  return [...a, ...second];
}

/** The text that was chosen row by row; rows without a choice stand as in `a`. */
export function mergeDocuments(rows: readonly ComparedRow[], choices: ReadonlyMap<number, Choice>): ChapterDocument {
  const content = rows.flatMap((row, i) => chosen(row, choices.get(i) ?? 'a'));
  return content.length > 0 ? { type: 'doc', content } : EMPTY_DOCUMENT;
}

export interface Piece {
  text: string;
  /** In both texts, or only in one. */
  side: 'both' | 'a' | 'b';
}

/** What two texts differ by, word by word as the language divides them. */
export function differences(a: string, b: string, language: Language): Piece[] {
  const words = new Intl.Segmenter(LANGUAGE_TAGS[language], { granularity: 'word' });
  const changes = diffWordsWithSpace(a, b, { intlSegmenter: words, maxEditLength: CHANGES_MAX });
  if (!changes)
    return [
      { text: a, side: 'a' },
      { text: b, side: 'b' },
    ].filter(({ text }) => text !== '') as Piece[];
  return changes.map(({ value, added, removed }) => ({ text: value, side: removed ? 'a' : added ? 'b' : 'both' }));
}
