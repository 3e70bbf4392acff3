import { useState } from 'react';
import { ApiError, call } from '#web/api/client.ts';
import { useErrorText } from '#web/api/use-error-text.ts';
import { useT } from '#web/i18n/i18n.tsx';
import { accountApi } from '../contract.ts';
import { type MailKind, noteRequest, useCooldown } from './cooldown.ts';
import { useHumanCheck } from './human-check/use-human-check.ts';

export interface MailRequest {
  /** Seconds until the next request is possible. */
  left: number;
  busy: boolean;
  /** The error message of the last attempt. */
  failure: string | null;
  /** Returns true if the email was sent. */
  send: (email: string) => Promise<boolean>;
}

/** Requests a link to set a new password, or the sign-up email again. Solves the human check first. */
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
