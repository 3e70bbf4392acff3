import type { ReactNode } from 'react';
import type { Language } from '#core/languages.ts';
import editorPage from '#features/chapters/web/editor-page/editor-page.module.css';
import { useT } from '#web/i18n/i18n.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { participantColorClass } from '#web/ui/participant-color.ts';
import { useNow } from '#web/ui/time-left.tsx';
import { TimeThread } from '#web/ui/time-thread.tsx';
import type { ReviewTask } from '../../contract-views.ts';
import { LEASE } from '../../model/translation-limits.ts';
import type { TranslationKind } from '../../model/translation-status.ts';
import styles from './review.module.css';
import { queueAddress } from './review-address.ts';
import { minutesUntil } from './words.ts';

/** The bar above a translation being reviewed: a link back to the queue, and the remaining time. */
export function ReviewBar({
  kind,
  logo,
  into,
  lease,
}: {
  kind: TranslationKind;
  logo: ReactNode;
  into?: Language;
  /** Null if it can’t be decided here anymore. */
  lease?: ReviewTask['lease'] | null;
}) {
  const t = useT('review');
  const back = queueAddress(kind, into);
  return (
    <header className={editorPage.bar}>
      <div className="wrap">
        <Link
          className={editorPage.back}
          to={back}
          aria-label={t('common.labelled', { name: t('review.title'), value: t('review.back') })}
        >
          {logo}
          <span>{t('review.title')}</span>
        </Link>
        {lease && (
          <div className={classNames(editorPage.push, styles.push)}>
            <Lease until={lease.until} />
            {/* Leaving the page releases the lease. */}
            <ButtonLink small kind="bare" to={back}>
              {t('review.give_back')}
            </ButtonLink>
          </div>
        )}
      </div>
    </header>
  );
}

function Lease({ until }: { until: string }) {
  const t = useT('review');
  const now = useNow() ?? Date.now();
  const minutes = minutesUntil(until, now);
  if (minutes === 0) return null;
  const words = t('review.yours_for', { minutes });
  const from = new Date(Date.parse(until) - LEASE).toISOString();
  return (
    <div className={styles.lease}>
      <span className="num">{words}</span>
      <TimeThread slim now={now} from={from} to={until} label={words} className={participantColorClass(2)} />
    </div>
  );
}
