import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { to } from '#core/pages.ts';
import { reviewPause } from '#features/stories/web/review-poll.ts';
import { ReviewWay } from '#features/stories/web/review-stepper.tsx';
import styles from '#features/stories/web/story-status-page.module.css';
import { call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useOnMessage } from '#web/api/use-on-message.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { StaticPart } from '#web/page/static-part.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { type ChapterDraft, chapterApi } from '../contract.ts';

interface Props {
  storyId: string;
  chapterId: string;
}

/** Replaces the missing public page of a chapter: what its author may know about it, and what to do next. */
export function ChapterMissing(props: Props) {
  return (
    <QueryProvider>
      <Missing {...props} />
    </QueryProvider>
  );
}

function Missing({ storyId, chapterId }: Props) {
  const { data, isPending, refetch } = useQuery({
    queryKey: ['chapter', chapterId, 'draft'],
    queryFn: () => call(chapterApi.draft, { chapterId }),
    refetchInterval: ({ state: { data: draft, dataUpdateCount } }) =>
      draft?.status === 'pending' ? reviewPause(draft.review?.state, dataUpdateCount) : false,
    staleTime: 0,
  });
  useOnMessage(refetch, data?.status === 'pending');
  const [wasPending, setWasPending] = useState(false);
  if (data?.status === 'pending' && !wasPending) setWasPending(true);
  const isOut = wasPending && data?.status === 'approved';
  useEffect(() => {
    if (isOut) void refresh();
  }, [isOut]);
  if (isPending || isOut) return <PageSpinner />;
  // With the wrong story in the URL, this would be a duplicate page.
  if (!data || data.storyId !== storyId || data.status === 'approved') return <StaticPart />;
  return <ChapterStanding draft={data} />;
}

function ChapterStanding({ draft }: { draft: ChapterDraft }) {
  const t = useT('publishing');
  const { status, review, can } = draft;
  // Moderators and the creator of the story can only read it.
  const isOwn = can.edit || can.withdraw;
  const write = to.editChapter({ storyId: draft.storyId, chapterId: draft.id });
  const { title, lead } = useWords(draft, isOwn);
  useTitle(title);
  return (
    <div className={styles.standing}>
      <div className={styles.body}>
        <div>
          <p className="soft">{draft.title}</p>
          <h1>{title}</h1>
        </div>
        <p className={styles.lead} role="status">
          {lead}
        </p>
        {status === 'rejected' && review?.reason && <blockquote className={styles.reason}>{review.reason}</blockquote>}
        {review && (status === 'pending' || status === 'rejected') && (
          <ReviewWay review={review} mode={null} publicSince={null} />
        )}
        {status === 'pending' && isOwn && <p className="soft">{t('publishing.may_close')}</p>}
        <div className={styles.actions}>
          {can.edit && (
            <ButtonLink kind="primary" to={write}>
              {status === 'rejected' ? t('publishing.change') : t('publishing.go_on')}
            </ButtonLink>
          )}
          <ButtonLink to={to.story({ storyId: draft.storyId })}>{t('publishing.to_story')}</ButtonLink>
          {isOwn && (
            <ButtonLink kind="bare" to={to.profile()}>
              {t('publishing.to_profile')}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}

function useWords({ status, review }: ChapterDraft, isOwn: boolean): { title: string; lead: string } {
  const t = useT('publishing');
  if (!isOwn) return { title: t('publishing.not_public'), lead: t('publishing.not_public_text') };
  if (status === 'rejected') return { title: t('publishing.chapter_back'), lead: t('publishing.back_text') };
  if (status !== 'pending') return { title: t('publishing.draft'), lead: t('publishing.draft_text') };
  if (review?.state === 'approved')
    return { title: t('publishing.chapter_waits'), lead: t('publishing.chapter_waits_text') };
  return review?.state === 'manual'
    ? { title: t('publishing.chapter_person'), lead: t('publishing.person_text') }
    : { title: t('publishing.chapter_reading'), lead: t('publishing.reading_text') };
}
