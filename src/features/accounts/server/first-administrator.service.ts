import { authorize } from '#core/decision.ts';
import { DONE } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { invalidateCacheTags } from '#platform/cache/changes.ts';
import { type Ctx, memberOf } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { logStatus } from '#platform/db/status-log.ts';
import type { FirstAdministratorLink } from '../contract-first-administrator.ts';
import { canUseFirstAdministratorLink } from '../model/first-administrator.ts';
import { lockAdministrators, logSecurity, writeRole } from './accounts.repo.ts';
import {
  dropFirstAdministratorLinks,
  findFirstAdministratorLink,
  hasAdministrator,
  insertFirstAdministratorLink,
} from './first-administrator.repo.ts';
import { makeToken, parseToken, provesToken } from './tokens.ts';
import { userTag } from './user-tag.ts';

const PURPOSE = 'first-administrator';

type Link = Awaited<ReturnType<typeof insertFirstAdministratorLink>>;

const pathOf = ({ secrets }: Pick<Ctx, 'secrets'>, link: Link): string =>
  to.firstAdmin({ token: makeToken(secrets, PURPOSE, link) });

/**
 * Creates a link for the operator and returns its URL. Null if there is an administrator. If another process makes one at
 * this moment, either this link is deleted with the others, or there is none.
 */
export async function makeFirstAdministratorLink(ctx: Pick<Ctx, 'db' | 'secrets' | 'config'>): Promise<string | null> {
  return inTransaction(ctx, async ({ db }) => {
    await lockAdministrators(db);
    if (await hasAdministrator(db)) return null;
    return new URL(pathOf(ctx, await insertFirstAdministratorLink(db)), ctx.config.publicUrl).href;
  });
}

/** Returns the link with this token if it can be used. Throws link_invalid. */
async function usableLink(ctx: Ctx, token: string): Promise<Link> {
  const parsed = parseToken(token);
  const link = parsed && (await findFirstAdministratorLink(ctx.db, parsed.id));
  const isLinkValid = !!link && provesToken(ctx.secrets, PURPOSE, link, token);
  authorize(canUseFirstAdministratorLink({ isLinkValid, hasAdministrator: await hasAdministrator(ctx.db) }));
  return link!;
}

/** Returns what the page of a link shows. Throws link_invalid. */
export async function getFirstAdministratorLink(
  ctx: Ctx,
  { token }: { token: string },
): Promise<FirstAdministratorLink> {
  const link = await usableLink(ctx, token);
  return { expiresAt: link.expires_at.toISOString(), sendsEmails: ctx.config.smtpUrl !== null };
}

/** Makes the caller the first administrator. Of several callers only one becomes it. Throws link_invalid. */
export async function becomeFirstAdministrator(ctx: Ctx, { token }: { token: string }): Promise<typeof DONE> {
  const { id } = memberOf(ctx);
  await inTransaction(ctx, async (inner) => {
    await lockAdministrators(inner.db);
    await usableLink(inner, token);
    await writeRole(inner.db, id, 'administrator', true);
    await dropFirstAdministratorLinks(inner.db, 'all');
    await logSecurity(inner.db, id, 'role_granted', { role: 'administrator', by: 'link' });
    const step = { action: 'grant', from: null, to: 'administrator', actorId: id };
    await logStatus(inner.db, { kind: 'role', id, storyId: null }, step);
    await invalidateCacheTags(inner, userTag(id));
  });
  return DONE;
}

/** Returns the id of the link with this token, to store it with a sign-up. Null if the link can’t be used. */
export async function firstAdministratorLinkId(ctx: Ctx, token: string): Promise<string | null> {
  return usableLink(ctx, token).then(
    ({ id }) => id,
    () => null,
  );
}

/** Returns the path of a link by its id. Null if it can’t be used. */
export async function firstAdministratorPage(ctx: Ctx, id: string): Promise<string | null> {
  const link = (await hasAdministrator(ctx.db)) ? undefined : await findFirstAdministratorLink(ctx.db, id);
  return link ? pathOf(ctx, link) : null;
}
