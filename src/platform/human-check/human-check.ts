import { createHash } from 'node:crypto';
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { MINUTE } from '#core/time.ts';
import type { Db } from '../db/database.ts';

/** What a check is made for; one made for signing in does not open a registration. */
export type CheckedAction = 'register' | 'login' | 'reset' | 'resend';

/** Either a sum to solve, or the widget of Turnstile to show. */
export interface CheckTask {
  challenge: Challenge | null;
  turnstile: { siteKey: string } | null;
}

/** Keeps machines out of the calls that cost us or others something. The built-in one is a sum that a browser solves. */
export interface HumanCheck {
  /** What the browser is to do; all null when no check is asked. */
  challenge: (action: CheckedAction) => Promise<CheckTask>;
  /**
   * Accepts each answer once. Errors: please_complete_verification when it is missing, wrong, old or spent;
   * verification_unavailable when it cannot be told, which never lets anyone through.
   */
  verify: (ctx: { readonly db: Db }, action: CheckedAction, response: string | undefined) => Promise<void>;
}

const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations of one try and the prefix that 1 of 256 tries has: some 150 ms on a desktop, a second on an old phone. */
const COST = 1000;
const PREFIX = '00';
const VALID_FOR = 10 * MINUTE;
const MAX_RESPONSE_LENGTH = 4000;

const hex = z.string().check(z.regex(/^[\da-f]{2,128}$/));
const Response = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: z.literal(COST),
      keyLength: z.literal(32),
      keyPrefix: z.literal(PREFIX),
      expiresAt: z.int(),
      data: z.object({ action: z.string() }),
    }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int().check(z.gte(0)), derivedKey: hex }),
});

function decode(response: string): z.output<typeof Response> | null {
  try {
    return z.parse(Response, JSON.parse(Buffer.from(response, 'base64').toString('utf8')));
  } catch {
    return null;
  }
}

/** The built-in check: a proof of work that needs no third party (altcha). */
export function createProofOfWork(secret: Uint8Array, now: () => Date): HumanCheck {
  const hmacSignatureSecret = Buffer.from(secret).toString('hex');
  return {
    async challenge(action) {
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        keyPrefix: PREFIX,
        deriveKey,
        hmacSignatureSecret,
        expiresAt: new Date(now().getTime() + VALID_FOR),
        data: { action },
      });
      return { challenge, turnstile: null };
    },
    async verify(ctx, action, response) {
      if (!response || response.length > MAX_RESPONSE_LENGTH) throw new AppError('please_complete_verification');
      const answer = decode(response);
      if (!answer || answer.challenge.parameters.data.action !== action)
        throw new AppError('please_complete_verification');
      const { challenge, solution } = answer;
      const expires = new Date(challenge.parameters.expiresAt * 1000);
      // The library compares with the clock of the machine; ours may be moved by tests.
      if (expires <= now()) throw new AppError('please_complete_verification');
      const result = await verifySolution({
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
        hmacSignatureSecret,
      });
      if (!result.verified) throw new AppError('please_complete_verification');
      const spent = await ctx.db
        .insertInto('spent_challenges')
        .values({ fingerprint: createHash('sha256').update(challenge.signature).digest(), expires_at: expires })
        .onConflict((conflict) => conflict.doNothing())
        .returning('expires_at')
        .executeTakeFirst();
      if (!spent) throw new AppError('please_complete_verification');
    },
  };
}

/** For tests, demos and benchmarks on loopback (`HUMAN_CHECK=off`). */
export const noHumanCheck: HumanCheck = {
  challenge: async () => ({ challenge: null, turnstile: null }),
  verify: async () => {},
};
