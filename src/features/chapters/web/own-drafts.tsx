import { useQuery } from '@tanstack/react-query';
import { to } from '#core/pages.ts';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { chapterApi } from '../contract.ts';

/** Links to the member’s drafts in a story, even if they can’t write there at the moment. */
export function OwnDrafts({ storyId }: { storyId: string }) {
  return (
    <QueryProvider>
      <Drafts storyId={storyId} />
    </QueryProvider>
  );
}

function Drafts({ storyId }: { storyId: string }) {
  const t = useT('stories');
  const { data } = useQuery({
    queryKey: [...storyKey(storyId), 'own drafts'],
    queryFn: () => call(chapterApi.listOwn, { storyId }),
  });
  const drafts = data?.items.filter(({ status }) => status === 'draft' || status === 'rejected') ?? [];
  return drafts.map(({ id, title }) => (
    <Banner
      key={id}
      action={
        <ButtonLink small to={to.editChapter({ storyId, chapterId: id })}>
          {t('story.go_on_draft')}
        </ButtonLink>
      }
    >
      {title ? t('story.your_draft', { title }) : t('story.your_draft_untitled')}
    </Banner>
  ));
}
