import { diffArrays } from 'diff';
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
 * Compares two texts of one chapter: which paragraph of one corresponds to which of the other. Paragraphs are matched
 * by id, or by text if they have no id yet (typed since the last save). A quote or list counts as one block.
 */
export type ComparedRow =
  | { kind: 'same'; a: Block; b: Block }
  | { kind: 'changed'; a: Block; b: Block }
  | { kind: 'only_a'; a: Block }
  | { kind: 'only_b'; b: Block };

const alone = (block: Block): ChapterDocument => ({ type: 'doc', content: [block] });

/** The id of a block: its own, or that of the first paragraph in it. */
function idOf(block: Block): string | null {
  return textBlocks(alone(block))[0]?.attrs?.id ?? null;
}

/** The text of a block without marks. Its paragraphs are lines. */
export function textOfBlock(block: Block): string {
  return block.type === 'horizontalRule' ? SCENE_BREAK : textBlocks(alone(block)).map(blockText).join('\n');
}

function withoutIds(document: ChapterDocument): ChapterDocument {
  return mapTextBlocks(document, (part) =>
    part.attrs ? { ...part, attrs: { ...part.attrs, id: null } } : { ...part, attrs: { id: null } },
  );
}

/** A key that is equal for texts with equal content, regardless of paragraph ids. */
export function contentKey(document: ChapterDocument): string {
  let key = keys.get(document);
  if (key === undefined) {
    key = keyOf(document);
    keys.set(document, key);
  }
  return key;
}

/** Cached, because documents are immutable and a saver asks for the same one repeatedly. */
const keys = new WeakMap<ChapterDocument, string>();

// Written out instead of `JSON.stringify` of the whole document, because the database returns keys in another order.
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

/** Finding the shortest edit sequence would take seconds for more changes. */
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
 * Rows for blocks that were removed and added at the same position. If their number is equal and one side isn’t saved
 * yet, they are the same paragraphs, rewritten.
 */
function rewritten(out: Entry[], put: Entry[]): ComparedRow[] {
  const isRewriting = out.length === put.length && out.every((a, i) => a.id === null || put[i]!.id === null);
  if (isRewriting) return out.map((a, i) => pair(a, put[i]!));
  return [
    ...out.map(({ block }): ComparedRow => ({ kind: 'only_a', a: block })),
    ...put.map(({ block }): ComparedRow => ({ kind: 'only_b', b: block })),
  ];
}

/** Returns the rows of both texts in reading order. */
export function compareDocuments(a: ChapterDocument, b: ChapterDocument): ComparedRow[] {
  const left = a.content.map(entryOf);
  const right = b.content.map(entryOf);
  const changes = diffArrays(left, right, { comparator: isSame, maxEditLength: CHANGES_MAX });
  // Almost nothing in common: matching isn’t worth it, so one side or the other is taken.
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

export type MergeChoice = 'a' | 'b' | 'both';

function chosen(row: ComparedRow, choice: MergeChoice): Block[] {
  const a = 'a' in row ? [row.a] : [];
  const b = 'b' in row ? [row.b] : [];
  if (choice === 'a') return a;
  if (choice === 'b') return b;
  // The second of a pair becomes a new paragraph, because ids are unique.
  const second = a.length > 0 ? b.flatMap((block) => withoutIds(alone(block)).content) : b;
  return [...a, ...second];
}

/** Returns the text chosen row by row. Rows without a choice are taken from `a`. */
export function mergeDocuments(
  rows: readonly ComparedRow[],
  choices: ReadonlyMap<number, MergeChoice>,
): ChapterDocument {
  const content = rows.flatMap((row, i) => chosen(row, choices.get(i) ?? 'a'));
  return content.length > 0 ? { type: 'doc', content } : EMPTY_DOCUMENT;
}

export interface DiffPiece {
  text: string;
  /** In both texts, or only in one. */
  side: 'both' | 'a' | 'b';
}

/** The words at one position of each text. */
interface Stretch {
  a: string[];
  b: string[];
  isSame: boolean;
}

const joined = (...stretches: Stretch[]): Stretch => ({
  a: stretches.flatMap(({ a }) => a),
  b: stretches.flatMap(({ b }) => b),
  isSame: false,
});

/** White space or a single punctuation mark. */
const SEPARATOR = /^(?:[^\S\n]|\p{P})$/u;

/**
 * Whether two changes with only a separator between them, which include both removed and added words, read as one
 * change.
 */
function isOneChange(before: Stretch, between: Stretch, after: Stretch): boolean {
  return (
    !before.isSame &&
    !after.isSame &&
    between.a.length === 1 &&
    SEPARATOR.test(between.a[0]!) &&
    before.a.length + after.a.length > 0 &&
    before.b.length + after.b.length > 0
  );
}

/** Splits a stretch into pieces, removed before added. A common beginning and end count as unchanged. */
function piecesOf({ a, b, isSame }: Stretch): DiffPiece[] {
  if (isSame) return [{ text: a.join(''), side: 'both' }];
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return [
    { text: a.slice(0, head).join(''), side: 'both' },
    { text: a.slice(head, a.length - tail).join(''), side: 'a' },
    { text: b.slice(head, b.length - tail).join(''), side: 'b' },
    { text: a.slice(a.length - tail).join(''), side: 'both' },
  ];
}

/** The differences between two texts, word by word as the language segments them. */
export function differences(a: string, b: string, language: Language): DiffPiece[] {
  const segmenter = new Intl.Segmenter(LANGUAGE_TAGS[language], { granularity: 'word' });
  const wordsOf = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment);
  const changes = diffArrays(wordsOf(a), wordsOf(b), { maxEditLength: CHANGES_MAX });
  if (!changes) return readable([{ a: [a], b: [b], isSame: false }]);
  const found: Stretch[] = [];
  for (const { value, added, removed } of changes) {
    const stretch = { a: added ? [] : value, b: removed ? [] : value, isSame: !added && !removed };
    const last = found.at(-1);
    if (last && !last.isSame && !stretch.isSame) found[found.length - 1] = joined(last, stretch);
    else found.push(stretch);
  }
  return readable(found);
}

/** Groups removed and added words, instead of a change at every second word. */
function readable(found: readonly Stretch[]): DiffPiece[] {
  const stretches: Stretch[] = [];
  for (const stretch of found) {
    const [before, between] = stretches.slice(-2);
    if (before && between && isOneChange(before, between, stretch))
      stretches.splice(-2, 2, joined(before, between, stretch));
    else stretches.push(stretch);
  }
  const pieces: DiffPiece[] = [];
  for (const piece of stretches.flatMap(piecesOf)) {
    const last = pieces.at(-1);
    if (piece.text === '') continue;
    if (last?.side === piece.side) last.text += piece.text;
    else pieces.push(piece);
  }
  return pieces;
}
