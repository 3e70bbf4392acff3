import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { after, MINUTE, SECOND } from '#core/time.ts';
import type { Config, TurnstileConfig } from '../config.ts';
import type { HumanCheck } from './human-check.ts';
import { spendOnce } from './spent-challenges.repo.ts';

/** Timeout of the verifier. Clients give up after 10 s. */
const VERIFIER_MS = 3 * SECOND;
/** Maximum length of a response of the widget, according to its documentation. */
const MAX_RESPONSE_LENGTH = 2048;
/** How long used responses are remembered. The verifier accepts a response for 5 minutes. */
const SPENT_KEPT = 10 * MINUTE;

/** Error codes of invalid responses. Other codes mean that the verifier couldn’t decide. */
const NOT_GOOD = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']);

const Verdict = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

/** Cloudflare Turnstile: the browser gets a response from Cloudflare, and we verify it there. */
export function createTurnstile(
  { siteKey, secret, verifyUrl }: TurnstileConfig,
  publicUrl: Config['publicUrl'],
  now: () => Date,
): HumanCheck {
  const ask = async (response: string) => {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        // Without the visitor’s address, which the verifier doesn’t need.
        body: new URLSearchParams({ secret, response }),
        redirect: 'error',
        signal: AbortSignal.timeout(VERIFIER_MS),
      });
      if (!answer.ok) throw new Error(`The verifier responded with status ${answer.status}`);
      return z.parse(Verdict, await answer.json());
    } catch (cause) {
      throw new AppError('verification_unavailable', { cause });
    }
  };
  return {
    challenge: async () => ({ challenge: null, turnstile: { siteKey } }),
    async verify(ctx, action, response) {
      if (!response || response.length > MAX_RESPONSE_LENGTH) throw new AppError('please_complete_verification');
      const { success, hostname, action: solvedFor, 'error-codes': codes = [] } = await ask(response);
      if (!success && !codes.some((code) => NOT_GOOD.has(code)))
        throw new AppError('verification_unavailable', { cause: new Error(`The verifier said: ${codes.join(', ')}`) });
      if (!success || hostname !== publicUrl.hostname || solvedFor !== action)
        throw new AppError('please_complete_verification');
      // The verifier also accepts each response once, but we can’t rely on that for concurrent requests.
      if (!(await spendOnce(ctx.db, `turnstile ${response}`, after(now(), SPENT_KEPT))))
        throw new AppError('please_complete_verification');
    },
  };
}
