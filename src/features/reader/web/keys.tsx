import { useT } from '#web/i18n/i18n.tsx';
import styles from './reader.module.css';

/** The keys that work while reading, and the switch that turns them off. Only for devices with a keyboard. */
export function Keys() {
  const t = useT('reader');
  return (
    <details className={`${styles.keys} for-keys needs-script`}>
      <summary>{t('reader.keys')}</summary>
      <dl>
        <dt>
          <kbd>J</kbd> <kbd>K</kbd>
        </dt>
        <dd>{t('reader.keys_paragraph')}</dd>
        <dt>
          <kbd>←</kbd> <kbd>→</kbd>
        </dt>
        <dd>{t('reader.keys_chapter')}</dd>
        <dt>
          <kbd>T</kbd>
        </dt>
        <dd>{t('reader.contents')}</dd>
      </dl>
      <label>
        <input type="checkbox" name="reader-singleKeys" value="on" />
        {t('reader.single_keys')}
      </label>
    </details>
  );
}
