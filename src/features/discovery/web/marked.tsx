import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import type { ExcerptPiece } from '../model/excerpt.ts';

/** Text with what was looked for marked. The pieces never change places, so they need no keys of their own. */
export function Marked({ pieces }: { pieces: readonly ExcerptPiece[] }) {
  return pieces.map(({ text, isHit }, i) => {
    const said = withSoftHyphens(text);
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells them apart
    return isHit ? <mark key={i}>{said}</mark> : said;
  });
}
