import type { Language } from '#core/languages.ts';
import type { SourcePart } from './source-parts.ts';

/** For each target paragraph the keys of the source paragraphs that it renders. */
export function alignParagraphs(
  source: readonly Pick<SourcePart, 'key' | 'text'>[],
  target: readonly string[],
  _languages: { source: Language; target: Language },
): string[][] {
  return target.map((_, i) => (source[i] ? [source[i].key] : []));
}
