import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import type { MonthCounts } from '../../model/transparency.ts';
import styles from './transparency-page.module.css';

const HEIGHT = 232;
const BASE = 196;
const TALLEST = 156;

/**
 * A chart with a line for each month: its length is the number of reports, and its thick part those that were acted on.
 * The table below has the same numbers.
 */
export function Months({ year, months }: { year: number; months: readonly MonthCounts[] }) {
  const t = useT('transparency');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const name = (month: number) =>
    new Date(Date.UTC(year, month - 1)).toLocaleDateString(tag, { month: 'short', timeZone: 'UTC' });
  const nameOf = ({ from, to }: MonthCounts) => (from === to ? name(from) : `${name(from)} – ${name(to)}`);
  const most = Math.max(1, ...months.map(({ received }) => received));
  const topOf = (count: number) => BASE - (count / most) * TALLEST;
  if (months.length === 0) return <p>{t('transparency.no_months')}</p>;
  return (
    <div>
      <figure className={styles.chart}>
        <figcaption>{t('transparency.chart')}</figcaption>
        <svg width="100%" height={HEIGHT} aria-hidden="true">
          <line className={styles.axis} x1="0" y1={BASE} x2="100%" y2={BASE} />
          {months.map((month, i) => {
            const x = `${((i + 0.5) / months.length) * 100}%`;
            return (
              <g key={month.from}>
                <line className={styles.strand} x1={x} y1={BASE} x2={x} y2={topOf(month.received)} />
                <line className={styles.thick} x1={x} y1={BASE} x2={x} y2={topOf(month.acted)} />
                <circle className={styles.ring} cx={x} cy={topOf(month.received)} r="4.5" />
                <circle className={styles.bead} cx={x} cy={topOf(month.acted)} r="3.5" />
                <text className={styles.wide} x={x} y={topOf(month.received) - 11} textAnchor="middle">
                  {month.received}
                </text>
                <text
                  className={months.length > 6 && i % 2 === 1 ? styles.wide : undefined}
                  x={x}
                  y={216}
                  textAnchor="middle"
                >
                  {nameOf(month)}
                </text>
              </g>
            );
          })}
        </svg>
      </figure>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('transparency.month')}</th>
            <th scope="col" className="num">
              {t('transparency.reports')}
            </th>
            <th scope="col" className="num">
              {t('transparency.acted')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.from}>
              <th scope="row">{nameOf(month)}</th>
              <td className="num">{month.received.toLocaleString(tag)}</td>
              <td className="num">{month.acted.toLocaleString(tag)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
