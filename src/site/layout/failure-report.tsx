import { useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { press } from '#web/page/press.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './page-failure.module.css';

/** Details of a failure, and a button to report it. */
export function FailureReport() {
  const t = useT('feedback');
  const [place] = useState(() => `${location.pathname}${location.search} · ${new Date().toISOString()}`);
  return (
    <details className={styles.report}>
      <summary>{t('feedback.for_report')}</summary>
      <p>
        <code>{place}</code>
      </p>
      <Button small {...press('feedback', { note: place })}>
        {t('feedback.send_with')}
      </Button>
    </details>
  );
}
