import { useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { accountApi } from '../contract.ts';
import { me } from './me.ts';
import { Failure } from './view-parts.tsx';

/**
 * The last step of changing an email address. Requires a press, so that mail scanners that open the link don’t redeem
 * it.
 */
export function NewEmailDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useT('accounts', 'errors');
  const errorText = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSpent, setIsSpent] = useState(false);

  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await call(accountApi.changeEmail, { token });
      await me.renew();
      onClose();
      toast(t('accounts.email_done'));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'link_invalid' || code === 'invalid_input') setIsSpent(true);
      else setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  if (isSpent)
    return (
      <Dialog title={t('accounts.link_spent')} onClose={onClose}>
        <p role="alert">{t('accounts.email_spent')}</p>
        <DialogActions>
          <Button kind="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  return (
    <Dialog title={t('accounts.email_title')} onClose={onClose}>
      <p>{t('accounts.email_text')}</p>
      <Failure text={failure} />
      <DialogActions>
        <Button kind="primary" busy={busy} onClick={confirm}>
          {t('accounts.verify_confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
