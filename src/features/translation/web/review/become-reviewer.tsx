import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import type { Reviewing } from '../../contract-views.ts';
import { EARNED_APPROVED, EARNED_RECENT } from '../../model/translation-limits.ts';
import styles from './queue.module.css';

/** For members who can’t review yet: how to qualify, and their progress. */
export function BecomeReviewer({ earning }: { earning: Reviewing['earning'] }) {
  const t = useT('review');
  const nameOf = useLanguageName();
  return (
    <Empty title={t('review.not_yet')}>
      <p>{t('review.how', { approved: EARNED_APPROVED, recent: EARNED_RECENT })}</p>
      {earning.length > 0 && (
        <ul className={styles.earning}>
          {earning.map(({ language, approved, needed }) => (
            <li key={language}>
              <span id={`earning-${language}`}>{nameOf(language)}</span>
              <progress max={needed} value={approved} aria-labelledby={`earning-${language}`} />
              <span className="num">{t('review.earned', { approved: Math.min(approved, needed), needed })}</span>
            </li>
          ))}
        </ul>
      )}
      {earning.some(({ approved, needed }) => approved >= needed) && (
        <p className="small soft">{t('review.rejected_lately', { recent: EARNED_RECENT })}</p>
      )}
      <ButtonLink kind="primary" to={to.search()}>
        {t('review.find_to_translate')}
      </ButtonLink>
    </Empty>
  );
}
