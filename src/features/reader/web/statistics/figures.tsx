import type { ReactNode } from 'react';
import { useModes } from '#features/stories/web/modes.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { useLanguageName } from '#web/i18n/language-name.ts';
import type { Statistics } from '../../contract.ts';
import { SPAN_DAYS } from '../../model/statistics-limits.ts';
import { useNumbers } from './numbers.ts';
import styles from './statistics.module.css';

/** The four figures of a period, each with a comparison. */
export function Figures({ statistics }: { statistics: Statistics }) {
  const t = useT('statistics');
  const nameOf = useLanguageName();
  const { count, mean, percent, list } = useNumbers();
  const { story, readers, languages, chapters } = statistics;
  const isTree = useModes()[story.mode].shape === 'tree';
  const opened = chapters.reduce((sum, chapter) => sum + chapter.opened, 0);
  const began = chapters[0]?.opened ?? 0;
  const ended = isTree ? chapters.reduce((sum, chapter) => sum + chapter.ended, 0) : (chapters.at(-1)?.ended ?? 0);
  const fresh = languages.filter(({ isNew }) => isNew).map(({ language }) => nameOf(language));
  return (
    <dl className={styles.figures}>
      <Figure name={t('statistics.col_readers')} value={count(readers)} note={useChange(statistics)} />
      <Figure
        name={t('statistics.opened')}
        value={count(opened)}
        note={readers > 0 && t('statistics.each', { mean: mean(opened / readers) })}
      />
      <Figure
        name={isTree ? t('statistics.ended_branch') : t('statistics.ended')}
        value={count(ended)}
        note={
          !isTree &&
          began >= ended &&
          began > 0 &&
          t('statistics.of_begun', { percent: percent(ended / began), count: count(began) })
        }
      />
      <Figure
        name={t('statistics.languages_count')}
        value={count(languages.length)}
        note={fresh.length > 0 && t('statistics.new_languages', { names: list(fresh) })}
      />
    </dl>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  );
}

/** Compares the readers with those of the previous period. */
function useChange({ readers, before, span }: Statistics): string | null {
  const t = useT('statistics');
  if (before === null || span === 'always') return null;
  const days = SPAN_DAYS[span];
  if (readers === before) return t('statistics.as_many', { days });
  return readers > before
    ? t('statistics.more', { count: readers - before, days })
    : t('statistics.fewer', { count: before - readers, days });
}
