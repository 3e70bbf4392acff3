import { FIELD_KEYS, FIELD_NAMES, type FieldName, type SourcePart } from './source-parts.ts';
import { renderedParts, type TranslatedParagraph, type TranslationText } from './working-text.ts';

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

/** Which sources stand for which: sources that one paragraph renders belong together. */
function groupsOf(paragraphs: readonly TranslatedParagraph[]): (key: string) => string {
  const parents = new Map<string, string>();
  const find = (key: string): string => {
    let root = key;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    return root;
  };
  for (const { sources } of paragraphs) {
    const [first, ...others] = sources;
    for (const other of others) {
      const [a, b] = [find(first!), find(other)];
      if (a !== b) parents.set(b, a);
    }
  }
  return find;
}

/** The rows of a translation in the order of its source; what has no source stands behind what it follows. */
export function rowsOf(parts: readonly SourcePart[], text: TranslationText): EditorRow[] {
  const isThere = new Set(parts.map(({ key }) => key));
  const leftOut = new Set(text.leftOut);
  const groupOf = groupsOf(text.paragraphs);
  const members = new Map<string, { parts: SourcePart[]; paragraphs: TranslatedParagraph[] }>();
  const memberOf = (group: string) => {
    const known = members.get(group) ?? { parts: [], paragraphs: [] };
    members.set(group, known);
    return known;
  };
  const fields: EditorRow[] = [];
  for (const part of parts) {
    const name = FIELD_NAMES.find((field) => FIELD_KEYS[field] === part.key);
    if (name) fields.push(fieldRow(name, part, text));
    else memberOf(groupOf(part.key)).parts.push(part);
  }
  /** Rows without a source, by the group that they follow. */
  const following = new Map<string | null, string[]>();
  let before: string | null = null;
  for (const paragraph of text.paragraphs) {
    const [source] = paragraph.sources;
    // No id of a paragraph has this sign.
    const group: string = source === undefined ? `+${paragraph.id}` : groupOf(source);
    const isNew = !members.has(group);
    const member = memberOf(group);
    member.paragraphs.push(paragraph);
    if (member.parts.length > 0) before = group;
    else if (isNew) following.set(before, [...(following.get(before) ?? []), group]);
  }
  const rowOf = (group: string): EditorRow => {
    const { parts: own, paragraphs } = members.get(group)!;
    const gone = new Set(paragraphs.flatMap(({ sources }) => sources).filter((key) => !isThere.has(key)));
    const row = paragraphs.map((paragraph) => paragraph.text).join(BLANK_LINE);
    return {
      key: own[0]?.key ?? paragraphs[0]!.id,
      field: null,
      parts: own,
      paragraphs,
      gone: [...gone],
      isLeftOut: own.length > 0 && row.trim() === '' && own.every(({ key }) => leftOut.has(key)),
      text: row,
    };
  };
  const sourced = [...members].filter(([, { parts: own }]) => own.length > 0).map(([group]) => group);
  const groups = [null, ...sourced].flatMap((group) => [
    ...(group === null ? [] : [group]),
    ...(following.get(group) ?? []),
  ]);
  return [...fields, ...groups.map(rowOf)];
}

/** All source parts that a row stands for, those that are gone too. */
export function keysOf({ parts, gone }: EditorRow): string[] {
  return [...parts.map(({ key }) => key), ...gone];
}

export type RowState = 'done' | 'open' | 'changed';

/**
 * How far a row is. `done` and `stale` are keys of parts; whatever was called done is stale no more. A source that came
 * later is just open.
 */
export function rowState(row: EditorRow, done: ReadonlySet<string>, stale: ReadonlySet<string>): RowState {
  const hasText = row.text.trim() !== '';
  if (row.parts.length === 0) return row.gone.length > 0 ? 'changed' : hasText ? 'done' : 'open';
  if (!hasText && !row.isLeftOut) return 'open';
  if (keysOf(row).some((key) => stale.has(key) && !done.has(key)) || row.gone.length > 0) return 'changed';
  return row.parts.every(({ key }) => done.has(key)) ? 'done' : 'open';
}

/** The parts that are done: called so, and rendered or left out. */
export function countDone(parts: readonly SourcePart[], text: TranslationText, done: ReadonlySet<string>): number {
  const rendered = renderedParts(text);
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
