import { useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { accountApi } from '../contract.ts';
import { type MailKind, noteRequest, useCooldown } from './cooldown.ts';
import { useHumanCheck } from './human-check/use-human-check.ts';

export interface MailRequest {
  /** Seconds until it may be asked for again. */
  left: number;
  busy: boolean;
  /** The sentence of what went wrong with the last try. */
  failure: string | null;
  /** True when it was sent. */
  send: (email: string) => Promise<boolean>;
}

/** Asks for the link to a new password, or for the registration mail once more. The check is solved on the way. */
export function useMailRequest(kind: MailKind): MailRequest {
  useT('errors');
  const errorText = useErrorText();
  const [check] = useHumanCheck(kind);
  const left = useCooldown(kind);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const send = async (email: string): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setFailure(null);
    try {
      const response = await check.answer();
      const input = { email, ...(response ? { cfTurnstileResponse: response } : {}) };
      await call(kind === 'reset' ? accountApi.requestReset : accountApi.resendVerification, input).finally(() =>
        check.spend(),
      );
      noteRequest(kind);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'many_action' && error.retryAfter)
        noteRequest(kind, error.retryAfter);
      setFailure((error instanceof ApiError && error.fields.email) || errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { left, busy, failure, send };
}
