import { useT } from '#web/i18n/i18n.tsx';
import { Time } from '#web/ui/time.tsx';
import type { RoundAudit } from '../../contract.ts';
import styles from './audit.module.css';

/** Height of the drawing in its own units. An interval is one unit wide, and the page stretches both. */
const HEIGHT = 100;
/** Which share of an interval’s width stays empty. */
const GAP = 0.2;

/** When the votes were cast: one bar per interval, and the same as a table. */
export function VotesOverTime({ parts }: { parts: RoundAudit['overTime'] }) {
  const t = useT('moderation');
  const most = Math.max(0, ...parts.map(({ votes }) => votes));
  if (most === 0) return <p className="soft">{t('moderation.audit_no_votes')}</p>;
  return (
    <div className={styles.overTime}>
      <svg viewBox={`0 0 ${parts.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ from, votes }, i) => {
          const height = (votes / most) * HEIGHT;
          return <rect key={from} x={i + GAP / 2} y={HEIGHT - height} width={1 - GAP} height={height} />;
        })}
      </svg>
      <p className="small soft">{t('moderation.audit_changed')}</p>
      <details>
        <summary>{t('moderation.audit_table')}</summary>
        <table className={styles.table}>
          <caption className="hide">{t('moderation.audit_over_time')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('moderation.audit_when')}</th>
              <th scope="col">{t('moderation.audit_count')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ from, votes }) => (
              <tr key={from}>
                <th scope="row">
                  <Time at={from} kind="moment" />
                </th>
                <td>{votes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </div>
  );
}
