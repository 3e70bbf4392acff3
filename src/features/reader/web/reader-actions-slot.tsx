import type { Language } from '#core/languages.ts';
import { Slot } from '#web/page/slot.tsx';
import type { ChapterHead } from './chapter-head.ts';

export interface ReaderActionsProps {
  chapterId: string;
  storyId: string;
  /** Language that the chapter is read in. */
  language: Language;
  /**
   * What follows: another chapter, nothing yet, nothing because the story has ended, or the choices of a branch, which
   * have their own link to write.
   */
  end: 'goes_on' | 'last' | 'ended' | 'forks';
  /** True for a hidden chapter. The reason why it is hidden also shows how to edit it. */
  isHidden?: boolean;
}

declare module '#web/page/slot.tsx' {
  interface Slots {
    'reader-actions': ReaderActionsProps;
  }
}

/** What members can do at the end of a chapter. */
export function ReaderActionsSlot({ chapter, end }: { chapter: ChapterHead } & Pick<ReaderActionsProps, 'end'>) {
  const { id, story, language, title } = chapter;
  const shown = { chapterId: id, storyId: story.id, language, end };
  return <Slot name="reader-actions" props={title === null ? { ...shown, isHidden: true } : shown} />;
}
