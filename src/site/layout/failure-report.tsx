import { useState } from 'react';
import { useT } from '#web/i18n/i18n.tsx';
import { press } from '#web/page/press.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './page-failure.module.css';

/** What may be the token of a link. Only moderators read feedback, but the link may still be valid then. */
const TOKEN = /[\w.-]{40,}/g;

/** Returns the URL of this page without tokens, and the time. */
function placeNow(): string {
  return `${(location.pathname + location.search).replace(TOKEN, '…')} · ${new Date().toISOString()}`;
}

/** Details of a failure, and a button to report it. */
export function FailureReport() {
  const t = useT('feedback');
  const [place] = useState(placeNow);
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
