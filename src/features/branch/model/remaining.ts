/** What a way promises: several ends to come to, one that is open after so many chapters, or so many chapters and no more. */
export interface Remaining {
  kind: 'ways' | 'open' | 'over';
  count: number;
}

export function remainingOf({ chaptersBeyond, openEnds }: { chaptersBeyond: number; openEnds: number }): Remaining {
  if (openEnds > 1) return { kind: 'ways', count: openEnds };
  return { kind: openEnds === 1 ? 'open' : 'over', count: chaptersBeyond + 1 };
}

/** The way beside the one gone: the next in the order of writing, after the last one the first. Places count from 1. */
export function nextSibling<Way extends { readonly place: number }>(siblings: readonly Way[]): Way | null {
  const own = siblings.findIndex(({ place }, i) => place !== i + 1);
  return siblings[own === -1 ? 0 : own] ?? null;
}
