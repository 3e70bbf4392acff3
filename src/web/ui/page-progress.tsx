import { useT } from '../i18n/i18n.tsx';
import styles from './page-progress.module.css';

/** Shown when a wait lasts longer than 300 ms. */
export function ProgressBar() {
  const t = useT();
  return (
    <div className={styles.bar} role="status">
      <span className="hide">{t('common.loading')}</span>
    </div>
  );
}
