import type { MouseEvent } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { Time } from '#web/ui/time.tsx';
import type { ReviewDetail } from '../contract.ts';
import { type CaseButton, type CasePlace, Decide, Facts } from './case-parts.tsx';
import type { PlacedFinding } from './highlight.ts';
import { jumpTo, markId } from './jump.ts';
import { RecordLinks } from './member-record.tsx';
import styles from './submission-case.module.css';
import { useCheckName, useFieldName } from './words.ts';

/** The sidebar of a submission: the buttons to decide, the findings, and the author. */
export function DecisionSide({
  review,
  findings,
  ...decide
}: Pick<CasePlace, 'hasKeys' | 'onLeave'> & {
  review: ReviewDetail;
  findings: readonly PlacedFinding[];
  choices: readonly CaseButton[];
  busy: boolean;
  /** Error of the last attempt. */
  failure: unknown;
}) {
  const t = useT('moderation');
  return (
    <aside className={styles.side} aria-label={t('moderation.decide')}>
      <Decide {...decide} blocker={review.blocker} note={t('moderation.no_undo')} />
      <section>
        <h3>{t('moderation.checks')}</h3>
        <Checks findings={findings} />
      </section>
      <Author review={review} />
    </aside>
  );
}

function Checks({ findings }: { findings: readonly PlacedFinding[] }) {
  const t = useT('moderation');
  const checkName = useCheckName();
  const fieldName = useFieldName();
  if (findings.length === 0) return <p className="small soft">{t('moderation.no_findings')}</p>;
  const placeOf = ({ check, field, paragraph }: PlacedFinding) => {
    const name = checkName(check);
    if (field !== 'content') return t('moderation.in_field', { name, field: fieldName(field) });
    return paragraph === null ? name : t('moderation.in_paragraph', { name, number: paragraph });
  };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    jumpTo(document.getElementById(event.currentTarget.hash.slice(1)));
  };
  return (
    <ol className={styles.checks}>
      {findings.map((finding, number) => (
        <li key={markId(number)}>
          <StatusDot />
          <a href={`#${markId(number)}`} onClick={follow}>
            {placeOf(finding)}
          </a>
        </li>
      ))}
    </ol>
  );
}

function Author({ review: { author, record } }: { review: ReviewDetail }) {
  const t = useT('moderation');
  const isNew = record.approved + record.rejected === 0;
  return (
    <section aria-label={t('moderation.author')}>
      <h3>{author.username}</h3>
      <Facts
        of={[
          [t('moderation.here_since'), <Time key="since" at={record.joinedAt} kind="long" />],
          [t('moderation.record'), isNew ? t('moderation.record_none') : t('moderation.record_counts', record)],
        ]}
      />
      <RecordLinks member={author} />
    </section>
  );
}
