import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { MINUTE } from '#core/time.ts';
import type { Db } from '../db/database.ts';
import { spendOnce } from './spent-challenges.repo.ts';

/** The action that a check is for. A check for login can’t be used to sign up. */
export type CheckedAction = 'register' | 'login' | 'reset' | 'resend' | 'report';

/** The task for the browser: a proof of work, or the Turnstile widget. */
export interface CheckTask {
  challenge: Challenge | null;
  turnstile: { siteKey: string } | null;
}

/**
 * Keeps bots away from calls that cost us or others something. The built-in check is a proof of work by the browser.
 */
export interface HumanCheck {
  /** Returns the task for the browser. Both fields are null if no check is required. */
  challenge: (action: CheckedAction) => Promise<CheckTask>;
  /**
   * Accepts each response once. Throws please_complete_verification if it is missing, wrong, expired or used, and
   * verification_unavailable if it can’t be verified. Both refuse the call.
   */
  verify: (ctx: { readonly db: Db }, action: CheckedAction, response: string | undefined) => Promise<void>;
}

const ALGORITHM = 'PBKDF2/SHA-256';
/**
 * Iterations of one attempt, and the prefix that 1 in 256 attempts has. About 150 ms on a desktop, and a second on an
 * old phone.
 */
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

/**
 * Creates the built-in check: a proof of work without a third party (altcha). The first key signs tasks, the others may
 * have signed them before.
 */
export function createProofOfWork(keys: readonly Uint8Array[], now: () => Date): HumanCheck {
  const secrets = keys.map((key) => Buffer.from(key).toString('hex'));
  const [hmacSignatureSecret = ''] = secrets;
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
      // The library uses the system clock, but tests can move ours.
      if (expires <= now()) throw new AppError('please_complete_verification');
      const given = { challenge, solution: { ...solution, time: 0 }, deriveKey };
      let isSolved = false;
      for (const secret of secrets)
        isSolved ||= (await verifySolution({ ...given, hmacSignatureSecret: secret })).verified;
      if (!isSolved) throw new AppError('please_complete_verification');
      if (!(await spendOnce(ctx.db, challenge.signature, expires))) throw new AppError('please_complete_verification');
    },
  };
}

/** For tests, demos and benchmarks on loopback (`HUMAN_CHECK=off`). */
export const noHumanCheck: HumanCheck = {
  challenge: async () => ({ challenge: null, turnstile: null }),
  verify: async () => {},
};
