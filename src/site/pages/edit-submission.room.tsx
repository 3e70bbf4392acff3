import { lazy, Suspense } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';
import { Logo } from '../layout/brand.tsx';
import type { RoomProps } from '../page.ts';

// The editor is heavy: it is fetched on writing pages only.
const EntryEditorPage = lazy(() =>
  import('#features/contest/web/entry-editor/entry-editor-page.tsx').then((m) => ({ default: m.EntryEditorPage })),
);

export default function EditSubmissionRoom({ params: { storyId, roundId } }: RoomProps<'editSubmission'>) {
  return (
    <Suspense fallback={<Spinner />}>
      <EntryEditorPage storyId={storyId} roundId={roundId} logo={<Logo />} />
    </Suspense>
  );
}
