import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { refresh } from '#web/navigation/refresh.ts';
import { Button } from '#web/ui/button.tsx';
import { focusHeading } from '#web/ui/focus.ts';
import { MemberLink } from '#web/ui/member-link.tsx';
import { toast } from '#web/ui/toast.ts';
import { caseApi, type RestrictionDetail } from '../contract-cases.ts';
import type { RestrictionAction } from '../model/restriction.ts';
import styles from './decisions.module.css';
import { ReasonDialog } from './reason-dialog.tsx';
import { RestrictionSummary } from './restriction-facts.tsx';

/**
 * For moderators, on the page of a restricted work: the decision, the moderator, the work, and a button to reverse the
 * decision. Shows `undecided` if there is no decision.
 */
export function RestrictedContent({
  action,
  targetId,
  work,
  undecided,
}: {
  action: RestrictionAction;
  targetId: string;
  work: ReactNode;
  undecided: ReactNode;
}) {
  const { data } = useQuery({
    queryKey: ['moderation', 'restriction', action, targetId],
    queryFn: () => call(caseApi.restriction, { action, targetId }),
    // Other moderators may have decided in the meantime.
    staleTime: 0,
  });
  if (!data) return null;
  if (!data.restriction) return undecided;
  return (
    <>
      <Judged restriction={data.restriction} />
      {work}
    </>
  );
}

function Judged({ restriction }: { restriction: RestrictionDetail }) {
  const t = useT('moderation', 'decisions');
  const [isLifting, setLifting] = useState(false);
  const { account, decidedBy, appeal } = restriction;
  return (
    <section className={styles.line}>
      <p>{t('moderation.only_here')}</p>
      <dl className={styles.facts}>
        <dt>{t('moderation.author')}</dt>
        <dd>
          <MemberLink slug={account.slug}>{account.username}</MemberLink>
        </dd>
        <dt>{t('moderation.decided_by')}</dt>
        <dd>{decidedBy ? decidedBy.username : t('moderation.by_system')}</dd>
      </dl>
      <RestrictionSummary restriction={restriction} />
      {appeal?.state === 'open' && (
        <div className={styles.appeal}>
          <p>{t('moderation.what_they_say', { name: account.username })}</p>
          <blockquote className={styles.passage}>{appeal.text}</blockquote>
        </div>
      )}
      <Button onClick={() => setLifting(true)}>{t('moderation.lift')}</Button>
      {isLifting && <LiftDialog restriction={restriction} onClose={() => setLifting(false)} />}
    </section>
  );
}

function LiftDialog({ restriction, onClose }: { restriction: RestrictionDetail; onClose: () => void }) {
  const t = useT('moderation');
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      about={`lift ${restriction.id}`}
      title={t('moderation.lift_title')}
      label={t('moderation.restrict_reason', { author: restriction.account.username })}
      act={t('moderation.lift_title')}
      language={null}
      onGive={async (reason) => {
        await call(caseApi.lift, { restrictionId: restriction.id, reason });
        onClose();
        toast(t('moderation.is_lifted'));
        await refresh();
        // The page of a chapter that its author has taken down stays the same.
        await queryClient.invalidateQueries({ queryKey: ['moderation', 'restriction'] });
        // The pressed button has disappeared with the decision.
        focusHeading();
      }}
      onClose={onClose}
    >
      <p>
        {t('moderation.lift_here_what')} {restriction.appeal?.state === 'open' && t('moderation.lift_grants')}
      </p>
    </ReasonDialog>
  );
}
