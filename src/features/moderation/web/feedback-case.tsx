import { useMutation } from '@tanstack/react-query';
import { call } from '#web/api/client.ts';
import { useFind, useT } from '#web/i18n/i18n.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { caseApi } from '../contract-cases.ts';
import { CaseFrame, Says } from './case-frame.tsx';
import { type CaseButton, type CaseProps, Decide, useCaseActions } from './case-parts.tsx';
import { useSettled } from './use-moderation.ts';

/** Feedback about the site. It stays in the moderation queue until a moderator marks it as read. */
export function FeedbackCase({
  detail: { id, createdAt, from, feedback, blocker },
  actions,
  shallFocus,
  hasKeys,
  onDecided,
  onLeave,
}: CaseProps) {
  const t = useT('moderation');
  const find = useFind('feedback');
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
    <CaseFrame
      {...{ shallFocus, createdAt }}
      kind={<span>{t('moderation.feedback')}</span>}
      title={find(`feedback.type.${feedback.type}`)}
      about={
        <>
          {from && <MemberLink slug={from.slug}>{from.username}</MemberLink>}
          {feedback.contact && <a href={`mailto:${feedback.contact}`}>{feedback.contact}</a>}
        </>
      }
      side={
        <Decide
          {...{ choices, blocker, hasKeys, onLeave }}
          busy={read.isPending}
          failure={read.error}
          note={feedback.contact ? t('moderation.feedback_note') : t('moderation.feedback_note_no_address')}
        />
      }
    >
      <Says>{feedback.description}</Says>
    </CaseFrame>
  );
}
