import type { ReactNode } from 'react';
import { ChapterFieldsProvider } from '#features/chapters/web/saving/use-chapter-forms.ts';
import { CHAPTER_FIELDS, STORY_FIELDS } from '#features/fields.ts';
import { StoryFieldsProvider } from '#features/stories/web/editor/use-story-form.ts';

/** The fields of stories and chapters, for the editors. No other page loads them, because they have schemas. */
export function AroundEditors({ children }: { children: ReactNode }) {
  return (
    <StoryFieldsProvider value={STORY_FIELDS}>
      <ChapterFieldsProvider value={CHAPTER_FIELDS}>{children}</ChapterFieldsProvider>
    </StoryFieldsProvider>
  );
}
