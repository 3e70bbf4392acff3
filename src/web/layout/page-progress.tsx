import { useNavigation } from 'react-router';
import { useT } from '../i18n/i18n.tsx';
import styles from './page-progress.module.css';

/** Says that the next page is on its way, when that takes longer than 300 ms. */
export function PageProgress() {
  const t = useT();
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div className={styles.bar} role="status">
      <span className="hide">{t('common.loading')}</span>
    </div>
  );
}
