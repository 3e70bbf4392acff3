import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import button from '#web/ui/button.module.css';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { toast } from '#web/ui/toast.ts';
import { accountDeletionApi, type ExportState } from '../contract-account-deletion.ts';
import styles from './texts-and-you.module.css';
import { DELETION, withToken } from './use-deletion.ts';

/** The data export: not requested, in progress or ready. */
export function ExportRow({
  state,
  day,
  token,
}: {
  state: ExportState;
  day: (time: string) => string;
  token?: string;
}) {
  const t = useT('leaving');
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      await call(accountDeletionApi.export, {}, withToken(token));
      await queryClient.invalidateQueries({ queryKey: DELETION });
    } catch (error) {
      toast(errorText(error));
    }
    setBusy(false);
  };
  const restricted = token === undefined ? 'no' : 'yes';
  const note =
    state.state === 'making'
      ? t('leaving.export_making', { restricted })
      : state.state === 'failed'
        ? t('leaving.export_failed')
        : state.readyUntil
          ? t('leaving.export_ready', { date: day(state.readyUntil) })
          : state.nextAt
            ? t('leaving.export_next', { date: day(state.nextAt) })
            : t('leaving.export_text', { restricted });
  return (
    <div className={styles.export}>
      <div>
        <b>{t('leaving.export_title')}</b>
        <p role="status">{note}</p>
      </div>
      {state.url ? (
        <a className={classNames(button.btn, button.small)} href={state.url} download>
          {t('leaving.export_download')}
        </a>
      ) : (
        state.state !== 'making' &&
        !state.nextAt && (
          <Button small busy={isBusy} onClick={() => void ask()}>
            {t('leaving.export')}
          </Button>
        )
      )}
    </div>
  );
}
