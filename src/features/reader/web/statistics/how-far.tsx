import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Link } from '#web/ui/link.tsx';
import { Section } from '#web/ui/section.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import type { Statistics } from '../../contract.ts';
import { manyStopAt, type Stop, stoppedAfter } from '../../model/statistics-meaning.ts';
import { AsTable } from './as-table.tsx';
import { HowFarChart } from './how-far-chart.tsx';
import { useNumbers } from './numbers.ts';
import styles from './statistics.module.css';

type Chapter = Statistics['chapters'][number];

/** How far readers get in a linear story, and where many stop. */
export function HowFar({ statistics }: { statistics: Statistics }) {
  const t = useT('statistics');
  const { count, percent } = useNumbers();
  const { story, chapters } = statistics;
  const began = chapters[0]?.opened ?? 0;
  const stops = manyStopAt(chapters);
  return (
    <Section title={t('statistics.how_far')}>
      <div className={styles.stack}>
        <figure className={styles.chart}>
          <figcaption className="soft">{t('statistics.how_far_text')}</figcaption>
          <HowFarChart chapters={chapters} />
        </figure>
        {stops.length > 0 && (
          <ol className={styles.stops}>
            {stops.map((stop) => (
              <StopRow key={stop.chapter.id} stop={stop} statistics={statistics} />
            ))}
          </ol>
        )}
        <AsTable
          caption={t('statistics.how_far_caption')}
          columns={[
            t('statistics.col_chapter'),
            t('statistics.col_readers'),
            t('statistics.col_of_begun'),
            t('statistics.col_stop'),
            t('statistics.col_ended'),
          ]}
          rows={chapters.map((chapter, index) => {
            const stopped = stoppedAfter(chapters, index);
            return {
              key: chapter.id,
              name: (
                <>
                  {chapter.number}. <span lang={LANGUAGE_TAGS[story.language]}>{chapter.title}</span>
                </>
              ),
              values: [
                count(chapter.opened),
                began > 0 ? percent(chapter.opened / began) : '–',
                stopped === null ? '–' : count(stopped),
                count(chapter.ended),
              ],
            };
          })}
        />
      </div>
    </Section>
  );
}

function StopRow({
  stop: { chapter, stopped, share },
  statistics: { story, chapters, days },
}: {
  stop: Stop<Chapter>;
  statistics: Statistics;
}) {
  const t = useT('statistics');
  const { percent, longDay } = useNumbers();
  const isLongest = chapters.every(({ units }) => units <= chapter.units);
  const next = chapters[chapters.indexOf(chapter) + 1];
  // Readers who came before the next chapter was published may still return.
  const isYoung = next !== undefined && next.publishedAt.slice(0, 10) >= days[0]!.day;
  const notes = [
    t('statistics.stop_share', { percent: percent(share) }),
    isLongest && chapters.length > 2 && t('statistics.stop_longest'),
    isYoung && t('statistics.stop_young', { number: next.number, day: longDay(next.publishedAt) }),
  ];
  return (
    <li>
      <StatusDot />
      <Link className={classNames(styles.name, 'quiet')} to={to.chapter({ storyId: story.id, chapterId: chapter.id })}>
        {chapter.number}. <span lang={LANGUAGE_TAGS[story.language]}>{chapter.title}</span>
      </Link>
      <span className={styles.num}>{t('statistics.stop_count', { count: stopped })}</span>
      <span className={styles.note}>{notes.filter(Boolean).join(' ')}</span>
    </li>
  );
}

/** Number of chapters of a branch in the chart. The table below has all of them. */
const DRAWN = 12;

/** What is read in a branch. A reader who doesn’t continue with one chapter may have continued with another. */
export function WhatTheyRead({ statistics: { story, chapters } }: { statistics: Statistics }) {
  const t = useT('statistics');
  const { count } = useNumbers();
  const most = chapters[0]?.opened ?? 1;
  const tag = LANGUAGE_TAGS[story.language];
  return (
    <Section title={t('statistics.what_read')}>
      <div className={styles.stack}>
        <p className="soft">{t('statistics.what_read_text')}</p>
        <table className={classNames(styles.tongues, styles.chapters)}>
          <caption className="hide">{t('statistics.how_far_caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('statistics.col_chapter')}</th>
              <th scope="col">
                <span className="hide">{t('statistics.col_part')}</span>
              </th>
              <th scope="col" className={styles.num}>
                {t('statistics.col_readers')}
              </th>
            </tr>
          </thead>
          <tbody>
            {chapters.slice(0, DRAWN).map(({ id, number, title, opened }) => (
              <tr key={id}>
                <th scope="row">
                  <Link className="quiet" to={to.chapter({ storyId: story.id, chapterId: id })}>
                    {number}. <span lang={tag}>{title}</span>
                  </Link>
                </th>
                <td>
                  <progress className={styles.spool} max={most} value={opened} aria-label={count(opened)} />
                </td>
                <td className={styles.num}>{count(opened)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <AsTable
          caption={t('statistics.how_far_caption')}
          columns={[t('statistics.col_chapter'), t('statistics.col_readers'), t('statistics.col_ended')]}
          rows={chapters.map(({ id, number, title, opened, ended }) => ({
            key: id,
            name: (
              <>
                {number}. <span lang={tag}>{title}</span>
              </>
            ),
            values: [count(opened), count(ended)],
          }))}
        />
      </div>
    </Section>
  );
}
