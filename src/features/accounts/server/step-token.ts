import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Ctx } from '#platform/context.ts';
import { readJwt } from '#platform/jwt.ts';

type Signing = Pick<Ctx, 'secrets' | 'clock'>;

const typeOf = (purpose: string) => `${purpose}+jwt`;

/** Signs what a flow of several calls has to remember. Only for its purpose, and until it expires. */
export function signStep(
  ctx: Signing,
  purpose: string,
  claims: Readonly<Record<string, unknown>>,
  lasts: number,
): Promise<string> {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: typeOf(purpose) })
    .setExpirationTime(Math.floor((ctx.clock.now().getTime() + lasts) / 1000))
    .sign(ctx.secrets.key(purpose));
}

/** Returns what `signStep` has signed. Null if it is forged, expired or for another purpose. */
export async function readStep<S extends z.ZodMiniType>(
  ctx: Signing,
  purpose: string,
  token: string,
  schema: S,
): Promise<z.output<S> | null> {
  const payload = await readJwt(ctx.secrets, purpose, token, {
    typ: typeOf(purpose),
    requiredClaims: ['exp'],
    currentDate: ctx.clock.now(),
  });
  return payload && z.parse(schema, payload);
}
