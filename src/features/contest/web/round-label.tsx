import { ModeMark } from '#features/stories/web/mode.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import styles from './round-label.module.css';

/** "Round 4" with the mark of the competition; one fact of a line of them. */
export function RoundLabel({ number }: { number: number }) {
  const t = useT('ballot');
  return (
    <span className={styles.label}>
      <ModeMark mode="competition" />
      {t('ballot.round', { number })}
    </span>
  );
}
