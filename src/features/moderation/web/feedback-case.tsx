import { useMutation } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { type CaseDetail, caseApi } from '../contract-cases.ts';
import { type CaseButton, type CasePlace, Decide, ToDecision, useCaseActions, useCaseHeading } from './case-parts.tsx';
import styles from './submission-case.module.css';
import { useSettled } from './use-moderation.ts';
import { useAgo } from './words.ts';

/** Feedback about the site. It stays in the moderation queue until a moderator marks it as read. */
export function FeedbackCase({
  detail: { id, createdAt, from, feedback, blocker },
  actions,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: CasePlace & { detail: CaseDetail }) {
  const t = useT('moderation');
  const find = useFind('feedback');
  const ago = useAgo();
  const heading = useCaseHeading(shallFocus);
  const settled = useSettled();
  const read = useMutation({
    mutationFn: () => call(caseApi.readFeedback, { feedbackId: id }),
    onSuccess: () => {
      void settled({ kind: 'feedback', id });
      onDecided(t('moderation.feedback_done'));
    },
  });
  const choices: CaseButton[] = [
    { act: 'approve', label: t('moderation.feedback_read'), kind: 'primary', onPress: () => read.mutate() },
  ];
  useCaseActions(actions, blocker === null && !read.isPending ? choices : []);
  if (!feedback) return null;
  return (
    <article className={styles.case}>
      <header className={styles.head}>
        <Meta>
          <span>{t('moderation.feedback')}</span>
          <time dateTime={createdAt}>{t('moderation.sent', { time: ago(createdAt) })}</time>
        </Meta>
        <h2 ref={heading} tabIndex={-1}>
          {find(`feedback.type.${feedback.type}`)}
        </h2>
        <Meta>
          {from && <MemberLink slug={from.slug}>{from.username}</MemberLink>}
          {feedback.contact && <a href={`mailto:${feedback.contact}`}>{feedback.contact}</a>}
          <ToDecision />
        </Meta>
      </header>
      <p className={styles.says}>{feedback.description}</p>
      <aside className={styles.side} aria-label={t('moderation.decide')}>
        <Decide
          {...{ choices, blocker, hasKeys, onLeave }}
          busy={read.isPending}
          failure={read.error}
          note={feedback.contact ? t('moderation.feedback_note') : t('moderation.feedback_note_no_address')}
        />
      </aside>
    </article>
  );
}
