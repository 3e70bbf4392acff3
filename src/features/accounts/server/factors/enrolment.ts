import { randomBytes } from 'node:crypto';
import { DONE } from '#core/endpoint.ts';
import { AppError } from '#core/errors.ts';
import { to } from '#core/pages.ts';
import { after, MINUTE } from '#core/time.ts';
import { type Ctx, databaseNow, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { ENROLMENT_LINK_LASTS, enrolmentEmailSince, rolesInForce } from '../../model/second-factor.ts';
import { accountMail } from '../account-mail.ts';
import { lockAccount } from '../accounts.repo.ts';
import { wasLogged } from '../login-log.repo.ts';
import { makeToken, provesToken } from '../tokens.ts';
import { findEnrolmentLink, grantsOf, waysOf } from './factors.queries.ts';
import { writeEnrolmentLink } from './factors.repo.ts';

const PURPOSE = 'mail-enrolment';
const ENROLMENT_MAIL_PAUSE = MINUTE;

/** Returns whether a first factor takes a link from an email: some rights rest, so the password may be a thief’s. */
export async function needsEnrolmentLink(ctx: Pick<Ctx, 'db' | 'clock'>, accountId: string): Promise<boolean> {
  if (await waysOf(ctx, accountId)) return false;
  const grants = await grantsOf(ctx.db, accountId);
  return rolesInForce(grants, { hasFactor: false, now: ctx.clock.now() }).restingRoles.length > 0;
}

/** Returns whether the email is too new to prove its owner: a thief with the password can have changed it. */
async function hasNewEmail(ctx: Pick<Ctx, 'db' | 'clock'>, accountId: string): Promise<boolean> {
  const since = enrolmentEmailSince(await grantsOf(ctx.db, accountId), ctx.clock.now());
  return wasLogged(ctx.db, accountId, 'email_changed', since);
}

/** Checks the link if a first factor takes one. Throws enrolment_link_required. */
export async function checkEnrolment(ctx: Ctx, accountId: string, token: string | undefined): Promise<void> {
  if (!(await needsEnrolmentLink(ctx, accountId))) return;
  const link = await findEnrolmentLink(ctx.db, accountId);
  const isProved =
    !(await hasNewEmail(ctx, accountId)) &&
    link !== undefined &&
    token !== undefined &&
    provesToken(ctx.secrets, PURPOSE, { id: link.account_id, seed: link.seed }, token);
  if (!isProved) throw new AppError('enrolment_link_required');
}

/**
 * Emails the link to a moderator whose rights rest. Others need none, so they get none. Nor do those whose email is too
 * new: an administrator can give them the role again.
 */
export async function askEnrolment(ctx: Ctx): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  await ctx.limits.take('enrolment-mail', id, 1, ENROLMENT_MAIL_PAUSE, 'many_action');
  return inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, id);
    if (!(await needsEnrolmentLink(inner, id)) || (await hasNewEmail(inner, id))) return DONE;
    const expires = after(await databaseNow(inner.db), ENROLMENT_LINK_LASTS);
    await writeEnrolmentLink(inner.db, id, randomBytes(32), expires);
    await enqueue(inner, accountMail, { kind: 'enrolment', accountId: id, language: ctx.language });
    return DONE;
  });
}

/** Returns the path of the link of an account. Null if it has none that is valid. */
export async function enrolmentPage(ctx: Pick<Ctx, 'db' | 'secrets'>, accountId: string): Promise<string | null> {
  const link = await findEnrolmentLink(ctx.db, accountId);
  return link
    ? to.security({ enrol: makeToken(ctx.secrets, PURPOSE, { id: link.account_id, seed: link.seed }) })
    : null;
}
