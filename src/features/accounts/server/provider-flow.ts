import { timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import * as z from 'zod/mini';
import { AppError } from '#core/errors.ts';
import { after, MINUTE } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { spendOnce } from '#platform/human-check/spent-challenges.repo.ts';
import { readJwt } from '#platform/jwt.ts';
import type { SignIn } from '#platform/sign-in/openid.ts';
import { CONNECTS, PROVES } from '../contract-providers.ts';
import type { Provider } from '../model/connections.ts';
import { email as emailRule } from '../model/identity.ts';
import type { Identity } from './identities.repo.ts';
import { providerError } from './provider-error.ts';

/**
 * State of a login with a provider. The browser keeps it in a signed cookie, so that only the same browser can finish the
 * login, within ten minutes. Each provider has its own cookie and its own key, so what one of them returns can’t finish
 * a login with the other.
 */
export const FLOW_LASTS = 10 * MINUTE;

const typeOf = (provider: Provider) => `${provider}-flow+jwt`;
const keyOf = (provider: Provider) => `${provider}-flow`;

const Flow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Path of the page where it started, such as `/story/1`. */
  from: z.string(),
  /** When the member was sent to the provider. */
  sent: z.optional(z.number()),
  /** Path of the call that the login proves the owner for. */
  proves: z.optional(z.string()),
});
export type Flow = z.output<typeof Flow>;

type Signing = Pick<Ctx, 'secrets' | 'clock'>;

/** The query parameters of a provider’s callback. */
export interface ProviderAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
}

/** Who has logged in at a provider, with a tidy address. Empty if the provider names none that is valid. */
export interface Person extends Identity {
  email: string;
  emailVerified: boolean;
  authenticated: Date | null;
}

/** What a flow was started for: to connect, to prove, or to log in. */
type FlowPurpose = typeof CONNECTS | typeof PROVES | '';

/** Returns a provider of this site. Throws not_found. */
export function signInOf(ctx: Pick<Ctx, 'signIn'>, provider: Provider): SignIn {
  const signIn = ctx.signIn[provider];
  if (!signIn) throw new AppError('not_found');
  return signIn;
}

export function signFlow(ctx: Signing, provider: Provider, flow: Flow): Promise<string> {
  return new SignJWT({ ...flow })
    .setProtectedHeader({ alg: 'HS256', typ: typeOf(provider) })
    .setExpirationTime(Math.floor(after(ctx.clock.now(), FLOW_LASTS).getTime() / 1000))
    .sign(ctx.secrets.key(keyOf(provider)));
}

/** Returns the content of the cookie. Null if it is missing, forged or expired. */
async function readFlow(ctx: Signing, provider: Provider, cookie: string | null): Promise<Flow | null> {
  if (!cookie) return null;
  const payload = await readJwt(ctx.secrets, keyOf(provider), cookie, {
    typ: typeOf(provider),
    requiredClaims: ['exp'],
    currentDate: ctx.clock.now(),
  });
  return payload && z.parse(Flow, payload);
}

/** Compares the returned `state` with the one that was sent, in constant time. */
function isState(flow: Flow, state: string): boolean {
  const [sent, given] = [Buffer.from(flow.state), Buffer.from(state)];
  return sent.length === given.length && timingSafeEqual(sent, given);
}

function purposeOf({ state }: Flow): FlowPurpose {
  return ([CONNECTS, PROVES] as const).find((prefix) => state.startsWith(prefix)) ?? '';
}

/** Returns the flow that this browser started. Throws google_state_lost, provider_state_lost. */
export async function flowOf(
  ctx: Ctx,
  provider: Provider,
  { answer, cookie, purpose }: { answer: ProviderAnswer; cookie: string | null; purpose: FlowPurpose },
): Promise<Flow> {
  const signIn = signInOf(ctx, provider);
  const flow = await readFlow(ctx, provider, cookie);
  if (!flow || !isState(flow, answer.state) || purposeOf(flow) !== purpose) throw providerError(signIn, 'state_lost');
  return flow;
}

/** Adds the return path to errors, so that the error page can link to it. */
export async function tellingWhereFrom<T>(from: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { params, fields, retryAfter, cause } = error;
    const details = { ...error.details, from };
    throw new AppError(error.code, {
      params,
      details,
      cause,
      ...(fields && { fields }),
      ...(retryAfter && { retryAfter }),
    });
  }
}

/**
 * Returns who has logged in. Each flow works once, even if the provider accepts its code again. Throws
 * google_cancelled, google_state_lost, google_refused, google_unavailable, and the same of `provider_`.
 */
export async function confirm(ctx: Ctx, provider: Provider, answer: ProviderAnswer, flow: Flow): Promise<Person> {
  const signIn = signInOf(ctx, provider);
  if (!answer.code) throw providerError(signIn, 'cancelled');
  if (!(await spendOnce(ctx.db, `${provider} ${flow.state}`, after(ctx.clock.now(), FLOW_LASTS))))
    throw providerError(signIn, 'state_lost');
  const person = await signIn.finish(flow, answer.code, answer.iss);
  const tidy = emailRule.tidy(person.email);
  const email = emailRule.problem(tidy) ? '' : tidy;
  return { ...person, provider, email, address: email || null, emailVerified: person.emailVerified && email !== '' };
}
