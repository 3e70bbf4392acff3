import type { MouseEvent } from 'react';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Knot } from '#web/ui/knot.tsx';
import { Link } from '#web/ui/link.tsx';
import more from '#web/ui/more.module.css';
import { Time } from '#web/ui/time.tsx';
import type { ReviewDetail } from '../contract.ts';
import styles from './case-file.module.css';
import { DESK_KEYS, type DeskAct } from './desk-keys.ts';
import type { PlacedMark } from './highlight.ts';
import { jumpTo, markId } from './jump.ts';
import { KeySign } from './key-sign.tsx';
import { useCheckName, useFieldName } from './words.ts';

export const DECISION = 'decide';

/** Beside the text: what can be decided, what the pre-review asks, and who wrote it. */
export function DecisionSide({
  review,
  marks,
  busy,
  failure,
  hasKeys,
  onApprove,
  onReject,
  onLeave,
}: {
  review: ReviewDetail;
  marks: readonly PlacedMark[];
  busy: boolean;
  /** Why the last try came to nothing. */
  failure: unknown;
  hasKeys: boolean;
  onApprove: () => void;
  onReject: () => void;
  /** Null when nothing else waits. */
  onLeave: (() => void) | null;
}) {
  const t = useT('moderation');
  const errorText = useErrorText();
  const key = (act: DeskAct) => (hasKeys ? { 'aria-keyshortcuts': DESK_KEYS[act] } : {});
  const sign = (act: DeskAct) => hasKeys && <KeySign sign={DESK_KEYS[act]} />;
  return (
    <aside className={styles.side} aria-label={t('moderation.decide')}>
      <section>
        <h3 id={DECISION} tabIndex={-1}>
          {t('moderation.decide')}
        </h3>
        <div className={styles.decide}>
          {review.obstacle === 'own_work' ? (
            <p>{t('moderation.own_text')}</p>
          ) : (
            <>
              <Button kind="primary" busy={busy} onClick={onApprove} {...key('approve')}>
                {t('moderation.approve')}
                {sign('approve')}
              </Button>
              <Button onClick={busy ? undefined : onReject} {...key('reject')}>
                {t('moderation.reject')}
                {sign('reject')}
              </Button>
            </>
          )}
          {onLeave && (
            <Button kind="bare" onClick={onLeave} {...key('next')}>
              {t('moderation.leave')}
              {sign('next')}
            </Button>
          )}
        </div>
        {failure != null && (
          <div className={styles.failure}>
            <Banner kind="danger">{errorText(failure)}</Banner>
          </div>
        )}
        {review.obstacle === null && <p className="small soft">{t('moderation.no_undo')}</p>}
      </section>
      <section>
        <h3>{t('moderation.checks')}</h3>
        <Checks marks={marks} />
      </section>
      <Author review={review} />
    </aside>
  );
}

function Checks({ marks }: { marks: readonly PlacedMark[] }) {
  const t = useT('moderation');
  const checkName = useCheckName();
  const fieldName = useFieldName();
  if (marks.length === 0) return <p className="small soft">{t('moderation.no_marks')}</p>;
  const placeOf = ({ check, field, paragraph }: PlacedMark) => {
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
      {marks.map((mark, number) => (
        <li key={markId(number)}>
          <Knot />
          <a href={`#${markId(number)}`} onClick={follow}>
            {placeOf(mark)}
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
      <dl className={styles.facts}>
        <dt>{t('moderation.here_since')}</dt>
        <dd>
          <Time at={record.joinedAt} kind="long" />
        </dd>
        <dt>{t('moderation.record')}</dt>
        <dd>{isNew ? t('moderation.record_none') : t('moderation.record_counts', record)}</dd>
      </dl>
      <Link className={more.more} to={`/user/${author.slug}`}>
        {t('moderation.profile')}
      </Link>
    </section>
  );
}
