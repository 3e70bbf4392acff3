import { useState } from 'react';
import { LANGUAGE_TAGS, type Language } from '#core/languages.ts';
import type { PlainKey } from '#core/messages.ts';
import { RestrictDialog } from '#features/moderation/web/restrict-dialog.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import type { RoundAudit } from '../../contract.ts';
import type { SubmissionStatus } from '../../model/submission-status.ts';
import styles from './audit.module.css';
import { useAuditAgain } from './use-audit.ts';

type AuditEntry = RoundAudit['entries'][number];
type Age = AuditEntry['ages'][number]['age'];

const STATUSES: Record<SubmissionStatus, { name: PlainKey; kind?: 'ok' | 'warn' | 'danger' }> = {
  draft: { name: 'moderation.entry_draft' },
  pending: { name: 'moderation.entry_pending', kind: 'warn' },
  approved: { name: 'moderation.entry_approved', kind: 'ok' },
  rejected: { name: 'moderation.entry_rejected', kind: 'danger' },
};

const AGES: Record<Age, PlainKey> = {
  day: 'moderation.age_day',
  week: 'moderation.age_week',
  month: 'moderation.age_month',
  older: 'moderation.age_older',
};

/** The entries with their votes and the age of the voters’ accounts. An entry can be disqualified for a reason. */
export function AuditEntries({ audit }: { audit: RoundAudit }) {
  const t = useT('moderation');
  const auditAgain = useAuditAgain(audit.round.id);
  const [leaving, setLeaving] = useState<AuditEntry | null>(null);
  if (audit.entries.length === 0) return <p className="soft">{t('moderation.audit_no_entries')}</p>;
  const close = () => {
    setLeaving(null);
    // Also after an error: then the entry is no longer what was shown.
    void auditAgain();
  };
  const { language } = audit;
  return (
    <div>
      <ol className={styles.entries}>
        {audit.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} language={language} onTakeOut={() => setLeaving(entry)} />
        ))}
      </ol>
      {leaving && (
        <RestrictDialog
          request={{ action: 'disqualify', targetId: leaving.id, owner: leaving.author, language }}
          passage=""
          onDone={close}
          onClose={close}
        />
      )}
    </div>
  );
}

function Entry({
  entry: { id, title, author, status, votes, ages, blocker },
  language,
  onTakeOut,
}: {
  entry: AuditEntry;
  language: Language;
  onTakeOut: () => void;
}) {
  const t = useT('moderation');
  const { name, kind } = STATUSES[status];
  return (
    <li>
      <div>
        <h3 id={`entry-${id}`} lang={LANGUAGE_TAGS[language]}>
          {title}
        </h3>
        <Meta>
          <MemberLink slug={author.slug}>{author.username}</MemberLink>
          <Badge kind={kind}>{t(name)}</Badge>
          <span>{t('moderation.audit_votes', { count: votes })}</span>
        </Meta>
        {votes > 0 && <Ages ages={ages} votes={votes} />}
      </div>
      {blocker === null && (
        <Button small aria-describedby={`entry-${id}`} onClick={onTakeOut}>
          {t('moderation.take_out')}
        </Button>
      )}
    </li>
  );
}

/** Youngest accounts first: many of them for one entry are suspicious. */
function Ages({ ages, votes }: { ages: AuditEntry['ages']; votes: number }) {
  const t = useT('moderation');
  const shown = ages.filter((part) => part.votes > 0);
  const before = (index: number) => shown.slice(0, index).reduce((sum, part) => sum + part.votes, 0);
  return (
    <>
      <svg className={styles.ages} viewBox={`0 0 ${votes} 1`} preserveAspectRatio="none" aria-hidden="true">
        {shown.map((part, i) => (
          <rect key={part.age} className={styles[part.age]} x={before(i)} y="0" width={part.votes} height="1" />
        ))}
      </svg>
      <ul className={styles.ageList} aria-label={t('moderation.audit_ages')}>
        {shown.map((part) => (
          <li key={part.age}>
            <i className={styles[part.age]} aria-hidden="true" />
            {t('moderation.age_line', { name: t(AGES[part.age]), count: part.votes })}
          </li>
        ))}
      </ul>
    </>
  );
}
