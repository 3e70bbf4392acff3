import { type ComponentProps, Suspense, use } from 'react';
import { ChapterEditorPage } from '#features/chapters/web/editor-page/chapter-editor-page.tsx';
import { useAddress } from '#web/navigation/use-address.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { AroundEditors } from '../around-editors.tsx';
import { Logo } from '../layout/brand.tsx';
import { NotFound } from '../layout/page-failure.tsx';
import { loadEditors } from '../modes/editors.ts';

/** In the same bundle as this page. */
const editors = loadEditors();

function Editor(props: Omit<ComponentProps<typeof ChapterEditorPage>, 'modes'>) {
  return <ChapterEditorPage {...props} modes={use(editors)} />;
}

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
        <Editor address={address} logo={<Logo />} />
      </AroundEditors>
    </Suspense>
  );
}
