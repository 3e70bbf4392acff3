import { LANGUAGE_TAGS } from '#core/languages.ts';
import { call } from '#web/api/client.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import { accountDeletionApi } from '../contract-account-deletion.ts';
import { BannerCall } from './banner-call.tsx';
import { keepPlannedDeletion, type PlannedDeletion } from './planned-deletion.ts';
import styles from './texts-and-you.module.css';
import { withToken } from './use-deletion.ts';

/** Shows when the account will be deleted, with a button that cancels the deletion. */
export function DeletionNotice({
  deletionDueAt,
  token,
  onKept,
}: {
  deletionDueAt: string;
  token?: string;
  onKept: () => unknown;
}) {
  const t = useT('leaving');
  const tag = LANGUAGE_TAGS[useLanguage()];
  return (
    <BannerCall
      label={t('leaving.keep')}
      send={async () => {
        await call(accountDeletionApi.cancelDeletion, {}, withToken(token));
        toast(t('leaving.kept'));
        await onKept();
      }}
    >
      {t('leaving.planned_here', { date: new Date(deletionDueAt).toLocaleDateString(tag, { dateStyle: 'long' }) })}
    </BannerCall>
  );
}

/** Shown to a member after the deletion was planned, which logs them out. */
export function DeletionBanner({ note }: { note: PlannedDeletion }) {
  return (
    <div className={styles.planned}>
      <DeletionNotice {...note} onKept={() => keepPlannedDeletion(null)} />
    </div>
  );
}
