import type { WritingPlace } from '../contract.ts';

/** The chapter editor at this place. */
export function writePath(storyId: string, { parentChapterId }: WritingPlace): string {
  return `/edit_chapter?storyId=${storyId}${parentChapterId === null ? '' : `&parentChapterId=${parentChapterId}`}`;
}
