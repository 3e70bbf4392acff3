import { useT } from '#web/i18n/i18n.tsx';
import type { Statistics } from '../../contract.ts';
import { share } from './chart-scale.ts';
import { useNumbers } from './numbers.ts';
import styles from './statistics.module.css';

const HEIGHT = 150;
const TOP = 30;
const GROUND = 126;
const LEFT = 1.5;
const RIGHT = 98.5;

/** Readers per day as vertical lines. Today’s line is dashed because the day isn’t over. */
export function DayChart({ days }: { days: Statistics['days'] }) {
  const t = useT('statistics');
  const { count, shortDay } = useNumbers();
  const most = Math.max(...days.map(({ readers }) => readers), 1);
  const last = days.length - 1;
  const x = (index: number) => share(LEFT + ((RIGHT - LEFT) * index) / last);
  const y = (readers: number) => GROUND - ((GROUND - TOP) * readers) / most;
  const peak = days.findIndex(({ readers }) => readers === most);
  const today = days[last]!;
  return (
    <svg
      height={HEIGHT}
      role="img"
      aria-label={t('statistics.days_label', { today: today.readers, most: peak < 0 ? 0 : most })}
    >
      <line className={styles.axis} x1="0" x2="100%" y1={GROUND} y2={GROUND} />
      {days.map(({ day, readers }, index) => (
        <g key={day}>
          <line
            className={index === last ? styles.loose : styles.strand}
            x1={x(index)}
            x2={x(index)}
            y1={GROUND}
            y2={y(readers)}
          />
          <circle
            className={index === last ? styles.drop : styles.bead}
            cx={x(index)}
            cy={y(readers)}
            r={index === last ? 4 : 3}
          />
        </g>
      ))}
      {peak >= 0 && peak < last - 1 && (
        <text className={styles.big} x={x(peak)} y={y(most) - 10} textAnchor={peak === 0 ? 'start' : 'middle'}>
          {count(most)}
        </text>
      )}
      <text className={styles.big} x={x(last)} dx="4" y={y(today.readers) - 12} textAnchor="end">
        {count(today.readers)}
      </text>
      <text x="0" y={GROUND + 20}>
        {shortDay(days[0]!.day)}
      </text>
      {days.length > 20 && (
        <text x={x(Math.floor(last / 2))} y={GROUND + 20} textAnchor="middle">
          {shortDay(days[Math.floor(last / 2)]!.day)}
        </text>
      )}
      <text x="100%" y={GROUND + 20} textAnchor="end">
        {t('statistics.today')}
      </text>
    </svg>
  );
}
