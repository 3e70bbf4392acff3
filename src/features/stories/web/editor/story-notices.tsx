import type { ReactNode } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import type { StoryDraft } from '../../contract.ts';
import { isInReview } from '../use-story-status.ts';
import making from './making.module.css';

/** The story’s status and what it means for the form below, starting with what a moderator said. */
export function StoryNotices({ draft }: { draft: StoryDraft }) {
  const t = useT('story_editor', 'publishing');
  const { status, editStatus, review } = draft;
  const isBack = status === 'rejected' || editStatus === 'rejected';
  const isManual = review?.state === 'manual';
  const notices: ReactNode[] = [];
  if (isBack)
    notices.push(
      <section key="back" aria-label={t('publishing.sent_back')}>
        <Banner kind="warn">
          {status === 'rejected' ? t('story_editor.came_back') : t('story_editor.edit_came_back')}
        </Banner>
        {review?.reason && <blockquote>{review.reason}</blockquote>}
      </section>,
    );
  if (isInReview(draft))
    notices.push(
      <div key="review" role="status">
        <Banner kind="act">
          {status === 'published'
            ? isManual
              ? t('story_editor.edit_with_person')
              : t('story_editor.edit_in_review')
            : isManual
              ? t('story_editor.with_person')
              : t('story_editor.in_review')}
        </Banner>
      </div>,
    );
  if (status === 'published' && editStatus === 'draft')
    notices.push(
      <Banner key="edit" kind="act">
        {t('story_editor.edit_waits')}
      </Banner>,
    );
  if (status === 'published' && editStatus === null)
    notices.push(
      <p key="published" className="soft">
        {t('story_editor.edit_explained')}
      </p>,
    );
  if (status === 'banned')
    notices.push(
      <Banner key="banned" kind="danger">
        {t('publishing.banned_text')}
      </Banner>,
    );
  return <div className={making.notices}>{notices}</div>;
}
