import { flushSync } from 'react-dom';
import { ApiError } from '#web/api/client.ts';
import { keepArrival } from '#web/boot/arrival.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Tokens } from '../contract.ts';
import type { ViewProps } from './account-view.ts';
import { enter } from './enter.ts';
import { announceRestriction } from './restriction.ts';
import { keepWishOf } from './wishes.ts';

/** How a view of the account dialog logs in, or says that the account is restricted. Both close it. */
export function useEntering({ request, close }: Pick<ViewProps, 'request' | 'close'>) {
  const t = useT('accounts');
  return {
    /** Logs in, and continues what the member wanted to do. */
    entered(tokens: Tokens): void {
      if (!request.after) keepWishOf(request.wish);
      const isInAnotherLanguage = enter(tokens);
      flushSync(close);
      const said = t(tokens.accountKept ? 'accounts.account_kept' : 'loginModal.login_success');
      if (isInAnotherLanguage && !request.after) {
        keepArrival({ say: said, undo: null });
        location.reload();
      } else if (request.after) request.after();
      else toast(said);
    },
    /** Handles what no form can show. */
    refused(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.code !== 'banned') return false;
      close();
      announceRestriction(error.details);
      return true;
    },
  };
}
