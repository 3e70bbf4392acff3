import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { fieldError } from '#core/errors.ts';
import { after, DAY } from '#core/time.ts';
import { type Ctx, databaseNow } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import {
  ADDRESS_ASKED_FOR,
  ADDRESS_CODE_LASTS,
  MAIL_REQUEST_PAUSE,
  REGISTRATION_MAILS_PER_DAY,
} from '../model/account-limits.ts';
import { ADDRESS_CODE_DIGITS, ADDRESS_CODE_TRIES } from '../model/address-code.ts';
import { accountMail } from './account-mail.ts';
import { findAccount } from './accounts.repo.ts';
import { finishLogin } from './finish-login.ts';
import { refuseTaken } from './link-identity.ts';
import { insertLink, lockLink } from './mail-links.repo.ts';
import { providerError } from './provider-error.ts';
import { signInOf } from './provider-flow.ts';
import { ADDRESS_PURPOSE, enterByProvider, findOrBegin, type ProviderLogin } from './provider-login.service.ts';
import { emailKey } from './registration.service.ts';
import { readStep, signStep } from './step-token.ts';

/** Who has logged in at a provider that vouches for no address, and the page where that started. */
const Waiting = z.object({
  issuer: z.string(),
  subject: z.string(),
  from: z.string(),
  /** Until when codes can be asked for. A token that comes with a code lasts as long as the code, but asks for no longer. */
  askedUntil: z.optional(z.number()),
  /** The address that was typed, and the id of its code. */
  email: z.optional(z.string()),
  linkId: z.optional(z.string()),
});

/** Returns the code of an emailed row. It is in no table and in no queue. */
export function addressCode({ secrets }: Pick<Ctx, 'secrets'>, link: { id: string; seed: Buffer }): string {
  const number = secrets.sign('openid-code', `${link.id} ${link.seed.toString('hex')}`).readUIntBE(0, 6);
  return String(number % 10 ** ADDRESS_CODE_DIGITS).padStart(ADDRESS_CODE_DIGITS, '0');
}

/** Returns the error after which the member has to log in at the provider again. */
const loginOver = (ctx: Ctx) => providerError(signInOf(ctx, 'openid'), 'state_lost');

async function readWaiting(ctx: Ctx, token: string) {
  const waiting = await readStep(ctx, ADDRESS_PURPOSE, token, Waiting);
  if (!waiting) throw loginOver(ctx);
  return waiting;
}

/**
 * Emails a code to the address that the user of a provider has typed. Only the browser that has logged in there can
 * confirm with it, so no one can be talked into confirming a stranger’s login with a click. If the address has an account,
 * its owner has to log in first: it is never connected this way. Returns the token for the code, which is the same
 * for all addresses. Throws many_action, and provider_state_lost half an hour after the login, so that with the time of
 * the code all is over after an hour.
 */
export async function askAddress(ctx: Ctx, input: { token: string; email: string }): Promise<{ token: string }> {
  const now = ctx.clock.now();
  // Tokens of the version before don’t say until when.
  const {
    issuer,
    subject,
    from,
    askedUntil = after(now, ADDRESS_ASKED_FOR).getTime(),
  } = await readWaiting(ctx, input.token);
  if (now.getTime() >= askedUntil) throw loginOver(ctx);
  const { email } = input;
  const key = emailKey(ctx, email);
  await ctx.limits.take('openid-address', key, 1, MAIL_REQUEST_PAUSE, 'many_action');
  await ctx.limits.take('register-mail', key, REGISTRATION_MAILS_PER_DAY, DAY, 'too_many_requests');
  const accountId = await findOrBegin(ctx, email);
  const linkId = await inTransaction(ctx, async (inner) => {
    const account = await findAccount(inner.db, { id: accountId });
    const expires = after(await databaseNow(inner.db), ADDRESS_CODE_LASTS);
    // Earlier codes stay valid in their own browsers: otherwise a stranger who types the address could end them.
    // An account that exists has a row as well, so that the token is like any other. Its code isn’t sent.
    const id = await insertLink(inner.db, { account_id: accountId, purpose: 'openid', expires_at: expires });
    const mail =
      account?.status === 'unverified'
        ? { kind: 'openid_code' as const, linkId: id }
        : { kind: 'already_registered' as const };
    await enqueue(inner, accountMail, { ...mail, accountId, language: ctx.language });
    return id;
  });
  const waiting = { issuer, subject, from, askedUntil, email, linkId };
  return { token: await signStep(ctx, ADDRESS_PURPOSE, waiting, ADDRESS_CODE_LASTS) };
}

/**
 * Confirms the address with the emailed code, activates the account, connects it and logs in. Throws provider_state_lost,
 * and invalid_input for a wrong code.
 */
export async function confirmAddress(ctx: Ctx, input: { token: string; code: string }): Promise<ProviderLogin> {
  const { issuer, subject, from, email, linkId } = await readWaiting(ctx, input.token);
  const lost = loginOver(ctx);
  if (email === undefined || linkId === undefined) throw lost;
  await ctx.limits.take('openid-code', linkId, ADDRESS_CODE_TRIES, DAY);
  const account = await findAccount(ctx.db, { email });
  if (!account) throw lost;
  const identity = { provider: 'openid', issuer, subject, email, address: null } as const;
  const login = {
    ...enterByProvider(ctx, identity, { isVerified: true }),
    gone: () => lost,
    first: null,
    async admit(inner: Ctx, { id, status }: { id: string; status: string }) {
      const link = await lockLink(inner.db, linkId);
      const isOpen = link?.account_id === id && link.purpose === 'openid' && !link.used_at;
      if (!isOpen || (await databaseNow(inner.db)) >= link.expires_at) throw lost;
      // To an account that was there before, any code is wrong.
      const isNew = status === 'unverified';
      if (!isNew || !timingSafeEqual(Buffer.from(addressCode(ctx, link)), Buffer.from(input.code)))
        throw fieldError('code', 'address_code_wrong');
    },
  };
  const tokens = await finishLogin(ctx, account.id, login).catch(refuseTaken(ctx, 'openid'));
  return { ...tokens, from };
}
