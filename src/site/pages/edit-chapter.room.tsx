import { Suspense } from 'react';
import { ChapterEditorPage } from '#features/chapters/web/editor-page/chapter-editor-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AroundEditors } from '../around-editors.tsx';
import { Logo } from '../layout/brand.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import { MODE_EDITORS } from '../modes/editors.ts';

export default function EditChapterRoom() {
  const { query } = useAddress();
  const storyId = query.get('storyId');
  if (!storyId) {
    return (
      <main id="main" className="wrap">
        <NotFound />
      </main>
    );
  }
  const address = { storyId, chapterId: query.get('chapterId'), parentChapterId: query.get('parentChapterId') };
  return (
    <Suspense fallback={<Spinner />}>
      <AroundEditors>
        <ChapterEditorPage address={address} logo={<Logo />} modes={MODE_EDITORS} />
      </AroundEditors>
    </Suspense>
  );
}
