import { useT } from '../i18n/i18n.tsx';
import styles from './spinner.module.css';

/** In place of a whole page that no loader has given a title. */
export function PageSpinner() {
  const t = useT();
  return (
    <>
      <title>{t('common.loading')}</title>
      <Spinner />
    </>
  );
}

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
