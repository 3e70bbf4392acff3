import { useQuery } from '@tanstack/react-query';
import { to } from '#core/pages.ts';
import { storyKey } from '#features/stories/web/use-story-viewer.ts';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { sessionMemberId } from '#web/api/session.ts';
import { useT } from '#web/i18n/i18n.tsx';
import type { Slots } from '#web/page/slot.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { chapterApi, type OwnChapter } from '../contract.ts';

/**
 * Links to the member’s drafts in a story, even if they can’t write there at the moment. In a story of one writer, only to
 * the chapters that they took down, because a button above continues the draft.
 */
export function OwnDrafts({ storyId, soloWriterId }: Slots['own-drafts']) {
  if (soloWriterId !== undefined && soloWriterId !== sessionMemberId()) return null;
  return (
    <QueryProvider>
      <Drafts storyId={storyId} isSolo={soloWriterId !== undefined} />
    </QueryProvider>
  );
}

function Drafts({ storyId, isSolo }: { storyId: string; isSolo: boolean }) {
  const t = useT('stories');
  const { data } = useQuery({
    queryKey: [...storyKey(storyId), 'own drafts'],
    queryFn: () => call(chapterApi.listOwn, { storyId }),
  });
  const isDraft = ({ status, editStatus, takenDown }: OwnChapter) =>
    takenDown ? editStatus !== 'pending' : !isSolo && (status === 'draft' || status === 'rejected');
  const drafts = data?.items.filter(isDraft) ?? [];
  return drafts.map(({ id, title, number, takenDown }) => (
    <Banner
      key={id}
      action={
        <ButtonLink small to={to.editChapter({ storyId, chapterId: id })}>
          {takenDown ? t('story.publish_again') : t('story.go_on_draft')}
        </ButtonLink>
      }
    >
      {takenDown && number !== null
        ? t('story.you_took_down', { number })
        : title
          ? t('story.your_draft', { title })
          : t('story.your_draft_untitled')}
    </Banner>
  ));
}
