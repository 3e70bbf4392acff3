import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** All that a drawn cover depends on: the same four give the same picture, byte for byte. */
export type CoverSubject = {
  /** In the story's own language. */
  title: string;
  mode: WritingMode;
  /** Name of the author, may be empty. */
  author: string;
  /** BCP 47 tag of the title's language, it chooses the typeface. */
  lang: string;
};

// Negated, so that halves of surrogate pairs go too: in a `u` expression each counts as a code point of its own.
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** The subject without the characters that XML 1.0 does not allow in any form, not even escaped. */
export function withoutForbiddenCharacters(subject: CoverSubject): CoverSubject {
  return {
    title: subject.title.replace(FORBIDDEN_IN_XML, ''),
    mode: subject.mode,
    author: subject.author.replace(FORBIDDEN_IN_XML, ''),
    lang: subject.lang.replace(FORBIDDEN_IN_XML, ''),
  };
}

/** Text for an element's content or a double-quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
