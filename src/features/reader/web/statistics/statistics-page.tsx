import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { ModeLabel, useModeColor } from '#features/stories/web/mode.tsx';
import { useModes } from '#features/stories/web/modes.ts';
import { ApiError, call } from '#web/api/client.ts';
import { QueryProvider } from '#web/api/query.tsx';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Meta } from '#web/ui/meta.tsx';
import { Section } from '#web/ui/section.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import tabs from '#web/ui/tabs.module.css';
import { TextButton } from '#web/ui/text-button.tsx';
import { readerApi, STATISTICS_SPANS, type Statistics, type StatisticsSpan } from '../../contract.ts';
import { meaningOf } from '../../model/statistics-meaning.ts';
import { DayByDay } from './day-by-day.tsx';
import { Figures } from './figures.tsx';
import { HowFar, WhatTheyRead } from './how-far.tsx';
import { useNumbers } from './numbers.ts';
import { saveAsCsv } from './save-as-csv.ts';
import styles from './statistics.module.css';

const SPAN_NAMES = {
  week: 'statistics.span_week',
  month: 'statistics.span_month',
  always: 'statistics.span_always',
} as const satisfies Record<StatisticsSpan, string>;

/** Statistics of a story for its writers: who reads it, and how far. */
export function StatisticsPage(props: { storyId: string; notFound: ReactNode }) {
  return (
    <QueryProvider>
      <Loaded {...props} />
    </QueryProvider>
  );
}

function Loaded({ storyId, notFound }: { storyId: string; notFound: ReactNode }) {
  const t = useT('statistics');
  const [span, setSpan] = useState<StatisticsSpan>('month');
  const { data, error, refetch } = useQuery({
    queryKey: ['story', storyId, 'statistics', span],
    queryFn: () => call(readerApi.statistics, { storyId, span }),
    placeholderData: keepPreviousData,
  });
  if (error instanceof ApiError && error.status === 404) return notFound;
  if (error) return <LoadFailure sentence={t('statistics.load_failed')} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return <Shown statistics={data} span={span} onSpan={setSpan} />;
}

function Shown({
  statistics,
  span,
  onSpan,
}: {
  statistics: Statistics;
  /** The requested period. The shown data may still be of the previous one. */
  span: StatisticsSpan;
  onSpan: (span: StatisticsSpan) => void;
}) {
  const t = useT('statistics');
  const { story, chapters, readers, before } = statistics;
  const color = useModeColor();
  const { shape } = useModes()[story.mode];
  const tag = LANGUAGE_TAGS[story.language];
  const isRead = readers > 0 || chapters.some(({ opened }) => opened > 0);
  return (
    <div className={classNames(styles.page, color(story.mode))}>
      <header className={styles.head}>
        <Meta>
          <ModeLabel mode={story.mode} />
          <Link to={to.story({ storyId: story.id })}>
            <span lang={tag}>{story.title}</span>
          </Link>
          <span>{t('statistics.for_authors')}</span>
        </Meta>
        <h1 tabIndex={-1}>
          <Sentence
            id="statistics.heading"
            params={{ title: story.title }}
            wraps={{ name: (title) => <span lang={tag}>{title}</span> }}
          />
        </h1>
        {isRead && (
          <p className={styles.lead}>
            <MeaningSaid statistics={statistics} />
          </p>
        )}
      </header>
      <Section
        title={t(SPAN_NAMES[span])}
        tabs={
          // biome-ignore lint/a11y/useSemanticElements: tabs of a list, not form fields
          <div className={tabs.tabs} role="group" aria-label={t('statistics.time')}>
            {STATISTICS_SPANS.map((choice) => (
              <button
                key={choice}
                type="button"
                aria-current={choice === span ? 'true' : undefined}
                onClick={() => onSpan(choice)}
              >
                {t(SPAN_NAMES[choice])}
              </button>
            ))}
          </div>
        }
      >
        {isRead ? (
          <Figures statistics={statistics} />
        ) : (
          <Empty title={before === null ? t('statistics.none_yet') : t('statistics.none_now')}>
            <p className="soft">{t('statistics.none_text')}</p>
          </Empty>
        )}
      </Section>
      {isRead && (
        <>
          {shape === 'tree' ? <WhatTheyRead statistics={statistics} /> : <HowFar statistics={statistics} />}
          <DayByDay days={statistics.days} />
          <Languages statistics={statistics} />
        </>
      )}
      <p className={classNames(styles.foot, 'small soft')}>
        {t('statistics.note')} <TakeAlong statistics={statistics} />
      </p>
    </div>
  );
}

/** Interprets the figures in one or two sentences. */
function MeaningSaid({ statistics: { story, readers, chapters } }: { statistics: Statistics }): string {
  const t = useT('statistics');
  const { shape } = useModes()[story.mode];
  if (shape === 'tree')
    return t('statistics.meaning_branch', { readers, opened: chapters.reduce((sum, { opened }) => sum + opened, 0) });
  const meaning = meaningOf(chapters);
  const { passed, ended } = meaning;
  switch (meaning.kind) {
    case 'stop': {
      const { number, opened, stopped } = meaning;
      const sentence = t('statistics.meaning_stop', { number, opened, stopped });
      // With readers who arrived from elsewhere, `ended` can exceed `passed`.
      return passed > 0 && ended <= passed
        ? `${sentence} ${t('statistics.meaning_passed', { passed, ended })}`
        : sentence;
    }
    case 'one':
      return t('statistics.meaning_one', { began: meaning.began, ended });
    default:
      return ended <= meaning.began
        ? t('statistics.meaning_end', { began: meaning.began, ended })
        : t('statistics.meaning_later', { began: meaning.began, ended });
  }
}

function Languages({ statistics: { languages, readers } }: { statistics: Statistics }) {
  const t = useT('statistics');
  const { count, percent } = useNumbers();
  if (languages.length === 0) return null;
  return (
    <Section title={t('statistics.languages')}>
      <table className={styles.tongues}>
        <caption className="hide">{t('statistics.languages_caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statistics.col_language')}</th>
            <th scope="col">
              <span className="hide">{t('statistics.col_part')}</span>
            </th>
            <th scope="col" className={styles.num}>
              {t('statistics.col_readers')}
            </th>
          </tr>
        </thead>
        <tbody>
          {languages.map(({ language, readers: some }) => (
            <tr key={language}>
              <th scope="row" lang={LANGUAGE_TAGS[language]}>
                {LANGUAGE_NAMES[language]}
              </th>
              <td>
                <progress className={styles.spool} max={readers} value={some} aria-label={percent(some / readers)} />
              </td>
              <td className={styles.num}>{count(some)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function TakeAlong({ statistics }: { statistics: Statistics }) {
  const t = useT('statistics');
  return (
    <TextButton
      onClick={() =>
        saveAsCsv(statistics, {
          chapter: t('statistics.col_chapter'),
          title: t('statistics.col_title'),
          readers: t('statistics.col_readers'),
          ended: t('statistics.col_ended'),
          day: t('statistics.col_day'),
          language: t('statistics.col_language'),
        })
      }
    >
      {t('statistics.take_along')}
    </TextButton>
  );
}
