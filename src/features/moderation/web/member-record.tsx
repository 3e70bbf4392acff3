import { useState } from 'react';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MemberLink } from '#web/ui/member-link.tsx';
import { Meta } from '#web/ui/meta.tsx';
import more from '#web/ui/more.module.css';
import { Spinner } from '#web/ui/spinner.tsx';
import { Time } from '#web/ui/time.tsx';
import type { MemberRecord, RestrictionDetail } from '../contract-cases.ts';
import { Facts } from './case-parts.tsx';
import { LoadFailed } from './load-failed.tsx';
import styles from './submission-case.module.css';
import { useRecord } from './use-moderation.ts';
import { useActionName, useRuleName } from './words.ts';

interface Member {
  id: string;
  username: string;
  slug: string;
}

/** The sidebar of a case: the record of the member it is about. */
export function RecordSide({ member }: { member: Member }) {
  const record = useRecord(member.id);
  return (
    <section aria-label={member.username}>
      <h3>{member.username}</h3>
      {record.data ? (
        <RecordFacts record={record.data} />
      ) : record.isError ? (
        <LoadFailed query={record} />
      ) : (
        <Spinner />
      )}
      <RecordLinks member={member} />
    </section>
  );
}

function RecordFacts({ record }: { record: MemberRecord }) {
  const t = useT('moderation');
  const { approved, rejected, reported, upheld, restrictions } = record;
  return (
    <Facts
      of={[
        [t('moderation.here_since'), <Time key="since" at={record.joinedAt} kind="long" />],
        [
          t('moderation.record'),
          approved + rejected === 0
            ? t('moderation.record_none')
            : t('moderation.record_counts', { approved, rejected }),
        ],
        [
          t('moderation.reports'),
          reported === 0 ? t('moderation.none') : t('moderation.reports_counts', { count: reported, upheld }),
        ],
        [
          t('moderation.limits'),
          restrictions.length === 0
            ? t('moderation.none')
            : t('moderation.limits_count', { count: restrictions.length }),
        ],
      ]}
    />
  );
}

/** Links to the public profile, and to all decisions about the member. */
export function RecordLinks({ member }: { member: Member }) {
  const t = useT('moderation');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Meta>
        <MemberLink className={more.more} slug={member.slug}>
          {t('moderation.profile')}
        </MemberLink>
        <button type="button" className={more.more} onClick={() => setOpen(true)}>
          {t('moderation.whole_record')}
        </button>
      </Meta>
      {open && <RecordDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecordDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT('moderation', 'report', 'decisions');
  const record = useRecord(member.id);
  return (
    <Dialog title={t('moderation.record_of', { name: member.username })} wide onClose={onClose}>
      {record.data ? (
        <>
          <RecordFacts record={record.data} />
          {record.data.restrictions.length > 0 && (
            <ul className={styles.reports}>
              {record.data.restrictions.map((restriction) => (
                <Restricted key={restriction.id} restriction={restriction} />
              ))}
            </ul>
          )}
        </>
      ) : record.isError ? (
        <LoadFailed query={record} />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}

function Restricted({ restriction }: { restriction: RestrictionDetail }) {
  const t = useT('moderation');
  const actionName = useActionName();
  const ruleName = useRuleName();
  const { action, title, titleLanguage, rule, reason, decidedAt, decidedBy, liftedAt, until } = restriction;
  return (
    <li>
      <Meta>
        <b>{actionName(action)}</b>
        {action !== 'suspend' && action !== 'ban' && (
          <span lang={titleLanguage ? LANGUAGE_TAGS[titleLanguage] : undefined}>{title}</span>
        )}
        <Time at={decidedAt} kind="long" />
        {until && (
          <span>
            {t('moderation.until')} <Time at={until} kind="long" />
          </span>
        )}
        <span>{decidedBy ? decidedBy.username : t('moderation.by_system')}</span>
        {liftedAt && <Badge kind="ok">{t('moderation.lifted')}</Badge>}
      </Meta>
      <p className="small soft">{t('common.labelled', { name: ruleName(rule), value: reason })}</p>
    </li>
  );
}
