import { LANGUAGE_TAGS, type Language, lengthUnit } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import tabs from '#web/ui/tabs.module.css';
import { useNow } from '#web/ui/time-left.tsx';
import type { QueuedTranslation, Reviewing } from '../../contract-views.ts';
import type { TranslationKind } from '../../model/translation-status.ts';
import styles from './queue.module.css';
import { queueAddress, reviewAddress } from './review-address.ts';
import { useReviewQueue } from './use-review.ts';
import { minutesUntil, useAge } from './words.ts';

/** True if the caller can review it: not their own, and not reserved by another reviewer. */
export function isOpenTo({ isOwn, holder }: QueuedTranslation): boolean {
  return !isOwn && (holder === null || holder.isSelf);
}

/** The translations into one language in review, oldest first. */
export function LanguageQueue({
  kind,
  into,
  languages,
}: {
  kind: TranslationKind;
  into: Language;
  languages: Reviewing['languages'];
}) {
  const t = useT('review');
  const errorText = useErrorText();
  const nameOf = useLanguageName();
  const queue = useReviewQueue(kind, into);
  const entries = queue.data?.pages.flatMap(({ items }) => items);
  const first = entries?.find(isOpenTo);
  return (
    <Section
      title={t('review.into', { language: nameOf(into) })}
      tabs={
        languages.length > 1 && (
          <nav className={tabs.tabs} aria-label={t('review.languages')}>
            {languages.map(({ language, ...waiting }) => (
              <Link
                key={language}
                to={queueAddress(kind, language)}
                aria-current={language === into ? 'page' : undefined}
              >
                {nameOf(language)}
                <span className={tabs.count}>{waiting[kind]}</span>
              </Link>
            ))}
          </nav>
        )
      }
    >
      <div>
        {!entries &&
          (queue.isError ? (
            <LoadFailure sentence={errorText(queue.error)} onRetry={() => void queue.refetch()} />
          ) : (
            <Spinner />
          ))}
        {entries?.length === 0 && (
          <Empty title={t('review.empty')}>
            <p className="soft">{t('review.empty_text')}</p>
            <ButtonLink kind="primary" to={to.search()}>
              {t('review.find_to_translate')}
            </ButtonLink>
          </Empty>
        )}
        {entries && entries.length > 0 && (
          <ol className={styles.rows}>
            {entries.map((entry) => (
              <QueueRow key={entry.id} entry={entry} isFirst={entry === first} />
            ))}
          </ol>
        )}
        {queue.hasNextPage && (
          <Button busy={queue.isFetchingNextPage} onClick={() => void queue.fetchNextPage()}>
            {t('common.view_more')}
          </Button>
        )}
      </div>
    </Section>
  );
}

function QueueRow({ entry, isFirst }: { entry: QueuedTranslation; isFirst: boolean }) {
  const t = useT('review');
  const nameOf = useLanguageName();
  const age = useAge();
  const now = useNow() ?? Date.now();
  const { kind, title, number, sourceLanguage, translator } = entry;
  const lang = LANGUAGE_TAGS[sourceLanguage];
  return (
    <li className={isOpenTo(entry) ? undefined : styles.held}>
      <div>
        <p className={styles.name} lang={lang}>
          {number === null ? title : t('common.numbered_title', { number, title })}
        </p>
        {kind === 'chapter' ? (
          <p className={styles.of} lang={lang}>
            {entry.storyTitle}
          </p>
        ) : (
          <p className={styles.of}>{t('review.title_and_description')}</p>
        )}
      </div>
      <p className={styles.age}>
        <b className="num">{age(entry.submittedAt, now)}</b>
        <span className="small">{t('review.waiting')}</span>
      </p>
      <div className={styles.facts}>
        <Meta>
          <span>{t('review.from', { language: nameOf(sourceLanguage) })}</span>
          <span>{entry.isOwn ? t('review.by_you') : t('review.by', { name: translator.username })}</span>
          <span>{t('common.units', { count: entry.units, unit: lengthUnit(entry.language) })}</span>
          {entry.isUpdate && <span>{t('review.is_update')}</span>}
          {entry.isSecondTime && <span>{t('review.is_second_time')}</span>}
          {entry.seemsIn !== null && <span>{t('review.is_doubtful')}</span>}
          {entry.isOutdated && <span>{t('review.is_outdated')}</span>}
        </Meta>
      </div>
      <div className={styles.act}>
        <RowAct entry={entry} isFirst={isFirst} now={now} />
      </div>
    </li>
  );
}

/** The link to review it, or the reason why the caller can’t. */
function RowAct({ entry, isFirst, now }: { entry: QueuedTranslation; isFirst: boolean; now: number }) {
  const t = useT('review');
  const { id, kind, title, holder, isOwn } = entry;
  if (isOwn) return <p className="small soft">{t('review.own')}</p>;
  const minutes = holder ? minutesUntil(holder.until, now) : 0;
  if (holder && !holder.isSelf)
    return <p className="small soft">{t('review.held', { name: holder.username, minutes })}</p>;
  return (
    <>
      <ButtonLink to={reviewAddress(kind, id)} {...(isFirst ? { kind: 'primary' as const } : {})}>
        {holder ? t('review.go_on') : t('review.read')}
        <span className="hide">: {title}</span>
      </ButtonLink>
      {holder && <p className="small soft">{t('review.yours_for', { minutes })}</p>}
    </>
  );
}
