import { timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import { MINUTE } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { readJwt } from '#platform/jwt.ts';

/**
 * State of a login with Google. The browser keeps it in a signed cookie, so that only the same browser can finish the
 * login, within ten minutes.
 */
export const GOOGLE_FLOW_LASTS = 10 * MINUTE;
const TYPE = 'google-flow+jwt';

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path of the page where it started, such as `/story/1`. */
  from: z.string(),
  /** When the member was sent to Google. */
  sent: z.optional(z.number()),
  /** Path of the call that the login proves the owner for. */
  proves: z.optional(z.string()),
});
export type Flow = z.output<typeof Flow>;

type Signing = Pick<Ctx, 'secrets' | 'clock'>;

export function signFlow(ctx: Signing, flow: Flow): Promise<string> {
  return new SignJWT({ ...flow })
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setExpirationTime(Math.floor((ctx.clock.now().getTime() + GOOGLE_FLOW_LASTS) / 1000))
    .sign(ctx.secrets.key('google-flow'));
}

/** Returns the content of the cookie. Null if it is missing, forged or expired. */
export async function readFlow(ctx: Signing, cookie: string | null): Promise<Flow | null> {
  if (!cookie) return null;
  const payload = await readJwt(ctx.secrets, 'google-flow', cookie, {
    typ: TYPE,
    requiredClaims: ['exp'],
    currentDate: ctx.clock.now(),
  });
  return payload && z.parse(Flow, payload);
}

/** Compares the returned `state` with the one that was sent, in constant time. */
export function isState(flow: Flow, state: string): boolean {
  const [sent, given] = [Buffer.from(flow.state), Buffer.from(state)];
  return sent.length === given.length && timingSafeEqual(sent, given);
}
