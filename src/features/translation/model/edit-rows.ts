import { type EditorRow, keysOf, paragraphsIn } from './editor-rows.ts';
import { confirmParts, type TranslatedParagraph, type TranslationText } from './working-text.ts';

/** Makes an id for a new paragraph. */
export type NewId = () => string;

const placeOf = (rows: readonly EditorRow[], row: EditorRow) => rows.findIndex(({ key }) => key === row.key);

/**
 * Replaces the paragraphs of a row. Paragraphs that remain keep their positions, even if other rows are between them.
 * New ones follow the one before them. If the row had none, they follow the paragraphs of the rows above it.
 */
export function replaceParagraphs(
  text: TranslationText,
  rows: readonly EditorRow[],
  row: EditorRow,
  next: readonly TranslatedParagraph[],
): TranslationText {
  const own = new Set(row.paragraphs.map(({ id }) => id));
  if (own.size === 0) {
    const above = rows.slice(0, placeOf(rows, row)).findLast((r) => r.paragraphs.length > 0);
    const last = above?.paragraphs.at(-1)?.id;
    const at = last === undefined ? 0 : text.paragraphs.findIndex(({ id }) => id === last) + 1;
    return { ...text, paragraphs: text.paragraphs.toSpliced(at, 0, ...next) };
  }
  const lastOwn = row.paragraphs.at(-1)!.id;
  let taken = 0;
  const take = (end: number) => {
    const some = next.slice(taken, end);
    taken = Math.max(taken, end);
    return some;
  };
  const paragraphs = text.paragraphs.flatMap((paragraph) => {
    if (!own.has(paragraph.id)) return [paragraph];
    if (paragraph.id === lastOwn) return take(next.length);
    return take(next.findIndex(({ id }) => id === paragraph.id) + 1);
  });
  return { ...text, paragraphs };
}

function withSources(paragraph: TranslatedParagraph, more: readonly string[]): TranslatedParagraph {
  const sources = [...new Set([...paragraph.sources, ...more])];
  return sources.length === paragraph.sources.length ? paragraph : { ...paragraph, sources };
}

/**
 * The paragraphs of a row after its text was edited. Unchanged ones keep their ids and sources. A changed one takes
 * those of the paragraph that it replaces. A new one takes the sources of the one before it. No source gets lost.
 */
function rewritten(row: EditorRow, pieces: readonly string[], newId: NewId): TranslatedParagraph[] {
  const old = row.paragraphs;
  const all = keysOf(row);
  if (pieces.length === 0) {
    // Keep an empty paragraph, because a joined row would fall apart while it is being rewritten.
    const holds = row.parts.length !== 1 || row.gone.length > 0;
    return holds ? [{ id: old[0]?.id ?? newId(), sources: all, text: '' }] : [];
  }
  let start = 0;
  const isSame = (a: TranslatedParagraph | undefined, b: string | undefined) => a !== undefined && a.text === b;
  while (start < pieces.length && isSame(old[start], pieces[start])) start += 1;
  let end = 0;
  const most = Math.min(old.length, pieces.length) - start;
  while (end < most && isSame(old[old.length - 1 - end], pieces[pieces.length - 1 - end])) end += 1;
  const middle = old.slice(start, old.length - end);
  const fresh = pieces.slice(start, pieces.length - end).map((piece, i): TranslatedParagraph => {
    const from = middle[i];
    if (from) return { ...from, text: piece };
    const near = middle.at(-1) ?? old[start - 1] ?? old[start];
    return { id: newId(), sources: near?.sources ?? all, text: piece };
  });
  const next = [...old.slice(0, start), ...fresh, ...old.slice(old.length - end)];
  const named = new Set(next.flatMap(({ sources }) => sources));
  const lost = all.filter((key) => !named.has(key));
  if (lost.length === 0) return next;
  const holder = Math.max(0, start + fresh.length - 1);
  return next.map((paragraph, i) => (i === holder ? withSources(paragraph, lost) : paragraph));
}

/** Updates the text after the field of a row was edited. */
export function setRowText(
  text: TranslationText,
  rows: readonly EditorRow[],
  row: EditorRow,
  value: string,
  newId: NewId,
): TranslationText {
  if (row.field) return { ...text, fields: { ...text.fields, [row.field]: value } };
  const keys = new Set(keysOf(row));
  const pieces = paragraphsIn(value);
  const next = replaceParagraphs(text, rows, row, rewritten(row, pieces, newId));
  // A translated part is not left out.
  return pieces.length > 0 ? { ...next, leftOut: next.leftOut.filter((key) => !keys.has(key)) } : next;
}

/** True if a row can be joined with the one above it. */
export function canJoin(rows: readonly EditorRow[], row: EditorRow): boolean {
  const above = rows[placeOf(rows, row) - 1];
  const isSourced = (r: EditorRow | undefined) => r?.field === null && r.parts.length > 0 && !r.isLeftOut;
  return isSourced(row) && isSourced(above);
}

/** Joins a row with the one above it. */
export function joinWithAbove(
  text: TranslationText,
  rows: readonly EditorRow[],
  row: EditorRow,
  newId: NewId,
): TranslationText {
  const above = rows[placeOf(rows, row) - 1]!;
  const holder = above.paragraphs.at(-1) ?? row.paragraphs[0];
  const keys = [...keysOf(above), ...keysOf(row)];
  if (!holder) return replaceParagraphs(text, rows, row, [{ id: newId(), sources: keys, text: '' }]);
  // The remaining paragraph also takes the sources of the other row. Its own come first.
  const more = holder === above.paragraphs.at(-1) ? keysOf(row) : keysOf(above);
  return { ...text, paragraphs: text.paragraphs.map((p) => (p === holder ? withSources(p, more) : p)) };
}

/** Splits a joined row: one paragraph per source part, and the rest go to the last part. */
export function separate(text: TranslationText, row: EditorRow): TranslationText {
  const sourceOf = new Map(
    row.paragraphs.map(({ id }, i) => [id, row.parts[Math.min(i, row.parts.length - 1)]!.key] as const),
  );
  const paragraphs = text.paragraphs
    .map((p) => (sourceOf.has(p.id) ? { ...p, sources: [sourceOf.get(p.id)!] } : p))
    .filter((p) => !sourceOf.has(p.id) || p.text.trim() !== '');
  return { ...text, paragraphs };
}

/** Marks the row’s source parts as left out, and deletes their translation. */
export function leaveOut(text: TranslationText, row: EditorRow): TranslationText {
  const own = new Set(row.paragraphs.map(({ id }) => id));
  return {
    ...text,
    paragraphs: text.paragraphs.filter(({ id }) => !own.has(id)),
    leftOut: [...new Set([...text.leftOut, ...row.parts.map(({ key }) => key)])],
  };
}

export function putBack(text: TranslationText, row: EditorRow): TranslationText {
  const own = new Set(keysOf(row));
  return { ...text, leftOut: text.leftOut.filter((key) => !own.has(key)) };
}

/** Adds an empty paragraph without a source after a row. Also returns its id. */
export function addBelow(
  text: TranslationText,
  rows: readonly EditorRow[],
  row: EditorRow,
  newId: NewId,
): { text: TranslationText; id: string } {
  const added: TranslatedParagraph = { id: newId(), sources: [], text: '' };
  const at = placeOf(rows, row);
  const holder = rows.slice(0, at + 1).findLast(({ paragraphs }) => paragraphs.length > 0);
  const last = holder?.paragraphs.at(-1)?.id;
  const place = last === undefined ? 0 : text.paragraphs.findIndex(({ id }) => id === last) + 1;
  return { text: { ...text, paragraphs: text.paragraphs.toSpliced(place, 0, added) }, id: added.id };
}

/** Deletes a row’s paragraphs, such as those whose source no longer exists or that were added. */
export function removeParagraphs(text: TranslationText, row: EditorRow): TranslationText {
  const own = new Set(row.paragraphs.map(({ id }) => id));
  return { ...text, paragraphs: text.paragraphs.filter(({ id }) => !own.has(id)) };
}

/** Detaches sources that no longer exist. Their paragraphs remain, as added ones. */
export function releaseGone(text: TranslationText, gone: readonly string[]): TranslationText {
  return confirmParts(text, {}, [], gone).text;
}

/** The rows that a pasted text can be distributed over: this one and the empty rows directly after it. */
export function rowsToSpread(rows: readonly EditorRow[], row: EditorRow): EditorRow[] {
  const at = placeOf(rows, row);
  const following = rows.slice(at + 1);
  const end = following.findIndex((r) => r.text.trim() !== '' || r.isLeftOut || r.parts.length === 0);
  return [rows[at]!, ...following.slice(0, end < 0 ? following.length : end)];
}

/** Distributes a row’s paragraphs over it and the empty rows after it, one each. The rest stay with the last row. */
export function spread(
  text: TranslationText,
  rows: readonly EditorRow[],
  row: EditorRow,
  newId: NewId,
): TranslationText {
  const targets = rowsToSpread(rows, row);
  const pieces = row.paragraphs.map((paragraph) => paragraph.text);
  const used = Math.min(targets.length, pieces.length);
  const next = Array.from({ length: used }, (_, i): TranslatedParagraph[] => {
    const own = i === used - 1 ? pieces.slice(i) : pieces.slice(i, i + 1);
    const sources = keysOf(targets[i]!);
    return own.map((piece) => ({ id: newId(), sources, text: piece }));
  }).flat();
  return replaceParagraphs(text, rows, row, next);
}
