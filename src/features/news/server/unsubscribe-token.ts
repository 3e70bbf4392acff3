import { isId } from '#core/ids.ts';
import type { MailKind, MailKindRules } from '#core/mail-kinds.ts';
import type { Ctx } from '#platform/context.ts';
import type { Row } from '#platform/db/rows.ts';

const PURPOSE = 'mail-unsubscribe';

/**
 * Makes the token of a link that stops emails of a kind. It is the same in every email to an address, and doesn’t expire.
 * The address is signed too, so that links in a mailbox that the member has given up stop nothing.
 */
export function unsubscribeToken(
  { secrets }: Pick<Ctx, 'secrets'>,
  { id, email }: Pick<Row<'accounts'>, 'id' | 'email'>,
  kind: string,
): string {
  return `${id}.${kind}.${secrets.sign(PURPOSE, id, kind, email).toString('base64url')}`;
}

/**
 * Returns whose emails of which kind a token stops. Null if it is forged, of an earlier address or an erased member, or of
 * a kind that no longer exists. With `lock`, the member isn’t erased before the transaction ends.
 */
export async function readUnsubscribeToken(
  ctx: Pick<Ctx, 'db' | 'secrets' | 'mailKinds'>,
  token: string,
  { lock = false } = {},
): Promise<{ accountId: string; kind: MailKind } | null> {
  const [, accountId = '', kind = '', proof = ''] = /^(\d{1,19})\.([a-z_]{1,40})\.([\w-]{43})$/.exec(token) ?? [];
  if (!isId(accountId) || !isMailKind(ctx.mailKinds, kind)) return null;
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', '=', accountId)
    .where('status', '<>', 'erased')
    .$if(lock, (query) => query.forShare())
    .executeTakeFirst();
  if (!account) return null;
  const { id, email } = account;
  return id === accountId && ctx.secrets.proves(proof, PURPOSE, id, kind, email) ? { accountId, kind } : null;
}

export function isMailKind(rules: MailKindRules, kind: string): kind is MailKind {
  return Object.hasOwn(rules, kind);
}
