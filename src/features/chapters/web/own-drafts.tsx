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

/** The same for one chapter that its author has taken down, where others only read that. Nothing for others. */
export function OwnTakenDown({ storyId, chapterId }: { storyId: string; chapterId: string }) {
  if (sessionMemberId() === null) return null;
  return (
    <QueryProvider>
      <Drafts storyId={storyId} isSolo chapterId={chapterId} />
    </QueryProvider>
  );
}

interface DraftsProps {
  storyId: string;
  /** Shows only chapters that were taken down. */
  isSolo: boolean;
  /** Shows only this chapter. */
  chapterId?: string;
}

function Drafts({ storyId, isSolo, chapterId }: DraftsProps) {
  const t = useT('stories');
  const { data } = useQuery({
    queryKey: [...storyKey(storyId), 'own drafts'],
    queryFn: () => call(chapterApi.listOwn, { storyId }),
  });
  const isDraft = ({ status, editStatus, takenDown }: OwnChapter) =>
    takenDown ? editStatus !== 'pending' : !isSolo && (status === 'draft' || status === 'rejected');
  const isWanted = ({ id }: OwnChapter) => chapterId === undefined || id === chapterId;
  const drafts = data?.items.filter((chapter) => isWanted(chapter) && isDraft(chapter)) ?? [];
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
