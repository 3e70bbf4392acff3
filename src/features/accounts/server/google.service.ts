import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { after } from '#core/time.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction, isUniqueViolation } from '#platform/db/database.ts';
import { spendOnce } from '#platform/human-check/spent-challenges.repo.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import type { Google } from '#platform/sign-in/google.ts';
import { GOOGLE_CONNECTS, GOOGLE_PROVES } from '../contract.ts';
import { isProvenCall, type ProvenCall } from '../contract-account-calls.ts';
import type { Proof } from '../contract-proof.ts';
import { email as emailRule } from '../model/identity.ts';
import { isFreshLogin } from '../model/proof.ts';
import { sitePath } from '../model/site-path.ts';
import { accountMail } from './account-mail.ts';
import {
  type AccountRow,
  changeAccount,
  findAccount,
  insertAccount,
  lockAccount,
  logSecurity,
  moveAccount,
} from './accounts.repo.ts';
import { googleColumns } from './connections.ts';
import { endSessions } from './end-sessions.ts';
import { requireSecondStep } from './factors/second-step.ts';
import { type Flow, GOOGLE_FLOW_LASTS, isState, readFlow, signFlow } from './google-flow.ts';
import { spendLinks } from './mail-links.repo.ts';
import { lockProven, proveOwner } from './proof.service.ts';
import { signProviderProof } from './provider-proof.ts';
import { checkRestriction, openSession } from './sessions.service.ts';

/** The query parameters of Google’s callback. */
export interface GoogleAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
}

interface Person {
  subject: string;
  email: string;
  authenticated: Date | null;
}

function googleOf(ctx: Ctx): Google {
  if (!ctx.google) throw new AppError('not_found');
  return ctx.google;
}

/** Returns the URL at Google, and the value of the cookie for the callback. Throws google_unavailable. */
export async function beginGoogle(
  ctx: Ctx,
  { from, connects, proves }: { from: unknown; connects: boolean; proves: ProvenCall | null },
): Promise<{ address: URL; flow: string }> {
  const prefix = proves ? GOOGLE_PROVES : connects ? GOOGLE_CONNECTS : '';
  const { address, flow } = await googleOf(ctx).begin(prefix, ctx.language, { again: proves !== null });
  const kept = { ...flow, from: sitePath(from), sent: ctx.clock.now().getTime() };
  return { address, flow: await signFlow(ctx, proves ? { ...kept, proves } : kept) };
}

/**
 * Logs in the user that Google identifies, after creating an account if they have none. Also returns the page where it
 * started.
 */
export async function loginWithGoogle(ctx: Ctx, answer: GoogleAnswer, cookie: string | null) {
  const flow = await flowOf(ctx, answer, cookie, '');
  return tellingWhereFrom(flow, async () => {
    const person = await confirm(ctx, answer, flow);
    const accountId = await findOrBegin(ctx, person);
    const tokens = await inTransaction(ctx, async (inner) => {
      const account = await lockAccount(inner.db, accountId);
      if (!account) throw new AppError('google_refused');
      const google = { subject: person.subject, email: person.email, from: flow.from };
      await requireSecondStep(inner, account, { by: 'google', google });
      return enterByGoogle(inner, account, person);
    }).catch(refuseTaken);
    return { ...tokens, from: flow.from };
  });
}

/** Opens a session for the locked account of a Google user. Connects it first, if it is known only by its address. */
export async function enterByGoogle(ctx: Ctx, account: AccountRow, person: Pick<Person, 'subject' | 'email'>) {
  await checkRestriction(ctx, account);
  // Found by its state of a moment ago, so it is checked again under the lock.
  if (account.google_subject !== person.subject && account.email !== person.email) throw new AppError('google_refused');
  const isFirst = account.status === 'unverified';
  await link(ctx, account, person);
  const tokens = await openSession(ctx, account.id, { by: 'google', isFirst });
  return isFirst ? { ...tokens, isNew: true as const } : tokens;
}

/** Connects the caller’s account to their Google account. */
export async function connectGoogle(
  ctx: Ctx,
  { proof, ...answer }: GoogleAnswer & { proof: Proof },
  cookie: string | null,
): Promise<{ from: string }> {
  const flow = await flowOf(ctx, answer, cookie, GOOGLE_CONNECTS);
  return tellingWhereFrom(flow, async () => {
    // First, because what Google returned can be used only once: the member can correct a typo.
    const known = await proveOwner(ctx, 'user/connect_google', proof);
    const person = await confirm(ctx, answer, flow);
    await inTransaction(ctx, async (inner) => link(inner, await lockProven(inner.db, known), person)).catch(
      refuseTaken,
    );
    return { from: flow.from };
  });
}

/**
 * Returns a proof for the call that the flow was started for, if the owner of a connected account has just logged in at
 * Google. Throws google_other, google_not_fresh.
 */
export async function proveWithGoogle(
  ctx: Ctx,
  answer: GoogleAnswer,
  cookie: string | null,
): Promise<{ from: string; act: ProvenCall; provider: string }> {
  const flow = await flowOf(ctx, answer, cookie, GOOGLE_PROVES);
  return tellingWhereFrom(flow, async () => {
    const { subject, authenticated } = await confirm(ctx, answer, flow);
    const act = flow.proves;
    if (!isProvenCall(act) || flow.sent === undefined) throw new AppError('google_state_lost');
    if (!isFreshLogin({ sent: new Date(flow.sent), authenticated })) throw new AppError('google_not_fresh');
    const account = await findAccount(ctx.db, { googleSubject: subject });
    if (!account) throw new AppError('google_other');
    return { from: flow.from, act, provider: await signProviderProof(ctx, { accountId: account.id, act }) };
  });
}

/** Disconnects the Google account. Throws password_missing if there is no other way to log in. */
export async function disconnectGoogle(ctx: Ctx, { proof }: { proof: Proof }): Promise<typeof DONE> {
  const known = await proveOwner(ctx, 'user/disconnect_google', proof);
  return inTransaction(ctx, async (inner) => {
    const account = await lockProven(inner.db, known);
    if (!account.google_subject) return DONE;
    if (!account.password_hash) throw new AppError('password_missing');
    await changeAccount(inner.db, account.id, { google_subject: null, google_connected_at: null });
    await notifyOwner(inner, account, 'google_disconnected');
    return DONE;
  });
}

/** Returns the flow that this browser started. Throws google_state_lost. */
async function flowOf(ctx: Ctx, answer: GoogleAnswer, cookie: string | null, purpose: FlowPurpose): Promise<Flow> {
  googleOf(ctx);
  const flow = await readFlow(ctx, cookie);
  if (!flow || !isState(flow, answer.state) || purposeOf(flow) !== purpose) throw new AppError('google_state_lost');
  return flow;
}

/** What a flow was started for: to connect, to prove, or to log in. */
type FlowPurpose = typeof GOOGLE_CONNECTS | typeof GOOGLE_PROVES | '';

function purposeOf({ state }: Flow): FlowPurpose {
  return ([GOOGLE_CONNECTS, GOOGLE_PROVES] as const).find((prefix) => state.startsWith(prefix)) ?? '';
}

/** Adds the return path to errors, so that the error page can link to it. */
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

/**
 * Returns the user, identified by an address that Google has verified. Each flow works once, even if Google accepts its
 * code again.
 */
async function confirm(ctx: Ctx, { code, iss }: GoogleAnswer, flow: Flow): Promise<Person> {
  if (!code) throw new AppError('google_cancelled');
  if (!(await spendOnce(ctx.db, `google ${flow.state}`, after(ctx.clock.now(), GOOGLE_FLOW_LASTS))))
    throw new AppError('google_state_lost');
  const { subject, email, emailVerified, authenticated } = await googleOf(ctx).finish(flow, code, iss);
  if (!emailVerified) throw new AppError('google_email_unverified');
  const address = emailRule.tidy(email);
  if (emailRule.problem(address)) throw new AppError('google_refused');
  return { subject, email: address, authenticated };
}

/** Returns the account connected to this user, or else the one with their address, or else a new unconfirmed one. */
async function findOrBegin(ctx: Ctx, { subject, email }: Person): Promise<string> {
  const known = (await findAccount(ctx.db, { googleSubject: subject })) ?? (await findAccount(ctx.db, { email }));
  if (known) return known.id;
  const begun = await insertAccount(ctx.db, { email, language: ctx.language });
  const account = begun ?? (await findAccount(ctx.db, { email }));
  if (!account) throw new AppError('conflict');
  return account.id;
}

/**
 * Connects the locked account to this Google user. An unconfirmed account may have been created by a stranger, so
 * nothing from its sign-up is kept (trust §1, pre-hijacking). The owner of a confirmed account is notified.
 */
async function link(ctx: Ctx, account: AccountRow, person: Pick<Person, 'subject'>): Promise<void> {
  if (account.google_subject === person.subject) return;
  if (account.google_subject !== null) throw new AppError('google_taken');
  if (account.status === 'unverified') {
    await moveAccount(ctx.db, account, 'verify', { actorId: null });
    await changeAccount(ctx.db, account.id, {
      password_hash: null,
      preferred_language: ctx.language,
    });
    await spendLinks(ctx.db, account.id, 'verify');
    await spendLinks(ctx.db, account.id, 'reset');
    await endSessions(ctx.db, account.id, 'reset');
    await logSecurity(ctx.db, account.id, 'verified', { by: 'google' });
  } else await notifyOwner(ctx, account, 'google_connected');
  await changeAccount(ctx.db, account.id, googleColumns(person.subject));
}

async function notifyOwner(
  ctx: Ctx,
  account: AccountRow,
  kind: 'google_connected' | 'google_disconnected',
): Promise<void> {
  await logSecurity(ctx.db, account.id, kind);
  await enqueue(ctx, accountMail, { kind, accountId: account.id, language: account.preferred_language });
}

/** Another account is already connected to the same Google account, perhaps through a concurrent call. */
export function refuseTaken(error: unknown): never {
  throw isUniqueViolation(error, 'accounts_google_subject') ? new AppError('google_taken') : error;
}
