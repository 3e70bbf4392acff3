import { withSoftHyphens } from '#features/stories/model/long-words.ts';
import type { ExcerptPiece } from '../model/excerpt.ts';

/** Text with marked matches. The pieces are never reordered, so they need no keys of their own. */
export function Marked({ pieces }: { pieces: readonly ExcerptPiece[] }) {
  return pieces.map(({ text, isHit }, i) => {
    const said = withSoftHyphens(text);
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces are identified by position
    return isHit ? <mark key={i}>{said}</mark> : said;
  });
}
