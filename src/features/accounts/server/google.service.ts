import { createHash } from 'node:crypto';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { type Db, inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Google } from '#platform/sign-in/google.ts';
import { GOOGLE_CONNECTS } from '../contract.ts';
import { email as emailRule } from '../model/identity.ts';
import { sitePath } from '../model/site-path.ts';
import type { AccountCtx } from './account-ctx.ts';
import { accountMail } from './account-mail.ts';
import {
  type AccountRow,
  endSessions,
  findAccount,
  insertAccount,
  lockAccount,
  logSecurity,
  moveAccount,
} from './accounts.repo.ts';
import { type Flow, GOOGLE_FLOW_LASTS, isState, readFlow, signFlow } from './google-flow.ts';
import { spendLinks } from './mail-links.ts';
import { checkRestriction, openSession } from './sessions.service.ts';

/** What came back from Google by way of the browser. */
export interface GoogleAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
}

interface Person {
  subject: string;
  email: string;
}

function googleOf(ctx: Ctx): Google {
  if (!ctx.google) throw new AppError('not_found');
  return ctx.google;
}

/** Where to send the browser, and the value of the cookie that must come back with it. Error: google_unavailable. */
export async function beginGoogle(
  ctx: Ctx,
  { from, connects }: { from: unknown; connects: boolean },
): Promise<{ address: URL; flow: string }> {
  const { address, flow } = await googleOf(ctx).begin(connects ? GOOGLE_CONNECTS : '', ctx.language);
  return { address, flow: await signFlow(ctx, { ...flow, from: sitePath(from) }) };
}

/** Signs in whoever Google says it is; a newcomer gets an account. Answers also where they came from. */
export async function loginWithGoogle(ctx: AccountCtx, answer: GoogleAnswer, cookie: string | null) {
  const flow = await flowOf(ctx, answer, cookie, false);
  return tellingWhereFrom(flow, async () => {
    const person = await confirm(ctx, answer, flow);
    const accountId = await findOrBegin(ctx, person);
    const tokens = await inTransaction(ctx, async (inner) => {
      const account = await lockAccount(inner.db, accountId);
      if (!account) throw new AppError('google_refused');
      await checkRestriction(inner, account, true);
      // Found by what it was a moment ago.
      if (account.google_subject !== person.subject && account.email !== person.email)
        throw new AppError('google_refused');
      await link(inner, account, person);
      return openSession(inner, account.id);
    }).catch(refuseTaken);
    return { ...tokens, from: flow.from };
  });
}

/** Connects the caller's account with who Google says they are. */
export async function connectGoogle(ctx: Ctx, answer: GoogleAnswer, cookie: string | null): Promise<{ from: string }> {
  const { id } = memberOf(ctx);
  const flow = await flowOf(ctx, answer, cookie, true);
  return tellingWhereFrom(flow, async () => {
    const person = await confirm(ctx, answer, flow);
    await inTransaction(ctx, async (inner) => {
      const account = await lockAccount(inner.db, id);
      if (!account) throw new AppError('login_required');
      await link(inner, account, person);
    }).catch(refuseTaken);
    return { from: flow.from };
  });
}

/** Takes Google from the account; there must be another way in. Error: password_missing. */
export async function disconnectGoogle(ctx: Ctx): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  return inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner.db, id);
    if (!account?.google_subject) return DONE;
    if (!account.password_hash) throw new AppError('password_missing');
    await setSubject(inner.db, id, null);
    await notifyOwner(inner, account, 'google_disconnected');
    return DONE;
  });
}

/** What this browser set out with. Error: google_state_lost. */
async function flowOf(ctx: Ctx, answer: GoogleAnswer, cookie: string | null, connects: boolean): Promise<Flow> {
  googleOf(ctx);
  const flow = await readFlow(ctx, cookie);
  if (!flow || !isState(flow, answer.state) || flow.state.startsWith(GOOGLE_CONNECTS) !== connects)
    throw new AppError('google_state_lost');
  return flow;
}

/** Whatever is refused: the page that says so leads back to where they were. */
async function tellingWhereFrom<T>(flow: Flow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { params, fields, retryAfter, cause } = error;
    const details = { ...error.details, from: flow.from };
    throw new AppError(error.code, {
      params,
      details,
      cause,
      ...(fields && { fields }),
      ...(retryAfter && { retryAfter }),
    });
  }
}

/** Who it is, by an address that Google has verified. A flow is good once, whatever the other side thinks of its code. */
async function confirm(ctx: Ctx, { code, iss }: GoogleAnswer, flow: Flow): Promise<Person> {
  if (!code) throw new AppError('google_cancelled');
  const spent = await ctx.db
    .insertInto('spent_challenges')
    .values({
      fingerprint: createHash('sha256').update(`google ${flow.state}`).digest(),
      expires_at: after(ctx.clock.now(), GOOGLE_FLOW_LASTS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  if (!spent) throw new AppError('google_state_lost');
  const { subject, email, emailVerified } = await googleOf(ctx).finish(flow, code, iss);
  if (!emailVerified) throw new AppError('google_email_unverified');
  const address = emailRule.tidy(email);
  if (emailRule.problem(address)) throw new AppError('google_refused');
  return { subject, email: address };
}

/** The account of this person, else the one with their address, else a new one that waits to be confirmed. */
async function findOrBegin(ctx: Ctx, { subject, email }: Person): Promise<string> {
  const known = (await findAccount(ctx.db, { googleSubject: subject })) ?? (await findAccount(ctx.db, { email }));
  if (known) return known.id;
  const begun = await insertAccount(ctx.db, { email, language: ctx.language });
  const account = begun ?? (await findAccount(ctx.db, { email }));
  if (!account) throw new AppError('conflict');
  return account.id;
}

/**
 * Makes the locked account this person's. One that nobody has confirmed may have been begun by a stranger: nothing of
 * that registration stays (trust §1, pre-hijacking). The owner of a confirmed one is told.
 */
async function link(ctx: Ctx, account: AccountRow, person: Person): Promise<void> {
  if (account.google_subject === person.subject) return;
  if (account.google_subject !== null) throw new AppError('google_taken');
  if (account.status === 'unverified') {
    await moveAccount(ctx.db, account, 'verify', { actorId: null });
    await ctx.db
      .updateTable('accounts')
      .set({ password_hash: null, failed_logins: 0, preferred_language: ctx.language })
      .where('id', '=', account.id)
      .execute();
    await spendLinks(ctx.db, account.id, 'verify');
    await spendLinks(ctx.db, account.id, 'reset');
    await endSessions(ctx.db, account.id, 'reset');
    await logSecurity(ctx.db, account.id, 'verified', { by: 'google' });
  } else await notifyOwner(ctx, account, 'google_connected');
  await setSubject(ctx.db, account.id, person.subject);
}

async function setSubject(db: Db, accountId: string, subject: string | null): Promise<void> {
  await db.updateTable('accounts').set({ google_subject: subject }).where('id', '=', accountId).execute();
}

async function notifyOwner(
  ctx: Ctx,
  account: AccountRow,
  kind: 'google_connected' | 'google_disconnected',
): Promise<void> {
  await logSecurity(ctx.db, account.id, kind);
  await enqueue(ctx, accountMail, { kind, accountId: account.id, language: account.preferred_language });
}

/** Somebody else's account is connected with the same Google account, perhaps since a moment ago. */
function refuseTaken(error: unknown): never {
  throw isUniqueViolation(error, 'accounts_google_subject') ? new AppError('google_taken') : error;
}
