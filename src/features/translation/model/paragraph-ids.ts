import { freshId } from '#features/chapters/model/block-ids.ts';
import type { GivenParagraph } from './translation-fields.ts';
import type { TranslatedParagraph } from './working-text.ts';

/** Gives every paragraph a unique id. Missing and duplicate ids are replaced, all others stay. */
export function withParagraphIds(
  given: readonly GivenParagraph[],
  random: (count: number) => Uint8Array,
): TranslatedParagraph[] {
  const taken = new Set<string>();
  return given.map((paragraph) => {
    let id = paragraph.id ?? '';
    while (id === '' || taken.has(id)) id = freshId(random);
    taken.add(id);
    return { ...paragraph, id };
  });
}
