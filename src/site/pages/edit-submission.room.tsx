import { Suspense } from 'react';
import { ChapterFieldsProvider } from '#features/chapters/web/saving/use-chapter-forms.ts';
import { EntryEditorPage } from '#features/contest/web/entry-editor/entry-editor-page.tsx';
import { CHAPTER_FIELDS } from '#features/fields.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Logo } from '../layout/brand.tsx';
import type { RoomProps } from '../page.ts';

export default function EditSubmissionRoom({ params: { storyId, roundId } }: RoomProps<'editSubmission'>) {
  return (
    <Suspense fallback={<Spinner />}>
      <ChapterFieldsProvider value={CHAPTER_FIELDS}>
        <EntryEditorPage storyId={storyId} roundId={roundId} logo={<Logo />} />
      </ChapterFieldsProvider>
    </Suspense>
  );
}
