import { useQueryClient } from '@tanstack/react-query';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { exitSession } from '#web/api/session.ts';
import { useLanguage, useT } from '#web/i18n/i18n.tsx';
import { leaveFor } from '#web/navigation/leave-for.ts';
import { useHref } from '#web/ui/link.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { DeleteForm } from './delete-form.tsx';
import { DeletionNotice } from './deletion-banner.tsx';
import { ExportRow } from './export-row.tsx';
import { keepPlannedDeletion } from './planned-deletion.ts';
import styles from './texts-and-you.module.css';
import { DELETION, useDeletion, withToken } from './use-deletion.ts';

/**
 * Exporting data and deleting the account: for members on their own profile, and for restricted members with the token
 * of the refused login (product §3).
 */
export function TextsAndYou({ token }: { token?: string }) {
  // The form needs `errors` too. It appears late, and loading them only then would suspend the whole page.
  const t = useT('leaving', 'proof', 'errors');
  const tag = LANGUAGE_TAGS[useLanguage()];
  const queryClient = useQueryClient();
  const href = useHref();
  const { data, isError, refetch } = useDeletion(token);
  const day = (time: string) => new Date(time).toLocaleDateString(tag, { dateStyle: 'long' });

  const planned = async (answer: { deletionDueAt: string; token: string }) => {
    if (token !== undefined) return void queryClient.invalidateQueries({ queryKey: DELETION });
    // The session has ended. Leaves for the home page first: this page would ask to log in, which cancels the deletion.
    keepPlannedDeletion(answer);
    leaveFor(href('/'));
    exitSession();
  };

  if (isError && !data) return <LoadFailure sentence={t('leaving.load_failed')} onRetry={() => void refetch()} />;
  if (!data) return null;
  return (
    <div className={styles.stack}>
      <ExportRow state={data.export} proofs={data.proofs} day={day} {...withToken(token)} />
      {data.deletionDueAt ? (
        <DeletionNotice
          deletionDueAt={data.deletionDueAt}
          onKept={() => queryClient.invalidateQueries({ queryKey: DELETION })}
          {...withToken(token)}
        />
      ) : (
        <DeleteForm view={data} onPlanned={planned} {...withToken(token)} />
      )}
    </div>
  );
}
