import type { Language } from '#core/languages.ts';
import { MINUTE } from '#core/time.ts';
import { useMe } from '#features/accounts/web/use-me.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { useAddress } from '#web/navigation/use-address.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import tabs from '#web/ui/tabs.module.css';
import type { Reviewing } from '../../contract-views.ts';
import { LEASE } from '../../model/translation-limits.ts';
import { TRANSLATION_KINDS, type TranslationKind } from '../../model/translation-status.ts';
import { BecomeReviewer } from './become-reviewer.tsx';
import { LanguageQueue } from './language-queue.tsx';
import styles from './queue.module.css';
import { queueAddress } from './review-address.ts';
import { Reviewers } from './reviewers.tsx';
import { useLeftReviews } from './use-lease.ts';
import { useReviewing } from './use-review.ts';
import { useListed } from './words.ts';

/** The translations that a reviewer can review, by language. Admins also see the list of reviewers. */
export function QueuePage({ kind }: { kind: TranslationKind }) {
  return (
    <QueryProvider>
      <Queue kind={kind} />
    </QueryProvider>
  );
}

function Queue({ kind }: { kind: TranslationKind }) {
  const t = useT('review');
  const errorText = useErrorText();
  const { query } = useAddress();
  const { data: me } = useMe();
  const { data: reviewing, error, refetch } = useReviewing();
  useLeftReviews();
  if (!reviewing)
    return (
      <>
        <header className={styles.head}>
          <h1>{t('review.title')}</h1>
        </header>
        {error ? <LoadFailure sentence={errorText(error)} onRetry={() => void refetch()} /> : <Spinner />}
      </>
    );
  const { languages } = reviewing;
  const chosen =
    languages.find(({ language }) => language === query.get('into')) ??
    languages.find((waiting) => waiting[kind] > 0) ??
    languages[0];
  return (
    <>
      <QueueHead kind={kind} languages={languages} into={chosen?.language} />
      {chosen ? (
        <LanguageQueue key={`${kind} ${chosen.language}`} kind={kind} into={chosen.language} languages={languages} />
      ) : (
        <BecomeReviewer earning={reviewing.earning} />
      )}
      {me?.roles.includes('administrator') && <Reviewers />}
    </>
  );
}

function QueueHead({
  kind,
  languages,
  into,
}: {
  kind: TranslationKind;
  languages: Reviewing['languages'];
  into: Language | undefined;
}) {
  const t = useT('review');
  const nameOf = useLanguageName();
  const listed = useListed();
  const names = languages.map(({ language }) => nameOf(language));
  return (
    <header className={styles.head}>
      <h1>{t('review.title')}</h1>
      {languages.length > 0 && (
        <>
          <p className="soft">{t('review.queue_text', { languages: listed(names), minutes: LEASE / MINUTE })}</p>
          <nav className={classNames(tabs.tabs, tabs.line)} aria-label={t('review.kinds')}>
            {TRANSLATION_KINDS.toReversed().map((other) => (
              <Link key={other} to={queueAddress(other, into)} aria-current={other === kind ? 'page' : undefined}>
                {t(other === 'chapter' ? 'review.chapters' : 'review.titles')}
                <span className={tabs.count}>{languages.reduce((sum, waiting) => sum + waiting[other], 0)}</span>
              </Link>
            ))}
          </nav>
        </>
      )}
    </header>
  );
}
