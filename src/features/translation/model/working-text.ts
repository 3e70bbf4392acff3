import { isVisible } from '#core/text.ts';
import { FIELD_KEYS, FIELD_NAMES, type SourcePart, type SourceTexts, textOf } from './source-parts.ts';

/** A paragraph of a translation with the source parts that it renders: mostly one; none or several are right too. */
export interface TranslatedParagraph {
  id: string;
  sources: string[];
  /** With its marks written out (`inline-markup.ts`); a line feed is a hard break. */
  text: string;
}

/** What a translator works on. */
export interface TranslationText {
  /** `summary` is the description of a story; `choice` is empty where there is none to render. */
  fields: { title: string; summary: string; choice: string };
  paragraphs: TranslatedParagraph[];
  /** Source paragraphs that are left out on purpose. */
  leftOut: string[];
}

export const EMPTY_TEXT: TranslationText = {
  fields: { title: '', summary: '', choice: '' },
  paragraphs: [],
  leftOut: [],
};

/** The keys of the parts that have a translation, or are left out. */
export function alignedParts({ fields, paragraphs, leftOut }: TranslationText): Set<string> {
  const rendered = new Set(leftOut);
  for (const name of FIELD_NAMES) if (isVisible(fields[name])) rendered.add(FIELD_KEYS[name]);
  for (const { sources, text } of paragraphs) {
    if (isVisible(text)) for (const source of sources) rendered.add(source);
  }
  return rendered;
}

/** The parts that are done: rendered or left out, and confirmed with the source as it is now. */
export function doneParts(text: TranslationText, known: SourceTexts, parts: readonly SourcePart[]): string[] {
  const rendered = alignedParts(text);
  return parts.filter(({ key, text: now }) => rendered.has(key) && textOf(known, key) === now).map(({ key }) => key);
}

/**
 * The parts that are others now than when they were confirmed, those that are gone among them; of a whole translation
 * also those that came since. `known` are the parts as they were.
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

/** Do two translations say the same, of the same parts? */
export function isSameTranslation(a: TranslationText, b: TranslationText): boolean {
  const said = ({ fields, paragraphs, leftOut }: TranslationText) =>
    JSON.stringify([
      FIELD_NAMES.map((name) => fields[name]),
      paragraphs.map(({ sources, text }) => [sources, text]),
      leftOut.toSorted(),
    ]);
  return said(a) === said(b);
}

/** Is every part done, and nothing rendered that the source no longer has? */
export function isWholeTranslation(text: TranslationText, known: SourceTexts, parts: readonly SourcePart[]): boolean {
  return (
    doneParts(text, known, parts).length === parts.length && staleParts(known, parts, { isWhole: true }).length === 0
  );
}

/**
 * Calls parts done with the source as it is now: what is known of them is what they say now. One that the source no longer
 * has is let go of. Parts without a translation stay open.
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
 * What is known of a source after an edit of it that changed no meaning: who knew a part as it was before knows it as it is
 * now. A whole translation knows what came, too.
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
      // Gone without a meaning; whoever knew another state of it has something to look at.
      if (text !== textOf(before, key)) next[key] = text;
    } else next[key] = text === textOf(before, key) ? current : text;
  }
  if (isWhole) {
    for (const [key, text] of Object.entries(after))
      if (textOf(before, key) === undefined && textOf(next, key) === undefined) next[key] = text;
  }
  return next;
}
