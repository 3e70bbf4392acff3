import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { LANGUAGE_TAGS, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { FindingList } from '#features/moderation/web/finding-list.tsx';
import { WorkRestriction } from '#features/moderation/web/work-restriction.tsx';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useMoment } from '#web/motion/use-moment.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Cover } from '#web/ui/cover.tsx';
import { toast } from '#web/ui/toast.ts';
import { useHeadingFocus } from '#web/ui/use-heading-focus.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { type StoryDraft, type StoryView, storyApi } from '../contract.ts';
import { ReviewWay } from './review-stepper.tsx';
import { ShareButton } from './share/share-button.tsx';
import styles from './story-status-page.module.css';
import { draftKey } from './use-story-status.ts';

interface Props {
  draft: StoryDraft;
  /** The public story, once it is published. */
  published: StoryView | null;
  /** False for a moderator, who can only view it. */
  isOwn: boolean;
  /** True if it was just submitted: the heading takes the focus. */
  announced?: boolean;
  /** More actions, once it is published. */
  more?: ReactNode;
  /** True if the page has no other title. */
  withTitle?: boolean;
}

/** The status of a story: draft, in review, rejected or published. For its creator. */
export function StoryStatusPage({ draft, published, isOwn, more, announced = false, withTitle = false }: Props) {
  const t = useT('publishing');
  const { title, lead, actions } = useStatusWords(draft, published, isOwn);
  useTitle(withTitle ? title : null);
  const heading = useHeadingFocus(announced, title);
  const { review, status } = draft;
  const page = useRef<HTMLDivElement>(null);
  useMoment('cover', page, 'img', status === 'published');
  const isOnItsWay = review && (status === 'pending' || status === 'rejected' || published !== null);
  return (
    <div ref={page} className={classNames(styles.standing, styles.withCover)}>
      <Cover src={draft.coverUrl} eager className={styles.cover} />
      <div className={styles.body}>
        <div>
          <p className="soft" lang={LANGUAGE_TAGS[draft.language]}>
            {draft.title}
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
        </div>
        <p className={styles.lead} role="status">
          {lead}
        </p>
        {status === 'rejected' && review?.reason && <blockquote className={styles.reason}>{review.reason}</blockquote>}
        {status === 'pending' && review?.state === 'manual' && review.findings.length > 0 && (
          <Suspense>
            <FindingList findings={review.findings} lang={LANGUAGE_TAGS[draft.language]} />
          </Suspense>
        )}
        {status === 'published' && (
          <div className={styles.actions}>
            {actions}
            {more}
          </div>
        )}
        {isOnItsWay && <ReviewWay review={review} mode={draft.mode} publicSince={published?.publishedAt ?? null} />}
        {status === 'pending' && isOwn && <p className="soft">{t('publishing.may_close')}</p>}
        {status === 'banned' && isOwn && <WorkRestriction action="ban_story" subjectId={draft.id} />}
        {status !== 'published' && actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

interface Words {
  title: string;
  lead: string;
  actions: ReactNode;
}

function useStatusWords(draft: StoryDraft, published: StoryView | null, isOwn: boolean): Words {
  const t = useT('publishing');
  const edit = to.editStory({ storyId: draft.id });
  const profile = <ButtonLink to={to.profile()}>{t('publishing.to_profile')}</ButtonLink>;
  if (!isOwn && draft.status !== 'published')
    return { title: t('publishing.not_public'), lead: t('publishing.not_public_text'), actions: null };
  switch (draft.status) {
    case 'draft':
      return {
        title: t('publishing.draft'),
        lead: t('publishing.draft_text'),
        actions: (
          <>
            <ButtonLink kind="primary" to={edit}>
              {t('publishing.go_on')}
            </ButtonLink>
            {profile}
          </>
        ),
      };
    case 'pending':
      return {
        title: draft.review?.state === 'manual' ? t('publishing.story_person') : t('publishing.story_reading'),
        lead: draft.review?.state === 'manual' ? t('publishing.person_text') : t('publishing.reading_text'),
        actions: (
          <>
            {profile}
            <TakeBack storyId={draft.id} />
          </>
        ),
      };
    case 'rejected':
      return {
        title: t('publishing.story_back'),
        lead: t('publishing.back_text'),
        actions: (
          <>
            <ButtonLink kind="primary" to={edit}>
              {t('publishing.change')}
            </ButtonLink>
            {profile}
          </>
        ),
      };
    case 'banned':
      return { title: t('publishing.banned'), lead: t('publishing.banned_text'), actions: profile };
    default: {
      const hasChapters = (published?.chapterCount ?? 1) > 0;
      const story = to.story({ storyId: draft.id });
      return {
        title: t('publishing.story_out'),
        // Whether readers can find it depends on its chapters, which are loaded a moment later.
        lead: !published
          ? ''
          : hasChapters
            ? t('publishing.out_text')
            : t('publishing.out_empty_text', { min: draft.minUnits, unit: lengthUnit(draft.language) }),
        actions: (
          <>
            {hasChapters ? (
              <ButtonLink kind="primary" to={story}>
                {t('publishing.see_story')}
              </ButtonLink>
            ) : (
              <ButtonLink kind="primary" to={to.editChapter({ storyId: draft.id })}>
                {t('publishing.first_chapter')}
              </ButtonLink>
            )}
            {hasChapters && <ShareButton kind="plain" shares="share-story" of={{ storyId: draft.id }} />}
            {profile}
            {!hasChapters && (
              <ButtonLink kind="bare" to={story}>
                {t('publishing.see_story')}
              </ButtonLink>
            )}
          </>
        ),
      };
    }
  }
}

/** Withdraws the story from review, so that it can be changed. */
function TakeBack({ storyId }: { storyId: string }) {
  const t = useT('publishing');
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    setBusy(true);
    try {
      queryClient.setQueryData(draftKey(storyId), await call(storyApi.withdraw, { storyId }));
    } catch (error) {
      toast(errorText(error));
      void queryClient.invalidateQueries({ queryKey: draftKey(storyId) });
      setBusy(false);
    }
  };
  return (
    <Button kind="bare" busy={isBusy} onClick={takeBack}>
      {t('publishing.take_back')}
    </Button>
  );
}
