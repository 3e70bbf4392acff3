import { isVisible } from '#core/text.ts';
import { FIELD_KEYS, FIELD_NAMES, type SourcePart, type SourceTexts, textOf } from './source-parts.ts';

/**
 * A paragraph of a translation with the source parts that it translates: usually one, but none or several are valid
 * too.
 */
export interface TranslatedParagraph {
  id: string;
  sources: string[];
  /** With inline markup (`inline-markup.ts`). A line feed is a hard break. */
  text: string;
}

/** The text that a translator edits. */
export interface TranslationText {
  /** `summary` is the description of a story. `choice` is empty if the original has none. */
  fields: { title: string; summary: string; choice: string };
  paragraphs: TranslatedParagraph[];
  /** Source paragraphs that are deliberately left out. */
  leftOut: string[];
}

export const EMPTY_TEXT: TranslationText = {
  fields: { title: '', summary: '', choice: '' },
  paragraphs: [],
  leftOut: [],
};

/** Keys of the parts that are translated or left out. */
export function alignedParts({ fields, paragraphs, leftOut }: TranslationText): Set<string> {
  const rendered = new Set(leftOut);
  for (const name of FIELD_NAMES) if (isVisible(fields[name])) rendered.add(FIELD_KEYS[name]);
  for (const { sources, text } of paragraphs) {
    if (isVisible(text)) for (const source of sources) rendered.add(source);
  }
  return rendered;
}

/** Keys of the confirmed parts: translated or left out, and confirmed for the current original. */
export function doneParts(text: TranslationText, known: SourceTexts, parts: readonly SourcePart[]): string[] {
  const rendered = alignedParts(text);
  return parts.filter(({ key, text: now }) => rendered.has(key) && textOf(known, key) === now).map(({ key }) => key);
}

/**
 * Keys of the parts that have changed since they were confirmed, including those that no longer exist. For a whole
 * translation, also those that were added. `known` has the parts as they were.
 */
export function staleParts(
  known: SourceTexts,
  parts: readonly SourcePart[],
  { isWhole }: { isWhole: boolean },
): string[] {
  const now = new Map(parts.map(({ key, text }) => [key, text]));
  const changed = parts.filter(({ key, text }) => {
    const was = textOf(known, key);
    return was === undefined ? isWhole : was !== text;
  });
  const gone = Object.keys(known).filter((key) => !now.has(key));
  return [...changed.map(({ key }) => key), ...gone];
}

/** True if two translations have the same text for the same parts. */
export function isSameTranslation(a: TranslationText, b: TranslationText): boolean {
  const said = ({ fields, paragraphs, leftOut }: TranslationText) =>
    JSON.stringify([
      FIELD_NAMES.map((name) => fields[name]),
      paragraphs.map(({ sources, text }) => [sources, text]),
      leftOut.toSorted(),
    ]);
  return said(a) === said(b);
}

/** True if every part is confirmed, and nothing translates a part that no longer exists. */
export function isWholeTranslation(text: TranslationText, known: SourceTexts, parts: readonly SourcePart[]): boolean {
  return (
    doneParts(text, known, parts).length === parts.length && staleParts(known, parts, { isWhole: true }).length === 0
  );
}

/**
 * Confirms parts for the current original. Parts that no longer exist are dropped. Parts without a translation stay
 * open.
 */
export function confirmParts(
  text: TranslationText,
  known: SourceTexts,
  parts: readonly SourcePart[],
  keys: readonly string[],
): { text: TranslationText; known: SourceTexts } {
  const now = new Map(parts.map((part) => [part.key, part.text]));
  const rendered = alignedParts(text);
  const next: Record<string, string> = { ...known };
  const gone = new Set<string>();
  for (const key of keys) {
    const current = now.get(key);
    if (current === undefined) {
      delete next[key];
      gone.add(key);
    } else if (rendered.has(key)) next[key] = current;
  }
  const isLeft = (key: string) => !gone.has(key);
  return {
    known: next,
    text:
      gone.size === 0
        ? text
        : {
            ...text,
            leftOut: text.leftOut.filter(isLeft),
            paragraphs: text.paragraphs.map((part) => ({ ...part, sources: part.sources.filter(isLeft) })),
          },
  };
}

/**
 * Applies a minor edit of the original to the source snapshot. Parts that matched the old version now match the new
 * one. A whole translation also gets the added parts.
 */
export function carryOver(
  known: SourceTexts,
  before: SourceTexts,
  after: SourceTexts,
  { isWhole }: { isWhole: boolean },
): SourceTexts {
  const next: Record<string, string> = {};
  for (const [key, text] of Object.entries(known)) {
    const current = textOf(after, key);
    if (current === undefined) {
      // The edit removed this part. If the snapshot differed from the old version already, it stays out of date.
      if (text !== textOf(before, key)) next[key] = text;
    } else next[key] = text === textOf(before, key) ? current : text;
  }
  if (isWhole) {
    for (const [key, text] of Object.entries(after))
      if (textOf(before, key) === undefined && textOf(next, key) === undefined) next[key] = text;
  }
  return next;
}
