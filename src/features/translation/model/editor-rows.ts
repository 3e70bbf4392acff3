import { alignments } from './alignment.ts';
import { copiedWords, isCopied } from './copied-rows.ts';
import { FIELD_KEYS, FIELD_NAMES, type FieldName, type SourcePart } from './source-parts.ts';
import { alignedParts, type TranslatedParagraph, type TranslationText } from './working-text.ts';

/** A row of the editor: parts of the original, and the paragraphs that translate them. */
export interface EditorRow {
  /** Key of the first source part, otherwise id of the first paragraph. Stable for the life of the row. */
  key: string;
  /** Rows of fields have no paragraphs. */
  field: FieldName | null;
  /** In the order of the original. Empty if the translation adds the paragraph, or the original no longer has it. */
  parts: readonly SourcePart[];
  /** In the order of the translation. */
  paragraphs: readonly TranslatedParagraph[];
  /** Source paragraphs that it translates although they no longer exist. */
  gone: readonly string[];
  isLeftOut: boolean;
  /** Content of the row’s field: its paragraphs, separated by blank lines. */
  text: string;
}

const BLANK_LINE = '\n\n';

function fieldRow(name: FieldName, part: SourcePart, text: TranslationText): EditorRow {
  return {
    key: part.key,
    field: name,
    parts: [part],
    paragraphs: [],
    gone: [],
    isLeftOut: false,
    text: text.fields[name],
  };
}

/** The rows of a translation in the order of its original. Paragraphs without a source follow the one before them. */
export function editorRowsOf(parts: readonly SourcePart[], text: TranslationText): EditorRow[] {
  const fields = parts.flatMap((part): EditorRow[] => {
    const name = FIELD_NAMES.find((field) => FIELD_KEYS[field] === part.key);
    return name ? [fieldRow(name, part, text)] : [];
  });
  const partOf = new Map(parts.slice(fields.length).map((part) => [part.key, part]));
  const leftOut = new Set(text.leftOut);
  const rows = alignments([...partOf.keys()], text.paragraphs).map(({ sources, targets }): EditorRow => {
    const named = targets.flatMap((paragraph) => paragraph.sources);
    const words = targets.map((paragraph) => paragraph.text).join(BLANK_LINE);
    return {
      key: sources[0] ?? targets[0]!.id,
      field: null,
      parts: sources.map((key) => partOf.get(key)!),
      paragraphs: targets,
      gone: [...new Set(named)].filter((key) => !partOf.has(key)),
      isLeftOut: sources.length > 0 && words.trim() === '' && sources.every((key) => leftOut.has(key)),
      text: words,
    };
  });
  return [...fields, ...rows];
}

/** True if a row still has the words of the original. */
export function isCopiedRow({ parts, text }: EditorRow): boolean {
  const [first] = parts;
  return first !== undefined && isCopied({ kind: first.kind, source: joinTexts(parts), text });
}

/** True if at least half of the translation still has the words of the original. */
export function isCopiedTranslation(rows: readonly EditorRow[]): boolean {
  const compared = rows.map((row) => ({
    kind: row.parts[0]?.kind ?? 'paragraph',
    source: joinTexts(row.parts),
    text: row.text.trim() === '' ? null : row.text,
    isCopied: isCopiedRow(row),
  }));
  return copiedWords(compared).isCopy;
}

const joinTexts = (parts: readonly SourcePart[]) => parts.map((part) => part.text).join(BLANK_LINE);

/** All source parts of a row, including those that no longer exist. */
export function keysOf({ parts, gone }: EditorRow): string[] {
  return [...parts.map(({ key }) => key), ...gone];
}

export type RowState = 'done' | 'open' | 'changed';

/**
 * The state of a row. `done` and `stale` are keys of parts; a part in both counts as confirmed. A row whose source was
 * added later is `open`.
 */
export function rowState(row: EditorRow, done: ReadonlySet<string>, stale: ReadonlySet<string>): RowState {
  const hasText = row.text.trim() !== '';
  if (row.parts.length === 0) return row.gone.length > 0 ? 'changed' : hasText ? 'done' : 'open';
  if (!hasText && !row.isLeftOut) return 'open';
  if (keysOf(row).some((key) => stale.has(key) && !done.has(key)) || row.gone.length > 0) return 'changed';
  return row.parts.every(({ key }) => done.has(key)) ? 'done' : 'open';
}

/**
 * True if typing is enough to confirm the row, because all of it is new to the translator. Parts that were confirmed
 * before and have changed stay open while the translator looks at the difference. `was` maps stale parts to their old
 * text.
 */
export function isDoneByWriting(
  { parts, gone }: EditorRow,
  done: ReadonlySet<string>,
  was: ReadonlyMap<string, string | null>,
): boolean {
  if (parts.length === 0 || gone.length > 0) return false;
  return parts.every(({ key }) => !done.has(key) && typeof was.get(key) !== 'string');
}

/** Number of parts that are confirmed, and translated or left out. */
export function countDone(parts: readonly SourcePart[], text: TranslationText, done: ReadonlySet<string>): number {
  const rendered = alignedParts(text);
  return parts.filter(({ key }) => done.has(key) && rendered.has(key)).length;
}

/** The paragraphs of a field’s text. A blank line separates them; a single line feed is part of a paragraph. */
export function paragraphsIn(value: string): string[] {
  return value
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
