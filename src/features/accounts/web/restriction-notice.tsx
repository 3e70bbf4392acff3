import { LANGUAGE_TAGS } from '#core/languages.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActs } from '#web/ui/dialog.tsx';
import styles from './account.module.css';
import type { Restriction } from './restriction.ts';

/** Says what was decided about an account, why, for how long, and what can be done (product §10). */
export function RestrictionNotice({ restriction, onClose }: { restriction: Restriction; onClose: () => void }) {
  const t = useT('accounts');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const until = restriction.until === null ? null : new Date(restriction.until);
  const moment = until?.toLocaleString(tag, { dateStyle: 'long', timeStyle: 'short' });
  const title = until
    ? t('accounts.suspended_until', { date: until.toLocaleDateString(tag, { dateStyle: 'long' }) })
    : t('accounts.closed');
  return (
    <Dialog title={title} wide onClose={onClose}>
      <p>{moment ? t('accounts.suspended_text', { moment }) : t('accounts.closed_text')}</p>
      <dl className={styles.facts}>
        {restriction.reason && (
          <>
            <dt>{t('accounts.reason')}</dt>
            <dd>{restriction.reason}</dd>
          </>
        )}
        {moment && (
          <>
            <dt>{t('accounts.until')}</dt>
            <dd>{moment}</dd>
          </>
        )}
      </dl>
      <p className="small soft">{t('accounts.object')}</p>
      <DialogActs>
        <Button kind="primary" onClick={onClose}>
          {t('accounts.go_on_reading')}
        </Button>
      </DialogActs>
    </Dialog>
  );
}
