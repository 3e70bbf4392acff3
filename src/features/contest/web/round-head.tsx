import { useT } from '#web/i18n/i18n.tsx';
import { Badge } from '#web/ui/badge.tsx';
import styles from './round.module.css';

/** “Round 4”, with a badge for its state. */
export function RoundHead({ number, kind, badge }: { number: number; kind?: 'ok' | 'warn'; badge: string }) {
  const t = useT('contest');
  return (
    <div className={styles.phase}>
      <h2>{t('contest.round', { number })}</h2>
      <Badge kind={kind}>{badge}</Badge>
    </div>
  );
}
