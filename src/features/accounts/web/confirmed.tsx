import { useSignedIn } from '#web/api/use-signed-in.ts';
import { Sentence, useT } from '#web/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogActions } from '#web/ui/dialog.tsx';
import { normaliseEmail } from '../model/email-address.ts';
import { parseWish } from '../model/wish.ts';
import type { ViewProps } from './account-view.ts';
import { focusWish } from './wishes.ts';

/**
 * Shown in the tab of a sign-up after its link was opened elsewhere. In another browser, this one is not logged in, and
 * offers to.
 */
export function Confirmed({ draft, show, request, close }: ViewProps) {
  const t = useT('accounts');
  const signedIn = useSignedIn();
  const goOn = () => {
    close();
    const wish = parseWish(request.wish ?? '');
    if (request.after) request.after();
    else if (wish) focusWish(wish.kind);
  };
  return (
    <>
      <p role="status">
        {signedIn ? (
          t('accounts.confirmed_here')
        ) : (
          <Sentence
            id="accounts.confirmed_elsewhere"
            params={{ email: normaliseEmail(draft.email) }}
            parts={['accounts']}
            wraps={{ b: (email) => <b>{email}</b> }}
          />
        )}
      </p>
      <DialogActions>
        <Button kind="primary" onClick={signedIn ? goOn : () => show('login')}>
          {signedIn ? t('accounts.go_on') : t('common.log_in')}
        </Button>
      </DialogActions>
    </>
  );
}
