import { Suspense } from 'react';
import { EntryEditorPage } from '#features/contest/web/entry-editor/entry-editor-page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AroundEditors } from '../around-editors.tsx';
import { Logo } from '../layout/brand.tsx';
import type { RoomProps } from '../page.ts';

export default function EditSubmissionRoom({ params: { storyId, roundId } }: RoomProps<'editSubmission'>) {
  return (
    <Suspense fallback={<Spinner />}>
      <AroundEditors>
        <EntryEditorPage storyId={storyId} roundId={roundId} logo={<Logo />} />
      </AroundEditors>
    </Suspense>
  );
}
