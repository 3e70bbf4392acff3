import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide';
import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { to } from '#core/pages.ts';
import { ForModerators } from '#features/moderation/web/for-moderators.tsx';
import { LoadFailed } from '#features/moderation/web/load-failed.tsx';
import { ApiError, call } from '#web/api/client.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import { contestApi, type RoundAudit } from '../../contract.ts';
import type { RoundStatus } from '../../model/round-status.ts';
import styles from './audit.module.css';
import { AuditEntries } from './audit-entries.tsx';
import { useAudit } from './use-audit.ts';
import { VotesOverTime } from './votes-over-time.tsx';

/** The course of a vote, for finding manipulated votes (product §6). */
export function RoundAuditPage({ roundId }: { roundId: string }) {
  return (
    <ForModerators>
      <Audit roundId={roundId} />
    </ForModerators>
  );
}

function Audit({ roundId }: { roundId: string }) {
  // Loads the texts of the dialog here. Otherwise the page would disappear while the dialog loads them.
  const t = useT('moderation', 'report', 'errors');
  const [isWanted, setWanted] = useState(false);
  const round = useQuery({
    queryKey: ['round', 'detail', roundId],
    queryFn: () => call(contestApi.round, { roundId }),
  });
  const isOver = round.data?.status === 'completed';
  const audit = useAudit(roundId, isOver || isWanted);
  return (
    <>
      <nav className={styles.back}>
        <Link to={to.moderation()}>
          <Icon of={ArrowLeft} />
          {t('moderation.title')}
        </Link>
      </nav>
      {audit.data ? (
        <Votes audit={audit.data} />
      ) : round.data && !isOver && !isWanted ? (
        <>
          <h1>{t('moderation.audit_title', { number: round.data.number })}</h1>
          <p>{t('moderation.audit_gate')}</p>
          <Button onClick={() => setWanted(true)}>{t('moderation.audit_show')}</Button>
        </>
      ) : (
        <>
          <h1 className="hide">{t('moderation.title')}</h1>
          {round.isError ? (
            <LoadFailed query={round} />
          ) : audit.isPending ? (
            <Spinner />
          ) : audit.error instanceof ApiError && audit.error.code === 'own_work' ? (
            <p>{t('moderation.audit_own')}</p>
          ) : (
            <LoadFailed query={audit} />
          )}
        </>
      )}
    </>
  );
}

const PHASES: Record<RoundStatus, PlainKey> = {
  scheduled: 'moderation.phase_scheduled',
  writing: 'moderation.phase_writing',
  voting: 'moderation.phase_voting',
  completed: 'moderation.phase_completed',
};

function Votes({ audit }: { audit: RoundAudit }) {
  const t = useT('moderation');
  const { round, storyTitle, language, votes } = audit;
  return (
    <>
      <header className={styles.head}>
        <p>
          <Link to={to.story({ storyId: round.storyId })} lang={LANGUAGE_TAGS[language]}>
            {storyTitle}
          </Link>
        </p>
        <h1>{t('moderation.audit_title', { number: round.number })}</h1>
        <dl className={styles.facts}>
          <dt>{t('moderation.audit_phase')}</dt>
          <dd>{t(PHASES[round.status])}</dd>
          {round.votingStartedAt && round.votingEndsAt && (
            <>
              <dt>{t('moderation.audit_from')}</dt>
              <dd>
                <Time at={round.votingStartedAt} kind="moment" />
              </dd>
              <dt>{t('moderation.audit_until')}</dt>
              <dd>
                <Time at={round.votingEndsAt} kind="moment" />
              </dd>
            </>
          )}
          <dt>{t('moderation.audit_count')}</dt>
          <dd>{votes}</dd>
        </dl>
        <p className="small soft">{t('moderation.audit_secret')}</p>
      </header>
      <Section title={t('moderation.audit_over_time')}>
        <VotesOverTime parts={audit.overTime} />
      </Section>
      <Section title={t('moderation.audit_entries')}>
        <AuditEntries audit={audit} />
      </Section>
    </>
  );
}
