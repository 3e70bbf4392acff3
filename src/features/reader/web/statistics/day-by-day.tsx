import { useT } from '#web/i18n/i18n.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Statistics } from '../../contract.ts';
import { AsTable } from './as-table.tsx';
import { DayChart } from './day-chart.tsx';
import { useNumbers } from './numbers.ts';
import styles from './statistics.module.css';

export function DayByDay({ days }: { days: Statistics['days'] }) {
  const t = useT('statistics');
  const { count, longDay } = useNumbers();
  return (
    <Section title={t('statistics.by_day')}>
      <div className={styles.stack}>
        <figure className={styles.chart}>
          <figcaption className="soft">{t('statistics.by_day_text')}</figcaption>
          <DayChart days={days} />
        </figure>
        <AsTable
          caption={t('statistics.by_day_caption')}
          columns={[t('statistics.col_day'), t('statistics.col_readers')]}
          rows={days.map(({ day, readers }) => ({ key: day, name: longDay(day), values: [count(readers)] }))}
        />
      </div>
    </Section>
  );
}
