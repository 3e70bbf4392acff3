import { alignments } from './alignment.ts';
import { FIELD_KEYS, FIELD_NAMES, type FieldName, type SourcePart } from './source-parts.ts';
import { alignedParts, type TranslatedParagraph, type TranslationText } from './working-text.ts';

/** A stretch of the source beside what renders it. What belongs together stands in one row. */
export interface EditorRow {
  /** Of its first source part, else of its first paragraph: stays as long as the row does. */
  key: string;
  /** Rows of fields have no paragraphs. */
  field: FieldName | null;
  /** In the order of the source; none for what the translation adds, or still has of what is gone. */
  parts: readonly SourcePart[];
  /** In the order of the translation. */
  paragraphs: readonly TranslatedParagraph[];
  /** Source paragraphs that it still renders though the source has them no more. */
  gone: readonly string[];
  isLeftOut: boolean;
  /** What is in the row's field: its paragraphs divided by blank lines. */
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

/** The rows of a translation in the order of its source; what has no source stands behind what it follows. */
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

/** All source parts that a row stands for, those that are gone too. */
export function keysOf({ parts, gone }: EditorRow): string[] {
  return [...parts.map(({ key }) => key), ...gone];
}

export type RowState = 'done' | 'open' | 'changed';

/**
 * How far a row is. `done` and `stale` are keys of parts; whatever was confirmed is stale no more. A source that came
 * later is just open.
 */
export function rowState(row: EditorRow, done: ReadonlySet<string>, stale: ReadonlySet<string>): RowState {
  const hasText = row.text.trim() !== '';
  if (row.parts.length === 0) return row.gone.length > 0 ? 'changed' : hasText ? 'done' : 'open';
  if (!hasText && !row.isLeftOut) return 'open';
  if (keysOf(row).some((key) => stale.has(key) && !done.has(key)) || row.gone.length > 0) return 'changed';
  return row.parts.every(({ key }) => done.has(key)) ? 'done' : 'open';
}

/**
 * Is it done as soon as there are words in it? Only where all of it is new to the translator: what was done before and
 * has another source by now stays open for as long as they look at the difference. `was` are the stale parts as they were.
 */
export function isDoneByWriting(
  { parts, gone }: EditorRow,
  done: ReadonlySet<string>,
  was: ReadonlyMap<string, string | null>,
): boolean {
  if (parts.length === 0 || gone.length > 0) return false;
  return parts.every(({ key }) => !done.has(key) && typeof was.get(key) !== 'string');
}

/** The parts that are done: called so, and rendered or left out. */
export function countDone(parts: readonly SourcePart[], text: TranslationText, done: ReadonlySet<string>): number {
  const rendered = alignedParts(text);
  return parts.filter(({ key }) => done.has(key) && rendered.has(key)).length;
}

/** The paragraphs of a text as it stands in a field: a blank line divides them, a single line feed stays in them. */
export function paragraphsIn(value: string): string[] {
  return value
    .replace(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n\s*/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}
