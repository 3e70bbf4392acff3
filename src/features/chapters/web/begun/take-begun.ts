import { newKey } from '#web/new-key.ts';
import { documentFromPlain } from '../../model/document.ts';
import { keepDraft } from '../saving/device-drafts.ts';
import { chapterBeginning } from '../saving/use-writing.ts';
import type { ChapterForms } from '../saving/written.ts';
import { type BegunWords, forgetBegun } from './begun-words.ts';

/**
 * Keeps words from before an account as a text of the member for this place. The editor restores what this browser has
 * kept for the place, and saves it.
 */
export function takeBegun(
  words: BegunWords,
  { memberId, storyId, parentChapterId }: { memberId: string; storyId: string; parentChapterId: string | null },
  forms: ChapterForms,
): void {
  const isKept = keepDraft(
    { memberId, chapterId: null, begunAt: chapterBeginning(storyId, parentChapterId).at },
    {
      page: newKey(),
      base: 0,
      at: new Date().toISOString(),
      createKey: newKey(),
      written: { ...forms.nothing, document: documentFromPlain(words.text) },
    },
  );
  if (isKept) forgetBegun();
}
