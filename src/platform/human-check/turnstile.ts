import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { after, MINUTE, SECOND } from '#core/time.ts';
import type { Config, TurnstileConfig } from '../config.ts';
import type { HumanCheck } from './human-check.ts';

/** Longest wait for the verifier; callers give up after 10 s. */
const VERIFIER_MS = 3 * SECOND;
/** Longest answer of the widget, by its documentation. */
const MAX_RESPONSE_LENGTH = 2048;
/** The verifier itself takes an answer for 5 minutes. */
const SPENT_KEPT = 10 * MINUTE;

/** What the verifier says of an answer that is not good; any other code says that it could not tell. */
const NOT_GOOD = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']);

const Verdict = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  action: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
});

/** Cloudflare Turnstile: the browser gets an answer from there, and we ask there whether it is good. */
export function createTurnstile(
  { siteKey, secret, verifyUrl }: TurnstileConfig,
  publicUrl: Config['publicUrl'],
  now: () => Date,
): HumanCheck {
  const ask = async (response: string) => {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        // Not the visitor's address: it is not needed, and nobody else's business.
        body: new URLSearchParams({ secret, response }),
        redirect: 'error',
        signal: AbortSignal.timeout(VERIFIER_MS),
      });
      if (!answer.ok) throw new Error(`The verifier answered ${answer.status}`);
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
      // The verifier takes each once as well, but it is not ours to rely on when many come at once.
      const spent = await ctx.db
        .insertInto('spent_challenges')
        .values({
          fingerprint: createHash('sha256').update(`turnstile ${response}`).digest(),
          expires_at: after(now(), SPENT_KEPT),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('expires_at')
        .executeTakeFirst();
      if (!spent) throw new AppError('please_complete_verification');
    },
  };
}
