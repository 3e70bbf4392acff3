import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { storyApi } from '../contract.ts';

/** What the story's creator can do here. */
export function StoryActs({ storyId }: { storyId: string }) {
  return (
    <QueryProvider>
      <Acts storyId={storyId} />
    </QueryProvider>
  );
}

function Acts({ storyId }: { storyId: string }) {
  const t = useT('stories');
  const { data } = useQuery({
    queryKey: ['story', storyId, 'viewer'],
    queryFn: () => call(storyApi.viewerState, { storyId }),
  });
  if (!data?.can.setRules) return null;
  return (
    <>
      <ButtonLink to={`/edit_chapter?storyId=${storyId}`}>{t('story.write_next')}</ButtonLink>
      <ButtonLink to={`/edit_story?storyId=${storyId}`}>{t('story.edit')}</ButtonLink>
    </>
  );
}
