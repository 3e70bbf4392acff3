import type { Language } from '#core/languages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { TITLE_MAX } from '#features/stories/model/story-limits.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { call } from '#web/api/client.ts';
import { chapterApi } from '../../contract.ts';
import { plainText } from '../../model/document.ts';
import type { ChapterForms, Written } from './written.ts';

/** Returns a title for a story: that of its chapter, or the first words. Titles of chapters may be longer. */
export function storyTitleOf({ title, document }: Pick<Written, 'title' | 'document'>): string {
  const line = plainText(document).trim().split('\n', 1)[0]!;
  const [firstWords = line] = /^.{1,60}(?=\s|$)/u.exec(line) ?? [];
  return Array.from(title.trim() || firstWords)
    .slice(0, TITLE_MAX)
    .join('')
    .trim();
}

/** An attempt to make a story. Repeating it doesn’t make a second one. */
export interface OwnStoryAttempt {
  key: string;
  /** Set once the story exists. */
  storyId: string | null;
}

/** Makes a new story with the text as its first chapter. Returns the story’s id. */
export async function makeOwnStory(
  { changesSince, nothing }: ChapterForms,
  written: Written,
  { language, mode, as, attempt }: { language: Language; mode: WritingMode; as: string; attempt: OwnStoryAttempt },
): Promise<string> {
  if (attempt.storyId === null) {
    const begun = { title: storyTitleOf(written), mode, language };
    attempt.storyId = (await call(storyApi.create, begun, { as, idempotencyKey: attempt.key })).id;
  }
  const text = { ...changesSince(nothing, written), choice: '' };
  await call(chapterApi.create, { storyId: attempt.storyId, ...text }, { as });
  return attempt.storyId;
}
