import { ModeMark } from '#features/stories/web/mode.tsx';
import { useT } from '#web/i18n/i18n.tsx';
import styles from './round-label.module.css';

/** “Round 4” with the icon of the competition, for use in a line of facts. */
export function RoundLabel({ number }: { number: number }) {
  const t = useT('ballot');
  return (
    <span className={styles.label}>
      <ModeMark mode="competition" />
      {t('ballot.round', { number })}
    </span>
  );
}
