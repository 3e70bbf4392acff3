import { useT } from '../i18n/i18n.tsx';
import styles from './spinner.module.css';

/** Shown when a wait lasts longer than 300 ms. */
export function Spinner() {
  const t = useT();
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className="hide">{t('common.loading')}</span>
    </div>
  );
}
