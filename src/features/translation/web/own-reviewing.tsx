import styles from '#features/stories/web/own-work.module.css';
import list from '#features/stories/web/story-list.module.css';
import { QueryProvider } from '#web/api/query.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Reviewing } from '../contract-views.ts';
import { EARNED_RECENT } from '../model/translation-limits.ts';
import { TRANSLATION_KINDS } from '../model/translation-status.ts';
import { queueAddress } from './review/review-address.ts';
import { useReviewing } from './review/use-review.ts';
import { useListed } from './review/words.ts';

/** Shows reviewers what is in review, with links. Shows translators how far they are from qualifying as reviewers. */
export function OwnReviewing() {
  return (
    <QueryProvider>
      <Both />
    </QueryProvider>
  );
}

function Both() {
  const { data } = useReviewing();
  return (
    <>
      {data && data.languages.length > 0 && <Queues languages={data.languages} />}
      {data && data.earning.length > 0 && <Earning earning={data.earning} />}
    </>
  );
}

function Queues({ languages }: Pick<Reviewing, 'languages'>) {
  const t = useT('review');
  const nameOf = useLanguageName();
  const listed = useListed();
  return (
    <Section title={t('review.title')} note={listed(languages.map(({ language }) => nameOf(language)))}>
      <ul className={classNames(list.rows, styles.rows)}>
        {TRANSLATION_KINDS.toReversed().map((kind) => (
          <li key={kind} className={classNames(list.row, list.slim, styles.piece)}>
            <p className={list.name}>
              <Link className="quiet" to={queueAddress(kind)}>
                {t(kind === 'chapter' ? 'review.chapters' : 'review.titles')}
              </Link>
            </p>
            <span className={list.when}>{languages.reduce((sum, waiting) => sum + waiting[kind], 0)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Languages that the member translates into, with the number of approved translations out of those needed. */
function Earning({ earning }: Pick<Reviewing, 'earning'>) {
  const t = useT('review');
  const nameOf = useLanguageName();
  const wasRejected = earning.some(({ approved, needed }) => approved >= needed);
  const note = wasRejected && t('review.rejected_lately', { recent: EARNED_RECENT });
  return (
    <Section title={t('review.becoming')} note={note}>
      <ul className={classNames(list.rows, styles.rows)}>
        {earning.map(({ language, approved, needed }) => (
          <li key={language} className={classNames(list.row, list.slim, styles.piece)}>
            <p className={list.name}>
              <Link className="quiet" to={queueAddress('chapter')}>
                {t('review.into', { language: nameOf(language) })}
              </Link>
            </p>
            <span className={list.when}>{t('review.earned', { approved: Math.min(approved, needed), needed })}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
