import { AppError } from '#core/errors.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { type AccountRow, lockAccount } from './accounts.repo.ts';
import { describeDevice } from './device.ts';
import { type FirstStep, requireSecondStep } from './factors/second-step.ts';
import type { LoginFacts } from './known-devices.ts';
import { logLogin } from './login-log.repo.ts';
import { spendLinks } from './mail-links.repo.ts';
import { checkRestriction, openSession, type SessionTokens } from './sessions.service.ts';

/** How a member has proved who they are, and what has to hold and to happen before their session begins. */
export interface ProvenLogin {
  by: LoginFacts['by'];
  /** Returns the error if the account is gone: it can be erased at any moment. Each way has one with a way out. */
  gone: () => AppError;
  /** The first step, if a second one may have to follow. Null if there was one, or if the proof takes none. */
  first: Pick<FirstStep, 'by' | 'google' | 'openid'> | null;
  /** Checks under the lock that the proof still holds: something may have changed since it was checked. */
  admit?: (inner: Ctx, account: AccountRow) => void | Promise<void>;
  /** What the login brings along, such as a connection. Runs only once nothing refuses the login. */
  enter?: (inner: Ctx, account: AccountRow) => Promise<void>;
  /** Runs after the session has begun. */
  entered?: (inner: Ctx, account: AccountRow) => Promise<void>;
}

/**
 * Completes a login, whatever its way: locks the account, asks for the second step, refuses restricted members and logs
 * that, and opens the session, which logs the login and emails the member if the device is new. Emailed links to log in
 * no longer work. Throws second_step, banned, `gone`, and what `admit` and `enter` throw.
 */
export async function finishLogin(
  ctx: Ctx,
  accountId: string,
  { by, gone, first, admit, enter, entered }: ProvenLogin,
): Promise<SessionTokens & { isNew?: true }> {
  const work = inTransaction(ctx, async (inner) => {
    const account = await lockAccount(inner.db, accountId);
    if (!account || account.status === 'erased') throw gone();
    await admit?.(inner, account);
    // Before anything is revealed or changed.
    if (first) await requireSecondStep(inner, account, first);
    await checkRestriction(inner, account);
    const isFirst = account.status === 'unverified';
    await enter?.(inner, account);
    await spendLinks(inner.db, account.id, 'login');
    const tokens = await openSession(inner, account.id, { by, isFirst });
    await entered?.(inner, account);
    return isFirst ? { ...tokens, isNew: true as const } : tokens;
  });
  return loggingRefusal(ctx, accountId, work);
}

/** Logs it if a login fails because the account is restricted. After its transaction, which the error rolls back. */
async function loggingRefusal<T>(ctx: Ctx, accountId: string, entering: Promise<T>): Promise<T> {
  try {
    return await entering;
  } catch (error) {
    if (error instanceof AppError && error.code === 'banned')
      await logLogin(ctx.db, {
        accountId,
        event: 'login_refused',
        facts: {},
        address: ctx.address,
        device: describeDevice(ctx.userAgent),
      });
    throw error;
  }
}
