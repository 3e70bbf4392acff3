import { Copy } from 'lucide';
import { useState } from 'react';
import { ApiForm, useApiForm } from '#web/api/api-form.tsx';
import { call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Me } from '../../contract.ts';
import { factorApi, type TotpSetup } from '../../contract-factors.ts';
import { totpCode } from '../../model/second-factor.ts';
import { unusedPasskey } from '../passkey.ts';
import { ProofFields, useProof } from '../proof-fields.tsx';
import code from '../second-step.module.css';
import { withEnrolment } from './enrolment-token.ts';
import { QrCode } from './qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';
import { useFactorsChanged } from './use-factors.ts';

/** Sets up an authenticator app: proof of identity, the app, its recovery codes. Nothing is turned on before the end. */
export function SetUpTotp({ me, onClose }: { me: Me; onClose: () => void }) {
  const t = useT('security', 'proof', 'errors');
  const errorText = useErrorText();
  const changed = useFactorsChanged();
  const [setup, setSetup] = useState<TotpSetup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [isBusy, setBusy] = useState(false);

  if (!setup) return <Prove me={me} onSetup={setSetup} onClose={onClose} />;
  if (!codes) return <Scan setup={setup} onCodes={setCodes} onClose={onClose} />;
  if (isLeaving)
    return (
      <Dialog title={t('security.leave_title')} onClose={() => setLeaving(false)}>
        <p>{t('security.leave_text')}</p>
        <DialogActions>
          <Button kind="bare" onClick={onClose}>
            {t('security.leave')}
          </Button>
          <Button kind="primary" onClick={() => setLeaving(false)}>
            {t('security.stay')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  const turnOn = async () => {
    setBusy(true);
    try {
      await call(factorApi.turnOnTotp, {});
      await changed();
      toast(t('security.app_on'));
      onClose();
    } catch (error) {
      toast(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog title={t('security.codes_title')} onClose={() => setLeaving(true)} wide>
      <p className="soft small">{t('accounts.step_of', { step: 2, count: 2 })}</p>
      <RecoveryCodes codes={codes} label={t('security.turn_on')} busy={isBusy} onSaved={() => void turnOn()} />
    </Dialog>
  );
}

function Prove({ me, onSetup, onClose }: { me: Me; onSetup: (setup: TotpSetup) => void; onClose: () => void }) {
  const t = useT('security', 'proof', 'errors');
  const proof = useProof(me.proofs, factorApi.beginTotp.path);
  const form = useApiForm({
    rules: proof.rules,
    values: proof.values,
    refused: unusedPasskey(t('proof.passkey_unused')),
    send: async () => {
      const given = await proof.give();
      if (given) onSetup(await call(factorApi.beginTotp, { proof: given, ...withEnrolment() }));
    },
  });
  return (
    <Dialog title={t('security.set_up_app')} onClose={onClose}>
      <ApiForm form={form} act={t('security.next')} onCancel={onClose}>
        <p>{t('security.prove_first')}</p>
        <ProofFields proof={proof} fields={form.fields} />
      </ApiForm>
    </Dialog>
  );
}

const RULES = { code: totpCode };

function Scan({
  setup: { key, qr },
  onCodes,
  onClose,
}: {
  setup: TotpSetup;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useT('security', 'proof', 'errors');
  const [typed, setTyped] = useState('');
  const form = useApiForm({
    rules: RULES,
    values: { code: typed },
    send: async (sent) => onCodes((await call(factorApi.checkTotp, sent)).recoveryCodes),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      toast(t('security.copied'));
    } catch {
      toast(t('security.not_copied'));
    }
  };
  return (
    <Dialog title={t('security.scan_title')} onClose={onClose} wide>
      <ApiForm form={form} act={t('security.next_codes')} onCancel={onClose}>
        <p className="soft small">{t('accounts.step_of', { step: 1, count: 2 })}</p>
        <p>{t('security.scan')}</p>
        <div className={styles.totp}>
          <QrCode qr={qr} label={t('security.qr')} />
          <div className={styles.stack}>
            <p className="small soft">{t('security.cannot_scan')}</p>
            <p className={styles.secret}>{key.replace(/.{4}(?=.)/g, '$& ')}</p>
            <div>
              <Button small onClick={() => void copy()}>
                <Icon of={Copy} />
                {t('security.copy_key')}
              </Button>
            </div>
          </div>
        </div>
        <div className={code.code}>
          <TextField
            {...form.fields.of('code')}
            label={t('security.code_from_app')}
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000 000"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </ApiForm>
    </Dialog>
  );
}
