import type { ReactNode } from 'react';

/** Where the text of the first chapter is: `saved` when the server has all of it, `failed` while only this device has. */
export type FirstChapterState = 'empty' | 'saving' | 'saved' | 'failed';

export interface FirstChapterNews {
  readonly state: FirstChapterState;
  /** Saves at once. True when the server has all of it. */
  save: () => Promise<boolean>;
}

/** What stands in the second step: the chapter's own form, which says where its text lies. */
export type FirstChapterSlot = (storyId: string, tell: (news: FirstChapterNews) => void) => ReactNode;
