import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { accountDeletionApi, type ExportState } from '../contract-account-deletion.ts';
import type { Proof } from '../contract-proof.ts';
import type { ProofKind } from '../model/proof.ts';
import { keptProof } from './kept-proof.ts';
import { ProofDialog } from './proof-dialog.tsx';
import styles from './texts-and-you.module.css';
import { DELETION, withToken } from './use-deletion.ts';

/** The data export: not requested, in progress or ready. */
export function ExportRow({
  state,
  proofs,
  day,
  token,
}: {
  state: ExportState;
  proofs: readonly ProofKind[];
  day: (time: string) => string;
  token?: string;
}) {
  const t = useT('leaving', 'proof');
  const queryClient = useQueryClient();
  const act = accountDeletionApi.export.path;
  const errorText = useErrorText();
  const [isFetching, setFetching] = useState(false);
  const [isAsked, setAsked] = useState(() => keptProof(act) !== null);
  const ask = async (proof: Proof) => {
    await call(accountDeletionApi.export, { proof }, withToken(token));
    await queryClient.invalidateQueries({ queryKey: DELETION });
  };
  const download = async () => {
    setFetching(true);
    try {
      const { url } = await call(accountDeletionApi.exportAddress, {}, withToken(token));
      // Only downloads: this page stays.
      location.assign(url);
    } catch (error) {
      toast(errorText(error));
    }
    setFetching(false);
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
      {state.state === 'ready' ? (
        <Button small busy={isFetching} onClick={() => void download()}>
          {t('leaving.export_download')}
        </Button>
      ) : (
        state.state !== 'making' &&
        !state.nextAt && (
          <Button small onClick={() => setAsked(true)}>
            {t('leaving.export')}
          </Button>
        )
      )}
      {isAsked && (
        <ProofDialog
          title={t('leaving.export_title')}
          text={t('proof.export_text')}
          label={t('leaving.export')}
          act={act}
          kinds={proofs}
          token={token}
          send={ask}
          onClose={() => setAsked(false)}
        />
      )}
    </div>
  );
}
