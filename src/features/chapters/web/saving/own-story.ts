import type { Language } from '#core/languages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { TITLE_MAX } from '#features/stories/model/story-limits.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { call } from '#web/api/client.ts';
import { chapterApi } from '../../contract.ts';
import { plainText } from '../../model/document.ts';
import type { ChapterForms, Written } from './written.ts';

/** The first words, for a story whose chapter has no title. */
function titleOf({ title, document }: Written): string {
  if (title.trim() !== '') return title.trim();
  const line = plainText(document).trim().split('\n', 1)[0]!;
  const [whole] = /^.{1,60}(?=\s|$)/u.exec(line) ?? [];
  return Array.from(whole ?? line)
    .slice(0, TITLE_MAX)
    .join('');
}

/** An attempt to make a story, which can be repeated without making a second one. */
export interface OwnStoryAttempt {
  key: string;
  /** Set once the story exists. */
  storyId: string | null;
}

/** Makes a new story of a text, as its first chapter. Returns the story’s id. */
export async function makeOwnStory(
  { changesSince, nothing }: ChapterForms,
  written: Written,
  { language, mode, as, attempt }: { language: Language; mode: WritingMode; as: string; attempt: OwnStoryAttempt },
): Promise<string> {
  if (attempt.storyId === null) {
    const begun = { title: titleOf(written), mode, language };
    attempt.storyId = (await call(storyApi.create, begun, { as, idempotencyKey: attempt.key })).id;
  }
  const text = { ...changesSince(nothing, written), choice: '' };
  await call(chapterApi.create, { storyId: attempt.storyId, ...text }, { as });
  return attempt.storyId;
}
