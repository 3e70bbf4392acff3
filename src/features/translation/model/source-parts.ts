import { type ChapterDocument, textBlocks } from '#features/chapters/model/document.ts';
import { printMarked } from './inline-markup.ts';

/** Kinds of parts. `item` is a paragraph in a list. */
export const PART_KINDS = [
  'title',
  'description',
  'summary',
  'choice',
  'paragraph',
  'heading',
  'quote',
  'item',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Keys of fields. Paragraphs are keyed by their ids, which never contain `@`. */
export const FIELD_KEYS = { title: '@title', summary: '@summary', choice: '@choice' } as const;
export type FieldName = keyof typeof FIELD_KEYS;
export const FIELD_NAMES = ['title', 'summary', 'choice'] as const satisfies FieldName[];

/** A part to translate: a field, or a paragraph with inline markup (`printMarked`). */
export interface SourcePart {
  key: string;
  kind: PartKind;
  text: string;
}

/** Texts of parts by their keys. */
export type SourceTexts = Readonly<Record<string, string>>;

/** The parts of a story: its title and its description. */
export function storyParts({ title, description }: { title: string; description: string }): SourcePart[] {
  return [
    { key: FIELD_KEYS.title, kind: 'title', text: title },
    { key: FIELD_KEYS.summary, kind: 'description', text: description },
  ];
}

/** The parts of a chapter in reading order. Paragraphs without words are left out. */
export function chapterParts(chapter: {
  title: string;
  summary: string;
  choice: string | null;
  document: ChapterDocument;
}): SourcePart[] {
  return [
    { key: FIELD_KEYS.title, kind: 'title', text: chapter.title },
    { key: FIELD_KEYS.summary, kind: 'summary', text: chapter.summary },
    ...(chapter.choice ? [{ key: FIELD_KEYS.choice, kind: 'choice', text: chapter.choice } as const] : []),
    ...paragraphParts(chapter.document),
  ];
}

/** The paragraphs of a text that have words and an id. In stored texts, every paragraph has an id. */
export function paragraphParts(document: ChapterDocument): SourcePart[] {
  return document.content.flatMap((block) => {
    const kind: PartKind =
      block.type === 'heading'
        ? 'heading'
        : block.type === 'blockquote'
          ? 'quote'
          : block.type === 'bulletList' || block.type === 'orderedList'
            ? 'item'
            : 'paragraph';
    return textBlocks({ type: 'doc', content: [block] }).flatMap((part): SourcePart[] => {
      const text = printMarked(part.content ?? []);
      return part.attrs?.id && text.trim() !== '' ? [{ key: part.attrs.id, kind, text }] : [];
    });
  });
}

export function textsOf(parts: readonly SourcePart[]): SourceTexts {
  return Object.fromEntries(parts.map(({ key, text }) => [key, text]));
}

/** The text of a part, or undefined. Uses `hasOwn`, because a paragraph’s id may be `constructor`. */
export function textOf(texts: SourceTexts, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** The keys whose parts are the same in both versions of the original. That includes keys that neither version has. */
export function unchangedParts(
  keys: readonly string[],
  before: readonly SourcePart[],
  after: readonly SourcePart[],
): string[] {
  const [was, now] = [textsOf(before), textsOf(after)];
  return keys.filter((key) => textOf(was, key) === textOf(now, key));
}
