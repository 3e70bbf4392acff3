import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { useStoryViewer } from './use-story-viewer.ts';
import { writePath } from './write-path.ts';

/** What the reader can do with the story: write on, and change what is theirs. */
export function StoryActs({ storyId }: { storyId: string }) {
  return (
    <QueryProvider>
      <Acts storyId={storyId} />
    </QueryProvider>
  );
}

function Acts({ storyId }: { storyId: string }) {
  const t = useT('stories');
  const { data } = useStoryViewer(storyId);
  if (!data) return null;
  const { can, writeNext } = data;
  return (
    <>
      {writeNext && <ButtonLink to={writePath(storyId, writeNext)}>{t('story.write_next')}</ButtonLink>}
      {can.setRules && <ButtonLink to={`/edit_story?storyId=${storyId}`}>{t('story.edit')}</ButtonLink>}
    </>
  );
}
