import type { WritingMode } from '#features/stories/model/writing-mode.ts';

/** Everything that a drawn cover depends on. The same four values give the same picture, byte for byte. */
export type CoverSubject = {
  /** In the story’s own language. */
  title: string;
  mode: WritingMode;
  /** The author’s name. May be empty. */
  author: string;
  /** BCP 47 tag of the title’s language. It selects the typeface. */
  lang: string;
};

// Negated, so that unpaired surrogates match too: in a `u` expression each counts as a code point.
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Returns the subject without the characters that XML 1.0 does not allow in any form, not even escaped. */
export function withoutForbiddenCharacters(subject: CoverSubject): CoverSubject {
  return {
    title: subject.title.replace(FORBIDDEN_IN_XML, ''),
    mode: subject.mode,
    author: subject.author.replace(FORBIDDEN_IN_XML, ''),
    lang: subject.lang.replace(FORBIDDEN_IN_XML, ''),
  };
}

/** Escapes text for an element’s content or a double-quoted attribute. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
